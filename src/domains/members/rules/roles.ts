/** Community roles: groups that gate pages and carry no permission of the API. Source: guide members §15. */
export interface RoleDefinition {
  id: string
  roleKey: string
  title: string
  /** Whether members with this role can be blocked by other members. */
  blockable: boolean
  revision: number
}
const MAX_ROLES = 50

/** Roles that every site has; ids are the same everywhere, because roles are read by site. */
export const systemRoles: readonly RoleDefinition[] = [
  { id: '00000000-0000-4000-8000-000000000101', roleKey: 'MEMBER', title: 'Member', blockable: true, revision: 1 },
  { id: '00000000-0000-4000-8000-000000000102', roleKey: 'OWNER', title: 'Owner', blockable: false, revision: 1 },
  { id: '00000000-0000-4000-8000-000000000103', roleKey: 'CONTRIBUTOR', title: 'Contributor', blockable: false, revision: 1 },
]
export const isSystemRole = (roleKey: string): boolean => systemRoles.some((role) => role.roleKey === roleKey)
/** Upper-case letters, digits and underscores, 50 at most. */
const isRoleKey = (text: string): boolean => /^[A-Z0-9_]{1,50}$/.test(text)

type Refused<Code extends string> = { refused: Code }
/** A new role needs a well-formed and free key, and room below the maximum. */
export function decideNewRole(roleKey: string, existing: readonly RoleDefinition[]): { ok: true } | Refused<'INVALID_ROLE'> {
  const own = existing.filter((role) => !isSystemRole(role.roleKey))
  const isFree = !existing.some((role) => role.roleKey === roleKey)
  return isRoleKey(roleKey) && isFree && own.length < MAX_ROLES ? { ok: true } : { refused: 'INVALID_ROLE' }
}

/** A role after an update; refuses system roles and outdated revisions. */
export function decideRoleChange(
  role: RoleDefinition,
  input: { title?: string | undefined; blockable?: boolean | undefined; revision: string },
): { ok: RoleDefinition } | Refused<'CANNOT_UPDATE_SYSTEM_ROLE' | 'INVALID_REVISION'> {
  if (isSystemRole(role.roleKey)) return { refused: 'CANNOT_UPDATE_SYSTEM_ROLE' }
  if (input.revision !== String(role.revision)) return { refused: 'INVALID_REVISION' }
  return { ok: { ...role, title: input.title ?? role.title, blockable: input.blockable ?? role.blockable, revision: role.revision + 1 } }
}

/** Only custom roles are assigned manually, and not to blocked members. */
export function decideRoleAssignment(role: RoleDefinition, status: string): { ok: true } | Refused<'INVALID_ROLE' | 'MEMBER_BLOCKED'> {
  if (isSystemRole(role.roleKey)) return { refused: 'INVALID_ROLE' }
  return status === 'BLOCKED' ? { refused: 'MEMBER_BLOCKED' } : { ok: true }
}

/** System roles: everyone has MEMBER, dashboard users also OWNER or CONTRIBUTOR. */
export const listSystemRoles = (communityRole: 'MEMBER' | 'OWNER' | 'CONTRIBUTOR'): string[] =>
  communityRole === 'MEMBER' ? ['MEMBER'] : ['MEMBER', communityRole]
