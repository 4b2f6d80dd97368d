/** The form of one session, and what changes when it is saved. Pure. */
import type { InputOf } from '#web/operations.ts'
import { toInstant, toWallTime } from '../business-time.ts'
import type { CalendarItem } from '../entities.ts'
import type { Move } from './events.ts'

/** The changes to a session; absent fields stay as they are. */
export interface SessionChange {
  to?: Move
  staff?: { ids: string[]; names: string }
  place?: { id: string; name: string; address: string }
}
export interface SessionForm {
  /** `YYYY-MM-DD` and `HH:MM` in the zone of the business. */
  date: string
  time: string
  /** Staff and rooms; only staff is chosen here, rooms are kept. */
  resourceIds: string[]
  /** Null keeps the location. */
  placeId: string | null
}
type Session = Pick<CalendarItem, 'startDate' | 'endDate' | 'resourceIds'>
interface Choices {
  people: readonly { resourceId: string; name?: string | null }[]
  places: readonly { id: string; name: string; address: { formattedAddress: string } }[]
}

export function toSessionForm({ startDate, resourceIds }: Session, timeZone: string): SessionForm {
  const wall = toWallTime(startDate, timeZone)
  return { date: wall.slice(0, 10), time: wall.slice(11, 16), resourceIds, placeId: null }
}

/** Only what differs; undefined when nothing does. A session that moves keeps its length. */
export function toSessionChange(item: Session, form: SessionForm, { people, places }: Choices, timeZone: string): SessionChange | undefined {
  const before = toSessionForm(item, timeZone)
  const isMoved = before.date !== form.date || before.time !== form.time
  const hasOthers = form.resourceIds.length !== item.resourceIds.length || form.resourceIds.some((id) => !item.resourceIds.includes(id))
  const place = places.find(({ id }) => id === form.placeId)
  if (!isMoved && !hasOthers && !place) return undefined
  const startDate = toInstant(`${form.date} ${form.time}:00`, timeZone)
  const length = Date.parse(item.endDate) - Date.parse(item.startDate)
  const names = people.filter(({ resourceId }) => form.resourceIds.includes(resourceId)).map(({ name }) => name)
  return {
    ...(isMoved && { to: { startDate, endDate: new Date(Date.parse(startDate) + length).toISOString() } }),
    ...(hasOthers && { staff: { ids: form.resourceIds, names: names.join(' and ') } }),
    ...(place && { place: { id: place.id, name: place.name, address: place.address.formattedAddress } }),
  }
}

export const toLocalDate = (instant: string, timeZone: string) => ({ localDate: toWallTime(instant, timeZone).replace(' ', 'T') })

/** The fields of the event that the change sends. */
export function toEventChange({ to, staff, place }: SessionChange, timeZone: string): InputOf<'availability.updateEvent'>['body']['event'] {
  return {
    ...(to && { start: toLocalDate(to.startDate, timeZone), end: toLocalDate(to.endDate, timeZone) }),
    ...(staff && { resources: staff.ids.map((id) => ({ id })) }),
    ...(place && { location: { type: 'BUSINESS', id: place.id, name: place.name, ...(place.address && { formattedAddress: place.address }) } }),
  }
}
