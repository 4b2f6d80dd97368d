/** Whether a page is there, elsewhere or nowhere, before the app is sent. */
import { memberPage, privacySettings } from '#domains/members/public.ts'
import { serviceBySlug } from '#domains/services/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { pageOf, type PageAddress } from '../rules/pages.ts'

export interface PageAnswer {
  /** 200, 301 (it has a new address for good), 302 or 404. */
  status: number
  /** Path and query, for 301 and 302. */
  location?: string
}
const here: PageAnswer = { status: 200 }
const nowhere: PageAnswer = { status: 404 }
const moved = (location: string): PageAnswer => ({ status: 301, location })

/** Answers for visitors: a page that only members may see asks them to sign in, whether there is somebody behind it or not. */
export async function resolvePage(ctx: Ctx, url: string): Promise<PageAnswer> {
  const page = pageOf(url)
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  switch (page.kind) {
    case 'FIXED':
      return here
    case 'UNKNOWN':
      return nowhere
    case 'MEMBERS':
      return (await privacySettings(ctx)).candidates === 'NO_ONE' ? nowhere : here
    case 'MEMBER':
      return memberAnswer(ctx, page.slug, query)
    case 'SERVICE': {
      const service = await serviceBySlug(ctx, page.slug)
      if (!service) return nowhere
      return service.mainSlug === page.slug ? here : moved(`/service/${encodeURIComponent(service.mainSlug)}${query}`)
    }
    case 'SERVICE_LINK':
      return linkAnswer(ctx, page)
  }
}

async function memberAnswer(ctx: Ctx, slug: string, query: string): Promise<PageAnswer> {
  const { candidates, visibility } = await privacySettings(ctx)
  if (candidates === 'NO_ONE') return nowhere
  if (visibility !== 'VISIBLE_TO_ALL') return here
  const member = await memberPage(ctx, slug)
  if (!member) return nowhere
  return member.slug.toLowerCase() === slug.toLowerCase() ? here : moved(`/members/${encodeURIComponent(member.slug)}${query}`)
}

/** What the API calls the addresses of a service: a course is booked as a whole, all else at a time that is chosen first. */
async function linkAnswer(ctx: Ctx, { slug, to }: Extract<PageAddress, { kind: 'SERVICE_LINK' }>): Promise<PageAnswer> {
  const service = await serviceBySlug(ctx, slug)
  if (!service) return nowhere
  const page = `/service/${encodeURIComponent(service.mainSlug)}`
  if (to === 'PAGE') return moved(page)
  if (to === 'BOOKING' && service.type === 'COURSE')
    return { status: 302, location: `/hosted/booking-form?serviceId=${service.id}&scheduleId=${service.scheduleId}` }
  return { status: 302, location: to === 'CALENDAR' && service.type === 'CLASS' && !service.hidden ? `/schedule?service=${service.id}` : page }
}
