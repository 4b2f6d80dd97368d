/** Events of the calendar and their schedules on the wire. Source: guide services-and-availability §13, contract operations (area availability). */
import { type Static, Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe, bulkReply } from '#kit/api/wire.ts'

const flag = Type.Optional(Type.Boolean())
const owner = { owner: 'any' } as const

const Moment = Type.Object({ localDate: Type.String(), utcDate: Type.Optional(Type.String()), timeZone: Type.Optional(Type.String()) })
const Rule = Type.Object({
  frequency: Type.Optional(Type.String()),
  interval: Type.Optional(Type.Integer({ minimum: 1, maximum: 52 })),
  days: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1 })),
  until: Maybe(Type.Object({ localDate: Type.String() })),
})
const EventLocation = Type.Object({
  type: Type.Enum(['BUSINESS', 'CUSTOM', 'CUSTOMER']),
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  formattedAddress: Type.Optional(Type.String()),
})
/** Whether the event takes the time of the resource. */
const ResourceTransparency = Type.Enum(['OPAQUE', 'TRANSPARENT'])
export const CalendarEvent = Type.Object({
  id: Type.String(),
  scheduleId: Guid,
  serviceId: Type.Optional(Guid),
  /** Appointments are made and changed as bookings only. */
  type: Type.Enum(['EVENT', 'APPOINTMENT', 'CLASS', 'COURSE', 'WORKING_HOURS']),
  title: Type.String(),
  notes: Type.Optional(Type.String()),
  start: Moment,
  end: Moment,
  resources: Type.Array(Type.Object({ id: Guid, name: Type.Optional(Type.String()), transparency: Type.Optional(ResourceTransparency) })),
  location: Type.Optional(EventLocation),
  totalCapacity: Type.Optional(Type.Integer()),
  remainingCapacity: Type.Optional(Type.Integer()),
  allDay: Type.Optional(Type.Boolean()),
  transparency: Type.Enum(['BUSY', 'FREE']),
  approval: Type.Optional(Type.Enum(['PENDING', 'APPROVED', 'DECLINED'])),
  status: Type.Enum(['CONFIRMED', 'CANCELLED']),
  recurrenceType: Type.Enum(['NONE', 'MASTER', 'INSTANCE', 'EXCEPTION']),
  recurrenceRule: Type.Optional(Rule),
  recurringEventId: Type.Optional(Type.String()),
  /** What follows the service: it has no value of its own here. */
  inheritedFields: Type.Optional(Type.Array(Type.String())),
  revision: Type.String(),
})
export type CalendarEvent = Static<typeof CalendarEvent>
export const CalendarEventInput = Type.Object({
  scheduleId: Type.Optional(Guid),
  // The former names TIME_AVAILABILITY and AVAILABILITY mean working hours.
  type: Type.Optional(Type.Enum(['EVENT', 'CLASS', 'COURSE', 'WORKING_HOURS', 'TIME_AVAILABILITY', 'AVAILABILITY'])),
  title: Type.Optional(Type.String({ maxLength: 400 })),
  notes: Maybe(Type.String({ maxLength: 10_000 })),
  allDay: Type.Optional(Type.Boolean()),
  revision: Maybe(Type.String()),
  start: Type.Optional(Moment),
  end: Type.Optional(Moment),
  resources: Type.Optional(Type.Array(Type.Object({ id: Guid, transparency: Maybe(ResourceTransparency) }))),
  location: Maybe(EventLocation),
  totalCapacity: Maybe(Type.Integer({ minimum: 1, maximum: 1000 })),
  transparency: Type.Optional(Type.Enum(['BUSY', 'FREE', 'OPAQUE', 'TRANSPARENT'])),
  recurrenceRule: Maybe(Rule),
})
export type CalendarEventInput = Static<typeof CalendarEventInput>

const OneEvent = Type.Object({ event: CalendarEvent })
const BulkEvents = bulkReply({ item: Type.Optional(CalendarEvent) })
/** Names of fields, separated by commas, as a list, or as `{ paths }`. */
const FieldMask = Type.Unknown()
const ById = Type.Object({ id: Type.String({ maxLength: 250 }) })

const Notification = Maybe(Type.Object({ notifyParticipants: Maybe(Type.Boolean()), message: Maybe(Type.String({ maxLength: 2000 })) }))
const Values = Type.Union([Type.String(), Type.Array(Type.String())])
/** A value, a list of values, or one operator with either. */
const OneOrMany = Maybe(
  Type.Union([
    Values,
    Type.Object({ $eq: Type.String() }),
    Type.Object({ $in: Type.Array(Type.String()) }),
    Type.Object({ $hasSome: Type.Array(Type.String()) }),
  ]),
)
const Schedule = Type.Object({
  id: Guid,
  name: Type.String(),
  externalId: Type.String(),
  appId: Guid,
  timeZone: Type.String(),
  status: Type.Enum(['ACTIVE', 'CANCELLED']),
})
export type Schedule = Static<typeof Schedule>

/** They belong to the group `availability`. */
export const calendarEventsApi = operations({
  createEvent: {
    method: 'POST',
    path: '/calendar/v3/events',
    summary: 'Create a session, a weekly series, working hours or time off',
    access: owner,
    permission: 'CALENDAR.EVENT_CREATE',
    orOwn: 'NEW_EVENT',
    internal: true,
    body: Type.Object({ event: CalendarEventInput, participantNotification: Notification }),
    reply: OneEvent,
    refuses: [],
  },
  getEvent: {
    method: 'GET',
    path: '/calendar/v3/events/{id}',
    summary: 'Get a calendar event',
    access: owner,
    permission: 'CALENDAR.EVENT_READ',
    internal: true,
    work: 'read',
    params: ById,
    reply: OneEvent,
    refuses: [],
  },
  updateEvent: {
    method: 'PATCH',
    path: '/calendar/v3/events/{id}',
    summary: 'Update an event or a series; an occurrence becomes an exception',
    dryRun: true,
    holdable: { entity: 'SESSION', idParam: 'id', firstSessionField: 'fromEventId' },
    access: owner,
    permission: 'CALENDAR.EVENT_UPDATE',
    orOwn: 'EVENT',
    internal: true,
    params: ById,
    body: Type.Object({
      event: CalendarEventInput,
      participantNotification: Notification,
      cancelBookings: flag,
      /** Of a series: only the sessions from this one on change, as a series of their own. The times stay those of the first session, moved. */
      fromEventId: Maybe(Type.String({ maxLength: 250 })),
    }),
    reply: OneEvent,
    refuses: ['REVISION_MISMATCH', 'SESSIONS_HAVE_BOOKINGS'],
  },
  cancelEvent: {
    method: 'POST',
    path: '/calendar/v3/events/{id}/cancel',
    summary: 'Cancel an event, an occurrence, or the rest of a series',
    dryRun: true,
    holdable: { entity: 'SESSION', idParam: 'id', firstSessionField: 'fromEventId' },
    access: owner,
    permission: 'CALENDAR.EVENT_CANCEL',
    orOwn: 'EVENT',
    internal: true,
    params: ById,
    body: Type.Object({
      participantNotification: Notification,
      /** Of a series: only the sessions from this one on. */
      fromEventId: Maybe(Type.String({ maxLength: 250 })),
    }),
    reply: OneEvent,
    refuses: [],
  },
  bulkCreateEvents: {
    method: 'POST',
    path: '/calendar/v3/bulk/events/create',
    summary: 'Create up to 50 sessions, series, working hours or blocked times, each on its own',
    access: owner,
    permission: 'CALENDAR.EVENT_CREATE',
    internal: true,
    work: 'own',
    idempotencyKey: true,
    body: Type.Object({
      events: Type.Array(Type.Object({ event: CalendarEventInput, participantNotification: Notification }), { minItems: 1, maxItems: 50 }),
      returnEntity: flag,
    }),
    reply: BulkEvents,
    refuses: [],
  },
  bulkUpdateEvents: {
    method: 'POST',
    path: '/calendar/v3/bulk/events/update',
    summary: 'Update up to 50 events or series, each on its own',
    access: owner,
    permission: 'CALENDAR.EVENT_UPDATE',
    internal: true,
    work: 'own',
    idempotencyKey: true,
    body: Type.Object({
      events: Type.Array(
        Type.Object({
          event: Type.Object({ id: Type.String({ maxLength: 250 }), ...CalendarEventInput.properties }),
          /** Which fields change; without it those that are present. */
          fieldmask: Maybe(FieldMask),
          participantNotification: Notification,
          cancelBookings: flag,
        }),
        { minItems: 1, maxItems: 50 },
      ),
      returnEntity: flag,
    }),
    reply: BulkEvents,
    refuses: ['REVISION_MISMATCH', 'SESSIONS_HAVE_BOOKINGS'],
  },
  bulkCancelEvents: {
    method: 'POST',
    path: '/calendar/v3/bulk/events/cancel',
    summary: 'Cancel up to 100 events',
    access: owner,
    permission: 'CALENDAR.EVENT_CANCEL',
    internal: true,
    work: 'own',
    body: Type.Object({
      eventIds: Type.Array(Type.String({ maxLength: 250 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
      participantNotification: Notification,
    }),
    reply: BulkEvents,
    refuses: [],
  },
  splitEvent: {
    method: 'POST',
    path: '/calendar/v3/events/{id}/split',
    summary: 'Split a series before a future occurrence',
    access: owner,
    permission: 'CALENDAR.EVENT_UPDATE',
    orOwn: 'EVENT',
    internal: true,
    params: ById,
    body: Type.Object({ splitLocalDate: Type.String() }),
    reply: Type.Object({ event: CalendarEvent, splitEvent: CalendarEvent }),
    refuses: [],
  },
  queryEvents: {
    method: 'POST',
    path: '/calendar/v3/events/query',
    summary: 'Query events in a range',
    access: owner,
    permission: 'CALENDAR.EVENT_READ',
    internal: true,
    work: 'read',
    body: Type.Object({
      fromLocalDate: Type.String(),
      toLocalDate: Type.String(),
      timeZone: Maybe(Type.String()),
      query: Maybe(
        Type.Object({
          filter: Maybe(Type.Object({ scheduleId: OneOrMany, resourceId: OneOrMany, 'resources.id': OneOrMany, type: OneOrMany, serviceId: OneOrMany })),
        }),
      ),
      /** MASTER returns the series themselves. */
      recurrenceType: Maybe(Type.Array(Type.String())),
      withCancelled: flag,
      /** Above this number of events none are listed. */
      atMost: Maybe(Type.Integer({ minimum: 1, maximum: 5000 })),
    }),
    reply: Type.Object({
      events: Type.Array(CalendarEvent),
      /** There are more than were asked for. */
      hasMore: Type.Optional(Type.Boolean()),
    }),
    refuses: [],
  },
  getSchedule: {
    method: 'GET',
    path: '/calendar/v3/schedules/{id}',
    summary: 'Get a schedule',
    access: owner,
    permission: 'CALENDAR.SCHEDULE_READ',
    internal: true,
    work: 'read',
    params: Type.Object({ id: Guid }),
    reply: Type.Object({ schedule: Schedule }),
    refuses: [],
  },
  querySchedules: {
    method: 'POST',
    path: '/calendar/v3/schedules/query',
    summary: 'Query schedules',
    access: owner,
    permission: 'CALENDAR.SCHEDULE_READ',
    internal: true,
    work: 'read',
    body: Type.Object({
      query: Maybe(Type.Object({ filter: Maybe(Type.Object({ id: OneOrMany, externalId: OneOrMany, appId: OneOrMany })) })),
    }),
    reply: Type.Object({
      schedules: Type.Array(Schedule),
      pagingMetadata: Type.Object({ count: Type.Integer(), cursors: Type.Object({}), hasNext: Type.Boolean() }),
    }),
    refuses: [],
  },
})
