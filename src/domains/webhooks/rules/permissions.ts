/** What somebody must be allowed to read before an address of theirs is told of it. Source: guide members 17. */

/** Entity → the permission to read it; of entities that are not named everybody may be told who may make webhooks. */
const readPermissions: Readonly<Record<string, string>> = {
  'wix.members.v1.member': 'MEMBERS.MEMBER_READ',
  'wix.members.v1.member_report': 'MEMBERS.REPORTS_READ',
  'wix.members.about.v2.member_about': 'MEMBERS.MEMBER_ABOUT_READ',
  'wix.members.v3.follow': 'MEMBERS.FOLLOW_READ',
  // decision: bookings and orders name people as well, so the rule of the guide holds for them, too.
  'wix.bookings.v2.booking': 'BOOKINGS.BOOKING_READ',
  'wix.pricing_plans.v2.order': 'PRICING_PLANS.READ_ORDERS',
}

/** The permission without which events of this type are not told; that a member is gone may be told to all. */
export function permissionForEvent(type: string): string | undefined {
  if (type === 'wix.members.v1.member_deleted') return undefined
  const [longest] = Object.keys(readPermissions)
    .filter((entity) => type.startsWith(`${entity}_`))
    .toSorted((a, b) => b.length - a.length)
  return longest === undefined ? undefined : readPermissions[longest]
}

/** The permissions that are missing to be told of these types; `permissions` absent: all are there. */
export const findMissingPermissions = (types: readonly string[], permissions: readonly string[] | undefined): string[] =>
  permissions === undefined
    ? []
    : [...new Set(types.map(permissionForEvent))].filter((needed): needed is string => needed !== undefined && !permissions.includes(needed))
