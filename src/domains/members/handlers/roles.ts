/** Roles of the site and who has them: operation → rows → wire. Source: guide members §15. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { toPlainText } from '#kit/pure/plain-text.ts'
import { parseFilter } from '#kit/query/filter.ts'
import { getMember } from '../actions/get-member.ts'
import type { memberRolesApi } from '../contract/roles.ts'
import { refuse } from '../errors.ts'
import { onRoleDeleted } from '../hooks.ts'
import { defaultPrivacySettings } from '../rules/privacy.ts'
import { decideNewRole, decideRoleAssignment, decideRoleChange, isSystemRole, type RoleDefinition } from '../rules/roles.ts'
import * as queries from '../store/member-queries.ts'
import { lockMember } from '../store/members.ts'
import * as roles from '../store/roles.ts'

const definitionToWire = ({ revision, ...role }: RoleDefinition) => ({ role: { ...role, revision: String(revision) } })
const toRoleTitles = (definitions: readonly RoleDefinition[], keys: readonly string[]) =>
  definitions.filter((role) => keys.includes(role.roleKey)).map(({ roleKey, title }) => ({ roleKey, title }))
const getRole = async (ctx: ReadContext, roleKey: string): Promise<RoleDefinition> =>
  (await roles.listRoleDefinitions(ctx)).find((role) => role.roleKey === roleKey) ?? refuse('ROLE_DOES_NOT_EXIST', { roleKey })

export const memberRolesHandlers: Handlers<typeof memberRolesApi> = {
  assignMemberRole: async (ctx, { params, body: { roleKey } }) => {
    const member = (await lockMember(ctx, params.memberId)) ?? refuseStandard('NOT_FOUND')
    const decision = decideRoleAssignment(await getRole(ctx, roleKey), member.status)
    if ('refused' in decision) refuse(decision.refused, decision.refused === 'MEMBER_BLOCKED' ? { memberId: member.id } : { roleKey })
    await roles.assignRole(ctx, member.id, roleKey)
    return { roleKey }
  },
  unassignMemberRole: async (ctx, { params, query: { roleKey } }) => {
    const member = await getMember(ctx, params.memberId)
    // A role can be taken from a blocked member, too.
    if ('refused' in decideRoleAssignment(await getRole(ctx, roleKey), 'APPROVED')) refuse('INVALID_ROLE', { roleKey })
    await roles.unassignRole(ctx, member.id, roleKey)
    return {}
  },
  getMemberRoles: async (ctx, { params }) => {
    const member = await getMember(ctx, params.memberId)
    return {
      roles: toRoleTitles(await roles.listRoleDefinitions(ctx), (await roles.listRolesByMember(ctx, [member])).get(member.id) ?? []),
      reasons: await roles.listRoleReasons(ctx, member.id),
    }
  },
  queryMemberRoles: async (ctx, { body }) => {
    const filter = parseFilter(body.query?.filter, queries.roleFilterFields)
    const found = await queries.findFirstMembers(queries.visibleTo(ctx, defaultPrivacySettings), filter, 100)
    const definitions = await roles.listRoleDefinitions(ctx)
    const keys = await roles.listRolesByMember(ctx, found)
    return { rolesByMemberId: Object.fromEntries(found.map(({ id }) => [id, { roles: toRoleTitles(definitions, keys.get(id) ?? []) }])) }
  },
  listMemberRoleDefinitions: async (ctx) => ({ roles: (await roles.listRoleDefinitions(ctx)).map((role) => definitionToWire(role).role) }),
  createMemberRoleDefinition: async (ctx, { body }) => {
    if ('refused' in decideNewRole(body.roleKey, await roles.listRoleDefinitions(ctx))) refuse('INVALID_ROLE', { roleKey: body.roleKey })
    const role: RoleDefinition = { id: ctx.newId(), roleKey: body.roleKey, title: toPlainText(body.roleTitle), blockable: body.blockable ?? true, revision: 1 }
    // Of two requests that create the same role at once, one is refused.
    if (!(await roles.insertRole(ctx, role))) refuse('INVALID_ROLE', { roleKey: role.roleKey })
    return definitionToWire(role)
  },
  getMemberRoleDefinition: async (ctx, { params }) => definitionToWire(await getRole(ctx, params.roleKey)),
  updateMemberRoleDefinition: async (ctx, { params, body }) => {
    const role = await getRole(ctx, params.roleKey)
    const decision = decideRoleChange(role, {
      title: body.roleTitle ? toPlainText(body.roleTitle) : undefined,
      blockable: body.blockable ?? undefined,
      revision: body.revision,
    })
    if ('refused' in decision) return refuse(decision.refused, { roleKey: role.roleKey, revision: body.revision })
    if (!(await roles.updateRole(ctx, decision.ok))) refuse('INVALID_REVISION', { revision: body.revision })
    return definitionToWire(decision.ok)
  },
  deleteMemberRoleDefinition: async (ctx, { params }) => {
    const role = await getRole(ctx, params.roleKey)
    if (isSystemRole(role.roleKey)) refuse('CANNOT_DELETE_SYSTEM_ROLE', { roleKey: role.roleKey })
    await onRoleDeleted.call(ctx, { roleKey: role.roleKey })
    await roles.deleteRole(ctx, role.roleKey)
    return {}
  },
}
