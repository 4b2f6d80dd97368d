/** All SQL on about texts of members. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { Fields } from '#kit/query/filter.ts'
import type { VisibleMembers } from '#domains/members/public.ts'
import { cursorPage, readQuery, type CursorMeta, type WireQuery } from '#kit/query/query.ts'

export interface About {
  id: string
  memberId: string
  content: Record<string, unknown>
  revision: number
}
const columns = ['memberAbout.id', 'memberAbout.memberId', 'memberAbout.content', 'memberAbout.revision'] as const
const abouts = (ctx: ReadContext) => ctx.db.selectFrom('memberAbout').select(columns).where('memberAbout.siteId', '=', ctx.siteId)
type Row = { id: string; memberId: string; content: unknown; revision: number }
const toAbout = (row: Row): About => ({ ...row, content: row.content as Record<string, unknown> })

export async function findAbout(ctx: ReadContext, id: string): Promise<About | undefined> {
  const row = await abouts(ctx).where('memberAbout.id', '=', id).executeTakeFirst()
  return row && toAbout(row)
}
export async function lockAbout(ctx: TransactionContext, id: string): Promise<About | undefined> {
  const row = await abouts(ctx).where('memberAbout.id', '=', id).forUpdate().executeTakeFirst()
  return row && toAbout(row)
}
export async function findAboutOfMember(ctx: ReadContext, memberId: string): Promise<About | undefined> {
  const row = await abouts(ctx).where('memberAbout.memberId', '=', memberId).executeTakeFirst()
  return row && toAbout(row)
}
/** False when the member has one already. */
export const insertAbout = async (ctx: TransactionContext, { id, memberId, content, revision }: About): Promise<boolean> =>
  (await ctx.tx
    .insertInto('memberAbout')
    .values({ siteId: ctx.siteId, id, memberId, content: json(content), revision, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
export const updateAbout = (ctx: TransactionContext, { id, content, revision }: About): Promise<unknown> =>
  ctx.tx
    .updateTable('memberAbout')
    .set({ content: json(content), revision, updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
export const deleteAboutOfMember = (ctx: TransactionContext, memberId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('memberAbout').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).execute()
export const deleteAbout = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('memberAbout').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

const fields = {
  id: { type: 'id', column: 'member_about.id', required: true },
  memberId: { type: 'id', column: 'member_about.member_id', required: true },
  createdDate: { type: 'instant', column: 'member_about.created_at', required: true, sort: true },
} satisfies Fields
/** Texts of visible members, and the caller's own. */
export async function findAbouts(ctx: ReadContext, wire: WireQuery, { seen }: VisibleMembers): Promise<{ abouts: About[]; meta: CursorMeta }> {
  const query = readQuery(wire, { name: 'abouts.query', fields, paging: 'cursor', defaultSort: [{ field: 'createdDate', order: 'ASC' }], minLimit: 1 })
  const ofVisible = abouts(ctx).where((eb) => eb.or([eb('memberAbout.memberId', 'in', seen), eb('memberAbout.memberId', '=', ctx.caller.memberId ?? null)]))
  const { rows, meta } = await cursorPage(ofVisible, query)
  return { abouts: rows.map(toAbout), meta }
}
