/** All SQL on badges and who has them. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, writes } from '#kit/db/open.ts'
import type { Fields } from '#kit/query/filter.ts'
import type { VisibleMembers } from '#domains/members/public.ts'
import { cursorPage, offsetPage, readQuery, type CursorMeta, type OffsetMeta, type WireQuery } from '#kit/query/query.ts'

export interface BadgeIcon {
  id?: string | undefined
  url?: string | undefined
  altText?: string | undefined
  filename?: string | undefined
}
export interface Badge {
  id: string
  title: string
  description: string
  backgroundColor: string
  textColor: string
  icon: BadgeIcon | null
  /** Whether the badge grants its role. */
  permissionsEnabled: boolean
  roleKey: string | null
  slug: string
  position: number
  revision: number
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}
export interface Assignment {
  id: string
  badgeId: string
  memberId: string
  createdAt: Temporal.Instant
}

const columns = [
  'badge.id',
  'badge.title',
  'badge.description',
  'badge.backgroundColor',
  'badge.textColor',
  'badge.icon',
  'badge.permissionsEnabled',
  'badge.roleKey',
  'badge.slug',
  'badge.position',
  'badge.revision',
  'badge.createdAt',
  'badge.updatedAt',
] as const
const badges = (ctx: ReadContext) => ctx.db.selectFrom('badge').select(columns).where('badge.siteId', '=', ctx.siteId)
const toBadge = (row: Omit<Badge, 'icon'> & { icon: unknown }): Badge => ({ ...row, icon: row.icon as BadgeIcon | null })

/** Advisory lock per site until commit. */
export const lockBadges = (ctx: TransactionContext): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.siteId} community.badges`}, 20))`.execute(ctx.tx)
export const listBadges = async (ctx: ReadContext): Promise<Badge[]> =>
  (await badges(ctx).orderBy('badge.position').orderBy('badge.createdAt').execute()).map(toBadge)
export async function findBadge(ctx: ReadContext, id: string): Promise<Badge | undefined> {
  const row = await badges(ctx).where('badge.id', '=', id).executeTakeFirst()
  return row && toBadge(row)
}
/** With a share lock until commit. */
export async function lockBadgeForShare(ctx: TransactionContext, id: string): Promise<Badge | undefined> {
  const row = await badges(ctx).where('badge.id', '=', id).forShare().executeTakeFirst()
  return row && toBadge(row)
}
export const insertBadge = (ctx: TransactionContext, badge: Badge): Promise<unknown> =>
  ctx.tx
    .insertInto('badge')
    .values({ siteId: ctx.siteId, ...badge, icon: badge.icon && json(badge.icon) })
    .execute()
export const updateBadge = (ctx: TransactionContext, { id, createdAt: _, ...badge }: Badge): Promise<unknown> =>
  ctx.tx
    .updateTable('badge')
    .set({ ...badge, icon: badge.icon && json(badge.icon) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
/** Puts the badges into this order. */
export const setBadgeOrder = (ctx: TransactionContext, ids: readonly string[]): Promise<unknown> =>
  sql`${writes('badge')} update badge set position = n.place
    from unnest(${ids}::uuid[]) with ordinality as n(id, place)
    where badge.site_id = ${ctx.siteId} and badge.id = n.id`.execute(ctx.tx)
export const deleteBadge = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('badge').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

const badgeFields = {
  id: { type: 'id', column: 'badge.id', required: true },
  title: { type: 'string', column: 'badge.title', required: true, sort: true },
  slug: { type: 'string', column: 'badge.slug', required: true },
  description: { type: 'string', column: 'badge.description', emptyIsAbsent: true },
  permissionsEnabled: { type: 'boolean', column: 'badge.permissions_enabled', required: true },
  createdDate: { type: 'instant', column: 'badge.created_at', required: true, sort: true },
  updatedDate: { type: 'instant', column: 'badge.updated_at', required: true, sort: true },
  position: { type: 'integer', column: 'badge.position', required: true, sort: true },
} satisfies Fields
export async function findBadges(ctx: ReadContext, wire: WireQuery): Promise<{ badges: Badge[]; meta: CursorMeta }> {
  const query = readQuery(wire, { name: 'badges.query', fields: badgeFields, paging: 'cursor', defaultSort: [{ field: 'position', order: 'ASC' }] })
  const { rows, meta } = await cursorPage(badges(ctx), query)
  return { badges: rows.map(toBadge), meta }
}

const assignments = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('badgeAssignment')
    .select(['badgeAssignment.id', 'badgeAssignment.badgeId', 'badgeAssignment.memberId', 'badgeAssignment.createdAt'])
    .where('badgeAssignment.siteId', '=', ctx.siteId)
/** Assignments of visible members, and the caller's own. */
const selectVisibleAssignments = (ctx: ReadContext, { seen }: VisibleMembers) =>
  assignments(ctx).where((eb) =>
    eb.or([
      eb('badgeAssignment.memberId', 'in', seen),
      ...(ctx.caller.memberId === undefined ? [] : [eb('badgeAssignment.memberId', '=', ctx.caller.memberId)]),
    ]),
  )
/** Assigns a badge to members; returns new assignments only. */
export const insertAssignments = (ctx: TransactionContext, badgeId: string, memberIds: readonly string[]): Promise<Assignment[]> =>
  ctx.tx
    .insertInto('badgeAssignment')
    .values(memberIds.map((memberId) => ({ siteId: ctx.siteId, id: ctx.newId(), badgeId, memberId, createdAt: ctx.now })))
    .onConflict((oc) => oc.doNothing())
    .returning(['id', 'badgeId', 'memberId', 'createdAt'])
    .execute()
export const deleteAssignment = (ctx: TransactionContext, id: string): Promise<Assignment | undefined> =>
  ctx.tx
    .deleteFrom('badgeAssignment')
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returning(['id', 'badgeId', 'memberId', 'createdAt'])
    .executeTakeFirst()
export const deleteAssignments = (ctx: TransactionContext, badgeId: string, memberIds: readonly string[]): Promise<Assignment[]> =>
  ctx.tx
    .deleteFrom('badgeAssignment')
    .where('siteId', '=', ctx.siteId)
    .where('badgeId', '=', badgeId)
    .where('memberId', 'in', memberIds)
    .returning(['id', 'badgeId', 'memberId', 'createdAt'])
    .execute()
export const deleteAssignmentsOfMember = (ctx: TransactionContext, memberId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('badgeAssignment').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).execute()
export const listAssignments = (ctx: ReadContext, memberIds: readonly string[]): Promise<Assignment[]> =>
  memberIds.length === 0
    ? Promise.resolve([])
    : assignments(ctx).where('badgeAssignment.memberId', 'in', memberIds).orderBy('badgeAssignment.createdAt').orderBy('badgeAssignment.id').execute()
/** Everyone who has the badge. */
export const listHolders = async (ctx: ReadContext, badgeId: string): Promise<string[]> =>
  (await ctx.db.selectFrom('badgeAssignment').select('memberId').where('siteId', '=', ctx.siteId).where('badgeId', '=', badgeId).execute()).map(
    ({ memberId }) => memberId,
  )
/** Assignments of those of the members whom the caller may see. */
export const listVisibleAssignments = (ctx: ReadContext, memberIds: readonly string[], members: VisibleMembers): Promise<Assignment[]> =>
  memberIds.length === 0
    ? Promise.resolve([])
    : selectVisibleAssignments(ctx, members)
        .where('badgeAssignment.memberId', 'in', memberIds)
        .orderBy('badgeAssignment.createdAt')
        .orderBy('badgeAssignment.id')
        .execute()
export const countMembersPerBadge = (ctx: ReadContext, { seen }: VisibleMembers): Promise<{ badgeId: string; count: number }[]> =>
  ctx.db
    .selectFrom('badgeAssignment')
    .select(['badgeId', (eb) => eb.fn.countAll<number>().as('count')])
    .where('siteId', '=', ctx.siteId)
    .where('memberId', 'in', seen)
    .groupBy('badgeId')
    .execute()

const assignmentFields = {
  id: { type: 'id', column: 'badge_assignment.id', required: true },
  badgeId: { type: 'id', column: 'badge_assignment.badge_id', required: true },
  memberId: { type: 'id', column: 'badge_assignment.member_id', required: true },
  createdDate: { type: 'instant', column: 'badge_assignment.created_at', required: true, sort: true },
} satisfies Fields
export async function findAssignments(ctx: ReadContext, wire: WireQuery, members: VisibleMembers): Promise<{ assignments: Assignment[]; meta: CursorMeta }> {
  const query = readQuery(wire, {
    name: 'badges.assignments',
    fields: assignmentFields,
    paging: 'cursor',
    defaultSort: [{ field: 'createdDate', order: 'ASC' }],
  })
  const { rows, meta } = await cursorPage(selectVisibleAssignments(ctx, members), query)
  return { assignments: rows, meta }
}
export async function findMembersWithBadge(
  ctx: ReadContext,
  badgeId: string,
  paging: WireQuery['paging'],
  members: VisibleMembers,
): Promise<{ memberIds: string[]; meta: OffsetMeta }> {
  const query = readQuery(
    { paging: paging ?? null },
    { name: 'badges.members', fields: assignmentFields, paging: 'offset', path: '', defaultSort: [{ field: 'createdDate', order: 'ASC' }] },
  )
  const { rows, meta } = await offsetPage(selectVisibleAssignments(ctx, members).where('badgeAssignment.badgeId', '=', badgeId), query)
  return { memberIds: rows.map((row) => row.memberId), meta }
}
