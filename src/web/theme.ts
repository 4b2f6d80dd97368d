/** The look: the owner's accent colour, everything else derived from it, with contrast computed and not hoped for. */
import { createTheme, type CSSVariablesResolver, defaultVariantColorsResolver, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'

type Rgb = [number, number, number]
const parse = (hex: string): Rgb => {
  const full = /^#?([0-9a-f]{3})$/i.test(hex) ? hex.replace('#', '').replace(/./g, '$&$&') : hex.replace('#', '')
  const number = /^[0-9a-f]{6}$/i.test(full) ? Number.parseInt(full, 16) : 0x8a5a3c
  return [number >> 16, (number >> 8) & 255, number & 255]
}
const format = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (a: Rgb, b: Rgb, share: number): Rgb => [0, 1, 2].map((i) => a[i as 0] + (b[i as 0] - a[i as 0]) * share) as Rgb
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const s = part / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrastOf = (a: Rgb, b: Rgb) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
/** WCAG contrast of two hex colours. */
export const contrast = (a: string, b: string) => contrastOf(parse(a), parse(b))

const white: Rgb = [255, 255, 255]
const ink: Rgb = [31, 26, 22]
export const paper = { light: '#fbf8f4', lightCard: '#ffffff', dark: '#181512', darkCard: '#221e1a' }

/** Moves a colour towards black or white until it can be read on the ground. */
function readable(colour: Rgb, ground: Rgb, wanted = 4.6): Rgb {
  const goal = luminance(ground) > 0.3 ? ink : white
  for (let share = 0; share <= 1; share += 0.04) {
    const tried = mix(colour, goal, share)
    if (contrastOf(tried, ground) >= wanted) return tried
  }
  return goal
}

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
  shades: MantineColorsTuple
}

/** All that is made of one accent colour. The text on it keeps 4.5:1 whatever the owner chose. */
export function accentOf(hex: string): Accent {
  const base = parse(hex)
  const whiteWins = contrastOf(base, white) >= 4.5 || contrastOf(base, white) >= contrastOf(base, ink)
  const on = whiteWins ? white : ink
  const fill = whiteWins ? readable(base, white, 4.6) : base
  const tintLight = mix(base, white, 0.88),
    tintDark = mix(base, parse(paper.darkCard), 0.78)
  const shades = [0.92, 0.82, 0.68, 0.5, 0.3, 0.14, 0, -0.12, -0.25, -0.4].map((step) =>
    format(step >= 0 ? mix(fill, white, step) : mix(fill, [0, 0, 0], -step)),
  )
  return {
    fill: format(fill),
    on: format(on),
    hover: format(mix(fill, whiteWins ? [0, 0, 0] : white, 0.12)),
    textLight: format(readable(base, mix(parse(paper.light), [0, 0, 0], 0.02))),
    textDark: format(readable(base, parse(paper.darkCard))),
    tintLight: format(tintLight),
    tintDark: format(tintDark),
    onTintLight: format(readable(base, tintLight)),
    onTintDark: format(readable(base, tintDark)),
    shades: shades as unknown as MantineColorsTuple,
  }
}

export const defaultAccent = '#8a5a3c'
const family = "'Avenir Next', Avenir, 'Nunito Sans', 'Segoe UI', 'Noto Sans', Ubuntu, Cantarell, 'Helvetica Neue', system-ui, sans-serif"

/** Mantine's theme for one site. */
export function themeOf(accentHex: string): MantineThemeOverride {
  const accent = accentOf(accentHex || defaultAccent)
  return createTheme({
    primaryColor: 'accent',
    primaryShade: 6,
    colors: { accent: accent.shades },
    fontFamily: family,
    headings: { fontFamily: family, fontWeight: '650' },
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '8px', md: '12px', lg: '18px', xl: '26px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    shadows: {
      xs: '0 1px 2px rgb(60 40 20 / .06)',
      sm: '0 2px 8px rgb(60 40 20 / .07)',
      md: '0 8px 24px rgb(60 40 20 / .09)',
      lg: '0 14px 40px rgb(60 40 20 / .13)',
      xl: '0 24px 60px rgb(60 40 20 / .16)',
    },
    other: { accent },
    variantColorResolver: (input) => {
      const standard = defaultVariantColorsResolver(input)
      const own = !input.color || input.color === 'accent' || input.color === input.theme.primaryColor
      if (!own) return standard
      switch (input.variant) {
        case 'filled':
          return { ...standard, background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--accent-on)' }
        case 'light':
          return { ...standard, background: 'var(--accent-tint)', hover: 'var(--accent-tint-hover)', color: 'var(--accent-on-tint)' }
        case 'subtle':
        case 'transparent':
          return { ...standard, color: 'var(--accent-text)', hover: input.variant === 'subtle' ? 'var(--accent-tint)' : 'transparent' }
        case 'outline':
          return { ...standard, color: 'var(--accent-text)', border: '1px solid var(--accent-text)', hover: 'var(--accent-tint)' }
        default:
          return standard
      }
    },
  })
}

/** The same colours as CSS variables, for our own style sheets. */
export const resolveVariables: CSSVariablesResolver = (theme) => {
  const accent = theme.other.accent as Accent
  return {
    variables: { '--accent': accent.fill, '--accent-on': accent.on, '--accent-hover': accent.hover },
    light: {
      '--accent-text': accent.textLight,
      '--accent-tint': accent.tintLight,
      '--accent-tint-hover': `color-mix(in srgb, ${accent.tintLight}, ${accent.fill} 12%)`,
      '--accent-on-tint': accent.onTintLight,
      '--mantine-color-body': paper.light,
      '--card': paper.lightCard,
      '--line': '#e8dfd5',
      '--line-strong': '#8f857a',
      '--soft': '#f4eee6',
      '--mantine-color-text': '#2a241f',
      '--mantine-color-dimmed': '#665c52',
      '--mantine-color-placeholder': '#7a7067',
      '--mantine-color-default': paper.lightCard,
      '--mantine-color-default-hover': '#f6f1ea',
      '--mantine-color-default-border': '#d9cec1',
      '--mantine-color-error': '#b3261e',
      '--mantine-color-anchor': accent.textLight,
      '--good': '#1f6b3f',
      '--good-tint': '#e3f1e6',
      '--warn': '#7a4d00',
      '--warn-tint': '#fbeecd',
      '--bad': '#a3241c',
      '--bad-tint': '#fbe6e2',
      '--calm': '#4d5560',
      '--calm-tint': '#ebedef',
    },
    dark: {
      '--accent-text': accent.textDark,
      '--accent-tint': accent.tintDark,
      '--accent-tint-hover': `color-mix(in srgb, ${accent.tintDark}, ${accent.fill} 25%)`,
      '--accent-on-tint': accent.onTintDark,
      '--mantine-color-body': paper.dark,
      '--card': paper.darkCard,
      '--line': '#38312a',
      '--line-strong': '#8d8377',
      '--soft': '#2a2520',
      '--mantine-color-text': '#f0e9e1',
      '--mantine-color-dimmed': '#b5a99c',
      '--mantine-color-placeholder': '#9a8f83',
      '--mantine-color-default': paper.darkCard,
      '--mantine-color-default-hover': '#2e2822',
      '--mantine-color-default-border': '#4a4138',
      '--mantine-color-error': '#ff9b8f',
      '--mantine-color-anchor': accent.textDark,
      '--good': '#8fd6a6',
      '--good-tint': '#1d3325',
      '--warn': '#f0c674',
      '--warn-tint': '#3a2d12',
      '--bad': '#ffa79c',
      '--bad-tint': '#43211d',
      '--calm': '#bfc6ce',
      '--calm-tint': '#2d3136',
    },
  }
}
