/** Tables of services; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'add_on',
  'booking_policy',
  'bookings_display_settings',
  'bookings_settings',
  'service',
  'service_category',
  'service_options',
  'service_slug',
]

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  location: 'services are found by name and address of their locations',
}
