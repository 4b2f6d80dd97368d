/**
 * Opens the database: embedded PGlite in a folder (or in memory), or a PostgreSQL server through a URL.
 * Both speak Kysely's PostgresDialect and return the same values: timestamptz as Temporal.Instant, date as
 * Temporal.PlainDate, int8 as number (refused when unsafe), numeric as string, jsonb parsed.
 */
import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import {
  CamelCasePlugin,
  type CompiledQuery,
  Kysely,
  type PluginTransformResultArgs,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryResult,
  sql,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { countStatement } from '../observability/work.ts'
import { asText, openLite, openLiteOnThread, type Lite } from './lite.ts'
import { Memory, rememberedBy } from './memory.ts'
import type { Tables } from './tables.gen.ts'

export type Tx = Transaction<Tables>
export type Db = Kysely<Tables>

const int8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`integer out of the safe range: ${text}`)
  return value
}
const milliseconds = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?([+-]\d\d)$/
/** Our columns hold milliseconds; the general way is seven times slower and serves the rest. */
function instantOf(text: string): Temporal.Instant {
  const parts = milliseconds.exec(text)
  if (!parts) return Temporal.Instant.from(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  const [, year, month, day, hour, minute, second, fraction = '0', offset] = parts
  return Temporal.Instant.fromEpochMilliseconds(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour) - Number(offset), Number(minute), Number(second), Number(fraction.padEnd(3, '0'))),
  )
}
const MOST_INSTANTS = 20_000
const instants = new Map<string, Temporal.Instant>()
/** Lists read the same rows again and again, and instants do not change: one is made once. */
function instant(text: string): Temporal.Instant {
  let known = instants.get(text)
  if (!known) {
    if (instants.size >= MOST_INSTANTS) instants.clear()
    instants.set(text, (known = instantOf(text)))
  }
  return known
}
const plainDate = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
/** Type oid → parser; one table for both drivers. */
const parsers: Record<number, (text: string) => unknown> = { 20: int8, 1700: asText, 1184: instant, 1082: plainDate, 1083: asText }

/** The years that every date of ours lies in, and that both spellings write with four digits. */
const FOUR_DIGITS_FROM = Date.UTC(1000, 0, 1)
const FOUR_DIGITS_TO = Date.UTC(9999, 11, 31)
/** An instant as text. Ours are whole milliseconds, and the native form is ten times faster than the polyfill's. */
function instantText(value: Temporal.Instant): string {
  const ms = value.epochMilliseconds
  const isPlain = ms > FOUR_DIGITS_FROM && ms < FOUR_DIGITS_TO && value.epochNanoseconds === BigInt(ms) * 1_000_000n
  return isPlain ? new Date(ms).toISOString() : value.toString()
}
/** Temporal values and big integers go in as text. */
const toDriver = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? value.toString() : value
  if (value instanceof Temporal.Instant) return instantText(value)
  return value instanceof Temporal.PlainDate ? value.toString() : value
}

/** Names of columns as the code spells them, found once per result shape. */
class Spelling extends CamelCasePlugin {
  readonly #known = new Map<string, string>()
  of(column: string): string {
    let name = this.#known.get(column)
    if (name === undefined) this.#known.set(column, (name = this.camelCase(column)))
    return name
  }
  /** Rows come with their names already spelled; see `rowsOf`. */
  override transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(args.result)
  }
}
const spelling = new Spelling({ maintainNestedObjectKeys: true })

/** Rows of values → objects. */
function rowsOf(rows: readonly unknown[][], columns: readonly string[]): Record<string, unknown>[] {
  const names = columns.map((column) => spelling.of(column))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at]
    return row
  })
}

interface Answered {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}

/** Marks a statement that is sent without waiting for its answer. */
export const AHEAD = '/*ahead*/'
/**
 * Marks a statement that the server must not prepare: the best way to its rows depends on the values it comes with, and
 * a plan that is kept suits all values alike.
 */
export const PLANNED_ANEW = '/*planned anew*/'
/** What stands in place of the rows of a statement that was sent ahead. */
interface Ticket {
  answer(): Promise<Answered>
  /** What the failure of this statement means; throws it. */
  explain?: ((error: unknown) => never) | undefined
}
/**
 * Sends a statement of a transaction without waiting: on a server it travels together with the next one, or with the
 * commit, and saves a way there and back. Its answer is asked for later, or never: a failure then fails the next
 * statement or the commit, in the words of `explain`.
 */
export async function ahead<Row>(
  tx: Tx,
  query: { compile(tx: Tx): CompiledQuery<Row> } | { compile(): CompiledQuery<Row> },
  explain?: (error: unknown) => never,
): Promise<() => Promise<Row[]>> {
  const compiled = query.compile(tx)
  const sent = { ...compiled, sql: AHEAD + compiled.sql } as CompiledQuery<Ticket>
  // The embedded database answers at once.
  const { rows } = await tx.executeQuery<Ticket>(sent).catch((error) => (explain ? explain(error) : Promise.reject(error)))
  const ticket = rows[0] as Ticket
  ticket.explain = explain
  return async () => (await ticket.answer()).rows as Row[]
}
const answeredBy = (ticket: Ticket): Answered => ({ command: 'AHEAD', rowCount: 0, rows: [ticket as never] })
type Ask = (text: string, params: readonly unknown[]) => Promise<Answered>
function clientOf({ watch, memory }: Seen, query: Ask, release: () => void): PostgresPoolClient {
  const remembered = rememberedBy(memory, query)
  const ask: Ask = (text, params) => {
    countStatement()
    watch.statement?.(text)
    return remembered.ask(text, params)
  }
  return {
    query: ask as unknown as PostgresPoolClient['query'],
    release: () => {
      remembered.done()
      release()
    },
  }
}

/** What looks at the statements of a database. */
interface Seen {
  watch: Watch
  memory: Memory
}

/** The embedded engine dressed as the pool that Kysely expects: one connection, handed out in order. */
class OneConnectionPool implements PostgresPool {
  #last: Promise<void> = Promise.resolve()
  readonly #lite: Lite
  readonly #seen: Seen
  constructor(lite: Lite, seen: Seen) {
    this.#lite = lite
    this.#seen = seen
  }
  async connect(): Promise<PostgresPoolClient> {
    const before = this.#last
    let free!: () => void
    this.#last = new Promise<void>((done) => {
      free = done
    })
    await before
    return clientOf(
      this.#seen,
      async (sent, params) => {
        const isAhead = sent.startsWith(AHEAD)
        const text = isAhead ? sent.slice(AHEAD.length) : sent
        const { rows, fields, affected } = await this.#lite.query(text, params.map(toDriver))
        const parse = fields.map(({ dataTypeID }) => parsers[dataTypeID])
        for (const row of rows)
          for (let at = 0; at < parse.length; at++) {
            const read = parse[at]
            if (read && row[at] !== null) row[at] = read(row[at] as string)
          }
        const answer = {
          command: (/^\s*(\w+)/.exec(text)?.[1] ?? '').toUpperCase(),
          rowCount: affected || rows.length,
          rows: rowsOf(
            rows,
            fields.map(({ name }) => name),
          ),
        }
        return isAhead ? answeredBy({ answer: () => Promise.resolve(answer) }) : answer
      },
      free,
    )
  }
  async end() {
    await this.#lite.close()
  }
}

/** Corked, it gathers what is written; uncorked, all goes out in one piece. */
const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection.stream

/** How many different statements a connection keeps prepared. Lists of changing length make ever new texts. */
const MOST_PREPARED = 1000

/** A pg pool that takes Temporal values, keeps its parsers to itself and lets the server prepare what comes again. */
class ServerPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #seen: Seen
  /** Statement → its name on every connection; '' when it came only once so far. */
  readonly #names = new Map<string, string>()
  constructor(pool: pg.Pool, seen: Seen) {
    this.#pool = pool
    this.#seen = seen
  }
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known) return known
    if (known === undefined) {
      if (this.#names.size < MOST_PREPARED) this.#names.set(text, '')
      return undefined
    }
    const name = `s${this.#names.size}_${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`
    this.#names.set(text, name)
    return name
  }
  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect()
    // A changed table makes prepared statements fail for the life of their connection: such a connection is given up.
    let spoiled: Error | undefined
    /** Sent and not waited for yet: the begin of a transaction, and statements sent ahead. */
    let underWay: Promise<unknown>[] = []
    const send = async (text: string, params: readonly unknown[]): Promise<Answered> => {
      const name = params.length > 0 && !text.startsWith(PLANNED_ANEW) ? this.#nameOf(text) : undefined
      const { command, rowCount, rows, fields } = await client.query<unknown[]>({
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
    }
    let gathers = false
    const gather = () => {
      if (!gathers) streamOf(client).cork()
      gathers = true
    }
    const letGo = () => {
      if (gathers) streamOf(client).uncork()
      gathers = false
    }
    /** In order: the first failure is the cause, what came behind it only says that the transaction is broken. */
    const inTurn = async <T>(before: readonly Promise<unknown>[], last: Promise<T>): Promise<T> => {
      last.catch(() => undefined)
      for (const earlier of before) await earlier
      return last
    }
    const sendAhead = (text: string, params: readonly unknown[]): Ticket => {
      gather()
      const before = [...underWay]
      const ticket: Ticket = {
        answer: () => {
          letGo()
          return inTurn(before, sent)
        },
      }
      const sent = send(text, params).catch((error) => (ticket.explain ? ticket.explain(error) : Promise.reject(error)))
      sent.catch(() => undefined)
      underWay.push(sent)
      return ticket
    }
    let inTransaction = false
    const query: Ask = async (text, params) => {
      if (text === 'begin') {
        inTransaction = true
        sendAhead(text, params)
        return { command: 'BEGIN', rowCount: 0, rows: [] }
      }
      if (text === 'commit' || text === 'rollback') inTransaction = false
      if (text.startsWith(AHEAD)) {
        const plain = text.slice(AHEAD.length)
        if (inTransaction) return answeredBy(sendAhead(plain, params))
        // Nothing would follow that it could travel with.
        const answer = await query(plain, params)
        return answeredBy({ answer: () => Promise.resolve(answer) })
      }
      try {
        const before = underWay
        underWay = []
        const asked = send(text, params)
        letGo()
        // Whatever failed is undone by a rollback as well.
        return await (text === 'rollback' ? asked : inTurn(before, asked))
      } catch (error) {
        if ((error as { code?: string }).code === CHANGED_TABLE) spoiled = error as Error
        throw error
      }
    }
    return clientOf(this.#seen, query, () => client.release(spoiled))
  }
  end() {
    return this.#pool.end()
  }
}
/** "cached plan must not change result type": another process migrated. A second try finds a fresh connection. */
export const CHANGED_TABLE = '0A000'

export interface OpenOptions {
  /** postgres://… of a server; when absent the embedded database is used. */
  url?: string | undefined
  /** Folder of the embedded database; absent means in memory. */
  dataDir?: string | undefined
  maxConnections?: number
  /** Built file of the worker that runs the embedded database on its own thread; absent: this thread. */
  workerFile?: string | undefined
  /** A dump to begin with instead of an empty database (embedded, in memory). */
  template?: string | undefined
  watch?: Watch
}

/** Sees what goes to the database: for counting round trips. */
export interface Watch {
  statement?: ((text: string) => void) | undefined
}

export interface OpenDatabase {
  db: Db
  kind: 'server' | 'embedded'
  watch: Watch
  memory: Memory
  /** Runs a script of several statements (migrations). */
  script(sql: string): Promise<void>
  /** Version number as PostgreSQL counts: 150000 is 15.0. */
  version(): Promise<number>
  /** Server only: how many connections the pool has, and how many callers wait for one. */
  connections?(): { total: number; idle: number; waiting: number }
  /** Embedded only: what a server does by itself. Clears away dead rows, renews statistics, cuts the log. */
  tidy?(): Promise<void>
  /** Embedded only: writes the database into one file, to open others from. */
  dump?(file: string): Promise<void>
  close(): Promise<void>
}

const plugins = [spelling]

export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const watch = options.watch ?? {}
  const memory = new Memory()
  const seen: Seen = { watch, memory }
  if (options.url) {
    const pool = new pg.Pool({
      connectionString: options.url,
      max: options.maxConnections ?? 16,
      pipeline: true,
      types: { getTypeParser: ((oid: number, format?: 'text') => parsers[oid] ?? pg.types.getTypeParser(oid, format)) as never },
    })
    // Compiling a statement takes longer than running any of ours; and the rows of an index are in memory, or on a disk that reads anywhere alike.
    // Where it cannot be set all works, only slower; a connection that was cut says so at its first statement.
    pool.on('connect', (client) => void client.query('set jit = off; set random_page_cost = 1.1').catch(() => undefined))
    pool.on('error', () => undefined) // an idle connection was cut; the next query opens a new one and reports its own failure
    const db = new Kysely<Tables>({ plugins, dialect: new PostgresDialect({ pool: new ServerPool(pool, seen) }) })
    const script = async (text: string) => {
      await pool.query(text)
      memory.forgetAll()
    }
    const connections = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
    return { db, ...seen, version: () => versionOf(db), kind: 'server', script, connections, close: () => db.destroy() }
  }
  const lite =
    options.dataDir && options.workerFile
      ? await openLiteOnThread(options.workerFile, options.dataDir)
      : await openLite({ dataDir: options.dataDir, template: options.template })
  const db = new Kysely<Tables>({ plugins, dialect: new PostgresDialect({ pool: new OneConnectionPool(lite, seen) }) })
  return {
    db,
    ...seen,
    kind: 'embedded',
    version: () => versionOf(db),
    script: async (text) => {
      await lite.script(text)
      memory.forgetAll()
    },
    tidy: async () => {
      await sql`vacuum (analyze)`.execute(db)
      await lite.checkpoint()
    },
    dump: (file) => lite.dump(file),
    close: () => db.destroy(),
  }
}

const versionOf = async (db: Db): Promise<number> => Number((await sql<{ v: string }>`select current_setting('server_version_num') v`.execute(db)).rows[0]?.v)

/** A value for a jsonb column. */
export const json = (value: unknown): string => JSON.stringify(value ?? null)
