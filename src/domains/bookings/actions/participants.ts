/** More or fewer people come. Source: guide: bookings 10.1. */
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { acted } from '../events.ts'
import type * as store from '../store/bookings.ts'
import { begin, mayStep, save } from './change.ts'
import { capacityOf, takePlace } from './place.ts'

export async function changeParticipants(
  ctx: Ctx,
  id: string,
  ask: { revision?: string | null; totalParticipants?: number | null },
): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, ask.revision)
  mayStep(booking, 'changeParticipants')
  const people = ask.totalParticipants ?? refuse('VALIDATION_FAILURE', { violations: [{ field: 'totalParticipants', description: 'is required' }] })
  if (booking.serviceType === 'APPOINTMENT' || booking.participantsChoices) refuse('VALIDATION_FAILURE', { reason: 'OTHER_KIND' })
  if (people === booking.participants) return booking
  const { terms, currency } = booking.price
  const total = terms.rate === 'CUSTOM' ? 0 : terms.price * people
  const held = booking.status !== 'CREATED' || booking.holdUntil !== null
  const result = held
    ? await takePlace(ctx, { ...booking, participants: people }, { capacity: await capacityOf(ctx, booking), holdUntil: booking.holdUntil, forced: false })
    : ({ taken: true } as const)
  if (!result.taken) return refuse(booking.serviceType === 'CLASS' ? 'SESSION_CAPACITY_EXCEEDED' : 'SCHEDULE_CAPACITY_EXCEEDED', { left: result.left })
  const owesMore = booking.paymentStatus === 'PAID' && booking.planOrderId === null && total > booking.price.total
  const next = await save(ctx, booking, {
    participants: people,
    price: { terms, currency, total },
    ...(owesMore && { paymentStatus: 'PARTIALLY_PAID' as const }),
  })
  acted(ctx, 'number_of_participants_updated', next, { previousTotalParticipants: booking.participants })
  return next
}
