/** Tables of connected calendars; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { SealedValue } from '#kit/db/sealed-values.ts'
import type { TableName } from '#kit/db/tables.gen.ts'
import { describeSealed } from './rules/sealed.ts'

export const owns: readonly TableName[] = ['calendar_connection', 'calendar_copy', 'calendar_feed', 'external_event']

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = {
  calendar_connection: 'passwords of other calendars, sealed with the key of the server: they are connected again',
  calendar_copy: 'what was written into other calendars through these connections',
  external_event: 'busy times that other calendars are asked for again',
}

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  booking: 'which bookings other calendars do not show yet is one comparison of revisions; feeds read their range of time',
}

/** What of them is sealed with the key of the server. */
export const sealed: readonly SealedValue[] = [
  { table: 'calendar_connection', column: 'sealed', boundTo: ['site_id'], describe: (siteId) => describeSealed(siteId as string, 'calendar') },
  { table: 'external_event', column: 'sealed_title', boundTo: ['site_id'], describe: (siteId) => describeSealed(siteId as string, 'title') },
]
