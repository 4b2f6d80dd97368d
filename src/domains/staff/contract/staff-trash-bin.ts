/** The trash bin of staff members. Source: guide services-and-availability §10, contract operations (area staff). */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { ById, owner } from './shapes.ts'
import { ByStaff, OneStaff, ManyStaff, Fields } from './staff-member.ts'

export const staffTrashBinApi = operations({
  listDeletedStaffMembers: {
    method: 'GET',
    path: '/v2/staff-members/trash-bin',
    summary: 'List staff members in the trash bin',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_READ',
    work: 'read',
    query: Type.Object({
      staffMemberIds: Type.Optional(Type.Union([Type.Array(Guid, { maxItems: 100 }), Guid])),
      paging: Maybe(Type.Object({ limit: Maybe(Type.Number()), cursor: Maybe(Type.String()) })),
      fields: Fields,
    }),
    reply: ManyStaff,
    refuses: [],
  },
  getDeletedStaffMember: {
    method: 'GET',
    path: '/v2/staff-members/trash-bin/{staffMemberId}',
    summary: 'Get a staff member in the trash bin',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_READ',
    work: 'read',
    params: ByStaff,
    query: Type.Object({ fields: Fields }),
    reply: OneStaff,
    refuses: [],
  },
  removeStaffMemberFromTrashBin: {
    method: 'DELETE',
    path: '/v2/staff-members/trash-bin/{staffMemberId}',
    summary: 'Delete a staff member from the trash bin',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_REMOVE_FROM_TRASH_BIN',
    params: ByStaff,
    reply: Type.Object({}),
    refuses: [],
  },
  restoreStaffMember: {
    method: 'POST',
    path: '/api/staff/{id}/restore',
    summary: 'Restore a staff member with the same resource and hours',
    access: owner,
    permission: 'BOOKINGS.STAFF_MEMBER_REMOVE_FROM_TRASH_BIN',
    internal: true,
    params: ById,
    reply: OneStaff,
    refuses: [],
  },
})
