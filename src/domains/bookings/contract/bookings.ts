/** Bookings on the wire: the entity and its changes. Source: guide bookings §3 to §11. */
import { Type, type Static, type TSchema } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

export const Text = (max: number) => Type.String({ maxLength: max })
export const Any = Type.Unknown()
/** The tax within a total, frozen when the booking was made; absent without one. `rate` in percent, `amount` a decimal string. */
export const Taxes = Type.Optional(
  Type.Array(Type.Object({ name: Type.String(), rate: Type.String(), includedInPrice: Type.Boolean(), amount: Type.String() })),
)
export const Status = Type.Enum(['CREATED', 'PENDING', 'CONFIRMED', 'DECLINED', 'CANCELED', 'WAITING_LIST'])
const PaymentStatusInput = Type.Enum(['UNDEFINED', 'NOT_PAID', 'PAID', 'PARTIALLY_PAID', 'REFUNDED', 'EXEMPT', 'FAILED'])
export const PaymentOptionInput = Type.Enum(['UNDEFINED', 'OFFLINE', 'ONLINE', 'MEMBERSHIP', 'MEMBERSHIP_OFFLINE'])
export const SlotInput = Type.Object({
  sessionId: Maybe(Text(250)),
  serviceId: Maybe(Type.String()),
  scheduleId: Maybe(Type.String()),
  eventId: Maybe(Text(250)),
  startDate: Maybe(Text(40)),
  endDate: Maybe(Text(40)),
  timezone: Maybe(Text(100)),
  resource: Maybe(Type.Object({ id: Maybe(Type.String()) })),
  location: Maybe(
    Type.Object({ id: Maybe(Type.String()), name: Maybe(Type.String()), formattedAddress: Maybe(Type.String()), locationType: Maybe(Type.String()) }),
  ),
  resourceSelections: Maybe(Type.Array(Type.Object({ resourceTypeId: Maybe(Type.String()), selectionMethod: Maybe(Type.String()) }), { maxItems: 3 })),
})
export type SlotInput = Static<typeof SlotInput>
export const ContactDetailsInput = Type.Object({
  contactId: Maybe(Type.String()),
  firstName: Maybe(Text(100)),
  lastName: Maybe(Text(100)),
  email: Maybe(Text(254)),
  phone: Maybe(Text(50)),
  fullAddress: Maybe(Type.Object({})),
  timeZone: Maybe(Text(100)),
  countryCode: Maybe(Text(2)),
})
export const ScheduleInput = Type.Object({ scheduleId: Maybe(Type.String()), serviceId: Maybe(Type.String()), timezone: Maybe(Text(100)) })
export const ChoicesInput = Type.Object({
  serviceChoices: Type.Array(
    Type.Object({
      numberOfParticipants: Maybe(Type.Integer({ minimum: 1 })),
      choices: Maybe(
        Type.Array(
          Type.Object({
            optionId: Maybe(Type.String()),
            custom: Maybe(Text(1000)),
            choiceId: Maybe(Type.String()),
            duration: Maybe(Type.Object({ minutes: Maybe(Type.Integer({ minimum: 1, maximum: 44639 })), name: Maybe(Text(255)) })),
          }),
          { maxItems: 5 },
        ),
      ),
    }),
    { minItems: 1, maxItems: 20 },
  ),
})
export const AddOnInput = Type.Object({
  id: Maybe(Guid),
  addOnId: Maybe(Guid),
  groupId: Maybe(Guid),
  quantity: Maybe(Type.Integer({ minimum: 1, maximum: 1000 })),
})
export const BookingInput = Type.Object({
  bookedEntity: Maybe(Type.Object({ slot: Maybe(SlotInput), schedule: Maybe(ScheduleInput) })),
  contactDetails: Maybe(ContactDetailsInput),
  additionalFields: Maybe(Type.Array(Type.Object({ id: Guid, value: Maybe(Text(4000)), valueType: Maybe(Type.String()) }), { maxItems: 100 })),
  totalParticipants: Maybe(Type.Integer({ minimum: 1 })),
  participantsChoices: Maybe(ChoicesInput),
  bookedAddOns: Maybe(Type.Array(AddOnInput, { maxItems: 21 })),
  status: Maybe(Status),
  selectedPaymentOption: Maybe(PaymentOptionInput),
  depositSelected: Maybe(Type.Boolean()),
  externalUserId: Maybe(Text(200)),
  bookingSource: Maybe(Type.Object({ platform: Maybe(Type.String()), appDefId: Maybe(Type.String()) })),
  extendedFields: Maybe(Type.Object({ namespaces: Maybe(Type.Record(Type.String(), Any)) })),
  multiServiceBookingInfo: Maybe(Type.Object({})),
  formSubmissionId: Maybe(Guid),
})
export type BookingInput = Static<typeof BookingInput>
export const Notification = Maybe(
  Type.Object({ notifyParticipants: Maybe(Type.Boolean()), message: Maybe(Text(5000)), metadata: Maybe(Type.Record(Type.String(), Any)) }),
)
export const Flags = Maybe(
  Type.Object({
    skipAvailabilityValidation: Maybe(Type.Boolean()),
    skipBusinessConfirmation: Maybe(Type.Boolean()),
    skipSelectedPaymentOptionValidation: Maybe(Type.Boolean()),
    ignoreReschedulePolicy: Maybe(Type.Boolean()),
    ignoreCancellationPolicy: Maybe(Type.Boolean()),
    checkAvailabilityValidation: Maybe(Type.Boolean()),
    skipPendingApprovalServiceValidation: Maybe(Type.Boolean()),
    withRefund: Maybe(Type.Boolean()),
    waiveCancellationFee: Maybe(Type.Boolean()),
    skipAddOnValidation: Maybe(Type.Boolean()),
    allowAddOnChanges: Maybe(Type.Boolean()),
  }),
)
export type Flags = NonNullable<Static<typeof Flags>>
const CreateBookingInput = Type.Object({
  booking: BookingInput,
  participantNotification: Notification,
  sendSmsReminder: Maybe(Type.Boolean()),
  flowControlSettings: Flags,
  formSubmission: Maybe(Type.Record(Type.String(), Any)),
  /** Own addition: the plan order that pays for a booking with MEMBERSHIP which the business confirms in the same call; default: the first that can pay. */
  planOrderId: Maybe(Guid),
})
export type CreateBookingInput = Static<typeof CreateBookingInput>
export const ChangeFields = { revision: Maybe(Type.String()), participantNotification: Notification, flowControlSettings: Flags }
const Resource = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  scheduleId: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
})
const Location = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  formattedAddress: Type.Optional(Type.String()),
  locationType: Type.String(),
})
export const Booking = Type.Object({
  id: Guid,
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  bookedEntity: Type.Object({
    slot: Type.Optional(
      Type.Object({
        sessionId: Type.Optional(Type.String()),
        serviceId: Type.String(),
        scheduleId: Type.String(),
        eventId: Type.Optional(Type.String()),
        startDate: Type.String(),
        endDate: Type.String(),
        timezone: Type.String(),
        resource: Type.Optional(Resource),
        location: Type.Optional(Location),
      }),
    ),
    schedule: Type.Optional(
      Type.Object({
        scheduleId: Type.String(),
        serviceId: Type.String(),
        timezone: Type.String(),
        firstSessionStart: Type.String(),
        lastSessionEnd: Type.String(),
        location: Type.Optional(Location),
      }),
    ),
    title: Type.String(),
    tags: Type.Array(Type.String()),
  }),
  contactDetails: Type.Object({
    contactId: Type.Optional(Type.String()),
    firstName: Type.Optional(Type.String()),
    lastName: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    fullAddress: Type.Optional(Any),
    timeZone: Type.Optional(Type.String()),
    countryCode: Type.Optional(Type.String()),
  }),
  additionalFields: Type.Array(
    Type.Object({ id: Type.String(), value: Type.Optional(Type.String()), label: Type.Optional(Type.String()), valueType: Type.String() }),
  ),
  totalParticipants: Type.Optional(Type.Integer()),
  participantsChoices: Type.Optional(Any),
  status: Type.String(),
  paymentStatus: Type.String(),
  selectedPaymentOption: Type.String(),
  depositSelected: Type.Optional(Type.Boolean()),
  externalUserId: Type.Optional(Type.String()),
  createdBy: Type.Object({
    anonymousVisitorId: Type.Optional(Type.String()),
    memberId: Type.Optional(Type.String()),
    wixUserId: Type.Optional(Type.String()),
    appId: Type.Optional(Type.String()),
    contactId: Type.Optional(Type.String()),
  }),
  startDate: Type.String(),
  endDate: Type.String(),
  doubleBooked: Type.Optional(Type.Boolean()),
  multiServiceBookingInfo: Type.Optional(Any),
  formId: Type.Optional(Type.String()),
  formSubmissionId: Type.Optional(Type.String()),
  bookedAddOns: Type.Array(Any),
  bookingSource: Type.Object({ platform: Type.String(), actor: Type.String(), appDefId: Type.Optional(Type.String()) }),
  extendedFields: Type.Object({ namespaces: Type.Record(Type.String(), Any) }),
  canceledDate: Type.Optional(Type.String()),
  appId: Type.Optional(Type.String()),
  createdByAppId: Type.Optional(Type.String()),
})
export type Booking = Static<typeof Booking>
export const AllowedActions = Type.Object({ cancel: Type.Boolean(), reschedule: Type.Boolean() })
export const BookingReply = Type.Object({ booking: Booking })
const ByBooking = Type.Object({ bookingId: Guid })
export const ItemMetadata = Type.Object({
  id: Type.Optional(Type.String()),
  originalIndex: Type.Integer(),
  success: Type.Boolean(),
  error: Type.Optional(Type.Object({ code: Type.String(), description: Type.String(), data: Type.Optional(Any) })),
})
export const bulkOf = (item: TSchema) =>
  Type.Object({
    results: Type.Array(Type.Object({ itemMetadata: ItemMetadata, item: Type.Optional(item) })),
    bulkActionMetadata: Type.Object({ totalSuccesses: Type.Integer(), totalFailures: Type.Integer(), undetailedFailures: Type.Integer() }),
  })
export const creationRefusals = [
  'SESSION_NOT_FOUND',
  'SCHEDULE_NOT_FOUND',
  'SERVICE_NOT_FOUND',
  'VALIDATION_FAILURE',
  'SESSION_CAPACITY_EXCEEDED',
  'SCHEDULE_CAPACITY_EXCEEDED',
  'SLOT_NOT_AVAILABLE',
  'BOOKING_POLICY_VIOLATION',
  'UNAUTHORIZED_OPERATION',
  'INVALID_SERVICE_CHOICES',
  'INVALID_CHOICES',
  'FAILED_RESOLVING_CUSTOM_CHOICES',
  'ADD_ON_NOT_FOUND',
  'ADD_ON_GROUP_NOT_FOUND',
  'INVALID_FLOW_SELECTED_RESOURCES',
  'CAN_NOT_CREATE_BOOKING_WITH_MULTI_SERVICE_BOOKING_INFO',
  'CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED',
  'INVALID_DATE_FORMAT',
  'INVALID_TIME_ZONE',
  'CONTACT_DETAILS_CONFLICT',
  'NOT_ENOUGH_BALANCE',
] as const
export const moveRefusals = [
  'BOOKING_NOT_FOUND',
  'REVISION_MISMATCH',
  'BOOKING_POLICY_VIOLATION',
  'UNAUTHORIZED_OPERATION',
  'SESSION_CAPACITY_EXCEEDED',
  'SLOT_NOT_AVAILABLE',
  'VALIDATION_FAILURE',
  'SESSION_NOT_FOUND',
  'SCHEDULE_NOT_FOUND',
  'SERVICE_NOT_FOUND',
  'INVALID_FLOW_SELECTED_RESOURCES',
  'INVALID_DATE_FORMAT',
  'INVALID_TIME_ZONE',
  'NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING',
  'PRICE_CHANGE_NOT_ALLOWED',
  'ADD_ON_CHANGES_NOT_ALLOWED',
  'NOT_ENOUGH_BALANCE',
  'INVALID_CHOICES',
  'INVALID_SERVICE_CHOICES',
  'FAILED_RESOLVING_CUSTOM_CHOICES',
  'ADD_ON_NOT_FOUND',
  'ADD_ON_GROUP_NOT_FOUND',
] as const
export const customers = { visitor: 'own', member: 'own', owner: 'any' } as const
export const own = { member: 'own', owner: 'any' } as const
export const bookingsApi = operations({
  createBooking: {
    method: 'POST',
    path: '/v2/bookings',
    summary: 'Ask for a time, a class place or a course; the place is held while it is paid',
    access: customers,
    permission: 'BOOKINGS.BOOKING_CREATE',
    body: CreateBookingInput,
    reply: BookingReply,
    refuses: creationRefusals,
  },
  bulkCreateBooking: {
    method: 'POST',
    path: '/v2/bulk/bookings/create',
    work: 'own',
    idempotencyKey: true,
    summary: 'Create several bookings; each one fails alone',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_CREATE',
    body: Type.Object({ createBookingsInfo: Type.Array(CreateBookingInput, { minItems: 1, maxItems: 40 }), returnFullEntity: Maybe(Type.Boolean()) }),
    reply: bulkOf(Booking),
    refuses: [...creationRefusals, 'EMPTY_FORM_INFO'],
  },
  confirmBooking: {
    method: 'POST',
    path: '/v2/bookings/{bookingId}/confirm',
    summary: 'Put a booking on the calendar',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_CONFIRM',
    params: ByBooking,
    body: Type.Object({
      ...ChangeFields,
      paymentStatus: Maybe(PaymentStatusInput),
      doubleBooked: Maybe(Type.Boolean()),
      sendSmsReminder: Maybe(Type.Boolean()),
    }),
    reply: BookingReply,
    refuses: [
      'BOOKING_NOT_FOUND',
      'REVISION_MISMATCH',
      'FAILED_CONFIRMING_NON_PENDING_BOOKING',
      'NO_OPEN_SPOTS',
      'UNAUTHORIZED_OPERATION',
      'NOT_ENOUGH_BALANCE',
    ],
  },
  declineBooking: {
    method: 'POST',
    path: '/v2/bookings/{bookingId}/decline',
    summary: 'Turn a booking down',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_DECLINE',
    params: ByBooking,
    body: Type.Object({ ...ChangeFields, paymentStatus: Maybe(PaymentStatusInput) }),
    reply: BookingReply,
    refuses: ['BOOKING_NOT_FOUND', 'REVISION_MISMATCH', 'FAILED_DECLINE_NON_PENDING_BOOKING', 'UNAUTHORIZED_OPERATION'],
  },
  markBookingAsPending: {
    method: 'POST',
    path: '/v2/bookings/{bookingId}/mark_booking_as_pending',
    summary: 'Let a booking wait for the owner',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_MARK_AS_PENDING',
    params: ByBooking,
    body: Type.Object({ ...ChangeFields, paymentStatus: Maybe(PaymentStatusInput), doubleBooked: Maybe(Type.Boolean()) }),
    reply: BookingReply,
    refuses: [
      'BOOKING_NOT_FOUND',
      'REVISION_MISMATCH',
      'BOOKING_MARK_BOOKING_AS_PENDING',
      'NOT_PENDING_APPROVAL_SERVICE',
      'NO_OPEN_SPOTS',
      'UNAUTHORIZED_OPERATION',
      'NOT_ENOUGH_BALANCE',
    ],
  },
  confirmOrDeclineBooking: {
    method: 'POST',
    path: '/v2/confirmation/{bookingId}:confirmOrDecline',
    summary: 'Finish a checkout made elsewhere',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_CONFIRM_OR_DECLINE',
    params: ByBooking,
    body: Type.Object({ paymentStatus: Maybe(PaymentStatusInput) }),
    reply: BookingReply,
    refuses: ['BOOKING_NOT_FOUND', 'INVALID_BOOKING_STATUS', 'NOT_ENOUGH_BALANCE'],
  },
  bulkConfirmOrDeclineBooking: {
    method: 'POST',
    path: '/v2/bulk/bookings/confirmOrDecline',
    work: 'own',
    summary: 'Finish several checkouts made elsewhere',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_CONFIRM_OR_DECLINE',
    body: Type.Object({
      details: Type.Array(Type.Object({ bookingId: Guid, paymentStatus: Maybe(PaymentStatusInput) }), { minItems: 1, maxItems: 300 }),
      returnEntity: Maybe(Type.Boolean()),
    }),
    reply: bulkOf(Booking),
    refuses: ['DUPLICATED_BOOKINGS'],
  },
  rescheduleBooking: {
    method: 'POST',
    path: '/v2/bookings/{bookingId}/reschedule',
    summary: 'Move a booking to another time or class',
    access: own,
    permission: 'BOOKINGS.BOOKING_RESCHEDULE',
    params: ByBooking,
    body: Type.Object({
      ...ChangeFields,
      slot: SlotInput,
      totalParticipants: Maybe(Type.Integer({ minimum: 1 })),
      participantsChoices: Maybe(ChoicesInput),
      bookedAddOns: Maybe(Type.Array(AddOnInput, { maxItems: 21 })),
    }),
    reply: BookingReply,
    refuses: moveRefusals,
  },
  cancelBooking: {
    method: 'POST',
    path: '/v2/bookings/{bookingId}/cancel',
    summary: 'Give a booking up',
    access: customers,
    permission: 'BOOKINGS.BOOKING_CANCEL',
    params: ByBooking,
    body: Type.Object({ ...ChangeFields, waiveCharges: Maybe(Type.Boolean()), newPrice: Maybe(Type.String()) }),
    reply: BookingReply,
    refuses: [
      'BOOKING_NOT_FOUND',
      'REVISION_MISMATCH',
      'BOOKING_POLICY_VIOLATION',
      'INVALID_BOOKING_STATUS',
      'UNAUTHORIZED_OPERATION',
      'REFUND_NOT_ALLOWED',
      'NEW_PRICE_WITH_WAIVE_CHARGES',
      'NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING',
    ],
  },
  bulkCancelBooking: {
    method: 'POST',
    path: '/v2/bulk/bookings/cancel',
    work: 'own',
    summary: 'Cancel several bookings; each one fails alone',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_CANCEL',
    body: Type.Object({
      bookings: Maybe(
        Type.Object({
          bookingsInfo: Type.Array(Type.Object({ bookingId: Guid, ...ChangeFields, waiveCharges: Maybe(Type.Boolean()) }), { minItems: 1, maxItems: 100 }),
        }),
      ),
      recurringCancellation: Maybe(Type.Object({})),
      returnFullEntity: Maybe(Type.Boolean()),
    }),
    reply: bulkOf(Booking),
    refuses: ['MISSING_CANCELLATION_INFO', 'RECURRING_GROUP_NOT_FOUND', 'DUPLICATE_BOOKING_IDS'],
  },
  updateNumberOfParticipants: {
    method: 'POST',
    path: '/v2/bookings/{bookingId}/update_number_of_participants',
    summary: 'Change how many people come',
    access: { owner: 'any' },
    permission: 'BOOKINGS.NUMBER_OF_PARTICIPANTS_UPDATE',
    params: ByBooking,
    body: Type.Object({
      revision: Maybe(Type.String()),
      totalParticipants: Maybe(Type.Integer({ minimum: 1 })),
      participantsChoices: Maybe(ChoicesInput),
    }),
    reply: BookingReply,
    refuses: [
      'INVALID_SERVICE_CHOICES',
      'INVALID_CHOICES',
      'FAILED_RESOLVING_CUSTOM_CHOICES',
      'SCHEDULE_NOT_FOUND',
      'BOOKING_NOT_FOUND',
      'REVISION_MISMATCH',
      'VALIDATION_FAILURE',
      'SESSION_CAPACITY_EXCEEDED',
      'SCHEDULE_CAPACITY_EXCEEDED',
      'NOT_ENOUGH_BALANCE',
    ],
  },
  updateExtendedFields: {
    method: 'POST',
    path: '/v2/bookings/{id}/update_extended_fields',
    summary: 'Merge extra data of an app into a booking',
    access: { owner: 'any' },
    permission: 'BOOKINGS.EXTENDED_FIELDS_UPDATE',
    params: Type.Object({ id: Guid }),
    body: Type.Object({ namespace: Type.String({ minLength: 1, maxLength: 164 }), namespaceData: Type.Record(Type.String(), Any) }),
    reply: Type.Object({ namespace: Type.String(), namespaceData: Type.Record(Type.String(), Any) }),
    refuses: ['BOOKING_NOT_FOUND'],
  },
  setBookingSubmissionId: {
    method: 'POST',
    path: '/v2/bookings/{bookingId}/set-booking-submission-id',
    summary: 'Name the form submission of a booking',
    access: { owner: 'any' },
    permission: 'BOOKINGS.SET_SUBMISSION_ID',
    params: ByBooking,
    body: Type.Object({ submissionId: Guid }),
    reply: BookingReply,
    refuses: ['BOOKING_NOT_FOUND'],
  },
  bulkCalculateAllowedActions: {
    method: 'POST',
    path: '/v2/bulk/bookings/calculate_allowed_actions',
    summary: 'What customers may do with their bookings now',
    access: own,
    permission: 'BOOKINGS.BULK_CALCULATE_ALLOWED_ACTIONS',
    work: 'read',
    body: Type.Object({ bookingIds: Type.Array(Guid, { minItems: 1, maxItems: 100 }) }),
    reply: bulkOf(AllowedActions),
    refuses: [],
  },
})
