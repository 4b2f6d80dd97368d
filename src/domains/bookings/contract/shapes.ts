/** The shapes of bookings on the wire, which their operations share. Source: guide bookings §3 to §11. */
import { Type, type Static } from 'typebox'
import { Guid, Maybe } from '#kit/api/wire.ts'

export const Text = (max: number) => Type.String({ maxLength: max })
export const Any = Type.Unknown()
/** The tax within a total, frozen when the booking was made; absent without one. `rate` in percent, `amount` a decimal string. */
export const Taxes = Type.Optional(
  Type.Array(Type.Object({ name: Type.String(), rate: Type.String(), includedInPrice: Type.Boolean(), amount: Type.String() })),
)
export const Status = Type.Enum(['CREATED', 'PENDING', 'CONFIRMED', 'DECLINED', 'CANCELED', 'WAITING_LIST'])
export const PaymentStatusInput = Type.Enum(['UNDEFINED', 'NOT_PAID', 'PAID', 'PARTIALLY_PAID', 'REFUNDED', 'EXEMPT', 'FAILED'])
export const PaymentOptionInput = Type.Enum(['UNDEFINED', 'OFFLINE', 'ONLINE', 'MEMBERSHIP', 'MEMBERSHIP_OFFLINE'])
const ValueType = Type.Enum(['SHORT_TEXT', 'LONG_TEXT', 'CHECK_BOX'])
const SelectionMethod = Type.Enum(['SPECIFIC_RESOURCE', 'ANY_RESOURCE', 'NO_SELECTION'])
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
  resourceSelections: Maybe(Type.Array(Type.Object({ resourceTypeId: Maybe(Guid), selectionMethod: Maybe(SelectionMethod) }), { maxItems: 3 })),
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
  additionalFields: Maybe(Type.Array(Type.Object({ id: Guid, value: Maybe(Text(4000)), valueType: Maybe(ValueType) }), { maxItems: 100 })),
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
export const CreateBookingInput = Type.Object({
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
        resourceSelections: Type.Optional(
          Type.Array(Type.Object({ resourceTypeId: Type.Optional(Type.String()), selectionMethod: Type.Optional(Type.String()) })),
        ),
        allDay: Type.Boolean(),
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
  bookingSource: Type.Object({
    platform: Type.String(),
    actor: Type.String(),
    appDefId: Type.Optional(Type.String()),
    appName: Type.Optional(Type.String()),
  }),
  extendedFields: Type.Object({ namespaces: Type.Record(Type.String(), Any) }),
  canceledDate: Type.Optional(Type.String()),
  appId: Type.Optional(Type.String()),
  createdByAppId: Type.Optional(Type.String()),
})
export type Booking = Static<typeof Booking>
export const AllowedActions = Type.Object({ cancel: Type.Boolean(), reschedule: Type.Boolean() })
export const BookingReply = Type.Object({ booking: Booking })
export const ByBooking = Type.Object({ bookingId: Guid })
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
