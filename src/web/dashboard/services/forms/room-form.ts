/** The form of a room or a device, and what differs from the stored one. Pure. */
import type { InputOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { Resource } from '../../entities.ts'

const messages = defineDashboardMessages(
  {
    rooms: 'Rooms',
    capacity: (people: number) => (people === 1 ? '1 person' : `up to ${people} people`),
  },
  {
    de: {
      rooms: 'Räume',
      capacity: (people) => (people === 1 ? '1 Person' : `bis zu ${people} Personen`),
    },
  },
)
const text = currentMessages(messages)

export interface RoomForm {
  name: string
  /** Empty: a type of its own is made, named `newType`. */
  typeId: string
  newType: string
  /** Empty: every location. */
  locationIds: readonly string[]
  /** How many people fit in; null when that is not said. */
  capacity: number | null
}
export type RoomChange = InputOf<'staff.updateResource'>['body']['resource']

export const newRoomForm = (typeId: string): RoomForm => ({ name: '', typeId, newType: typeId === '' ? text.rooms : '', locationIds: [], capacity: null })
export const toRoomForm = (room: Resource): RoomForm => ({
  name: room.name,
  typeId: room.typeId,
  newType: '',
  capacity: room.capacity ?? null,
  locationIds:
    room.locationOptions.availableInAllLocations === true
      ? []
      : (room.locationOptions.specificLocationOptions?.businessLocations ?? []).map(({ locationId }) => locationId),
})

const toLocationOptions = (locationIds: readonly string[]): RoomChange['locationOptions'] =>
  locationIds.length === 0
    ? { availableInAllLocations: true }
    : {
        availableInAllLocations: false,
        specificLocationOptions: { availableInBusinessLocations: true, businessLocations: locationIds.map((locationId) => ({ locationId })) },
      }

/** Only what differs; undefined when both say the same. */
export function toRoomChange(before: RoomForm, after: RoomForm): RoomChange | undefined {
  const isSamePlace = [...before.locationIds].toSorted().join() === [...after.locationIds].toSorted().join()
  const change: RoomChange = {
    ...(before.name === after.name ? {} : { name: after.name.trim() }),
    ...(before.capacity === after.capacity ? {} : { capacity: after.capacity }),
    ...(isSamePlace ? {} : { locationOptions: toLocationOptions(after.locationIds) }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/** How many people fit in and where it is, in one line: empty when neither is said. */
export function describeRoom(room: Resource, places: readonly { id: string; name: string }[]): string {
  const { capacity, locationIds } = toRoomForm(room)
  const names = locationIds.flatMap((id) => places.find((place) => place.id === id)?.name ?? [])
  return [capacity === null ? '' : text.capacity(capacity), names.join(', ')].filter(Boolean).join(' · ')
}
