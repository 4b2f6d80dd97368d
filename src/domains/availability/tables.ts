/** Tables of availability; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['calendar_event', 'resource_use', 'seat_use', 'session_seat', 'slot_config']

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  calendar_connection: 'busy times of other calendars block in the statement that reads those of bookings',
  external_event: 'busy times of other calendars block in the statement that reads those of bookings',
}
