/** Automated emails after a visit, and to clients who have not come for a while. Source: guide bookings §20.5. */
import type { Temporal } from 'temporal-polyfill'
import { takeDueWindow } from '#domains/notifications/public.ts'
import type { AutomationChange, DueRecipient, DueToday } from '#domains/notifications/hooks.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import * as store from '../../store/bookings.ts'
import {
  countEndedBookings,
  countLastVisits,
  countReminders,
  listEndedBookings,
  listLastVisits,
  listReminders,
  moveReminders,
} from '../../store/due-bookings.ts'
import { getFullName } from './calendar-attachment.ts'
import { queueCustomerEmail } from './emails.ts'

/** Queues both kinds; each stretch of time is looked at once. */
export async function queueFollowUps(ctx: TransactionContext): Promise<number> {
  const [after, lapsed] = [await takeDueWindow(ctx, 'AFTER_BOOKING'), await takeDueWindow(ctx, 'LAPSED')]
  const ended = after ? await listEndedBookings(ctx, after) : []
  for (const booking of ended) await queueFollowUp(ctx, booking, 'booking-follow-up')
  const missed = lapsed ? await listLastVisits(ctx, lapsed) : []
  for (const booking of missed) await queueFollowUp(ctx, booking, 'visit-missed')
  return ended.length + missed.length
}

/** One for each booking, whatever changes about it later. The button leads to what can be booked. */
const queueFollowUp = (ctx: TransactionContext, booking: store.BookingRow, template: 'booking-follow-up' | 'visit-missed'): Promise<void> =>
  queueCustomerEmail(ctx, booking, { template, uniqueBy: 'once', variables: {}, buttonUrl: `${ctx.origin}/services` })

/** How many customers would get the emails of bookings today; reminders: from now on. */
export async function countFollowUps(ctx: ReadContext, { kind, automation, from, to }: DueToday): Promise<number | undefined> {
  const shiftWindow = (hours: number) => ({ from: shift(from, hours), to: shift(to, hours) })
  switch (kind) {
    case 'BEFORE_BOOKING':
      return countReminders(ctx, to)
    case 'AFTER_BOOKING':
      return countEndedBookings(ctx, shiftWindow(automation.amount))
    case 'LAPSED':
      return countLastVisits(ctx, shiftWindow(automation.amount * 24))
    default:
      return undefined
  }
}
/** The customers behind that count. */
export async function listFollowUpRecipients(ctx: ReadContext, due: DueToday & { limit: number }): Promise<DueRecipient[] | undefined> {
  return (await listFollowUps(ctx, due))?.map(toRecipient)
}
function listFollowUps(ctx: ReadContext, { kind, automation, from, to, limit }: DueToday & { limit: number }): Promise<store.BookingRow[]> | undefined {
  const shiftWindow = (hours: number) => ({ from: shift(from, hours), to: shift(to, hours) })
  switch (kind) {
    case 'BEFORE_BOOKING':
      return listReminders(ctx, to, limit)
    case 'AFTER_BOOKING':
      return listEndedBookings(ctx, shiftWindow(automation.amount), limit)
    case 'LAPSED':
      return listLastVisits(ctx, shiftWindow(automation.amount * 24), limit)
    default:
      return undefined
  }
}
const toRecipient = (booking: store.BookingRow): DueRecipient => ({
  name: getFullName(booking),
  ...(booking.contactDetails.email && { email: booking.contactDetails.email }),
  about: booking.title,
  bookingId: booking.id,
})
const shift = (at: Temporal.Instant, hours: number): Temporal.Instant => at.subtract({ hours })

/** Reminders that are still to come move with the lead that the business chose. */
export async function rescheduleReminders(ctx: TransactionContext, { kind, before, after }: AutomationChange): Promise<void> {
  if (kind === 'BEFORE_BOOKING' && before.amount !== after.amount) await moveReminders(ctx, before.amount - after.amount)
}
