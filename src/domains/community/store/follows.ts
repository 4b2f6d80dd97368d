/** All SQL on follows. Both members are public: becoming private ends follows. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Fields } from '#kit/query/filter.ts'
import type { VisibleMembers } from '#domains/members/public.ts'
import { cursorPage, readQuery, type CursorMeta, type WireQuery } from '#kit/query/query.ts'

/** False when it existed before. */
export const insertFollow = async (ctx: TransactionContext, followerId: string, followedId: string): Promise<boolean> =>
  (await ctx.tx
    .insertInto('memberFollow')
    .values({ siteId: ctx.siteId, followerId, followedId, createdAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('followedId')
    .executeTakeFirst()) !== undefined
export const deleteFollow = async (ctx: TransactionContext, followerId: string, followedId: string): Promise<boolean> =>
  (await ctx.tx
    .deleteFrom('memberFollow')
    .where('siteId', '=', ctx.siteId)
    .where('followerId', '=', followerId)
    .where('followedId', '=', followedId)
    .returning('followedId')
    .executeTakeFirst()) !== undefined
/** Deletes all follows of a member, or those between two, in both directions; returns them. */
export const deleteFollowsOfMember = (ctx: TransactionContext, memberId: string, otherId?: string): Promise<{ followerId: string; followedId: string }[]> =>
  ctx.tx
    .deleteFrom('memberFollow')
    .where('siteId', '=', ctx.siteId)
    .where((eb) =>
      otherId === undefined
        ? eb.or([eb('followerId', '=', memberId), eb('followedId', '=', memberId)])
        : eb.or([
            eb.and([eb('followerId', '=', memberId), eb('followedId', '=', otherId)]),
            eb.and([eb('followerId', '=', otherId), eb('followedId', '=', memberId)]),
          ]),
    )
    .returning(['followerId', 'followedId'])
    .execute()

/** Everyone whom a member follows, and everyone who follows them. */
export async function listFollows(ctx: ReadContext, memberId: string): Promise<{ following: string[]; followers: string[] }> {
  const rows = await ctx.db
    .selectFrom('memberFollow')
    .select(['followerId', 'followedId'])
    .where('siteId', '=', ctx.siteId)
    .where((eb) => eb.or([eb('followerId', '=', memberId), eb('followedId', '=', memberId)]))
    .execute()
  return {
    following: rows.filter((row) => row.followerId === memberId).map((row) => row.followedId),
    followers: rows.filter((row) => row.followedId === memberId).map((row) => row.followerId),
  }
}

/** Ids of those who follow a member (`followers`) or whom the member follows (`following`), without those invisible to the caller; the latest first. */
export async function findFollows(
  ctx: ReadContext,
  memberId: string,
  side: 'followers' | 'following',
  paging: WireQuery['cursorPaging'],
  { seen }: VisibleMembers,
): Promise<{ memberIds: string[]; meta: CursorMeta }> {
  const [memberColumn, otherColumn] = side === 'followers' ? (['followedId', 'followerId'] as const) : (['followerId', 'followedId'] as const)
  const fields = {
    id: { type: 'id', column: side === 'followers' ? 'member_follow.follower_id' : 'member_follow.followed_id', required: true },
    createdDate: { type: 'instant', column: 'member_follow.created_at', required: true, sort: true },
  } satisfies Fields
  const query = readQuery(
    { cursorPaging: paging ?? null },
    { name: `follows.${side}`, fields, paging: 'cursor', path: '', defaultSort: [{ field: 'createdDate', order: 'DESC' }], minLimit: 1 },
  )
  const base = ctx.db
    .selectFrom('memberFollow')
    .select([`${otherColumn} as id`])
    .where('siteId', '=', ctx.siteId)
    .where(memberColumn, '=', memberId)
    .where(otherColumn, 'in', seen)
  const { rows, meta } = await cursorPage(base, query)
  return { memberIds: rows.map((row) => row.id), meta }
}
/** Who of `others` follows the member, and whom of them the member follows. */
export async function loadConnections(
  ctx: ReadContext,
  memberId: string,
  others: readonly string[],
): Promise<{ followers: Set<string>; following: Set<string> }> {
  if (others.length === 0) return { followers: new Set(), following: new Set() }
  const rows = await ctx.db
    .selectFrom('memberFollow')
    .select(['followerId', 'followedId'])
    .where('siteId', '=', ctx.siteId)
    .where((eb) =>
      eb.or([
        eb.and([eb('followerId', '=', memberId), eb('followedId', 'in', others)]),
        eb.and([eb('followedId', '=', memberId), eb('followerId', 'in', others)]),
      ]),
    )
    .execute()
  return {
    followers: new Set(rows.filter((row) => row.followedId === memberId).map((row) => row.followerId)),
    following: new Set(rows.filter((row) => row.followerId === memberId).map((row) => row.followedId)),
  }
}
