/** When a reminder is sent. Source: guide bookings §20.2. */
import { Temporal } from 'temporal-polyfill'
import type { BookingStatus } from './machine.ts'
import { leadMinutes } from './policy.ts'

const REMIND_HOURS = 24
const LATEST_REMINDER_MINUTES = 120

/** The instant of the reminder, `hours` before the start; null when the booking is confirmed too shortly before it. */
export function getReminderTime(start: Temporal.Instant, confirmedAt: Temporal.Instant, hours = REMIND_HOURS): Temporal.Instant | null {
  return leadMinutes(start, confirmedAt) < hours * 60 ? null : start.subtract({ hours })
}

/** The next reminder of several sessions in order of time, strictly after `after`. */
export function getNextReminder(starts: readonly Temporal.Instant[], after: Temporal.Instant, hours = REMIND_HOURS): Temporal.Instant | null {
  for (const start of starts) {
    const at = getReminderTime(start, after, hours)
    if (at) return at
  }
  return null
}

/** decision: a late reminder is still useful two hours before the start; one that is meant to come later, in the first half of its time. */
export const isWorthReminding = (start: Temporal.Instant, now: Temporal.Instant, hours = REMIND_HOURS): boolean =>
  leadMinutes(start, now) >= Math.min(LATEST_REMINDER_MINUTES, hours * 30)

/** The parts of a set that stand, in order of time: the customer is reminded of all of them once, before the first one. */
export const listStandingParts = <P extends { status: BookingStatus; startAt: Temporal.Instant }>(parts: readonly P[]): P[] =>
  parts.filter(({ status }) => status === 'CONFIRMED').sort((a, b) => Temporal.Instant.compare(a.startAt, b.startAt))
