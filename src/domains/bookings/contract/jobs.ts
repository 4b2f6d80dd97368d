/** Work on many bookings in the background. Source: guide bookings §11.4. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'
import { ChangeFields } from './shapes.ts'

const { revision, participantNotification, flowControlSettings } = ChangeFields
/** The bookings, and what holds for each of them. */
const BookingJobInput = Type.Object({
  bookings: Type.Array(Type.Object({ bookingId: Guid, revision }), { minItems: 1, maxItems: 500 }),
  participantNotification,
  flowControlSettings,
  /** Begins in 30 seconds; until then it can be undone. */
  undoable: Type.Optional(Type.Boolean()),
})
export type BookingJobInput = Static<typeof BookingJobInput>

const start = {
  method: 'POST',
  internal: true,
  access: { owner: 'any' },
  body: BookingJobInput,
  reply: Type.Object({ jobId: Type.String() }),
  refuses: ['DUPLICATE_BOOKING_IDS', 'UNAUTHORIZED_OPERATION'],
} as const

export const bookingJobsApi = operations({
  startCancellingBookings: {
    ...start,
    path: '/api/booking-jobs/cancel',
    summary: 'Start cancelling several bookings; it goes on in the background',
    permission: 'BOOKINGS.BOOKING_CANCEL',
  },
  startConfirmingBookings: {
    ...start,
    path: '/api/booking-jobs/confirm',
    summary: 'Start confirming several bookings; it goes on in the background',
    permission: 'BOOKINGS.BOOKING_CONFIRM',
  },
  startDecliningBookings: {
    ...start,
    path: '/api/booking-jobs/decline',
    summary: 'Start declining several requests; it goes on in the background',
    permission: 'BOOKINGS.BOOKING_DECLINE',
  },
  startMarkingBookingsPaid: {
    ...start,
    path: '/api/booking-jobs/mark-paid',
    summary: 'Start noting for several bookings that the rest was paid; it goes on in the background',
    permission: 'BOOKINGS.MANAGE_PAYMENTS',
  },
  startCheckingBookingsIn: {
    ...start,
    path: '/api/booking-jobs/check-in',
    summary: 'Start noting for several bookings that all of their people came; it goes on in the background',
    permission: 'BOOKINGS.ATTENDANCE_SET',
  },
  undoBookingJob: {
    method: 'POST',
    path: '/api/booking-jobs/{id}/undo',
    summary: 'Drop work on several bookings that has not begun',
    internal: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    params: Type.Object({ id: Type.String() }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'JOB_ALREADY_BEGAN'],
  },
  getBookingJob: {
    method: 'GET',
    path: '/api/booking-jobs/{id}',
    summary: 'Get the progress of work on several bookings, and what was refused',
    internal: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    work: 'read',
    params: Type.Object({ id: Type.String() }),
    reply: Type.Object({
      job: Type.Object({
        id: Type.String(),
        kind: Type.Enum(['CANCEL', 'CONFIRM', 'DECLINE', 'MARK_PAID', 'CHECK_IN']),
        status: Type.Enum(['RUNNING', 'FINISHED']),
        total: Type.Integer(),
        done: Type.Integer(),
        refused: Type.Integer(),
      }),
      refused: Type.Array(Type.Object({ bookingId: Type.String(), who: Type.Optional(Type.String()), reason: Type.String() })),
    }),
    refuses: ['NOT_FOUND'],
  },
})
