/** Creates, changes, orders and deletes badges. A badge may grant its holders a role. Source: guide members §16.3. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { grantBadgeRole, isSystemRole, listRoleDefinitions, revokeBadgeRole } from '#domains/members/public.ts'
import { refuse } from '../errors.ts'
import { badgeEvents } from '../events.ts'
import { generateSlug, MAX_BADGES, getBadgeRole } from '../rules/badges.ts'
import * as store from '../store/badges.ts'
import { badgeToWire } from '../wire.ts'

/** Input of both versions of the contract; absent and null keep a value. */
export interface BadgeInput {
  title?: string | null | undefined
  description?: string | null | undefined
  backgroundColor?: string | null | undefined
  textColor?: string | null | undefined
  permissionsEnabled?: boolean | null | undefined
  /** `''` removes the role. */
  roleKey?: string | null | undefined
  icon?: string | { [K in keyof store.BadgeIcon]?: string | null | undefined } | null | undefined
  revision?: string | null | undefined
}
const toIcon = (icon: BadgeInput['icon']): store.BadgeIcon | null => {
  if (!icon) return null
  if (typeof icon === 'string') return { url: icon }
  const nullToUndefined = (text: string | null | undefined) => text ?? undefined
  return { id: nullToUndefined(icon.id), url: nullToUndefined(icon.url), altText: nullToUndefined(icon.altText), filename: nullToUndefined(icon.filename) }
}

/** The badge with this id; NOT_FOUND when there is none. */
export const getBadge = async (ctx: ReadContext, id: string): Promise<store.Badge> =>
  (isGuid(id) ? await store.findBadge(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')

/** The role key after the change; refuses unknown roles and system roles. */
async function resolveRoleKey(ctx: ReadContext, input: BadgeInput, before: string | null): Promise<string | null> {
  const roleKey = input.roleKey ?? before
  if (!roleKey || roleKey === before) return roleKey || null
  if (isSystemRole(roleKey) || !(await listRoleDefinitions(ctx)).some((role) => role.roleKey === roleKey)) refuse('ROLE_DOES_NOT_EXIST', { roleKey })
  return roleKey
}
function assertCanLinkRoles({ caller }: BaseContext): void {
  if (caller.permissions && !caller.permissions.includes('MEMBERS.MEMBER_ROLES_MANAGE')) refuseStandard('PERMISSION_DENIED')
}

/** A new badge at the end of the order. Refuses TOO_MANY_BADGES, ROLE_DOES_NOT_EXIST. */
export async function createBadge(
  ctx: TransactionContext,
  input: BadgeInput & { title: string; backgroundColor: string; textColor: string },
): Promise<store.Badge> {
  await store.lockBadges(ctx)
  const all = await store.listBadges(ctx)
  if (all.length >= MAX_BADGES) refuse('TOO_MANY_BADGES', { maximum: MAX_BADGES })
  const badge: store.Badge = {
    id: ctx.newId(),
    title: input.title,
    description: input.description ?? '',
    backgroundColor: input.backgroundColor,
    textColor: input.textColor,
    icon: toIcon(input.icon),
    permissionsEnabled: input.permissionsEnabled ?? false,
    roleKey: await resolveRoleKey(ctx, input, null),
    slug: generateSlug(input.title, new Set(all.map((one) => one.slug))),
    position: (all.at(-1)?.position ?? 0) + 1,
    revision: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  if (badge.roleKey) assertCanLinkRoles(ctx)
  await store.insertBadge(ctx, badge)
  ctx.emit(badgeEvents.created(badgeToWire(badge)))
  return badge
}

/** Changes a badge, and the roles of its holders with it. Refuses NOT_FOUND, INVALID_REVISION, ROLE_DOES_NOT_EXIST. */
export async function changeBadge(ctx: TransactionContext, id: string, input: BadgeInput): Promise<store.Badge> {
  await store.lockBadges(ctx)
  const from = await getBadge(ctx, id)
  if (input.revision && input.revision !== String(from.revision)) refuse('INVALID_REVISION', { revision: input.revision })
  const badge: store.Badge = {
    ...from,
    title: input.title ?? from.title,
    description: input.description ?? from.description,
    backgroundColor: input.backgroundColor ?? from.backgroundColor,
    textColor: input.textColor ?? from.textColor,
    icon: input.icon === undefined ? from.icon : toIcon(input.icon),
    permissionsEnabled: input.permissionsEnabled ?? from.permissionsEnabled,
    roleKey: await resolveRoleKey(ctx, input, from.roleKey),
  }
  if (badge.roleKey !== from.roleKey || getBadgeRole(badge) !== getBadgeRole(from)) assertCanLinkRoles(ctx)
  return saveBadge(ctx, from, badge)
}
async function saveBadge(ctx: TransactionContext, from: store.Badge, to: store.Badge): Promise<store.Badge> {
  const badge = { ...to, revision: from.revision + 1, updatedAt: ctx.now }
  // Locks the row: a concurrent assignment waits and grants the new role.
  await store.updateBadge(ctx, badge)
  const [before, after] = [getBadgeRole(from), getBadgeRole(badge)]
  if (before !== after) {
    await revokeBadgeRole(ctx, badge.id)
    if (after) await grantBadgeRole(ctx, { badgeId: badge.id, roleKey: after, memberIds: await store.listHolders(ctx, badge.id) })
  }
  ctx.emit(badgeEvents.updated(badgeToWire(badge)))
  return badge
}

/** Deletes a badge with its assignments and the roles that it granted. Refuses NOT_FOUND. */
export async function removeBadge(ctx: TransactionContext, id: string): Promise<void> {
  await store.lockBadges(ctx)
  const badge = await getBadge(ctx, id)
  await store.deleteBadge(ctx, badge.id)
  await revokeBadgeRole(ctx, badge.id)
  ctx.emit(badgeEvents.deleted(badge.id))
}

/** Reorders badges by `arrange`; refuses NOT_FOUND when it returns undefined. */
export async function orderBadges(ctx: TransactionContext, arrange: (ids: readonly string[]) => string[] | undefined): Promise<store.Badge[]> {
  await store.lockBadges(ctx)
  const before = await store.listBadges(ctx)
  const after = arrange(before.map((badge) => badge.id)) ?? refuseStandard('NOT_FOUND')
  await store.setBadgeOrder(ctx, after)
  return store.listBadges(ctx)
}

/** A role is deleted: badges that granted it stay without role. */
export async function removeRoleFromBadges(ctx: TransactionContext, { roleKey }: { roleKey: string }): Promise<void> {
  await store.lockBadges(ctx)
  for (const badge of await store.listBadges(ctx))
    if (badge.roleKey === roleKey) await saveBadge(ctx, badge, { ...badge, roleKey: null, permissionsEnabled: false })
}
