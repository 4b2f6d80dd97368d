/** All SQL on slugs: claimed, released, reserved. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

/** Claims a slug that is free, the member's own, or released long enough ago. Of two concurrent claims one wins. */
export async function claimSlug(ctx: TransactionContext, memberId: string, slug: string, heldSince: Temporal.Instant): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('memberSlug')
    .values({ siteId: ctx.siteId, slugKey: slug.toLowerCase(), memberId, takenAt: ctx.now })
    .onConflict((oc) =>
      oc
        .columns(['siteId', 'slugKey'])
        .doUpdateSet({ memberId, takenAt: ctx.now, freedAt: null })
        .where((eb) => eb.or([eb('memberSlug.memberId', '=', memberId), eb('memberSlug.freedAt', '<=', heldSince)])),
    )
    .returning('slugKey')
    .executeTakeFirst()
  return row !== undefined
}
/** Whether `claimSlug` would succeed at this moment. */
export async function isSlugFree(ctx: ReadContext, memberId: string, slug: string, heldSince: Temporal.Instant): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('memberSlug')
    .select(['memberId', 'freedAt'])
    .where('siteId', '=', ctx.siteId)
    .where('slugKey', '=', slug.toLowerCase())
    .executeTakeFirst()
  return !row || row.memberId === memberId || (row.freedAt !== null && row.freedAt.epochMilliseconds <= heldSince.epochMilliseconds)
}
export const releaseSlugs = (ctx: TransactionContext, memberId: string, exceptSlug?: string): Promise<unknown> => {
  const mine = ctx.tx
    .updateTable('memberSlug')
    .set({ freedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('freedAt', 'is', null)
  return (exceptSlug === undefined ? mine : mine.where('slugKey', '<>', exceptSlug.toLowerCase())).execute()
}
/** The number of slugs chosen since then, without the initial one. */
export const countSlugsChosenSince = async (
  ctx: ReadContext,
  { id, createdAt }: { id: string; createdAt: Temporal.Instant },
  since: Temporal.Instant,
): Promise<number> => {
  const row = await ctx.db
    .selectFrom('memberSlug')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', id)
    .where('takenAt', '>', since)
    .where('takenAt', '>', createdAt)
    .executeTakeFirstOrThrow()
  return row.count
}
