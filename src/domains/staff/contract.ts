/** Staff, resources, places and opening hours on the wire. Source: guide services-and-availability 10–12. */
import { operations } from '#kit/contract.ts'
import { placesApi } from './contract/places.ts'
import { resourcesApi } from './contract/resources.ts'
import { specialDaysApi } from './contract/special-days.ts'
import { staffMembersApi } from './contract/staff-members.ts'

export type { Place, PlaceWish } from './contract/places.ts'
export type { Resource, ResourceType, ResourceWish } from './contract/resources.ts'
export type { HoursPeriod, Tags } from './contract/shapes.ts'
export type { StaffMember, StaffResource, StaffSettings, StaffWish } from './contract/staff-members.ts'

export const staffApi = operations({ ...staffMembersApi, ...placesApi, ...resourcesApi, ...specialDaysApi })
