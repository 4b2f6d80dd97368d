/** The entries of the calendar in the local time of the business, and the changes that a drop means. */
import type { ScheduleEventData } from '@mantine/schedule'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { toInstant } from '../business-time.ts'
import type { CalendarEvent, CalendarItem } from '../entities.ts'
import type { ReplyOf } from '#web/operations.ts'
import { type DayPart, type DayRange, splitByDay } from './day-parts.ts'
import type { Move } from './move.ts'
import { type ColorOfService, fallbackHue } from './service-colors.ts'

const t = currentMessages(
  defineDashboardMessages(
    { blocked: 'Blocked', elsewhere: 'Busy in another calendar' },
    { de: { blocked: 'Gesperrt', elsewhere: 'In einem anderen Kalender belegt' } },
  ),
)

/** When a staff member is busy in another calendar: with what is not told. */
export type BusyElsewhere = ReplyOf<'calendarLinks.listBusyElsewhere'>['busy'][number]
/** An entry of the calendar: an appointment, a session with its participants and the series it belongs to, or blocked time. */
export type Entry =
  | { kind: 'BOOKED'; item: CalendarItem; resourceIds: string[]; seats?: number; masterId?: string }
  | { kind: 'BLOCKED'; event: CalendarEvent; resourceIds: string[] }
  | { kind: 'ELSEWHERE'; busy: BusyElsewhere; resourceIds: string[] }

export const entryColor = (entry: Entry, colours: ColorOfService): string =>
  entry.kind === 'BOOKED' ? (colours.get(entry.item.serviceId) ?? fallbackHue) : blockedColor
/** Of what is no booking. */
export const blockedColor = '#6b6259'

export const entryId = (entry: Entry): string => (entry.kind === 'BOOKED' ? entry.item.id : entry.kind === 'BLOCKED' ? entry.event.id : entry.busy.id)
export const entryStart = (entry: Entry): string =>
  entry.kind === 'BOOKED' ? entry.item.startDate : entry.kind === 'BLOCKED' ? (entry.event.start.utcDate ?? '') : entry.busy.start
export const entryEnd = (entry: Entry): string =>
  entry.kind === 'BOOKED' ? entry.item.endDate : entry.kind === 'BLOCKED' ? (entry.event.end.utcDate ?? '') : entry.busy.end
export const entryTitle = (entry: Entry): string =>
  entry.kind === 'BOOKED' ? entry.item.title : entry.kind === 'BLOCKED' ? entry.event.title || t.blocked : t.elsewhere

const isCancelled = (status: string) => status === 'CANCELED' || status === 'CANCELLED' || status === 'DECLINED'
/** Instants need no rules of a language, which would take most of the time. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Bookings, sessions with their capacity, and blocked time, by start. */
export function toEntries(items: CalendarItem[], events: CalendarEvent[], resourceId?: string, elsewhere: readonly BusyElsewhere[] = []): Entry[] {
  const known = new Map(events.map((event) => [event.id, event]))
  const booked = items
    .filter((item) => !isCancelled(item.status))
    .map((item): Entry => {
      const seats = item.capacity ?? known.get(item.id)?.totalCapacity
      const masterId = known.get(item.id)?.recurringEventId
      return { kind: 'BOOKED', item, resourceIds: item.resourceIds, ...(seats === undefined ? {} : { seats }), ...(masterId === undefined ? {} : { masterId }) }
    })
  const blocked = events
    .filter((event) => event.type === 'EVENT' && !isCancelled(event.status))
    .map((event): Entry => ({ kind: 'BLOCKED', event, resourceIds: event.resources.map(({ id }) => id) }))
  const busy = elsewhere.map((one): Entry => ({ kind: 'ELSEWHERE', busy: one, resourceIds: [one.resourceId] }))
  return [...booked, ...blocked, ...busy]
    .filter((entry) => !resourceId || entry.resourceIds.includes(resourceId))
    .sort((a, b) => compareText(entryStart(a), entryStart(b)) || entryTitle(a).localeCompare(entryTitle(b)))
}

/** An entry, or the part of it that lies on one day. */
export interface EntryPart extends DayPart {
  entry: Entry
}
/** The entries of these days, each day's part by itself, in order. */
export const toParts = (entries: readonly Entry[], days: DayRange): EntryPart[] =>
  entries
    .flatMap((entry) => splitByDay(entryStart(entry), entryEnd(entry), days).map((part) => ({ ...part, entry })))
    .sort((a, b) => compareText(a.start, b.start))
export const partId = ({ entry, day, isWhole }: EntryPart): string => (isWhole ? entryId(entry) : `${entryId(entry)}/${day}`)

const toScheduleEvent = (part: EntryPart, colours: ColorOfService) => ({
  id: partId(part),
  title: entryTitle(part.entry),
  start: part.start,
  end: part.end,
  color: entryColor(part.entry, colours),
  payload: { part },
})
export const toScheduleEvents = (parts: readonly EntryPart[], colours: ColorOfService = new Map()): ScheduleEventData[] =>
  parts.map((part) => toScheduleEvent(part, colours))
/** The same, once for each person or room it needs: for the view that has a line for each. */
export const eventsByResource = (parts: readonly EntryPart[], colours: ColorOfService = new Map()): ScheduleEventData[] =>
  parts.flatMap((part) => part.entry.resourceIds.map((resourceId) => ({ ...toScheduleEvent(part, colours), id: `${partId(part)}@${resourceId}`, resourceId })))
/** A grid of hours hides what covers a day, for a row of its own: it ends a minute earlier there. */
export const keepInHours = (events: readonly ScheduleEventData[]): ScheduleEventData[] =>
  events.map((event) => (toPart(event).isAllDay ? { ...event, start: `${toPart(event).day} 00:00:00`, end: `${toPart(event).day} 23:59:00` } : event))
export const toPart = (event: ScheduleEventData): EntryPart => (event.payload as { part: EntryPart }).part
export const toEntry = (event: ScheduleEventData): Entry => toPart(event).entry

/** Appointments, sessions and blocked time can be dragged unless they are over. */
export const canMove = (entry: Entry, now: string): boolean => {
  if (entryEnd(entry) <= now || entry.kind === 'ELSEWHERE') return false
  if (entry.kind === 'BLOCKED') return true
  const { item } = entry
  return item.kind === 'SESSION' || ((item.status === 'CONFIRMED' || item.status === 'PENDING') && item.bookings.length === 1)
}

/** Sessions and blocked time end when the business says so; how long an appointment takes says its service. */
export const canResize = (entry: Entry, now: string): boolean => canMove(entry, now) && (entry.kind !== 'BOOKED' || entry.item.kind === 'SESSION')

export const toMove = (newStart: string, newEnd: string, zone: string): Move => ({ startDate: toInstant(newStart, zone), endDate: toInstant(newEnd, zone) })

/** The hours worth showing: the usual day, stretched to whatever lies outside it. What covers a whole day is seen at any hour. */
export function visibleHours(events: readonly ScheduleEventData[]): { startTime: string; endTime: string } {
  const timed = events.filter((event) => !toPart(event).isAllDay)
  const hour = (wall: ScheduleEventData['start']) => Number(String(wall).slice(11, 13))
  const first = Math.min(7, ...timed.map((event) => hour(event.start)))
  const last = Math.max(21, ...timed.map((event) => (String(event.end).slice(0, 10) > String(event.start).slice(0, 10) ? 24 : hour(event.end) + 1)))
  return { startTime: `${String(first).padStart(2, '0')}:00:00`, endTime: last >= 24 ? '23:59:59' : `${String(last).padStart(2, '0')}:00:00` }
}
