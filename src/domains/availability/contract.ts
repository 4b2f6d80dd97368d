/** The calendar and what is free, on the wire. Source: guide services-and-availability 13 and 16, contract operations (area availability). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/contract.ts'

const Id = Type.String({ format: 'uuid' })
const Maybe = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const flag = Type.Optional(Type.Boolean())
const Flags = Type.Object({ tooEarlyToBook: Type.Boolean(), tooLateToBook: Type.Boolean(), bookOnlineDisabled: Type.Boolean() })

export const SlotEntry = Type.Object({
  slot: Type.Object({
    sessionId: Type.Optional(Type.String()),
    eventId: Type.Optional(Type.String()),
    serviceId: Id,
    scheduleId: Id,
    startDate: Type.String(),
    endDate: Type.String(),
    timezone: Type.String(),
    resource: Type.Optional(Type.Object({ id: Id, name: Type.String(), scheduleId: Type.Optional(Id) })),
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

const Moment = Type.Object({ localDate: Type.String(), utcDate: Type.Optional(Type.String()), timeZone: Type.Optional(Type.String()) })
const Rule = Type.Object({
  frequency: Type.Optional(Type.String()),
  interval: Type.Optional(Type.Integer({ minimum: 1, maximum: 52 })),
  days: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1 })),
  until: Maybe(Type.Object({ localDate: Type.String() })),
})
const EventPlace = Type.Object({
  type: Type.Enum(['BUSINESS', 'CUSTOM', 'CUSTOMER']),
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  formattedAddress: Type.Optional(Type.String()),
})
export const CalendarEvent = Type.Object({
  id: Type.String(),
  scheduleId: Id,
  serviceId: Type.Optional(Id),
  type: Type.Enum(['EVENT', 'CLASS', 'COURSE']),
  title: Type.String(),
  start: Moment,
  end: Moment,
  resources: Type.Array(Type.Object({ id: Id, name: Type.Optional(Type.String()) })),
  location: Type.Optional(EventPlace),
  totalCapacity: Type.Optional(Type.Integer()),
  remainingCapacity: Type.Optional(Type.Integer()),
  transparency: Type.Enum(['BUSY', 'FREE']),
  status: Type.Enum(['CONFIRMED', 'CANCELLED']),
  recurrenceType: Type.Enum(['NONE', 'MASTER', 'INSTANCE', 'EXCEPTION']),
  recurrenceRule: Type.Optional(Rule),
  recurringEventId: Type.Optional(Type.String()),
  revision: Type.String(),
})
export type CalendarEvent = Static<typeof CalendarEvent>
export const EventWish = Type.Object({
  scheduleId: Type.Optional(Id),
  type: Type.Optional(Type.Enum(['EVENT', 'CLASS', 'COURSE'])),
  title: Type.Optional(Type.String({ maxLength: 400 })),
  start: Type.Optional(Moment),
  end: Type.Optional(Moment),
  resources: Type.Optional(Type.Array(Type.Object({ id: Id }))),
  location: Maybe(EventPlace),
  totalCapacity: Maybe(Type.Integer({ minimum: 1, maximum: 1000 })),
  transparency: Type.Optional(Type.Enum(['BUSY', 'FREE'])),
  recurrenceRule: Maybe(Rule),
})
export type EventWish = Static<typeof EventWish>

const AvailabilityQuery = Type.Object({
  filter: Type.Record(Type.String(), Type.Unknown()),
  sort: Type.Optional(Type.Array(Type.Object({ fieldName: Type.Optional(Type.String()), order: Type.Optional(Type.String()) }))),
  cursorPaging: Maybe(Type.Object({ limit: Maybe(Type.Integer({ minimum: 0, maximum: 1000 })), cursor: Maybe(Type.String()) })),
})
export type AvailabilityQuery = Static<typeof AvailabilityQuery>
const owner = { owner: 'any' } as const
const OneEvent = Type.Object({ event: CalendarEvent })
const ById = Type.Object({ id: Type.String({ maxLength: 250 }) })

export const availabilityApi = operations({
  queryAvailability: {
    method: 'POST',
    path: '/v1/availability/query',
    summary: 'Times of appointments and sessions of classes in a range',
    may: 'anyone',
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
    summary: 'The next bookable times of every service',
    may: 'anyone',
    house: true,
    work: 'read',
    query: Type.Object({
      perService: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 1 })),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, default: 28 })),
    }),
    reply: Type.Object({ entries: Type.Array(SlotEntry) }),
    refuses: [],
  },
  getScheduleAvailability: {
    method: 'GET',
    path: '/v2/availability/schedule/{scheduleId}',
    summary: 'Places of a course',
    may: 'anyone',
    work: 'read',
    params: Type.Object({ scheduleId: Id }),
    reply: Type.Object({
      availability: Type.Object({ totalSpots: Type.Integer(), openSpots: Type.Integer(), bookingPolicyViolations: Flags }),
      bookingPolicySettings: Type.Object({ maxParticipantsPerBooking: Type.Integer() }),
    }),
    refuses: ['FAILED_VALIDATING_AVAILABILITY', 'FAILED_RESOLVING_SCHEDULE'],
  },
  createEvent: {
    method: 'POST',
    path: '/calendar/v3/events',
    summary: 'Put a session, a weekly series or time off on the calendar',
    may: owner,
    house: true,
    body: Type.Object({ event: EventWish }),
    reply: OneEvent,
    refuses: [],
    about: 'calendar',
  },
  getEvent: {
    method: 'GET',
    path: '/calendar/v3/events/{id}',
    summary: 'One event of the calendar',
    may: owner,
    house: true,
    work: 'read',
    params: ById,
    reply: OneEvent,
    refuses: [],
  },
  updateEvent: {
    method: 'PATCH',
    path: '/calendar/v3/events/{id}',
    summary: 'Move or change one event; an occurrence becomes an exception',
    may: owner,
    house: true,
    params: ById,
    body: Type.Object({ event: EventWish }),
    reply: OneEvent,
    refuses: [],
    about: 'calendar',
  },
  cancelEvent: {
    method: 'POST',
    path: '/calendar/v3/events/{id}/cancel',
    summary: 'Cancel one event or occurrence',
    may: owner,
    house: true,
    params: ById,
    reply: OneEvent,
    refuses: [],
    about: 'calendar',
  },
  queryEvents: {
    method: 'POST',
    path: '/calendar/v3/events/query',
    summary: 'Events of a range',
    may: owner,
    house: true,
    work: 'read',
    body: Type.Object({
      fromLocalDate: Type.String(),
      toLocalDate: Type.String(),
      timeZone: Maybe(Type.String()),
      query: Type.Optional(
        Type.Object({
          filter: Type.Optional(
            Type.Object({ scheduleId: Type.Optional(Type.Union([Id, Type.Array(Id)])), resourceId: Type.Optional(Type.Union([Id, Type.Array(Id)])) }),
          ),
        }),
      ),
      withCancelled: flag,
    }),
    reply: Type.Object({ events: Type.Array(CalendarEvent) }),
    refuses: [],
  },
})
