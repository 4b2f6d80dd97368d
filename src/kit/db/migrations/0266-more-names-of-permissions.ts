/**
 * Permissions of members, badges, staff and connected calendars are called as in the public contract. Who had what they belonged to still has them.
 * The fields that apply to a member are made and removed with the permissions for the fields themselves, which mean more: they are given to no one here
 * who did not have them.
 */
const tables = ['api_key', 'owner_invitation', 'owner_site_role', 'team_role']
/** Who had the first gets the second. */
const grants: readonly (readonly [had: string, gets: string])[] = [
  ['MEMBERS.CUSTOM_FIELDS_READ', 'MEMBERS.CUSTOM_FIELDS_SUGGESTIONS_READ'],
  ['IAM.SEND_ACTIVATION_EMAIL', 'MEMBERS.SEND_SET_PASSWORD_EMAIL'],
  ['BADGES.BADGE_READ', 'BADGES.BADGE_READ_MEMBERS'],
  ['BADGES.BADGE_UPDATE', 'BADGES.BADGE_DELETE'],
  ['BADGES.BADGE_UPDATE', 'BADGES.BADGE_UPDATE_DISPLAY_ORDER'],
  ['BADGES.BADGE_UPDATE', 'BADGES.BADGE_ASSIGN'],
  ['BADGE_ASSIGNMENTS.BADGE_ASSIGNMENT_CREATE', 'BADGE_ASSIGNMENTS.BADGE_ASSIGNMENT_DELETE'],
  ['BOOKINGS.STAFF_MEMBER_READ', 'bookings:staff:v1:staff_member:read'],
  ['BOOKINGS.STAFF_MEMBER_UPDATE', 'bookings:staff:v1:staff_member:set_service_provider'],
  ['BOOKINGS.STAFF_MEMBER_CREATE', 'bookings:staff:v1:staff_member:get_or_create'],
  ['BOOKINGS.STAFF_MEMBER_UPDATE', 'CALENDAR.READ_ALL_EXTERNAL_CALENDAR_CONNECTIONS'],
  ['BOOKINGS.STAFF_MEMBER_UPDATE', 'CALENDAR.MANAGE_ALL_EXTERNAL_CALENDAR_CONNECTIONS'],
  ['TIMESLOTS_CONFIGURATION.READ', 'bookings:timeslots_configuration:v1:time_slots_configuration:query_time_slots_configurations'],
]

const grant = (table: string): string =>
  `update ${table} set permissions = permissions || (
  select coalesce(array_agg(distinct g.gets), '{}') from (values ${grants.map(([had, gets]) => `('${had}', '${gets}')`).join(', ')}) as g (had, gets)
  where g.had = any (permissions) and not g.gets = any (permissions)
) where permissions is not null;`

export const up = /* sql */ `
${tables.map(grant).join('\n')}
`
