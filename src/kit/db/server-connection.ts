/** One borrowed connection to a server: gathers what can travel together, and knows what a broken connection means for what was asked. */
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { AHEAD, type Answered, answeredBy, PLANNED_ANEW, type Ticket } from './ahead.ts'
import { DatabaseUnavailable, troubleOf } from './unavailable.ts'
import { rowsOf, toDriver } from './values.ts'

/** What a connection needs of its pool. */
interface Parts {
  /** Another connection in the place of one that was lost. */
  another(): Promise<pg.PoolClient>
  /** The name under which a statement is prepared; undefined when it is not. */
  nameOf(text: string): string | undefined
  writes(text: string): boolean
}

/** "cached plan must not change result type": another process migrated. Prepared statements fail for the life of their connection. */
const CHANGED_TABLE = '0A000'
/** Reads harm nobody when they are asked again; a connection that is new may be cut, too. */
const READ_TRIES = 3
/** Corked, it gathers what is written; uncorked, all goes out in one piece. */
const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection.stream

/** In order: the first failure is the cause, what came behind it only says that the transaction is broken. */
async function inTurn<T>(before: readonly Promise<unknown>[], last: Promise<T>): Promise<T> {
  last.catch(() => undefined)
  for (const earlier of before) await earlier
  return last
}

export class ServerConnection {
  #client: pg.PoolClient
  readonly #parts: Parts
  /** Why the connection is not used again. */
  #spoiled: Error | undefined
  #isLost = false
  /** Sent and not waited for yet: the begin of a transaction, and statements sent ahead. */
  #underWay: Promise<unknown>[] = []
  #gathers = false
  #inTransaction = false
  /** Commit was sent: whether it arrived only its answer tells. */
  #isCommitting = false

  constructor(client: pg.PoolClient, parts: Parts) {
    this.#client = client
    this.#parts = parts
  }

  release(): void {
    this.#client.release(this.#spoiled)
  }

  /** Answers, or throws what the server said; DatabaseUnavailable when it could not say anything. A read that met a lost connection is asked again on another one. */
  async query(text: string, params: readonly unknown[]): Promise<Answered> {
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
    if (text.startsWith(AHEAD)) {
      const plain = text.slice(AHEAD.length)
      if (this.#inTransaction) return answeredBy(this.#sendAhead(plain, params))
      // Nothing would follow that it could travel with.
      const answer = await this.query(plain, params)
      return answeredBy({ answer: () => Promise.resolve(answer) })
    }
    const tries = !this.#inTransaction && this.#reads(text) ? READ_TRIES : 1
    for (let left = tries - 1; ; left--) {
      try {
        return await this.#ask(text, params)
      } catch (error) {
        if (left === 0 || !(error instanceof DatabaseUnavailable && error.isLost)) throw error
        await this.#replace()
      }
    }
  }

  async #replace(): Promise<void> {
    // Taken before the other one is given back: a connection is given back once.
    const next = await this.#parts.another()
    this.#client.release(this.#spoiled)
    this.#client = next
    this.#spoiled = undefined
    this.#isLost = false
  }

  async #ask(text: string, params: readonly unknown[]): Promise<Answered> {
    const before = this.#underWay
    this.#underWay = []
    const asked = this.#send(text, params)
    this.#letGo()
    // Whatever failed is undone by a rollback as well.
    return text === 'rollback' ? asked : inTurn(before, asked)
  }

  #reads(text: string): boolean {
    return /^\s*(\/\*[^*]*\*\/\s*)?(select|with|values)\b/i.test(text) && !this.#parts.writes(text)
  }

  async #send(text: string, params: readonly unknown[]): Promise<Answered> {
    const name = params.length > 0 && !text.startsWith(PLANNED_ANEW) ? this.#parts.nameOf(text) : undefined
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
        rows: rowsOf(
          rows,
          fields.map((field) => field.name),
        ),
      }
    } catch (error) {
      throw this.#understood(error, text)
    }
  }

  #understood(error: unknown, text: string): unknown {
    const trouble = troubleOf(error)
    if (trouble === 'lost') this.#isLost = true
    if (trouble === 'lost' || (error as { code?: string }).code === CHANGED_TABLE) this.#spoiled = error as Error
    if (!trouble) return error
    const inDoubt = trouble === 'lost' && (this.#isCommitting || (!this.#inTransaction && !this.#reads(text)))
    return new DatabaseUnavailable(error, { inDoubt, isLost: trouble === 'lost' })
  }

  #sendAhead(text: string, params: readonly unknown[]): Ticket {
    if (!this.#gathers) streamOf(this.#client).cork()
    this.#gathers = true
    const before = [...this.#underWay]
    const ticket: Ticket = {
      answer: () => {
        this.#letGo()
        return inTurn(before, sent)
      },
    }
    const sent = this.#send(text, params).catch((error) => (ticket.explain ? ticket.explain(error) : Promise.reject(error)))
    sent.catch(() => undefined)
    this.#underWay.push(sent)
    return ticket
  }

  #letGo(): void {
    if (this.#gathers) streamOf(this.#client).uncork()
    this.#gathers = false
  }
}
