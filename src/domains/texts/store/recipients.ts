/** All SQL on who wants text messages. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

export type ConsentState = 'ON' | 'OFF' | 'STOPPED'
export type ConsentSource = 'BOOKING' | 'ACCOUNT' | 'REPLY' | 'PROVIDER'

/** What the owner of a number has said; undefined when never. */
export const findConsent = async (ctx: ReadContext, phone: string): Promise<ConsentState | undefined> =>
  (await ctx.db.selectFrom('textRecipient').select('state').where('siteId', '=', ctx.siteId).where('phone', '=', phone).executeTakeFirst())?.state as
    | ConsentState
    | undefined

/** Saves what the owner of a number says. A number that answered STOP stays so, unless `endsStop`. */
export async function saveConsent(
  ctx: TransactionContext,
  { phone, state, source, endsStop = false }: { phone: string; state: ConsentState; source: ConsentSource; endsStop?: boolean },
): Promise<void> {
  const said = { state, source, changedAt: ctx.now }
  await ctx.tx
    .insertInto('textRecipient')
    .values({ siteId: ctx.siteId, phone, ...said })
    .onConflict((conflict) => {
      const update = conflict.columns(['siteId', 'phone']).doUpdateSet(said)
      return endsStop ? update : update.where('textRecipient.state', '!=', 'STOPPED')
    })
    .execute()
}

/** The number to which a member wants texts; undefined when they never named one. */
export const findNumberOfMember = async (ctx: ReadContext, memberId: string): Promise<string | undefined> =>
  (await ctx.db.selectFrom('memberTextNumber').select('phone').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).executeTakeFirst())?.phone

export const saveNumberOfMember = (ctx: TransactionContext, memberId: string, phone: string): Promise<unknown> =>
  ctx.tx
    .insertInto('memberTextNumber')
    .values({ siteId: ctx.siteId, memberId, phone })
    .onConflict((conflict) => conflict.columns(['siteId', 'memberId']).doUpdateSet({ phone }))
    .execute()

/** The number that the member had named; undefined when none. */
export const deleteNumberOfMember = async (ctx: TransactionContext, memberId: string): Promise<string | undefined> =>
  (await ctx.tx.deleteFrom('memberTextNumber').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).returning('phone').executeTakeFirst())?.phone

/** Those of the numbers that no member named as theirs. */
export async function withoutNumbersOfMembers(ctx: ReadContext, phones: readonly string[]): Promise<string[]> {
  if (phones.length === 0) return []
  const rows = await ctx.db.selectFrom('memberTextNumber').select('phone').where('siteId', '=', ctx.siteId).where('phone', 'in', phones).execute()
  const named = new Set(rows.map(({ phone }) => phone))
  return phones.filter((phone) => !named.has(phone))
}

/** That a number answered STOP stays known: without it the next booking would write to it again. */
export async function eraseConsents(ctx: TransactionContext, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return
  await ctx.tx.deleteFrom('textRecipient').where('siteId', '=', ctx.siteId).where('phone', 'in', phones).where('state', '!=', 'STOPPED').execute()
}
