/** The flow that brought somebody here (a redirect session of a storefront): what was chosen, and the ways back. */
import { useQuery } from '@tanstack/react-query'
import { callPublic } from '../public-call.ts'

interface ChosenSlot { serviceId?: string; scheduleId?: string; sessionId?: string; eventId?: string; startDate?: string; endDate?: string; timezone?: string; resource?: { id?: string; name?: string }; location?: Record<string, unknown> }
export interface Flow {
  intent?: string; type?: string; state?: string
  payload?: { slotAvailability?: { slot?: ChosenSlot }; timezone?: string; planId?: string; checkoutId?: string; checkoutData?: string; resourceId?: string }
  callbacks?: Record<string, string>
}
export function useFlow(rs: string | undefined) {
  return useQuery<Flow>({ queryKey: ['flow', rs], enabled: Boolean(rs), retry: false, staleTime: Number.POSITIVE_INFINITY, queryFn: () => callPublic<Flow>(`/api/hosted/flow?rs=${encodeURIComponent(rs ?? '')}`) })
}
/** Leaving without finishing: back to the storefront, or to our own start page. */
export const abandonAddress = (rs: string | undefined): string => (rs ? `/api/hosted/return?${new URLSearchParams({ rs, outcome: 'abandoned' })}` : '/')
/** Finished: the storefront's thank-you page with what was made, or our own. */
export function finish(rs: string | undefined, made: Record<string, string>): void {
  const search = new URLSearchParams(made)
  if (rs) { search.set('rs', rs); search.set('outcome', 'success') }
  location.assign(rs ? `/api/hosted/return?${search}` : `/thank-you?${search}`)
}
