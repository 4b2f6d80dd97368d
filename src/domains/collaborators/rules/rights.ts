/** Areas of the dashboard that an owner grants to team members and API keys; each stands for permissions of the contracts. */

export interface Area {
  id: string
  label: string
  about: string
  /** What looking needs. */
  see: readonly string[]
  /** What changing needs beside looking. */
  manage: readonly string[]
}
export type Level = 'none' | 'see' | 'manage'
const toScoped = (scope: string, names: string): string[] => names.split(' ').map((name) => `${scope}.${name}`)

export const areas: readonly Area[] = [
  {
    id: 'members',
    label: 'Members',
    about: 'Profiles, contacts, emails, notes, account help',
    see: [...toScoped('MEMBERS', 'MEMBER_READ USER_MEMBER_READ')],
    manage: [
      ...toScoped('IAM', 'AUTHENTICAITON_SIGN_ON SEND_ACTIVATION_EMAIL START'),
      ...toScoped('MEMBERS', 'MEMBER_APPROVE MEMBER_BLOCK MEMBER_CREATE MEMBER_MUTE MEMBER_UPDATE SEND_SET_PASSWORD_EMAIL'),
    ],
  },
  {
    id: 'delete-members',
    label: 'Delete members',
    about: 'Delete, erase and end memberships',
    see: [],
    manage: [...toScoped('MEMBERS', 'MEMBER_DELETE MEMBER_DISCONNECT')],
  },
  {
    id: 'community',
    label: 'Community',
    about: 'Reports, custom fields, badges, roles, privacy',
    see: [
      ...toScoped('BADGES', 'BADGE_READ BADGE_READ_MEMBERS'),
      ...toScoped('BADGE_ASSIGNMENTS', 'BADGE_ASSIGNMENT_READ'),
      ...toScoped(
        'MEMBERS',
        'CUSTOM_FIELDS_READ CUSTOM_FIELDS_SUGGESTIONS_READ DEFAULT_PRIVACY_STATUS_READ FOLLOW_READ MEMBER_ABOUT_READ MEMBER_TO_MEMBER_BLOCKS_READ_MEMBER_BLOCKS REPORTS_READ ROLES_READ',
      ),
    ],
    manage: [
      ...toScoped('BADGES', 'BADGE_ASSIGN BADGE_CREATE BADGE_DELETE BADGE_UPDATE BADGE_UPDATE_DISPLAY_ORDER'),
      ...toScoped('BADGE_ASSIGNMENTS', 'BADGE_ASSIGNMENT_CREATE BADGE_ASSIGNMENT_DELETE'),
      ...toScoped(
        'MEMBERS',
        'CUSTOM_FIELDS_CREATE CUSTOM_FIELDS_DELETE CUSTOM_FIELDS_HIDE CUSTOM_FIELDS_UPDATE DEFAULT_PRIVACY_STATUS_WRITE MEMBER_ABOUT_CREATE MEMBER_ABOUT_DELETE MEMBER_ABOUT_UPDATE MEMBER_PRIVACY_SETTINGS_SET MEMBER_ROLES_MANAGE REPORTS_DELETE ROLES_MANAGE',
      ),
    ],
  },
  {
    id: 'bookings',
    label: 'Calendar and bookings',
    about: 'Book, confirm, cancel, take payments in person',
    see: [
      ...toScoped(
        'BOOKINGS',
        'AVAILABILITY_READ AVAILABILITY_READ_MULTI_SERVICE_TIME_SLOTS AVAILABILITY_READ_MULTI_SLOT AVAILABILITY_READ_TIME_SLOTS BOOKING_FEES_READ BOOKING_READ BULK_CALCULATE_ALLOWED_ACTIONS PRICE_CALCULATE PRICE_PREVIEW',
      ),
      ...toScoped('CALENDAR', 'EVENT_READ SCHEDULE_READ'),
      ...toScoped('MULTI_SERVICE_BOOKINGS', 'MULTI_SERVICE_BOOKING_GET_ALLOWED_ACTIONS MULTI_SERVICE_BOOKING_GET_AVAILABILITY MULTI_SERVICE_BOOKING_READ'),
      'bookings:v2:booking:count_extended_bookings',
      'bookings:v2:booking:anonymous_actions:get_anonymous_action_token',
      'bookings:v2:booking:anonymous_actions:get_anonymous_action_token_for_multi_service_booking',
    ],
    manage: [
      ...toScoped(
        'BOOKINGS',
        'BOOKING_CANCEL BOOKING_CONFIRM BOOKING_CONFIRM_OR_DECLINE BOOKING_CREATE BOOKING_DECLINE BOOKING_FEE_APPLY_TO_ORDER BOOKING_FEE_COLLECT BOOKING_MARK_BOOKING_AS_PENDING BOOKING_READ_ANY BOOKING_RESCHEDULE BOOKING_SET_SUBMISSION_ID BOOKING_UPDATE_EXTENDED_FIELDS MANAGE_PAYMENTS NUMBER_OF_PARTICIPANTS_UPDATE',
      ),
      'bookings:v2:booking:bookings:bulk_cancel_booking',
      ...toScoped('CALENDAR', 'EVENT_CANCEL EVENT_CREATE EVENT_UPDATE'),
      ...toScoped(
        'MULTI_SERVICE_BOOKINGS',
        'MULTI_SERVICE_BOOKING_ADD_BOOKINGS MULTI_SERVICE_BOOKING_CANCEL MULTI_SERVICE_BOOKING_CONFIRM MULTI_SERVICE_BOOKING_CREATE MULTI_SERVICE_BOOKING_DECLINE MULTI_SERVICE_BOOKING_MARK_AS_PENDING MULTI_SERVICE_BOOKING_REMOVE_BOOKINGS MULTI_SERVICE_BOOKING_RESCHEDULE',
      ),
    ],
  },
  {
    id: 'answers',
    label: 'Form answers',
    about: 'What clients answer in booking and intake forms, with their files',
    see: [...toScoped('FORMS', 'SUBMISSION_READ')],
    manage: [...toScoped('FORMS', 'SUBMISSION_DELETE')],
  },
  {
    id: 'check-in',
    label: 'Check-in',
    about: 'Check in, no-shows, notes on bookings',
    see: [...toScoped('BOOKINGS', 'ATTENDANCE_READ')],
    manage: [
      ...toScoped('BOOKINGS', 'ATTENDANCE_SET'),
      'bookings:v2:attendance:attendance:delete_attendance',
      'bookings:v2:attendance:attendance:bulk_delete_attendances',
    ],
  },
  {
    id: 'services',
    label: 'Services, staff and hours',
    about: 'Services, staff, schedules and locations',
    see: [
      ...toScoped('ADD_ONS', 'ADD_ON_READ'),
      ...toScoped(
        'BOOKINGS',
        'BOOKING_POLICY_READ BOOKING_POLICY_SNAPSHOT_READ CATEGORIES_READ CATEGORY_READ RESOURCE_READ RESOURCE_TYPE_READ SERVICES_ADD_ON_GROUPS_LIST SERVICES_COUNT SERVICES_READ SERVICE_OPTIONS_AND_VARIANTS_READ SETTINGS_READ STAFF_MEMBER_READ',
      ),
      ...toScoped('FORMS', 'FORM_READ'),
      ...toScoped('STAFF_MEMBERS_SETTINGS', 'READ'),
      ...toScoped('TIMESLOTS_CONFIGURATION', 'READ'),
      'bookings:catalog_search:v1:catalog_search:query_services_by_filters',
      'bookings:staff:v1:staff_member:read',
      'bookings:timeslots_configuration:v1:time_slots_configuration:query_time_slots_configurations',
      'bookings:display_settings:v1:bookings_display_settings:get_bookings_display_settings_by_widget',
    ],
    manage: [
      ...toScoped('ADD_ONS', 'ADD_ON_CREATE ADD_ON_DELETE ADD_ON_UPDATE'),
      ...toScoped(
        'BOOKINGS',
        'BOOKING_POLICY_CREATE BOOKING_POLICY_DELETE BOOKING_POLICY_SET_DEFAULT BOOKING_POLICY_UPDATE CATEGORY_CREATE CATEGORY_DELETE CATEGORY_MOVE CATEGORY_UPDATE MANAGE_CATEGORIES RESOURCE_CREATE RESOURCE_DELETE RESOURCE_TYPE_CREATE RESOURCE_TYPE_DELETE RESOURCE_TYPE_UPDATE RESOURCE_UPDATE SERVICES_ADD_ON_GROUPS_SET_ADD_ONS SERVICES_ADD_ON_GROUP_CREATE SERVICES_ADD_ON_GROUP_DELETE SERVICES_ADD_ON_GROUP_UPDATE SERVICES_CREATE SERVICES_CUSTOM_SLUGS_SET SERVICES_DELETE SERVICES_LOCATIONS_SET SERVICES_PRICING_PLANS_ADD SERVICES_PRICING_PLANS_REMOVE SERVICES_UPDATE SERVICE_OPTIONS_AND_VARIANTS_CREATE SERVICE_OPTIONS_AND_VARIANTS_DELETE SERVICE_OPTIONS_AND_VARIANTS_UPDATE SETTINGS_UPDATE STAFF_MEMBER_CREATE STAFF_MEMBER_DELETE STAFF_MEMBER_REMOVE_FROM_TRASH_BIN STAFF_MEMBER_UPDATE',
      ),
      ...toScoped('FORMS', 'FORM_MANAGE'),
      ...toScoped('STAFF_MEMBERS_SETTINGS', 'UPDATE'),
      ...toScoped('TIMESLOTS_CONFIGURATION', 'UPDATE'),
      'bookings:staff:v1:staff_member:get_or_create',
      'bookings:staff:v1:staff_member:set_service_provider',
      ...toScoped('CALENDAR', 'MANAGE_ALL_EXTERNAL_CALENDAR_CONNECTIONS READ_ALL_EXTERNAL_CALENDAR_CONNECTIONS'),
      'bookings:display_settings:v1:bookings_display_settings:upsert_bookings_display_settings',
      'bookings:display_settings:v1:bookings_display_settings:delete_bookings_display_settings',
    ],
  },
  {
    id: 'plans',
    label: 'Plans',
    about: 'Plans, their benefits and coupons',
    see: [
      ...toScoped(
        'PRICING_PLANS',
        'ELIGIBLE_PLANS_READ PLAN_CONFIGURATION_CONSTRAINTS_GET PLAN_PREVIEW PLAN_READ PLAN_READ_PUBLIC PRICING_PLANS_SETTINGS_READ READ_PLANS READ_PUBLIC_PLANS',
      ),
    ],
    manage: [...toScoped('PRICING_PLANS', 'MANAGE_PLANS PLAN_CREATE PLAN_DELETE PLAN_UPDATE PRICING_PLANS_SETTINGS_UPDATE')],
  },
  {
    id: 'money',
    label: 'Subscriptions and finances',
    about: 'Orders, payments, refunds, ledger',
    see: [...toScoped('PRICING_PLANS', 'READ_ORDERS')],
    manage: [...toScoped('PRICING_PLANS', 'MANAGE_ORDERS')],
  },
  {
    id: 'payouts',
    label: 'Payouts',
    about: 'See what the payment provider pays into the bank account',
    see: [],
    manage: [...toScoped('PRICING_PLANS', 'READ_PAYOUTS')],
  },
  {
    id: 'sell-plans',
    label: 'Sell plans',
    about: 'Sell a plan at the desk or with a payment link',
    see: [],
    manage: [...toScoped('PRICING_PLANS', 'PURCHASE_PLANS REGISTER_OFFLINE_ORDERS')],
  },
  {
    id: 'messages',
    label: 'Messages',
    about: 'Wording of emails and texts, reminders and follow-ups',
    see: [],
    manage: [...toScoped('SITES', 'MANAGE_MESSAGES')],
  },
  {
    id: 'site',
    label: 'Media and pages',
    about: 'Media library, link to hosted pages',
    see: [...toScoped('MEDIA', 'SITE_MEDIA_FILES_LIST')],
    manage: [...toScoped('MEDIA', 'SITE_MEDIA_FILES_DELETE SITE_MEDIA_FILES_UPDATE SITE_MEDIA_FILES_UPLOAD'), ...toScoped('WIX_HEADLESS', 'WIX_URL_CREATE')],
  },
  {
    id: 'sign-in',
    label: 'Sign-in settings',
    about: 'Sign-up policy, captcha, identity providers',
    see: [...toScoped('IAM', 'SIGN_ON_POLICY_READ')],
    manage: [...toScoped('IAM', 'SIGN_ON_POLICY_UPDATE')],
  },
  {
    id: 'programs',
    label: 'Apps, keys and webhooks',
    about: 'Integrations that act on your behalf',
    see: [...toScoped('OAUTH_APPS', 'READ')],
    manage: [...toScoped('API_KEYS', 'MANAGE'), ...toScoped('OAUTH_APPS', 'MANAGE'), ...toScoped('WEBHOOKS', 'MANAGE')],
  },
  {
    id: 'import',
    label: 'Import',
    about: 'Bring in members, services, plans, orders and bookings from files',
    see: [],
    manage: [...toScoped('SITES', 'IMPORT')],
  },
  {
    id: 'administration',
    label: 'Administration',
    about: 'Team, site settings, additional sites, activity log',
    see: [...toScoped('IAM', 'AUDIT_LOG_READ')],
    manage: [...toScoped('IAM', 'COLLABORATORS_MANAGE'), ...toScoped('SITES', 'MANAGE')],
  },
]

/** How far permissions go in an area: all that changing needs, or at least all that looking needs. Null is everything. */
export function levelIn(area: Area, permissions: readonly string[] | null): Level {
  const has = (names: readonly string[]) => permissions === null || names.every((name) => permissions.includes(name))
  if (has(area.manage) && has(area.see)) return 'manage'
  return area.see.length > 0 && has(area.see) ? 'see' : 'none'
}
/** The permissions of the chosen levels; permissions outside all areas (`kept`) are preserved. */
export const permissionsFor = (levels: Readonly<Record<string, Level>>, existing: readonly string[] = []): string[] => {
  const known = new Set(areas.flatMap(({ see, manage }) => [...see, ...manage]))
  const chosen = areas.flatMap(({ id, see, manage }) => (levels[id] === 'manage' ? [...see, ...manage] : levels[id] === 'see' ? see : []))
  return [...chosen, ...existing.filter((name) => !known.has(name))]
}
export const toLevels = (permissions: readonly string[] | null): Record<string, Level> =>
  Object.fromEntries(areas.map((area) => [area.id, levelIn(area, permissions)]))

/** A summary such as "Plans (view), Administration". */
export function formatRights(permissions: readonly string[] | null): string {
  if (permissions === null) return 'full access'
  const words = areas.flatMap((area) => {
    const level = levelIn(area, permissions)
    return level === 'none' ? [] : [`${area.label}${level === 'see' ? ' (view)' : ''}`]
  })
  return words.length > 0 ? words.join(', ') : 'no access'
}
