/** Who came. Source: guide bookings §15, contract operations (area attendance). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe, bulkReply } from '#kit/api/wire.ts'
import { Any, Notification } from './shapes.ts'

const Attendance = Type.Object({
  id: Guid,
  bookingId: Guid,
  eventId: Type.String(),
  sessionId: Type.String(),
  status: Type.String(),
  numberOfAttendees: Type.Integer(),
})
const AttendanceInput = Type.Object({
  bookingId: Guid,
  eventId: Maybe(Type.String()),
  sessionId: Maybe(Type.String()),
  status: Maybe(Type.Enum(['NOT_SET', 'ATTENDED', 'NOT_ATTENDED'])),
  numberOfAttendees: Maybe(Type.Integer({ minimum: 0 })),
})
export type AttendanceInput = Static<typeof AttendanceInput>
const AttendanceQuery = Maybe(
  Type.Object({
    filter: Maybe(Type.Record(Type.String(), Any)),
    sort: Maybe(Type.Array(Type.Object({ fieldName: Type.String(), order: Maybe(Type.String()) }), { maxItems: 5 })),
    cursorPaging: Maybe(Type.Object({ limit: Maybe(Type.Integer({ minimum: 0, maximum: 1000 })), cursor: Maybe(Type.String()) })),
  }),
)
const ByAttendance = Type.Object({ attendanceId: Guid })
const attendanceRefusals = ['BOOKING_NOT_FOUND', 'SESSION_ID_NOT_PROVIDED', 'INVALID_BOOKING_STATUS'] as const
export const attendanceApi = operations({
  setAttendance: {
    method: 'POST',
    path: '/v2/attendance/set',
    summary: 'Say who came',
    access: { owner: 'any' },
    permission: 'BOOKINGS.ATTENDANCE_SET',
    body: Type.Object({ attendance: AttendanceInput, participantNotification: Notification }),
    reply: Type.Object({ attendance: Attendance }),
    refuses: attendanceRefusals,
  },
  bulkSetAttendance: {
    method: 'POST',
    path: '/v2/bulk/attendance/set',
    work: 'own',
    summary: 'Say who came, for several bookings; each one fails alone',
    access: { owner: 'any' },
    permission: 'BOOKINGS.ATTENDANCE_SET',
    body: Type.Object({
      returnFullEntity: Maybe(Type.Boolean()),
      attendanceDetails: Maybe(Type.Array(Type.Object({ attendance: AttendanceInput, participantNotification: Notification }), { maxItems: 8 })),
      attendanceList: Maybe(Type.Array(AttendanceInput, { maxItems: 8 })),
    }),
    reply: bulkReply({ item: Type.Optional(Attendance) }),
    refuses: ['ATTENDANCES_MISSING_IN_REQUEST'],
  },
  getAttendance: {
    method: 'GET',
    path: '/v2/attendance/{attendanceId}',
    summary: 'Who came to one session',
    access: { owner: 'any' },
    permission: 'BOOKINGS.ATTENDANCE_READ',
    work: 'read',
    params: ByAttendance,
    reply: Type.Object({ attendance: Attendance }),
    refuses: ['ATTENDANCE_NOT_FOUND'],
  },
  deleteAttendance: {
    method: 'DELETE',
    path: '/v2/attendance/{attendanceId}',
    summary: 'Forget who came to one session',
    access: { owner: 'any' },
    permission: 'bookings:v2:attendance:attendance:delete_attendance',
    params: ByAttendance,
    reply: Type.Object({}),
    refuses: ['ATTENDANCE_NOT_FOUND'],
  },
  bulkDeleteAttendances: {
    method: 'POST',
    path: '/v2/bulk/attendance/delete',
    work: 'own',
    summary: 'Forget who came, for several sessions; each one fails alone',
    access: { owner: 'any' },
    permission: 'bookings:v2:attendance:attendance:bulk_delete_attendances',
    body: Type.Object({ attendanceIds: Type.Array(Guid, { minItems: 1, maxItems: 8 }) }),
    reply: bulkReply({}),
    refuses: [],
  },
  queryAttendance: {
    method: 'POST',
    path: '/v2/attendance/query',
    summary: 'Find who came',
    access: { owner: 'any' },
    permission: 'BOOKINGS.ATTENDANCE_READ',
    work: 'read',
    body: Type.Object({ query: AttendanceQuery }),
    reply: Type.Object({
      attendances: Type.Array(Attendance),
      pagingMetadata: Type.Object({
        count: Type.Integer(),
        cursors: Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) }),
        hasNext: Type.Boolean(),
      }),
    }),
    refuses: [],
  },
  countAttendances: {
    method: 'POST',
    path: '/v2/attendance/count',
    summary: 'Count who came',
    access: { owner: 'any' },
    permission: 'BOOKINGS.ATTENDANCE_READ',
    work: 'read',
    body: Type.Object({ filter: Maybe(Type.Record(Type.String(), Any)) }),
    reply: Type.Object({ count: Type.Integer() }),
    refuses: [],
  },
})
