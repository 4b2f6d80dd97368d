/** The tables whose rows a process may keep in memory (cache.ts): read by nearly every call, changed by hardly any. */
import type { TableName } from './tables.gen.ts'

/** A change of one of these is told to all processes with its commit (cache-channel.ts). None of them is written by a booking, an order or a sign-in. */
export const announcedTables = [
  'add_on',
  'api_key',
  'booking_link_key',
  'booking_policy',
  'bookings_settings',
  'email_automation',
  'form',
  'hours_schedule',
  'location',
  'member_custom_field',
  'member_custom_field_application',
  'oauth_app',
  'owner_site_role',
  'owner_user',
  'payment_problem',
  'plan',
  'plan_service',
  'resource',
  'service',
  'service_category',
  'service_slug',
  'sign_on_policy',
  'site',
  'site_address',
  'site_setting',
  'slot_config',
  'staff_member',
  'text_wording',
  'website',
  'working_hours',
] as const satisfies readonly TableName[]

/** Written all the time: what is kept of them is kept for a second and not told to others. */
type BusyTable = 'booking' | 'calendar_event' | 'member'
export type CachedTable = (typeof announcedTables)[number] | BusyTable
