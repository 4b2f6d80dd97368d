import { expect, test } from 'vitest'
import { drawSharePicture, toSharePicturePath } from './share-picture.ts'

const site = { name: 'Riverside Yoga', line: 'Berlin', accent: '#2f6d4f' }
const countGlyphs = (svg: string) => svg.match(/<path transform=/g)?.length ?? 0

test('the picture says the name and the line below it, glyph by glyph', () => {
  const svg = drawSharePicture(site)
  expect(svg).toMatch(/^<svg [^>]*width="1200" height="630"/)
  expect(svg).not.toMatch(/NaN|undefined/)
  // Of two words in one line, and one below: spaces are drawn, too.
  expect(countGlyphs(svg)).toBe('Riverside Yoga'.length + 'Berlin'.length)
})
test('a long name is set smaller, in several lines, within the card', () => {
  const readScale = (name: string) => Number(/scale\((0[.]\d+)\)" fill="#2a241f"/.exec(drawSharePicture({ ...site, name }))?.[1])
  expect(readScale('Gesundheitszentrum am alten Stadttor von Rothenburg ob der Tauber')).toBeLessThan(readScale('Linden'))
})
test.each([
  ['a glyph that is not known', 'ヨガ'],
  ['no end', 'Endless '.repeat(40)],
])('with %s the landscape stands alone', (_what, name) => {
  const svg = drawSharePicture({ ...site, name })
  expect(svg).not.toContain('<rect')
  expect(svg.match(/<path d=/g)?.length).toBeGreaterThan(8)
})
test('markup in a name is drawn, and stays none', () => {
  expect(drawSharePicture({ ...site, name: '<b>"&' })).not.toMatch(/<b>|"&/)
})
test('the address changes with all that is drawn', () => {
  const changed = [{}, { name: 'Other' }, { line: 'Hamburg' }, { accent: '#123456' }].map((change) => toSharePicturePath({ ...site, ...change }))
  expect(new Set(changed).size).toBe(4)
  expect(toSharePicturePath(site)).toMatch(/^\/share-picture[.]png[?]v=[0-9a-z]+$/)
})
