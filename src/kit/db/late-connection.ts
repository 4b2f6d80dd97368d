/**
 * A connection that is borrowed with the first statement that needs one of its own. A transaction that consists of one pipelined statement of a group
 * needs none: its statement is joined with those of others when it commits.
 */
import type { Connection, ConnectionPool, PendingStatement, Statement, StatementResult } from './connection.ts'
import { type GroupedStatement, StatementGroups, toWays } from './statement-groups.ts'

/** A pool whose connections are borrowed late. */
export function borrowLate(pool: ConnectionPool): ConnectionPool {
  const groups = new StatementGroups(toWays(() => pool.connect('request')))
  return {
    connect: async (claimant) => (claimant === 'server' ? pool.connect(claimant) : new LateConnection(() => pool.connect(claimant), groups)),
    end: () => pool.end(),
  }
}

/** The only statement of a transaction so far, not sent yet. */
interface HeldStatement {
  statement: GroupedStatement
  pending: PendingStatement
  settle(result: Promise<StatementResult>): void
  /** As the connection of the transaction has it, once there is one. */
  sent?: PendingStatement
}

class LateConnection implements Connection {
  readonly #connect: () => Promise<Connection>
  readonly #groups: StatementGroups
  /** Statements of one transaction that are sent at once wait for the same one. */
  #borrowed: Promise<Connection> | undefined
  /** Settings of a transaction that began without a connection. */
  #begun: string | undefined
  #held: HeldStatement | undefined

  constructor(connect: () => Promise<Connection>, groups: StatementGroups) {
    this.#connect = connect
    this.#groups = groups
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
    held.settle(this.#groups.run(held.statement).catch((error) => (held.pending.translateError ? held.pending.translateError(error) : Promise.reject(error))))
    await held.pending.settled
  }

  async rollback(): Promise<void> {
    this.#begun = undefined
    this.#held = undefined
    // One that cannot be had has nothing to undo.
    const connection = await this.#borrowed?.catch(() => undefined)
    await connection?.rollback()
  }

  async execute(statement: Statement): Promise<StatementResult> {
    return (await this.#borrow()).execute(statement)
  }

  async pipeline(statement: Statement): Promise<PendingStatement> {
    const { group } = statement
    const isFirst = !this.#borrowed && !this.#held && this.#begun === ''
    return group && isFirst ? this.#hold({ ...statement, group }) : (await this.#borrow()).pipeline(statement)
  }

  release(): void {
    void this.#borrowed?.then(
      (connection) => connection.release(),
      () => undefined,
    )
    this.#borrowed = undefined
    this.#begun = undefined
    this.#held = undefined
  }

  #hold(statement: GroupedStatement): PendingStatement {
    const { promise, resolve } = withResolver<StatementResult>()
    promise.catch(() => undefined)
    const result = async () => {
      // Also where another statement is about to borrow one: it may not wait for what it sends.
      await (this.#held === held ? this.#borrow() : this.#borrowed)
      return held.sent ? held.sent.result() : promise
    }
    const held: HeldStatement = { statement, pending: { settled: promise, result }, settle: resolve }
    this.#held = held
    return held.pending
  }

  /** A connection of its own, on which the transaction is where it would be. */
  #borrow(): Promise<Connection> {
    return (this.#borrowed ??= this.#connectAndCatchUp())
  }

  async #connectAndCatchUp(): Promise<Connection> {
    const [begun, held] = [this.#begun, this.#held]
    this.#begun = undefined
    this.#held = undefined
    const connection = await this.#connect()
    if (begun !== undefined) await connection.begin(begun)
    if (held) {
      held.sent = await connection.pipeline(held.statement)
      held.sent.translateError = held.pending.translateError
      held.settle(held.sent.settled)
    }
    return connection
  }
}

function withResolver<T>(): { promise: Promise<T>; resolve(value: Promise<T>): void } {
  let resolve: (value: Promise<T>) => void = () => undefined
  const promise = new Promise<T>((settle) => void (resolve = settle))
  return { promise, resolve }
}
