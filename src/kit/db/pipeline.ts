/** Statements with a mark: sent without waiting, or planned anew each time. */
import type { CompiledQuery } from 'kysely'
import type { Tx } from './handles.ts'

/** What a statement was answered with. */
export interface StatementResult {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}

/** Marks a statement that is sent without waiting for its answer. */
export const PIPELINED = '/*ahead*/'
/**
 * Marks a statement that the server must not prepare: the best way to its rows depends on the values it comes with, and
 * a plan that is kept suits all values alike.
 */
export const NO_PREPARED_PLAN = '/*planned anew*/'
/** What stands in place of the rows of a statement that was sent ahead. */
export interface PendingStatement {
  result(): Promise<StatementResult>
  /** What the failure of this statement means; throws it. */
  translateError?: ((error: unknown) => never) | undefined
}
/**
 * Sends a statement of a transaction without waiting: on a server it travels together with the next one, or with the
 * commit, and saves a way there and back. Its answer is asked for later, or never: a failure then fails the next
 * statement or the commit, in the words of `explain`.
 */
export async function pipelineQuery<Row>(
  tx: Tx,
  query: { compile(tx: Tx): CompiledQuery<Row> } | { compile(): CompiledQuery<Row> },
  translateError?: (error: unknown) => never,
): Promise<() => Promise<Row[]>> {
  const compiled = query.compile(tx)
  const markedQuery = { ...compiled, sql: PIPELINED + compiled.sql } as CompiledQuery<PendingStatement>
  // The embedded database answers at once.
  const { rows } = await tx.executeQuery<PendingStatement>(markedQuery).catch((error) => (translateError ? translateError(error) : Promise.reject(error)))
  const pending = rows[0] as PendingStatement
  pending.translateError = translateError
  return async () => (await pending.result()).rows as Row[]
}
export const toPendingResult = (pending: PendingStatement): StatementResult => ({ command: 'AHEAD', rowCount: 0, rows: [pending as never] })
