/** Whether a booking that ends returns its credits. Source: guide pricing-plans §13.4. */
export type EndOfBooking =
  | { by: 'customer'; inTime: boolean }
  /** The business decides; `withRefund` is the flag of the call. */
  | { by: 'business'; withRefund: boolean }
  /** The slot is gone, a request expired, or the session is cancelled. */
  | { by: 'system' }

/** Whether the credits return. */
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
