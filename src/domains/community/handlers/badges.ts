/** Badges in both versions of the contract, and who has them: operation → action → reply. Source: guide members §16.3. */
import { runBulkItems } from '#kit/api/bulk.ts'
import type { Handlers } from '#kit/api/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { queryVisibleMembers } from '#domains/members/public.ts'
import { deleteAssignment, assignBadge, assignBadgeToMember, unassignBadge } from '../actions/assign-badges.ts'
import { changeBadge, createBadge, getBadge, orderBadges, removeBadge } from '../actions/manage-badges.ts'
import type { badgeAssignmentsApi, badgesApi } from '../contract.ts'
import { moveItem, MAX_BADGES, moveToFront } from '../rules/badges.ts'
import * as store from '../store/badges.ts'
import { assignmentToWire, badgeToOldWire, badgeToWire } from '../wire.ts'

export const badgesHandlers: Handlers<typeof badgesApi> = {
  createBadge: async (ctx, { body }) => ({ badge: badgeToOldWire(await createBadge(ctx, body.badge)) }),
  listBadges: async (ctx, { query }) => {
    const all = await store.listBadges(ctx)
    const offset = query.paging?.offset ?? 0
    const page = all.slice(offset, offset + (query.paging?.limit ?? MAX_BADGES))
    return { badges: page.map(badgeToOldWire), metadata: { count: page.length, offset, total: all.length, tooManyToCount: false } }
  },
  getBadge: async (ctx, { params }) => ({ badge: badgeToOldWire(await getBadge(ctx, params.id)) }),
  updateBadge: async (ctx, { params, body }) => ({ badge: badgeToOldWire(await changeBadge(ctx, params.id, body.badge)) }),
  deleteBadge: async (ctx, { params }) => {
    await removeBadge(ctx, params.id)
    return {}
  },
  updateBadgesDisplayOrder: async (ctx, { body }) => ({ badges: (await orderBadges(ctx, (ids) => moveToFront(ids, body.badgeIds))).map(badgeToOldWire) }),
  assignBadge: async (ctx, { params, body: { memberIds } }) => {
    await assignBadge(ctx, params.id, memberIds)
    return { memberIds }
  },
  unassignBadge: async (ctx, { params, query }) => {
    await unassignBadge(ctx, params.id, [query.memberIds].flat())
    return {}
  },
  listMembersByBadge: async (ctx, { params, query }) => {
    const { memberIds, meta } = await store.findMembersWithBadge(
      ctx,
      (await getBadge(ctx, params.id)).id,
      query.paging as WireQuery['paging'],
      await queryVisibleMembers(ctx),
    )
    return { memberIds, metadata: meta }
  },
  listBadgesPerMember: async (ctx, { body }) => {
    const assignments = await store.listVisibleAssignments(ctx, body.memberIds.filter(isGuid), await queryVisibleMembers(ctx))
    return {
      memberBadgeIds: body.memberIds.map((memberId) => ({
        memberId,
        badgeIds: assignments.filter((one) => one.memberId === memberId.toLowerCase()).map((one) => one.badgeId),
      })),
    }
  },
  getMemberCountsPerBadge: async (ctx) => ({
    badgeMemberCounts: (await store.countMembersPerBadge(ctx, await queryVisibleMembers(ctx))).map(({ badgeId, count }) => ({ badgeId, memberCount: count })),
  }),

  createBadgeV4: async (ctx, { body }) => ({ badge: badgeToWire(await createBadge(ctx, body.badge)) }),
  getBadgeV4: async (ctx, { params }) => ({ badge: badgeToWire(await getBadge(ctx, params.id)) }),
  updateBadgeV4: async (ctx, { params, body }) => ({ badge: badgeToWire(await changeBadge(ctx, params.id, body.badge)) }),
  deleteBadgeV4: async (ctx, { params }) => {
    await removeBadge(ctx, params.id)
    return {}
  },
  moveBadgeV4: async (ctx, { params, body }) => {
    const { id } = await getBadge(ctx, params.id)
    const after = body.position === 'AFTER' ? (await getBadge(ctx, body.moveAfterBadgeId ?? '')).id : undefined
    await orderBadges(ctx, (ids) => moveItem(ids, id, body.position === 'AFTER' ? { after: after ?? '' } : body.position === 'FIRST' ? 'FIRST' : 'LAST'))
    return {}
  },
  updateBadgesDisplayOrderV4: async (ctx, { body }) => ({ badges: (await orderBadges(ctx, (ids) => moveToFront(ids, body.ids))).map(badgeToWire) }),
  queryBadgesV4: async (ctx, { body }) => {
    const { badges, meta } = await store.findBadges(ctx, (body.query ?? {}) as WireQuery)
    return { badges: badges.map(badgeToWire), pagingMetadata: meta }
  },
}

export const badgeAssignmentsHandlers: Handlers<typeof badgeAssignmentsApi> = {
  createBadgeAssignment: async (ctx, { body }) => ({ badgeAssignment: assignmentToWire(await assignBadgeToMember(ctx, body.badgeAssignment)) }),
  deleteBadgeAssignment: async (ctx, { params }) => {
    await deleteAssignment(ctx, params.id)
    return {}
  },
  queryBadgeAssignments: async (ctx, { body }) => {
    const { assignments, meta } = await store.findAssignments(ctx, (body.query ?? {}) as WireQuery, await queryVisibleMembers(ctx))
    return { badgeAssignments: assignments.map(assignmentToWire), pagingMetadata: meta }
  },
  bulkCreateBadgeAssignments: async (ctx, { body }) => {
    const { results, bulkActionMetadata } = await runBulkItems(ctx, body.badgeAssignments, assignBadgeToMember, { withItems: body.returnEntity === true })
    return { results: results.map(({ itemMetadata, item }) => ({ itemMetadata, ...(item && { item: assignmentToWire(item) }) })), bulkActionMetadata }
  },
  bulkDeleteBadgeAssignments: (ctx, { body }) => runBulkItems(ctx, body.badgeAssignmentIds, deleteAssignment, { idFrom: (id) => id }),
}
