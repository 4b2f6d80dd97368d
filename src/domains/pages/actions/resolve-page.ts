/** Status of a page before the app is sent: found, moved or not found. */
import { findPublicMember, getPrivacySettings } from '#domains/members/public.ts'
import { findPublicPage } from '#domains/website/public.ts'
import { serviceBySlug } from '#domains/services/public.ts'
import { findTeamMember, listTeam } from '#domains/staff/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { parsePage, type PageAddress } from '../rules/addresses.ts'
import { findMovedPage } from '../rules/moved-paths.ts'

export interface PageResolution {
  /** 200, 301 (moved for good), 302 or 404. */
  status: number
  /** Path and query, for 301 and 302. */
  location?: string
}
const FOUND: PageResolution = { status: 200 }
const NOT_FOUND: PageResolution = { status: 404 }
const redirectPermanently = (location: string): PageResolution => ({ status: 301, location })

/** Resolves as a visitor: pages for members only are always found, because they ask for sign-in. */
export async function resolvePage(ctx: ReadContext, url: string): Promise<PageResolution> {
  const moved = findMovedPage(url)
  if (moved) return redirectPermanently(moved)
  const page = parsePage(url)
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  switch (page.kind) {
    case 'FIXED':
      return FOUND
    case 'UNKNOWN':
      return NOT_FOUND
    case 'MEMBERS':
      return (await getPrivacySettings(ctx)).candidates === 'NO_ONE' ? NOT_FOUND : FOUND
    case 'PAGE':
      return (await findPublicPage(ctx, page.slug)) ? FOUND : NOT_FOUND
    // A frame shows the service at the address that was pasted; it goes nowhere else.
    case 'EMBEDDED_SERVICE':
      return (await serviceBySlug(ctx, page.slug)) ? FOUND : NOT_FOUND
    case 'TEAM':
      return (await listTeam(ctx, 1)).length > 0 ? FOUND : NOT_FOUND
    case 'TEAM_MEMBER': {
      const member = await findTeamMember(ctx, page.slug)
      if (!member) return NOT_FOUND
      return member.slug === page.slug ? FOUND : redirectPermanently(`/team/${encodeURIComponent(member.slug)}${query}`)
    }
    case 'MEMBER':
      return resolveMemberPage(ctx, page.slug, query)
    case 'SERVICE': {
      const service = await serviceBySlug(ctx, page.slug)
      if (!service) return NOT_FOUND
      return service.mainSlug === page.slug ? FOUND : redirectPermanently(`/service/${encodeURIComponent(service.mainSlug)}${query}`)
    }
    case 'SERVICE_LINK':
      return resolveServiceLink(ctx, page)
  }
}

async function resolveMemberPage(ctx: ReadContext, slug: string, query: string): Promise<PageResolution> {
  const { candidates, visibility } = await getPrivacySettings(ctx)
  if (candidates === 'NO_ONE') return NOT_FOUND
  if (visibility !== 'VISIBLE_TO_ALL') return FOUND
  const member = await findPublicMember(ctx, slug)
  if (!member) return NOT_FOUND
  return member.slug.toLowerCase() === slug.toLowerCase() ? FOUND : redirectPermanently(`/members/${encodeURIComponent(member.slug)}${query}`)
}

/** URLs of a service in API replies: a course is booked as a whole, everything else at a chosen time. */
async function resolveServiceLink(ctx: ReadContext, { slug, to }: Extract<PageAddress, { kind: 'SERVICE_LINK' }>): Promise<PageResolution> {
  const service = await serviceBySlug(ctx, slug)
  if (!service) return NOT_FOUND
  const page = `/service/${encodeURIComponent(service.mainSlug)}`
  if (to === 'PAGE') return redirectPermanently(page)
  if (to === 'BOOKING' && service.type === 'COURSE')
    return { status: 302, location: `/hosted/booking-form?serviceId=${service.id}&scheduleId=${service.scheduleId}` }
  return { status: 302, location: to === 'CALENDAR' && service.type === 'CLASS' && !service.hidden ? `/schedule?service=${service.id}` : page }
}
