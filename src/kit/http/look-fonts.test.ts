import { expect, test } from 'vitest'
import { writeFonts } from './look-fonts.ts'

const page = '<html><head><title>S</title></head><body></body></html>'
const fonts = { classic: { css: "@font-face{font-family:'A'}", preload: ['/assets/a.woff2', '/assets/b.woff2'] } }

test('a page comes with the faces of its font, and asks for those that it begins with', () => {
  const html = writeFonts(page, fonts, 'classic')
  expect(html).toContain(`<style id="look-fonts" data-font="classic">@font-face{font-family:'A'}</style>`)
  expect(html.match(/<link rel="preload" as="font" type="font\/woff2" crossorigin href="\/assets\/[ab]\.woff2">/g)).toHaveLength(2)
})
test.each([undefined, 'system', 'constructor'])('a page with the font %s stays as it is', (name) => {
  expect(writeFonts(page, fonts, name)).toBe(page)
})
