/** A checkout ends, or a callback says how it ended: the booking finds its state. Source: guide: bookings 5.2 rows 5–8, 8.2. */
import type { Ctx } from '#kit/ctx.ts'
import { acted, updated } from '../events.ts'
import type { PaymentStatus } from '../rules/machine.ts'
import { outcome } from '../rules/outcome.ts'
import { reminderAt } from '../rules/reminders.ts'
import * as store from '../store/bookings.ts'
import { save } from './change.ts'
import { writeToCustomer } from './letters.ts'
import { capacityOf, releasePlace, takePlace } from './place.ts'

export interface Finish {
  paymentStatus: PaymentStatus
  /** Hosted pages always write to the customer; custom checkouts never do. */
  letters: boolean
  more?: Partial<store.BookingRecord>
  letter?: Record<string, unknown>
}

/** Rows 5–8: the place is taken again under the lock, its own hold left out. */
export async function finishCheckout(ctx: Ctx, booking: store.BookingRecord, finish: Finish): Promise<store.BookingRecord> {
  const capacity = await capacityOf(ctx, booking)
  const free = (await takePlace(ctx, booking, { capacity, holdUntil: null, forced: false })).taken
  const result = outcome({
    type: booking.serviceType,
    placeIsFree: free,
    forced: booking.forced,
    needsApproval: booking.needsApproval,
    paymentStatus: finish.paymentStatus,
  })
  if (!free && result.status !== 'DECLINED') await takePlace(ctx, booking, { capacity, holdUntil: null, forced: true })
  if (result.refund) await store.markRefunded(ctx, booking.id)
  const change = {
    ...finish.more,
    status: result.status,
    paymentStatus: result.refund ? ('REFUNDED' as const) : finish.paymentStatus,
    doubleBooked: result.doubleBooked || booking.doubleBooked,
    holdUntil: null,
    ...(result.status === 'CONFIRMED' && {
      eventId: booking.eventId ?? (booking.serviceType === 'APPOINTMENT' ? ctx.newId() : null),
      remindAt: reminderAt(booking.startAt, ctx.now),
    }),
  }
  if (booking.status === 'PENDING' && result.status === 'PENDING') {
    const same = await save(ctx, booking, change)
    updated(ctx, same, { paymentStatus: booking.paymentStatus })
    return same
  }
  if (result.status === 'DECLINED') await releasePlace(ctx, booking)
  const next = await save(ctx, booking, change)
  const slug = ({ CONFIRMED: 'confirmed', PENDING: 'markedAsPending', DECLINED: 'declined' } as const)[result.status]
  acted(ctx, slug, next, { previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (finish.letters) {
    const template = ({ CONFIRMED: 'booking-confirmed', PENDING: 'booking-requested', DECLINED: 'booking-declined' } as const)[result.status]
    await writeToCustomer(ctx, template, next, {
      ...finish.letter,
      ...(result.status === 'DECLINED' && { reason: 'The time was just taken.' }),
      ...(result.refund && { refundText: 'What you paid goes back to you.' }),
    })
  }
  return next
}
