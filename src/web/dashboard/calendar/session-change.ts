/** The form of one session, and what changes when it is saved. Pure. */
import { Temporal } from 'temporal-polyfill'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { InputOf } from '#web/operations.ts'
import { toInstant, toWallTime } from '../business-time.ts'
import type { CalendarItem } from '../entities.ts'
import type { Move } from '../parts/move.ts'

const messages = defineDashboardMessages(
  { names: (names: string[]) => names.join(' and ') },
  { de: { names: (names) => new Intl.ListFormat('de').format(names) } },
)

/** The changes to a session; absent fields stay as they are. */
export interface SessionChange {
  to?: Move
  /** All people and rooms that it needs, and of those that are exchanged the names: who leads it, where it takes place. Empty: no one, no room. */
  resources?: { ids: string[]; staff?: string; rooms?: string }
  place?: { id: string; name: string; address: string }
  /** Spots. */
  capacity?: number
}
export interface SessionForm {
  /** `YYYY-MM-DD` and `HH:MM` in the zone of the business. */
  date: string
  time: string
  minutes: number
  /** Staff and rooms. */
  resourceIds: string[]
  /** Null keeps the location. */
  placeId: string | null
  /** Null leaves it to the service. */
  capacity: number | null
}
type Session = Pick<CalendarItem, 'startDate' | 'endDate' | 'resourceIds'> & { capacity?: number | undefined }
interface Choices {
  people: readonly { resourceId: string; name?: string | null }[]
  rooms: readonly { id: string; name?: string | null }[]
  places: readonly { id: string; name: string; address: { formattedAddress: string } }[]
}

export function toSessionForm({ startDate, endDate, resourceIds, capacity }: Session, timeZone: string): SessionForm {
  const wall = toWallTime(startDate, timeZone)
  const minutes = Math.round((Date.parse(endDate) - Date.parse(startDate)) / MINUTE_MS)
  return { date: wall.slice(0, 10), time: wall.slice(11, 16), minutes, resourceIds, placeId: null, capacity: capacity ?? null }
}
const MINUTE_MS = 60_000

/** Only what differs; undefined when nothing does. */
export function toSessionChange(item: Session, form: SessionForm, choices: Choices, timeZone: string): SessionChange | undefined {
  const before = toSessionForm(item, timeZone)
  const isMoved = before.date !== form.date || before.time !== form.time
  const isOtherLength = before.minutes !== form.minutes
  const resources = toResourceChange(item.resourceIds, form.resourceIds, choices)
  const place = choices.places.find(({ id }) => id === form.placeId)
  const hasOtherCapacity = form.capacity !== null && form.capacity !== before.capacity
  if (!isMoved && !isOtherLength && !resources && !place && !hasOtherCapacity) return undefined
  // A start that stays keeps its seconds, and which of two equal hours it is when clocks go back.
  const startDate = isMoved ? toInstant(`${form.date} ${form.time}:00`, timeZone) : item.startDate
  const length = isOtherLength ? form.minutes * MINUTE_MS : Date.parse(item.endDate) - Date.parse(item.startDate)
  return {
    ...((isMoved || isOtherLength) && { to: { startDate, endDate: new Date(Date.parse(startDate) + length).toISOString() } }),
    ...(resources && { resources }),
    ...(place && { place: { id: place.id, name: place.name, address: place.address.formattedAddress } }),
    ...(hasOtherCapacity && form.capacity !== null && { capacity: form.capacity }),
  }
}

function toResourceChange(before: readonly string[], ids: string[], { people, rooms }: Choices): SessionChange['resources'] {
  const differs = (list: readonly string[]) => list.some((id) => before.includes(id) !== ids.includes(id))
  const toNames = (list: readonly { id: string; name?: string | null }[]) =>
    currentMessages(messages).names(list.filter(({ id }) => ids.includes(id)).map(({ name }) => name ?? ''))
  const staff = people.map(({ resourceId, name }) => ({ id: resourceId, ...(name && { name }) }))
  const [hasOtherStaff, hasOtherRooms] = [staff, rooms].map((list) => differs(list.map(({ id }) => id)))
  if (!hasOtherStaff && !hasOtherRooms) return undefined
  return { ids, ...(hasOtherStaff && { staff: toNames(staff) }), ...(hasOtherRooms && { rooms: toNames(rooms) }) }
}

export const toLocalDate = (instant: string, timeZone: string) => ({ localDate: toWallTime(instant, timeZone).replace(' ', 'T') })

/** The fields of the event that the change sends. */
export function toEventChange({ to, resources, place, capacity }: SessionChange, timeZone: string): InputOf<'availability.updateEvent'>['body']['event'] {
  return {
    ...(to && { start: toLocalDate(to.startDate, timeZone), end: toLocalDate(to.endDate, timeZone) }),
    ...(resources && { resources: resources.ids.map((id) => ({ id })) }),
    ...(place && { location: { type: 'BUSINESS', id: place.id, name: place.name, ...(place.address && { formattedAddress: place.address }) } }),
    ...(capacity !== undefined && { totalCapacity: capacity }),
  }
}

const toWall = (instant: string, zone: string) => Temporal.PlainDateTime.from(toWallTime(instant, zone).replace(' ', 'T'))
const toLocal = (at: Temporal.PlainDateTime) => ({ localDate: at.toString({ smallestUnit: 'second' }) })

/** The first session of a series, moved on the clock of the business as far as one of its sessions was, and as long. */
export function shiftSeries(first: string, from: Move, to: Move, zone: string): { start: { localDate: string }; end: { localDate: string } } {
  const [before, after, end] = [toWall(from.startDate, zone), toWall(to.startDate, zone), toWall(to.endDate, zone)]
  const start = Temporal.PlainDateTime.from(first).add(before.until(after, { largestUnit: 'hours' }))
  return { start: toLocal(start), end: toLocal(start.add(after.until(end, { largestUnit: 'hours' }))) }
}

/** From the row of one person or room to that of another. */
export interface RowChange {
  from: string
  to: string
  /** Of the other one. */
  name: string
  isRoom: boolean
}
/** The people and rooms of a session after one was exchanged for another; the others stay. */
export const swapResource = (ids: readonly string[], { from, to }: Pick<RowChange, 'from' | 'to'>): string[] => [
  ...new Set(ids.includes(from) ? ids.map((id) => (id === from ? to : id)) : [...ids, to]),
]
