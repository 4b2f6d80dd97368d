/** What is derived from the accent colour of a site, with contrast computed and not hoped for. No I/O. */
type Rgb = [number, number, number]
const parseHex = (hex: string): Rgb => {
  const full = /^#?([0-9a-f]{3})$/i.test(hex) ? hex.replace('#', '').replace(/./g, '$&$&') : hex.replace('#', '')
  const number = /^[0-9a-f]{6}$/i.test(full) ? Number.parseInt(full, 16) : 0x8a5a3c
  return [number >> 16, (number >> 8) & 255, number & 255]
}
const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (a: Rgb, b: Rgb, share: number): Rgb => [0, 1, 2].map((i) => a[i as 0] + (b[i as 0] - a[i as 0]) * share) as Rgb
/** Two hex colours mixed in sRGB; `share` of the second, 0 to 1. */
export const blendColours = (a: string, b: string, share: number): string => toHex(mix(parseHex(a), parseHex(b), share))
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const s = part / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrastRatio = (a: Rgb, b: Rgb) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
const white: Rgb = [255, 255, 255]
const ink: Rgb = [31, 26, 22]
export const paper = { light: '#fbf8f4', lightCard: '#ffffff', dark: '#181512', darkCard: '#221e1a' }

/** Moves a colour towards black or white until it can be read on the ground. */
function ensureContrast(colour: Rgb, background: Rgb, wanted = 4.6): Rgb {
  const target = luminance(background) > 0.3 ? ink : white
  for (let share = 0; share <= 1; share += 0.04) {
    const candidate = mix(colour, target, share)
    if (contrastRatio(candidate, background) >= wanted) return candidate
  }
  return target
}

type Shades = readonly [string, string, string, string, string, string, string, string, string, string]
export interface Accent {
  fill: string
  on: string
  hover: string
  textLight: string
  textDark: string
  tintLight: string
  tintDark: string
  onTintLight: string
  onTintDark: string
  /** From light to dark; the seventh is the colour of buttons. */
  shades: Shades
}

/** How much of the accent is added to its tint under the pointer. */
export const HOVER_LIGHT = 0.12
export const HOVER_DARK = 0.25

/** The grounds on which words in the accent colour are hardest to read, as hex colours. */
export interface Grounds {
  light: string
  dark: string
}
const warmSurfaces: Grounds = { light: '#f4eee6', dark: '#2e2822' }

/** All that is made of one accent colour. Text on it, and text in it on the grounds, keeps 4.5:1 whatever the owner chose. */
export function deriveAccent(hex: string, grounds: Grounds = warmSurfaces): Accent {
  const base = parseHex(hex)
  const whiteWins = contrastRatio(base, white) >= 4.5 || contrastRatio(base, white) >= contrastRatio(base, ink)
  const on = whiteWins ? white : ink
  const fill = ensureContrast(base, on)
  const tintLight = mix(base, white, 0.88),
    tintDark = mix(base, parseHex(paper.darkCard), 0.78)
  const shade = (step: number) => toHex(step >= 0 ? mix(fill, white, step) : mix(fill, [0, 0, 0], -step))
  return {
    fill: toHex(fill),
    on: toHex(on),
    hover: toHex(mix(fill, whiteWins ? [0, 0, 0] : white, 0.12)),
    textLight: toHex(ensureContrast(base, parseHex(grounds.light))),
    textDark: toHex(ensureContrast(base, parseHex(grounds.dark))),
    tintLight: toHex(tintLight),
    tintDark: toHex(tintDark),
    // Under the pointer the tint is stronger, and the words on it are still to be read.
    onTintLight: toHex(ensureContrast(base, mix(tintLight, fill, HOVER_LIGHT))),
    onTintDark: toHex(ensureContrast(base, mix(tintDark, fill, HOVER_DARK))),
    shades: [shade(0.92), shade(0.82), shade(0.68), shade(0.5), shade(0.3), shade(0.14), shade(0), shade(-0.12), shade(-0.25), shade(-0.4)],
  }
}
