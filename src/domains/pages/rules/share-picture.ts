/** The picture that link previews show of a page without one of its own: the landscape of the site in its accent colour, its name and where it is. No I/O. */
import { blendColours, deriveAccent } from '#kit/pure/accent.ts'
import { hashText } from '#kit/pure/hash-text.ts'
import { composeScene, SCENE_WIDTH, type Palette } from '#kit/pure/landscape.ts'
import { glyphOutlines } from './glyph-outlines.ts'

/** Pixels that previews of large networks ask for. */
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630

export interface SharedSite {
  name: string
  /** What stands below the name: a short line, or nothing. */
  line: string
  /** Hex colour; empty: that of every site. */
  accent: string
}

/** Changes with what is drawn: networks keep a picture by its address. */
export const toSharePicturePath = ({ name, line, accent }: SharedSite): string =>
  `/share-picture.png?v=${hashText(`1 ${[name, line, accent].join('\n')}`).toString(36)}`

const EM = 1000
/** The outlines are of regular weight: a line around them makes them bold. */
const BOLD = 46
const TRACKING = 14
const toGlyphs = (text: string) => [...text.normalize('NFC')].map((glyph) => glyphOutlines[glyph])
const measureWidth = (text: string, size: number): number => (toGlyphs(text).reduce((sum, glyph) => sum + (glyph?.[0] ?? 0) + TRACKING, 0) * size) / EM
const canWrite = (text: string): boolean => toGlyphs(text).every((glyph) => glyph !== undefined)

/** Lines no wider than `width`; a single word may be wider. */
function wrapWords(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && measureWidth(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Paths of a line of words that begins at a point of the baseline. */
function drawWords(text: string, at: { x: number; y: number; size: number; colour: string; isBold: boolean }): string {
  let x = 0
  const paths = toGlyphs(text).map((glyph) => {
    const [advance = 0, outline = ''] = glyph ?? []
    const path = `<path transform="translate(${x} 0)" d="${outline}"/>`
    x += advance + TRACKING
    return path
  })
  const stroke = at.isBold ? ` stroke="${at.colour}" stroke-width="${BOLD}" stroke-linejoin="round"` : ''
  return `<g transform="translate(${at.x} ${at.y}) scale(${at.size / EM})" fill="${at.colour}"${stroke}>${paths.join('')}</g>`
}

const MARGIN = 64
const PADDING = 48
const CARD_WIDTH = 820
const WORDS_WIDTH = CARD_WIDTH - 2 * PADDING
const LINE_SIZE = 34
/** Sizes of the name, and how many lines of each there is room for. */
const nameSizes = [
  [84, 2],
  [68, 2],
  [54, 3],
  [42, 4],
] as const

/** The card with the name; nothing where a glyph of it cannot be drawn, or it is too long. */
function drawCard({ name, line, accent }: SharedSite): string {
  const fits = nameSizes
    .map(([size, most]) => ({ size, most, lines: wrapWords(name, size, WORDS_WIDTH) }))
    .find(({ size, most, lines }) => lines.length <= most && lines.every((one) => measureWidth(one, size) <= WORDS_WIDTH))
  if (!fits || !canWrite(name)) return ''
  const { size, lines } = fits
  const below = line && canWrite(line) && measureWidth(line, LINE_SIZE) <= WORDS_WIDTH ? line : ''
  const height = 2 * PADDING + lines.length * size * 1.15 - size * 0.2 + (below ? LINE_SIZE * 1.6 : 0)
  const top = SHARE_HEIGHT - MARGIN - height
  const first = top + PADDING + size * 0.8
  return [
    `<rect x="${MARGIN}" y="${top}" width="${CARD_WIDTH}" height="${height}" rx="32" fill="#ffffff"/>`,
    ...lines.map((words, at) => drawWords(words, { x: MARGIN + PADDING, y: first + at * size * 1.15, size, colour: '#2a241f', isBold: true })),
    ...(below
      ? [
          drawWords(below, {
            x: MARGIN + PADDING,
            y: SHARE_HEIGHT - MARGIN - PADDING - 4,
            size: LINE_SIZE,
            colour: deriveAccent(accent).textLight,
            isBold: false,
          }),
        ]
      : []),
  ].join('')
}

/** As the landscape at the top of the home page (`web/kit/picture.tsx`). */
const toPalette = (accent: string): Palette => ({
  sky: blendColours('#fff3e3', accent, 0.12),
  sun: '#f6c48d',
  far: blendColours('#f2dcc2', accent, 0.34),
  middle: blendColours('#d8c7a4', accent, 0.6),
  near: blendColours('#23302c', accent, 0.84),
  grass: blendColours('#16211d', accent, 0.3),
})

/** SVG of SHARE_WIDTH × SHARE_HEIGHT pixels. */
export function drawSharePicture(site: SharedSite): string {
  const palette = toPalette(deriveAccent(site.accent).fill)
  const shapes = composeScene(site.name || 'site').map(({ d, colour, line, opacity }) => {
    const paint = line ? `fill="none" stroke="${palette[colour]}" stroke-width="${line}" stroke-linecap="round"` : `fill="${palette[colour]}"`
    return `<path d="${d}" ${paint}${opacity ? ` opacity="${opacity}"` : ''}/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" viewBox="0 0 ${SHARE_WIDTH} ${SHARE_HEIGHT}"><g transform="translate(0 -40) scale(${SHARE_WIDTH / SCENE_WIDTH})">${shapes.join('')}</g>${drawCard(site)}</svg>`
}
