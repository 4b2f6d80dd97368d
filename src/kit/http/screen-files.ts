/** Preloads the files of a screen with its page, as the build found them (`tools/screen-files.ts`). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files by address; `$slug` stands for one part of a path. `look`: those that dress a page whose owner has designed it. */
export type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** Of a folder that was not built for it: none. */
export function readScreenFiles(folder: string): ScreenFiles {
  const file = join(folder, 'screen-files.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ScreenFiles) : {}
}

const listParts = (path: string): string[] => path.split('/').filter(Boolean)
/** The files of the screen at an address with or without query: of the pattern that says most of it. `isDesigned`: with those of its look. */
export function findScreenFiles(screens: ScreenFiles, url: string, isDesigned: boolean): readonly string[] {
  const parts = listParts(url.split('?')[0] ?? '')
  const matches = (pattern: string): boolean => {
    const asked = listParts(pattern)
    return asked.length === parts.length && asked.every((part, at) => part.startsWith('$') || part === parts[at])
  }
  const countOpen = (pattern: string) => pattern.split('$').length
  const [best] = Object.keys(screens)
    .filter((pattern) => pattern.startsWith('/') && matches(pattern))
    .toSorted((one, other) => countOpen(one) - countOpen(other))
  return [...(isDesigned ? (screens.look ?? []) : []), ...(best === undefined ? [] : (screens[best] ?? []))]
}

/** The page with links that preload the files. */
export const preloadFiles = (html: string, files: readonly string[]): string =>
  html.replace(
    '</head>',
    () =>
      `${files.map((file) => `  <link ${file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'} crossorigin href="/${file}">\n  `).join('')}</head>`,
  )
