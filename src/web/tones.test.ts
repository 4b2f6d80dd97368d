/** Words stay readable on every ground, whatever accent colour and tone an owner chose. */
import { describe, expect, test } from 'vitest'
import { deriveSiteColors } from './colors.ts'
import { tones, type ToneName } from './tones.ts'

/** Relative luminance and contrast as WCAG 2 defines them, apart from what the product computes. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const accents = ['#8a5a3c', '#ffffff', '#000000', '#ffe600', '#00e5ff', '#ff2d95', '#3f6f5f', '#a8741a', '#808080']
const grounds = ['--paper', '--card', '--hover', '--soft']
const words = ['--ink', '--dim', '--ghost', '--accent-text', '--wrong']
const onTints = [
  ['--accent-on-tint', '--accent-tint'],
  ['--good', '--good-tint'],
  ['--warn', '--warn-tint'],
  ['--bad', '--bad-tint'],
  ['--calm', '--calm-tint'],
] as const

describe.each(Object.keys(tones) as ToneName[])('in the %s tone', (tone) => {
  describe.each(['light', 'dark'] as const)('%s', (scheme) => {
    test.each(accents)('with the accent %s', (accent) => {
      const site = deriveSiteColors(accent, tones[tone])
      const colors = { ...site.common, ...site[scheme] }
      const pairs = [...words.flatMap((word) => grounds.map((ground) => [word, ground] as const)), ...onTints, ['--accent-on', '--accent'] as const]
      const tooWeak = pairs.flatMap(([word, ground]) => {
        const ratio = contrastRatio(colors[word] ?? '', colors[ground] ?? '')
        return ratio < 4.5 ? [`${word} on ${ground}: ${ratio.toFixed(2)}`] : []
      })
      expect(tooWeak).toEqual([])
      // The edges of fields.
      expect(contrastRatio(colors['--line-strong'] ?? '', colors['--card'] ?? '')).toBeGreaterThanOrEqual(3)
    })
  })
})
