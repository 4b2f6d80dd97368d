/** The look that an owner chose for the site: tone, typeface, corners, scheme. Loaded where it is not the one that every site begins with. */
import { applyAccent, type LookStyle } from './colors.ts'
import { resizedUrl } from '#kit/pure/picture-sources.ts'
import { tones, type ToneName } from './tones.ts'

export interface Look {
  tone: ToneName
  font: 'system' | 'modern' | 'classic' | 'friendly'
  corners: 'round' | 'soft' | 'square'
  scheme: 'auto' | 'light' | 'dark'
  /** The picture that stands for the site in the tab of the browser. */
  icon?: { id: string } | undefined
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
/** Their files lie beside ours. The server writes the faces of a site into its pages (`tools/look-fonts.ts` reads them here): these are for a look that is tried out. */
const faces: Record<Look['font'], () => Promise<unknown>> = {
  system: () => Promise.resolve(),
  modern: () => import('@fontsource-variable/inter/index.css'),
  classic: () => Promise.all([import('@fontsource-variable/inter/index.css'), import('@fontsource-variable/source-serif-4/index.css')]),
  friendly: () => import('@fontsource-variable/nunito/index.css'),
}

/** What a look adds to the colours of a site. */
export function toLookStyle({ tone, font, corners: shape }: Look): LookStyle {
  const chosen = tones[tone]
  return { ...(chosen ? { tone: chosen } : {}), common: { ...corners[shape], ...families[font] } }
}

/** Dresses the page in the accent colour and the look of a site. */
export function applyLook(accentHex: string, look: Look): void {
  const { font, scheme, icon } = look
  applyAccent(accentHex, toLookStyle(look))
  const { dataset } = document.documentElement
  if (scheme === 'auto') delete dataset.mantineColorScheme
  else dataset.mantineColorScheme = scheme
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link && icon) link.href = resizedUrl(`/media/${icon.id}`, 64, 64)
  // The page is readable before its face is there, and without it.
  if (!document.querySelector(`#look-fonts[data-font="${font}"]`)) void faces[font]().catch(() => undefined)
}
