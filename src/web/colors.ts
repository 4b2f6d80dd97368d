/** The look of the web: all colours as CSS variables, made of the accent colour of the owner. */
import { deriveAccent, HOVER_DARK, HOVER_LIGHT, paper } from '#kit/pure/accent.ts'

const defaultAccent = '#8a5a3c'

export interface SiteColors {
  common: Record<string, string>
  light: Record<string, string>
  dark: Record<string, string>
}
/** Ground, text and lines by tone; `paper` and `card` carry everything else. */
const tones = {
  warm: {
    light: {
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
      '--shadow': '0 1px 2px rgb(60 40 20 / 0.05), 0 6px 20px rgb(60 40 20 / 0.06)',
    },
    dark: {
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
      '--shadow': '0 0 0 1px #38312a',
    },
  },
  cool: {
    light: {
      '--paper': '#f8fafc',
      '--card': '#ffffff',
      '--ink': '#1d2530',
      '--dim': '#52606f',
      '--ghost': '#667485',
      '--edge': '#c5cfda',
      '--hover': '#eef2f6',
      '--line': '#dde4eb',
      '--line-strong': '#7c8997',
      '--soft': '#eef2f6',
      '--shadow': '0 1px 2px rgb(20 40 70 / 0.05), 0 6px 20px rgb(20 40 70 / 0.06)',
    },
    dark: {
      '--paper': '#11151a',
      '--card': '#1a1f26',
      '--ink': '#e7ecf2',
      '--dim': '#a6b1be',
      '--ghost': '#8f9aa8',
      '--edge': '#3d4753',
      '--hover': '#242b34',
      '--line': '#2c343e',
      '--line-strong': '#7d8896',
      '--soft': '#20262e',
      '--shadow': '0 0 0 1px #2c343e',
    },
  },
  neutral: {
    light: {
      '--paper': '#fafafa',
      '--card': '#ffffff',
      '--ink': '#242424',
      '--dim': '#5c5c5c',
      '--ghost': '#707070',
      '--edge': '#cfcfcf',
      '--hover': '#f2f2f2',
      '--line': '#e4e4e4',
      '--line-strong': '#858585',
      '--soft': '#f1f1f1',
      '--shadow': '0 1px 2px rgb(0 0 0 / 0.05), 0 6px 20px rgb(0 0 0 / 0.06)',
    },
    dark: {
      '--paper': '#151515',
      '--card': '#1f1f1f',
      '--ink': '#ebebeb',
      '--dim': '#b0b0b0',
      '--ghost': '#979797',
      '--edge': '#454545',
      '--hover': '#2a2a2a',
      '--line': '#343434',
      '--line-strong': '#868686',
      '--soft': '#272727',
      '--shadow': '0 0 0 1px #343434',
    },
  },
}
export type Tone = keyof typeof tones

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
export function deriveSiteColors(accentHex: string, tone: Tone = 'warm'): SiteColors {
  const accent = deriveAccent(accentHex || defaultAccent)
  return {
    common: { '--accent': accent.fill, '--accent-on': accent.on, '--accent-hover': accent.hover },
    light: {
      '--accent-text': accent.textLight,
      '--accent-tint': accent.tintLight,
      '--accent-tint-hover': `color-mix(in srgb, ${accent.tintLight}, ${accent.fill} ${HOVER_LIGHT * 100}%)`,
      '--accent-on-tint': accent.onTintLight,
      ...tones[tone].light,
      ...meanings.light,
    },
    dark: {
      '--accent-text': accent.textDark,
      '--accent-tint': accent.tintDark,
      '--accent-tint-hover': `color-mix(in srgb, ${accent.tintDark}, ${accent.fill} ${HOVER_DARK * 100}%)`,
      '--accent-on-tint': accent.onTintDark,
      ...tones[tone].dark,
      ...meanings.dark,
    },
  }
}

const rule = (selector: string, values: Record<string, string>): string =>
  `${selector}{${Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/** The look that an owner chose. */
export interface Look {
  tone: Tone
  font: 'system' | 'modern' | 'classic' | 'friendly'
  corners: 'round' | 'soft' | 'square'
  scheme: 'auto' | 'light' | 'dark'
}
const plainLook: Look = { tone: 'warm', font: 'system', corners: 'round', scheme: 'auto' }

const corners: Record<Look['corners'], Record<string, string>> = {
  round: {},
  soft: { '--radius': '10px', '--radius-s': '8px', '--radius-l': '14px', '--pill': '10px' },
  square: { '--radius': '2px', '--radius-s': '2px', '--radius-l': '2px', '--pill': '2px' },
}
const fallback = 'system-ui, "Segoe UI", sans-serif'
const families: Record<Look['font'], Record<string, string>> = {
  system: {},
  modern: { '--family': `"Inter Variable", ${fallback}` },
  classic: { '--family': `"Inter Variable", ${fallback}`, '--family-head': '"Source Serif 4 Variable", Georgia, serif' },
  friendly: { '--family': `"Nunito Variable", ${fallback}` },
}
/** Faces are loaded when a site has chosen them; their files lie beside ours. */
const faces: Record<Look['font'], () => Promise<unknown>> = {
  system: () => Promise.resolve(),
  modern: () => import('@fontsource-variable/inter/index.css'),
  classic: () => Promise.all([import('@fontsource-variable/inter/index.css'), import('@fontsource-variable/source-serif-4/index.css')]),
  friendly: () => import('@fontsource-variable/nunito/index.css'),
}

/** Colours, corners and families as a style sheet that follows the scheme of the device, unless a screen has chosen one. */
function toStyleSheet(accentHex: string, look: Look): string {
  const { common, light, dark } = deriveSiteColors(accentHex, look.tone)
  return [
    rule(':root', { 'color-scheme': 'light dark', ...common, ...light, ...corners[look.corners], ...families[look.font] }),
    `@media (prefers-color-scheme:dark){${rule(":root:not([data-mantine-color-scheme='light'])", { 'color-scheme': 'dark', ...dark })}}`,
    rule(":root[data-mantine-color-scheme='light']", { 'color-scheme': 'light' }),
    rule(":root[data-mantine-color-scheme='dark']", { 'color-scheme': 'dark', ...dark }),
  ].join('')
}

let styleElement: HTMLStyleElement | undefined
/** Dresses the page in the accent colour of a site. */
export function applyAccent(accentHex: string): void {
  dress(accentHex, plainLook)
}
/** Dresses the page in the whole look of a site. */
export function applyLook(accentHex: string, look: Look = plainLook): void {
  dress(accentHex, look)
  const { dataset } = document.documentElement
  if (look.scheme === 'auto') delete dataset.mantineColorScheme
  else dataset.mantineColorScheme = look.scheme
  // The page is readable before its face is there, and without it.
  void faces[look.font]().catch(() => undefined)
}
function dress(accentHex: string, look: Look): void {
  if (!styleElement) {
    styleElement = document.createElement('style')
    document.head.append(styleElement)
  }
  const text = toStyleSheet(accentHex, look)
  if (styleElement.textContent !== text) styleElement.textContent = text
}
