/** Who of the staff signs in: the connection to an account, and who serves customers. Source: guide services-and-availability §10, contract operations (area staff). */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe, bulkReply } from '#kit/api/wire.ts'
import { owner } from './shapes.ts'
import { StaffMember, ByStaff, OneStaff, Fields } from './staff-member.ts'

export const staffAccountsApi = operations({
  setServiceProvider: {
    method: 'POST',
    path: '/v1/staff-members/{staffMemberId}/set-service-provider',
    summary: 'Set whether a staff member serves customers',
    access: owner,
    permission: 'bookings:staff:v1:staff_member:set_service_provider',
    params: ByStaff,
    body: Type.Object({ serviceProvider: Type.Boolean(), fields: Fields }),
    reply: OneStaff,
    refuses: [],
  },
  connectStaffMemberToUser: {
    method: 'POST',
    path: '/v1/staff-members/{staffMemberId}/connect-staff-member-to-user',
    summary: 'Connect a staff member to a dashboard user, or invite them by email',
    recentPassword: true,
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_UPDATE',
    params: ByStaff,
    body: Type.Object({ email: Maybe(Type.String({ format: 'email', maxLength: 320 })), fields: Fields }),
    reply: OneStaff,
    refuses: ['FAILED_PRECONDITION', 'STAFF_INVITE_REQUIRES_ROLE'],
  },
  disconnectStaffMemberFromUser: {
    method: 'POST',
    path: '/v1/staff-members/{staffMemberId}/disconnect-staff-member-from-user',
    summary: 'Disconnect a staff member from their user; the user keeps the role',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_UPDATE',
    params: ByStaff,
    body: Type.Object({ fields: Fields }),
    reply: OneStaff,
    refuses: [],
  },
  getOrCreateStaffMember: {
    method: 'POST',
    path: '/v1/staff-members/get-or-create/wix-user-id/{wixUserId}',
    summary: 'Get or create the staff member of a dashboard user',
    access: owner,
    permission: 'bookings:staff:v1:staff_member:get_or_create',
    params: Type.Object({ wixUserId: Guid }),
    body: Type.Object({ fields: Fields }),
    reply: OneStaff,
    refuses: [],
  },
  bulkGetOrCreateStaffMembers: {
    method: 'POST',
    path: '/v1/bulk/staff-members/get-or-create',
    summary: 'Get or create the staff members of dashboard users',
    access: owner,
    permission: 'bookings:staff:v1:staff_member:get_or_create',
    work: 'own',
    body: Type.Object({ wixUserIds: Type.Array(Guid, { minItems: 1, maxItems: 50, uniqueItems: true }), fields: Fields }),
    reply: bulkReply({ staffMember: Type.Optional(StaffMember) }),
    refuses: [],
  },
})
