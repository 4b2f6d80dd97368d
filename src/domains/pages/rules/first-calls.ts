/**
 * What a page of the site asks at once, as everyone sees it: the server writes the replies into the page, so that its first picture does
 * not wait for questions. The screens ask in the words of these inputs.
 */
import type { PageAddress } from './addresses.ts'

export interface FirstCall {
  method: 'GET' | 'POST'
  /** Path and query. */
  url: string
  body?: unknown
}
/** A list on a page; `count`: how many the owner wants to see. */
interface ListBlock {
  type: string
  count?: number | undefined
}

export const allServicesInput = { query: { filter: { hidden: false }, paging: { limit: 100, offset: 0 } } }
/** `slugOrId`: links of both kinds exist. */
export const toServiceInput = (slugOrId: string, isId: boolean) => ({
  query: { filter: isId ? { id: slugOrId } : { 'mainSlug.name': slugOrId }, paging: { limit: 1, offset: 0 } },
  conditionalFields: ['STAFF_MEMBER_DETAILS' as const],
})
export const shownClasses = 5
export const shownCards = 3
export const shownPeople = 24
export const shownPlans = 100

const queryServices = (body: unknown): FirstCall => ({ method: 'POST', url: '/v2/services/query', body })
const nextTimes = (perService: number): FirstCall => ({ method: 'GET', url: `/api/next-times?perService=${perService}` })
const team = (limit?: number): FirstCall => ({ method: 'GET', url: limit === undefined ? '/api/team' : `/api/team?limit=${limit}` })
const publicPlans = (limit: number): FirstCall => ({ method: 'GET', url: `/v2/plans/public?limit=${limit}` })

/** What lists on a page ask; all of them share the reply about times. */
function listCallsOfBlocks(blocks: readonly ListBlock[]): FirstCall[] {
  const ofType = (type: string) => blocks.filter((block) => block.type === type)
  const [classes, services] = [ofType('classes'), ofType('services')]
  const times = new Set([...classes.map(({ count = shownClasses }) => Math.max(count, shownClasses)), ...services.map(() => shownClasses)])
  return [
    ...(times.size > 0 ? [queryServices(allServicesInput), ...[...times].map(nextTimes)] : []),
    ...ofType('plans').map(({ count = shownCards }) => publicPlans(count)),
    ...ofType('team').map(({ count = shownPeople }) => team(count)),
  ]
}

/**
 * What the dashboard asks at once, as who is signed in: its frame at every address, and Today what it shows. Where people sign in it asks nothing.
 * Undefined for an address of the site.
 */
export function listDashboardCalls(url: string): FirstCall[] | undefined {
  const [, first, screen = ''] = (url.split('?')[0] ?? '').split('/')
  if (first !== 'dashboard') return undefined
  if (['sign-in', 'reset-password', 'invitation'].includes(screen)) return []
  const reads = ['/api/owner/me', '/api/site-settings', '/api/dashboard/notifications', ...(screen === '' ? ['/api/dashboard/today'] : [])]
  return reads.map((path) => ({ method: 'GET', url: path }))
}

/** What a page asks. `blocks`: what the owner put on it, if it is such a page. */
export function listFirstCalls(address: PageAddress, path: string, blocks: readonly ListBlock[] | undefined): FirstCall[] {
  if (blocks) return listCallsOfBlocks(blocks)
  if (address.kind === 'SERVICE' || address.kind === 'EMBEDDED_SERVICE') return [queryServices(toServiceInput(address.slug, false)), nextTimes(1)]
  if (address.kind === 'TEAM') return [team()]
  switch (path.replace(/^\/embed(?=\/)/, '').replace(/(?<=.)\/$/, '')) {
    case '/services':
      return [queryServices(allServicesInput), nextTimes(1)]
    case '/schedule':
      return [queryServices(allServicesInput)]
    case '/plans':
      return [publicPlans(shownPlans)]
    default:
      return []
  }
}
