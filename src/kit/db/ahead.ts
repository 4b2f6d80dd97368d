/** Statements with a mark: sent without waiting, or planned anew each time. */
import type { CompiledQuery } from 'kysely'
import type { Tx } from './handles.ts'

/** What a statement was answered with. */
export interface Answered {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}

/** Marks a statement that is sent without waiting for its answer. */
export const AHEAD = '/*ahead*/'
/**
 * Marks a statement that the server must not prepare: the best way to its rows depends on the values it comes with, and
 * a plan that is kept suits all values alike.
 */
export const PLANNED_ANEW = '/*planned anew*/'
/** What stands in place of the rows of a statement that was sent ahead. */
export interface Ticket {
  answer(): Promise<Answered>
  /** What the failure of this statement means; throws it. */
  explain?: ((error: unknown) => never) | undefined
}
/**
 * Sends a statement of a transaction without waiting: on a server it travels together with the next one, or with the
 * commit, and saves a way there and back. Its answer is asked for later, or never: a failure then fails the next
 * statement or the commit, in the words of `explain`.
 */
export async function ahead<Row>(
  tx: Tx,
  query: { compile(tx: Tx): CompiledQuery<Row> } | { compile(): CompiledQuery<Row> },
  explain?: (error: unknown) => never,
): Promise<() => Promise<Row[]>> {
  const compiled = query.compile(tx)
  const sent = { ...compiled, sql: AHEAD + compiled.sql } as CompiledQuery<Ticket>
  // The embedded database answers at once.
  const { rows } = await tx.executeQuery<Ticket>(sent).catch((error) => (explain ? explain(error) : Promise.reject(error)))
  const ticket = rows[0] as Ticket
  ticket.explain = explain
  return async () => (await ticket.answer()).rows as Row[]
}
export const answeredBy = (ticket: Ticket): Answered => ({ command: 'AHEAD', rowCount: 0, rows: [ticket as never] })
