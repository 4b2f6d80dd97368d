/** The options of the service and session editors, and functions that add to them. */
import { staffTypeId } from '#domains/staff/rules/ids.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { BookingPolicy, Location, Plan, Resource, StaffMember } from '../entities.ts'

export interface Option {
  value: string
  label: string
}
export interface Choices {
  people: StaffMember[]
  categories: Option[]
  locations: Location[]
  policies: BookingPolicy[]
  plans: Plan[]
  /** Kinds of things other than staff, with the things of each. */
  roomTypes: { id: string; name: string; rooms: Resource[] }[]
  isLoading: boolean
  addPerson: (name: string) => Promise<StaffMember>
  addCategory: (name: string) => Promise<string>
  addLocation: (name: string, address: string) => Promise<string>
  addRoom: (name: string) => Promise<Resource>
}

/** Adds a room; the kind "Rooms" is made when there is no kind of things yet. */
export function useAddRoom(types: readonly { id: string; name: string }[]): (name: string) => Promise<Resource> {
  const createType = useApiMutation('staff.createResourceType')
  const create = useApiMutation('staff.createResource')
  return async (name) => {
    const known = types.find((type) => /^rooms?$/i.test(type.name)) ?? types[0]
    const typeId = known?.id ?? (await createType.mutateAsync({ body: { resourceType: { name: 'Rooms' } } })).resourceType.id
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
  return { types: own, rooms, isPending, error: types.error ?? found.error, refetch: () => void Promise.all([types.refetch(), found.refetch()]) }
}

export function useChoices(enabled: boolean): Choices {
  const people = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } }, { enabled })
  const locations = useApiQuery('staff.listLocations', undefined, { enabled })
  const categories = useApiQuery('services.queryCategoriesV2', { query: { query: { cursorPaging: { limit: 100 } } } }, { enabled })
  const policies = useApiQuery('services.queryBookingPolicies', { body: { query: { cursorPaging: { limit: 100 } } } }, { enabled })
  const plans = useApiQuery('plans.listPlans', { query: { archived: 'ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } }, { enabled })
  const { types, rooms } = useRooms(enabled)
  const createPerson = useApiMutation('staff.createStaffMember')
  const createCategory = useApiMutation('services.createCategoryV2')
  const createLocation = useApiMutation('staff.createLocation')
  return {
    people: people.data?.staffMembers ?? [],
    categories: categories.data?.categories.map((one) => ({ value: one.id, label: one.name ?? 'Unnamed' })) ?? [],
    locations: locations.data?.locations ?? [],
    policies: policies.data?.bookingPolicies ?? [],
    plans: plans.data?.plans ?? [],
    roomTypes: types.map((type) => ({ id: type.id, name: type.name, rooms: rooms.filter((room) => room.typeId === type.id) })),
    isLoading: people.isPending || locations.isPending || categories.isPending || policies.isPending,
    addPerson: async (name) => (await createPerson.mutateAsync({ body: { staffMember: { name } } })).staffMember,
    addCategory: async (name) => (await createCategory.mutateAsync({ body: { category: { name } } })).category.id,
    addLocation: async (name, address) => (await createLocation.mutateAsync({ body: { location: { name, address } } })).location.id,
    addRoom: useAddRoom(types),
  }
}

/** The chosen ones stay choosable even when they are hidden from new choices. */
export const personOptions = (people: readonly StaffMember[]): Option[] => people.map((one) => ({ value: one.resourceId, label: one.name }))
export const locationOptions = (locations: readonly Location[], chosen: readonly string[]): Option[] =>
  locations
    .filter((one) => one.status === 'ACTIVE' || chosen.includes(one.id))
    .map((one) => ({ value: one.id, label: one.status === 'ACTIVE' ? one.name : `${one.name} (archived)` }))
