/**
 * Which files each address needs beside those of its app: written as `screen-files.json`, from the routes. The server preloads them with the page,
 * so that they do not wait until the app has found out.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

export const SCREEN_FILES = 'screen-files.json'
/** In place of an address: what a page needs whose owner has designed it. */
const LOOK = 'look'

/**
 * `'/plans', lazyRouteComponent(() => import('./site/plans.tsx')` or `'/plans', search.plansSearch, () => import('./plans/screen.tsx')`: the module of
 * each address; `$slug` stands for one part of a path. `under`: the address that all of them begin with, also where a route does not repeat it.
 */
export const listScreens = (routes: string, under = ''): [address: string, module: string][] =>
  [...routes.matchAll(/'(\/[^']*)',\s*(?:search\.\w+, |lazyRouteComponent\()\(\) => import\('(\.[^']+)'\)/g)].map(([, address = '', module = '']) => [
    address.startsWith(under) ? address : under + address.replace(/^\/$/, ''),
    module,
  ])

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds'> & { viteMetadata?: { importedCss: ReadonlySet<string> } | undefined }
/** The file with this module, what it imports, and the styles of both; nothing of what the app brings along. Undefined where there is no such module. */
export function listFiles(chunks: readonly Chunk[], app: string, module: string): string[] | undefined {
  const find = (id: string) => chunks.find(({ moduleIds }) => moduleIds.includes(id))
  const collect = (chunk: Chunk | undefined, known: Set<string>): Set<string> => {
    if (!chunk || known.has(chunk.fileName)) return known
    known.add(chunk.fileName)
    for (const name of chunk.viteMetadata?.importedCss ?? []) known.add(name)
    for (const name of chunk.imports)
      collect(
        chunks.find(({ fileName }) => fileName === name),
        known,
      )
    return known
  }
  const first = collect(find(app), new Set())
  const screen = find(module)
  return screen && [...collect(screen, new Set())].filter((name) => !first.has(name))
}

interface ScreenApp {
  /** The module that starts it. */
  start: string
  /** What all its addresses begin with. */
  under?: string
}
/** `apps`: by the file of their routes; `look`: the module that dresses a page of the first of them as its owner likes it; all within `root`. */
export function screenFiles({ root, apps, look }: { root: string; apps: Readonly<Record<string, ScreenApp>>; look: string }): Plugin {
  return {
    name: 'atrium-screen-files',
    apply: 'build',
    generateBundle: {
      // The names of languages come later.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const ofModule = (start: string, module: string) => listFiles(chunks, join(root, start), module) ?? this.error(`A screen that is in no file: ${module}`)
        const files = Object.entries(apps).flatMap(([routes, { start, under }]) => {
          const file = join(root, routes)
          const screens = listScreens(readFileSync(file, 'utf8'), under)
          return screens.map(([address, module]) => [address, ofModule(start, join(dirname(file), module))] as const)
        })
        const [[, { start }] = ['', { start: '' }]] = Object.entries(apps)
        this.emitFile({
          type: 'asset',
          fileName: SCREEN_FILES,
          source: JSON.stringify({ [LOOK]: ofModule(start, join(root, look)), ...Object.fromEntries(files) }),
        })
      },
    },
  }
}
