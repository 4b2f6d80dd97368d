/** Time off that staff members ask for and the business answers. Own operations of this product. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'
import { ById, owner } from './shapes.ts'

const permission = 'BOOKINGS.STAFF_MEMBER_UPDATE'
const TimeOff = Type.Object({
  id: Guid,
  staffMemberId: Guid,
  staffName: Type.String(),
  resourceId: Guid,
  from: Type.String({ format: 'date' }),
  /** Inclusive. */
  until: Type.String({ format: 'date' }),
  reason: Type.String(),
  state: Type.Enum(['PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN']),
  /** What the business answered. */
  note: Type.String(),
  createdDate: Type.String(),
  decidedDate: Type.Optional(Type.String()),
})
export type TimeOff = Static<typeof TimeOff>
const Answer = Type.Object({ note: Type.Optional(Type.String({ maxLength: 500 })) })

export const timeOffApi = operations({
  listMyTimeOff: {
    method: 'GET',
    path: '/api/my-time-off',
    summary: 'List the time off that the caller asked for as a staff member',
    access: owner,
    needsNoPermission: true,
    internal: true,
    work: 'read',
    reply: Type.Object({
      /** Absent for a caller who is no staff member. */
      staffMember: Type.Optional(Type.Object({ id: Guid, name: Type.String(), resourceId: Guid })),
      /** The last 100, the latest days first. */
      requests: Type.Array(TimeOff),
    }),
    refuses: [],
  },
  requestTimeOff: {
    method: 'POST',
    path: '/api/my-time-off',
    summary: 'Request time off; the owners are emailed',
    access: owner,
    needsNoPermission: true,
    internal: true,
    body: Type.Object({
      from: Type.String({ format: 'date' }),
      until: Type.String({ format: 'date' }),
      reason: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    reply: Type.Object({ request: TimeOff }),
    refuses: ['NO_STAFF_MEMBER', 'TIME_OFF_OVERLAPS'],
  },
  withdrawTimeOff: {
    method: 'POST',
    path: '/api/my-time-off/{id}/withdraw',
    summary: 'Withdraw a request for time off that waits',
    access: owner,
    needsNoPermission: true,
    internal: true,
    params: ById,
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'TIME_OFF_ANSWERED'],
  },
  listTimeOffRequests: {
    method: 'GET',
    path: '/api/time-off-requests',
    summary: 'List requests for time off: those that wait, and the last answered ones',
    access: owner,
    permission,
    internal: true,
    work: 'read',
    reply: Type.Object({ pending: Type.Array(TimeOff), answered: Type.Array(TimeOff) }),
    refuses: [],
  },
  approveTimeOff: {
    method: 'POST',
    path: '/api/time-off-requests/{id}/approve',
    summary: 'Approve time off: the days are blocked in the calendar, who asked is emailed; bookings stay',
    access: owner,
    permission,
    internal: true,
    params: ById,
    body: Answer,
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'TIME_OFF_ANSWERED'],
  },
  declineTimeOff: {
    method: 'POST',
    path: '/api/time-off-requests/{id}/decline',
    summary: 'Decline time off; who asked is emailed',
    access: owner,
    permission,
    internal: true,
    params: ById,
    body: Answer,
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'TIME_OFF_ANSWERED'],
  },
})
