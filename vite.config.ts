/** Builds the browser app into dist/web (hashed files, small chunks, and a slim table of the operations) and, with `ssr`, what the server renders of it. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { isHostedPath } from './src/kit/pure/hosted-path.ts'
import { defineConfig, type Plugin, runnerImport, type UserConfig } from 'vite'
import { lookFonts } from './tools/look-fonts.ts'
import { mantineParts, mantineStyles } from './tools/mantine-parts.ts'
import { apart, groupFiles, isFirstFile, nameChunk } from './tools/page-files.ts'
import { screenFiles } from './tools/screen-files.ts'
import { textsByLanguage } from './tools/texts-by-language.ts'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

const root = fileURLToPath(new URL('.', import.meta.url))
const pages = join(root, 'src/web')
const domains = join(root, 'src/domains')

/** What is one's own needs no permission where the operation says so: `X|own`. */
type OperationsTable = Record<string, [method: string, path: string, permission?: string]>

/** The files of the contracts, watched while developing. */
const contractFiles = (): string[] =>
  readdirSync(domains, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[^\\/]+[\\/]contract([.]ts$|[\\/])/.test(name) && name.endsWith('.ts'))
    .map((name) => join(domains, name))

/** Method, path and permission of every operation by its name, from the registry of the server. */
async function allOperations(): Promise<OperationsTable> {
  const { module } = await runnerImport<{ contracts: Record<string, Record<string, { method: string; path: string; permission?: string; orOwn?: string }>> }>(
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
        ([name, { method, path, permission, orOwn }]) =>
          [`${group}.${name}`, permission ? [method, path, orOwn ? `${permission}|own` : permission] : [method, path]] as const,
      ),
    ),
  ) as OperationsTable
}

/** The names of operations in the files of the web that are wanted. */
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
 * Each file of the web brings path and method (`/v2/plans POST`, for GET the path alone) of the operations that it names along: the browser knows the
 * addresses without loading the schemas, and no page those of other pages. `virtual:permissions` is what a colleague needs for each operation that the
 * dashboard names.
 */
function operationsTable(): Plugin {
  const permissions = 'virtual:permissions'
  let known: Promise<OperationsTable> | undefined
  return {
    name: 'atrium-operations',
    resolveId: (source) => (source === permissions ? `\0${source}` : undefined),
    // The contracts are read once for all files, and again when one of them changes.
    watchChange: () => void (known = undefined),
    async load(source) {
      if (source.slice(1) !== permissions) return undefined
      for (const file of contractFiles()) this.addWatchFile(file)
      return `export default ${JSON.stringify(permissionsTable(await (known ??= allOperations())))}`
    },
    transform: {
      // Types are gone by then, and with them the names that only they mention.
      order: 'post',
      filter: { id: /src[\\/]web[\\/].*[.]tsx?$/ },
      async handler(code) {
        const all = await (known ??= allOperations())
        const named = [...code.matchAll(/["'`]([a-z]\w*[.][a-z]\w*)["'`]/gi)].flatMap(([, name = '']) => {
          const operation = all[name]
          return operation ? [[name, operation[0] === 'GET' ? operation[1] : `${operation[1]} ${operation[0]}`]] : []
        })
        if (named.length === 0) return undefined
        const table = JSON.stringify(Object.fromEntries(named))
        return { code: `import { registerOperations as registerNamed } from '#web/operation-url.ts'\nregisterNamed(${table})\n${code}`, map: null }
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

/** A class is named after itself and its module: the same in the browser and where the server renders, and without the number of its line, which does not compress. */
const css: UserConfig['css'] = {
  modules: { generateScopedName: (name, file) => `${name}_${createHash('sha256').update(relative(pages, file)).digest('hex').slice(0, 6)}` },
}

const dashboardRoot = join(pages, 'dashboard/dashboard-root.tsx')
/** The apps in the browser. */
const browserBuild: UserConfig = {
  root: pages,
  base: '/',
  css,
  plugins: [
    react(),
    operationsTable(),
    mantineParts({ root, firstStyles: join(pages, 'dashboard/dashboard.css') }),
    mantineStyles({ entry: dashboardRoot }),
    apart({ pages }),
    compressed(),
    appPages(),
    screenFiles({
      root: pages,
      apps: {
        'router.tsx': { start: 'main.tsx' },
        'hosted/routes.tsx': { start: 'hosted/main.tsx' },
        'dashboard/routes.tsx': { start: 'dashboard/main.tsx', under: '/dashboard' },
      },
      look: 'look.ts',
    }),
    lookFonts({ root: pages, look: 'look.ts' }),
    textsByLanguage({ root: pages, visitors: [sitePage, hostedPage] }),
  ],
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2048,
    reportCompressedSize: false,
    // What every page begins with is there when it loads more.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? files.filter((file) => !isFirstFile(file)) : files),
    },
    rolldownOptions: {
      input: { site: sitePage, hosted: hostedPage, dashboard: join(pages, 'dashboard.html') },
      // A calendar package asks for a default export that another lacks, and copes; how long our own plugins take is known.
      checks: { importIsUndefined: false, pluginTimings: false },
      output: { codeSplitting: { groups: groupFiles(pages) }, chunkFileNames: nameChunk },
    },
  },
  server: { port: 5173, proxy: { '^/(api|oauth2|v1|v2|v3|_api|r|media)(/|$)': 'http://127.0.0.1:3000' } },
}
/** The pages of the site as the server renders them: all packages within, for they are not there when it runs; texts in all languages. */
const serverBuild: UserConfig = {
  root: pages,
  publicDir: false,
  css,
  plugins: [react(), operationsTable()],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: join(root, 'dist/server/site'),
    rolldownOptions: { input: join(pages, 'page-worker.ts') },
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    reportCompressedSize: false,
  },
}
export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : browserBuild))
