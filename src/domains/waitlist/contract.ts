/** Waitlists of full classes. Source: guide bookings §13. */
import { Type } from 'typebox'
import { Booking, BookingInput, creationRefusals, customers, Notification, PaymentOptionInput } from '#domains/bookings/contract.ts'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const Registration = Type.Object({
  id: Guid,
  bookingId: Guid,
  waitingResource: Type.Object({ sessionId: Type.String(), scheduleId: Type.String() }),
  status: Type.String(),
  numberOfParticipants: Type.Integer(),
  /** Position in line, from 1; 0 when no longer in line. */
  position: Type.Integer(),
  offerExpiresDate: Type.Optional(Type.String()),
  createdDate: Type.String(),
  availableActions: Type.Object({ leave: Type.Boolean(), enroll: Type.Boolean() }),
  /** For the business only. */
  customer: Type.Optional(Type.Object({ name: Type.String(), email: Type.Optional(Type.String()), bookingRevision: Type.String() })),
})
/** Called by the same customer, or with the token of the booking's link. */
const ByRegistration = Type.Object({ registrationId: Guid, token: Maybe(Type.String({ maxLength: 2048 })) })

export const waitlistApi = operations({
  register: {
    method: 'POST',
    path: '/bookings/v1/waitlist/register',
    summary: 'Wait for a place of a full class',
    access: customers,
    permission: 'BOOKINGS.BOOKING_CREATE',
    body: Type.Object({
      sessionId: Maybe(Type.String({ maxLength: 250 })),
      eventId: Maybe(Type.String({ maxLength: 250 })),
      booking: BookingInput,
      /** Own addition: the customer wants text messages to the number of the booking. */
      sendSmsReminder: Maybe(Type.Boolean()),
      formSubmission: Maybe(Type.Record(Type.String(), Type.Unknown())),
      participantNotification: Notification,
    }),
    reply: Type.Object({ registration: Registration }),
    refuses: [...creationRefusals, 'WAITLIST_FULL', 'ALREADY_EXISTS'],
  },
  enroll: {
    method: 'POST',
    path: '/bookings/v1/waitlist/enroll',
    summary: 'Take the place that is offered',
    access: customers,
    permission: 'BOOKINGS.BOOKING_CREATE',
    /** `paymentOption`: another way to pay than the one chosen when joining. */
    body: Type.Object({ ...ByRegistration.properties, paymentOption: Maybe(PaymentOptionInput) }),
    reply: Type.Object({ booking: Booking }),
    refuses: [...creationRefusals, 'REGISTRATION_NOT_FOUND', 'INVALID_TOKEN', 'BOOKING_NOT_FOUND'],
  },
  leave: {
    method: 'POST',
    path: '/bookings/v1/waitlist/leave',
    summary: 'Stop waiting',
    access: customers,
    permission: 'BOOKINGS.BOOKING_CANCEL',
    body: ByRegistration,
    reply: Type.Object({}),
    refuses: ['REGISTRATION_NOT_FOUND', 'INVALID_TOKEN', 'BOOKING_NOT_FOUND', 'INVALID_BOOKING_STATUS'],
  },
  list: {
    method: 'POST',
    path: '/bookings/v1/waitlist/list',
    summary: 'The waitlists of sessions',
    access: customers,
    permission: 'BOOKINGS.BOOKING_READ',
    work: 'read',
    body: Type.Object({ sessionIds: Type.Array(Type.String({ maxLength: 250 }), { minItems: 1, maxItems: 100 }) }),
    reply: Type.Object({
      waitlists: Type.Array(
        Type.Object({
          sessionId: Type.String(),
          status: Type.String(),
          timeWindowMinutes: Type.Integer(),
          numberOfRegistrations: Type.Integer(),
          capacity: Type.Integer(),
          registrations: Type.Array(Registration),
        }),
      ),
    }),
    refuses: [],
  },
})

export const waitlistContract = { waitlist: waitlistApi }
