/** Builds the browser app into dist/web and the server into dist/server; most packages stay in node_modules. In dist/server/site is what the server renders of the site. */
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { makeFirstData } from './first-data.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
// An interrupted build must not look like a finished one.
await rm('dist/.stamp', { force: true })
await build({ logLevel: 'warn' })
/**
 * A file for each domain and each large library: to compile all of them in one piece takes 70 MB, which stay with the process, and what only opens
 * the database is not to load the domains.
 */
const groups = [
  // Read before anything else, so that the embedded database opens meanwhile.
  { name: 'beginning', test: /\/src\/(begin-engine|data-dir|commands\/holder|kit\/db\/(data-dir-lock|engine-thread|embedded-engine))\.ts/ },
  { name: 'kysely', test: /node_modules\/kysely\// },
  { name: 'temporal', test: /node_modules\/temporal-/ },
  { name: 'typebox', test: /node_modules\/typebox\// },
  {
    name: 'database',
    test: /\/src\/(kit\/(db\/(?!data-dir-lock|cache-channel|engine-thread|embedded-engine|archive|backup|cluster|pglite\.ts|pglite-statements|durable|postgres-|first-data|sealed|diagnose)|observability\/(logger|redact|metrics))|open-database)/,
  },
  {
    name: 'kit',
    test: /\/src\/kit\/(?!db\/(pglite\.ts|pglite-statements|durable|cache-channel|postgres-|first-data|archive\/container|backup)|observability\/tracing|payments\/stripe|email\/smtp|calendars\/caldav)/,
  },
  { name: (id: string) => /\/src\/domains\/([^/]+)\//.exec(id)?.[1] ?? null, debugName: 'domains', test: /^(?!.*sample-names)/ },
]
const server = (entry: string, file: string, emptyOutDir: boolean, codeSplitting?: Rolldown.CodeSplittingOptions) => ({
  root,
  configFile: false as const,
  publicDir: false as const,
  logLevel: 'warn' as const,
  // Packages of many small files are taken in: reading them one by one costs a third of the time to start.
  ssr: { noExternal: [/^typebox/, 'kysely', 'temporal-polyfill'] },
  build: {
    ssr: entry,
    outDir: 'dist/server',
    emptyOutDir,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      output: { entryFileNames: file, ...(codeSplitting && { codeSplitting }) },
      // The doors of domains only hand on: who takes one thing through them loads that thing alone.
      treeshake: { moduleSideEffects: (id: string) => !/\/src\/domains\/[^/]+\/public\.ts$/.test(id) },
    },
  },
})
await build(server('src/main.ts', 'main.js', true, { includeDependenciesRecursively: false, groups }))
await build(server('src/kit/db/pglite-worker.ts', 'pglite-worker.js', false))
// Each in one file: what a thread or process does for the server is all that it loads.
const workers = ['domains/connected-calendars/calendar', 'domains/media/image', 'domains/payments/receipt', 'domains/staff/holiday', 'kit/http/reference']
for (const one of workers) await build(server(`src/${one}-worker.ts`, `${basename(one)}-worker.js`, false))
// What the browser loads on demand is in one file here; that is meant, and no news.
await build({ logLevel: 'error', build: { ssr: true } })
await makeFirstData('dist/server')
