/** The look: the owner's accent colour, everything else derived from it, with contrast computed and not hoped for. */
type Rgb = [number, number, number]
const parseHex = (hex: string): Rgb => {
  const full = /^#?([0-9a-f]{3})$/i.test(hex) ? hex.replace('#', '').replace(/./g, '$&$&') : hex.replace('#', '')
  const number = /^[0-9a-f]{6}$/i.test(full) ? Number.parseInt(full, 16) : 0x8a5a3c
  return [number >> 16, (number >> 8) & 255, number & 255]
}
const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (a: Rgb, b: Rgb, share: number): Rgb => [0, 1, 2].map((i) => a[i as 0] + (b[i as 0] - a[i as 0]) * share) as Rgb
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
const paper = { light: '#fbf8f4', lightCard: '#ffffff', dark: '#181512', darkCard: '#221e1a' }

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
const HOVER_LIGHT = 0.12
const HOVER_DARK = 0.25

/** All that is made of one accent colour. The text on it keeps 4.5:1 whatever the owner chose. */
export function deriveAccent(hex: string): Accent {
  const base = parseHex(hex)
  const whiteWins = contrastRatio(base, white) >= 4.5 || contrastRatio(base, white) >= contrastRatio(base, ink)
  const on = whiteWins ? white : ink
  const fill = whiteWins ? ensureContrast(base, white, 4.6) : base
  const tintLight = mix(base, white, 0.88),
    tintDark = mix(base, parseHex(paper.darkCard), 0.78)
  const shade = (step: number) => toHex(step >= 0 ? mix(fill, white, step) : mix(fill, [0, 0, 0], -step))
  return {
    fill: toHex(fill),
    on: toHex(on),
    hover: toHex(mix(fill, whiteWins ? [0, 0, 0] : white, 0.12)),
    textLight: toHex(ensureContrast(base, mix(parseHex(paper.light), [0, 0, 0], 0.02))),
    textDark: toHex(ensureContrast(base, parseHex(paper.darkCard))),
    tintLight: toHex(tintLight),
    tintDark: toHex(tintDark),
    // Under the pointer the tint is stronger, and the words on it are still to be read.
    onTintLight: toHex(ensureContrast(base, mix(tintLight, fill, HOVER_LIGHT))),
    onTintDark: toHex(ensureContrast(base, mix(tintDark, fill, HOVER_DARK))),
    shades: [shade(0.92), shade(0.82), shade(0.68), shade(0.5), shade(0.3), shade(0.14), shade(0), shade(-0.12), shade(-0.25), shade(-0.4)],
  }
}

const defaultAccent = '#8a5a3c'

export interface SiteColors {
  common: Record<string, string>
  light: Record<string, string>
  dark: Record<string, string>
}
/** All colours of a site as CSS variables. */
export function deriveSiteColors(accentHex: string): SiteColors {
  const accent = deriveAccent(accentHex || defaultAccent)
  return {
    common: { '--accent': accent.fill, '--accent-on': accent.on, '--accent-hover': accent.hover },
    light: {
      '--accent-text': accent.textLight,
      '--accent-tint': accent.tintLight,
      '--accent-tint-hover': `color-mix(in srgb, ${accent.tintLight}, ${accent.fill} ${HOVER_LIGHT * 100}%)`,
      '--accent-on-tint': accent.onTintLight,
      '--paper': paper.light,
      '--card': paper.lightCard,
      '--ink': '#2a241f',
      '--dim': '#665c52',
      '--ghost': '#7a7067',
      '--edge': '#d9cec1',
      '--hover': '#f6f1ea',
      '--line': '#e8dfd5',
      '--line-strong': '#8f857a',
      '--soft': '#f4eee6',
      '--wrong': '#b3261e',
      '--good': '#1f6b3f',
      '--good-tint': '#e3f1e6',
      '--avatar-tint': '45% 91%',
      '--avatar-text': '45% 26%',
      '--warn': '#7a4d00',
      '--warn-tint': '#fbeecd',
      '--bad': '#a3241c',
      '--bad-tint': '#fbe6e2',
      '--calm': '#4d5560',
      '--calm-tint': '#ebedef',
      '--shadow': '0 1px 2px rgb(60 40 20 / 0.05), 0 6px 20px rgb(60 40 20 / 0.06)',
    },
    dark: {
      '--accent-text': accent.textDark,
      '--accent-tint': accent.tintDark,
      '--accent-tint-hover': `color-mix(in srgb, ${accent.tintDark}, ${accent.fill} ${HOVER_DARK * 100}%)`,
      '--accent-on-tint': accent.onTintDark,
      '--paper': paper.dark,
      '--card': paper.darkCard,
      '--ink': '#f0e9e1',
      '--dim': '#b5a99c',
      '--ghost': '#9a8f83',
      '--edge': '#4a4138',
      '--hover': '#2e2822',
      '--line': '#38312a',
      '--line-strong': '#8d8377',
      '--soft': '#2a2520',
      '--wrong': '#ff9b8f',
      '--good': '#8fd6a6',
      '--good-tint': '#1d3325',
      '--avatar-tint': '25% 24%',
      '--avatar-text': '50% 84%',
      '--warn': '#f0c674',
      '--warn-tint': '#3a2d12',
      '--bad': '#ffa79c',
      '--bad-tint': '#43211d',
      '--calm': '#bfc6ce',
      '--calm-tint': '#2d3136',
      '--shadow': '0 0 0 1px #38312a',
    },
  }
}

const rule = (selector: string, values: Record<string, string>): string =>
  `${selector}{${Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/** The same as a style sheet that follows the scheme of the device, unless a screen has chosen one. */
function toStyleSheet(accentHex: string): string {
  const { common, light, dark } = deriveSiteColors(accentHex)
  return [
    rule(':root', { 'color-scheme': 'light dark', ...common, ...light }),
    `@media (prefers-color-scheme:dark){${rule(":root:not([data-mantine-color-scheme='light'])", dark)}}`,
    rule(":root[data-mantine-color-scheme='dark']", dark),
  ].join('')
}

let styleElement: HTMLStyleElement | undefined
/** Dresses the page in the accent colour of a site. */
export function applyAccent(accentHex: string): void {
  if (!styleElement) {
    styleElement = document.createElement('style')
    document.head.append(styleElement)
  }
  const text = toStyleSheet(accentHex)
  if (styleElement.textContent !== text) styleElement.textContent = text
}
