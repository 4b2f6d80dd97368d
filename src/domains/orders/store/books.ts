/** All SQL on the books: money that moved between accounts, and the numbers of documents. */
import { sql } from 'kysely'
import type { Ctx } from '#kit/ctx.ts'

export interface Move {
  from: string
  to: string
  amount: string
  currency: string
  orderId: string
  invoiceId: string
  refundId?: string | undefined
  /** The same key is booked once. */
  key: string
}

/** Books the moves, each once. */
export const bookMoves = async (ctx: Ctx, moves: readonly Move[]): Promise<void> => {
  if (moves.length === 0) return
  await ctx.tx
    .insertInto('moneyMove')
    .values(
      moves.map(({ from, to, refundId, ...move }) => ({
        siteId: ctx.siteId,
        id: ctx.newId(),
        fromAccount: from,
        toAccount: to,
        refundId: refundId ?? null,
        at: ctx.now,
        ...move,
      })),
    )
    .onConflict((oc) => oc.constraint('money_moves_once').doNothing())
    .execute()
}

/** The next number of a kind of document. Whoever numbers holds the counter until the commit, so that no number is lost. */
export async function nextNumber(ctx: Ctx, kind: 'INVOICE' | 'CREDIT_NOTE'): Promise<number> {
  const row = await ctx.tx
    .insertInto('documentCounter')
    .values({ siteId: ctx.siteId, kind, last: 1 })
    .onConflict((oc) => oc.columns(['siteId', 'kind']).doUpdateSet({ last: sql<number>`document_counter.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return row.last
}

/** What every account holds. All of them together are zero. */
export async function balances(ctx: Ctx): Promise<{ account: string; currency: string; balance: string }[]> {
  const { rows } = await sql<{ account: string; currency: string; balance: string }>`
    select account, currency, sum(amount) as balance from (
      select to_account as account, currency, amount from money_move where site_id = ${ctx.siteId}::uuid
      union all select from_account, currency, -amount from money_move where site_id = ${ctx.siteId}::uuid) both_sides
    group by account, currency order by currency, account`.execute(ctx.tx)
  return rows
}

/** The books of a site, the newest first. */
export const listMoves = (ctx: Ctx, limit: number, offset: number) =>
  ctx.tx.selectFrom('moneyMove').selectAll().where('siteId', '=', ctx.siteId).orderBy('at', 'desc').orderBy('id').limit(limit).offset(offset).execute()
