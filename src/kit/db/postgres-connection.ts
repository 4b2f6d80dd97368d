/** One borrowed connection to a server: pipelines statements and maps a lost connection to the error of each statement. */
import type { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, type PendingStatement, type Statement, type StatementResult, toPendingStatement } from './connection.ts'
import { isNodeLost, restoreNodeError } from './cluster/node-errors.ts'
import { type Claimant, toBusyRefusal } from './connection-queue.ts'
import { LOCK_MS, type LockedReads, READ_LOCK_MS } from './locked-reads.ts'
import { runStatement } from './statement-query.ts'
import { classifyFailure, DatabaseUnavailable, isLockTimeout } from './unavailable.ts'
import { toDriver } from './values.ts'

/** A connection of the pool, and what gives back its place in the queue. */
export interface Borrowed {
  client: pg.PoolClient
  leave(): void
}

/** What a connection needs of its pool. */
export interface PoolAccess {
  /** Whether statements are sent before earlier ones are answered; DB_PIPELINE. */
  isPipelined: boolean
  claimant: Claimant
  lockedReads: LockedReads
  /** Another one, after waiting for it again. */
  borrow(): Promise<Borrowed>
  /** Another connection in the place of one that was lost. */
  borrowFresh(): Promise<pg.PoolClient>
  /** The name under which a statement is prepared; undefined when it is not. */
  findStatementName(text: string): string | undefined
}

/** "cached plan must not change result type": another process migrated. Prepared statements fail for the life of their connection. */
const PLAN_CHANGED = '0A000'
/** Reads are safe to send again, and each new connection may be lost, too, or the node of a cluster still be away: for how long they are, in milliseconds. */
const READ_RETRY_MS = 5_000
/** From one of these retries to the next; the first comes at once. */
const READ_RETRY_DELAY_MS = 100
const writeCommand = /^(INSERT|UPDATE|DELETE|MERGE|TRUNCATE)/
/** The socket of the client, which its types leave out. Corked, it buffers writes; uncorked, it sends them as one packet. */
const getStream = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection.stream

const isRead = ({ text, writes }: Statement): boolean => writes.length === 0 && /^\s*(\/\*[^*]*\*\/\s*)?(select|with|values)\b/i.test(text)
const toCommand = (text: string): Statement => ({ text, params: [], writes: [], mayPrepare: false })

/** In order: the first failure is the cause, later ones only report the aborted transaction. */
async function awaitInOrder<T>(earlierStatements: readonly Promise<unknown>[], last: Promise<T>): Promise<T> {
  last.catch(() => undefined)
  for (const earlier of earlierStatements) await earlier
  return last
}

export class PostgresConnection implements Connection {
  /** Undefined after a read that met a lock, or a node that is away, gave its connection back and got no other. */
  #borrowed: Borrowed | undefined
  readonly #pool: PoolAccess
  /** Why the connection is not used again. */
  #spoiled: Error | undefined
  #isLost = false
  /** Sent and not waited for yet: the begin of a transaction, and pipelined statements. */
  #underWay: Promise<unknown>[] = []
  #isCorked = false
  #inTransaction = false
  /** Commit was sent; only its result tells whether it took effect. */
  #isCommitting = false

  constructor(borrowed: Borrowed, pool: PoolAccess) {
    this.#borrowed = borrowed
    this.#pool = pool
  }

  get #client(): pg.PoolClient {
    if (this.#borrowed) return this.#borrowed.client
    throw new DatabaseUnavailable('the connection was given back', { inDoubt: false, isLost: false })
  }

  release(): void {
    this.#borrowed?.client.release(this.#spoiled)
    this.#borrowed?.leave()
    this.#borrowed = undefined
    this.#spoiled = undefined
    this.#isLost = false
  }

  async begin(settings = ''): Promise<void> {
    this.#inTransaction = true
    this.#isCommitting = false
    // In one message with it. What a transaction locks it may have to wait for: it would lose its place in the line by trying again.
    const begin = toCommand(`begin ${settings}; set local lock_timeout = ${LOCK_MS}`)
    if (this.#pool.isPipelined) this.#sendPipelined(begin)
    else await this.#sendAndWait(begin)
  }

  async commit(): Promise<void> {
    this.#isCommitting = true
    this.#inTransaction = false
    await this.#sendAndWait(toCommand('commit'))
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false
    // The server undoes what a lost connection had begun.
    if (this.#isLost) return
    // Whatever failed before is undone by a rollback as well.
    this.#underWay = []
    await this.#sendAndWait(toCommand('rollback'))
  }

  /** Answers, or throws what the server said; DatabaseUnavailable when it could not say anything. A read that met a lost connection or a lock is sent again on another one. */
  execute(statement: Statement): Promise<StatementResult> {
    if (this.#inTransaction) return this.#sendAndWait(statement)
    return isRead(statement) ? this.#read(statement) : this.#change(statement)
  }

  /** A change without a transaction waits for locks as long as one with. Nearly none meets one: only what did is sent again, with more time. */
  async #change(statement: Statement): Promise<StatementResult> {
    try {
      return await this.#sendAndWait(statement)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
    const setLockTimeout = (ms: number) => this.#sendAndWait(toCommand(`set lock_timeout = ${ms}`))
    await setLockTimeout(LOCK_MS)
    try {
      return await this.#sendAndWait(statement)
    } finally {
      // A lost connection is given up, and its settings with it.
      await setLockTimeout(READ_LOCK_MS).catch(() => undefined)
    }
  }

  async #read(statement: Statement): Promise<StatementResult> {
    const { lockedReads } = this.#pool
    if (lockedReads.isLocked(statement.text)) return this.#readLocked(statement)
    try {
      return await this.#readOnceConnected(statement)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      lockedReads.note(statement.text)
      return this.#readLocked(statement)
    }
  }

  /** Waits for the lock without holding a connection, but for a moment in turn with others. */
  async #readLocked(statement: Statement): Promise<StatementResult> {
    const { lockedReads, claimant } = this.#pool
    const endsAt = performance.now() + LOCK_MS
    for (;;) {
      this.release()
      const leave = await lockedReads.enter(claimant, endsAt - performance.now())
      try {
        this.#borrowed = await this.#pool.borrow()
        const result = await this.#readOnceConnected(statement)
        lockedReads.forget(statement.text)
        return result
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        if (performance.now() > endsAt) throw toBusyRefusal('locked', (error as Error).cause)
        lockedReads.note(statement.text)
      } finally {
        leave()
      }
    }
  }

  async #readOnceConnected(statement: Statement): Promise<StatementResult> {
    let retriesUntil: number | undefined
    for (;;) {
      try {
        return await this.#sendAndWait(statement)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable && error.isLost)) throw error
        const isFirst = retriesUntil === undefined
        retriesUntil ??= performance.now() + READ_RETRY_MS
        if (performance.now() > retriesUntil) throw error
        if (this.#isLost) await this.#replaceClient(isFirst ? 0 : READ_RETRY_DELAY_MS)
        else if (!isFirst) await this.#borrowLater()
      }
    }
  }

  async pipeline(statement: Statement): Promise<PendingStatement> {
    return this.#pool.isPipelined ? this.#sendPipelined(statement) : toPendingStatement(await this.execute(statement))
  }

  /** While a node is away: the connection is good for the sites of the others, who need not wait. */
  async #borrowLater(): Promise<void> {
    this.release()
    await setTimeout(READ_RETRY_DELAY_MS)
    this.#borrowed = await this.#pool.borrow()
  }

  async #replaceClient(afterMs: number): Promise<void> {
    if (afterMs > 0) await setTimeout(afterMs)
    // Taken before the other one is given back: a connection is given back once.
    const next = await this.#pool.borrowFresh()
    const { leave } = this.#borrowed as Borrowed
    this.#client.release(this.#spoiled)
    this.#borrowed = { client: next, leave }
    this.#spoiled = undefined
    this.#isLost = false
  }

  async #sendAndWait(statement: Statement): Promise<StatementResult> {
    const earlierStatements = this.#underWay
    this.#underWay = []
    const sent = this.#send(statement)
    this.#uncork()
    return awaitInOrder(earlierStatements, sent)
  }

  async #send(statement: Statement): Promise<StatementResult> {
    const { text, params, mayPrepare } = statement
    const name = params.length > 0 && mayPrepare ? this.#pool.findStatementName(text) : undefined
    try {
      const { command, rowCount, rows } = await runStatement(this.#client, { text, values: params.map(toDriver), name })
      return { command, rowCount, rows, isWrite: writeCommand.test(command) }
    } catch (error) {
      throw this.#toFailure(error, statement)
    }
  }

  #toFailure(thrown: unknown, statement: Statement): unknown {
    const error = restoreNodeError(thrown)
    const failure = isNodeLost(error) ? 'node lost' : classifyFailure(error)
    if (failure === 'lost') this.#isLost = true
    if (failure === 'lost' || (error as { code?: string }).code === PLAN_CHANGED) this.#spoiled = error as Error
    if (!failure) return error
    const isLost = failure !== 'busy'
    const inDoubt = isLost && (this.#isCommitting || (!this.#inTransaction && !isRead(statement)))
    return new DatabaseUnavailable(error, { inDoubt, isLost })
  }

  #sendPipelined(statement: Statement): PendingStatement {
    if (!this.#isCorked) getStream(this.#client).cork()
    this.#isCorked = true
    const earlierStatements = [...this.#underWay]
    const pending: PendingStatement = {
      settled: this.#send(statement).catch((error) => (pending.translateError ? pending.translateError(error) : Promise.reject(error))),
      result: () => {
        this.#uncork()
        return awaitInOrder(earlierStatements, pending.settled)
      },
    }
    pending.settled.catch(() => undefined)
    this.#underWay.push(pending.settled)
    return pending
  }

  #uncork(): void {
    if (this.#isCorked) getStream(this.#client).uncork()
    this.#isCorked = false
  }
}
