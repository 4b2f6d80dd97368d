/**
 * Opens the database: embedded PGlite in a folder (or in memory), or a PostgreSQL server through a URL.
 * Both speak Kysely's PostgresDialect and return the same values: timestamptz as Temporal.Instant, date as
 * Temporal.PlainDate, int8 as number (refused when unsafe), numeric as string, jsonb parsed.
 */
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { asText, openLite, openLiteOnThread, type Lite } from './lite.ts'
import type { Tables } from './tables.gen.ts'

export type Tx = Transaction<Tables>
export type Db = Kysely<Tables>

const int8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`integer out of the safe range: ${text}`)
  return value
}
const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
const plainDate = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
/** Type oid → parser; one table for both drivers. */
const parsers: Record<number, (text: string) => unknown> = { 20: int8, 1700: asText, 1184: instant, 1082: plainDate, 1083: asText }

/** Temporal values and big integers go in as text. */
const toDriver = (value: unknown): unknown =>
  value instanceof Temporal.Instant || value instanceof Temporal.PlainDate || typeof value === 'bigint' ? value.toString() : value

/** The embedded engine dressed as the pool that Kysely expects: one connection, handed out in order. */
class OneConnectionPool implements PostgresPool {
  #last: Promise<void> = Promise.resolve()
  readonly #lite: Lite
  constructor(lite: Lite) {
    this.#lite = lite
  }
  async connect(): Promise<PostgresPoolClient> {
    const before = this.#last
    let free!: () => void
    this.#last = new Promise<void>((done) => {
      free = done
    })
    await before
    const query = async (text: string, params: readonly unknown[]) => {
      const { rows, fields, affected } = await this.#lite.query(text, params.map(toDriver))
      const read = fields.map(({ name, dataTypeID }) => ({ name, parse: parsers[dataTypeID] }))
      const command = (/^\s*(\w+)/.exec(text)?.[1] ?? '').toUpperCase() as 'SELECT'
      return {
        command,
        rowCount: affected || rows.length,
        rows: rows.map((row) => Object.fromEntries(read.map(({ name, parse }, at) => [name, parse && row[at] !== null ? parse(row[at] as string) : row[at]]))),
      }
    }
    return { query: query as unknown as PostgresPoolClient['query'], release: free }
  }
  async end() {
    await this.#lite.close()
  }
}

/** A pg pool that takes Temporal values and keeps its parsers to itself. */
class ServerPool implements PostgresPool {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    this.#pool = pool
  }
  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect()
    const query = (text: string, params: readonly unknown[]) => client.query(text, params.map(toDriver))
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
  }
  end() {
    return this.#pool.end()
  }
}

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
}

export interface OpenDatabase {
  db: Db
  kind: 'server' | 'embedded'
  /** Runs a script of several statements (migrations). */
  script(sql: string): Promise<void>
  /** Version number as PostgreSQL counts: 150000 is 15.0. */
  version(): Promise<number>
  /** Embedded only: writes the database into one file, to open others from. */
  dump?(file: string): Promise<void>
  close(): Promise<void>
}

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  if (options.url) {
    const pool = new pg.Pool({
      connectionString: options.url,
      max: options.maxConnections ?? 16,
      types: { getTypeParser: ((oid: number, format?: 'text') => parsers[oid] ?? pg.types.getTypeParser(oid, format)) as never },
    })
    pool.on('error', () => undefined) // an idle connection was cut; the next query opens a new one and reports its own failure
    const db = new Kysely<Tables>({ plugins, dialect: new PostgresDialect({ pool: new ServerPool(pool) }) })
    return { db, version: () => versionOf(db), kind: 'server', script: async (sql) => void (await pool.query(sql)), close: () => db.destroy() }
  }
  const lite =
    options.dataDir && options.workerFile
      ? await openLiteOnThread(options.workerFile, options.dataDir)
      : await openLite({ dataDir: options.dataDir, template: options.template })
  const db = new Kysely<Tables>({ plugins, dialect: new PostgresDialect({ pool: new OneConnectionPool(lite) }) })
  return { db, kind: 'embedded', version: () => versionOf(db), script: (text) => lite.script(text), dump: (file) => lite.dump(file), close: () => db.destroy() }
}

const versionOf = async (db: Db): Promise<number> => Number((await sql<{ v: string }>`select current_setting('server_version_num') v`.execute(db)).rows[0]?.v)

/** A value for a jsonb column. */
export const json = (value: unknown): string => JSON.stringify(value ?? null)
