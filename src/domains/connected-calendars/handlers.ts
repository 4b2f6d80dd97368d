/** Operation → action, rows → wire. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { listCalendarDays } from './actions/calendar-days.ts'
import { changeSyncConfig, connectCalendar, disconnectCalendar, listRemoteCalendars, readAddress } from './actions/connect.ts'
import { beginConsent, completeConsent } from './actions/consent.ts'
import { createFeed, deleteFeed, getSubject, readFeed, showFeed, toMemberSubject } from './actions/feeds.ts'
import { listExternalEvents } from './actions/list-events.ts'
import { getCalendarCalls } from './actions/process.ts'
import { getConnection, getPersonOfSchedule, getPersonOfStaff, listMyResources, lockMyConnection } from './actions/rights.ts'
import { enqueueSync } from './actions/schedule-sync.ts'
import type { calendarFeedsApi } from './contract/calendar-feeds.ts'
import type { calendarLinksApi } from './contract/calendar-links.ts'
import type { externalCalendarsApi } from './contract/external-calendars.ts'
import { refuse } from './errors.ts'
import { findProvider, getProvider } from './rules/providers.ts'
import * as store from './store/connections.ts'
import { connectionToShow, connectionToWire, isFresh, providersToWire } from './wire.ts'

const toList = <T>(value: T | T[] | undefined): T[] | undefined => (value === undefined ? undefined : ([value].flat() as T[]))

export const externalCalendarsHandlers: Handlers<typeof externalCalendarsApi> = {
  listExternalCalendarProviders: async () => ({ providers: providersToWire() }),
  listExternalCalendarConnections: async (ctx, { query }) => {
    const schedules = toList(query.scheduleIds)
    const rows = await store.listConnections(ctx, await listMyResources(ctx, 'read'))
    return { connections: rows.filter((one) => !schedules || schedules.includes(one.scheduleId)).map(connectionToWire), failedProviderIds: [] }
  },
  getExternalCalendarConnection: async (ctx, { params }) => ({ connection: connectionToWire(await getConnection(ctx, params.connectionId)) }),
  connectExternalCalendarByOAuth: async (ctx, { body }) => ({ oauthUrl: await beginConsent(ctx, body) }),
  connectExternalCalendarByCredentials: async (ctx, { body }) => {
    const provider = findProvider(body.providerId)
    if (!provider || !('caldavUrl' in provider)) return refuse('NOT_SUPPORTED_BY_PROVIDER')
    const person = await ctx.read((inner) => getPersonOfSchedule(inner, body.scheduleId))
    const credentials = { provider: 'CALDAV' as const, url: provider.caldavUrl, user: body.email, password: body.password }
    return { connection: connectionToWire(await connectCalendar(ctx, { person, credentials, providerId: provider.id })) }
  },
  listExternalCalendars: async (ctx, { params }) => {
    const calendars = await listRemoteCalendars(ctx, (inner) => getConnection(inner, params.connectionId))
    return { calendars: calendars.map(({ id, name }) => ({ id, name })) }
  },
  updateExternalCalendarSyncConfig: async (ctx, { params, body }) => ({
    connection: connectionToWire(await changeSyncConfig(ctx, params.connectionId, body.syncConfig)),
  }),
  disconnectExternalCalendar: async (ctx, { params }) => ({ connection: connectionToWire(await disconnectCalendar(ctx, params.connectionId)) }),
  listExternalCalendarEvents: (ctx, { query }) =>
    listExternalEvents(ctx, {
      from: query.from,
      to: query.to,
      scheduleIds: toList(query.scheduleIds),
      userIds: toList(query.userIds),
      allDay: query.allDay,
      withTitles: toList(query.fieldsets)?.includes('OWN_PI') ?? false,
      limit: query.cursorPaging?.limit ?? 100,
      cursor: query.cursorPaging?.cursor,
      partialFailure: query.partialFailure ?? false,
    }),
}

async function listBusyElsewhere(ctx: ReadContext, from: Temporal.Instant, to: Temporal.Instant) {
  const rows = (await store.listConnections(ctx, undefined)).filter((one) => one.imports && isFresh(ctx, one))
  const found = await store.listEvents(ctx, { from, to, connectionIds: rows.map((one) => one.id), limit: 2000 })
  return found.map(({ connectionId, calendarId, position, resourceId, start, end, allDay }) => ({
    id: `${connectionId}:${calendarId}:${position}`,
    resourceId,
    start: Temporal.Instant.fromEpochMilliseconds(start).toString(),
    end: Temporal.Instant.fromEpochMilliseconds(end).toString(),
    allDay,
  }))
}

export const calendarLinksHandlers: Handlers<typeof calendarLinksApi> = {
  listCalendarLinks: async (ctx, { query }) => {
    const { resourceId, scheduleId } = await getPersonOfStaff(ctx, 'read', query.staffId)
    const rows = (await store.listConnections(ctx, [resourceId])).filter((one) => one.sealed !== null)
    const providers = (['GOOGLE', 'MICROSOFT'] as const).map((provider) => ({
      provider,
      providerId: getProvider(provider).id,
      isSetUp: getCalendarCalls().hasKeys(provider),
    }))
    return { scheduleId, connections: rows.map((row) => connectionToShow(ctx, row)), providers }
  },
  createCalendarLink: async (ctx, { body }) => {
    const person = await ctx.read((inner) => getPersonOfStaff(inner, 'manage', body.staffId))
    const credentials = { provider: 'ICAL' as const, url: readAddress(body.url) }
    const row = await connectCalendar(ctx, { person, credentials, providerId: getProvider('ICAL').id, label: body.label })
    return { connection: await ctx.read(async (inner) => connectionToShow(inner, row)) }
  },
  connectCalDav: async (ctx, { body }) => {
    const person = await ctx.read((inner) => getPersonOfStaff(inner, 'manage', body.staffId))
    const credentials = { provider: 'CALDAV' as const, url: readAddress(body.url), user: body.user.trim(), password: body.password }
    const row = await connectCalendar(ctx, { person, credentials, providerId: getProvider('CALDAV', credentials.url).id, label: body.label })
    return { connection: await ctx.read(async (inner) => connectionToShow(inner, row)) }
  },
  syncCalendarLink: async (ctx, { params }) => {
    const row = await lockMyConnection(ctx, params.id)
    if (row.sealed === null) refuse('CONNECTION_NOT_CONNECTED')
    enqueueSync(ctx, row.id)
    return {}
  },
  completeCalendarConsent: (ctx, { query }) => completeConsent(ctx, query),
  listCalendarDays: async (ctx, { body }) => ({ days: await listCalendarDays(ctx, body.url) }),
  listBusyElsewhere: async (ctx, { query }) => ({ busy: await listBusyElsewhere(ctx, Temporal.Instant.from(query.from), Temporal.Instant.from(query.to)) }),
}

export const calendarFeedsHandlers: Handlers<typeof calendarFeedsApi> = {
  getCalendarFeed: async (ctx, { query }) => showFeed(ctx, await getSubject(ctx, query)),
  createCalendarFeed: async (ctx, { body }) => createFeed(ctx, await getSubject(ctx, body)),
  deleteCalendarFeed: async (ctx, { query }) => {
    await deleteFeed(ctx, await getSubject(ctx, query))
    return {}
  },
  getMyCalendarFeed: (ctx) => showFeed(ctx, toMemberSubject(ctx)),
  createMyCalendarFeed: (ctx) => createFeed(ctx, toMemberSubject(ctx)),
  deleteMyCalendarFeed: async (ctx) => {
    await deleteFeed(ctx, toMemberSubject(ctx))
    return {}
  },
  readCalendarFeed: (ctx, { params }) => readFeed(ctx, params.file),
}
