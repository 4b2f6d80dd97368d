/** Connections to calendars at other providers, as the public API has them. Source: guide services-and-availability §14. */
import { type Static, Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

export const owner = { owner: 'any' } as const
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
export const connectRefusals = [
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
    needsNoPermission: true,
    work: 'read',
    reply: Type.Object({ providers: Type.Array(Provider) }),
    refuses: [],
  },
  listExternalCalendarConnections: {
    method: 'GET',
    path: '/v2/external-calendars/connections',
    summary: 'List connections to other calendars: all, or those of the calling staff member',
    access: owner,
    needsNoPermission: true,
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
    needsNoPermission: true,
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
    needsNoPermission: true,
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
    needsNoPermission: true,
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
    needsNoPermission: true,
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
    needsNoPermission: true,
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
    needsNoPermission: true,
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
    needsNoPermission: true,
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
