/** Stored connections ↔ wire. */
import type { ReadContext } from '#kit/api/context.ts'
import type { ShownConnection } from './contract/calendar-links.ts'
import { canWrite, findProvider, getProvider, providers } from './rules/providers.ts'
import { FRESH_DAYS } from './rules/sync.ts'
import { problemTexts } from './rules/words.ts'
import type { ConnectionRow } from './store/connections.ts'

export const findType = (row: ConnectionRow) => (findProvider(row.providerId) ?? getProvider(row.provider)).calendarType

export const providersToWire = () =>
  providers.map(({ id, name, calendarType, provider, ...more }) => ({
    id,
    name,
    calendarType,
    features: {
      connectMethods:
        provider === 'GOOGLE' || provider === 'MICROSOFT' ? (['OAUTH'] as const).slice() : 'caldavUrl' in more ? (['CREDENTIALS'] as const).slice() : [],
      updateSyncConfig: true,
      listEventFromCalendars: 'SPECIFIC_CALENDARS' as const,
      syncToCalendar: canWrite(provider) ? ('SPECIFIC_CALENDAR' as const) : ('NOT_SUPPORTED' as const),
    },
  }))

export const connectionToWire = (row: ConnectionRow) => ({
  id: row.id,
  providerId: row.providerId,
  calendarType: findType(row),
  scheduleId: row.scheduleId,
  ...(row.userId && { userId: row.userId }),
  ...(row.account && { externalAccountEmail: row.account }),
  status: row.status,
  ...(row.errorReason && { errorReason: row.errorReason as 'TOKEN_REVOKED' }),
  syncConfig: {
    listEventFromCalendars: { enabled: row.imports, ...(row.calendars ? { calendars: { calendars: row.calendars } } : { primaryCalendar: {} }) },
    syncToCalendar: { enabled: row.exports, ...(row.exportCalendar === null ? { primaryCalendar: {} } : { calendar: { id: row.exportCalendar } }) },
  },
})

/** Whether its last data still blocks time: for seven days after it was read. */
export const isFresh = (ctx: ReadContext, { syncedAt }: ConnectionRow): boolean =>
  syncedAt !== null && syncedAt.epochMilliseconds > ctx.now.subtract({ hours: 24 * FRESH_DAYS }).epochMilliseconds

/** For the dashboard, which is in English. */
export const connectionToShow = (ctx: ReadContext, row: ConnectionRow): ShownConnection => ({
  id: row.id,
  provider: row.provider,
  label: row.label,
  account: row.account,
  status: row.status,
  ...(row.problemCode && { problem: problemTexts.en[row.problemCode] }),
  blocks: row.imports && isFresh(ctx, row),
  ...(row.syncedAt && { syncedDate: row.syncedAt.toString() }),
  imports: row.imports,
  ...(row.calendars && { calendarIds: row.calendars.map((one) => one.id) }),
  canExport: canWrite(row.provider),
  exports: row.exports,
  ...(row.exportCalendar !== null && { exportCalendarId: row.exportCalendar }),
})
