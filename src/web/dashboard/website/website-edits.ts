/** Changes of the document: each takes it and gives the next one. */
import type { Language } from '#kit/pure/languages.ts'
import { newKey } from '#web/kit/new-key.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { nextSlug } from './slugs.ts'
import type { Block, BlockType, PictureRef, RichTexts, Texts, Website, WebsitePage } from '#domains/website/rules/website.ts'

/** Names of page templates. */
const templateNames = currentMessages(
  defineDashboardMessages(
    {
      empty: 'Empty page',
      about: 'About',
      contact: 'Contact',
      questions: 'Questions',
      imprint: 'Imprint',
      privacy: 'Privacy',
      terms: 'Terms',
    },
    {
      de: {
        empty: 'Leere Seite',
        about: 'Über uns',
        contact: 'Kontakt',
        questions: 'Fragen',
        imprint: 'Impressum',
        privacy: 'Datenschutz',
        terms: 'AGB',
      },
    },
  ),
)

/** '' is the home page. */
export const listBlocks = (website: Website, pageId: string): readonly Block[] =>
  pageId === '' ? website.home : (website.pages.find(({ id }) => id === pageId)?.blocks ?? [])

export function withBlocks(website: Website, pageId: string, blocks: Block[]): Website {
  if (pageId === '') return { ...website, home: blocks }
  return { ...website, pages: website.pages.map((page) => (page.id === pageId ? { ...page, blocks } : page)) }
}
export const withPage = (website: Website, pageId: string, part: Partial<WebsitePage>): Website => ({
  ...website,
  pages: website.pages.map((page) => (page.id === pageId ? { ...page, ...part } : page)),
})

/** Without the page, and without the links to it. */
export function withoutPage({ menu, footer, pages, ...website }: Website, pageId: string): Website {
  const leadsToOtherPage = (link: Website['menu'][number]) => link.kind !== 'PAGE' || link.pageId !== pageId
  return {
    ...website,
    menu: menu.filter(leadsToOtherPage),
    footer: { ...footer, links: footer.links.filter(leadsToOtherPage) },
    pages: pages.filter(({ id }) => id !== pageId),
  }
}

/** Unique within a website. */
const newId = (): string => newKey().slice(0, 8)

/** The texts with one language changed; an empty text is not kept. */
export function withText(texts: Texts | undefined, language: Language, text: string): Texts {
  const { [language]: _, ...others } = texts ?? {}
  return text === '' ? others : { ...others, [language]: text }
}

/** The picture with its focal point, without one when there is none to keep. */
export function withFocalPoint({ focus: _, ...picture }: PictureRef, focus: PictureRef['focus']): PictureRef {
  return focus ? { ...picture, focus } : picture
}

const emptyBlocks: { [T in BlockType]: () => Omit<Extract<Block, { type: T }>, 'id'> | { type: T } } = {
  hero: () => ({ type: 'hero', look: 'drawn' }),
  text: () => ({ type: 'text', body: {} }),
  classes: () => ({ type: 'classes' }),
  services: () => ({ type: 'services' }),
  plans: () => ({ type: 'plans' }),
  team: () => ({ type: 'team' }),
  location: () => ({ type: 'location' }),
  gallery: () => ({ type: 'gallery', pictures: [] }),
  reviews: () => ({ type: 'reviews', reviews: [] }),
  questions: () => ({ type: 'questions', questions: [] }),
  contact: () => ({ type: 'contact' }),
}
export const newBlock = (type: BlockType): Block => ({ id: newId(), ...emptyBlocks[type]() }) as Block

export interface PageTemplate {
  name: string
  slug: string
  title: Texts
  /** Legal pages stand in the footer, others in the menu. */
  place: 'menu' | 'footer'
  blocks: () => Block[]
}
const lines = (...texts: string[]) => texts.map((text) => ({ type: 'paragraph' as const, runs: [{ text }] }))
const textBlock = (body: RichTexts): Block => ({ id: newId(), type: 'text', body })

/** Pages that most sites have, with words to start from. */
export const pageTemplates: readonly PageTemplate[] = [
  {
    name: templateNames.empty,
    slug: 'page',
    title: { en: 'New page', de: 'Neue Seite', fr: 'Nouvelle page', es: 'Página nueva' },
    place: 'menu',
    blocks: () => [textBlock({})],
  },
  {
    name: templateNames.about,
    slug: 'about',
    title: { en: 'About us', de: 'Über uns', fr: 'À propos', es: 'Sobre nosotros' },
    place: 'menu',
    blocks: () => [textBlock({}), newBlock('team'), newBlock('location')],
  },
  {
    name: templateNames.contact,
    slug: 'contact',
    title: { en: 'Contact', de: 'Kontakt', fr: 'Contact', es: 'Contacto' },
    place: 'menu',
    blocks: () => [newBlock('contact'), newBlock('location')],
  },
  {
    name: templateNames.questions,
    slug: 'questions',
    title: { en: 'Questions', de: 'Fragen', fr: 'Questions', es: 'Preguntas' },
    place: 'menu',
    blocks: () => [newBlock('questions'), newBlock('contact')],
  },
  {
    name: templateNames.imprint,
    slug: 'imprint',
    title: { en: 'Imprint', de: 'Impressum', fr: 'Mentions légales', es: 'Aviso legal' },
    place: 'footer',
    blocks: () => [textBlock(imprintText), newBlock('location')],
  },
  {
    name: templateNames.privacy,
    slug: 'privacy',
    title: { en: 'Privacy', de: 'Datenschutz', fr: 'Confidentialité', es: 'Privacidad' },
    place: 'footer',
    blocks: () => [textBlock(privacyText)],
  },
  {
    name: templateNames.terms,
    slug: 'terms',
    title: { en: 'Terms', de: 'AGB', fr: 'Conditions générales', es: 'Condiciones' },
    place: 'footer',
    blocks: () => [textBlock({})],
  },
]

const imprintText: RichTexts = {
  en: lines('Responsible for this site: your name, your legal form.', 'Register and number, VAT ID: add them where you have them.'),
  de: lines('Verantwortlich für diese Website: dein Name, deine Rechtsform.', 'Register und Nummer, USt-IdNr.: ergänze sie, wenn du sie hast.'),
  fr: lines('Responsable de ce site : votre nom, votre forme juridique.', 'Registre et numéro, numéro de TVA : ajoutez-les si vous en avez.'),
  es: lines('Responsable de este sitio: tu nombre, tu forma jurídica.', 'Registro y número, NIF: añádelos si los tienes.'),
}
const privacyText: RichTexts = {
  en: [
    ...lines(
      'We process your name, email address and bookings to provide the services you book, and your payments to settle them.',
      'This site sets no cookies for advertising or statistics and loads nothing from other sites. A sign-in is remembered on your device until you sign out.',
    ),
    { type: 'heading', runs: [{ text: 'Your rights' }] },
    ...lines('In your account you can see, download and delete your data. For anything else, contact us.'),
  ],
  de: [
    ...lines(
      'Wir verarbeiten deinen Namen, deine E-Mail-Adresse und deine Buchungen, um die gebuchten Leistungen zu erbringen, und deine Zahlungen, um sie abzurechnen.',
      'Diese Website setzt keine Cookies für Werbung oder Statistik und lädt nichts von anderen Websites. Eine Anmeldung bleibt auf deinem Gerät gespeichert, bis du dich abmeldest.',
    ),
    { type: 'heading', runs: [{ text: 'Deine Rechte' }] },
    ...lines('In deinem Konto kannst du deine Daten ansehen, herunterladen und löschen. Für alles andere schreib uns.'),
  ],
  fr: [
    ...lines(
      'Nous traitons votre nom, votre adresse e-mail et vos réservations pour fournir les prestations réservées, et vos paiements pour les encaisser.',
      'Ce site n’utilise aucun cookie de publicité ou de statistique et ne charge rien depuis d’autres sites. Votre connexion est conservée sur votre appareil jusqu’à ce que vous vous déconnectiez.',
    ),
    { type: 'heading', runs: [{ text: 'Vos droits' }] },
    ...lines('Dans votre compte, vous pouvez consulter, télécharger et supprimer vos données. Pour toute autre demande, contactez-nous.'),
  ],
  es: [
    ...lines(
      'Tratamos tu nombre, tu correo y tus reservas para prestar los servicios que reservas, y tus pagos para cobrarlos.',
      'Este sitio no usa cookies de publicidad ni de estadísticas y no carga nada de otros sitios. Tu sesión se guarda en tu dispositivo hasta que la cierras.',
    ),
    { type: 'heading', runs: [{ text: 'Tus derechos' }] },
    ...lines('En tu cuenta puedes ver, descargar y eliminar tus datos. Para cualquier otra cosa, contacta con nosotros.'),
  ],
}

/** The website with a page of a template, and a link to it where such pages stand. */
export function withNewPage(website: Website, template: PageTemplate): { website: Website; pageId: string } {
  const pageId = newId()
  const slug = nextSlug(
    template.slug,
    website.pages.map((page) => page.slug),
  )
  const page: WebsitePage = { id: pageId, slug, title: template.title, blocks: template.blocks() }
  const link = { kind: 'PAGE' as const, pageId }
  const next = { ...website, pages: [...website.pages, page] }
  return {
    pageId,
    website:
      template.place === 'menu'
        ? { ...next, menu: [...website.menu, link] }
        : { ...next, footer: { ...website.footer, links: [...website.footer.links, link] } },
  }
}
