/** The look of the web: all colours as CSS variables, made of the accent colour of the owner. */
import { deriveAccent, HOVER_DARK, HOVER_LIGHT, paper } from '#kit/pure/accent.ts'

const defaultAccent = '#8a5a3c'

export interface SiteColors {
  common: Record<string, string>
  light: Record<string, string>
  dark: Record<string, string>
}
/** Ground, text and lines; `paper` and `card` carry everything else. */
export interface Tone {
  light: Record<string, string> & Record<'--soft', string>
  dark: Record<string, string> & Record<'--hover', string>
}
const warm: Tone = {
  light: {
    '--paper': paper.light,
    '--card': paper.lightCard,
    '--ink': '#2a241f',
    '--dim': '#665c52',
    '--ghost': '#70675e',
    '--edge': '#d9cec1',
    '--hover': '#f6f1ea',
    '--line': '#e8dfd5',
    '--line-strong': '#8f857a',
    '--soft': '#f4eee6',
    '--shadow': '0 1px 2px rgb(60 40 20 / 0.05), 0 6px 20px rgb(60 40 20 / 0.06)',
  },
  dark: {
    '--paper': paper.dark,
    '--card': paper.darkCard,
    '--ink': '#f0e9e1',
    '--dim': '#b5a99c',
    '--ghost': '#a2978c',
    '--edge': '#4a4138',
    '--hover': '#2e2822',
    '--line': '#38312a',
    '--line-strong': '#8d8377',
    '--soft': '#2a2520',
    '--shadow': '0 0 0 1px #38312a',
  },
}

/** What depends on neither accent nor tone. */
const meanings = {
  light: {
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
  },
  dark: {
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
  },
}

/** All colours of a site as CSS variables. */
export function deriveSiteColors(accentHex: string, tone: Tone = warm): SiteColors {
  const accent = deriveAccent(accentHex || defaultAccent, { light: tone.light['--soft'], dark: tone.dark['--hover'] })
  return {
    common: { '--accent': accent.fill, '--accent-on': accent.on, '--accent-hover': accent.hover },
    light: {
      '--accent-text': accent.textLight,
      '--accent-tint': accent.tintLight,
      '--accent-tint-hover': `color-mix(in srgb, ${accent.tintLight}, ${accent.fill} ${HOVER_LIGHT * 100}%)`,
      '--accent-on-tint': accent.onTintLight,
      ...tone.light,
      ...meanings.light,
    },
    dark: {
      '--accent-text': accent.textDark,
      '--accent-tint': accent.tintDark,
      '--accent-tint-hover': `color-mix(in srgb, ${accent.tintDark}, ${accent.fill} ${HOVER_DARK * 100}%)`,
      '--accent-on-tint': accent.onTintDark,
      ...tone.dark,
      ...meanings.dark,
    },
  }
}

const rule = (selector: string, values: Record<string, string>): string =>
  `${selector}{${Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/** What a look adds to the colours: variables of all schemes, and another tone. */
export interface LookStyle {
  tone?: Tone
  common?: Record<string, string>
}
/** Colours as a style sheet that follows the scheme of the device, unless a screen has chosen one. */
export function toStyleSheet(accentHex: string, { tone, common: more }: LookStyle): string {
  const { common, light, dark } = deriveSiteColors(accentHex, tone)
  return [
    rule(':root', { 'color-scheme': 'light dark', ...common, ...light, ...more }),
    `@media (prefers-color-scheme:dark){${rule(":root:not([data-mantine-color-scheme='light'])", dark)}}`,
    rule(":root[data-mantine-color-scheme='light']", { 'color-scheme': 'light' }),
    rule(":root[data-mantine-color-scheme='dark']", { 'color-scheme': 'dark', ...dark }),
  ].join('')
}

/** Id of the style element with the colours of a site. */
const STYLE_ID = 'site-look'
/** Dresses the page in the accent colour of a site, and in a look where it has one. The server may have done so. */
export function applyAccent(accentHex: string, style: LookStyle = {}): void {
  let element = document.getElementById(STYLE_ID)
  if (!element) {
    element = document.createElement('style')
    element.id = STYLE_ID
    document.head.append(element)
  }
  const text = toStyleSheet(accentHex, style)
  if (element.textContent !== text) element.textContent = text
}
