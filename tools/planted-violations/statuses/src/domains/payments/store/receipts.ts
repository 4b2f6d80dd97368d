/** Statuses written around their machines, in the store that may write them. */
import { sql } from 'kysely'

interface Query {
  set(change: object): Query
  where(column: string, operator: string, value: string): Query
}
interface ConflictQuery {
  doUpdateSet(change: object): ConflictQuery
}
declare const tx: {
  updateTable(table: string): Query
  insertInto(table: string): { values(row: object): { onConflict(build: (conflict: ConflictQuery) => ConflictQuery): Query } }
}

export const byHand = (id: string, state: string) => [
  tx.updateTable('refund').set({ state: 'SUCCEEDED' }).where('id', '=', id),
  tx.updateTable('dispute').set({ closedAt: null, ...(state && { state }) }).where('id', '=', id),
  sql`update refund set problem = '', state = ${state} where id = ${id}`,
  tx.updateTable('couponUse').where('id', '=', id).set({ state }),
  tx
    .insertInto('refund')
    .values({ id, state: 'SENDING' })
    .onConflict((conflict) => conflict.doUpdateSet({ state: 'FAILED' })),
  tx.updateTable('receipt').set({ state: 'LATE' }).where('id', '=', id),
  sql`update receipt set state = ${state} where id = ${id}`,
]
export const alongTheMachine = (transition: { to: string }) => tx.updateTable('refund').set({ state: transition.to })
