/**
 * The connections to a PostgreSQL server. A lost connection is given up and another one is made for the next call; what was
 * under way on it fails as DatabaseUnavailable.
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Connection, ConnectionPool } from './connection.ts'
import { type Claimant, ConnectionQueue, DEFAULT_MAX_WAITING } from './connection-queue.ts'
import { type Borrowed, PostgresConnection } from './postgres-connection.ts'
import { LIKENESS, MIN_LIKENESS } from './likeness.ts'
import { LockedReads, READ_LOCK_MS } from './locked-reads.ts'
import { DatabaseUnavailable, classifyFailure } from './unavailable.ts'
import { parsers } from './values.ts'

/** How many different statements a connection keeps prepared. Lists of changing length make ever new texts. */
const MAX_PREPARED = 1000
/** Longest wait for the server to take a connection. */
const CONNECT_MS = 10_000
/** Longest wait for one of the pool: the line does not move, and the caller had better come again. */
const WAIT_MS = { request: 5000, server: CONNECT_MS }
/** A server that restarts is often back by then. */
const RETRY_DELAY_MS = 250
/** A server that takes no connections is asked a second time; one that takes them and cuts them, more often: it may be busy ending its processes. */
const MAX_REFUSED = 2
const MAX_CUT = 5
/** Cut by the server, by what stands between, or found closed, which the driver says without a code. */
const isCut = (error: unknown): boolean => /^(57P0[12]|ECONNRESET|ECONNABORTED|EPIPE|)$/.test(String((error as { code?: unknown }).code ?? ''))
/** The whole wait for a connection is over. */
const isTimeout = (error: unknown): boolean => /timeout/.test((error as Error).message)
/**
 * Compiling a statement takes longer than running any of ours, starting workers for it longer than most, and the rows of an index are in memory, or
 * on a disk that reads anywhere alike. The bounds keep one bad statement or a forgotten lock from holding connections for ever.
 */
const SESSION_SETTINGS =
  `set jit = off; set random_page_cost = 1.1; set parallel_setup_cost = 10000; set ${LIKENESS} = ${MIN_LIKENESS}; ` +
  `set statement_timeout = '60s'; set lock_timeout = ${READ_LOCK_MS}; set idle_in_transaction_session_timeout = '60s'`

export interface PostgresPoolOptions {
  url: string
  maxConnections?: number | undefined
  /** How many requests may wait for a connection. */
  maxWaiting?: number | undefined
  /** Whether statements may be sent before earlier ones are answered. */
  isPipelined?: boolean | undefined
  /** Called when the server is lost and when it is back. */
  report?: ((sentence: string) => void) | undefined
  /** What is reported. */
  sentences?: PoolSentences
}

interface PoolSentences {
  lost(reason: string): string
  back: string
}
const primarySentences: PoolSentences = {
  lost: (reason) => `The connection to PostgreSQL was lost (${reason}). Changes are answered with 503 until it is back.`,
  back: 'PostgreSQL answers again.',
}

/**
 * Accepts Temporal values, has its own parsers and lets the server prepare repeated statements. A quarter of the connections is for the server's own
 * work alone: jobs go on and health checks are answered while requests hold all the others.
 */
export class PostgresPool implements ConnectionPool {
  readonly #pool: pg.Pool
  readonly #queue: ConnectionQueue
  readonly #lockedReads: LockedReads
  readonly #isPipelined: boolean
  readonly #report: (sentence: string) => void
  readonly #sentences: PoolSentences
  #isAway = false
  readonly #connectedAt = new WeakMap<pg.PoolClient, number>()
  /** Statement → its name on every connection; '' when it came only once so far. */
  readonly #names = new Map<string, string>()
  constructor(options: PostgresPoolOptions) {
    const { url, maxConnections = 16, maxWaiting = DEFAULT_MAX_WAITING, isPipelined = true } = options
    this.#isPipelined = isPipelined
    this.#report = options.report ?? (() => undefined)
    this.#sentences = options.sentences ?? primarySentences
    this.#queue = new ConnectionQueue({ places: maxConnections, keptForServer: Math.floor(maxConnections / 4), maxWaiting, waitMs: WAIT_MS })
    this.#lockedReads = new LockedReads(maxConnections, maxWaiting)
    this.#pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      pipeline: isPipelined,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      // The types of the client demand the overloads of its own parsers.
      types: { getTypeParser: ((oid: number, format?: 'text') => parsers[oid] ?? pg.types.getTypeParser(oid, format)) as never },
    })
    this.#pool.on('connect', (client) => {
      this.#connectedAt.set(client, performance.now())
      if (this.#isAway) this.#report(this.#sentences.back)
      this.#isAway = false
      // The borrower sees the lost connection as a failing statement; without a listener the process would crash.
      client.on('error', (error) => this.#reportLoss(error))
      // Where it cannot be set everything works, only slower; a lost connection fails at its first statement.
      void client.query(SESSION_SETTINGS).catch(() => undefined)
    })
    this.#pool.on('error', (error) => this.#reportLoss(error))
  }

  async connect(claimant: Claimant = 'request'): Promise<Connection> {
    return new PostgresConnection(await this.#borrowInTurn(claimant), {
      isPipelined: this.#isPipelined,
      lockedReads: this.#lockedReads,
      claimant,
      borrow: () => this.#borrowInTurn(claimant),
      borrowFresh: () => this.#borrowFresh(),
      findStatementName: (text) => this.#findStatementName(text),
    })
  }

  /** Runs several statements without a bound on their time, on a connection of their own. */
  async script(text: string): Promise<void> {
    const { client, leave } = await this.#borrowInTurn('server')
    try {
      await client.query('set statement_timeout = 0; set lock_timeout = 0')
      await client.query(text)
    } finally {
      client.release(true)
      leave()
    }
  }

  /** How many connections there are, and how many callers wait for one. */
  connections(): { total: number; idle: number; waiting: number } {
    const { totalCount: total, idleCount: idle } = this.#pool
    return { total, idle, waiting: this.#queue.waiting + this.#lockedReads.waiting }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  async #borrowInTurn(claimant: Claimant): Promise<Borrowed> {
    const leave = await this.#queue.enter(claimant)
    try {
      return { client: await this.#borrow(), leave }
    } catch (error) {
      leave()
      throw error
    }
  }

  async #borrow(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#pool.connect()
      } catch (error) {
        const failure = classifyFailure(error)
        if (!failure) throw error
        if (failure === 'lost' && !isTimeout(error) && attempt < (isCut(error) ? MAX_CUT : MAX_REFUSED)) {
          await setTimeout(RETRY_DELAY_MS)
          continue
        }
        if (failure === 'lost') this.#reportLoss(error as Error)
        throw new DatabaseUnavailable(error, { inDoubt: false, isLost: failure === 'lost' })
      }
    }
  }

  /** A connection made from now on: whatever cut one has most likely cut the others, too. */
  async #borrowFresh(): Promise<pg.PoolClient> {
    const now = performance.now()
    for (;;) {
      const client = await this.#borrow()
      if ((this.#connectedAt.get(client) ?? 0) >= now) return client
      client.release(true)
    }
  }

  #reportLoss(error: Error): void {
    if (!this.#isAway) this.#report(this.#sentences.lost(error.message))
    this.#isAway = true
  }

  #findStatementName(text: string): string | undefined {
    const existing = this.#names.get(text)
    if (existing) return existing
    if (existing === undefined) {
      if (this.#names.size < MAX_PREPARED) this.#names.set(text, '')
      return undefined
    }
    const name = `s${this.#names.size}_${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`
    this.#names.set(text, name)
    return name
  }
}
