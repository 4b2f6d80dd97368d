/** All SQL on setup tokens: hashes of printed links. They belong to the server, because there is no site yet. */
import { sql } from 'kysely'
import { writes } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

export async function insertSetupToken(ctx: TransactionContext, tokenHash: string, maximum: number): Promise<void> {
  await ctx.tx.insertInto('setupToken').values({ tokenHash, createdAt: ctx.authNow }).execute()
  await sql`${writes('setup_token')} delete from setup_token where token_hash in (
    select token_hash from setup_token order by created_at desc, token_hash offset ${maximum})`.execute(ctx.tx)
}

export const hasSetupToken = async (ctx: ReadContext, tokenHash: string): Promise<boolean> =>
  (await ctx.db.selectFrom('setupToken').select('tokenHash').where('tokenHash', '=', tokenHash).executeTakeFirst()) !== undefined

/** Called when setup is done. */
export const deleteSetupTokens = (ctx: TransactionContext): Promise<unknown> => ctx.tx.deleteFrom('setupToken').execute()
