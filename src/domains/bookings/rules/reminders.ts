/** When a reminder is sent. Source: guide bookings §20.2. */
import type { Temporal } from 'temporal-polyfill'
import { leadMinutes } from './policy.ts'

export const REMIND_HOURS = 24
export const LATEST_REMINDER_MINUTES = 120

/** The instant of the reminder; null when the booking is confirmed too shortly before its start. */
export function getReminderTime(start: Temporal.Instant, confirmedAt: Temporal.Instant): Temporal.Instant | null {
  return leadMinutes(start, confirmedAt) < REMIND_HOURS * 60 ? null : start.subtract({ hours: REMIND_HOURS })
}

/** The next reminder of several sessions in order of time, strictly after `after`. */
export function getNextReminder(starts: readonly Temporal.Instant[], after: Temporal.Instant): Temporal.Instant | null {
  for (const start of starts) {
    const at = getReminderTime(start, after)
    if (at) return at
  }
  return null
}

/** decision: a late reminder is still useful two hours before the start. */
export const isWorthReminding = (start: Temporal.Instant, now: Temporal.Instant): boolean => leadMinutes(start, now) >= LATEST_REMINDER_MINUTES
