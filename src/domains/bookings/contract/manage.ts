/** The manage page of a booking or visit, in one reply. Own operation of this product. Source: guide bookings §17. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'
import { AllowedActions, Taxes } from './shapes.ts'
import { ByToken, LinkedBooking } from './links.ts'

/** The effect of cancelling on money and credits. Amounts as decimal strings. */
export const CancelEffect = Type.Object({ fee: Type.String(), refund: Type.String(), visits: Type.Integer() })
/** What became of money and plan sessions when bookings were cancelled or declined. Amounts as decimal strings. */
export const CancellationOutcome = Type.Object({
  /** When the last of them was cancelled; absent for declined ones. */
  date: Type.Optional(Type.String()),
  currency: Type.String(),
  paid: Type.String(),
  refunded: Type.String(),
  /** Refunds that the provider has not confirmed yet. */
  refunding: Type.String(),
  fee: Type.String(),
  /** Stays with the business beyond the fee. */
  kept: Type.String(),
  /** What goes back goes to the card that paid. */
  isToCard: Type.Boolean(),
  sessionsReturned: Type.Integer(),
  sessionsKept: Type.Integer(),
})
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
      /** Whether it can be cancelled by itself now. */
      canCancel: Type.Boolean(),
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
    taxes: Taxes,
  }),
  /** The effect of cancelling now. */
  onCancel: CancelEffect,
  /** Set when all of it is cancelled or declined. */
  outcome: Type.Optional(CancellationOutcome),
  policyText: Type.Optional(Type.String()),
  /** Intake forms of what is still to come, and the token of the page that each is filled in on. */
  intakes: Type.Optional(Type.Array(Type.Object({ formName: Type.String(), isDone: Type.Boolean(), token: Type.String() }))),
  /** End of the hold of an unfinished booking. */
  holdExpiresAt: Type.Optional(Type.String()),
  /** Opens the page on which an unfinished booking is paid. */
  payToken: Type.Optional(Type.String()),
  /** Opens the page on which what is left of confirmed bookings is paid. */
  balanceToken: Type.Optional(Type.String()),
  waitlist: Type.Optional(
    Type.Object({
      registrationId: Guid,
      /** WAITING, SUGGESTING (a seat is offered until `offerExpiresDate`) or EXPIRED. */
      status: Type.String(),
      position: Type.Integer(),
      offerExpiresDate: Type.Optional(Type.String()),
      timeWindowMinutes: Type.Integer(),
    }),
  ),
  /** An account with the email of the booking exists. */
  hasAccount: Type.Boolean(),
  /** Server time of the reply: the page counts down by it. */
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
