/** What makes the site an app on a phone: its manifest and its icon, in the accent colour. No I/O. */
import { deriveAccent, paper } from '#kit/pure/accent.ts'

/** Sides in pixels: for Android and desktops, and the one that iOS asks for by its well-known address. */
export const iconSizes = { '192': 192, '512': 512, apple: 180 } as const

/** Longer names are cut below the icon on a home screen. */
const MAX_SHORT_NAME = 12
const toShortName = (name: string): string => {
  if (name.length <= MAX_SHORT_NAME) return name
  const words = name.split(/\s+/)
  const fitting = words.findLastIndex((_, at) => words.slice(0, at + 1).join(' ').length <= MAX_SHORT_NAME)
  return fitting < 0 ? name.slice(0, MAX_SHORT_NAME) : words.slice(0, fitting + 1).join(' ')
}

/** A web app manifest. Source: W3C Web Application Manifest. */
export function buildManifest({ name, description, accent, language }: { name: string; description: string; accent: string; language: string }) {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose })
  return {
    id: '/',
    name,
    short_name: toShortName(name),
    description,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paper.light,
    theme_color: deriveAccent(accent).fill,
    icons: [iconSizes['192'], iconSizes['512']].flatMap((size) => [icon(size, 'any'), icon(size, 'maskable')]),
  }
}

/** The icon as SVG: an arch on the accent. The drawing stays within the inner four fifths, so that every mask leaves it whole. */
export function drawIcon(accent: string): string {
  const { fill, on } = deriveAccent(accent)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64"><rect width="64" height="64" fill="${fill}"/><path transform="translate(16 15)" d="M5 29V15a11 11 0 0 1 22 0v14h-6V16a5 5 0 0 0-10 0v13z" fill="${on}"/></svg>`
}
