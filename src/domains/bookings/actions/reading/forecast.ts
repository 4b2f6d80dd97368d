/** What the coming days bring: bookings, what they pay, sessions of plans, and emails that time sends. Source: guide bookings §18.6. */
import type { Temporal } from 'temporal-polyfill'
import { countDueEmails } from '#domains/notifications/public.ts'
import { sumExpiringCredits } from '#domains/orders/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { ForecastDay } from '../../contract.ts'
import { countBookingsByDay, countRemindersByDay, findUnpaidStartingIn } from '../../store/forecast.ts'
import { findOpenAmounts, toDecimal } from '../money/money.ts'

interface Day {
  date: string
  from: Temporal.Instant
  to: Temporal.Instant
}

/** The next days in the time zone of the site; the first one begins now. */
function nextDays(now: Temporal.Instant, timeZone: string, count: number): Day[] {
  const today = now.toZonedDateTimeISO(timeZone).startOfDay()
  return Array.from({ length: count }, (_, at) => {
    const start = today.add({ days: at })
    return { date: start.toPlainDate().toString(), from: at === 0 ? now : start.toInstant(), to: start.add({ days: 1 }).toInstant() }
  })
}

/** What is left to pay for the bookings of each day, in minor units by currency. */
async function sumOwedByDay(ctx: ReadContext, from: Temporal.Instant, to: Temporal.Instant, timeZone: string): Promise<Map<string, Map<string, number>>> {
  const bookings = await findUnpaidStartingIn(ctx, from, to)
  const open = await findOpenAmounts(ctx, bookings)
  const days = new Map<string, Map<string, number>>()
  for (const booking of bookings) {
    const owed = open.get(booking.id) ?? 0
    if (owed === 0) continue
    const date = booking.startAt.toZonedDateTimeISO(timeZone).toPlainDate().toString()
    const sums = days.get(date) ?? new Map<string, number>()
    days.set(date, sums.set(booking.price.currency, (sums.get(booking.price.currency) ?? 0) + owed))
  }
  return days
}

const isEmpty = ({ bookings, expiringSessions, emails }: ForecastDay) => bookings === 0 && expiringSessions === 0 && emails.length === 0

/** Only days on which something happens. Nothing is written or sent. */
export async function forecastBookings(ctx: ReadContext, count: number): Promise<ForecastDay[]> {
  const { timeZone } = await getSite(ctx)
  const days = nextDays(ctx.now, timeZone, count)
  const range = { from: ctx.now, to: (days.at(-1) as Day).to, timeZone }
  const booked = await countBookingsByDay(ctx, range)
  const reminders = await countRemindersByDay(ctx, range)
  const owed = await sumOwedByDay(ctx, range.from, range.to, timeZone)
  const expiring = await sumExpiringCredits(ctx, range)
  const due = await countDueEmails(ctx, days)
  const forecast = days.map(({ date }, at): ForecastDay => {
    // Reminders are stored with the booking when the email is on or off: only those that are sent count.
    const known = (due[at] ?? []).map((one) => (one.kind === 'BEFORE_BOOKING' ? { ...one, count: reminders.get(date) ?? 0 } : one))
    const own = booked.get(date)
    return {
      date,
      bookings: own?.bookings ?? 0,
      people: own?.people ?? 0,
      toCollect: [...(owed.get(date) ?? [])].map(([currency, amount]) => ({ amount: toDecimal(amount, currency), currency })),
      planSessions: own?.planSessions ?? 0,
      expiringSessions: expiring.get(date) ?? 0,
      emails: known.filter((one) => one.count > 0),
    }
  })
  return forecast.filter((day) => !isEmpty(day))
}
