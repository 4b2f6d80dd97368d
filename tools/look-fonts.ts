/**
 * The font faces of each look, written as `look-fonts.json` from the packages that the look imports. The server writes those of a site into its pages
 * (`kit/http/look-fonts.ts`), so that they neither wait for a script nor change what is drawn already.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

export const LOOK_FONTS = 'look-fonts.json'

/** `modern: () => import('@fontsource-variable/inter/index.css')`: the style sheets of each font; those without one are left out. */
export const listFontSheets = (look: string): [font: string, sheets: string[]][] =>
  [...look.matchAll(/^ {2}(\w+): \(\) => (.*@fontsource.*)$/gm)].map(([, font = '', loads = '']) => [
    font,
    [...loads.matchAll(/import\('([^']+)'\)/g)].map(([, sheet = '']) => sheet),
  ])

/**
 * Rules of a sheet in one line. `optional`: a face that is not there at once is not shown before the next page, so nothing that was read moves.
 * `addressOf`: of a file that the sheet names.
 */
export const toFaceRules = (sheet: string, addressOf: (file: string) => string): string =>
  sheet
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/url\(([^)]+)\)/g, (_all, file: string) => `url(${addressOf(file)})`)
    .replaceAll(/font-display:\s*swap/g, 'font-display:optional')
    .replaceAll(/\s*([{};:,])\s*/g, '$1')
    .trim()

/** What all languages of the product are written with, in the weight and slant that a page begins with. */
const isAboveTheFold = (file: string): boolean => file.endsWith('-latin-wght-normal.woff2')

/** `look`: the module that dresses a page, within `root`. */
export function lookFonts({ root, look }: { root: string; look: string }): Plugin {
  return {
    name: 'atrium-look-fonts',
    apply: 'build',
    generateBundle() {
      const { resolve } = createRequire(join(root, look))
      const fonts = listFontSheets(readFileSync(join(root, look), 'utf8')).map(([font, sheets]) => {
        const preload: string[] = []
        const css = sheets.map((sheet) => {
          const file = resolve(sheet)
          return toFaceRules(readFileSync(file, 'utf8'), (face) => {
            const reference = this.emitFile({ type: 'asset', name: basename(face), source: readFileSync(join(dirname(file), face)) })
            const address = `/${this.getFileName(reference)}`
            if (isAboveTheFold(face)) preload.push(address)
            return address
          })
        })
        if (preload.length !== sheets.length) this.error(`The font ${font} has no face to begin with.`)
        return [font, { css: css.join(''), preload }] as const
      })
      if (fonts.length === 0) this.error(`${look} names no fonts.`)
      this.emitFile({ type: 'asset', fileName: LOOK_FONTS, source: JSON.stringify(Object.fromEntries(fonts)) })
    },
  }
}
