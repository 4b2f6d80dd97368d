/** One borrowed connection to a server: gathers what can travel together, and knows what a broken connection means for what was asked. */
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { PIPELINED, type StatementResult, toPendingResult, NO_PREPARED_PLAN, type PendingStatement } from './pipeline.ts'
import { DatabaseUnavailable, classifyFailure } from './unavailable.ts'
import { toRows, toDriver } from './values.ts'

/** What a connection needs of its pool. */
interface PoolAccess {
  /** Another connection in the place of one that was lost. */
  borrowFresh(): Promise<pg.PoolClient>
  /** The name under which a statement is prepared; undefined when it is not. */
  findStatementName(text: string): string | undefined
  isWrite(text: string): boolean
}

/** "cached plan must not change result type": another process migrated. Prepared statements fail for the life of their connection. */
const PLAN_CHANGED = '0A000'
/** Reads harm nobody when they are asked again; a connection that is new may be cut, too. */
const MAX_READ_ATTEMPTS = 3
/** Corked, it gathers what is written; uncorked, all goes out in one piece. */
const getStream = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection.stream

/** In order: the first failure is the cause, what came behind it only says that the transaction is broken. */
async function awaitInOrder<T>(earlierStatements: readonly Promise<unknown>[], last: Promise<T>): Promise<T> {
  last.catch(() => undefined)
  for (const earlier of earlierStatements) await earlier
  return last
}

export class PostgresConnection {
  #client: pg.PoolClient
  readonly #parts: PoolAccess
  /** Why the connection is not used again. */
  #spoiled: Error | undefined
  #isLost = false
  /** Sent and not waited for yet: the begin of a transaction, and statements sent ahead. */
  #underWay: Promise<unknown>[] = []
  #gathers = false
  #inTransaction = false
  /** Commit was sent: whether it arrived only its answer tells. */
  #isCommitting = false

  constructor(client: pg.PoolClient, pool: PoolAccess) {
    this.#client = client
    this.#parts = pool
  }

  release(): void {
    this.#client.release(this.#spoiled)
  }

  /** Answers, or throws what the server said; DatabaseUnavailable when it could not say anything. A read that met a lost connection is asked again on another one. */
  async query(text: string, params: readonly unknown[]): Promise<StatementResult> {
    if (text === 'begin') {
      this.#inTransaction = true
      this.#isCommitting = false
      this.#sendAhead(text, params)
      return { command: 'BEGIN', rowCount: 0, rows: [] }
    }
    if (text === 'commit') this.#isCommitting = true
    if (text === 'commit' || text === 'rollback') this.#inTransaction = false
    // The server undoes what a lost connection had begun.
    if (text === 'rollback' && this.#isLost) return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    if (text.startsWith(PIPELINED)) {
      const unmarkedText = text.slice(PIPELINED.length)
      if (this.#inTransaction) return toPendingResult(this.#sendAhead(unmarkedText, params))
      // Nothing would follow that it could travel with.
      const result = await this.query(unmarkedText, params)
      return toPendingResult({ result: () => Promise.resolve(result) })
    }
    const attempts = !this.#inTransaction && this.#reads(text) ? MAX_READ_ATTEMPTS : 1
    for (let attemptsLeft = attempts - 1; ; attemptsLeft--) {
      try {
        return await this.#ask(text, params)
      } catch (error) {
        if (attemptsLeft === 0 || !(error instanceof DatabaseUnavailable && error.isLost)) throw error
        await this.#replace()
      }
    }
  }

  async #replace(): Promise<void> {
    // Taken before the other one is given back: a connection is given back once.
    const next = await this.#parts.borrowFresh()
    this.#client.release(this.#spoiled)
    this.#client = next
    this.#spoiled = undefined
    this.#isLost = false
  }

  async #ask(text: string, params: readonly unknown[]): Promise<StatementResult> {
    const earlierStatements = this.#underWay
    this.#underWay = []
    const sent = this.#send(text, params)
    this.#letGo()
    // Whatever failed is undone by a rollback as well.
    return text === 'rollback' ? sent : awaitInOrder(earlierStatements, sent)
  }

  #reads(text: string): boolean {
    return /^\s*(\/\*[^*]*\*\/\s*)?(select|with|values)\b/i.test(text) && !this.#parts.isWrite(text)
  }

  async #send(text: string, params: readonly unknown[]): Promise<StatementResult> {
    const name = params.length > 0 && !text.startsWith(NO_PREPARED_PLAN) ? this.#parts.findStatementName(text) : undefined
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
      }
    } catch (error) {
      throw this.#understood(error, text)
    }
  }

  #understood(error: unknown, text: string): unknown {
    const failure = classifyFailure(error)
    if (failure === 'lost') this.#isLost = true
    if (failure === 'lost' || (error as { code?: string }).code === PLAN_CHANGED) this.#spoiled = error as Error
    if (!failure) return error
    const inDoubt = failure === 'lost' && (this.#isCommitting || (!this.#inTransaction && !this.#reads(text)))
    return new DatabaseUnavailable(error, { inDoubt, isLost: failure === 'lost' })
  }

  #sendAhead(text: string, params: readonly unknown[]): PendingStatement {
    if (!this.#gathers) getStream(this.#client).cork()
    this.#gathers = true
    const earlierStatements = [...this.#underWay]
    const pending: PendingStatement = {
      result: () => {
        this.#letGo()
        return awaitInOrder(earlierStatements, sent)
      },
    }
    const sent = this.#send(text, params).catch((error) => (pending.translateError ? pending.translateError(error) : Promise.reject(error)))
    sent.catch(() => undefined)
    this.#underWay.push(sent)
    return pending
  }

  #letGo(): void {
    if (this.#gathers) getStream(this.#client).uncork()
    this.#gathers = false
  }
}
