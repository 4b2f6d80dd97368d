/** The options of the service and session editors, and functions that add to them. */
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { BookingPolicy, Location, Plan, Resource, StaffMember } from '../entities.ts'
import { useAddRoom, useRooms } from './rooms.ts'

const t = currentMessages(
  defineDashboardMessages(
    { unnamed: 'Unnamed', archived: (name: string) => `${name} (archived)` },
    { de: { unnamed: 'Ohne Namen', archived: (name) => `${name} (archiviert)` } },
  ),
)

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
    categories: categories.data?.categories.map((one) => ({ value: one.id, label: one.name ?? t.unnamed })) ?? [],
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
    .map((one) => ({ value: one.id, label: one.status === 'ACTIVE' ? one.name : t.archived(one.name) }))
