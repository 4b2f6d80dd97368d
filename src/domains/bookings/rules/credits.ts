/** What becomes of plan sessions when a booking changes. Source: guide: pricing-plans 13.4. */
export type EndOfBooking =
  | { by: 'customer'; inTime: boolean }
  /** A decision of the business; the flag of the call. */
  | { by: 'business'; withRefund: boolean }
  /** The place was lost, nobody answered, or the session is cancelled: not the customer's doing. */
  | { by: 'system' }

/** Whether a booking that ends gives its sessions back. */
export function returnsCredits(end: EndOfBooking): boolean {
  switch (end.by) {
    case 'customer':
      return end.inTime
    case 'business':
      return end.withRefund
    case 'system':
      return true
  }
}
