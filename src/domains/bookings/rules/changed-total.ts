/** The payment status of a booking whose price changed. Source: guide bookings §10.1, §12.6. */
import type { PaymentStatus } from './machine.ts'

export interface ChangedTotal {
  before: PaymentStatus
  /** In minor units, what is paid in money before and after the change: beside a plan the add-ons alone. */
  from: number
  to: number
  /** What came in, here or elsewhere; what was given back of it is not owed again. */
  received: number
}

/** decision: a lower total reopens nothing; of a higher one the difference is owed. What was free has a price now, and the other way round. */
export function getStatusAfterChange({ before, from, to, received }: ChangedTotal): PaymentStatus {
  switch (before) {
    case 'PAID':
      return to > from && received < to ? 'PARTIALLY_PAID' : before
    case 'PARTIALLY_PAID':
      return received >= to ? 'PAID' : before
    default:
      return before
  }
}
