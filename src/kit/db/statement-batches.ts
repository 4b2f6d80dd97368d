/**
 * Group commit: statements of transactions that consist of nothing else go out together, as one statement with one commit. Those of one key wait for the
 * same lock anyway, so that each by itself would hold a connection until the one before it has committed. While some are under way the others queue here.
 */
import { setImmediate } from 'node:timers/promises'
import { type Batching, type Connection, type Statement, type StatementResult, withConnection } from './connection.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const MAX_BATCH_SIZE = 16
/** How many of one key may queue. Who comes later waits for a connection, where as many may wait as anywhere. */
const MAX_QUEUED = 128

export type BatchedStatement = Statement & { batching: Batching }

interface QueuedStatement {
  statement: BatchedStatement
  resolve(result: StatementResult): void
  reject(error: unknown): void
}
interface KeyState {
  queue: QueuedStatement[]
  /** One batch at a time: two would wait for each other’s lock, and be smaller. */
  isInFlight: boolean
  /** The queue is looked at later in this turn of the event loop. */
  isFlushDue: boolean
  /**
   * After a batch failed: how many are under way unbatched. As long as there are any and none of them succeeds, nothing is batched: a full class refuses
   * everyone, and would refuse each of them twice.
   */
  unbatched: number
}

/** How a pool carries statements out. */
interface Executor {
  /** Outside of a transaction: a statement is one by itself. */
  execute(statement: Statement): Promise<StatementResult>
  /** In a transaction of its own, in line with all others that want a connection. */
  executeInTransaction(statement: Statement): Promise<StatementResult>
}

export class StatementBatches {
  readonly #executor: Executor
  readonly #keys = new Map<string, KeyState>()

  constructor(executor: Executor) {
    this.#executor = executor
  }

  /** Answers once it has taken effect. Throws what its own failure was, and DatabaseUnavailable. */
  run(statement: BatchedStatement): Promise<StatementResult> {
    const { key } = statement.batching
    const state = this.#keys.get(key) ?? { queue: [], isInFlight: false, isFlushDue: false, unbatched: 0 }
    this.#keys.set(key, state)
    if (state.unbatched > 0) return this.#runUnbatched(key, state, statement)
    if (state.queue.length >= MAX_QUEUED) return this.#executor.executeInTransaction(statement)
    return new Promise((resolve, reject) => {
      state.queue.push({ statement, resolve, reject })
      if (state.isFlushDue) return
      state.isFlushDue = true
      // Those whose requests have arrived by now come along.
      void setImmediate().then(() => {
        state.isFlushDue = false
        this.#flush(key, state)
      })
    })
  }

  #flush(key: string, state: KeyState): void {
    if (state.isInFlight || state.queue.length === 0) return this.#forgetIdle(key, state)
    state.isInFlight = true
    void this.#send(key, state, state.queue.splice(0, MAX_BATCH_SIZE))
  }

  async #send(key: string, state: KeyState, batch: readonly QueuedStatement[]): Promise<void> {
    const outcome = await this.#execute(batch).catch((error: unknown) => ({ error }))
    state.isInFlight = false
    if ('error' in outcome) {
      this.#fail(key, state, batch, outcome.error)
      return this.#flush(key, state)
    }
    // The next batch goes out before the replies of this one are made: the database works meanwhile.
    const isNextDue = state.queue.length > 0
    this.#flush(key, state)
    if (isNextDue) await setImmediate()
    const { rows, ...result } = outcome
    batch.forEach(({ resolve }, at) => resolve({ ...result, rowCount: 1, rows: rows.slice(at, at + 1) }))
  }

  async #execute(batch: readonly QueuedStatement[]): Promise<StatementResult> {
    const statements = batch.map(({ statement }) => statement)
    const [first] = statements as [BatchedStatement]
    return this.#executor.execute(statements.length === 1 ? first : first.batching.combine(statements))
  }

  #fail(key: string, state: KeyState, batch: readonly QueuedStatement[], error: unknown): void {
    if (error instanceof DatabaseUnavailable) this.#failAll(state, batch, error)
    else if (batch.length === 1) batch[0]?.reject(error)
    // Nothing of it was kept, for the sake of one of them perhaps.
    else for (const { statement, resolve, reject } of [...batch, ...state.queue.splice(0)]) this.#runUnbatched(key, state, statement).then(resolve, reject)
  }

  async #runUnbatched(key: string, state: KeyState, statement: Statement): Promise<StatementResult> {
    state.unbatched += 1
    try {
      const result = await this.#executor.executeInTransaction(statement)
      state.unbatched = 0
      return result
    } finally {
      state.unbatched = Math.max(0, state.unbatched - 1)
      this.#forgetIdle(key, state)
    }
  }

  #forgetIdle(key: string, { queue, isInFlight, isFlushDue, unbatched }: KeyState): void {
    if (queue.length === 0 && !isInFlight && !isFlushDue && unbatched === 0) this.#keys.delete(key)
  }

  /** Those that were not sent would fail as well, after as long a wait; they are not in doubt. An error of its own for each: callers add to it. */
  #failAll({ queue }: KeyState, batch: readonly QueuedStatement[], { cause, inDoubt, isLost }: DatabaseUnavailable): void {
    for (const { reject } of batch) reject(new DatabaseUnavailable(cause, { inDoubt, isLost }))
    for (const { reject } of queue.splice(0)) reject(new DatabaseUnavailable(cause, { inDoubt: false, isLost }))
  }
}

export const createExecutor = (connect: () => Promise<Connection>): Executor => ({
  execute: (statement) => withConnection(connect, (connection) => connection.execute(statement)),
  executeInTransaction: (statement) =>
    withConnection(connect, async (connection) => {
      await connection.begin()
      try {
        const pending = await connection.pipeline(statement)
        await connection.commit()
        return await pending.settled
      } catch (error) {
        // Why it failed is what counts.
        await connection.rollback().catch(() => undefined)
        throw error
      }
    }),
})
