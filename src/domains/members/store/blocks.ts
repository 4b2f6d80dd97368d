/** All SQL on blocks between members. */
import { sql, type SqlBool } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Fields } from '#kit/query/filter.ts'
import { cursorPage, readQuery, type CursorMeta, type WireQuery } from '#kit/query/query.ts'

/** The block between two members, in either direction. */
export const findBlock = (ctx: ReadContext, one: string, other: string): Promise<{ blockerId: string; blockedId: string } | undefined> =>
  ctx.db
    .selectFrom('memberBlock')
    .select(['blockerId', 'blockedId'])
    .where('siteId', '=', ctx.siteId)
    .where(sql<SqlBool>`least(blocker_id, blocked_id) = least(${one}::uuid, ${other}::uuid)`)
    .where(sql<SqlBool>`greatest(blocker_id, blocked_id) = greatest(${one}::uuid, ${other}::uuid)`)
    .executeTakeFirst()

/** False when there is one between the two already. */
export const insertBlock = async (ctx: TransactionContext, blockerId: string, blockedId: string): Promise<boolean> =>
  (await ctx.tx
    .insertInto('memberBlock')
    .values({ siteId: ctx.siteId, blockerId, blockedId, createdAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('blockedId')
    .executeTakeFirst()) !== undefined
export const deleteBlock = async (ctx: TransactionContext, blockerId: string, blockedId: string): Promise<boolean> =>
  (await ctx.tx
    .deleteFrom('memberBlock')
    .where('siteId', '=', ctx.siteId)
    .where('blockerId', '=', blockerId)
    .where('blockedId', '=', blockedId)
    .returning('blockedId')
    .executeTakeFirst()) !== undefined
/** Called when a member becomes owner or contributor, who cannot be part of a block. */
export const deleteBlocksOfMember = (ctx: TransactionContext, memberId: string): Promise<unknown> =>
  ctx.tx
    .deleteFrom('memberBlock')
    .where('siteId', '=', ctx.siteId)
    .where((eb) => eb.or([eb('blockerId', '=', memberId), eb('blockedId', '=', memberId)]))
    .execute()

const fields = (memberId: string) =>
  ({
    createdDate: { type: 'instant', column: 'member_block.created_at', sort: true, required: true },
    id: { type: 'id', column: sql`(case when blocker_id = ${memberId}::uuid then blocked_id else blocker_id end)`, required: true },
  }) satisfies Fields
type Paging = WireQuery['cursorPaging']
/** The blocks of a member, oldest first; `onlyOwn`: without those made by others. */
export async function findBlocks(
  ctx: ReadContext,
  memberId: string,
  paging: Paging,
  onlyOwn: boolean,
): Promise<{ blocks: { memberId: string; blockDirection: 'BLOCKING' | 'BLOCKED' }[]; meta: CursorMeta }> {
  const query = readQuery(
    { cursorPaging: paging ?? null },
    {
      name: `members.blocks.${onlyOwn ? 'my' : 'all'}`,
      fields: fields(memberId),
      paging: 'cursor',
      path: '',
      defaultSort: [{ field: 'createdDate', order: 'ASC' }],
      minLimit: 1,
    },
  )
  const base = ctx.db
    .selectFrom('memberBlock')
    .select(['blockerId', 'blockedId'])
    .where('siteId', '=', ctx.siteId)
    .where((eb) => (onlyOwn ? eb('blockerId', '=', memberId) : eb.or([eb('blockerId', '=', memberId), eb('blockedId', '=', memberId)])))
  const { rows, meta } = await cursorPage(base, query)
  const blocks = rows.map(({ blockerId, blockedId }) =>
    blockerId === memberId ? { memberId: blockedId, blockDirection: 'BLOCKING' as const } : { memberId: blockerId, blockDirection: 'BLOCKED' as const },
  )
  return { blocks, meta }
}

/** The members whom a member blocked, the newest block first, without deleted ones. */
export const listBlockedMembers = (ctx: ReadContext, memberId: string): Promise<{ id: string; nickname: string }[]> =>
  ctx.db
    .selectFrom('memberBlock')
    .innerJoin('member', (join) => join.onRef('member.siteId', '=', 'memberBlock.siteId').onRef('member.id', '=', 'memberBlock.blockedId'))
    .select(['member.id', 'member.nickname'])
    .where('memberBlock.siteId', '=', ctx.siteId)
    .where('memberBlock.blockerId', '=', memberId)
    .where('member.deletedAt', 'is', null)
    .orderBy('memberBlock.createdAt', 'desc')
    .limit(200)
    .execute()
