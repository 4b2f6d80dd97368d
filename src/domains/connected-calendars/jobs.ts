/** Reads other calendars and writes bookings and sessions into them, after the commit. */
import type { OwnTransactionContext } from '#kit/api/context.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { copyEntry, type CopyOf } from './actions/copies.ts'
import { syncConnection } from './actions/sync.ts'

const calendarSync: JobHandler = {
  own: true,
  run: (ctx: OwnTransactionContext, { connectionId }: { connectionId: string }) => syncConnection(ctx, connectionId),
}
const calendarCopy: JobHandler = {
  own: true,
  run: (ctx: OwnTransactionContext, of: CopyOf) => copyEntry(ctx, of),
}
export const connectedCalendarsJobs = { 'calendar-sync': calendarSync, 'calendar-copy': calendarCopy }
