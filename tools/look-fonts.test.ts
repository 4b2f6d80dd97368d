import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFontSheets, toFaceRules } from './look-fonts.ts'

test('the fonts that a look imports are found, each with its style sheets', () => {
  expect(listFontSheets(readFileSync('src/web/look.ts', 'utf8'))).toEqual([
    ['modern', ['@fontsource-variable/inter/index.css']],
    ['classic', ['@fontsource-variable/inter/index.css', '@fontsource-variable/source-serif-4/index.css']],
    ['friendly', ['@fontsource-variable/nunito/index.css']],
  ])
})
test('rules are written short, with the addresses of the build, and never swap', () => {
  const sheet = `/* latin */\n@font-face {\n  font-family: 'A B';\n  font-display: swap;\n  src: url(./files/a.woff2) format('woff2');\n  unicode-range: U+0000-00FF, U+0131;\n}`
  expect(toFaceRules(sheet, (file) => file.replace('./files', '/assets'))).toBe(
    "@font-face{font-family:'A B';font-display:optional;src:url(/assets/a.woff2) format('woff2');unicode-range:U+0000-00FF,U+0131;}",
  )
})
