/** Rooms and other things that are booked beside staff. */
import { staffTypeId } from '#domains/staff/rules/ids.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { Resource } from '../entities.ts'

const text = currentMessages(defineDashboardMessages({ rooms: 'Rooms' }, { de: { rooms: 'Räume' } }))

/** Adds a room; the kind "Rooms" is made when there is no kind of things yet. */
export function useAddRoom(types: readonly { id: string; name: string }[]): (name: string) => Promise<Resource> {
  const createType = useApiMutation('staff.createResourceType')
  const create = useApiMutation('staff.createResource')
  return async (name) => {
    const known = types.find((type) => /^(rooms?|raum|räume)$/i.test(type.name)) ?? types[0]
    const typeId = known?.id ?? (await createType.mutateAsync({ body: { resourceType: { name: text.rooms } } })).resourceType.id
    return (await create.mutateAsync({ body: { resource: { name, typeId } } })).resource
  }
}

/** Kinds of things other than staff, and the things. */
export function useRooms(enabled = true) {
  const types = useApiQuery('staff.queryResourceTypes', { body: { query: { cursorPaging: { limit: 100 } } } }, { enabled })
  const own = (types.data?.resourceTypes ?? []).filter((type) => type.id !== staffTypeId)
  const found = useApiQuery(
    'staff.queryResources',
    { body: { query: { filter: { typeId: { $in: own.map((type) => type.id) } }, cursorPaging: { limit: 100 } } } },
    { enabled: enabled && own.length > 0 },
  )
  const rooms = own.length > 0 ? (found.data?.resources ?? []) : []
  const isPending = types.isPending || (own.length > 0 && found.isPending)
  // What was read stays, even when it could not be read again.
  const failed = [types, found].find(({ isLoadingError }) => isLoadingError)
  return { types: own, rooms, isPending, error: failed?.error ?? null, refetch: () => void Promise.all([types.refetch(), found.refetch()]) }
}
