/** The form of one session, and what changes when it is saved. Pure. */
import { Temporal } from 'temporal-polyfill'
import type { InputOf } from '#web/operations.ts'
import { toInstant, toWallTime } from '../business-time.ts'
import type { CalendarItem } from '../entities.ts'
import type { Move } from '../parts/move.ts'

/** The changes to a session; absent fields stay as they are. */
export interface SessionChange {
  to?: Move
  /** All people and rooms; `names` are those who lead it, or with `isRoom` the new room. */
  staff?: { ids: string[]; names: string; isRoom?: boolean }
  place?: { id: string; name: string; address: string }
  /** Spots. */
  capacity?: number
}
export interface SessionForm {
  /** `YYYY-MM-DD` and `HH:MM` in the zone of the business. */
  date: string
  time: string
  /** Staff and rooms; only staff is chosen here, rooms are kept. */
  resourceIds: string[]
  /** Null keeps the location. */
  placeId: string | null
  /** Null leaves it to the service. */
  capacity: number | null
}
type Session = Pick<CalendarItem, 'startDate' | 'endDate' | 'resourceIds'> & { capacity?: number | undefined }
interface Choices {
  people: readonly { resourceId: string; name?: string | null }[]
  places: readonly { id: string; name: string; address: { formattedAddress: string } }[]
}

export function toSessionForm({ startDate, resourceIds, capacity }: Session, timeZone: string): SessionForm {
  const wall = toWallTime(startDate, timeZone)
  return { date: wall.slice(0, 10), time: wall.slice(11, 16), resourceIds, placeId: null, capacity: capacity ?? null }
}

/** Only what differs; undefined when nothing does. A session that moves keeps its length. */
export function toSessionChange(item: Session, form: SessionForm, { people, places }: Choices, timeZone: string): SessionChange | undefined {
  const before = toSessionForm(item, timeZone)
  const isMoved = before.date !== form.date || before.time !== form.time
  const hasOthers = form.resourceIds.length !== item.resourceIds.length || form.resourceIds.some((id) => !item.resourceIds.includes(id))
  const place = places.find(({ id }) => id === form.placeId)
  const hasOtherCapacity = form.capacity !== null && form.capacity !== before.capacity
  if (!isMoved && !hasOthers && !place && !hasOtherCapacity) return undefined
  const startDate = toInstant(`${form.date} ${form.time}:00`, timeZone)
  const length = Date.parse(item.endDate) - Date.parse(item.startDate)
  const names = people.filter(({ resourceId }) => form.resourceIds.includes(resourceId)).map(({ name }) => name)
  return {
    ...(isMoved && { to: { startDate, endDate: new Date(Date.parse(startDate) + length).toISOString() } }),
    ...(hasOthers && { staff: { ids: form.resourceIds, names: names.join(' and ') } }),
    ...(place && { place: { id: place.id, name: place.name, address: place.address.formattedAddress } }),
    ...(hasOtherCapacity && form.capacity !== null && { capacity: form.capacity }),
  }
}

export const toLocalDate = (instant: string, timeZone: string) => ({ localDate: toWallTime(instant, timeZone).replace(' ', 'T') })

/** The fields of the event that the change sends. */
export function toEventChange({ to, staff, place, capacity }: SessionChange, timeZone: string): InputOf<'availability.updateEvent'>['body']['event'] {
  return {
    ...(to && { start: toLocalDate(to.startDate, timeZone), end: toLocalDate(to.endDate, timeZone) }),
    ...(staff && { resources: staff.ids.map((id) => ({ id })) }),
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
