/** The page of a link to a booking or a visit: all that it shows, in one answer. Own operation of this product. Source: guide bookings §17. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'
import { AllowedActions } from './bookings.ts'
import { ByToken, LinkedBooking } from './links.ts'

/** What cancelling does to money and to visits of a plan. Amounts as decimal strings. */
export const CancelEffect = Type.Object({ fee: Type.String(), refund: Type.String(), visits: Type.Integer() })
const Why = Type.Optional(Type.Enum(['NOT_ONLINE', 'TOO_LATE', 'STARTED', 'COURSE']))
const Window = Type.Object({ until: Type.Optional(Type.String()), why: Why })

export const ManagedBooking = Type.Object({
  state: Type.Enum(['CONFIRMED', 'REQUESTED', 'UNFINISHED', 'LAPSED', 'WAITING', 'PAST', 'CANCELED', 'DECLINED']),
  /** Absent for a single booking. */
  visit: Type.Optional(Type.Object({ id: Guid, type: Type.String() })),
  bookings: Type.Array(
    Type.Object({
      booking: LinkedBooking,
      serviceId: Guid,
      serviceType: Type.Enum(['APPOINTMENT', 'CLASS', 'COURSE']),
      participants: Type.Integer(),
      /** The sessions of a course. */
      sessions: Type.Array(Type.Object({ startDate: Type.String(), endDate: Type.String() })),
      conferencingLink: Type.Optional(Type.String()),
    }),
    { minItems: 1 },
  ),
  allowedActions: AllowedActions,
  cancel: Window,
  reschedule: Window,
  amounts: Type.Object({
    total: Type.String(),
    paid: Type.String(),
    /** Still to be paid, now or when the customer comes. */
    open: Type.String(),
    currency: Type.String(),
  }),
  /** What cancelling now would do to money and plan visits. */
  onCancel: CancelEffect,
  policyText: Type.Optional(Type.String()),
  /** The place of an unfinished booking is held until then. */
  holdExpiresAt: Type.Optional(Type.String()),
  /** Opens the page on which an unfinished booking is paid. */
  payToken: Type.Optional(Type.String()),
  waitlist: Type.Optional(
    Type.Object({
      registrationId: Guid,
      /** WAITING, SUGGESTING (a place is offered until `offerExpiresDate`) or EXPIRED. */
      status: Type.String(),
      position: Type.Integer(),
      offerExpiresDate: Type.Optional(Type.String()),
      timeWindowMinutes: Type.Integer(),
    }),
  ),
  /** Somebody has an account with the email of the booking. */
  hasAccount: Type.Boolean(),
  /** The clock of the answer: the page counts down by it. */
  now: Type.String(),
})

export const managedBookingsApi = operations({
  getManagedBooking: {
    method: 'GET',
    path: '/api/bookings/by-link/{token}',
    summary: 'The booking or visit of a link, with what it costs and what may be done',
    work: 'own',
    access: 'anyone',
    internal: true,
    params: ByToken,
    reply: ManagedBooking,
    refuses: ['INVALID_TOKEN', 'BOOKING_NOT_FOUND'],
  },
})
