/** Badges in both versions of the contract, and who has them. Source: guide members 16.3. */
import { eachOnItsOwn } from '#kit/bulk.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { memberById, membersByIds } from '#domains/members/public.ts'
import type { badgeAssignmentsApi, badgesApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { assignmentEvents, badgeAssigned, badgeEvents, badgeUnassigned } from '../events.ts'
import { freeSlug, moved, mostBadges, namedFirst } from '../rules/badges.ts'
import * as store from '../store/badges.ts'

const time = (at: { toString(options: { smallestUnit: 'millisecond' }): string }): string => at.toString({ smallestUnit: 'millisecond' })
const common = (badge: store.Badge) => ({
  id: badge.id,
  title: badge.title,
  ...(badge.description && { description: badge.description }),
  backgroundColor: badge.backgroundColor,
  textColor: badge.textColor,
  permissionsEnabled: badge.permissionsEnabled,
  slug: badge.slug,
  createdDate: time(badge.createdAt),
  updatedDate: time(badge.updatedAt),
})
const toV3 = (badge: store.Badge) => ({ ...common(badge), icon: badge.icon?.url ?? badge.icon?.id ?? undefined })
const toV4 = (badge: store.Badge) => ({ ...common(badge), revision: String(badge.revision), icon: badge.icon ?? undefined })
const assignmentToWire = ({ id, badgeId, memberId, createdAt }: store.Assignment) => ({
  id,
  badgeId,
  memberId,
  createdDate: time(createdAt),
  updatedDate: time(createdAt),
})

interface Wish {
  title?: string | null | undefined
  description?: string | null | undefined
  backgroundColor?: string | null | undefined
  textColor?: string | null | undefined
  permissionsEnabled?: boolean | null | undefined
  icon?: string | { [K in keyof store.BadgeIcon]?: string | null | undefined } | null | undefined
  revision?: string | null | undefined
}
const iconOf = (icon: Wish['icon']): store.BadgeIcon | null => {
  if (!icon) return null
  if (typeof icon === 'string') return { url: icon }
  const given = (text: string | null | undefined) => text ?? undefined
  return { id: given(icon.id), url: given(icon.url), altText: given(icon.altText), filename: given(icon.filename) }
}
const found = async (ctx: Ctx, id: string): Promise<store.Badge> => (isGuid(id) ? await store.badgeById(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')

async function create(ctx: Ctx, wish: Wish & { title: string; backgroundColor: string; textColor: string }): Promise<store.Badge> {
  await store.lockBadges(ctx)
  const all = await store.allBadges(ctx)
  if (all.length >= mostBadges) refuse('TOO_MANY_BADGES', { maximum: mostBadges })
  const badge: store.Badge = {
    id: ctx.newId(),
    title: wish.title,
    description: wish.description ?? '',
    backgroundColor: wish.backgroundColor,
    textColor: wish.textColor,
    icon: iconOf(wish.icon),
    permissionsEnabled: wish.permissionsEnabled ?? false,
    slug: freeSlug(wish.title, new Set(all.map((one) => one.slug))),
    position: (all.at(-1)?.position ?? 0) + 1,
    revision: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  await store.insertBadge(ctx, badge)
  ctx.announce(badgeEvents.created(toV4(badge)))
  return badge
}
async function change(ctx: Ctx, id: string, wish: Wish): Promise<store.Badge> {
  await store.lockBadges(ctx)
  const from = await found(ctx, id)
  if (wish.revision && wish.revision !== String(from.revision)) refuse('INVALID_REVISION', { revision: wish.revision })
  const badge: store.Badge = {
    ...from,
    title: wish.title ?? from.title,
    description: wish.description ?? from.description,
    backgroundColor: wish.backgroundColor ?? from.backgroundColor,
    textColor: wish.textColor ?? from.textColor,
    icon: wish.icon === undefined ? from.icon : iconOf(wish.icon),
    permissionsEnabled: wish.permissionsEnabled ?? from.permissionsEnabled,
    revision: from.revision + 1,
    updatedAt: ctx.now,
  }
  await store.updateBadge(ctx, badge)
  ctx.announce(badgeEvents.updated(toV4(badge)))
  return badge
}
async function remove(ctx: Ctx, id: string): Promise<Record<string, never>> {
  await store.lockBadges(ctx)
  const badge = await found(ctx, id)
  await store.deleteBadge(ctx, badge.id)
  ctx.announce(badgeEvents.deleted(badge.id))
  return {}
}
/** The badges in the order that `arrange` makes of the present one. */
async function order(ctx: Ctx, arrange: (ids: readonly string[]) => string[] | undefined): Promise<store.Badge[]> {
  await store.lockBadges(ctx)
  const before = await store.allBadges(ctx)
  const after = arrange(before.map((badge) => badge.id)) ?? refuseStandard('NOT_FOUND')
  await store.placeBadges(ctx, after)
  return store.allBadges(ctx)
}
function given(ctx: Ctx, assignment: store.Assignment): void {
  ctx.announce(assignmentEvents.created(assignmentToWire(assignment)))
  ctx.announce(badgeAssigned(assignment.badgeId, assignment.memberId))
}
function taken(ctx: Ctx, assignment: store.Assignment): void {
  ctx.announce(assignmentEvents.deleted(assignment.id, assignmentToWire(assignment)))
  ctx.announce(badgeUnassigned(assignment.badgeId, assignment.memberId))
}

export const badgesHandlers: Handlers<typeof badgesApi> = {
  createBadge: async (ctx, { body }) => ({ badge: toV3(await create(ctx, body.badge)) }),
  listBadges: async (ctx, { query }) => {
    const all = await store.allBadges(ctx)
    const offset = query.paging?.offset ?? 0
    const page = all.slice(offset, offset + (query.paging?.limit ?? mostBadges))
    return { badges: page.map(toV3), metadata: { count: page.length, offset, total: all.length, tooManyToCount: false } }
  },
  getBadge: async (ctx, { params }) => ({ badge: toV3(await found(ctx, params.id)) }),
  updateBadge: async (ctx, { params, body }) => ({ badge: toV3(await change(ctx, params.id, body.badge)) }),
  deleteBadge: (ctx, { params }) => remove(ctx, params.id),
  updateBadgesDisplayOrder: async (ctx, { body }) => ({ badges: (await order(ctx, (ids) => namedFirst(ids, body.badgeIds))).map(toV3) }),
  assignBadge: async (ctx, { params, body }) => {
    const badge = await found(ctx, params.id)
    const wanted = new Set(body.memberIds.map((id) => id.toLowerCase()))
    const known = await membersByIds(ctx, [...wanted])
    if (known.length < wanted.size) refuseStandard('NOT_FOUND')
    for (const assignment of await store.insertAssignments(
      ctx,
      badge.id,
      known.map(({ id }) => id),
    ))
      given(ctx, assignment)
    return { memberIds: body.memberIds }
  },
  unassignBadge: async (ctx, { params, query }) => {
    const badge = await found(ctx, params.id)
    const ids = [query.memberIds].flat().filter(isGuid)
    if (ids.length > 0) for (const assignment of await store.deleteAssignmentsOf(ctx, badge.id, ids)) taken(ctx, assignment)
    return {}
  },
  listMembersByBadge: async (ctx, { params, query }) => {
    const { memberIds, meta } = await store.membersWith(ctx, (await found(ctx, params.id)).id, query.paging as WireQuery['paging'])
    return { memberIds, metadata: meta }
  },
  listBadgesPerMember: async (ctx, { body }) => {
    const assignments = await store.assignmentsOf(ctx, body.memberIds.filter(isGuid))
    return {
      memberBadgeIds: body.memberIds.map((memberId) => ({
        memberId,
        badgeIds: assignments.filter((one) => one.memberId === memberId.toLowerCase()).map((one) => one.badgeId),
      })),
    }
  },
  getMemberCountsPerBadge: async (ctx) => ({
    badgeMemberCounts: (await store.countsPerBadge(ctx)).map(({ badgeId, count }) => ({ badgeId, memberCount: count })),
  }),

  createBadgeV4: async (ctx, { body }) => ({ badge: toV4(await create(ctx, body.badge)) }),
  getBadgeV4: async (ctx, { params }) => ({ badge: toV4(await found(ctx, params.id)) }),
  updateBadgeV4: async (ctx, { params, body }) => ({ badge: toV4(await change(ctx, params.id, body.badge)) }),
  deleteBadgeV4: (ctx, { params }) => remove(ctx, params.id),
  moveBadgeV4: async (ctx, { params, body }) => {
    const { id } = await found(ctx, params.id)
    const after = body.position === 'AFTER' ? (await found(ctx, body.moveAfterBadgeId ?? '')).id : undefined
    await order(ctx, (ids) => moved(ids, id, body.position === 'AFTER' ? { after: after ?? '' } : body.position === 'FIRST' ? 'FIRST' : 'LAST'))
    return {}
  },
  updateBadgesDisplayOrderV4: async (ctx, { body }) => ({ badges: (await order(ctx, (ids) => namedFirst(ids, body.ids))).map(toV4) }),
  queryBadgesV4: async (ctx, { body }) => {
    const { badges, meta } = await store.findBadges(ctx, (body.query ?? {}) as WireQuery)
    return { badges: badges.map(toV4), pagingMetadata: meta }
  },
}

async function assignOne(ctx: Ctx, wish: { badgeId: string; memberId: string }): Promise<store.Assignment> {
  const badge = await found(ctx, wish.badgeId)
  const member = (await memberById(ctx, wish.memberId)) ?? refuseStandard('NOT_FOUND')
  const [assignment] = await store.insertAssignments(ctx, badge.id, [member.id])
  if (!assignment) return refuse('BADGE_ALREADY_ASSIGNED', { badgeId: badge.id, memberId: member.id })
  given(ctx, assignment)
  return assignment
}
async function takeOne(ctx: Ctx, id: string): Promise<store.Assignment> {
  const assignment = (isGuid(id) ? await store.deleteAssignment(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')
  taken(ctx, assignment)
  return assignment
}

export const badgeAssignmentsHandlers: Handlers<typeof badgeAssignmentsApi> = {
  createBadgeAssignment: async (ctx, { body }) => ({ badgeAssignment: assignmentToWire(await assignOne(ctx, body.badgeAssignment)) }),
  deleteBadgeAssignment: async (ctx, { params }) => {
    await takeOne(ctx, params.id)
    return {}
  },
  queryBadgeAssignments: async (ctx, { body }) => {
    const { assignments, meta } = await store.findAssignments(ctx, (body.query ?? {}) as WireQuery)
    return { badgeAssignments: assignments.map(assignmentToWire), pagingMetadata: meta }
  },
  bulkCreateBadgeAssignments: async (ctx, { body }) => {
    const { results, bulkActionMetadata } = await eachOnItsOwn(ctx, body.badgeAssignments, assignOne, { withItems: body.returnEntity === true })
    return { results: results.map(({ itemMetadata, item }) => ({ itemMetadata, ...(item && { item: assignmentToWire(item) }) })), bulkActionMetadata }
  },
  bulkDeleteBadgeAssignments: (ctx, { body }) => eachOnItsOwn(ctx, body.badgeAssignmentIds, takeOne, { idOf: (id) => id }),
}
