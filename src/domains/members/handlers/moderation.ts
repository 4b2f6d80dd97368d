/** Roles, blocks between members, jobs, dashboard users: operation → rows → wire. Source: guide members 11, 15, 16.1. */
import type { Ctx } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { parseFilter } from '#kit/query/filter.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { onRoleDeleted, onMembersSeparated } from '../hooks.ts'
import type { memberBlocksApi, memberJobsApi, memberRolesApi, userMembersApi } from '../contract/moderation.ts'
import { refuse } from '../errors.ts'
import { toPlainText } from '#kit/pure/plain-text.ts'
import { defaultPrivacySettings, canSee } from '../rules/privacy.ts'
import { decideRoleAssignment, decideNewRole, decideRoleChange, isSystemRole, type RoleDefinition } from '../rules/roles.ts'
import * as blocks from '../store/blocks.ts'
import * as jobs from '../store/jobs.ts'
import * as queries from '../store/member-queries.ts'
import * as members from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import * as roles from '../store/roles.ts'

const definitionToWire = ({ revision, ...role }: RoleDefinition) => ({ role: { ...role, revision: String(revision) } })
const toRoleTitles = (definitions: readonly RoleDefinition[], keys: readonly string[]) =>
  definitions.filter((role) => keys.includes(role.roleKey)).map(({ roleKey, title }) => ({ roleKey, title }))
const getRole = async (ctx: Ctx, roleKey: string): Promise<RoleDefinition> =>
  (await roles.listRoleDefinitions(ctx)).find((role) => role.roleKey === roleKey) ?? refuse('ROLE_DOES_NOT_EXIST', { roleKey })
const getMember = async (ctx: Ctx, id: string): Promise<members.MemberRecord> => (await members.findMemberById(ctx, id)) ?? refuseStandard('NOT_FOUND')

export const memberRolesHandlers: Handlers<typeof memberRolesApi> = {
  assignMemberRole: async (ctx, { params, body: { roleKey } }) => {
    const member = (await members.lockMember(ctx, params.memberId)) ?? refuseStandard('NOT_FOUND')
    const decision = decideRoleAssignment(await getRole(ctx, roleKey), member.status)
    if ('refused' in decision) refuse(decision.refused, decision.refused === 'MEMBER_BLOCKED' ? { memberId: member.id } : { roleKey })
    await roles.assignRole(ctx, member.id, roleKey)
    return { roleKey }
  },
  unassignMemberRole: async (ctx, { params, query: { roleKey } }) => {
    const member = await getMember(ctx, params.memberId)
    // Taking away is allowed whatever the member's standing.
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
    // Two who make the same role at once: one of them made it.
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

const getCallerMemberId = (ctx: Ctx): string => ctx.caller.memberId ?? refuseStandard('PERMISSION_DENIED')
export const memberBlocksHandlers: Handlers<typeof memberBlocksApi> = {
  blockOtherMember: async (ctx, { body: { memberId } }) => {
    const mine = getCallerMemberId(ctx)
    if (memberId.toLowerCase() === mine) refuse('SELF_BLOCKING_FORBIDDEN')
    const other = await getMember(ctx, memberId)
    const between = await blocks.findBlock(ctx, mine, other.id)
    if (between?.blockerId === mine) refuse('MEMBER_ALREADY_BLOCKED', { memberId: other.id })
    // Whoever was blocked by the other is not told so: the other does not exist for them.
    if (between || !canSee(ctx.caller, other, await privacy.getPrivacySettings(ctx))) refuseStandard('NOT_FOUND')
    if (other.communityRole !== 'MEMBER' || (await members.lockMember(ctx, mine))?.communityRole !== 'MEMBER') refuse('ADMIN_BLOCKING_FORBIDDEN')
    const heldRoles = (await roles.listRolesByMember(ctx, [other])).get(other.id) ?? []
    if ((await roles.listRoleDefinitions(ctx)).some((role) => !role.blockable && heldRoles.includes(role.roleKey))) refuse('ADMIN_BLOCKING_FORBIDDEN')
    if (!(await blocks.insertBlock(ctx, mine, other.id))) refuse('MEMBER_ALREADY_BLOCKED', { memberId: other.id })
    await onMembersSeparated.call(ctx, { memberId: mine, otherId: other.id })
    return {}
  },
  unblockOtherMember: async (ctx, { params }) => {
    const mine = getCallerMemberId(ctx)
    if (params.memberId.toLowerCase() === mine) refuse('SELF_UNBLOCKING_FORBIDDEN')
    if (!isGuid(params.memberId) || !(await blocks.deleteBlock(ctx, mine, params.memberId))) refuse('BLOCK_DOES_NOT_EXIST')
    return {}
  },
  listMyBlockedMembers: async (ctx, { query }) => {
    const { blocks: ownBlocks, meta } = await blocks.findBlocks(ctx, getCallerMemberId(ctx), query.cursorPaging ?? query.paging, true)
    return { blockedMemberIds: ownBlocks.map((block) => block.memberId), pagingMetadata: meta }
  },
  myBlockedPeople: async (ctx) => ({ people: await blocks.listBlockedMembers(ctx, getCallerMemberId(ctx)) }),
  listMemberBlocks: async (ctx, { params, query }) => {
    const mine = ctx.caller.role === 'owner' || ctx.caller.memberId === params.memberId.toLowerCase()
    if (!mine) refuseStandard('PERMISSION_DENIED')
    const member = await getMember(ctx, params.memberId)
    const { blocks: found, meta } = await blocks.findBlocks(ctx, member.id, query.cursorPaging ?? query.paging, false)
    // A member is not told who blocked them.
    return {
      memberBlocks: ctx.caller.role === 'owner' ? found : found.filter((block) => block.blockDirection === 'BLOCKING'),
      pagingMetadata: meta,
    }
  },
}

const getJob = async (ctx: Ctx, id: string): Promise<jobs.MemberJob> => (isGuid(id) ? await jobs.findJob(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')
export const memberJobsHandlers: Handlers<typeof memberJobsApi> = {
  listMemberJobs: async (ctx) => ({
    jobs: (await jobs.listRecentJobs(ctx)).map(({ id, kind, status, itemsToProcess, itemsSucceeded, itemsFailed, createdAt }) => ({
      id,
      kind,
      status,
      itemsToProcess,
      itemsSucceeded,
      itemsFailed,
      createdDate: toWireTime(createdAt),
    })),
  }),
  getAsyncJob: async (ctx, { params }) => {
    const { id, status, itemsToProcess, itemsSucceeded, itemsFailed, createdAt, updatedAt } = await getJob(ctx, params.jobId)
    const counts = { itemsToProcess, itemsSucceeded, itemsFailed }
    return { job: { id, status, counts, counters: counts, createdDate: toWireTime(createdAt), updatedDate: toWireTime(updatedAt) } }
  },
  listAsyncJobItems: async (ctx, { params, query }) => {
    const job = await getJob(ctx, params.jobId)
    const { items, meta } = await jobs.findFailedItems(ctx, job.id, query.cursorPaging ?? query.paging)
    return {
      items: items.map(({ place, memberId, error }) => ({
        itemMetadata: { ...(memberId && { id: memberId }), originalIndex: place, success: false, error },
      })),
      pagingMetadata: meta,
    }
  },
}

export const userMembersHandlers: Handlers<typeof userMembersApi> = {
  queryUserMembers: async (ctx, { body }) => {
    const { users, meta } = await queries.findUserMembers(ctx, (body.query ?? {}) as Parameters<typeof queries.findUserMembers>[1])
    return {
      userMembers: users.map(({ createdAt, updatedAt, ...user }) => ({
        ...user,
        metaSiteId: ctx.siteId,
        createdDate: toWireTime(createdAt),
        updatedDate: toWireTime(updatedAt),
      })),
      metadata: meta,
    }
  },
}
