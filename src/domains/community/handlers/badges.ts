/** Badges in both versions of the contract, and who has them: operation → action → reply. Source: guide members 16.3. */
import { eachOnItsOwn } from '#kit/bulk.ts'
import type { Handlers } from '#kit/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { seenMembers } from '#domains/members/public.ts'
import { endAssignment, giveBadge, giveBadgeTo, takeBadge } from '../actions/give-badges.ts'
import { changeBadge, createBadge, foundBadge, orderBadges, removeBadge } from '../actions/keep-badges.ts'
import type { badgeAssignmentsApi, badgesApi } from '../contract.ts'
import { moved, mostBadges, namedFirst } from '../rules/badges.ts'
import * as store from '../store/badges.ts'
import { assignmentToWire, badgeToOldWire, badgeToWire } from '../wire.ts'

export const badgesHandlers: Handlers<typeof badgesApi> = {
  createBadge: async (ctx, { body }) => ({ badge: badgeToOldWire(await createBadge(ctx, body.badge)) }),
  listBadges: async (ctx, { query }) => {
    const all = await store.allBadges(ctx)
    const offset = query.paging?.offset ?? 0
    const page = all.slice(offset, offset + (query.paging?.limit ?? mostBadges))
    return { badges: page.map(badgeToOldWire), metadata: { count: page.length, offset, total: all.length, tooManyToCount: false } }
  },
  getBadge: async (ctx, { params }) => ({ badge: badgeToOldWire(await foundBadge(ctx, params.id)) }),
  updateBadge: async (ctx, { params, body }) => ({ badge: badgeToOldWire(await changeBadge(ctx, params.id, body.badge)) }),
  deleteBadge: async (ctx, { params }) => {
    await removeBadge(ctx, params.id)
    return {}
  },
  updateBadgesDisplayOrder: async (ctx, { body }) => ({ badges: (await orderBadges(ctx, (ids) => namedFirst(ids, body.badgeIds))).map(badgeToOldWire) }),
  assignBadge: async (ctx, { params, body: { memberIds } }) => {
    await giveBadge(ctx, params.id, memberIds)
    return { memberIds }
  },
  unassignBadge: async (ctx, { params, query }) => {
    await takeBadge(ctx, params.id, [query.memberIds].flat())
    return {}
  },
  listMembersByBadge: async (ctx, { params, query }) => {
    const { memberIds, meta } = await store.membersWith(ctx, (await foundBadge(ctx, params.id)).id, query.paging as WireQuery['paging'], await seenMembers(ctx))
    return { memberIds, metadata: meta }
  },
  listBadgesPerMember: async (ctx, { body }) => {
    const assignments = await store.seenAssignmentsOf(ctx, body.memberIds.filter(isGuid), await seenMembers(ctx))
    return {
      memberBadgeIds: body.memberIds.map((memberId) => ({
        memberId,
        badgeIds: assignments.filter((one) => one.memberId === memberId.toLowerCase()).map((one) => one.badgeId),
      })),
    }
  },
  getMemberCountsPerBadge: async (ctx) => ({
    badgeMemberCounts: (await store.countsPerBadge(ctx, await seenMembers(ctx))).map(({ badgeId, count }) => ({ badgeId, memberCount: count })),
  }),

  createBadgeV4: async (ctx, { body }) => ({ badge: badgeToWire(await createBadge(ctx, body.badge)) }),
  getBadgeV4: async (ctx, { params }) => ({ badge: badgeToWire(await foundBadge(ctx, params.id)) }),
  updateBadgeV4: async (ctx, { params, body }) => ({ badge: badgeToWire(await changeBadge(ctx, params.id, body.badge)) }),
  deleteBadgeV4: async (ctx, { params }) => {
    await removeBadge(ctx, params.id)
    return {}
  },
  moveBadgeV4: async (ctx, { params, body }) => {
    const { id } = await foundBadge(ctx, params.id)
    const after = body.position === 'AFTER' ? (await foundBadge(ctx, body.moveAfterBadgeId ?? '')).id : undefined
    await orderBadges(ctx, (ids) => moved(ids, id, body.position === 'AFTER' ? { after: after ?? '' } : body.position === 'FIRST' ? 'FIRST' : 'LAST'))
    return {}
  },
  updateBadgesDisplayOrderV4: async (ctx, { body }) => ({ badges: (await orderBadges(ctx, (ids) => namedFirst(ids, body.ids))).map(badgeToWire) }),
  queryBadgesV4: async (ctx, { body }) => {
    const { badges, meta } = await store.findBadges(ctx, (body.query ?? {}) as WireQuery)
    return { badges: badges.map(badgeToWire), pagingMetadata: meta }
  },
}

export const badgeAssignmentsHandlers: Handlers<typeof badgeAssignmentsApi> = {
  createBadgeAssignment: async (ctx, { body }) => ({ badgeAssignment: assignmentToWire(await giveBadgeTo(ctx, body.badgeAssignment)) }),
  deleteBadgeAssignment: async (ctx, { params }) => {
    await endAssignment(ctx, params.id)
    return {}
  },
  queryBadgeAssignments: async (ctx, { body }) => {
    const { assignments, meta } = await store.findAssignments(ctx, (body.query ?? {}) as WireQuery, await seenMembers(ctx))
    return { badgeAssignments: assignments.map(assignmentToWire), pagingMetadata: meta }
  },
  bulkCreateBadgeAssignments: async (ctx, { body }) => {
    const { results, bulkActionMetadata } = await eachOnItsOwn(ctx, body.badgeAssignments, giveBadgeTo, { withItems: body.returnEntity === true })
    return { results: results.map(({ itemMetadata, item }) => ({ itemMetadata, ...(item && { item: assignmentToWire(item) }) })), bulkActionMetadata }
  },
  bulkDeleteBadgeAssignments: (ctx, { body }) => eachOnItsOwn(ctx, body.badgeAssignmentIds, endAssignment, { idOf: (id) => id }),
}
