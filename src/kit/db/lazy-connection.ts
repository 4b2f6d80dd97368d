/**
 * A connection that is borrowed with the first statement that needs one of its own. A transaction that consists of one pipelined statement which may be
 * batched needs none: its statement goes out with those of others when it commits.
 */
import type { Connection, ConnectionPool, PendingStatement, Statement, StatementResult } from './connection.ts'
import { type BatchedStatement, createExecutor, StatementBatches } from './statement-batches.ts'

/** A pool whose connections are borrowed when they are needed. */
export function borrowLazily(pool: ConnectionPool): ConnectionPool {
  const batches = new StatementBatches(createExecutor(() => pool.connect('request')))
  return {
    connect: async (claimant) => (claimant === 'server' ? pool.connect(claimant) : new LazyConnection(() => pool.connect(claimant), batches)),
    end: () => pool.end(),
  }
}

/** The only statement of a transaction so far, not sent yet. */
interface HeldStatement {
  statement: BatchedStatement
  pending: PendingStatement
  settle(result: Promise<StatementResult>): void
  /** As the connection of the transaction has it, once there is one. */
  sent?: PendingStatement
}

class LazyConnection implements Connection {
  readonly #connect: () => Promise<Connection>
  readonly #batches: StatementBatches
  /** Statements of one transaction that are sent at once wait for the same one. */
  #borrowed: Promise<Connection> | undefined
  /** Settings of a transaction that began without a connection. */
  #begun: string | undefined
  #held: HeldStatement | undefined

  constructor(connect: () => Promise<Connection>, batches: StatementBatches) {
    this.#connect = connect
    this.#batches = batches
  }

  async begin(settings = ''): Promise<void> {
    if (this.#borrowed) await (await this.#borrowed).begin(settings)
    else this.#begun = settings
  }

  async commit(): Promise<void> {
    if (this.#borrowed) return (await this.#borrowed).commit()
    this.#begun = undefined
    const held = this.#held
    this.#held = undefined
    if (!held) return
    held.settle(this.#batches.run(held.statement).catch((error) => (held.pending.translateError ? held.pending.translateError(error) : Promise.reject(error))))
    await held.pending.settled
  }

  async rollback(): Promise<void> {
    this.#begun = undefined
    this.#dropHeld()
    // One that cannot be had has nothing to undo.
    const connection = await this.#borrowed?.catch(() => undefined)
    await connection?.rollback()
  }

  async execute(statement: Statement): Promise<StatementResult> {
    return (await this.#borrow()).execute(statement)
  }

  async pipeline(statement: Statement): Promise<PendingStatement> {
    const { batching } = statement
    const isFirst = !this.#borrowed && !this.#held && this.#begun === ''
    return batching && isFirst ? this.#hold({ ...statement, batching }) : (await this.#borrow()).pipeline(statement)
  }

  release(): void {
    void this.#borrowed?.then(
      (connection) => connection.release(),
      () => undefined,
    )
    this.#borrowed = undefined
    this.#begun = undefined
    this.#dropHeld()
  }

  #hold(statement: BatchedStatement): PendingStatement {
    let settle: HeldStatement['settle'] = () => undefined
    const settled = new Promise<StatementResult>((resolve) => void (settle = resolve))
    settled.catch(() => undefined)
    const result = async () => {
      // Also where another statement is about to borrow one: it may not wait for what it sends.
      await (this.#held === held ? this.#borrow() : this.#borrowed)
      return held.sent ? held.sent.result() : settled
    }
    const held: HeldStatement = { statement, pending: { settled, result }, settle }
    this.#held = held
    return held.pending
  }

  /** What waits for its result is told that there will be none. */
  #dropHeld(): void {
    this.#held?.settle(Promise.reject(new Error('the transaction was rolled back before the statement was sent')))
    this.#held = undefined
  }

  /** A connection of its own, on which the transaction is where it would be. */
  #borrow(): Promise<Connection> {
    return (this.#borrowed ??= this.#connectAndCatchUp())
  }

  async #connectAndCatchUp(): Promise<Connection> {
    const [begun, held] = [this.#begun, this.#held]
    this.#begun = undefined
    this.#held = undefined
    try {
      const connection = await this.#connect()
      if (begun !== undefined) await connection.begin(begun)
      if (held) {
        held.sent = await connection.pipeline(held.statement)
        held.sent.translateError = held.pending.translateError
        held.settle(held.sent.settled)
      }
      return connection
    } catch (error) {
      held?.settle(Promise.reject(error))
      throw error
    }
  }
}
