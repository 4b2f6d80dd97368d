/** One borrowed connection to a server: pipelines statements and maps a lost connection to the error of each statement. */
import type { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, type PendingStatement, type Statement, type StatementResult, toPendingStatement } from './connection.ts'
import { restoreNodeError } from './cluster/node-errors.ts'
import { classifyFailure, DatabaseUnavailable } from './unavailable.ts'
import { toDriver, toRows } from './values.ts'

/** What a connection needs of its pool. */
export interface PoolAccess {
  /** Whether statements are sent before earlier ones are answered; DB_PIPELINE. */
  isPipelined: boolean
  /** Another connection in the place of one that was lost. */
  borrowFresh(): Promise<pg.PoolClient>
  /** The name under which a statement is prepared; undefined when it is not. */
  findStatementName(text: string): string | undefined
}

/** "cached plan must not change result type": another process migrated. Prepared statements fail for the life of their connection. */
const PLAN_CHANGED = '0A000'
/** Reads are safe to send again, and each new connection may be lost, too: for how long they are, in milliseconds. */
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
  #client: pg.PoolClient
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

  constructor(client: pg.PoolClient, pool: PoolAccess) {
    this.#client = client
    this.#pool = pool
  }

  release(): void {
    this.#client.release(this.#spoiled)
  }

  async begin(settings = ''): Promise<void> {
    this.#inTransaction = true
    this.#isCommitting = false
    const begin = toCommand(settings ? `begin ${settings}` : 'begin')
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

  /** Answers, or throws what the server said; DatabaseUnavailable when it could not say anything. A read that met a lost connection is sent again on another one. */
  async execute(statement: Statement): Promise<StatementResult> {
    const mayRetry = !this.#inTransaction && isRead(statement)
    let retriesUntil: number | undefined
    for (;;) {
      try {
        return await this.#sendAndWait(statement)
      } catch (error) {
        if (!mayRetry || !(error instanceof DatabaseUnavailable && error.isLost)) throw error
        if (retriesUntil !== undefined) await setTimeout(READ_RETRY_DELAY_MS)
        retriesUntil ??= performance.now() + READ_RETRY_MS
        if (performance.now() > retriesUntil) throw error
        await this.#replaceClient()
      }
    }
  }

  async pipeline(statement: Statement): Promise<PendingStatement> {
    return this.#pool.isPipelined ? this.#sendPipelined(statement) : toPendingStatement(await this.execute(statement))
  }

  async #replaceClient(): Promise<void> {
    // Taken before the other one is given back: a connection is given back once.
    const next = await this.#pool.borrowFresh()
    this.#client.release(this.#spoiled)
    this.#client = next
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
      const { command, rowCount, rows, fields } = await this.#client.query<unknown[]>({
        text,
        values: params.map(toDriver),
        rowMode: 'array',
        ...(name ? { name } : {}),
      })
      return {
        command,
        rowCount: rowCount ?? 0,
        rows: toRows(
          rows,
          fields.map((field) => field.name),
        ),
        isWrite: writeCommand.test(command),
      }
    } catch (error) {
      throw this.#toFailure(error, statement)
    }
  }

  #toFailure(thrown: unknown, statement: Statement): unknown {
    const error = restoreNodeError(thrown)
    const failure = classifyFailure(error)
    if (failure === 'lost') this.#isLost = true
    if (failure === 'lost' || (error as { code?: string }).code === PLAN_CHANGED) this.#spoiled = error as Error
    if (!failure) return error
    const inDoubt = failure === 'lost' && (this.#isCommitting || (!this.#inTransaction && !isRead(statement)))
    return new DatabaseUnavailable(error, { inDoubt, isLost: failure === 'lost' })
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
