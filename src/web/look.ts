/** The look that an owner chose for the site: tone, typeface, corners, scheme. Loaded where it is not the one that every site begins with. */
import { applyAccent, type Tone } from './colors.ts'
import { resizedUrl } from './kit/picture.tsx'

export interface Look {
  tone: 'warm' | 'cool' | 'neutral'
  font: 'system' | 'modern' | 'classic' | 'friendly'
  corners: 'round' | 'soft' | 'square'
  scheme: 'auto' | 'light' | 'dark'
  /** The picture that stands for the site in the tab of the browser. */
  icon?: { id: string } | undefined
}

const tones: Record<Look['tone'], Tone | undefined> = {
  warm: undefined,
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
/** Their files lie beside ours. */
const faces: Record<Look['font'], () => Promise<unknown>> = {
  system: () => Promise.resolve(),
  modern: () => import('@fontsource-variable/inter/index.css'),
  classic: () => Promise.all([import('@fontsource-variable/inter/index.css'), import('@fontsource-variable/source-serif-4/index.css')]),
  friendly: () => import('@fontsource-variable/nunito/index.css'),
}

/** Dresses the page in the accent colour and the look of a site. */
export function applyLook(accentHex: string, { tone, font, corners: shape, scheme, icon }: Look): void {
  const chosen = tones[tone]
  applyAccent(accentHex, { ...(chosen ? { tone: chosen } : {}), common: { ...corners[shape], ...families[font] } })
  const { dataset } = document.documentElement
  if (scheme === 'auto') delete dataset.mantineColorScheme
  else dataset.mantineColorScheme = scheme
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link && icon) link.href = resizedUrl(`/media/${icon.id}`, 64, 64)
  // The page is readable before its face is there, and without it.
  void faces[font]().catch(() => undefined)
}
