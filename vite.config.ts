/** Builds the browser app into dist/web: hashed files, small chunks, and a slim table of the operations. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const domains = join(root, 'src/domains')
const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

type OperationsTable = Record<string, [method: string, path: string, about?: string]>

/** The files of the contracts: each domain's root and its rooms. */
const contracts = (): string[] =>
  readdirSync(domains, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[^\\/]+[\\/]contract([.]ts$|[\\/])/.test(name) && name.endsWith('.ts'))
    .map((name) => join(domains, name))

/** Every operation by its name, read from the contracts. */
async function allOperations(): Promise<OperationsTable> {
  const table: OperationsTable = {}
  for (const domain of readdirSync(domains)) {
    const file = join(domains, domain, 'contract.ts')
    if (!existsSync(file)) continue
    const { module } = await runnerImport<Record<string, Record<string, { method: string; path: string; about?: string }>>>(file, {
      root,
      configFile: false,
      logLevel: 'error',
    })
    for (const [name, registry] of Object.entries(module)) {
      if (!name.endsWith('Api')) continue
      for (const [key, operation] of Object.entries(registry))
        if (typeof operation?.path === 'string')
          table[`${camel(domain)}.${key}`] = operation.about ? [operation.method, operation.path, operation.about] : [operation.method, operation.path]
    }
  }
  return table
}

/** The names of operations in the files that visitors load: everything beside the dashboard. */
function namedForVisitors(): Set<string> {
  const files = readdirSync(join(root, 'src/web'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<![.]test)[.]tsx?$/.test(name) && !/^dashboard[\\/]/.test(name),
  )
  return new Set(
    files.flatMap((name) => [...readFileSync(join(root, 'src/web', name), 'utf8').matchAll(/'([a-z]\w*[.][a-z]\w*)'/gi)].map(([, found = '']) => found)),
  )
}

/**
 * `virtual:operations` is method, path and subject of the operations that visitors' pages name, `virtual:desk-operations`
 * of all others: the browser knows the addresses without loading the schemas, and visitors do not carry the owner's.
 */
function operationsTable(): Plugin {
  const visitors = 'virtual:operations'
  const desk = 'virtual:desk-operations'
  let all: Promise<OperationsTable> | undefined
  return {
    name: 'atrium-operations',
    resolveId: (source) => ([visitors, desk].includes(source) ? `\0${source}` : undefined),
    // The contracts are read once for both tables, and again when one of them changes.
    watchChange: () => void (all = undefined),
    async load(source) {
      if (![visitors, desk].includes(source.slice(1))) return undefined
      for (const file of contracts()) this.addWatchFile(file)
      all ??= allOperations()
      const named = namedForVisitors()
      const table = Object.fromEntries(Object.entries(await all).filter(([name]) => named.has(name) === (source.slice(1) === visitors)))
      return `export default ${JSON.stringify(table)}`
    },
  }
}

/**
 * Two files for a public page: what never changes (React, router, queries) and the site itself. Without these groups the
 * pieces shared with lazily loaded screens would become twenty files of a kilobyte each.
 */
const groups = [
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
  {
    name: 'site',
    test: /src[\\/]web[\\/]((?!desk|theme)[\w-]+\.tsx?$|site[\\/](?!account|community)|kit[\\/](?!confirm|dialog|form|picture-field))|virtual:operations/,
  },
]

export default defineConfig({
  root: join(root, 'src/web'),
  base: '/',
  plugins: [react(), operationsTable()],
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2048,
    reportCompressedSize: true,
    // A calendar package asks for a default export that another lacks, and copes.
    rolldownOptions: { checks: { importIsUndefined: false }, output: { codeSplitting: { groups } } },
  },
  server: { port: 5173, proxy: { '^/(api|oauth2|v1|v2|v3|_api|r|media)(/|$)': 'http://127.0.0.1:3000' } },
})
