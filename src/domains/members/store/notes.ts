/** All SQL on notes about members. */
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'

export interface Note {
  id: string
  memberId: string
  text: string
  authorId: string | null
  createdAt: Temporal.Instant
}
const MAX_NOTES = 200

export const listNotes = (ctx: Ctx, memberId: string): Promise<Note[]> =>
  ctx.tx
    .selectFrom('memberNote')
    .select(['id', 'memberId', 'text', 'authorId', 'createdAt'])
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_NOTES)
    .execute()
export const insertNote = (ctx: Ctx, note: Note): Promise<unknown> =>
  ctx.tx
    .insertInto('memberNote')
    .values({ siteId: ctx.siteId, ...note })
    .execute()
export const deleteNote = async (ctx: Ctx, memberId: string, id: string): Promise<boolean> =>
  (await ctx.tx
    .deleteFrom('memberNote')
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
export const deleteNotesOfMember = (ctx: Ctx, memberId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('memberNote').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).execute()
