/** Which orders are reminded of a payment, and when a card is about to expire. Source: guide pricing-plans §15. */
import { Temporal } from 'temporal-polyfill'
import type { WireModel } from './order.ts'

/** Cycles of half a year and more are easily forgotten. */
export function lastsSixMonths({ subscription }: WireModel): boolean {
  if (!subscription) return false
  const { count, unit } = subscription.cycleDuration
  return count >= ({ YEAR: 1, MONTH: 6, WEEK: 26, DAY: 182 }[unit as 'YEAR'] ?? Number.POSITIVE_INFINITY)
}

/** The first day of the month before the card expires, nine in the morning of the order's zone. */
export function cardReminderAt(card: { expMonth: number; expYear: number }, timeZone: string): Temporal.Instant | undefined {
  if (card.expMonth < 1 || card.expMonth > 12 || card.expYear < 2000) return undefined
  return Temporal.PlainDate.from({ year: card.expYear, month: card.expMonth, day: 1 })
    .subtract({ months: 1 })
    .toZonedDateTime({ timeZone, plainTime: '09:00' })
    .toInstant()
}
