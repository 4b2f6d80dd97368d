/** The roles that every site has. They are data of a release: when an area gains a permission, everyone with the role has it. Source: guide identity §2. */
import { areas, type Level, permissionsFor } from './rights.ts'

export type ReadyMadeRoleId = 'MANAGER' | 'RECEPTIONIST' | 'TEACHER' | 'ACCOUNTANT'
export interface ReadyMadeRole {
  id: ReadyMadeRoleId
  name: string
  about: string
  /** Area → how far; what is not named is `none`. */
  levels: Readonly<Record<string, Level>>
}

/** Areas that a manager does not manage: the owner's server, keys and team. */
const ofOwners = ['sign-in', 'programs', 'import', 'administration']
const managerLevels: Readonly<Record<string, Level>> = {
  ...Object.fromEntries(areas.map(({ id }) => [id, ofOwners.includes(id) ? 'none' : 'manage'] as const)),
  administration: 'see',
}

/** Every site has these four beside its owner; own ones are rows of `team_role`. */
export const readyMadeRoles: readonly ReadyMadeRole[] = [
  { id: 'MANAGER', name: 'Manager', about: 'Runs the business: everything except the team, sign-in and integrations.', levels: managerLevels },
  {
    id: 'RECEPTIONIST',
    name: 'Receptionist',
    about: 'Books, checks in, sells plans, takes payments for bookings and looks after members.',
    levels: {
      members: 'manage',
      community: 'see',
      bookings: 'manage',
      answers: 'see',
      'check-in': 'manage',
      services: 'see',
      plans: 'see',
      money: 'see',
      'sell-plans': 'manage',
    },
  },
  {
    id: 'TEACHER',
    name: 'Teacher',
    about: 'Sees the calendar and who comes, checks in, requests time off.',
    levels: { bookings: 'see', answers: 'see', 'check-in': 'manage', services: 'see' },
  },
  {
    id: 'ACCOUNTANT',
    name: 'Accountant',
    about: 'Sees payments, payouts, receipts, taxes and reports; changes nothing.',
    levels: { members: 'see', bookings: 'see', services: 'see', plans: 'see', money: 'see', payouts: 'manage' },
  },
]

const permissionsByRole = new Map<string, readonly string[]>(readyMadeRoles.map(({ id, levels }) => [id, permissionsFor(levels).toSorted()]))

/** The permissions of a ready-made role; undefined for an own one. */
export const permissionsOfReadyMade = (roleId: string): readonly string[] | undefined => permissionsByRole.get(roleId)

/** What a row stands for: a ready-made role as this release defines it, else the permissions that were written down. Null means all. */
export function resolvePermissions({ teamRole, permissions }: { teamRole: string | null; permissions: string[] | null }): string[] | null {
  const readyMade = teamRole === null ? undefined : permissionsOfReadyMade(teamRole)
  return readyMade ? [...readyMade] : permissions
}
