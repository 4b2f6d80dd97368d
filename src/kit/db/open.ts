/**
 * Opens the database: embedded PGlite in a folder (or in memory), or a PostgreSQL server through a URL.
 * Both speak Kysely's PostgresDialect and return the same values: timestamptz as Temporal.Instant, date as
 * Temporal.PlainDate, int8 as number (refused when unsafe), numeric as string, jsonb parsed.
 */
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Seen, Watch } from './borrowed.ts'
import { OneConnectionPool } from './embedded-pool.ts'
import type { Db } from './handles.ts'
import { openLite, openLiteOnThread } from './lite.ts'
import { Memory } from './memory.ts'
import { ServerPool } from './server-pool.ts'
import type { Tables } from './tables.gen.ts'
import { spelling } from './values.ts'

export { AHEAD, ahead, PLANNED_ANEW } from './ahead.ts'
export type { Db, Tx } from './handles.ts'

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
  /** Hears, in a sentence, when the database is lost and when it is back. */
  report?: ((sentence: string) => void) | undefined
  /** Embedded only: hears why the engine cannot go on. Nothing is answered from then on; the process should end. */
  onBroken?: ((reason: string) => void) | undefined
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
    const pool = new ServerPool({ url: options.url, maxConnections: options.maxConnections, report: options.report }, seen)
    const db = new Kysely<Tables>({ plugins, dialect: new PostgresDialect({ pool }) })
    const script = async (text: string) => {
      await pool.script(text)
      memory.forgetAll()
    }
    return { db, ...seen, version: () => versionOf(db), kind: 'server', script, connections: () => pool.connections(), close: () => db.destroy() }
  }
  const { onBroken = () => undefined } = options
  const lite =
    options.dataDir && options.workerFile
      ? await openLiteOnThread(options.workerFile, options.dataDir, onBroken)
      : await openLite({ dataDir: options.dataDir, template: options.template, onBroken })
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
