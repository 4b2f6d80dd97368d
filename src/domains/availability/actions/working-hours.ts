/** Working hours as calendar events, of the business or of one resource. Source: guide services-and-availability §10.3, §13. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, formatDayNumber, formatLocal, minuteMs, parseLocal, toWeekday, type ZoneOffsets } from '#kit/pure/zone.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { getSite } from '#domains/site/public.ts'
import {
  findHoursException,
  hoursById,
  listHours,
  insertHours,
  deleteHours,
  lockHoursSchedule,
  updateHours,
  type NewHours,
  type WeeklyHours,
} from '#domains/staff/public.ts'
import type { CalendarEvent, CalendarEventInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { findZoneViolations } from '../rules/event-input.ts'
import { hasOccurrenceAt, occurrenceId, parseOccurrenceId, toLocalText, weekdays } from '../rules/recurrence.ts'
import { findLocationViolations } from './event-references.ts'

export const toPlainDate = (day: number): Temporal.PlainDate => Temporal.PlainDate.from(formatDayNumber(day))
export const toDayNumber = (on: { toString(): string }): number => Math.floor((parseLocal(`${on.toString()}T00:00`) as number) / dayMs)

/** Splits a local range into day and minutes; refuses more than 24 hours and parts of minutes. */
function toHoursSpan(start: number, end: number): { day: number } & Pick<NewHours, 'weekday' | 'startMinute' | 'endMinute'> {
  const day = Math.floor(start / dayMs)
  assertNoViolations(
    end - start > dayMs || start % minuteMs !== 0 || end % minuteMs !== 0
      ? [
          {
            field: 'event.end',
            description: 'of working hours must be at most 24 hours after the start, in whole minutes',
            violatedRule: 'VALIDATION',
            data: {},
          },
        ]
      : [],
  )
  return { day, weekday: toWeekday(day), startMinute: (start - day * dayMs) / minuteMs, endMinute: (end - day * dayMs) / minuteMs }
}

/** The last day on which an occurrence starts at or before `until`. */
function lastDay(until: string | undefined, startMinute: number): Temporal.PlainDate | null {
  const local = until === undefined ? undefined : parseLocal(until)
  if (local === undefined) return null
  const day = Math.floor(local / dayMs)
  return toPlainDate(local - day * dayMs >= startMinute * minuteMs ? day : day - 1)
}

/** Expects an input that passed the checks of every event. */
export async function createHours(ctx: TransactionContext, scheduleId: string, input: CalendarEventInput): Promise<CalendarEvent> {
  const [start, end] = [parseLocal(input.start?.localDate ?? '') as number, parseLocal(input.end?.localDate ?? '') as number]
  const { day, ...span } = toHoursSpan(start, end)
  const rule = input.recurrenceRule
  const row = await insertHours(ctx, scheduleId, {
    ...span,
    title: input.title ?? '',
    recurrenceType: rule ? 'MASTER' : 'NONE',
    intervalWeeks: rule?.interval ?? 1,
    startsOn: toPlainDate(day),
    untilOn: rule ? lastDay(rule.until?.localDate, span.startMinute) : toPlainDate(day),
    locationId: input.location?.id ?? null,
  })
  return hoursToWire(row, (await getSite(ctx)).timeZone)
}

/** The rule as a series, so that its occurrences are those of any other. */
export function toHoursSeries(row: WeeklyHours) {
  const from = row.startsOn ? toDayNumber(row.startsOn) : firstDay(row)
  const inFirstWeek = from - toWeekday(from) + row.weekday
  const first = inFirstWeek >= from ? inFirstWeek : inFirstWeek + 7 * row.intervalWeeks
  const start = first * dayMs + row.startMinute * minuteMs
  return {
    masterId: row.id,
    localStart: toLocalText(start),
    localEnd: toLocalText(first * dayMs + row.endMinute * minuteMs),
    intervalWeeks: row.intervalWeeks,
    ...(row.untilOn ? { untilLocal: `${row.untilOn.toString()}T23:59` } : {}),
  }
}

/** Finds the rule or occurrence with an event id. A day that has its own hours is there even where the rule has changed since. */
export async function findHours(ctx: ReadContext, id: string): Promise<{ row: WeeklyHours; day?: number; master?: WeeklyHours } | undefined> {
  if (/^[0-9a-f-]{36}$/.test(id)) {
    const row = await hoursById(ctx, id)
    return row && { row }
  }
  const named = parseOccurrenceId(id)
  const master = named && (await hoursById(ctx, named.masterId))
  const local = named && parseLocal(named.localStart)
  if (!named || local === undefined || master?.recurrenceType !== 'MASTER') return undefined
  const day = Math.floor(local / dayMs)
  const own = await findHoursException(ctx, master.id, formatDayNumber(day))
  return own || hasOccurrenceAt(toHoursSeries(master), named.localStart) ? { row: own ?? master, day, master } : undefined
}
/** Working hours as a calendar event; undefined when the id is not one of theirs. */
export async function findHoursEvent(ctx: ReadContext, id: string): Promise<CalendarEvent | undefined> {
  const one = await findHours(ctx, id)
  if (!one) return undefined
  const { timeZone } = await getSite(ctx)
  return one.day !== undefined && one.row.recurrenceType === 'MASTER' ? instanceToWire(one.row, one.day, timeZone) : hoursToWire(one.row, timeZone, one.master)
}

/** The day and minutes of working hours after a change; `day` is that of one occurrence. */
function parseHoursChange(input: CalendarEventInput, row: WeeklyHours, day: number | undefined) {
  const shownDay = day ?? toDayNumber(row.startsOn ?? toPlainDate(firstDay(row)))
  const [oldStart, oldEnd] = [shownDay * dayMs + row.startMinute * minuteMs, shownDay * dayMs + row.endMinute * minuteMs]
  const start = parseLocal(input.start?.localDate ?? formatLocal(oldStart))
  const end = parseLocal(input.end?.localDate ?? formatLocal(input.start ? (start ?? oldStart) + (oldEnd - oldStart) : oldEnd))
  assertNoViolations(
    start === undefined || end === undefined || end <= start
      ? [{ field: 'event.end', description: 'must be after the start', violatedRule: 'VALIDATION', data: {} }]
      : [],
  )
  return toHoursSpan(start as number, end as number)
}

/** The same, with its schedule locked: changes of one schedule take turns. */
export async function lockHours(ctx: TransactionContext, id: string): ReturnType<typeof findHours> {
  const found = await findHours(ctx, id)
  if (!found) return undefined
  await lockHoursSchedule(ctx, found.row.scheduleId)
  return findHours(ctx, id)
}

/** Changes or cancels working hours; undefined when the id is not one of theirs. Refuses with REVISION_MISMATCH. A single day of a rule becomes an exception. */
export async function changeHours(ctx: TransactionContext, id: string, input: CalendarEventInput, cancel: boolean): Promise<CalendarEvent | undefined> {
  const one = await lockHours(ctx, id)
  if (!one) return undefined
  const { timeZone } = await getSite(ctx)
  const { row, day } = one
  if (input.revision && input.revision !== String(row.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(row.revision) })
  assertNoViolations([...findZoneViolations(input, timeZone), ...(await findLocationViolations(ctx, input.location, row.locationId ?? undefined))])
  if (cancel && row.recurrenceType === 'MASTER' && day === undefined) {
    await deleteHours(ctx, row.id)
    return { ...hoursToWire(row, timeZone), status: 'CANCELLED' }
  }
  const { day: newDay, ...span } = parseHoursChange(input, row, day)
  const change = {
    ...span,
    ...(input.title !== undefined ? { title: input.title } : {}),
    ...(input.location !== undefined ? { locationId: input.location?.id ?? null } : {}),
    cancelled: cancel || row.cancelled,
  }
  if (row.recurrenceType !== 'MASTER')
    return hoursToWire(await updateHours(ctx, row.id, { ...change, startsOn: toPlainDate(newDay), untilOn: toPlainDate(newDay) }), timeZone, one.master)
  if (day === undefined) {
    const rule = input.recurrenceRule
    const after = await updateHours(ctx, row.id, {
      ...change,
      ...(input.start ? { startsOn: toPlainDate(newDay) } : {}),
      ...(rule?.interval ? { intervalWeeks: rule.interval } : {}),
      ...(rule !== undefined ? { untilOn: lastDay(rule?.until?.localDate, span.startMinute) } : {}),
    })
    return hoursToWire(after, timeZone)
  }
  const created = await insertHours(ctx, row.scheduleId, {
    locationId: row.locationId,
    title: row.title,
    ...change,
    recurrenceType: 'EXCEPTION',
    masterId: row.id,
    originalOn: toPlainDate(day),
    startsOn: toPlainDate(newDay),
    untilOn: toPlainDate(newDay),
  })
  return hoursToWire(created, timeZone, row)
}

/** Working hours of schedules in a range, one event per day. */
export async function listHoursEvents(ctx: ReadContext, scheduleIds: readonly string[], range: Interval, offsets: ZoneOffsets): Promise<CalendarEvent[]> {
  const rows = await listHours(ctx, scheduleIds)
  const { timeZone } = await getSite(ctx)
  const [first, last] = [Math.floor(offsets.toLocal(range.start) / dayMs) - 1, Math.floor(offsets.toLocal(range.end) / dayMs) + 1]
  // Days of one location change nothing for the others.
  const special = rows.filter((row) => row.recurrenceType === 'SPECIAL' && row.locationId === null)
  const isSpecial = (scheduleId: string, day: number) =>
    special.some((row) => row.scheduleId === scheduleId && row.startsOn && row.untilOn && day >= toDayNumber(row.startsOn) && day <= toDayNumber(row.untilOn))
  const weekly = rows.filter((row) => row.recurrenceType !== 'SPECIAL')
  return weekly
    .flatMap((row) => {
      const starts = row.startsOn ? toDayNumber(row.startsOn) : undefined
      const until = row.untilOn ? toDayNumber(row.untilOn) : undefined
      const replaced = new Set(rows.flatMap((other) => (other.masterId === row.id && other.originalOn ? [toDayNumber(other.originalOn)] : [])))
      const monday = starts === undefined ? 0 : starts - toWeekday(starts) + 1
      const found: CalendarEvent[] = []
      for (let day = first + ((row.weekday - toWeekday(first) + 7) % 7); day <= last; day += 7) {
        if ((starts !== undefined && (day < starts || Math.floor((day - monday) / 7) % row.intervalWeeks !== 0)) || (until !== undefined && day > until))
          continue
        if (replaced.has(day) || row.cancelled || isSpecial(row.scheduleId, day)) continue
        const [start, end] = [offsets.toInstant(day * dayMs + row.startMinute * minuteMs), offsets.toInstant(day * dayMs + row.endMinute * minuteMs)]
        if (end > range.start && start < range.end)
          found.push(
            row.recurrenceType === 'MASTER'
              ? instanceToWire(row, day, timeZone)
              : hoursToWire(
                  row,
                  timeZone,
                  rows.find((other) => other.id === row.masterId),
                ),
          )
      }
      return found
    })
    .sort((a, b) => (a.start.localDate < b.start.localDate ? -1 : 1))
}
/** The weekly rules of schedules as MASTER events. */
export const listHoursSeries = async (ctx: ReadContext, scheduleIds: readonly string[]): Promise<CalendarEvent[]> => {
  const { timeZone } = await getSite(ctx)
  return (await listHours(ctx, scheduleIds)).filter((row) => row.recurrenceType === 'MASTER').map((row) => hoursToWire(row, timeZone))
}

/** A rule without a first day is shown as starting in the first week of 2024. */
const firstDay = (row: WeeklyHours): number => toDayNumber('2024-01-01') + row.weekday - 1

const common = (row: WeeklyHours, day: number, timeZone: string) => ({
  scheduleId: row.scheduleId,
  type: 'WORKING_HOURS' as const,
  title: row.title,
  start: { localDate: formatLocal(day * dayMs + row.startMinute * minuteMs), timeZone },
  end: { localDate: formatLocal(day * dayMs + row.endMinute * minuteMs), timeZone },
  resources: [],
  ...(row.locationId ? { location: { type: 'BUSINESS' as const, id: row.locationId } } : {}),
  transparency: 'FREE' as const,
  status: row.cancelled ? ('CANCELLED' as const) : ('CONFIRMED' as const),
  revision: String(row.revision),
})
const formatLocalStart = (row: WeeklyHours, day: number): string => formatLocal(day * dayMs + row.startMinute * minuteMs)
const instanceToWire = (row: WeeklyHours, day: number, timeZone: string): CalendarEvent => ({
  ...common(row, day, timeZone),
  id: occurrenceId(row.id, formatLocalStart(row, day)),
  recurrenceType: 'INSTANCE',
  recurringEventId: row.id,
})
/** `master` is the rule of an exception: its time is part of the occurrence id. */
export function hoursToWire(row: WeeklyHours, timeZone: string, master: WeeklyHours = row): CalendarEvent {
  const day = row.startsOn ? toDayNumber(row.startsOn) : firstDay(row)
  const event = common(row, row.recurrenceType === 'MASTER' ? day + ((row.weekday - toWeekday(day) + 7) % 7) : day, timeZone)
  if (row.recurrenceType === 'NONE') return { ...event, id: row.id, recurrenceType: 'NONE' }
  if (row.recurrenceType === 'EXCEPTION' && row.masterId && row.originalOn)
    return {
      ...event,
      id: occurrenceId(row.masterId, formatLocalStart(master, toDayNumber(row.originalOn))),
      recurrenceType: 'EXCEPTION',
      recurringEventId: row.masterId,
    }
  return {
    ...event,
    id: row.id,
    recurrenceType: 'MASTER',
    recurrenceRule: {
      frequency: 'WEEKLY',
      interval: row.intervalWeeks,
      days: [weekdays[row.weekday] ?? 'MONDAY'],
      ...(row.untilOn ? { until: { localDate: `${row.untilOn.toString()}T23:59:59` } } : {}),
    },
  }
}
