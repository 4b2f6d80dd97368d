/** Community roles: groups that gate pages and carry no permission of the API. Source: guide members 15. */
export interface RoleDefinition {
  id: string
  roleKey: string
  title: string
  /** Whether members with this role can be blocked by other members. */
  blockable: boolean
  revision: number
}
export const mostRoles = 50

/** Roles that every site has; ids are the same everywhere, because roles are read by site. */
export const systemRoles: readonly RoleDefinition[] = [
  { id: '00000000-0000-4000-8000-000000000101', roleKey: 'MEMBER', title: 'Member', blockable: true, revision: 1 },
  { id: '00000000-0000-4000-8000-000000000102', roleKey: 'OWNER', title: 'Owner', blockable: false, revision: 1 },
  { id: '00000000-0000-4000-8000-000000000103', roleKey: 'CONTRIBUTOR', title: 'Contributor', blockable: false, revision: 1 },
]
export const isSystemRole = (roleKey: string): boolean => systemRoles.some((role) => role.roleKey === roleKey)
/** Upper-case letters, digits and underscores, 50 at most. */
export const isRoleKey = (text: string): boolean => /^[A-Z0-9_]{1,50}$/.test(text)

/** The roles that follow from what somebody is: everyone has MEMBER, dashboard users have theirs beside it. */
export const systemRolesOf = (communityRole: 'MEMBER' | 'OWNER' | 'CONTRIBUTOR'): string[] =>
  communityRole === 'MEMBER' ? ['MEMBER'] : ['MEMBER', communityRole]
