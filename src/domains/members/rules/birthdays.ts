/** When birthdays are. Source: guide bookings §20.5. */
import type { Temporal } from 'temporal-polyfill'

/** Month and day as one number, the way the index has them: 3 May is 503. A member born on 29 February is greeted on the 28th in other years. */
export function birthdayKeys(day: Temporal.PlainDate): number[] {
  const key = day.month * 100 + day.day
  return key === 228 && !day.inLeapYear ? [228, 229] : [key]
}

const GREETING_TIME = '09:00'
/** The day whose greeting time, nine in the morning of the site, lies after `from` and not after `to`; the last one of several. */
export function findGreetingDay({ from, to }: { from: Temporal.Instant; to: Temporal.Instant }, timeZone: string): Temporal.PlainDate | undefined {
  const today = to.toZonedDateTimeISO(timeZone).toPlainDate()
  for (const day of [today, today.subtract({ days: 1 })]) {
    const at = day.toZonedDateTime({ timeZone, plainTime: GREETING_TIME }).epochMilliseconds
    if (at > from.epochMilliseconds && at <= to.epochMilliseconds) return day
  }
  return undefined
}
