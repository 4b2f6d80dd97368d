/** Bookings through a link, without sign-in. Source: guide bookings §17. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { AllowedActions, Booking, moveRefusals, customers, SlotInput } from './shapes.ts'
import { BookingFee } from './fees.ts'

export const ByToken = Type.Object({ token: Type.String({ minLength: 32, maxLength: 2048 }) })
const ByLink = Type.Object({ revision: Maybe(Type.String()) })
/** Holders of a link do not see who made the booking. */
export const LinkedBooking = Type.Omit(Booking, ['createdBy'])

export const anonymousBookingsApi = operations({
  getAnonymousActionToken: {
    method: 'GET',
    path: '/v1/anonymous-bookings/{bookingId}/token',
    summary: 'A link that opens one booking without sign-in',
    access: customers,
    permission: 'bookings:v2:booking:anonymous_actions:get_anonymous_action_token',
    params: Type.Object({ bookingId: Guid }),
    reply: Type.Object({ token: Type.String() }),
    refuses: ['BOOKING_NOT_FOUND', 'UNAUTHORIZED_OPERATION'],
  },
  getBookingAnonymously: {
    method: 'GET',
    path: '/v1/anonymous-bookings/{token}',
    summary: 'The booking of a link',
    work: 'own',
    access: 'anyone',
    params: ByToken,
    query: Type.Object({ fields: Maybe(Type.Unknown()) }),
    reply: Type.Object({ booking: LinkedBooking, allowedAnonymousActions: AllowedActions, bookingFee: Type.Optional(BookingFee) }),
    refuses: ['INVALID_TOKEN', 'BOOKING_NOT_FOUND'],
  },
  cancelBookingAnonymously: {
    method: 'POST',
    path: '/v1/anonymous-bookings/{token}/cancel',
    summary: 'Cancel the booking of a link',
    work: 'own',
    access: 'anyone',
    params: ByToken,
    body: ByLink,
    reply: Type.Object({ booking: LinkedBooking }),
    refuses: ['INVALID_TOKEN', 'BOOKING_NOT_FOUND', 'BOOKING_CANNOT_BE_CANCELLED', 'REVISION_MISMATCH'],
  },
  rescheduleBookingAnonymously: {
    method: 'POST',
    path: '/v1/anonymous-bookings/{token}/reschedule',
    summary: 'Move the booking of a link',
    work: 'own',
    access: 'anyone',
    params: ByToken,
    body: Type.Object({ revision: Maybe(Type.String()), slot: SlotInput }),
    reply: Type.Object({ booking: LinkedBooking }),
    refuses: [...moveRefusals, 'INVALID_TOKEN', 'RESCHEDULING_NOT_ALLOWED'],
  },
  getServiceAnonymously: {
    method: 'GET',
    path: '/v1/anonymous-bookings/{token}/service',
    summary: 'The service of the booking of a link',
    work: 'own',
    access: 'anyone',
    params: ByToken,
    query: Type.Object({ fields: Maybe(Type.Unknown()) }),
    reply: Type.Object({ service: Type.Unknown() }),
    refuses: ['INVALID_TOKEN', 'BOOKING_NOT_FOUND', 'SERVICE_NOT_FOUND'],
  },
  calendarFile: {
    method: 'GET',
    path: '/api/bookings/by-link/{token}/calendar.ics',
    summary: 'The calendar file of the booking or visit of a link',
    work: 'own',
    access: 'anyone',
    internal: true,
    raw: true,
    params: ByToken,
    reply: Type.Unknown(),
    refuses: ['INVALID_TOKEN', 'BOOKING_NOT_FOUND'],
  },
})
