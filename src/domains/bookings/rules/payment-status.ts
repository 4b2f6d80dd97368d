/** The status of a payment of a booking as its lists show it. It is never stored: the attempt and what went back say it. Source: guide bookings §12.6. */

/** STARTED: the money may still come. FAILED: another attempt is needed. REFUNDED: nothing of it is left. */
export type PaymentState = 'STARTED' | 'SUCCEEDED' | 'FAILED' | 'REFUNDED'

export interface PaymentStateInput {
  /** The state of the attempt to charge; null for money received on site. */
  attempt: string | null
  /** The customer is on the provider's page. */
  isOnPage: boolean
  /** Decimal strings. */
  amount: string
  refunded: string
}

/** decision: money that came too late counts as refunded from the start, so that it never pays for the booking. */
export function getPaymentState({ attempt, isOnPage, amount, refunded }: PaymentStateInput): PaymentState {
  switch (attempt) {
    case 'SENDING':
    case 'UNKNOWN':
    case 'PROCESSING':
      return 'STARTED'
    case 'REQUIRES_ACTION':
      // Our own page asks again with another attempt.
      return isOnPage ? 'STARTED' : 'FAILED'
    case 'DECLINED':
    case 'EXPIRED':
      return 'FAILED'
    case 'LATE':
      return 'REFUNDED'
    default:
      return Number(amount) > 0 && Number(refunded) >= Number(amount) ? 'REFUNDED' : 'SUCCEEDED'
  }
}
