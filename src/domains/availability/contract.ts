/** Contract of availability. Source: guide services-and-availability §16, contract operations (area availability). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { calendarEventsApi } from './contract/calendar-events.ts'
import { ExplainedTime } from './contract/explained-time.ts'
import { catalogSearchApi } from './contract/catalog-search.ts'
import { slotConfigApi } from './contract/slot-config.ts'
import { Choices, timeSlotsApi } from './contract/time-slots.ts'
import { bookabilityReasons } from './rules/reason-codes.ts'

export { CalendarEvent, CalendarEventInput, type Schedule } from './contract/calendar-events.ts'
export { catalogSearchApi } from './contract/catalog-search.ts'
export { slotConfigApi } from './contract/slot-config.ts'
export { timeSlotsApi } from './contract/time-slots.ts'

const Flags = Type.Object({ tooEarlyToBook: Type.Boolean(), tooLateToBook: Type.Boolean(), bookOnlineDisabled: Type.Boolean() })

export const SlotEntry = Type.Object({
  slot: Type.Object({
    sessionId: Type.Optional(Type.String()),
    eventId: Type.Optional(Type.String()),
    serviceId: Guid,
    scheduleId: Guid,
    startDate: Type.String(),
    endDate: Type.String(),
    timezone: Type.String(),
    resource: Type.Optional(Type.Object({ id: Guid, name: Type.String(), scheduleId: Type.Optional(Guid) })),
    location: Type.Optional(
      Type.Object({
        id: Type.Optional(Type.String()),
        name: Type.Optional(Type.String()),
        formattedAddress: Type.Optional(Type.String()),
        locationType: Type.String(),
      }),
    ),
  }),
  bookable: Type.Boolean(),
  totalSpots: Type.Integer(),
  openSpots: Type.Integer(),
  waitingList: Type.Object({ totalSpots: Type.Optional(Type.Integer()), openSpots: Type.Optional(Type.Integer()) }),
  bookingPolicyViolations: Flags,
  locked: Type.Boolean(),
  isFromV2: Type.Boolean(),
  isFromV3: Type.Boolean(),
})
export type SlotEntry = Static<typeof SlotEntry>

const AvailabilityQuery = Type.Object({
  filter: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  sort: Type.Optional(Type.Array(Type.Object({ fieldName: Type.Optional(Type.String()), order: Type.Optional(Type.String()) }))),
  cursorPaging: Maybe(Type.Object({ limit: Maybe(Type.Integer({ minimum: 0, maximum: 1000 })), cursor: Maybe(Type.String()) })),
})
export type AvailabilityQuery = Static<typeof AvailabilityQuery>
const owner = { owner: 'any' } as const
const MultiSlot = Type.Object({
  ...SlotEntry.properties,
  nestedSlots: Type.Array(
    Type.Object({
      serviceId: Guid,
      start: Type.String(),
      end: Type.String(),
      resource: Type.Optional(Type.Object({ id: Guid, name: Type.String(), scheduleId: Type.Optional(Guid) })),
      scheduleId: Guid,
    }),
  ),
})
const PolicyFlagsFilter = Maybe(
  Type.Object({ tooEarlyToBook: Maybe(Type.Boolean()), tooLateToBook: Maybe(Type.Boolean()), bookOnlineDisabled: Maybe(Type.Boolean()) }),
)

const timesApi = operations({
  calculateMultiSlotAvailability: {
    method: 'POST',
    path: '/v1/availability/multislot',
    summary: 'List time slots of several appointments back to back',
    access: { visitor: 'any', member: 'any', owner: 'any' },
    permission: 'BOOKINGS.AVAILABILITY_READ_MULTI_SLOT',
    work: 'read',
    body: Type.Object({
      from: Maybe(Type.String({ maxLength: 30 })),
      to: Maybe(Type.String({ maxLength: 30 })),
      timeZone: Maybe(Type.String({ maxLength: 30 })),
      bookable: Maybe(Type.Boolean()),
      bookingPolicyViolations: PolicyFlagsFilter,
      location: Maybe(Type.Object({ id: Maybe(Guid), locationType: Maybe(Type.String()) })),
      slots: Maybe(
        Type.Array(Type.Object({ serviceId: Guid, resourcesFilter: Maybe(Type.Object({ resourceIds: Maybe(Type.Array(Guid)) })), customerChoices: Choices })),
      ),
      slotsPerDay: Maybe(Type.Integer({ minimum: 1 })),
      cursorPaging: Maybe(Type.Object({ limit: Maybe(Type.Integer({ minimum: 0, maximum: 100 })), cursor: Maybe(Type.String()) })),
    }),
    reply: Type.Object({
      slots: Type.Array(MultiSlot),
      cursorPagingMetadata: Type.Object({ count: Type.Integer(), cursors: Type.Object({ next: Type.Optional(Type.String()) }), hasNext: Type.Boolean() }),
    }),
    refuses: ['SERVICE_NOT_FOUND', 'REQUESTED_GENDER_NOT_ALLOWED'],
  },
  queryAvailability: {
    method: 'POST',
    path: '/v1/availability/query',
    summary: 'Query availability of appointments and classes',
    access: { visitor: 'any', member: 'any', owner: 'any' },
    permission: 'BOOKINGS.AVAILABILITY_READ',
    work: 'read',
    body: Type.Object({ query: AvailabilityQuery, timezone: Maybe(Type.String()), slotsPerDay: Maybe(Type.Integer({ minimum: 1 })) }),
    reply: Type.Object({
      availabilityEntries: Type.Array(SlotEntry),
      pagingMetadata: Type.Object({ count: Type.Integer(), cursors: Type.Object({ next: Type.Optional(Type.String()) }), hasNext: Type.Boolean() }),
    }),
    refuses: [],
  },
  nextTimes: {
    method: 'GET',
    path: '/api/next-times',
    summary: 'List the next bookable times of every service',
    access: 'anyone',
    internal: true,
    work: 'read',
    query: Type.Object({
      perService: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 1 })),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, default: 92 })),
    }),
    reply: Type.Object({ entries: Type.Array(SlotEntry) }),
    refuses: [],
  },
  listBookability: {
    method: 'GET',
    path: '/api/bookability',
    summary: 'List the next bookable time of every service, or why there is none',
    access: owner,
    permission: 'BOOKINGS.SERVICES_READ',
    internal: true,
    work: 'read',
    reply: Type.Object({
      services: Type.Array(
        Type.Object({
          serviceId: Guid,
          /** With its offset, in the time zone of the site. */
          next: Type.Optional(Type.String()),
          /** In the order in which they are mended; empty: customers can book. */
          reasons: Type.Array(Type.Enum([...bookabilityReasons])),
        }),
      ),
    }),
    refuses: [],
  },
  explainTime: {
    method: 'GET',
    path: '/api/bookability/{serviceId}',
    summary: 'Explain why a service is not offered at a time, and what would open it',
    access: owner,
    permission: 'BOOKINGS.SERVICES_READ',
    internal: true,
    work: 'read',
    params: Type.Object({ serviceId: Guid }),
    query: Type.Object({
      /** Either this or `startDate`. */
      localStartDate: Type.Optional(Type.String({ maxLength: 30 })),
      /** An instant or a time with its offset, which names one pass of a repeated hour. */
      startDate: Type.Optional(Type.String({ format: 'date-time' })),
      timeZone: Type.Optional(Type.String({ maxLength: 60 })),
      durationInMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 57600 })),
      locationId: Type.Optional(Guid),
      resourceId: Type.Optional(Guid),
    }),
    reply: ExplainedTime,
    refuses: [],
  },
  getScheduleAvailability: {
    method: 'GET',
    path: '/v2/availability/schedule/{scheduleId}',
    summary: 'Get the availability of a course',
    access: { visitor: 'any', member: 'any', owner: 'any' },
    needsNoPermission: true,
    work: 'read',
    params: Type.Object({ scheduleId: Guid }),
    reply: Type.Object({
      availability: Type.Object({ totalSpots: Type.Integer(), openSpots: Type.Integer(), bookingPolicyViolations: Flags }),
      bookingPolicySettings: Type.Object({ maxParticipantsPerBooking: Type.Integer() }),
    }),
    refuses: ['FAILED_VALIDATING_AVAILABILITY', 'FAILED_RESOLVING_SCHEDULE'],
  },
  listCourseSessions: {
    method: 'GET',
    path: '/api/courses/{scheduleId}/sessions',
    summary: 'List the dates of a course with place and teacher',
    internal: true,
    access: { visitor: 'any', member: 'any', owner: 'any' },
    needsNoPermission: true,
    work: 'read',
    params: Type.Object({ scheduleId: Guid }),
    reply: Type.Object({
      /** In chronological order, past ones included. */
      sessions: Type.Array(
        Type.Object({
          startDate: Type.String(),
          endDate: Type.String(),
          /** The place of a session that has its own. */
          place: Type.Optional(Type.String()),
          staff: Type.Array(Type.String()),
        }),
      ),
    }),
    refuses: ['FAILED_VALIDATING_AVAILABILITY'],
  },
})

export const availabilityApi = { ...timesApi, ...calendarEventsApi }

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const availabilityContract = { availability: availabilityApi, timeSlots: timeSlotsApi, slotConfig: slotConfigApi, catalogSearch: catalogSearchApi }
