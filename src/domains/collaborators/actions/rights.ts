/** What a caller may grant, and what a collaborator is granted. */
import type { BaseContext, ReadContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { readPermissions, type Rights } from '../rules/collaborators.ts'
import { permissionsOfReadyMade } from '../rules/team-roles.ts'
import type { RoleRow } from '../store/collaborators.ts'
import { findTeamRole } from '../store/team-roles.ts'

/** Rights as they are sent: a role of the team, or permissions one by one. An owner has all and no role of the team. */
export interface SentRights {
  role: Rights['role']
  permissions?: string[] | null | undefined
  teamRole?: string | null | undefined
}

/** Rights of the caller; API keys and apps act as an owner unless they are restricted. */
export const callerRights = (ctx: BaseContext): Rights =>
  ctx.caller.permissions ? { role: 'CONTRIBUTOR', permissions: ctx.caller.permissions } : { role: 'OWNER', permissions: null }

/** Names of permissions without duplicates, in their order. Refuses malformed ones. */
export function readPermissionNames(role: Rights['role'], sent: readonly string[] | null | undefined): string[] | null {
  const permissions = readPermissions(role, sent)
  if (permissions === undefined) {
    assertNoViolations([{ field: 'permissions', description: 'must be names of permissions', violatedRule: 'FORMAT', data: {} }])
    throw new Error('unreachable')
  }
  return permissions
}

/** The rights that are granted. Refuses a role that the site does not have with NOT_FOUND. */
export async function readRights(ctx: ReadContext, sent: SentRights): Promise<RoleRow> {
  const teamRole = sent.role === 'OWNER' ? null : (sent.teamRole ?? null)
  if (teamRole === null) return { role: sent.role, permissions: readPermissionNames(sent.role, sent.permissions), teamRole }
  const permissions = permissionsOfReadyMade(teamRole) ?? (await findTeamRole(ctx, teamRole))?.permissions ?? refuseStandard('NOT_FOUND')
  return { role: sent.role, permissions: [...permissions], teamRole }
}
