/** Busy times of a file of another calendar. Source: guide services-and-availability §14.2; RFC 5545. */
import { Temporal } from 'temporal-polyfill'
import { dayMs, formatDayNumber, zoneOffsets } from '#kit/pure/zone.ts'
import { type Component, findProperty, listProperties, NotACalendar, parseCalendarFile, type Property, unescapeText } from './content-lines.ts'
import { expandRule } from './recurrence.ts'
import { createZones, parseWall, type ToInstant } from './zones.ts'

export interface BusyTime {
  /** Epoch milliseconds. */
  start: number
  end: number
  allDay: boolean
  /** For the owner of the calendar alone. */
  title: string
}
export interface BusyRange {
  start: number
  end: number
}
export const MAX_EVENTS = 20_000

/** Marks the events that we write ourselves: read back, they must not block. Source: guide services-and-availability §14.2. */
export const OWN_UID_MARK = '-atrium@'
export const isOwnEvent = (uid: string): boolean => uid.includes(OWN_UID_MARK)

interface Moment {
  wall: number
  allDay: boolean
  toInstant: ToInstant
}
type Zones = (tzid: string | undefined) => ToInstant
const same: ToInstant = (wall) => wall

function readMoment({ params, value }: Pick<Property, 'params' | 'value'>, zones: Zones): Moment | undefined {
  const wall = parseWall(value)
  if (wall === undefined) return undefined
  const allDay = params.VALUE === 'DATE' || !value.includes('T')
  // All-day and floating times are those of the business. decision
  return { wall, allDay, toInstant: value.trim().endsWith('Z') ? same : zones(allDay ? undefined : params.TZID) }
}

/** `P1DT2H30M` in milliseconds; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  const match = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
  return (
    (sign === '-' ? -1 : 1) * (Number(weeks) * 7 * dayMs + Number(days) * dayMs + Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000)
  )
}

/** How long an event lasts: by its end (of its own zone), its duration, or a day for all-day events without either. */
function readLength(event: Component, start: Moment, zones: Zones): number {
  const duration = findProperty(event, 'DURATION')
  if (duration) return parseDuration(duration.value) ?? 0
  const ending = findProperty(event, 'DTEND')
  const end = ending && readMoment(ending, zones)
  if (!end) return start.allDay ? dayMs : 0
  return start.allDay ? end.wall - start.wall : end.toInstant(end.wall) - start.toInstant(start.wall)
}

const readList = (event: Component, name: string, zones: Zones): Moment[] =>
  listProperties(event, name).flatMap(({ params, value }) =>
    value.split(',').flatMap((text) => readMoment({ params, value: text.split('/')[0] ?? '' }, zones) ?? []),
  )

/** An `UNTIL` in UTC as wall-clock time of the event, so that the rule can be expanded on wall-clock time. */
function localizeUntil(rule: string, { wall, allDay, toInstant }: Moment): string {
  return rule.replace(/UNTIL=(\d{8}(?:T\d{6}Z?)?)/i, (whole, text: string) => {
    const until = parseWall(text)
    if (until === undefined) return whole
    // The offset at the end, found from the start: an hour's error around a change of clocks is corrected once.
    let local = until
    if (text.endsWith('Z') && toInstant !== same && !allDay)
      for (let pass = 0, offset = wall - toInstant(wall); pass < 2; pass++) {
        local = until + offset
        offset = local - toInstant(local)
      }
    const whenDate = text.includes('T') ? local : local + dayMs - 1000
    return `UNTIL=${Temporal.Instant.fromEpochMilliseconds(whenDate)
      .toString()
      .replace(/[-:]|\.\d+/g, '')}`
  })
}

interface Occurrence {
  start: number
  length: number
  moment: Moment
}
const toBusy = (event: Component, { start, length, moment }: Occurrence): BusyTime => ({
  start: moment.toInstant(start),
  // An all-day event ends at a midnight; any other lasts as long as its first.
  end: moment.allDay ? moment.toInstant(start + length) : moment.toInstant(start) + length,
  allDay: moment.allDay,
  title: unescapeText(findProperty(event, 'SUMMARY')?.value ?? '').slice(0, 300),
})
const isCancelled = (event: Component): boolean => findProperty(event, 'STATUS')?.value.trim().toUpperCase() === 'CANCELLED'
const blocks = (event: Component): boolean => findProperty(event, 'TRANSP')?.value.trim().toUpperCase() !== 'TRANSPARENT' && !isCancelled(event)

/** Occurrences of one event (its series, dates added, dates taken out), without those that stand for themselves. */
function listOccurrences(event: Component, replaced: ReadonlySet<number>, range: BusyRange, zones: Zones): BusyTime[] {
  const starting = findProperty(event, 'DTSTART')
  const moment = starting && readMoment(starting, zones)
  if (!moment) return []
  const length = Math.max(0, readLength(event, moment, zones))
  const [from, to] = [range.start - length - 2 * dayMs, range.end + 2 * dayMs]
  const rules = listProperties(event, 'RRULE').map(({ value }) => localizeUntil(value, moment))
  const starts = rules.length > 0 ? rules.flatMap((rule) => expandRule(rule, moment.wall, from, to)) : [moment.wall]
  const out = new Set([...readList(event, 'EXDATE', zones).map((one) => one.toInstant(one.wall)), ...replaced])
  const added = readList(event, 'RDATE', zones).map((one): Occurrence => ({ start: one.wall, length, moment: one }))
  const found = [...starts.map((start): Occurrence => ({ start, length, moment })), ...added]
  return found.filter((one) => !out.has(one.moment.toInstant(one.start))).map((one) => toBusy(event, one))
}

function listFreeBusy(component: Component): BusyTime[] {
  return listProperties(component, 'FREEBUSY')
    .filter(({ params }) => params.FBTYPE?.toUpperCase() !== 'FREE')
    .flatMap(({ value }) =>
      value.split(',').flatMap((period): BusyTime[] => {
        const [from = '', to = ''] = period.split('/')
        const start = parseWall(from)
        const end = to.startsWith('P') ? (start ?? 0) + (parseDuration(to) ?? 0) : parseWall(to)
        return start === undefined || end === undefined ? [] : [{ start, end, allDay: false, title: '' }]
      }),
    )
}

/** What the events of a calendar that are wanted come to, each series by its occurrences. */
function listEvents(calendar: Component, range: BusyRange, businessZone: string, isWanted: (event: Component) => boolean): BusyTime[] {
  const zones = createZones(calendar, businessZone, range.end + 3 * dayMs)
  const events = calendar.components.filter((one) => one.name === 'VEVENT')
  if (events.length > MAX_EVENTS) throw new NotACalendar(`the calendar has more than ${MAX_EVENTS} events`)
  const readUid = (event: Component) => findProperty(event, 'UID')?.value.trim() ?? ''
  const replaced = new Map<string, Set<number>>()
  for (const event of events) {
    const property = findProperty(event, 'RECURRENCE-ID')
    const moment = property && readMoment(property, zones)
    if (moment) replaced.set(readUid(event), (replaced.get(readUid(event)) ?? new Set<number>()).add(moment.toInstant(moment.wall)))
  }
  const none = new Set<number>()
  return events
    .filter((event) => isWanted(event) && !isOwnEvent(readUid(event)))
    .flatMap((event) => listOccurrences(event, findProperty(event, 'RECURRENCE-ID') ? none : (replaced.get(readUid(event)) ?? none), range, zones))
}

const listOfCalendar = (calendar: Component, range: BusyRange, businessZone: string): BusyTime[] => [
  ...listEvents(calendar, range, businessZone, blocks),
  ...calendar.components.filter((one) => one.name === 'VFREEBUSY').flatMap(listFreeBusy),
]

/**
 * Busy times of the files that touch the range, in order of time; each once. Throws NotACalendar for other text or too many events, UnreadableRule
 * for a rule that cannot be read: a part that is not understood would look free.
 */
export function listBusyTimes(files: readonly string[], range: BusyRange, businessZone: string): BusyTime[] {
  const all = files.flatMap((text) => parseCalendarFile(text).flatMap((calendar) => listOfCalendar(calendar, range, businessZone)))
  const byTime = new Map<string, BusyTime>()
  for (const one of all) if (one.end > one.start && one.end > range.start && one.start < range.end) byTime.set(`${one.start} ${one.end} ${one.title}`, one)
  const found = [...byTime.values()].sort((a, b) => a.start - b.start || a.end - b.end)
  if (found.length > MAX_EVENTS) throw new NotACalendar(`the calendar has more than ${MAX_EVENTS} events`)
  return found
}

/**
 * The local dates of whole-day events that lie in the range, in order, each once with the title of its first event: public holidays, holidays of schools. They
 * are published as free time, so that transparent events count. Throws as `listBusyTimes` does.
 */
export function listWholeDays(files: readonly string[], range: BusyRange, businessZone: string): { date: string; title: string }[] {
  const { toLocal } = zoneOffsets(businessZone)
  const toDay = (instant: number) => Math.floor(toLocal(instant) / dayMs)
  const events = files.flatMap((text) =>
    parseCalendarFile(text).flatMap((calendar) => listEvents(calendar, range, businessZone, (event) => !isCancelled(event))),
  )
  const titles = new Map<number, string>()
  for (const { start, end, title } of events.filter(({ allDay }) => allDay).sort((a, b) => a.start - b.start))
    for (let day = Math.max(toDay(start), toDay(range.start)); day < Math.min(toDay(end), toDay(range.end)); day++) if (!titles.has(day)) titles.set(day, title)
  return [...titles].sort(([a], [b]) => a - b).map(([day, title]) => ({ date: formatDayNumber(day), title }))
}
