/** Statuses written around their machines, in the store that may write them. */
import { sql } from 'kysely'

interface Query {
  set(change: object): Query
  where(column: string, operator: string, value: string): Query
}
declare const tx: { updateTable(table: string): Query }

export const byHand = (id: string, state: string) => [
  tx.updateTable('refund').set({ state: 'SUCCEEDED' }).where('id', '=', id),
  tx.updateTable('dispute').set({ closedAt: null, ...(state && { state }) }).where('id', '=', id),
  sql`update refund set problem = '', state = ${state} where id = ${id}`,
  tx.updateTable('couponUse').where('id', '=', id).set({ state }),
]
export const alongTheMachine = (transition: { to: string }) => tx.updateTable('refund').set({ state: transition.to })
