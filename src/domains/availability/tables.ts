/** Tables of availability; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['calendar_event', 'resource_use', 'seat_use', 'session_seat', 'slot_config']
