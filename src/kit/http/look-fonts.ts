/** Writes the font faces of the look of a site into its pages, as the build found them (`tools/look-fonts.ts`). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** By the name of the font: its rules, and the addresses of the faces that a page begins with. */
export type LookFonts = Readonly<Record<string, { css: string; preload: readonly string[] }>>

/** Of a folder that was not built for it: none. */
export function readLookFonts(folder: string): LookFonts {
  const file = join(folder, 'look-fonts.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LookFonts) : {}
}

/** The page with the faces of a font; as it is where the font has none. */
export function writeFonts(html: string, fonts: LookFonts, name: string | undefined): string {
  const font = name === undefined || !Object.hasOwn(fonts, name) ? undefined : fonts[name]
  if (!font) return html
  const links = font.preload.map((file) => `  <link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">\n  `)
  return html.replace('</head>', () => `${links.join('')}  <style id="look-fonts" data-font="${name}">${font.css}</style>\n  </head>`)
}
