/** Builds the browser app into dist/web: hashed files, small chunks, and a slim table of the operations. */
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { isHostedPath } from './src/kit/pure/hosted-path.ts'
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import { mantineParts, mantineStyles } from './tools/mantine-parts.ts'
import { textsByLanguage } from './tools/texts-by-language.ts'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

const root = fileURLToPath(new URL('.', import.meta.url))
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
  const files = readdirSync(join(root, 'src/web'), { recursive: true, encoding: 'utf8' }).filter((name) => /(?<![.]test)[.]tsx?$/.test(name) && isWanted(name))
  return new Set(
    files.flatMap((name) => [...readFileSync(join(root, 'src/web', name), 'utf8').matchAll(/'([a-z]\w*[.][a-z]\w*)'/gi)].map(([, found = '']) => found)),
  )
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

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>
/** All modules that these files bring along, at once or, with `later`, also when something is opened. */
function collectReachable(graph: Graph, files: readonly string[], later: boolean): Set<string> {
  const found = new Set<string>()
  const open = files.map((file) => join(root, 'src/web', file))
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const module = found.has(id) ? undefined : graph.getModuleInfo(id)
    found.add(id)
    if (module) open.push(...module.importedIds, ...(later ? module.dynamicallyImportedIds : []))
  }
  return found
}

/** What is open first: the public pages of the site, what all hosted pages share, and of the dashboard its frame with Today. */
const SITE = ['main.tsx']
const HOSTED = ['hosted/main.tsx']
const DASHBOARD = ['dashboard/main.tsx', 'dashboard/shell.tsx', 'dashboard/today/screen.tsx']
/**
 * Few files for the first screen, and none with what only another place needs: `site`, `hosted` and `dashboard` hold what one of
 * them begins with and the others never need, `visitors` what one of the first two begins with and the other uses, `base` what the
 * dashboard uses, too. All else is split by who uses it.
 */
function findFirstFiles() {
  let places: { name: string; first: Set<string>; ever: Set<string> }[] | undefined
  const findPlaces = (graph: Graph) =>
    (places ??= Object.entries({ site: SITE, hosted: HOSTED, dashboard: DASHBOARD }).map(([name, files]) => ({
      name,
      first: collectReachable(graph, files, false),
      ever: collectReachable(graph, files, true),
    })))
  const findUsers = (id: string, graph: Graph) => findPlaces(graph).filter(({ ever }) => ever.has(id))
  return {
    /** Used by several apps, and by none of them at its beginning. */
    isShared: (id: string, graph: Graph) => findUsers(id, graph).length > 1 && findPlaces(graph).every(({ first }) => !first.has(id)),
    isOfDashboardAlone: (id: string, graph: Graph) => findUsers(id, graph).length === 1 && findUsers(id, graph)[0]?.name === 'dashboard',
    placeOf(id: string, graph: Graph): string | null {
      // Packages come through lists of all they have; what a file uses of them comes along with it.
      if (id.includes('node_modules')) return null
      const beginning = findPlaces(graph).filter(({ first }) => first.has(id))
      const [only] = beginning
      if (!only) return null
      const using = findUsers(id, graph)
      if (using.every((place) => place === only)) return only.name
      return using.some(({ name }) => name === 'dashboard') ? 'base' : 'visitors'
    },
  }
}
const { placeOf, isShared, isOfDashboardAlone } = findFirstFiles()
/** A chunk takes what its files import along, unless one of higher priority has it already: shared chunks come first. */
const chunk = (name: string, priority: number) => ({
  name: (id: string, graph: Graph) => (placeOf(id, graph) === name ? name : null),
  debugName: name,
  priority,
})
const groups = [
  // What never changes between releases: React, router, queries, and what joins the files.
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|rolldown[\\/]runtime/, priority: 4 },
  chunk('base', 3),
  chunk('visitors', 2),
  ...['site', 'hosted', 'dashboard'].map((name) => chunk(name, 1)),
  // What a screen of the dashboard shares with a page of another app stays apart; what many screens share comes in two files, not in fifty.
  { name: (id: string, graph: Graph) => (isShared(id, graph) ? 'shared' : null), debugName: 'shared', entriesAware: true, priority: 0.5 },
  {
    name: (id: string, graph: Graph) => (isOfDashboardAlone(id, graph) ? (id.includes('node_modules') ? 'widgets' : 'parts') : null),
    debugName: 'widgets and parts',
    minShareCount: 6,
    priority: 0,
  },
]

/** A file of one place that needed the other's would start the other app in its page: such a build is no build. */
function apart(): Plugin {
  return {
    name: 'atrium-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const home = (file: string) => chunks.find(({ moduleIds }) => moduleIds.includes(join(root, 'src/web', file)))?.fileName ?? ''
      const homes = ['main.tsx', 'hosted/main.tsx', 'dashboard/main.tsx'].map(home)
      for (const [from, to] of homes.flatMap((one) => homes.filter((other) => other !== one).map((other) => [one, other] as const))) {
        const found = new Set<string>()
        const open = [from]
        for (let name = open.pop(); name !== undefined; name = open.pop()) {
          const chunk = found.has(name) ? undefined : chunks.find(({ fileName }) => fileName === name)
          found.add(name)
          if (chunk) open.push(...chunk.imports, ...chunk.dynamicImports)
        }
        if (!from || !to || found.has(to)) this.error(`The apps are not apart: ${from} leads to ${to}.`)
      }
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

const sitePage = join(root, 'src/web/index.html')
const hostedPage = join(root, 'src/web/hosted.html')
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

const dashboardRoot = join(root, 'src/web/dashboard/dashboard-root.tsx')
export default defineConfig({
  root: join(root, 'src/web'),
  base: '/',
  plugins: [
    react(),
    operationsTable(),
    mantineParts({ root, firstStyles: join(root, 'src/web/dashboard/dashboard.css') }),
    mantineStyles({ entry: dashboardRoot }),
    apart(),
    compressed(),
    appPages(),
    textsByLanguage({ root: join(root, 'src/web'), visitors: [sitePage, hostedPage] }),
  ],
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2048,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { site: sitePage, hosted: hostedPage, dashboard: join(root, 'src/web/dashboard.html') },
      // A calendar package asks for a default export that another lacks, and copes.
      checks: { importIsUndefined: false },
      output: { codeSplitting: { groups } },
    },
  },
  server: { port: 5173, proxy: { '^/(api|oauth2|v1|v2|v3|_api|r|media)(/|$)': 'http://127.0.0.1:3000' } },
})
