/** What an owner says on the site and how it looks: one document, as it is stored. No I/O. */
import type { Language } from '#kit/pure/languages.ts'

/** A text in the languages that it was written in. */
export type Texts = Readonly<Partial<Record<Language, string>>>

/** A run of characters with the same marks. `href` is an absolute http(s) address, `mailto:`, `tel:`, or a path of the site. */
export interface TextRun {
  text: string
  bold?: boolean
  italic?: boolean
  href?: string
}
/** Rich text is a flat list of lines: items of a list follow each other. There is no HTML in it. */
export interface TextLine {
  type: 'paragraph' | 'heading' | 'subheading' | 'bullet' | 'number'
  runs: TextRun[]
}
export type RichTexts = Readonly<Partial<Record<Language, TextLine[]>>>

/** A picture of the media library: its public id, its size in pixels, and where its subject is, in percent from the left and the top. */
export interface PictureRef {
  id: string
  width: number
  height: number
  alt?: Texts
  focus?: { x: number; y: number }
}

/** Blocks that show what the site has, under a title of the owner's. */
export type ListBlock = 'classes' | 'services' | 'plans' | 'team'

/** One part of a page. Without texts a block says what suits every business. */
export type Block = { id: string } & (
  | { type: 'hero'; look: 'drawn' | 'picture' | 'plain'; title?: Texts; text?: Texts; picture?: PictureRef }
  | { type: 'text'; title?: Texts; body: RichTexts; picture?: PictureRef }
  | { type: ListBlock; title?: Texts; count?: number }
  | { type: 'location'; title?: Texts }
  | { type: 'gallery'; title?: Texts; pictures: PictureRef[] }
  | { type: 'reviews'; title?: Texts; reviews: { text: Texts; name: string }[] }
  | { type: 'questions'; title?: Texts; questions: { question: Texts; answer: Texts }[] }
  | { type: 'contact'; title?: Texts; text?: Texts }
)
export type BlockType = Block['type']
export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>

export const builtInPages = ['services', 'schedule', 'plans', 'members', 'team'] as const
export type BuiltInPage = (typeof builtInPages)[number]
/** A link of the menu or the footer. `label` stands in for the title of the page. */
export type SiteLink =
  | { kind: 'BUILT_IN'; page: BuiltInPage; label?: Texts }
  | { kind: 'PAGE'; pageId: string; label?: Texts }
  | { kind: 'URL'; url: string; label: Texts }

export const socialNetworks = ['instagram', 'facebook', 'youtube', 'tiktok', 'linkedin', 'whatsapp', 'mastodon', 'x'] as const

export interface WebsitePage {
  id: string
  /** One part of a path: `about` is shown at `/about`. */
  slug: string
  title: Texts
  /** For search engines. */
  description?: Texts
  blocks: Block[]
}

export interface Design {
  /** Hex colour; absent: that of the site. */
  accent?: string
  tone: 'warm' | 'cool' | 'neutral'
  font: 'system' | 'modern' | 'classic' | 'friendly'
  corners: 'round' | 'soft' | 'square'
  scheme: 'auto' | 'light' | 'dark'
  logo?: PictureRef
  icon?: PictureRef
}

export interface Website {
  design: Design
  menu: SiteLink[]
  footer: { text?: Texts; links: SiteLink[]; social: { network: (typeof socialNetworks)[number]; url: string }[] }
  home: Block[]
  pages: WebsitePage[]
}

/** The site of a business that has changed nothing yet. */
export const defaultWebsite: Website = {
  design: { tone: 'warm', font: 'system', corners: 'round', scheme: 'auto' },
  menu: (['services', 'schedule', 'plans', 'members'] as const).map((page) => ({ kind: 'BUILT_IN', page })),
  footer: { links: [], social: [] },
  home: [
    { id: 'hero', type: 'hero', look: 'drawn' },
    { id: 'classes', type: 'classes' },
    { id: 'services', type: 'services' },
    { id: 'plans', type: 'plans' },
    { id: 'location', type: 'location' },
  ],
  pages: [],
}

/** The text for a reader: in their language, else in that of the site, else in any; empty when there is none. */
export function textIn(texts: Texts | undefined, language: Language, siteLanguage: string): string {
  const written = texts ?? {}
  return [written[language], written[siteLanguage as Language], ...Object.values(written)].find((text) => text?.trim()) ?? ''
}
/** The same for rich text. */
export function linesIn(texts: RichTexts, language: Language, siteLanguage: string): readonly TextLine[] {
  const hasText = (lines: readonly TextLine[] | undefined) => lines?.some(({ runs }) => runs.some(({ text }) => text.trim())) === true
  return [texts[language], texts[siteLanguage as Language], ...Object.values(texts)].find(hasText) ?? []
}
export const toPlainText = (line: TextLine): string => line.runs.map(({ text }) => text).join('')

const listPictures = (blocks: readonly Block[]): readonly PictureRef[] =>
  blocks.flatMap((block) => (block.type === 'gallery' ? block.pictures : 'picture' in block && block.picture ? [block.picture] : []))

/** The picture ids of a document, each once: pictures in use must not be deleted. */
export function listPictureIds({ design, home, pages }: Website): string[] {
  const ofBlocks = listPictures([home, ...pages.map(({ blocks }) => blocks)].flat())
  return [...new Set([...ofBlocks, ...[design.logo, design.icon].filter((picture) => picture !== undefined)].map(({ id }) => id))]
}

export interface WebsitePictureUse {
  kind: 'PAGE' | 'LOGO' | 'ICON'
  /** Of a page; the home page has none. */
  id?: string
  name: string
}
/** Where the document shows a picture; `title` gives the name of a page. */
export function findPictureUses({ design, home, pages }: Website, pictureId: string, title: (page: WebsitePage) => string): WebsitePictureUse[] {
  const shows = (pictures: readonly (PictureRef | undefined)[]) => pictures.some((picture) => picture?.id === pictureId)
  return [
    ...(shows([design.logo]) ? [{ kind: 'LOGO' as const, name: 'Logo' }] : []),
    ...(shows([design.icon]) ? [{ kind: 'ICON' as const, name: 'Icon' }] : []),
    ...(shows(listPictures(home)) ? [{ kind: 'PAGE' as const, name: 'Home' }] : []),
    ...pages.filter(({ blocks }) => shows(listPictures(blocks))).map((page) => ({ kind: 'PAGE' as const, id: page.id, name: title(page) })),
  ]
}
