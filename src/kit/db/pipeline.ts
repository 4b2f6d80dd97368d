/** Statements that are sent without waiting for their results. */
import type { CompiledQuery } from 'kysely'
import type { Batching, PendingStatement } from './connection.ts'
import type { Tx } from './handles.ts'

/** A compiled query that the dialect gives to `Connection.pipeline`. */
export interface PipelinedQuery extends CompiledQuery<PendingStatement> {
  isPipelined: true
  batching: Batching | undefined
}

/**
 * Sends a statement of a transaction without waiting: on a server it is sent together with the next one, or with the
 * commit, and saves a round trip. Its result is asked for later, or never: a failure then fails the next statement or the
 * commit, as `translateError` words it. With DB_PIPELINE=0, and on the embedded database, it is carried out at once.
 * Alone in its transaction it may go out in a batch with others, as `batching` says.
 */
export async function pipelineQuery<Row>(
  tx: Tx,
  query: { compile(tx: Tx): CompiledQuery<Row> } | { compile(): CompiledQuery<Row> },
  translateError?: (error: unknown) => never,
  batching?: Batching,
): Promise<() => Promise<Row[]>> {
  const pipelined: PipelinedQuery = { ...(query.compile(tx) as CompiledQuery<never>), isPipelined: true, batching }
  const { rows } = await tx.executeQuery<PendingStatement>(pipelined).catch((error) => (translateError ? translateError(error) : Promise.reject(error)))
  const pending = rows[0] as PendingStatement
  pending.translateError = translateError
  return async () => (await pending.result()).rows as Row[]
}
