/** All SQL on notes about members. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

export interface Note {
  id: string
  memberId: string
  text: string
  authorId: string | null
  createdAt: Temporal.Instant
}
const MAX_NOTES = 200

export const listNotes = (ctx: ReadContext, memberId: string): Promise<Note[]> =>
  ctx.db
    .selectFrom('memberNote')
    .select(['id', 'memberId', 'text', 'authorId', 'createdAt'])
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_NOTES)
    .execute()
export const insertNote = (ctx: TransactionContext, note: Note): Promise<unknown> =>
  ctx.tx
    .insertInto('memberNote')
    .values({ siteId: ctx.siteId, ...note })
    .execute()
export const deleteNote = async (ctx: TransactionContext, memberId: string, id: string): Promise<boolean> =>
  (await ctx.tx
    .deleteFrom('memberNote')
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
export const deleteNotesOfMember = (ctx: TransactionContext, memberId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('memberNote').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).execute()
