/** Hours in which no text message is sent, in the time zone of the site. Source: guide bookings §20.6. */
import { Temporal } from 'temporal-polyfill'

/** Wall times `HH:MM`; `until` before `from` means the next morning. */
export interface QuietHours {
  isOn: boolean
  from: string
  until: string
}
/** decision: evenings and nights, as the rules for marketing texts have it in most places. */
export const standardQuietHours: QuietHours = { isOn: true, from: '21:00', until: '08:00' }

/** When a text that is due at `at` may be sent: then, or when the quiet hours end in which it falls. */
export function findSendTime(at: Temporal.Instant, zone: string, { isOn, from, until }: QuietHours): Temporal.Instant {
  if (!isOn || from === until) return at
  const local = at.toZonedDateTimeISO(zone)
  const [begin, end, time] = [Temporal.PlainTime.from(from), Temporal.PlainTime.from(until), local.toPlainTime()]
  const isAfterBegin = Temporal.PlainTime.compare(time, begin) >= 0
  const isBeforeEnd = Temporal.PlainTime.compare(time, end) < 0
  const isOvernight = Temporal.PlainTime.compare(begin, end) > 0
  if (isOvernight ? !isAfterBegin && !isBeforeEnd : !isAfterBegin || !isBeforeEnd) return at
  const day = isOvernight && isAfterBegin ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  return day.toZonedDateTime({ timeZone: zone, plainTime: end }).toInstant()
}

/** Whether a text still says something of use: what it is about must not have begun when it arrives. */
export const isStillUseful = (sendAt: Temporal.Instant, startsAt: Temporal.Instant | null): boolean =>
  startsAt === null || Temporal.Instant.compare(sendAt, startsAt) < 0
