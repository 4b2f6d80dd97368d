/** Return from the payment provider's page. The address decides nothing: the server is polled until the payment has a result. */
import { useQuery } from '@tanstack/react-query'
import { type ApiError, call } from '../api.ts'
import type { ReplyOf } from '../operations.ts'

/** The return address given to the provider, also used while the result is unclear. */
export const toReturnUrl = (id: string, rs: string | undefined): string =>
  `/checkout/pay/${id}?${new URLSearchParams({ returned: 'yes', ...(rs ? { rs } : {}) })}`

/** Whether the provider has not said yet what came of it. */
export const isUnresolved = (reply: PaymentCheck | undefined): boolean => reply?.outcome === 'processing' || reply?.outcome === 'unknown'
/** Whether the customer has what they paid for. Money that came too late is paid, and goes back. */
export const isBought = (reply: PaymentCheck | undefined): boolean => reply?.outcome === 'succeeded' && !reply.goesBack
const maxChecks = 20
/** Result of the last payment or card change of an order, polled every two seconds for up to a minute. */
export const useOrderPaymentCheck = (wixPayOrderId: string, enabled: boolean) =>
  useQuery<ReplyOf<'checkout.checkPayment'>, ApiError>({
    queryKey: ['returned', wixPayOrderId],
    enabled,
    queryFn: () => call('checkout.checkPayment', { params: { wixPayOrderId } }),
    refetchInterval: ({ state }) => (isUnresolved(state.data) && state.dataUpdateCount < maxChecks ? 2000 : false),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

/** The same for the bookings of a pay page. */
export const usePayPageCheck = (id: string, enabled: boolean) =>
  useQuery<CheckedPage, ApiError>({
    queryKey: ['returned', 'bookings', id],
    enabled,
    queryFn: async () => {
      const reply = await call('ecom.checkPaid', { params: { id } })
      return { ...reply, outcome: reply.payment?.outcome, declineCode: reply.payment?.declineCode }
    },
    refetchInterval: ({ state }) => (isUnresolved(state.data) && state.dataUpdateCount < maxChecks ? 2000 : false),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

const PROLONG_MS = 240_000
/**
 * Prolongs the hold of a booking while the bank thinks about the plan that is to pay it: each time for ten minutes, as long as the server
 * allows. A time that is lost all the same is said when the plan is paid, which then stays for another one.
 */
export const useProlongedHold = (bookingId: string | undefined, isWaiting: boolean): void =>
  void useQuery({
    queryKey: ['hold', bookingId],
    enabled: bookingId !== undefined && isWaiting,
    queryFn: () => call('bookingPages.bookNow', { body: { bookingId: bookingId ?? '', holdsOnly: true } }),
    refetchInterval: ({ state }) => (state.error ? false : PROLONG_MS),
    // The customer may be at their bank, in another tab.
    refetchIntervalInBackground: true,
    retry: false,
  })

export interface PaymentCheck {
  outcome?: string | undefined
  declineCode?: string | undefined
  /** The money came when nothing was to be paid any more. */
  goesBack?: boolean | undefined
}
type CheckedPage = ReplyOf<'ecom.checkPaid'> & PaymentCheck
