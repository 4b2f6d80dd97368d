/** All SQL on email recipients. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { optionalEmailKinds, type OptionalEmailKind } from '../rules/email-kinds.ts'

export interface EmailRecipient {
  /** The id of a member, or the lower-case address of anybody else. */
  reader: string
  /** The id in the links of their emails. */
  linkId: string
  refused: OptionalEmailKind[]
}
const filterKnownKinds = (refused: readonly string[]): OptionalEmailKind[] => optionalEmailKinds.filter((kind) => refused.includes(kind))
const selectRecipients = (ctx: ReadContext) => ctx.db.selectFrom('letterReader').select(['reader', 'linkId', 'refused']).where('siteId', '=', ctx.siteId)

export async function findRecipient(ctx: ReadContext, reader: string): Promise<EmailRecipient | undefined> {
  const row = await selectRecipients(ctx).where('reader', '=', reader).executeTakeFirst()
  return row && { ...row, refused: filterKnownKinds(row.refused) }
}
export async function findRecipientByLink(ctx: ReadContext, linkId: string): Promise<EmailRecipient | undefined> {
  const row = await selectRecipients(ctx).where('linkId', '=', linkId).executeTakeFirst()
  return row && { ...row, refused: filterKnownKinds(row.refused) }
}
/** Inserts the recipient unless a concurrent email did; returns the row. */
export async function insertRecipient(ctx: TransactionContext, { reader, linkId, refused }: EmailRecipient): Promise<EmailRecipient> {
  await ctx.tx
    .insertInto('letterReader')
    .values({ siteId: ctx.siteId, reader, linkId, refused, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'reader']).doNothing())
    .execute()
  return (await findRecipient(ctx, reader)) as EmailRecipient
}
/** An address became a member: row and links of sent emails become theirs. */
export const renameRecipient = (ctx: TransactionContext, from: string, to: string): Promise<unknown> =>
  ctx.tx.updateTable('letterReader').set({ reader: to, updatedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('reader', '=', from).execute()
export const saveRefusedKinds = (ctx: TransactionContext, reader: string, refused: OptionalEmailKind[]): Promise<unknown> =>
  ctx.tx.updateTable('letterReader').set({ refused, updatedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('reader', '=', reader).execute()
export const deleteRecipients = (ctx: TransactionContext, keys: readonly string[]): Promise<unknown> =>
  ctx.tx.deleteFrom('letterReader').where('siteId', '=', ctx.siteId).where('reader', 'in', keys).execute()
