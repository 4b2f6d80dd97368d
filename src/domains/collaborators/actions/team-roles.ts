/** Roles of the team: the ready-made ones, and those that a site makes itself. Source: guide identity §2. */
import { audit } from '#domains/identity/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { TeamRole } from '../contract/team-roles.ts'
import { refuse } from '../errors.ts'
import { canGrant } from '../rules/collaborators.ts'
import { permissionsOfReadyMade, readyMadeRoles } from '../rules/team-roles.ts'
import * as people from '../store/collaborators.ts'
import * as store from '../store/team-roles.ts'
import { callerRights, readPermissionNames } from './rights.ts'

const MAX_TEAM_ROLES = 50

/** Ready-made roles first, own ones by name. `holders` are those who have the role, invitations left out. */
export async function listTeamRoles(ctx: ReadContext): Promise<{ roles: TeamRole[] }> {
  const [own, team] = await Promise.all([store.listTeamRoles(ctx), people.loadCollaborators(ctx)])
  const countHolders = (id: string) => team.filter(({ teamRole }) => teamRole === id).length
  return {
    roles: [
      ...readyMadeRoles.map(({ id, name, about }) => ({
        id,
        name,
        about,
        permissions: [...(permissionsOfReadyMade(id) ?? [])],
        readyMade: true,
        holders: countHolders(id),
      })),
      ...own.map((role) => ({ ...role, about: '', readyMade: false, holders: countHolders(role.id) })),
    ],
  }
}

interface SentRole {
  name: string
  permissions: string[]
}
/** What the caller may make of a role. Refuses with MORE_THAN_OWN_RIGHTS and, for the name of another role, with TEAM_ROLE_EXISTS. */
async function readRole(ctx: TransactionContext, { name: sentName, permissions: sent }: SentRole, id: string) {
  const permissions = readPermissionNames('CONTRIBUTOR', sent) ?? []
  if (!canGrant(callerRights(ctx), { role: 'CONTRIBUTOR', permissions })) refuse('MORE_THAN_OWN_RIGHTS')
  const name = sentName.trim()
  const isReadyMade = readyMadeRoles.some((role) => role.name.toLowerCase() === name.toLowerCase())
  if (isReadyMade || name.toLowerCase() === 'owner' || (await store.isNameTaken(ctx, name, id))) refuse('TEAM_ROLE_EXISTS', { name })
  return { id, name, permissions }
}

/** Adds a role. Refuses with TOO_MANY_TEAM_ROLES beyond 50. */
export async function createTeamRole(ctx: TransactionContext, sent: SentRole): Promise<{ role: TeamRole }> {
  const role = await readRole(ctx, sent, ctx.newId())
  if ((await store.countTeamRoles(ctx)) >= MAX_TEAM_ROLES) refuse('TOO_MANY_TEAM_ROLES', { most: MAX_TEAM_ROLES })
  if (!(await store.insertTeamRole(ctx, role))) refuse('TEAM_ROLE_EXISTS', { name: role.name })
  await audit(ctx, 'team-role.created', { subjectId: role.id, data: { name: role.name, permissions: role.permissions } })
  return { role: { ...role, about: '', readyMade: false, holders: 0 } }
}

/** The role to change or delete, with all roles of the people locked. Refuses callers who may not grant what it grants today. */
async function lockTeamRole(ctx: TransactionContext, id: string) {
  await people.lockRoles(ctx)
  const role = (await store.findTeamRole(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (!canGrant(callerRights(ctx), { role: 'CONTRIBUTOR', permissions: role.permissions })) refuse('MORE_THAN_OWN_RIGHTS')
  return role
}

/** Changes name and permissions; everyone who has the role has the new ones with their next request. */
export async function updateTeamRole(ctx: TransactionContext, id: string, sent: SentRole): Promise<void> {
  await lockTeamRole(ctx, id)
  const role = await readRole(ctx, sent, id)
  await store.updateTeamRole(ctx, role)
  await audit(ctx, 'team-role.changed', { subjectId: id, data: { name: role.name, permissions: role.permissions } })
}

/** Deletes a role; the people who have it keep the permissions. */
export async function deleteTeamRole(ctx: TransactionContext, id: string): Promise<void> {
  const role = await lockTeamRole(ctx, id)
  await store.deleteTeamRole(ctx, id)
  await audit(ctx, 'team-role.deleted', { subjectId: id, data: { name: role.name } })
}
