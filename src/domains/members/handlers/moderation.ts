/** Roles, blocks between members, jobs, dashboard users: operation → rows → wire. Source: guide members 11, 15, 16.1. */
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { parseFilter } from '#kit/query/filter.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import { followRoleEnd, partWays } from '../asks.ts'
import type { memberBlocksApi, memberJobsApi, memberRolesApi, userMembersApi } from '../contract/moderation.ts'
import { refuse } from '../errors.ts'
import { plainText } from '#kit/pure/plain-text.ts'
import { defaultPrivacySettings, maySee } from '../rules/privacy.ts'
import { decideGiving, decideNewRole, decideRoleChange, isSystemRole, type RoleDefinition } from '../rules/roles.ts'
import * as blocks from '../store/blocks.ts'
import * as jobs from '../store/jobs.ts'
import * as finding from '../store/finding.ts'
import * as members from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import * as roles from '../store/roles.ts'

const definitionToWire = ({ revision, ...role }: RoleDefinition) => ({ role: { ...role, revision: String(revision) } })
const titled = (definitions: readonly RoleDefinition[], keys: readonly string[]) =>
  definitions.filter((role) => keys.includes(role.roleKey)).map(({ roleKey, title }) => ({ roleKey, title }))
const knownRole = async (ctx: Ctx, roleKey: string): Promise<RoleDefinition> =>
  (await roles.roleDefinitions(ctx)).find((role) => role.roleKey === roleKey) ?? refuse('ROLE_DOES_NOT_EXIST', { roleKey })
const knownMember = async (ctx: Ctx, id: string): Promise<members.MemberRecord> => (await members.memberById(ctx, id)) ?? refuseStandard('NOT_FOUND')

export const memberRolesHandlers: Handlers<typeof memberRolesApi> = {
  assignMemberRole: async (ctx, { params, body: { roleKey } }) => {
    const member = (await members.lockMember(ctx, params.memberId)) ?? refuseStandard('NOT_FOUND')
    const decision = decideGiving(await knownRole(ctx, roleKey), member.status)
    if ('refused' in decision) refuse(decision.refused, decision.refused === 'MEMBER_BLOCKED' ? { memberId: member.id } : { roleKey })
    await roles.assignRole(ctx, member.id, roleKey)
    return { roleKey }
  },
  unassignMemberRole: async (ctx, { params, query: { roleKey } }) => {
    const member = await knownMember(ctx, params.memberId)
    // Taking away is allowed whatever the member's standing.
    if ('refused' in decideGiving(await knownRole(ctx, roleKey), 'APPROVED')) refuse('INVALID_ROLE', { roleKey })
    await roles.unassignRole(ctx, member.id, roleKey)
    return {}
  },
  getMemberRoles: async (ctx, { params }) => {
    const member = await knownMember(ctx, params.memberId)
    return {
      roles: titled(await roles.roleDefinitions(ctx), (await roles.rolesOf(ctx, [member])).get(member.id) ?? []),
      reasons: await roles.reasonsOf(ctx, member.id),
    }
  },
  queryMemberRoles: async (ctx, { body }) => {
    const filter = parseFilter(body.query?.filter, finding.roleFilterFields)
    const found = await finding.firstOf(finding.visibleTo(ctx, defaultPrivacySettings), filter, 100)
    const definitions = await roles.roleDefinitions(ctx)
    const keys = await roles.rolesOf(ctx, found)
    return { rolesByMemberId: Object.fromEntries(found.map(({ id }) => [id, { roles: titled(definitions, keys.get(id) ?? []) }])) }
  },
  listMemberRoleDefinitions: async (ctx) => ({ roles: (await roles.roleDefinitions(ctx)).map((role) => definitionToWire(role).role) }),
  createMemberRoleDefinition: async (ctx, { body }) => {
    if ('refused' in decideNewRole(body.roleKey, await roles.roleDefinitions(ctx))) refuse('INVALID_ROLE', { roleKey: body.roleKey })
    const role: RoleDefinition = { id: ctx.newId(), roleKey: body.roleKey, title: plainText(body.roleTitle), blockable: body.blockable ?? true, revision: 1 }
    // Two who make the same role at once: one of them made it.
    if (!(await roles.insertRole(ctx, role))) refuse('INVALID_ROLE', { roleKey: role.roleKey })
    return definitionToWire(role)
  },
  getMemberRoleDefinition: async (ctx, { params }) => definitionToWire(await knownRole(ctx, params.roleKey)),
  updateMemberRoleDefinition: async (ctx, { params, body }) => {
    const role = await knownRole(ctx, params.roleKey)
    const decision = decideRoleChange(role, {
      title: body.roleTitle ? plainText(body.roleTitle) : undefined,
      blockable: body.blockable ?? undefined,
      revision: body.revision,
    })
    if ('refused' in decision) return refuse(decision.refused, { roleKey: role.roleKey, revision: body.revision })
    if (!(await roles.updateRole(ctx, decision.ok))) refuse('INVALID_REVISION', { revision: body.revision })
    return definitionToWire(decision.ok)
  },
  deleteMemberRoleDefinition: async (ctx, { params }) => {
    const role = await knownRole(ctx, params.roleKey)
    if (isSystemRole(role.roleKey)) refuse('CANNOT_DELETE_SYSTEM_ROLE', { roleKey: role.roleKey })
    await followRoleEnd.ask(ctx, { roleKey: role.roleKey })
    await roles.deleteRole(ctx, role.roleKey)
    return {}
  },
}

const me = (ctx: Ctx): string => ctx.caller.memberId ?? refuseStandard('PERMISSION_DENIED')
export const memberBlocksHandlers: Handlers<typeof memberBlocksApi> = {
  blockOtherMember: async (ctx, { body: { memberId } }) => {
    const mine = me(ctx)
    if (memberId.toLowerCase() === mine) refuse('SELF_BLOCKING_FORBIDDEN')
    const other = await knownMember(ctx, memberId)
    const between = await blocks.blockBetween(ctx, mine, other.id)
    if (between?.blockerId === mine) refuse('MEMBER_ALREADY_BLOCKED', { memberId: other.id })
    // Whoever was blocked by the other is not told so: the other does not exist for them.
    if (between || !maySee(ctx.caller, other, await privacy.privacySettings(ctx))) refuseStandard('NOT_FOUND')
    if (other.communityRole !== 'MEMBER' || (await members.lockMember(ctx, mine))?.communityRole !== 'MEMBER') refuse('ADMIN_BLOCKING_FORBIDDEN')
    const held = (await roles.rolesOf(ctx, [other])).get(other.id) ?? []
    if ((await roles.roleDefinitions(ctx)).some((role) => !role.blockable && held.includes(role.roleKey))) refuse('ADMIN_BLOCKING_FORBIDDEN')
    if (!(await blocks.insertBlock(ctx, mine, other.id))) refuse('MEMBER_ALREADY_BLOCKED', { memberId: other.id })
    await partWays.ask(ctx, { memberId: mine, otherId: other.id })
    return {}
  },
  unblockOtherMember: async (ctx, { params }) => {
    const mine = me(ctx)
    if (params.memberId.toLowerCase() === mine) refuse('SELF_UNBLOCKING_FORBIDDEN')
    if (!isGuid(params.memberId) || !(await blocks.deleteBlock(ctx, mine, params.memberId))) refuse('BLOCK_DOES_NOT_EXIST')
    return {}
  },
  listMyBlockedMembers: async (ctx, { query }) => {
    const { blocks: made, meta } = await blocks.blocksOf(ctx, me(ctx), query.cursorPaging ?? query.paging, true)
    return { blockedMemberIds: made.map((block) => block.memberId), pagingMetadata: meta }
  },
  myBlockedPeople: async (ctx) => ({ people: await blocks.blockedBy(ctx, me(ctx)) }),
  listMemberBlocks: async (ctx, { params, query }) => {
    const mine = ctx.caller.role === 'owner' || ctx.caller.memberId === params.memberId.toLowerCase()
    if (!mine) refuseStandard('PERMISSION_DENIED')
    const member = await knownMember(ctx, params.memberId)
    const { blocks: found, meta } = await blocks.blocksOf(ctx, member.id, query.cursorPaging ?? query.paging, false)
    // A member is not told who blocked them.
    return {
      memberBlocks: ctx.caller.role === 'owner' ? found : found.filter((block) => block.blockDirection === 'BLOCKING'),
      pagingMetadata: meta,
    }
  },
}

const jobOf = async (ctx: Ctx, id: string): Promise<jobs.MemberJob> => (isGuid(id) ? await jobs.jobById(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')
export const memberJobsHandlers: Handlers<typeof memberJobsApi> = {
  listMemberJobs: async (ctx) => ({
    jobs: (await jobs.newestJobs(ctx)).map(({ id, kind, status, itemsToProcess, itemsSucceeded, itemsFailed, createdAt }) => ({
      id,
      kind,
      status,
      itemsToProcess,
      itemsSucceeded,
      itemsFailed,
      createdDate: wireTime(createdAt),
    })),
  }),
  getAsyncJob: async (ctx, { params }) => {
    const { id, status, itemsToProcess, itemsSucceeded, itemsFailed, createdAt, updatedAt } = await jobOf(ctx, params.jobId)
    const counts = { itemsToProcess, itemsSucceeded, itemsFailed }
    return { job: { id, status, counts, counters: counts, createdDate: wireTime(createdAt), updatedDate: wireTime(updatedAt) } }
  },
  listAsyncJobItems: async (ctx, { params, query }) => {
    const job = await jobOf(ctx, params.jobId)
    const { items, meta } = await jobs.failedItems(ctx, job.id, query.cursorPaging ?? query.paging)
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
    const { users, meta } = await finding.userMembers(ctx, (body.query ?? {}) as Parameters<typeof finding.userMembers>[1])
    return {
      userMembers: users.map(({ createdAt, updatedAt, ...user }) => ({
        ...user,
        metaSiteId: ctx.siteId,
        createdDate: wireTime(createdAt),
        updatedDate: wireTime(updatedAt),
      })),
      metadata: meta,
    }
  },
}
