/** Visits of several services in one booking. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { multiBookingsContract } from './contract.ts'
import { anonymousMultiBookingsHandlers, multiBookingsHandlers } from './handlers.ts'

export const multiBookings: Domain = {
  name: 'multi-bookings',
  operations: bindOperations(multiBookingsContract, { multiBookings: multiBookingsHandlers, anonymousMultiBookings: anonymousMultiBookingsHandlers }),
}
