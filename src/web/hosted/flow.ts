/** The flow of a storefront's redirect session: the chosen entity and the return addresses. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { setFlowToken } from '../auth.ts'
import { clearDrafts } from '../kit/draft.ts'
import { operationUrl } from '../operation-url.ts'
import type { ReplyOf } from '../operations.ts'
import { countSteps } from './sign-in-steps.ts'

export type Flow = ReplyOf<'redirects.getHostedFlow'>
/** Loads the flow; from then on calls use the storefront's visitor or member, unless the visitor signs in here. */
export function useFlow(rs: string | undefined) {
  return useQuery<Flow>({
    queryKey: ['flow', rs],
    enabled: Boolean(rs),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const flow = await call('redirects.getHostedFlow', { query: { rs: rs ?? '' } }, { isPublic: true })
      if (flow.accessToken && flow.member) setFlowToken({ access: flow.accessToken, member: true })
      return flow
    },
  })
}

const fetchReturnUrls = (rs: string, outcome: 'success' | 'cancel', created: Record<string, string> = {}) =>
  call('redirects.getReturnAddress', { query: { rs, outcome, ...created } }, { isPublic: true })

/** Leaves without finishing: to the storefront, or to our home page. */
export async function leaveFlow(rs: string | undefined): Promise<void> {
  const back = rs ? await fetchReturnUrls(rs, 'cancel').catch(() => undefined) : undefined
  const address = back?.url ?? back?.postFlowUrl
  // A sign-in flow has no back address; the previous page is behind the steps of the sign-in in the history.
  if (!address && rs && history.length > 1) history.go(-1 - countSteps())
  else location.assign(address ?? '/')
}
/** Pages of the storefront that a flow leads to on its way, each by the address that it was given. */
const stops = { login: 'loginUrl', planList: 'planListUrl', serviceList: 'bookingsServiceListUrl', cart: 'cartPageUrl' } as const
/** The address of such a page, with what it gets; undefined where the storefront has none. */
export const findFlowPage = (
  flow: Flow | undefined,
  rs: string | undefined,
  stop: keyof typeof stops,
  given: Record<string, string> = {},
): string | undefined =>
  rs && flow?.callbacks[stops[stop]] ? operationUrl('redirects.getReturnAddress', { query: { rs, outcome: stop, ...given } }) : undefined

/** What the page of plans of a storefront hands back, so that the purchase leads back to the booking. */
export const toCheckoutData = (): string => btoa(location.pathname + location.search)
const BOOKING_FORM = '/hosted/booking-form?'
/** The booking form that such data leads back to; undefined for anything else. */
export function readCheckoutData(data: string | undefined): string | undefined {
  try {
    const url = data && atob(data)
    return url?.startsWith(BOOKING_FORM) ? url : undefined
  } catch {
    return undefined
  }
}

/** Prefix of the drafts of forms that end here. */
export const flowDraftPrefix = 'flow.'
/** Finished: the storefront's thank-you page or our own, replacing the form in the history. */
export async function finishFlow(rs: string | undefined, created: Record<string, string>): Promise<void> {
  const back = rs ? await fetchReturnUrls(rs, 'success', created).catch(() => undefined) : undefined
  clearDrafts(flowDraftPrefix)
  location.replace(back?.url ?? `/thank-you?${new URLSearchParams({ ...created, ...(rs ? { rs } : {}) })}`)
}
/** Finished on a page that shows the end itself: continues to the storefront's page where the flow has one. */
export async function continueFlow(rs: string | undefined, created: Record<string, string>): Promise<void> {
  const back = rs ? await fetchReturnUrls(rs, 'success', created).catch(() => undefined) : undefined
  clearDrafts(flowDraftPrefix)
  if (back?.url) location.replace(back.url)
}

const RESUME = 'resume.'
/** Where the customer goes on once an order of a plan is paid, and the booking that is held until then. */
export interface Resume {
  url: string
  bookingId?: string | undefined
}
/** Kept for this tab, while the provider's page is open. */
export function keepResume(wixPayOrderId: string, resume: Resume): void {
  try {
    sessionStorage.setItem(RESUME + wixPayOrderId, JSON.stringify(resume))
  } catch {
    // Without storage they find the plan in their account, and book with it.
  }
}
export function readResume(wixPayOrderId: string): Resume | undefined {
  try {
    const kept = sessionStorage.getItem(RESUME + wixPayOrderId)
    return kept ? (JSON.parse(kept) as Resume) : undefined
  } catch {
    return undefined
  }
}
