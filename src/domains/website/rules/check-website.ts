/** What the shape of a website can't say: addresses that are taken, links that may not be followed, ids that are there twice. No I/O. */
import type { Block, RichTexts, SiteLink, Website } from './website.ts'

/** First parts of the paths that the server itself answers: no page of an owner may have them. */
export const reservedSlugs: readonly string[] = (
  'account api assets booking booking-calendar booking-form checkout dashboard docs ecom email-preferences embed healthz hosted icon index llms media members ' +
  'metrics oauth2 openapi plans pricing-plans readyz redirect robots schedule service service-page services setup signed-in signed-out sitemap team thank-you visit'
).split(' ')
export const isReservedSlug = (slug: string): boolean => reservedSlugs.includes(slug) || /^(v\d+|_.*|letters)$/.test(slug)

/** Whether a link leads to a page of the web, a mailbox, a telephone, or a path of the site: never to a script. */
export const isSafeHref = (href: string): boolean =>
  /^(https?:\/\/[^\s/]\S*|mailto:[^\s@]+@\S+|tel:\+?[\d ()-]+|\/(?!\/)\S*|#\S*)$/i.test(href) && !/[<>"\\]/.test(href)

export interface WebsiteProblem {
  /** Path below the website, as `pages[1].slug`. */
  field: string
  problem: 'TAKEN' | 'RESERVED' | 'UNSAFE_LINK' | 'DUPLICATE_ID'
}

const collectHrefs = (texts: RichTexts): string[] =>
  Object.values(texts).flatMap((lines) => (lines ?? []).flatMap(({ runs }) => runs.flatMap(({ href }) => href ?? [])))

function checkBlocks(blocks: readonly Block[], at: string): WebsiteProblem[] {
  return blocks.flatMap((block, index): WebsiteProblem[] => [
    ...(blocks.findIndex(({ id }) => id === block.id) < index ? [{ field: `${at}[${index}].id`, problem: 'DUPLICATE_ID' as const }] : []),
    ...(block.type === 'text' && !collectHrefs(block.body).every(isSafeHref) ? [{ field: `${at}[${index}].body`, problem: 'UNSAFE_LINK' as const }] : []),
  ])
}
const checkLinks = (links: readonly SiteLink[], at: string): WebsiteProblem[] =>
  links.flatMap((link, index) => (link.kind === 'URL' && !isSafeHref(link.url) ? [{ field: `${at}[${index}].url`, problem: 'UNSAFE_LINK' as const }] : []))

/** Everything that is wrong with a document; nothing when it can be published. */
export function checkWebsite({ menu, footer, home, pages }: Website): WebsiteProblem[] {
  return [
    ...checkLinks(menu, 'menu'),
    ...checkLinks(footer.links, 'footer.links'),
    ...footer.social.flatMap(({ url }, index) =>
      /^https:\/\/[^\s/]/.test(url) ? [] : [{ field: `footer.social[${index}].url`, problem: 'UNSAFE_LINK' as const }],
    ),
    ...checkBlocks(home, 'home'),
    ...pages.flatMap((page, index): WebsiteProblem[] => [
      ...(pages.findIndex(({ id }) => id === page.id) < index ? [{ field: `pages[${index}].id`, problem: 'DUPLICATE_ID' as const }] : []),
      ...(isReservedSlug(page.slug) ? [{ field: `pages[${index}].slug`, problem: 'RESERVED' as const }] : []),
      ...(pages.findIndex(({ slug }) => slug === page.slug) < index ? [{ field: `pages[${index}].slug`, problem: 'TAKEN' as const }] : []),
      ...checkBlocks(page.blocks, `pages[${index}].blocks`),
    ]),
  ]
}
