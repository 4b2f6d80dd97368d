/** Contract of time slots, the second version of availability. Source: guide services-and-availability §16.3–16.6, contract operations (areas time-slots …). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const flag = Maybe(Type.Boolean())
const Flags = Type.Object({
  tooEarlyToBook: Type.Boolean(),
  earliestBookingDate: Type.Optional(Type.String()),
  tooLateToBook: Type.Boolean(),
  bookOnlineDisabled: Type.Boolean(),
})
const PolicyFlagsFilter = Maybe(Type.Object({ tooEarlyToBook: flag, tooLateToBook: flag, bookOnlineDisabled: flag }))
const LocationType = Type.Enum(['BUSINESS', 'CUSTOM', 'CUSTOMER'])
const Location = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  formattedAddress: Type.Optional(Type.String()),
  locationType: LocationType,
})
const SlotLocationInput = Type.Object({ id: Maybe(Guid), locationType: Type.Optional(Type.String()) })
export type SlotLocationInput = Static<typeof SlotLocationInput>
const AvailableResources = Type.Object({
  resourceTypeId: Guid,
  resources: Type.Array(Type.Object({ id: Guid, name: Type.String() })),
  hasMoreAvailableResources: Type.Boolean(),
})
export type AvailableResources = Static<typeof AvailableResources>
export const TimeSlot = Type.Object({
  serviceId: Type.Optional(Guid),
  localStartDate: Type.String(),
  localEndDate: Type.String(),
  bookable: Type.Boolean(),
  location: Type.Optional(Location),
  eventInfo: Type.Optional(
    Type.Object({
      eventId: Type.String(),
      eventTitle: Type.Optional(Type.String()),
      waitingList: Type.Optional(Type.Object({ totalCapacity: Type.Integer(), remainingCapacity: Type.Integer() })),
    }),
  ),
  totalCapacity: Type.Integer(),
  remainingCapacity: Type.Integer(),
  bookableCapacity: Type.Integer(),
  bookingPolicyViolations: Flags,
  availableResources: Type.Array(AvailableResources),
  nestedTimeSlots: Type.Array(
    Type.Object({
      serviceId: Guid,
      localStartDate: Type.String(),
      localEndDate: Type.String(),
      availableResources: Type.Array(AvailableResources),
      scheduleId: Guid,
    }),
  ),
  nonBookableReasons: Type.Object({
    noRemainingCapacity: Type.Boolean(),
    violatesBookingPolicy: Type.Boolean(),
    reservedForWaitingList: Type.Boolean(),
    eventCancelled: Type.Boolean(),
  }),
  scheduleId: Type.Optional(Guid),
  allDay: Type.Boolean(),
})
export type TimeSlot = Static<typeof TimeSlot>

export const Choices = Maybe(
  Type.Object({
    durationInMinutes: Maybe(Type.Integer({ minimum: 1, maximum: 57_600 })),
    addOnIds: Maybe(Type.Array(Guid, { maxItems: 21 })),
    durationChoiceId: Maybe(Guid),
    requestedGender: Type.Optional(Type.Unknown()),
  }),
)
export type Choices = Static<typeof Choices>
const ResourceFilter = Maybe(Type.Array(Type.Object({ resourceTypeId: Maybe(Guid), resourceIds: Maybe(Type.Array(Guid, { maxItems: 135 })) }), { maxItems: 8 }))
export type ResourceFilter = Static<typeof ResourceFilter>
const TypeIds = Maybe(Type.Array(Guid, { maxItems: 100 }))
const Zone = Maybe(Type.String({ minLength: 1, maxLength: 150 }))
const Local = Maybe(Type.String())
const Paging = Maybe(Type.Object({ limit: Maybe(Type.Integer({ minimum: 0, maximum: 1000 })), cursor: Maybe(Type.String({ maxLength: 16_000 })) }))
const PerDay = Maybe(Type.Integer({ minimum: 1 }))
const Meta = Type.Object({ count: Type.Integer(), cursors: Type.Object({ next: Type.Optional(Type.String()) }), hasNext: Type.Boolean() })
const Part = Type.Object({ serviceId: Guid, resourceTypes: ResourceFilter, includeResourceTypeIds: TypeIds, customerChoices: Choices })
export type Part = Static<typeof Part>

const ListAppointments = Type.Object({
  serviceId: Maybe(Guid),
  fromLocalDate: Local,
  toLocalDate: Local,
  timeZone: Zone,
  locations: Maybe(Type.Array(SlotLocationInput, { maxItems: 5 })),
  includeResourceTypeIds: TypeIds,
  resourceTypes: ResourceFilter,
  bookable: flag,
  bookingPolicyViolations: PolicyFlagsFilter,
  timeSlotsPerDay: PerDay,
  customerChoices: Choices,
  cursorPaging: Paging,
})
export type ListAppointments = Static<typeof ListAppointments>
const ListEvents = Type.Object({
  fromLocalDate: Local,
  toLocalDate: Local,
  timeZone: Zone,
  serviceIds: Maybe(Type.Array(Guid, { maxItems: 100 })),
  includeNonBookable: flag,
  minBookableCapacity: Maybe(Type.Integer({ minimum: 1 })),
  eventFilter: Type.Optional(Type.Unknown()),
  maxSlotsPerDay: Maybe(Type.Integer({ minimum: 1, maximum: 1000 })),
  bookingPolicyViolations: PolicyFlagsFilter,
  cursorPaging: Paging,
})
export type ListEvents = Static<typeof ListEvents>
const ListChains = Type.Object({
  services: Maybe(Type.Array(Part)),
  fromLocalDate: Local,
  toLocalDate: Local,
  timeZone: Zone,
  location: Maybe(SlotLocationInput),
  bookable: flag,
  bookingPolicyViolations: PolicyFlagsFilter,
  timeSlotsPerDay: PerDay,
  cursorPaging: Paging,
})
export type ListChains = Static<typeof ListChains>

const everyone = { visitor: 'any', member: 'any', owner: 'any' } as const
const OneSlot = Type.Object({ timeSlot: TimeSlot, timeZone: Type.String() })
const serviceCodes = ['SERVICE_NOT_FOUND', 'REQUESTED_GENDER_NOT_ALLOWED'] as const

export const timeSlotsApi = operations({
  listAvailabilityTimeSlots: {
    method: 'POST',
    path: '/v2/time-slots',
    summary: 'List time slots of an appointment',
    access: everyone,
    permission: 'BOOKINGS.AVAILABILITY_READ_TIME_SLOTS',
    work: 'read',
    body: ListAppointments,
    reply: Type.Object({ timeSlots: Type.Array(TimeSlot), timeZone: Type.String(), cursorPagingMetadata: Meta }),
    refuses: [...serviceCodes, 'MISSING_ARGUMENTS'],
  },
  getAvailabilityTimeSlot: {
    method: 'POST',
    path: '/v2/time-slots/get',
    summary: 'Get a time slot of an appointment with its free resources',
    access: everyone,
    permission: 'BOOKINGS.AVAILABILITY_READ_TIME_SLOTS',
    work: 'read',
    body: Type.Object({
      serviceId: Guid,
      localStartDate: Type.String(),
      localEndDate: Type.String(),
      timeZone: Zone,
      location: Maybe(SlotLocationInput),
      includeResourceTypeIds: TypeIds,
      resourceTypes: ResourceFilter,
      customerChoices: Choices,
    }),
    reply: Type.Object({ timeSlot: Type.Optional(TimeSlot), timeZone: Type.String() }),
    refuses: [...serviceCodes, 'SLOT_NOT_FOUND'],
  },
  listAvailabilityTimeSlotEndOptions: {
    method: 'POST',
    path: '/v2/time-slots/end-options',
    summary: 'List end times of an appointment with a duration range',
    access: everyone,
    permission: 'BOOKINGS.AVAILABILITY_READ_TIME_SLOTS',
    work: 'read',
    body: Type.Object({
      serviceId: Guid,
      localStartDate: Type.String(),
      maxLocalEndDate: Local,
      timeZone: Zone,
      location: Maybe(SlotLocationInput),
      resourceTypes: ResourceFilter,
    }),
    reply: Type.Object({ endOptions: Type.Array(TimeSlot), timeZone: Type.String() }),
    refuses: [...serviceCodes, 'END_OPTIONS_NOT_SUPPORTED', 'MAX_END_DATE_EXCEEDS_MAXIMUM'],
  },
  listEventTimeSlots: {
    method: 'POST',
    path: '/v2/time-slots/event',
    summary: 'List time slots of classes',
    access: everyone,
    permission: 'BOOKINGS.AVAILABILITY_READ',
    work: 'read',
    body: ListEvents,
    reply: Type.Object({ timeSlots: Type.Array(TimeSlot), timeZone: Type.String(), pagingMetadata: Meta }),
    refuses: ['MISSING_ARGUMENTS'],
  },
  getEventTimeSlot: {
    method: 'GET',
    path: '/v2/time-slots/event/{eventId}',
    summary: 'Get the time slot of a class session',
    access: everyone,
    permission: 'BOOKINGS.AVAILABILITY_READ',
    work: 'read',
    params: Type.Object({ eventId: Type.String({ minLength: 36, maxLength: 250 }) }),
    query: Type.Object({ timeZone: Maybe(Type.String({ maxLength: 150 })) }),
    reply: OneSlot,
    refuses: [],
  },
  listMultiServiceAvailabilityTimeSlots: {
    method: 'POST',
    path: '/v2/multi-service-time-slots',
    summary: 'List time slots of several appointments back to back',
    access: everyone,
    permission: 'BOOKINGS.AVAILABILITY_READ_MULTI_SERVICE_TIME_SLOTS',
    work: 'read',
    body: ListChains,
    reply: Type.Object({ timeSlots: Type.Array(TimeSlot), timeZone: Type.String(), cursorPagingMetadata: Meta }),
    refuses: [...serviceCodes, 'MISSING_ARGUMENTS', 'INVALID_SERVICES_SIZE'],
  },
  getMultiServiceAvailabilityTimeSlot: {
    method: 'POST',
    path: '/v2/multi-service-time-slots/get',
    summary: 'Get a time slot of several appointments back to back',
    access: everyone,
    permission: 'BOOKINGS.AVAILABILITY_READ_MULTI_SERVICE_TIME_SLOTS',
    work: 'read',
    body: Type.Object({
      services: Type.Array(Part),
      localStartDate: Type.String(),
      localEndDate: Type.String(),
      timeZone: Zone,
      location: Type.Object({ id: Maybe(Guid), locationType: Type.String() }),
    }),
    reply: OneSlot,
    refuses: [...serviceCodes, 'SLOT_NOT_FOUND', 'INVALID_SERVICES_SIZE'],
  },
})
