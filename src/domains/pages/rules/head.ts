/** What stands in the head of a page: for search engines, link previews and the browser's tab. No I/O. */
import { toHomeTitle } from '#kit/pure/home-title.ts'
import type { Language } from '#kit/pure/languages.ts'
import { cardSizes, pageHeroSizes, serviceHeroSizes } from '#kit/pure/picture-sizes.ts'
import { toSrcSet } from '#kit/pure/picture-sources.ts'
import type { PageData, SiteData, TeamMemberData, WrittenBlock } from './page-data.ts'
import {
  describeBusiness,
  describeEvents,
  describePerson,
  describePlans,
  describeServiceList,
  describeService,
  type StructuredData,
} from './structured-data.ts'
import { pageTexts, type PageTexts } from './texts.ts'

export interface PageHead {
  title: string
  description: string
  language: Language
  /** Absolute addresses. Absent: the page must not be indexed. */
  canonical?: string
  alternates: { language: string; url: string }[]
  /** Absolute address of the picture for previews. */
  image: string
  /** The picture at the top, which the browser loads before the app asks for it. */
  preload?: { srcset: string; sizes: string }
  structuredData: StructuredData[]
}

const MAX_DESCRIPTION = 160
/** The first sentences of a text, at most as long as search engines show; cut at a word. */
export function shorten(text: string, max = MAX_DESCRIPTION): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= max) return plain
  const cut = plain.slice(0, max - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2)).replace(/[\s,.;:–-]+$/, '')}…`
}

const firstText = (...texts: (string | undefined)[]): string => texts.find((text) => text?.trim()) ?? ''

const firstWritten = (written: readonly WrittenBlock[]): string | undefined =>
  written.map((block) => (block.kind === 'text' ? block.text : '')).find((text) => text !== '')

const describeTeamMember = (member: TeamMemberData, site: SiteData, texts: PageTexts) => ({
  title: member.name,
  description: firstText(member.description, texts.teamMemberLead(member.name)),
  structuredData: [describePerson(member, site)],
  ...(member.image ? { image: member.image } : {}),
})

/** It was written once: readers of other languages get a sentence of ours. */
const findTagline = (site: SiteData, language: Language): string => (site.language === language ? site.tagline : '')

/** Title without the name of the site, description, picture and structured data, by kind of page. */
function describePage(
  page: PageData,
  site: SiteData,
  language: Language,
): Pick<PageHead, 'description' | 'structuredData'> & { title: string; image?: string } {
  const texts = pageTexts(language, site.name)
  const [business, tagline] = [describeBusiness(site), findTagline(site, language)]
  switch (page.kind) {
    case 'HOME':
      return { title: site.name, description: firstText(page.lead, tagline, texts.home), structuredData: [business] }
    case 'PAGE':
      return {
        title: page.title,
        description: firstText(page.description, firstWritten(page.written), tagline, texts.home),
        structuredData: [business],
        ...(page.image ? { image: page.image } : {}),
      }
    case 'SERVICES':
      return { title: texts.services, description: texts.servicesLead, structuredData: [describeServiceList(page.services, site)] }
    case 'SERVICE': {
      const { service } = page
      return {
        title: firstText(service.seoTitle, service.name),
        description: firstText(service.seoDescription, service.tagline, service.description, texts.servicesLead),
        structuredData: [describeService(service, page.sessions, site), ...describeEvents([service], page.sessions, site)],
        ...(service.image ? { image: service.image } : {}),
      }
    }
    case 'SCHEDULE':
      return { title: texts.schedule, description: texts.scheduleLead, structuredData: describeEvents(page.services, page.sessions, site) }
    case 'PLANS':
      return { title: texts.plans, description: texts.plansLead, structuredData: describePlans(page.plans, site) }
    case 'TEAM':
      return { title: texts.team, description: texts.teamLead, structuredData: page.members.map((member) => describePerson(member, site)) }
    case 'TEAM_MEMBER':
      return describeTeamMember(page.member, site, texts)
    case 'MEMBERS':
      return { title: texts.members, description: texts.membersLead, structuredData: [] }
    case 'MEMBER':
      return { title: page.name, description: texts.memberLead(page.name), structuredData: [], ...(page.image ? { image: page.image } : {}) }
    case 'PRIVATE':
      return { title: '', description: firstText(tagline, texts.home), structuredData: [] }
  }
}

/** The picture at the top of the page and the sizes in which the app shows it; of services that of the first card. */
function findTopPicture(page: PageData): [src?: string | undefined, sizes?: string] {
  if (page.kind === 'SERVICE') return [page.service.hero, serviceHeroSizes]
  if (page.kind === 'SERVICES') return [page.services[0]?.hero, cardSizes]
  return 'hero' in page ? [page.hero, pageHeroSizes] : []
}
/** Undefined without a picture of our own. */
function findPreload(page: PageData): PageHead['preload'] {
  const [src, sizes] = findTopPicture(page)
  const srcset = src && toSrcSet(src)
  return srcset && sizes ? { srcset, sizes } : undefined
}

/** The list of members is for people on the site: search engines find a member by the page of that member only. */
const isIndexable = (page: PageData): boolean =>
  page.kind === 'SERVICE' ? !page.service.noIndex : 'isPublic' in page ? page.isPublic : page.kind !== 'PRIVATE' && page.kind !== 'MEMBERS'

function toTitle(page: PageData, title: string, site: SiteData, language: Language): string {
  if (page.kind === 'HOME') return toHomeTitle({ ...site, city: site.address?.city ?? '' }, language)
  return title && title !== site.name ? `${title} · ${site.name}` : site.name
}

/**
 * The head of a page. `path` has no query. A page in a language that the address asks for (`requested`) is canonical in that language;
 * without one it is the page for everyone else (`x-default`).
 */
export function buildHead(
  page: PageData,
  site: SiteData,
  at: { path: string; language: Language; requested: Language | undefined; languages: readonly Language[] },
): PageHead {
  const { title, description, structuredData, image } = describePage(page, site, at.language)
  const preload = findPreload(page)
  const plain = site.origin + at.path
  const inLanguage = (language: string) => `${plain}?lang=${language}`
  return {
    title: toTitle(page, title, site, at.language),
    description: shorten(description),
    language: at.language,
    ...(isIndexable(page) ? { canonical: at.requested ? inLanguage(at.requested) : plain } : {}),
    alternates: isIndexable(page) ? [...at.languages.map((language) => ({ language, url: inLanguage(language) })), { language: 'x-default', url: plain }] : [],
    image: image ?? site.sharePicture,
    ...(preload ? { preload } : {}),
    structuredData: isIndexable(page) ? structuredData : [],
  }
}
