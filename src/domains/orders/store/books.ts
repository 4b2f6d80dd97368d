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

/** The books of a site, the newest first. */
export const listMoves = (ctx: Ctx, limit: number, offset: number) =>
  ctx.tx.selectFrom('moneyMove').selectAll().where('siteId', '=', ctx.siteId).orderBy('at', 'desc').orderBy('id').limit(limit).offset(offset).execute()
