/** Builds the browser app into dist/web and the server into dist/server; packages stay in node_modules. */
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
// An interrupted build must not look like a finished one.
await rm('dist/.stamp', { force: true })
await build({ logLevel: 'warn' })
await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: { ssr: 'src/main.ts', outDir: 'dist/server', emptyOutDir: true, target: 'node20', minify: false, sourcemap: true, rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } } },
})
