/** Tables of staff; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'hours_schedule',
  'location',
  'resource',
  'resource_type',
  'staff_member',
  'staff_settings',
  'time_off_request',
  'working_hours',
]
