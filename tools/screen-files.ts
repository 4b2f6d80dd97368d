/**
 * Which files each address of the site needs beside those of its app: written as `screen-files.json`, from the routes. The server preloads them
 * with the page, so that they do not wait until the app has found out.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

export const SCREEN_FILES = 'screen-files.json'
/** In place of an address: what a page needs whose owner has designed it. */
const LOOK = 'look'

/** `'/plans', lazyRouteComponent(() => import('./site/plans.tsx')`: the module of each address; `$slug` stands for one part of a path. */
export const listScreens = (routes: string): [address: string, module: string][] =>
  [...routes.matchAll(/'(\/[^']*)',\s*lazyRouteComponent\(\(\) => import\('(\.[^']+)'\)/g)].map(([, address = '', module = '']) => [address, module])

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds'>
/** The file with this module, and what it imports; nothing of what the app brings along. */
export function listFiles(chunks: readonly Chunk[], app: string, module: string): string[] {
  const find = (id: string) => chunks.find(({ moduleIds }) => moduleIds.includes(id))
  const collect = (chunk: Chunk | undefined, known: Set<string>): Set<string> => {
    if (!chunk || known.has(chunk.fileName)) return known
    known.add(chunk.fileName)
    for (const name of chunk.imports)
      collect(
        chunks.find(({ fileName }) => fileName === name),
        known,
      )
    return known
  }
  const first = collect(find(app), new Set())
  return [...collect(find(module), new Set())].filter((name) => !first.has(name))
}

/** `apps`: by the file of their routes, the one that starts each; `look`: the module that dresses a page as its owner likes it; all within `root`. */
export function screenFiles({ root, apps, look }: { root: string; apps: Readonly<Record<string, string>>; look: string }): Plugin {
  return {
    name: 'atrium-screen-files',
    apply: 'build',
    generateBundle: {
      // The names of languages come later.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const ofModule = (app: string, module: string) => listFiles(chunks, join(root, app), module)
        const files = Object.entries(apps).flatMap(([routes, app]) => {
          const file = join(root, routes)
          const dressing = [LOOK, ofModule(app, join(root, look))] as const
          return [
            dressing,
            ...listScreens(readFileSync(file, 'utf8')).map(([address, module]) => [address, ofModule(app, join(dirname(file), module))] as const),
          ]
        })
        if (files.some(([, names]) => names.length === 0)) this.error('A screen without a file of its own.')
        this.emitFile({ type: 'asset', fileName: SCREEN_FILES, source: JSON.stringify(Object.fromEntries(files)) })
      },
    },
  }
}
