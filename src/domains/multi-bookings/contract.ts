/** Several bookings of one visit. Source: guide bookings §16. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import {
  AddOnInput,
  AllowedActions,
  Booking,
  BookingInput,
  toBulkShape,
  ByToken,
  ChoicesInput,
  creationRefusals,
  customers,
  Flags,
  LinkedBooking,
  moveRefusals,
  Notification,
  own,
  SlotInput,
} from '#domains/bookings/contract.ts'

const SetType = Type.Enum(['SEQUENTIAL_BOOKINGS', 'SEPARATE_BOOKINGS', 'PARALLEL_BOOKINGS'])
const BySet = Type.Object({ multiServiceBookingId: Guid })
const Result = Type.Object({ bookingId: Guid, booking: Type.Optional(Booking) })
const SetReply = Type.Object({ multiServiceBooking: Type.Object({ id: Guid, bookings: Type.Array(Result) }) })
const Listed = Type.Object({ bookings: Type.Array(Result) })
const PaymentStatus = Type.Enum(['UNDEFINED', 'NOT_PAID', 'PAID', 'PARTIALLY_PAID', 'REFUNDED', 'EXEMPT', 'FAILED'])
const Info = Type.Object({ bookingId: Guid, revision: Maybe(Type.String()), paymentStatus: Maybe(PaymentStatus) })
const IdAndRevision = Type.Object({ bookingId: Guid, revision: Maybe(Type.String()) })
const Deciding = {
  participantNotification: Notification,
  sendSmsReminder: Maybe(Type.Boolean()),
  doubleBooked: Maybe(Type.Boolean()),
  returnFullEntity: Maybe(Type.Boolean()),
  flowControlSettings: Flags,
}
const infos = () => Maybe(Type.Array(Info, { maxItems: 40 }))
const listRefusals = [
  'MULTI_SERVICE_BOOKING_NOT_FOUND',
  'BOOKING_NOT_FOUND',
  'REVISION_MISSING',
  'BOOKING_REVISION_MISMATCH',
  'NOT_ALL_BOOKINGS_WERE_SENT',
  'DUPLICATE_BOOKING_INFO',
  'INVALID_BOOKING_STATUS',
  'UNAUTHORIZED_OPERATION',
] as const

export const multiBookingsApi = operations({
  createMultiServiceBooking: {
    method: 'POST',
    path: '/v2/multi_service_bookings',
    summary: 'Book several services of one visit: all of them or none',
    access: customers,
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_CREATE',
    body: Type.Object({
      bookings: Type.Array(BookingInput, { minItems: 2, maxItems: 8 }),
      participantNotification: Notification,
      sendSmsReminder: Maybe(Type.Boolean()),
      flowControlSettings: Flags,
      returnFullEntity: Maybe(Type.Boolean()),
      multiServiceBookingType: Maybe(SetType),
      formSubmission: Maybe(Type.Record(Type.String(), Type.Unknown())),
    }),
    reply: SetReply,
    refuses: creationRefusals,
  },
  previewRepeat: {
    method: 'POST',
    path: '/api/bookings/repeats',
    summary: 'Which dates of a repeated appointment can be booked',
    internal: true,
    access: customers,
    work: 'read',
    body: Type.Object({
      slot: SlotInput,
      bookedAddOns: Maybe(Type.Array(AddOnInput, { maxItems: 21 })),
      everyWeeks: Type.Integer({ minimum: 1, maximum: 8 }),
      /** Dates, the first one included. */
      count: Type.Integer({ minimum: 2, maximum: 8 }),
    }),
    reply: Type.Object({
      dates: Type.Array(
        Type.Object({ startDate: Type.String(), endDate: Type.String(), status: Type.Enum(['FREE', 'TAKEN', 'TOO_EARLY', 'TOO_LATE', 'NOT_ONLINE']) }),
      ),
    }),
    refuses: creationRefusals,
  },
  getMultiServiceBooking: {
    method: 'GET',
    path: '/v2/multi_service_bookings/{multiServiceBookingId}',
    summary: 'The bookings of one visit',
    access: own,
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_READ',
    work: 'read',
    params: BySet,
    reply: Type.Object({
      ...SetReply.properties,
      metadata: Type.Object({ totalNumberOfScheduledBookings: Type.Integer() }),
    }),
    refuses: ['MULTI_SERVICE_BOOKING_NOT_FOUND'],
  },
  getMultiServiceBookingAvailability: {
    method: 'POST',
    path: '/v2/multi_service_bookings/{multiServiceBookingId}/get_availability',
    summary: 'Whether a visit is still bookable as it is',
    access: own,
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_READ',
    work: 'read',
    params: BySet,
    body: Type.Object({}),
    reply: Type.Object({
      bookable: Type.Boolean(),
      totalCapacity: Type.Integer(),
      remainingCapacity: Type.Integer(),
      policyViolations: Type.Object({
        tooEarlyToBook: Type.Optional(Type.Boolean()),
        tooLateToBook: Type.Optional(Type.Boolean()),
        bookOnlineDisabled: Type.Optional(Type.Boolean()),
      }),
      policySettings: Type.Object({ maxParticipantsPerBooking: Type.Integer() }),
      multiServiceBookingInfo: Type.Array(Type.Object({ bookingId: Guid })),
    }),
    refuses: ['MULTI_SERVICE_BOOKING_NOT_FOUND', 'SCHEDULE_NOT_FOUND', 'SESSION_NOT_FOUND', 'VALIDATION_FAILURE', 'SLOT_NOT_AVAILABLE'],
  },
  rescheduleMultiServiceBooking: {
    method: 'POST',
    path: '/v2/multi_service_bookings/{multiServiceBookingId}/reschedule',
    summary: 'Move a visit as a whole',
    access: own,
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_RESCHEDULE',
    params: BySet,
    body: Type.Object({
      rescheduleBookingsInfo: Type.Array(
        Type.Object({
          bookingId: Guid,
          revision: Maybe(Type.String()),
          slot: SlotInput,
          totalParticipants: Maybe(Type.Integer({ minimum: 1 })),
          participantsChoices: Maybe(ChoicesInput),
          bookedAddOns: Maybe(Type.Array(AddOnInput, { maxItems: 21 })),
        }),
        { minItems: 1, maxItems: 40 },
      ),
      participantNotification: Notification,
      flowControlSettings: Flags,
      returnFullEntity: Maybe(Type.Boolean()),
    }),
    reply: SetReply,
    refuses: [...moveRefusals, ...listRefusals],
  },
  cancelMultiServiceBooking: {
    method: 'POST',
    path: '/v2/multi_service_bookings/{multiServiceBookingId}/cancel',
    summary: 'Give a visit up as a whole',
    access: own,
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_CANCEL',
    params: BySet,
    body: Type.Object({
      participantNotification: Notification,
      flowControlSettings: Flags,
      waiveCharges: Maybe(Type.Boolean()),
      returnFullEntity: Maybe(Type.Boolean()),
    }),
    reply: SetReply,
    refuses: [
      'MULTI_SERVICE_BOOKING_NOT_FOUND',
      'ALL_BOOKINGS_ARE_ALREADY_DECLINED',
      'ALL_BOOKINGS_ARE_ALREADY_CANCELED',
      'BOOKING_POLICY_VIOLATION',
      'UNAUTHORIZED_OPERATION',
    ],
  },
  markMultiServiceBookingAsPending: {
    method: 'POST',
    path: '/v2/multi_service_bookings/{multiServiceBookingId}/mark_as_pending',
    summary: 'Let a visit wait for the owner',
    access: { owner: 'any' },
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_MARK_AS_PENDING',
    params: BySet,
    body: Type.Object({ markAsPendingBookingsInfo: infos(), ...Deciding }),
    reply: SetReply,
    refuses: [...listRefusals, 'NO_OPEN_SPOTS', 'NOT_ENOUGH_BALANCE'],
  },
  confirmMultiServiceBooking: {
    method: 'POST',
    path: '/v2/multi_service_bookings/{multiServiceBookingId}/confirm',
    summary: 'Put a visit on the calendar',
    access: { owner: 'any' },
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_CONFIRM',
    params: BySet,
    body: Type.Object({ confirmBookingsInfo: infos(), ...Deciding }),
    reply: SetReply,
    refuses: [...listRefusals, 'NO_OPEN_SPOTS', 'NOT_ENOUGH_BALANCE', 'ALL_BOOKINGS_ARE_ALREADY_CONFIRMED'],
  },
  declineMultiServiceBooking: {
    method: 'POST',
    path: '/v2/multi_service_bookings/{multiServiceBookingId}/decline',
    summary: 'Turn a visit down',
    access: { owner: 'any' },
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_DECLINE',
    params: BySet,
    body: Type.Object({ declineBookingsInfo: infos(), ...Deciding }),
    reply: SetReply,
    refuses: [...listRefusals, 'ALL_BOOKINGS_ARE_ALREADY_DECLINED'],
  },
  addBookingsToMultiServiceBooking: {
    method: 'POST',
    path: '/v2/multi_service_bookings/add_bookings_to_multi_service_booking',
    summary: 'Let bookings join a visit',
    access: { owner: 'any' },
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_ADD_BOOKINGS',
    body: Type.Object({
      multiServiceBookingId: Guid,
      bookings: Type.Array(IdAndRevision, { minItems: 1, maxItems: 8 }),
      returnFullEntity: Maybe(Type.Boolean()),
    }),
    reply: Listed,
    refuses: [
      'MULTI_SERVICE_BOOKING_NOT_FOUND',
      'BOOKING_NOT_FOUND',
      'REVISION_MISSING',
      'BOOKING_REVISION_MISMATCH',
      'DUPLICATE_BOOKING_INFO',
      'BOOKING_ALREADY_PART_OF_ANOTHER_MULTI_SERVICE_BOOKING',
      'MULTI_SERVICE_BOOKING_ALREADY_INCLUDES_BOOKING',
      'BOOKING_TO_ADD_STATUS_NOT_VALID',
      'VALIDATION_FAILURE',
    ],
  },
  removeBookingsFromMultiServiceBooking: {
    method: 'POST',
    path: '/v2/multi_service_bookings/remove_bookings_from_multi_service_booking',
    summary: 'Let bookings leave a visit and live on by themselves',
    access: { owner: 'any' },
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_REMOVE_BOOKINGS',
    body: Type.Object({
      multiServiceBookingId: Guid,
      bookings: Maybe(Type.Array(IdAndRevision, { maxItems: 8 })),
      returnFullEntity: Maybe(Type.Boolean()),
    }),
    reply: Listed,
    refuses: [
      'MULTI_SERVICE_BOOKING_NOT_FOUND',
      'BOOKING_NOT_FOUND',
      'REVISION_MISSING',
      'BOOKING_REVISION_MISMATCH',
      'DUPLICATE_BOOKING_INFO',
      'VALIDATION_FAILURE',
    ],
  },
  bulkGetMultiServiceBookingAllowedActions: {
    method: 'POST',
    path: '/v2/bulk/multi_service_bookings/get_allowed_actions',
    summary: 'What customers may do with their visits now',
    access: own,
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_GET_ALLOWED_ACTIONS',
    work: 'read',
    body: Type.Object({ multiServiceBookingIds: Type.Array(Guid, { minItems: 1, maxItems: 50 }) }),
    reply: toBulkShape(AllowedActions),
    refuses: [],
  },
})

const LinkedSet = Type.Object({
  multiServiceBooking: Type.Object({ id: Guid, bookings: Type.Array(Type.Object({ bookingId: Guid, booking: LinkedBooking })) }),
})
export const anonymousMultiBookingsApi = operations({
  getAnonymousActionTokenForMultiServiceBooking: {
    method: 'GET',
    path: '/v1/anonymous-multi-service-bookings/{multiServiceBookingId}/token',
    summary: 'A link that opens one visit without sign-in',
    access: { owner: 'any' },
    permission: 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_READ',
    params: BySet,
    reply: Type.Object({ token: Type.String() }),
    refuses: ['MULTI_SERVICE_BOOKING_NOT_FOUND'],
  },
  getMultiServiceBookingAnonymously: {
    method: 'GET',
    path: '/v1/anonymous-multi-service-bookings/{token}',
    summary: 'The visit of a link',
    access: 'anyone',
    work: 'own',
    params: ByToken,
    query: Type.Object({ fields: Maybe(Type.Unknown()) }),
    reply: Type.Object({ ...LinkedSet.properties, allowedAnonymousActions: AllowedActions }),
    refuses: ['INVALID_TOKEN', 'MULTI_SERVICE_BOOKING_NOT_FOUND'],
  },
  cancelMultiServiceBookingAnonymously: {
    method: 'POST',
    path: '/v1/anonymous-multi-service-bookings/{token}/cancel',
    summary: 'Cancel the visit of a link',
    access: 'anyone',
    work: 'own',
    params: ByToken,
    body: Type.Object({}),
    reply: LinkedSet,
    refuses: ['INVALID_TOKEN', 'MULTI_SERVICE_BOOKING_NOT_FOUND', 'BOOKING_CANNOT_BE_CANCELLED'],
  },
  cancelPartsAnonymously: {
    method: 'POST',
    path: '/api/bookings/by-link/{token}/cancel-parts',
    summary: 'Cancel some appointments of a series by its link',
    internal: true,
    access: 'anyone',
    work: 'own',
    params: ByToken,
    body: Type.Object({ bookingIds: Type.Array(Guid, { minItems: 1, maxItems: 8 }) }),
    reply: LinkedSet,
    refuses: ['INVALID_TOKEN', 'MULTI_SERVICE_BOOKING_NOT_FOUND', 'BOOKING_NOT_FOUND', 'BOOKING_CANNOT_BE_CANCELLED'],
  },
  rescheduleMultiServiceBookingAnonymously: {
    method: 'POST',
    path: '/api/bookings/by-link/{token}/reschedule-visit',
    summary: 'Move the visit of a link',
    internal: true,
    access: 'anyone',
    work: 'own',
    params: ByToken,
    body: Type.Object({ rescheduleBookingsInfo: Type.Array(Type.Object({ ...IdAndRevision.properties, slot: SlotInput }), { minItems: 1, maxItems: 8 }) }),
    reply: LinkedSet,
    refuses: [...moveRefusals, ...listRefusals, 'INVALID_TOKEN', 'RESCHEDULING_NOT_ALLOWED'],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const multiBookingsContract = { multiBookings: multiBookingsApi, anonymousMultiBookings: anonymousMultiBookingsApi }
