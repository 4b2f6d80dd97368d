/** What is paid: a kind and an id. Source: guide bookings §12.6, pricing-plans §11. */

/** ORDER: a cycle of a plan. A fee of a booking is paid separately, under the id of its booking. UNKNOWN: money that belongs to nothing. */
export type PayableKind = 'ORDER' | 'BOOKING' | 'BOOKING_FEE' | 'UNKNOWN'
export interface Payable {
  kind: PayableKind
  id: string
}

/**
 * What one attempt pays for. VISIT: several bookings at once (the id of their set, else of their basket), each of which is a line of the
 * receipt. BOOKING_FEE: an additional fee of an order, which may gather the fees of several bookings.
 */
export type AttemptKind = 'ORDER' | 'BOOKING' | 'VISIT' | 'BOOKING_FEE'
