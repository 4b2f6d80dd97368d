/** The nightly check of places and resources. Source: guide bookings §5.3, §22. */
import type { Finding } from '#domains/payments/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import * as checks from '../../store/checks.ts'

/** What does not fit, in words for the owner; empty when all is well. A constraint keeps one person or room from two bookings at a time. */
export async function checkPlaces(ctx: ReadContext): Promise<Finding[]> {
  const sessions = await checks.findMiscountedSessions(ctx)
  const closed = await checks.findClosedHolders(ctx)
  return [
    ...sessions.map(({ sessionId, taken, held, capacity }) => ({
      what: `Session ${sessionId} of ${capacity} places has ${taken} noted as taken; its bookings hold ${held}.`,
    })),
    ...closed.map(({ bookingId, status }) => ({
      what: `Booking ${bookingId} is ${status === 'CANCELED' ? 'cancelled' : 'declined'} and still holds its time or waits to remind.`,
    })),
  ]
}
