/** Roles and permissions of collaborators: OWNER has all, CONTRIBUTOR a set chosen by an owner. Source: guide identity §2. */
export interface Rights {
  role: 'OWNER' | 'CONTRIBUTOR'
  /** Null means all. */
  permissions: readonly string[] | null
}
export interface Collaborator extends Rights {
  userId: string
}

/** A caller cannot grant, revoke or change rights beyond their own. */
export function canGrant(granter: Rights, granted: Rights): boolean {
  if (granter.role === 'OWNER') return true
  if (granted.role === 'OWNER') return false
  const own = granter.permissions
  return own === null || (granted.permissions !== null && granted.permissions.every((name) => own.includes(name)))
}

/** Whether the site keeps at least one owner after the change. */
export const hasOwnerAfter = (people: readonly Collaborator[], changed: { userId: string; to: Rights | undefined }): boolean =>
  people.some((person) => (person.userId === changed.userId ? changed.to?.role === 'OWNER' : person.role === 'OWNER'))

/** The public contract has names of two kinds: `BOOKINGS.BOOKING_READ`, and `bookings:v2:booking:count_extended_bookings`. */
const NAME = /^([A-Z][A-Z0-9_-]*(\.[A-Z0-9_-]+)+|[a-z][a-z0-9_]*(:[a-z0-9_]+)+)$/
/** Permissions without duplicates; null for owners, who have all. Undefined when a name is malformed. */
export function readPermissions(role: Rights['role'], sent: readonly string[] | null | undefined): string[] | null | undefined {
  if (role === 'OWNER') return null
  const names = [...new Set(sent ?? [])].toSorted()
  return names.every((name) => NAME.test(name)) ? names : undefined
}
