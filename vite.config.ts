/** Builds the browser app into dist/web: hashed files, small chunks, and a slim table of the operations. */
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { isHostedPath } from './src/kit/pure/hosted-path.ts'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { mantineParts, mantineStyles } from './tools/mantine-parts.ts'
import { apart, groupFiles } from './tools/page-files.ts'
import { textsByLanguage } from './tools/texts-by-language.ts'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

const root = fileURLToPath(new URL('.', import.meta.url))
const pages = join(root, 'src/web')
const domains = join(root, 'src/domains')

type OperationsTable = Record<string, [method: string, path: string, permission?: string]>

/** The files of the contracts, watched while developing. */
const contractFiles = (): string[] =>
  readdirSync(domains, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[^\\/]+[\\/]contract([.]ts$|[\\/])/.test(name) && name.endsWith('.ts'))
    .map((name) => join(domains, name))

/** Method, path and permission of every operation by its name, from the registry of the server. */
async function allOperations(): Promise<OperationsTable> {
  const { module } = await runnerImport<{ contracts: Record<string, Record<string, { method: string; path: string; permission?: string }>> }>(
    join(root, 'src/contracts.ts'),
    {
      root,
      configFile: false,
      logLevel: 'error',
    },
  )
  return Object.fromEntries(
    Object.entries(module.contracts).flatMap(([group, registry]) =>
      Object.entries(registry).map(
        ([name, { method, path, permission }]) => [`${group}.${name}`, permission ? [method, path, permission] : [method, path]] as const,
      ),
    ),
  ) as OperationsTable
}

/** The names of operations in the files that visitors load: everything beside the dashboard. */
const namedForVisitors = (): Set<string> => namedIn((name) => !/^dashboard[\\/]/.test(name))
function namedIn(isWanted: (file: string) => boolean): Set<string> {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<![.]test)[.]tsx?$/.test(name) && isWanted(name))
  return new Set(files.flatMap((name) => [...readFileSync(join(pages, name), 'utf8').matchAll(/'([a-z]\w*[.][a-z]\w*)'/gi)].map(([, found = '']) => found)))
}

/** The permission of every operation that a file of the dashboard or of both apps names. */
function permissionsTable(all: OperationsTable): Record<string, string> {
  const named = namedIn((name) => /^(dashboard|kit)[\\/]|^api/.test(name))
  return Object.fromEntries(Object.entries(all).flatMap(([name, [, , permission]]) => (permission && named.has(name) ? [[name, permission]] : [])))
}

/**
 * `virtual:operations` is path and method (`/v2/plans POST`, for GET the path alone) of the operations that visitors' pages name: the browser knows the
 * addresses without loading the schemas. A file of the dashboard brings those of the other operations that it names along, so that its first screen
 * does not load the addresses of all screens. `virtual:permissions` is what a colleague needs for each operation that the dashboard names.
 */
function operationsTable(): Plugin {
  const visitors = 'virtual:operations'
  const permissions = 'virtual:permissions'
  const writeAddress = ([method, path]: OperationsTable[string]) => (method === 'GET' ? path : `${path} ${method}`)
  let known: Promise<{ all: OperationsTable; forVisitors: Set<string> }> | undefined
  const readOnce = async () => ({ all: await allOperations(), forVisitors: namedForVisitors() })
  return {
    name: 'atrium-operations',
    resolveId: (source) => ([visitors, permissions].includes(source) ? `\0${source}` : undefined),
    // The contracts are read once for all files, and again when one of them changes.
    watchChange: () => void (known = undefined),
    async load(source) {
      if (![visitors, permissions].includes(source.slice(1))) return undefined
      for (const file of contractFiles()) this.addWatchFile(file)
      const { all, forVisitors } = await (known ??= readOnce())
      if (source.slice(1) === permissions) return `export default ${JSON.stringify(permissionsTable(all))}`
      const table = Object.entries(all).flatMap(([name, operation]) => (forVisitors.has(name) ? [[name, writeAddress(operation)]] : []))
      return `export default ${JSON.stringify(Object.fromEntries(table))}`
    },
    transform: {
      // Types are gone by then, and with them the names that only they mention.
      order: 'post',
      filter: { id: /src[\\/]web[\\/]dashboard[\\/].*[.]tsx?$/ },
      async handler(code) {
        const { all, forVisitors } = await (known ??= readOnce())
        const table: Record<string, string> = {}
        for (const [, name = ''] of code.matchAll(/["'`]([a-z]\w*[.][a-z]\w*)["'`]/gi)) {
          const operation = all[name]
          if (operation && !forVisitors.has(name)) table[name] = writeAddress(operation)
        }
        if (Object.keys(table).length === 0) return undefined
        return {
          code: `import { registerOperations as registerNamed } from '#web/operation-url.ts'\nregisterNamed(${JSON.stringify(table)})\n${code}`,
          map: null,
        }
      },
    },
  }
}

/** Beside every file of text lie its brotli and gzip forms: made once and well, not anew for each visitor. */
function compressed(): Plugin {
  return {
    name: 'atrium-compressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const texts = Object.keys(bundle).filter((name) => /[.](js|css|svg)$/.test(name))
      await Promise.all(
        texts.map(async (name) => {
          const text = await readFile(join(dir, name))
          const [small, old] = await Promise.all([
            brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength } }),
            gzip(text, { level: 9 }),
          ])
          await Promise.all([writeFile(join(dir, `${name}.br`), small), writeFile(join(dir, `${name}.gz`), old)])
        }),
      )
    },
  }
}

const sitePage = join(pages, 'index.html')
const hostedPage = join(pages, 'hosted.html')
/** The page of the hosted pages is that of the site with another app in it. */
function toHostedPage(html: string): string {
  if (!html.includes('src="/main.tsx"')) throw new Error('index.html does not start /main.tsx')
  return html.replace('src="/main.tsx"', 'src="/hosted/main.tsx"')
}
/** The page of the hosted pages, made of `index.html`; while developing, too, each app has a page of its own. */
function appPages(): Plugin {
  return {
    name: 'atrium-app-pages',
    enforce: 'pre',
    resolveId: (source) => (source === hostedPage ? source : undefined),
    load(id) {
      if (id !== hostedPage) return undefined
      this.addWatchFile(sitePage)
      return toHostedPage(readFileSync(sitePage, 'utf8'))
    },
    transformIndexHtml: {
      order: 'pre',
      // A build loads it under its own name above.
      handler: (html, { server, originalUrl = '' }) => (server && isHostedPath(originalUrl.split('?')[0] ?? '') ? toHostedPage(html) : html),
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const isPage = (request.headers.accept ?? '').includes('text/html')
        const [path = ''] = (request.url ?? '').split('?')
        if (isPage && /^\/dashboard(\/|$)/.test(path)) request.url = '/dashboard.html'
        else if (isPage && isHostedPath(path)) request.url = '/index.html'
        next()
      })
    },
  }
}

const dashboardRoot = join(pages, 'dashboard/dashboard-root.tsx')
export default defineConfig({
  root: pages,
  base: '/',
  plugins: [
    react(),
    operationsTable(),
    mantineParts({ root, firstStyles: join(pages, 'dashboard/dashboard.css') }),
    mantineStyles({ entry: dashboardRoot }),
    apart({ pages }),
    compressed(),
    appPages(),
    textsByLanguage({ root: pages, visitors: [sitePage, hostedPage] }),
  ],
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2048,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { site: sitePage, hosted: hostedPage, dashboard: join(pages, 'dashboard.html') },
      // A calendar package asks for a default export that another lacks, and copes.
      checks: { importIsUndefined: false },
      output: { codeSplitting: { groups: groupFiles(pages) } },
    },
  },
  server: { port: 5173, proxy: { '^/(api|oauth2|v1|v2|v3|_api|r|media)(/|$)': 'http://127.0.0.1:3000' } },
})
