/** Loads what a page speaks of. */
import { listUpcomingSessions, type SessionWithSeats } from '#domains/availability/public.ts'
import { findPublicMember, getPrivacySettings } from '#domains/members/public.ts'
import { listVisiblePlans, type PlanRow } from '#domains/plans/public.ts'
import { findServiceForDisplay, listOpeningHours, listServicesForDisplay, serviceBySlug, type Service } from '#domains/services/public.ts'
import { describeBlocks, findPublicPage, listPublicPages, type PublicPage, textIn } from '#domains/website/public.ts'
import { findTeamMember, listTeam, type TeamMember } from '#domains/staff/public.ts'
import { getSetting, getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { toShortLine } from '#kit/pure/home-title.ts'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'
import { readSeo } from '#kit/pure/seo-tags.ts'
import { parsePage } from '../rules/addresses.ts'
import { type SharedSite, toSharePicturePath } from '../rules/share-picture.ts'
import type { PageData, PlanData, ServiceData, SessionData, SiteData, TeamMemberData } from '../rules/page-data.ts'

const SESSION_DAYS = 28
const MAX_SESSIONS = 20
/** The head of a list names the first ones; the sitemap names all. */
const MAX_SERVICES = 100
/** Those that the home page shows. */
const HOME_SERVICES = 12

export interface ReadPage {
  /** Without query. */
  path: string
  /** The language that the address asks for. */
  requested: Language | undefined
  language: Language
  site: SiteData
  page: PageData
}

/**
 * A page of the site, its facts and its language: that of `lang` in the address, else the reader's (Accept-Language), else the site's, as
 * in the app. `url`: path and query.
 */
export async function loadReadPage(ctx: ReadContext, url: string): Promise<ReadPage> {
  const [path = '/', query = ''] = url.split('?', 2)
  const requested = matchLanguage(new URLSearchParams(query).get('lang'))
  const { language } = await getSite(ctx)
  const readIn = requested ?? matchLanguage(ctx.headers['accept-language'], language) ?? 'en'
  return {
    path,
    requested,
    language: readIn,
    site: await loadSite(ctx),
    page: await loadPage(ctx, url, readIn),
  }
}

/** The site as all its pages need it. */
export async function loadSite(ctx: ReadContext): Promise<SiteData> {
  const { name, tagline, language, currency, timeZone } = await getSite(ctx)
  return {
    origin: ctx.origin,
    name,
    tagline,
    language,
    sharePicture: ctx.origin + toSharePicturePath(await loadSharedSite(ctx)),
    currency,
    timeZone,
    address: await getSetting(ctx, 'site.address'),
    openingHours: await listOpeningHours(ctx),
  }
}

/** What the picture of the site shows: the same for readers of all languages. */
export async function loadSharedSite(ctx: ReadContext): Promise<SharedSite> {
  const { name, accent, ...site } = await getSite(ctx)
  const address = await getSetting(ctx, 'site.address')
  return { name, accent, line: toShortLine({ name, tagline: site.tagline, language: site.language, city: address?.city ?? '' }, site.language) }
}

/** Visible services, oldest first, at most `limit`. */
export const loadServices = async (ctx: ReadContext, limit = MAX_SERVICES): Promise<ServiceData[]> =>
  (await listServicesForDisplay(ctx, { limit })).map(toServiceData)

async function loadPage(ctx: ReadContext, url: string, language: Language): Promise<PageData> {
  const page = parsePage(url)
  if (page.kind === 'SERVICE') return loadServicePage(ctx, page.slug)
  if (page.kind === 'PAGE') return loadOwnPage(ctx, page.slug, language)
  if (page.kind === 'TEAM') return { kind: 'TEAM', members: (await listTeam(ctx)).map(toTeamMemberData) }
  if (page.kind === 'TEAM_MEMBER') return loadTeamMemberPage(ctx, page.slug)
  if (page.kind === 'MEMBERS') return { kind: 'MEMBERS' }
  if (page.kind === 'MEMBER') return loadMemberPage(ctx, page.slug)
  switch (url.split('?', 1)[0]?.replace(/(?<=.)\/$/, '')) {
    case '/':
      return loadHome(ctx, language)
    case '/services':
      return { kind: 'SERVICES', services: await loadServices(ctx) }
    case '/schedule': {
      const services = await listServicesForDisplay(ctx, { limit: MAX_SERVICES, type: 'CLASS' })
      return { kind: 'SCHEDULE', services: services.map(toServiceData), sessions: await loadSessions(ctx, services, SESSION_DAYS) }
    }
    case '/plans':
      return { kind: 'PLANS', plans: (await listVisiblePlans(ctx)).map(toPlanData) }
    default:
      return { kind: 'PRIVATE' }
  }
}

/** What the owner wrote and shows on the home page. */
async function loadHome(ctx: ReadContext, language: Language): Promise<PageData> {
  const blocks = (await findPublicPage(ctx, ''))?.blocks ?? []
  const written = describeBlocks(blocks, language, (await getSite(ctx)).language)
  const [first] = blocks
  const lead = first?.type === 'hero' ? (first.text?.[language]?.trim() ?? '') : ''
  return { kind: 'HOME', lead, written, services: await loadServices(ctx, HOME_SERVICES), ...findHero(blocks) }
}
/** The picture at the top of a page of blocks. */
function findHero([first]: PublicPage['blocks']): { hero?: string } {
  return first?.type === 'hero' && first.look === 'picture' && first.picture ? { hero: `/media/${first.picture.id}` } : {}
}
async function loadOwnPage(ctx: ReadContext, slug: string, language: Language): Promise<PageData> {
  const page = (await listPublicPages(ctx)).find((one) => one.slug === slug)
  if (!page) return { kind: 'PRIVATE' }
  const site = await getSite(ctx)
  const picture = page.blocks.map((block) => ('picture' in block ? block.picture : undefined)).find((one) => one !== undefined)
  return {
    kind: 'PAGE',
    title: textIn(page.title, language, site.language),
    description: textIn(page.description, language, site.language),
    written: describeBlocks(page.blocks, language, site.language),
    ...findHero(page.blocks),
    ...(picture ? { image: `${ctx.origin}/media/${picture.id}.webp` } : {}),
  }
}

async function loadServicePage(ctx: ReadContext, slug: string): Promise<PageData> {
  const found = await serviceBySlug(ctx, slug)
  const service = found && (await findServiceForDisplay(ctx, found.id))
  // A hidden service is reached by its address only.
  if (!service || service.hidden) return { kind: 'PRIVATE' }
  const days = service.type === 'COURSE' ? 366 : SESSION_DAYS
  return { kind: 'SERVICE', service: toServiceData(service), sessions: service.type === 'APPOINTMENT' ? [] : await loadSessions(ctx, [service], days) }
}

async function loadTeamMemberPage(ctx: ReadContext, slug: string): Promise<PageData> {
  const member = await findTeamMember(ctx, slug)
  if (!member) return { kind: 'PRIVATE' }
  const services = (await listServicesForDisplay(ctx, { limit: MAX_SERVICES })).filter(({ staffMemberIds }) => staffMemberIds?.includes(member.resourceId))
  return { kind: 'TEAM_MEMBER', member: toTeamMemberData(member), services: services.map(toServiceData) }
}
const toTeamMemberData = ({ name, slug, description = '', picture }: TeamMember): TeamMemberData => ({
  name,
  slug,
  description,
  ...(picture ? { image: picture } : {}),
})

/** As everyone sees them: who shows members to members only shows nothing here. */
async function loadMemberPage(ctx: ReadContext, slug: string): Promise<PageData> {
  const isPublic = (await getPrivacySettings(ctx)).visibility === 'VISIBLE_TO_ALL'
  const member = isPublic ? await findPublicMember(ctx, slug) : undefined
  return member ? { kind: 'MEMBER', name: member.nickname, isPublic: true } : { kind: 'PRIVATE' }
}

async function loadSessions(ctx: ReadContext, services: readonly Service[], days: number): Promise<SessionData[]> {
  const capacities = new Map(services.map(({ schedule, defaultCapacity }) => [schedule.id, defaultCapacity]))
  return (await listUpcomingSessions(ctx, { capacities, days, limit: MAX_SESSIONS })).map(toSessionData)
}

const toSessionData = (session: SessionWithSeats): SessionData => ({
  serviceId: session.serviceId ?? '',
  title: session.title,
  start: session.startAt.toString(),
  end: session.endAt.toString(),
  openSpots: session.bookableCapacity,
  ...(session.location
    ? {
        location: {
          ...(session.location.name ? { name: session.location.name } : {}),
          ...(session.location.formattedAddress ? { address: session.location.formattedAddress } : {}),
        },
      }
    : {}),
})

interface StoredMedia {
  mainMedia?: { image?: { url?: string } }
  coverMedia?: { image?: { url?: string } }
}
function toServiceData(service: Service): ServiceData {
  const media = (service.media ?? {}) as StoredMedia
  const { seoTitle, seoDescription, noIndex } = readSeo(service.seoData)
  const image = media.coverMedia?.image?.url ?? media.mainMedia?.image?.url
  const hero = media.mainMedia?.image?.url ?? media.coverMedia?.image?.url
  const { rateType, fixed, varied } = service.payment
  const price = (fixed?.price ?? varied?.minPrice ?? varied?.defaultPrice)?.value
  return {
    id: service.id,
    name: service.name,
    tagline: service.tagLine ?? '',
    description: service.description ?? '',
    slug: service.mainSlug.name,
    type: service.type,
    isFree: rateType === 'NO_FEE',
    ...(price !== undefined ? { price } : {}),
    ...(image ? { image } : {}),
    ...(hero ? { hero } : {}),
    ...(seoTitle.trim() ? { seoTitle: seoTitle.trim() } : {}),
    ...(seoDescription ? { seoDescription } : {}),
    ...(noIndex ? { noIndex } : {}),
  }
}

const toPlanData = (plan: PlanRow): PlanData => ({
  name: plan.name,
  description: plan.description,
  slug: plan.slug,
  price: plan.pricing.price.value,
  currency: plan.pricing.price.currency,
  perks: plan.perks,
  ...(plan.pricing.subscription ? { cycle: plan.pricing.subscription.cycleDuration } : {}),
})
