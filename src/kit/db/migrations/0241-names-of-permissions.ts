/**
 * Permissions are called as in the public contract. What was granted under another name is granted under its own; where one name stood for
 * two things both are granted. What is new beside it comes with what it belongs to: who could see or change plans, services and bookings still can.
 */
const tables = ['api_key', 'owner_invitation', 'owner_site_role', 'team_role']
/** Who had the first gets the second. */
const grants: readonly (readonly [had: string, gets: string])[] = [
  ['BOOKINGS.BOOKING_MARK_AS_PENDING', 'BOOKINGS.BOOKING_MARK_BOOKING_AS_PENDING'],
  ['BOOKINGS.EXTENDED_FIELDS_UPDATE', 'BOOKINGS.BOOKING_UPDATE_EXTENDED_FIELDS'],
  ['BOOKINGS.SET_SUBMISSION_ID', 'BOOKINGS.BOOKING_SET_SUBMISSION_ID'],
  ['BOOKINGS.BOOKING_CANCEL', 'bookings:v2:booking:bookings:bulk_cancel_booking'],
  // Who books for others sees all bookings; a staff member who only looks sees their own.
  ['BOOKINGS.BOOKING_CREATE', 'BOOKINGS.BOOKING_READ_ANY'],
  ['BOOKINGS.BOOKING_READ', 'bookings:v2:booking:count_extended_bookings'],
  ['BOOKINGS.BOOKING_READ', 'bookings:v2:booking:anonymous_actions:get_anonymous_action_token'],
  ['BOOKINGS.ATTENDANCE_DELETE', 'bookings:v2:attendance:attendance:delete_attendance'],
  ['BOOKINGS.ATTENDANCE_DELETE', 'bookings:v2:attendance:attendance:bulk_delete_attendances'],
  ['MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_READ', 'MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_GET_AVAILABILITY'],
  ['MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_READ', 'bookings:v2:booking:anonymous_actions:get_anonymous_action_token_for_multi_service_booking'],
  ['BOOKINGS.SERVICES_READ', 'bookings:catalog_search:v1:catalog_search:query_services_by_filters'],
  ['BOOKINGS.SETTINGS_READ', 'bookings:display_settings:v1:bookings_display_settings:get_bookings_display_settings_by_widget'],
  ['BOOKINGS.SETTINGS_UPDATE', 'bookings:display_settings:v1:bookings_display_settings:upsert_bookings_display_settings'],
  ['BOOKINGS.SETTINGS_UPDATE', 'bookings:display_settings:v1:bookings_display_settings:delete_bookings_display_settings'],
  ['PRICING_PLANS.READ_PLANS', 'PRICING_PLANS.PRICING_PLANS_SETTINGS_READ'],
  ['PRICING_PLANS.MANAGE_PLANS', 'PRICING_PLANS.PLAN_CREATE'],
  ['PRICING_PLANS.MANAGE_PLANS', 'PRICING_PLANS.PLAN_UPDATE'],
  ['PRICING_PLANS.MANAGE_PLANS', 'PRICING_PLANS.PLAN_DELETE'],
  ['PRICING_PLANS.MANAGE_PLANS', 'PRICING_PLANS.PRICING_PLANS_SETTINGS_UPDATE'],
]
/** They name nothing any more. */
const retired = ['BOOKINGS.BOOKING_MARK_AS_PENDING', 'BOOKINGS.EXTENDED_FIELDS_UPDATE', 'BOOKINGS.SET_SUBMISSION_ID', 'BOOKINGS.ATTENDANCE_DELETE']

const grant = (table: string): string =>
  `update ${table} set permissions = permissions || (
  select coalesce(array_agg(distinct g.gets), '{}') from (values ${grants.map(([had, gets]) => `('${had}', '${gets}')`).join(', ')}) as g (had, gets)
  where g.had = any (permissions) and not g.gets = any (permissions)
) where permissions is not null;
update ${table} set permissions = array(select p from unnest(permissions) with ordinality as u (p, n) where not p = any ('{${retired.join(',')}}') order by n)
where permissions && '{${retired.join(',')}}'::text[];`

export const up = /* sql */ `
${tables.map(grant).join('\n')}
`
