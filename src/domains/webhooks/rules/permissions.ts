/** Permissions that a subscription to an event needs. Source: guide members §17. */

/** Entity → the permission to read it. Other entities need only the permission to manage webhooks. */
const readPermissions: Readonly<Record<string, string>> = {
  'wix.members.v1.member': 'MEMBERS.MEMBER_READ',
  'wix.members.v1.member_report': 'MEMBERS.REPORTS_READ',
  'wix.members.about.v2.member_about': 'MEMBERS.MEMBER_ABOUT_READ',
  'wix.members.v3.follow': 'MEMBERS.FOLLOW_READ',
  // decision: bookings and orders name people as well, so the rule of the guide holds for them, too.
  'wix.bookings.v2.booking': 'BOOKINGS.BOOKING_READ',
  'wix.pricing_plans.v2.order': 'PRICING_PLANS.READ_ORDERS',
}

/** The permission to receive events of this type; none for deleted members. */
export function permissionForEvent(type: string): string | undefined {
  if (type === 'wix.members.v1.member_deleted') return undefined
  const [longest] = Object.keys(readPermissions)
    .filter((entity) => type.startsWith(`${entity}_`))
    .toSorted((a, b) => b.length - a.length)
  return longest === undefined ? undefined : readPermissions[longest]
}

/** The permissions that are missing to receive these types; `permissions` undefined: all are granted. */
export const findMissingPermissions = (types: readonly string[], permissions: readonly string[] | undefined): string[] =>
  permissions === undefined
    ? []
    : [...new Set(types.map(permissionForEvent))].filter((needed): needed is string => needed !== undefined && !permissions.includes(needed))
