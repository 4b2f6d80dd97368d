/** Feeds that other calendars subscribe to. Source: guide services-and-availability §14. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'
import { owner } from './external-calendars.ts'

const FeedKind = Type.Enum(['STAFF', 'ROOM', 'LOCATION', 'SITE'])
const Feed = Type.Object({ kind: FeedKind, subjectId: Type.Optional(Guid) })
const FeedState = Type.Object({ createdDate: Type.Optional(Type.String()) })
const FeedAddress = Type.Object({ url: Type.String() })

export const calendarFeedsApi = operations({
  getCalendarFeed: {
    method: 'GET',
    path: '/api/calendar-feeds',
    summary: 'Whether bookings can be subscribed to; the address itself is shown only when it is made',
    access: owner,
    needsNoPermission: true,
    internal: true,
    work: 'read',
    query: Feed,
    reply: FeedState,
    refuses: ['NOT_FOUND'],
  },
  createCalendarFeed: {
    method: 'POST',
    path: '/api/calendar-feeds',
    summary: 'Make a secret address of the bookings of a person, room, location or all; an earlier one ends',
    recentPassword: true,
    access: owner,
    needsNoPermission: true,
    internal: true,
    secret: true,
    body: Feed,
    reply: FeedAddress,
    refuses: ['NOT_FOUND'],
  },
  deleteCalendarFeed: {
    method: 'DELETE',
    path: '/api/calendar-feeds',
    summary: 'End the secret address of bookings',
    access: owner,
    needsNoPermission: true,
    internal: true,
    query: Feed,
    reply: Type.Object({}),
    refuses: ['NOT_FOUND'],
  },
  getMyCalendarFeed: {
    method: 'GET',
    path: '/api/my-calendar-feed',
    summary: 'Whether the member has a secret address of the own bookings',
    access: { member: 'own' },
    internal: true,
    work: 'read',
    reply: FeedState,
    refuses: [],
  },
  createMyCalendarFeed: {
    method: 'POST',
    path: '/api/my-calendar-feed',
    summary: 'Make a secret address of the own bookings; an earlier one ends',
    access: { member: 'own' },
    internal: true,
    secret: true,
    reply: FeedAddress,
    refuses: [],
  },
  deleteMyCalendarFeed: {
    method: 'DELETE',
    path: '/api/my-calendar-feed',
    summary: 'End the secret address of the own bookings',
    access: { member: 'own' },
    internal: true,
    reply: Type.Object({}),
    refuses: [],
  },
  readCalendarFeed: {
    method: 'GET',
    path: '/ical/{file}',
    summary: 'The bookings of a secret address, as an iCalendar file',
    access: 'anyone',
    internal: true,
    crossOrigin: true,
    work: 'read',
    raw: true,
    params: Type.Object({ file: Type.String({ maxLength: 100 }) }),
    reply: Type.Unknown(),
    refuses: ['NOT_FOUND'],
  },
})
