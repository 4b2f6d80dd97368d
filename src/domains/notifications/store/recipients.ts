/** All SQL on email recipients. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { optionalEmailKinds, type OptionalEmailKind } from '../rules/email-kinds.ts'

export interface EmailRecipient {
  /** The id of a member, or the lower-case address of anyone else. */
  recipient: string
  /** The id in the links of their emails. */
  linkId: string
  unsubscribedKinds: OptionalEmailKind[]
}
const filterKnownKinds = (unsubscribedKinds: readonly string[]): OptionalEmailKind[] => optionalEmailKinds.filter((kind) => unsubscribedKinds.includes(kind))
const selectRecipients = (ctx: ReadContext) =>
  ctx.db.selectFrom('emailPreference').select(['recipient', 'linkId', 'unsubscribedKinds']).where('siteId', '=', ctx.siteId)

export async function findRecipient(ctx: ReadContext, recipient: string): Promise<EmailRecipient | undefined> {
  const row = await selectRecipients(ctx).where('recipient', '=', recipient).executeTakeFirst()
  return row && { ...row, unsubscribedKinds: filterKnownKinds(row.unsubscribedKinds) }
}
/** Several at once; those without a row are left out. */
export async function listRecipients(ctx: ReadContext, recipients: readonly string[]): Promise<EmailRecipient[]> {
  if (recipients.length === 0) return []
  const rows = await selectRecipients(ctx).where('recipient', 'in', recipients).execute()
  return rows.map((row) => ({ ...row, unsubscribedKinds: filterKnownKinds(row.unsubscribedKinds) }))
}
export async function findRecipientByLink(ctx: ReadContext, linkId: string): Promise<EmailRecipient | undefined> {
  const row = await selectRecipients(ctx).where('linkId', '=', linkId).executeTakeFirst()
  return row && { ...row, unsubscribedKinds: filterKnownKinds(row.unsubscribedKinds) }
}
/** Inserts the recipient unless a concurrent email did; returns the row. */
export async function insertRecipient(ctx: TransactionContext, { recipient, linkId, unsubscribedKinds }: EmailRecipient): Promise<EmailRecipient> {
  await ctx.tx
    .insertInto('emailPreference')
    .values({ siteId: ctx.siteId, recipient, linkId, unsubscribedKinds, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'recipient']).doNothing())
    .execute()
  return (await findRecipient(ctx, recipient)) as EmailRecipient
}
/** An address became a member: row and links of sent emails become theirs. */
export const renameRecipient = (ctx: TransactionContext, from: string, to: string): Promise<unknown> =>
  ctx.tx.updateTable('emailPreference').set({ recipient: to, updatedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('recipient', '=', from).execute()
export const saveUnsubscribedKinds = (ctx: TransactionContext, recipient: string, unsubscribedKinds: OptionalEmailKind[]): Promise<unknown> =>
  ctx.tx
    .updateTable('emailPreference')
    .set({ unsubscribedKinds, updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('recipient', '=', recipient)
    .execute()
export const deleteRecipients = (ctx: TransactionContext, keys: readonly string[]): Promise<unknown> =>
  ctx.tx.deleteFrom('emailPreference').where('siteId', '=', ctx.siteId).where('recipient', 'in', keys).execute()
