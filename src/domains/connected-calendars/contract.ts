/** Other calendars: the public operations, our own for links and screens, and the feeds. Source: guide services-and-availability §14. */
import { type Static, Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
const ByConnection = Type.Object({ connectionId: Guid })
const Calendar = Type.Object({ id: Type.String({ maxLength: 2000 }), name: Maybe(Type.String({ maxLength: 300 })) })
const Empty = Type.Object({})
export const SyncConfig = Type.Object({
  listEventFromCalendars: Maybe(
    Type.Object({
      enabled: Maybe(Type.Boolean()),
      primaryCalendar: Maybe(Empty),
      calendars: Maybe(Type.Object({ calendars: Type.Array(Calendar, { maxItems: 50 }) })),
    }),
  ),
  syncToCalendar: Maybe(
    Type.Object({
      enabled: Maybe(Type.Boolean()),
      primaryCalendar: Maybe(Empty),
      dedicatedCalendar: Maybe(Empty),
      calendar: Maybe(Calendar),
    }),
  ),
})
export type SyncConfig = Static<typeof SyncConfig>
const Connection = Type.Object({
  id: Guid,
  providerId: Guid,
  calendarType: Type.Enum(['GOOGLE', 'MICROSOFT', 'I_CAL', 'OTHER']),
  scheduleId: Guid,
  userId: Type.Optional(Guid),
  externalAccountEmail: Type.Optional(Type.String()),
  status: Type.Enum(['CONNECTED', 'SYNC_IN_PROGRESS', 'SYNCED', 'DISCONNECTED', 'ERROR']),
  errorReason: Type.Optional(Type.Enum(['TOKEN_REVOKED', 'EXTERNAL_CALENDAR_CREATION_FAILED', 'EXTERNAL_CALENDAR_DELETED'])),
  syncConfig: SyncConfig,
})
const ConnectionReply = Type.Object({ connection: Connection })
const Provider = Type.Object({
  id: Guid,
  name: Type.String(),
  calendarType: Type.Enum(['GOOGLE', 'MICROSOFT', 'I_CAL', 'OTHER']),
  features: Type.Object({
    connectMethods: Type.Array(Type.Enum(['OAUTH', 'CREDENTIALS'])),
    updateSyncConfig: Type.Boolean(),
    listEventFromCalendars: Type.Enum(['NOT_SUPPORTED', 'PRIMARY_CALENDAR_ONLY', 'SPECIFIC_CALENDARS']),
    syncToCalendar: Type.Enum(['NOT_SUPPORTED', 'PRIMARY_CALENDAR_ONLY', 'SPECIFIC_CALENDAR', 'DEDICATED_CALENDAR']),
  }),
})
const Ids = Type.Optional(Type.Union([Type.Array(Guid, { maxItems: 100 }), Guid]))
const connectRefusals = [
  'NOT_FOUND',
  'CALENDAR_ADDRESS_REFUSED',
  'CALENDAR_NOT_FOUND',
  'CALENDAR_UNREADABLE',
  'CALENDAR_TOO_LARGE',
  'CALENDAR_REDIRECTS_TOO_OFTEN',
  'CALENDAR_ALREADY_CONNECTED',
  'TOO_MANY_CALENDARS',
] as const

export const externalCalendarsApi = operations({
  listExternalCalendarProviders: {
    method: 'GET',
    path: '/v2/external-calendars/providers',
    summary: 'List the kinds of calendars that can be connected',
    access: owner,
    work: 'read',
    reply: Type.Object({ providers: Type.Array(Provider) }),
    refuses: [],
  },
  listExternalCalendarConnections: {
    method: 'GET',
    path: '/v2/external-calendars/connections',
    summary: 'List connections to other calendars: all, or those of the calling staff member',
    access: owner,
    work: 'read',
    query: Type.Object({ scheduleIds: Ids, partialFailure: Type.Optional(Type.Boolean()) }),
    reply: Type.Object({ connections: Type.Array(Connection), failedProviderIds: Type.Array(Guid) }),
    refuses: [],
  },
  getExternalCalendarConnection: {
    method: 'GET',
    path: '/v2/external-calendars/connections/{connectionId}',
    summary: 'Get a connection to another calendar',
    access: owner,
    work: 'read',
    params: ByConnection,
    reply: ConnectionReply,
    refuses: ['NOT_FOUND'],
  },
  connectExternalCalendarByOAuth: {
    method: 'POST',
    path: '/v2/external-calendars/connections:connectByOAuth',
    summary: 'Begin to connect a calendar whose provider asks for consent',
    access: owner,
    work: 'read',
    body: Type.Object({ providerId: Guid, scheduleId: Guid, redirectUrl: Type.String({ format: 'uri', maxLength: 2000 }) }),
    reply: Type.Object({ oauthUrl: Type.String() }),
    refuses: ['NOT_FOUND', 'NOT_SUPPORTED_BY_PROVIDER', 'CALENDAR_PROVIDER_NOT_SET_UP'],
  },
  connectExternalCalendarByCredentials: {
    method: 'POST',
    path: '/v2/external-calendars/connections:connectByCredentials',
    summary: 'Connect a calendar with user name and password: iCloud or Fastmail by their email, others by our own call',
    access: owner,
    work: 'own',
    secret: true,
    body: Type.Object({
      providerId: Guid,
      scheduleId: Guid,
      email: Type.String({ format: 'email', maxLength: 320 }),
      password: Type.String({ minLength: 1, maxLength: 500 }),
    }),
    reply: ConnectionReply,
    refuses: ['NOT_SUPPORTED_BY_PROVIDER', 'BAD_CREDENTIALS', ...connectRefusals],
  },
  listExternalCalendars: {
    method: 'GET',
    path: '/v2/external-calendars/connections/{connectionId}/calendars',
    summary: 'List the calendars of a connected account',
    access: owner,
    work: 'own',
    params: ByConnection,
    reply: Type.Object({ calendars: Type.Array(Calendar) }),
    refuses: [
      'NOT_FOUND',
      'CONNECTION_NOT_CONNECTED',
      'BAD_CREDENTIALS',
      'CALENDAR_UNREADABLE',
      'CALENDAR_TOO_LARGE',
      'CALENDAR_REDIRECTS_TOO_OFTEN',
      'CALENDAR_ADDRESS_REFUSED',
      'CALENDAR_NOT_FOUND',
      'CALENDAR_PROVIDER_NOT_SET_UP',
    ],
  },
  updateExternalCalendarSyncConfig: {
    method: 'PATCH',
    path: '/v2/external-calendars/connections/{connectionId}/sync-config',
    summary: 'Choose the calendars that block time, and the one that shows bookings',
    access: owner,
    params: ByConnection,
    body: Type.Object({ syncConfig: SyncConfig }),
    reply: ConnectionReply,
    refuses: ['NOT_FOUND', 'CONNECTION_NOT_CONNECTED', 'NOT_SUPPORTED_BY_PROVIDER'],
  },
  disconnectExternalCalendar: {
    method: 'POST',
    path: '/v2/external-calendars/connections/{connectionId}/disconnect',
    summary: 'Disconnect a calendar: its busy times are removed at once',
    access: owner,
    params: ByConnection,
    body: Type.Optional(Type.Object({})),
    reply: ConnectionReply,
    refuses: ['NOT_FOUND', 'CONNECTION_ALREADY_DISCONNECTED'],
  },
  listExternalCalendarEvents: {
    method: 'GET',
    path: '/v2/external-calendars/events',
    summary: 'List busy times of other calendars; titles only of the own ones',
    access: owner,
    work: 'read',
    query: Type.Object({
      from: Type.Optional(Type.String({ maxLength: 40 })),
      to: Type.Optional(Type.String({ maxLength: 40 })),
      scheduleIds: Ids,
      userIds: Ids,
      allDay: Type.Optional(Type.Boolean()),
      fieldsets: Type.Optional(Type.Union([Type.Array(Type.Enum(['NO_PI', 'OWN_PI'])), Type.Enum(['NO_PI', 'OWN_PI'])])),
      cursorPaging: Maybe(
        Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })), cursor: Type.Optional(Type.String({ maxLength: 16_000 })) }),
      ),
      partialFailure: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({
      events: Type.Array(
        Type.Object({
          scheduleId: Guid,
          calendarType: Type.Enum(['GOOGLE', 'MICROSOFT', 'I_CAL', 'OTHER']),
          calendarName: Type.Optional(Type.String()),
          title: Type.Optional(Type.String()),
          start: Type.String(),
          end: Type.String(),
          allDay: Type.Boolean(),
          scheduleOwnerId: Guid,
          scheduleOwnerName: Type.Optional(Type.String()),
        }),
      ),
      pagingMetadata: Type.Object({ count: Type.Integer(), cursors: Type.Object({ next: Type.Optional(Type.String()) }), hasNext: Type.Boolean() }),
      failedProviderIds: Type.Array(Guid),
    }),
    refuses: ['CALENDAR_READ_FAILED'],
  },
})

const Label = Type.Optional(Type.String({ maxLength: 100 }))
const Shown = Type.Object({
  id: Guid,
  provider: Type.Enum(['ICAL', 'CALDAV', 'GOOGLE', 'MICROSOFT']),
  label: Type.String(),
  account: Type.String(),
  status: Type.Enum(['CONNECTED', 'SYNC_IN_PROGRESS', 'SYNCED', 'DISCONNECTED', 'ERROR']),
  /** Why it could not be read lately; whether its last data still blocks time. */
  problem: Type.Optional(Type.String()),
  blocks: Type.Boolean(),
  syncedDate: Type.Optional(Type.String()),
  imports: Type.Boolean(),
  /** Absent: the primary calendar. */
  calendarIds: Type.Optional(Type.Array(Type.String())),
  canExport: Type.Boolean(),
  exports: Type.Boolean(),
  exportCalendarId: Type.Optional(Type.String()),
})
export type ShownConnection = Static<typeof Shown>

export const calendarLinksApi = operations({
  listCalendarLinks: {
    method: 'GET',
    path: '/api/calendar-links',
    summary: 'List the other calendars of a staff member, and what can be connected',
    access: owner,
    internal: true,
    work: 'read',
    query: Type.Object({ staffId: Guid }),
    reply: Type.Object({
      scheduleId: Guid,
      connections: Type.Array(Shown),
      providers: Type.Array(Type.Object({ provider: Type.Enum(['GOOGLE', 'MICROSOFT']), providerId: Guid, isSetUp: Type.Boolean() })),
    }),
    refuses: ['NOT_FOUND'],
  },
  createCalendarLink: {
    method: 'POST',
    path: '/api/calendar-links',
    summary: 'Connect a published iCalendar address',
    access: owner,
    internal: true,
    work: 'own',
    secret: true,
    body: Type.Object({ staffId: Guid, url: Type.String({ minLength: 8, maxLength: 2000 }), label: Label }),
    reply: Type.Object({ connection: Shown }),
    refuses: ['BAD_CREDENTIALS', ...connectRefusals],
  },
  connectCalDav: {
    method: 'POST',
    path: '/api/calendar-links/caldav',
    summary: 'Connect a CalDAV account with user name and password',
    access: owner,
    internal: true,
    work: 'own',
    secret: true,
    body: Type.Object({
      staffId: Guid,
      url: Type.String({ minLength: 8, maxLength: 2000 }),
      user: Type.String({ minLength: 1, maxLength: 320 }),
      password: Type.String({ minLength: 1, maxLength: 500 }),
      label: Label,
    }),
    reply: Type.Object({ connection: Shown }),
    refuses: ['BAD_CREDENTIALS', ...connectRefusals],
  },
  syncCalendarLink: {
    method: 'POST',
    path: '/api/calendar-links/{id}/sync',
    summary: 'Read a connected calendar again now',
    access: owner,
    internal: true,
    params: Type.Object({ id: Guid }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'CONNECTION_NOT_CONNECTED'],
  },
  completeCalendarConsent: {
    method: 'GET',
    path: '/api/calendar-links/consent',
    summary: 'Where the provider sends the browser after the consent',
    access: 'anyone',
    internal: true,
    work: 'own',
    raw: true,
    query: Type.Object({
      code: Type.Optional(Type.String({ maxLength: 4000 })),
      state: Type.Optional(Type.String({ maxLength: 4000 })),
      error: Type.Optional(Type.String({ maxLength: 400 })),
    }),
    reply: Type.Unknown(),
    refuses: [],
  },
  listBusyElsewhere: {
    method: 'GET',
    path: '/api/busy-elsewhere',
    summary: 'List the times at which staff are busy in other calendars, for the calendar of the dashboard',
    access: owner,
    permission: 'CALENDAR.EVENT_READ',
    internal: true,
    work: 'read',
    query: Type.Object({ from: Type.String({ format: 'date-time' }), to: Type.String({ format: 'date-time' }) }),
    reply: Type.Object({
      busy: Type.Array(Type.Object({ id: Type.String(), resourceId: Guid, start: Type.String(), end: Type.String(), allDay: Type.Boolean() })),
    }),
    refuses: [],
  },
})

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
    access: owner,
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

export const connectedCalendarsContract = { externalCalendars: externalCalendarsApi, calendarLinks: calendarLinksApi, calendarFeeds: calendarFeedsApi }
