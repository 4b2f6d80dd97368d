/** The badges of a site: made, changed, ordered, removed. A badge may bring its holders a role. Source: guide members 16.3. */
import type { Ctx } from '#kit/ctx.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { giveRoleWithBadge, isSystemRole, roleDefinitions, takeRoleOfBadge } from '#domains/members/public.ts'
import { refuse } from '../errors.ts'
import { badgeEvents } from '../events.ts'
import { freeSlug, mostBadges, roleWith } from '../rules/badges.ts'
import * as store from '../store/badges.ts'
import { badgeToWire } from '../wire.ts'

/** What a request says about a badge, in either version of the contract; absent and null leave a value as it is. */
export interface BadgeWish {
  title?: string | null | undefined
  description?: string | null | undefined
  backgroundColor?: string | null | undefined
  textColor?: string | null | undefined
  permissionsEnabled?: boolean | null | undefined
  /** `''` takes the role off the badge. */
  roleKey?: string | null | undefined
  icon?: string | { [K in keyof store.BadgeIcon]?: string | null | undefined } | null | undefined
  revision?: string | null | undefined
}
const iconOf = (icon: BadgeWish['icon']): store.BadgeIcon | null => {
  if (!icon) return null
  if (typeof icon === 'string') return { url: icon }
  const given = (text: string | null | undefined) => text ?? undefined
  return { id: given(icon.id), url: given(icon.url), altText: given(icon.altText), filename: given(icon.filename) }
}

/** The badge with this id; NOT_FOUND when there is none. */
export const foundBadge = async (ctx: Ctx, id: string): Promise<store.Badge> =>
  (isGuid(id) ? await store.badgeById(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')

/** The role that a wish names; whoever links one has to be allowed to give it, for every holder gets it. */
async function roleOfWish(ctx: Ctx, wish: BadgeWish, before: string | null): Promise<string | null> {
  const roleKey = wish.roleKey ?? before
  if (!roleKey || roleKey === before) return roleKey || null
  if (isSystemRole(roleKey) || !(await roleDefinitions(ctx)).some((role) => role.roleKey === roleKey)) refuse('ROLE_DOES_NOT_EXIST', { roleKey })
  return roleKey
}
function mayLinkRoles({ caller }: Ctx): void {
  if (caller.permissions && !caller.permissions.includes('MEMBERS.MEMBER_ROLES_MANAGE')) refuseStandard('PERMISSION_DENIED')
}

/** A new badge at the end of the order. Refuses TOO_MANY_BADGES, ROLE_DOES_NOT_EXIST. */
export async function createBadge(ctx: Ctx, wish: BadgeWish & { title: string; backgroundColor: string; textColor: string }): Promise<store.Badge> {
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
    roleKey: await roleOfWish(ctx, wish, null),
    slug: freeSlug(wish.title, new Set(all.map((one) => one.slug))),
    position: (all.at(-1)?.position ?? 0) + 1,
    revision: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  if (badge.roleKey) mayLinkRoles(ctx)
  await store.insertBadge(ctx, badge)
  ctx.announce(badgeEvents.created(badgeToWire(badge)))
  return badge
}

/** Changes a badge; its holders follow when the role that comes with it is another. Refuses NOT_FOUND, INVALID_REVISION, ROLE_DOES_NOT_EXIST. */
export async function changeBadge(ctx: Ctx, id: string, wish: BadgeWish): Promise<store.Badge> {
  await store.lockBadges(ctx)
  const from = await foundBadge(ctx, id)
  if (wish.revision && wish.revision !== String(from.revision)) refuse('INVALID_REVISION', { revision: wish.revision })
  const badge: store.Badge = {
    ...from,
    title: wish.title ?? from.title,
    description: wish.description ?? from.description,
    backgroundColor: wish.backgroundColor ?? from.backgroundColor,
    textColor: wish.textColor ?? from.textColor,
    icon: wish.icon === undefined ? from.icon : iconOf(wish.icon),
    permissionsEnabled: wish.permissionsEnabled ?? from.permissionsEnabled,
    roleKey: await roleOfWish(ctx, wish, from.roleKey),
  }
  if (badge.roleKey !== from.roleKey || roleWith(badge) !== roleWith(from)) mayLinkRoles(ctx)
  return saved(ctx, from, badge)
}
async function saved(ctx: Ctx, from: store.Badge, to: store.Badge): Promise<store.Badge> {
  const badge = { ...to, revision: from.revision + 1, updatedAt: ctx.now }
  // The row is locked from here on: whoever gives this badge at the same time waits and gives the new role.
  await store.updateBadge(ctx, badge)
  const [before, after] = [roleWith(from), roleWith(badge)]
  if (before !== after) {
    await takeRoleOfBadge(ctx, badge.id)
    if (after) await giveRoleWithBadge(ctx, { badgeId: badge.id, roleKey: after, memberIds: await store.holdersOf(ctx, badge.id) })
  }
  ctx.announce(badgeEvents.updated(badgeToWire(badge)))
  return badge
}

/** Removes a badge; its holders lose it, and the role that came with it. Refuses NOT_FOUND. */
export async function removeBadge(ctx: Ctx, id: string): Promise<void> {
  await store.lockBadges(ctx)
  const badge = await foundBadge(ctx, id)
  await store.deleteBadge(ctx, badge.id)
  await takeRoleOfBadge(ctx, badge.id)
  ctx.announce(badgeEvents.deleted(badge.id))
}

/** The badges in the order that `arrange` makes of the present one; NOT_FOUND when it can't. */
export async function orderBadges(ctx: Ctx, arrange: (ids: readonly string[]) => string[] | undefined): Promise<store.Badge[]> {
  await store.lockBadges(ctx)
  const before = await store.allBadges(ctx)
  const after = arrange(before.map((badge) => badge.id)) ?? refuseStandard('NOT_FOUND')
  await store.placeBadges(ctx, after)
  return store.allBadges(ctx)
}

/** A role goes from the site: badges that brought it stay and bring none. */
export async function dropRole(ctx: Ctx, { roleKey }: { roleKey: string }): Promise<void> {
  await store.lockBadges(ctx)
  for (const badge of await store.allBadges(ctx)) if (badge.roleKey === roleKey) await saved(ctx, badge, { ...badge, roleKey: null, permissionsEnabled: false })
}
