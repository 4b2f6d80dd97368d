/** Working hours and rank of a staff member, and what customers see of all of them. Source: guide services-and-availability §10, contract operations (area staff). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { FreeObject, Guid, Maybe } from '#kit/api/wire.ts'
import { ById, Flag, Periods, owner } from './shapes.ts'
import { ByStaff, OneStaff, Fields } from './staff-member.ts'

const StaffHours = Type.Object({ usesDefaultWorkingHours: Type.Boolean(), periods: Periods })
export const StaffSettings = Type.Object({
  id: Guid,
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  contactInformation: Type.Object({ publiclyAccessible: Type.Boolean() }),
  extendedFields: Type.Optional(FreeObject),
})
export type StaffSettings = Static<typeof StaffSettings>
/** Source: guide services-and-availability §15.7. */
const StaffRank = Type.Object({ rank: Type.Integer({ minimum: 1, maximum: 1000 }) })
export const staffHoursApi = operations({
  assignWorkingHoursSchedule: {
    method: 'POST',
    path: '/v1/staff-members/{staffMemberId}/assign-working-hours-schedule',
    summary: 'Assign the schedule of the business or the own one',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_UPDATE',
    orOwn: 'STAFF_MEMBER',
    params: ByStaff,
    body: Type.Object({ scheduleId: Guid, fields: Fields }),
    reply: OneStaff,
    refuses: [],
  },
  assignCustomSchedule: {
    method: 'POST',
    path: '/v1/staff-members/{staffMemberId}/assign-custom-schedule',
    summary: 'Assign the own schedule',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_UPDATE',
    orOwn: 'STAFF_MEMBER',
    params: ByStaff,
    body: Type.Object({ scheduleId: Guid, fields: Fields }),
    reply: OneStaff,
    refuses: [],
  },
  getStaffHours: {
    method: 'GET',
    path: '/api/staff/{id}/hours',
    summary: 'Get the weekly hours of a staff member',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_READ',
    internal: true,
    work: 'read',
    params: ById,
    reply: StaffHours,
    refuses: [],
  },
  setStaffHours: {
    method: 'PUT',
    path: '/api/staff/{id}/hours',
    summary: 'Set the weekly hours of a staff member',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_UPDATE',
    orOwn: 'STAFF_MEMBER',
    internal: true,
    params: ById,
    body: Type.Object({ usesDefaultWorkingHours: Type.Boolean(), periods: Type.Optional(Periods) }),
    reply: StaffHours,
    refuses: [],
  },
  getStaffRank: {
    method: 'GET',
    path: '/api/staff/{id}/rank',
    summary: 'Get the rank by which policies prefer a staff member',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_READ',
    internal: true,
    work: 'read',
    params: ById,
    reply: StaffRank,
    refuses: [],
  },
  setStaffRank: {
    method: 'PUT',
    path: '/api/staff/{id}/rank',
    summary: 'Set the rank by which policies prefer a staff member',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_UPDATE',
    internal: true,
    params: ById,
    body: StaffRank,
    reply: StaffRank,
    refuses: [],
  },
  getStaffMemberSettings: {
    method: 'GET',
    path: '/v1/staff-member-settings',
    summary: 'Get what customers see of staff',
    access: owner,
    permission: 'STAFF_MEMBERS_SETTINGS.READ',
    work: 'read',
    reply: Type.Object({ staffMemberSettings: StaffSettings }),
    refuses: [],
  },
  updateStaffMemberSettings: {
    method: 'PATCH',
    path: '/v1/staff-member-settings',
    summary: 'Set what customers see of staff',
    access: owner,
    permission: 'STAFF_MEMBERS_SETTINGS.UPDATE',
    body: Type.Object({
      staffMemberSettings: Type.Object({
        contactInformation: Maybe(Type.Object({ publiclyAccessible: Flag })),
        extendedFields: Maybe(FreeObject),
        revision: Maybe(Type.String()),
      }),
      fieldMask: Type.Optional(Type.Unknown()),
    }),
    reply: Type.Object({ staffMemberSettings: StaffSettings }),
    refuses: ['REVISION_MISMATCH'],
  },
})
