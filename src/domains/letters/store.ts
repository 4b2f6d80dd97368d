/** All SQL on readers of letters. */
import type { Ctx } from '#kit/ctx.ts'
import { letterKinds, type LetterKind } from './rules/kinds.ts'

export interface Reader {
  /** The id of a member, or the lower-case address of somebody who is none. */
  reader: string
  /** What the link in their letters names. */
  linkId: string
  refused: LetterKind[]
}
const known = (refused: readonly string[]): LetterKind[] => letterKinds.filter((kind) => refused.includes(kind))
const readers = (ctx: Ctx) => ctx.tx.selectFrom('letterReader').select(['reader', 'linkId', 'refused']).where('siteId', '=', ctx.siteId)

export async function readerOf(ctx: Ctx, reader: string): Promise<Reader | undefined> {
  const row = await readers(ctx).where('reader', '=', reader).executeTakeFirst()
  return row && { ...row, refused: known(row.refused) }
}
export async function readerByLink(ctx: Ctx, linkId: string): Promise<Reader | undefined> {
  const row = await readers(ctx).where('linkId', '=', linkId).executeTakeFirst()
  return row && { ...row, refused: known(row.refused) }
}
/** The reader's row; a new one when there is none. Two letters at once make one. */
export async function insertReader(ctx: Ctx, { reader, linkId, refused }: Reader): Promise<Reader> {
  await ctx.tx
    .insertInto('letterReader')
    .values({ siteId: ctx.siteId, reader, linkId, refused, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'reader']).doNothing())
    .execute()
  return (await readerOf(ctx, reader)) as Reader
}
/** An address that became a member: the row, and the links in letters that were sent, are theirs from now on. */
export const renameReader = (ctx: Ctx, from: string, to: string): Promise<unknown> =>
  ctx.tx.updateTable('letterReader').set({ reader: to, updatedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('reader', '=', from).execute()
export const saveRefused = (ctx: Ctx, reader: string, refused: LetterKind[]): Promise<unknown> =>
  ctx.tx.updateTable('letterReader').set({ refused, updatedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('reader', '=', reader).execute()
export const deleteReaders = (ctx: Ctx, keys: readonly string[]): Promise<unknown> =>
  ctx.tx.deleteFrom('letterReader').where('siteId', '=', ctx.siteId).where('reader', 'in', keys).execute()
