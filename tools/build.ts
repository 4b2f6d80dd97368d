/** Builds the browser app into dist/web and the server into dist/server; most packages stay in node_modules. In dist/server/site is what the server renders of the site. */
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
// An interrupted build must not look like a finished one.
await rm('dist/.stamp', { force: true })
await build({ logLevel: 'warn' })
const server = (entry: string, file: string, emptyOutDir: boolean) => ({
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
    rolldownOptions: { output: { entryFileNames: file } },
  },
})
await build(server('src/main.ts', 'main.js', true))
await build(server('src/kit/db/pglite-worker.ts', 'pglite-worker.js', false))
await build({ logLevel: 'warn', build: { ssr: true } })
