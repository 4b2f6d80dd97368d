/** Contract of staff, resources, locations and opening hours. Source: guide services-and-availability §10–12. */
import { operations } from '#kit/api/contract.ts'
import { locationsApi } from './contract/locations.ts'
import { resourcesApi } from './contract/resources.ts'
import { specialDaysApi } from './contract/special-days.ts'
import { staffAccountsApi } from './contract/staff-accounts.ts'
import { staffHoursApi } from './contract/staff-hours.ts'
import { staffMembersApi } from './contract/staff-members.ts'
import { staffTrashBinApi } from './contract/staff-trash-bin.ts'
import { teamApi } from './contract/team.ts'
import { timeOffApi } from './contract/time-off.ts'

export type { Location, LocationInput } from './contract/locations.ts'
export type { Resource, ResourceHours, ResourceType, ResourceInput } from './contract/resources.ts'
export type { HoursPeriod, Tags } from './contract/shapes.ts'
export type { TeamMember } from './contract/team.ts'
export type { StaffSettings } from './contract/staff-hours.ts'
export type { StaffMember, StaffResource, StaffMemberInput } from './contract/staff-member.ts'

export const staffApi = operations({
  ...staffMembersApi,
  ...staffTrashBinApi,
  ...staffAccountsApi,
  ...staffHoursApi,
  ...locationsApi,
  ...resourcesApi,
  ...specialDaysApi,
  ...timeOffApi,
  ...teamApi,
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const staffContract = { staff: staffApi }
