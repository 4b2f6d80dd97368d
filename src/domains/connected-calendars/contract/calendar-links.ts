/** Our own operations on connected calendars: iCalendar links, CalDAV, consent, what is busy elsewhere. Source: guide services-and-availability §14. */
import { type Static, Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'
import { connectRefusals, owner } from './external-calendars.ts'

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
    needsNoPermission: true,
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
    needsNoPermission: true,
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
    needsNoPermission: true,
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
  listCalendarDays: {
    method: 'POST',
    path: '/api/calendar-days',
    summary: 'List the whole days of a published calendar that are to come, such as holidays, so that the business can close on them',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_UPDATE',
    internal: true,
    work: 'own',
    secret: true,
    body: Type.Object({ url: Type.String({ minLength: 8, maxLength: 2000 }) }),
    reply: Type.Object({ days: Type.Array(Type.Object({ date: Type.String(), name: Type.String() })) }),
    refuses: ['BAD_CREDENTIALS', 'CALENDAR_ADDRESS_REFUSED', 'CALENDAR_NOT_FOUND', 'CALENDAR_UNREADABLE', 'CALENDAR_TOO_LARGE', 'CALENDAR_REDIRECTS_TOO_OFTEN'],
  },
  syncCalendarLink: {
    method: 'POST',
    path: '/api/calendar-links/{id}/sync',
    summary: 'Read a connected calendar again now',
    access: owner,
    needsNoPermission: true,
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
