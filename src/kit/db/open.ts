/**
 * Opens the database: embedded PGlite in a folder (or in memory), or a PostgreSQL server through a URL.
 * Both stand behind one dialect and return the same values: timestamptz as Temporal.Instant, date as
 * Temporal.PlainDate, int8 as number (refused when unsafe), numeric as string, jsonb parsed.
 */
import { Kysely, sql } from 'kysely'
import { borrowLazily } from './lazy-connection.ts'
import { createDialects, type StatementObservers, type StatementWatch } from './dialect.ts'
import type { ConnectionPool, Statement } from './connection.ts'
import { PglitePool } from './pglite-pool.ts'
import type { Db } from './handles.ts'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { type EngineThread, startEngineThread } from './engine-thread.ts'
import { useEngineThread } from './pglite-thread.ts'
import { ANY_TABLE, ProcessCache } from './cache.ts'
import { createReplica, type Replica } from './replica.ts'
import type { Tables } from './tables.gen.ts'
import { camelCasePlugin } from './values.ts'

export { pipelineQuery } from './pipeline.ts'
export { acrossSites, noPreparedPlan, writes } from './writes.ts'
export type { Db, ReadDatabase, Tx } from './handles.ts'
export { databaseKey, forFirstUse, readSql } from './read.ts'

export interface OpenOptions {
  /** postgres://… of a server; when absent the embedded database is used. */
  url?: string | undefined
  /** Server only: postgres://… of a streaming replica of it, for long lists and reports. */
  replicaUrl?: string | undefined
  /** Folder of the embedded database; absent means in memory. */
  dataDir?: string | undefined
  maxConnections?: number
  /** How many callers may wait for a connection. */
  maxWaiting?: number | undefined
  /** Server only: whether statements may be sent before earlier ones are answered. On by default. */
  isPipelined?: boolean | undefined
  /** Built file of the worker that runs the embedded database on its own thread; absent: this thread. */
  workerFile?: string | undefined
  /** What a new folder begins with: a file that `packFirstData` made (embedded, in a folder). */
  firstData?: string | undefined
  /** A dump to begin with instead of an empty database (embedded, in memory). */
  template?: string | undefined
  watch?: StatementWatch
  /** Called with a sentence when the database is lost and when it is back. */
  report?: ((sentence: string) => void) | undefined
  /** Embedded only: called with the reason when the engine fails. Every statement fails from then on; the process should end. */
  onBroken?: ((reason: string) => void) | undefined
}

export interface OpenDatabase {
  db: Db
  /** The same database for the server's own work: it waits for a connection before all requests, and is not counted among them. */
  serverDb: Db
  kind: 'server' | 'embedded'
  watch: StatementWatch
  cache: ProcessCache
  /** Runs a script of several statements (migrations). */
  script(sql: string): Promise<void>
  /** Version number as PostgreSQL counts: 150000 is 15.0. */
  version(): Promise<number>
  /** Server only: from now on hears at once what other processes change of what this one caches. */
  hearOthers?(): Promise<void>
  /** Server with a replica only. */
  replica?: Replica
  /** Server only: how many connections the pool has, and how many callers wait for one. */
  connections?(): { total: number; idle: number; waiting: number }
  /** Embedded only: what a server does automatically. Vacuums, analyzes and truncates the log. */
  runMaintenance?(): Promise<void>
  /** Embedded in a folder only: copies the files of the database, as they are at one moment, into a new folder. Other calls wait meanwhile. */
  copyTo?(folder: string): Promise<void>
  /** Embedded only: writes the database into one file, to open others from. */
  dump?(file: string): Promise<void>
  close(): Promise<void>
}

const plugins = [camelCasePlugin]

function createHandles(pool: ConnectionPool, observers: StatementObservers): Pick<OpenDatabase, 'db' | 'serverDb'> {
  const { request, server } = createDialects(pool, observers)
  return { db: new Kysely<Tables>({ plugins, dialect: request }), serverDb: new Kysely<Tables>({ plugins, dialect: server }) }
}

async function closeHandles({ db, serverDb }: Pick<OpenDatabase, 'db' | 'serverDb'>, pool: ConnectionPool): Promise<void> {
  await Promise.all([db.destroy(), serverDb.destroy()])
  await pool.end()
}

/** A database as the server's own work sees it. */
export const forServer = (open: OpenDatabase): OpenDatabase => ({ ...open, db: open.serverDb })

export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const observers: StatementObservers = { watch: options.watch ?? {}, cache: new ProcessCache() }
  if (options.url) return openServer(options.url, options, observers)
  const { dataDir, firstData, template, workerFile, onBroken = () => undefined } = options
  if (!dataDir || !workerFile) return overEngine(await (await import('./pglite.ts')).openPglite({ dataDir, firstData, template, onBroken }), options, observers)
  const thread = startEngineThread(workerFile, { dataDir, firstData })
  await thread.ready
  return openOnThread(thread, options)
}

/** The embedded database of a thread that has begun to open it. Statements wait until it is open, and fail when it cannot be. */
export const openOnThread = (thread: EngineThread, options: Pick<OpenOptions, 'dataDir' | 'onBroken' | 'watch' | 'maxWaiting'>): OpenDatabase =>
  overEngine(useEngineThread(thread, options.onBroken ?? (() => undefined)), options, { watch: options.watch ?? {}, cache: new ProcessCache() })

function overEngine(engine: EmbeddedEngine, { dataDir, maxWaiting }: Pick<OpenOptions, 'dataDir' | 'maxWaiting'>, observers: StatementObservers): OpenDatabase {
  const pool = new PglitePool(engine, { maxWaiting })
  // No other process has it open.
  observers.cache.hearsOthers(true)
  const handles = createHandles(pool, observers)
  const db = handles.serverDb
  return {
    ...handles,
    ...observers,
    kind: 'embedded',
    version: () => readVersion(db),
    script: async (text) => {
      await engine.script(text)
      observers.cache.clear()
    },
    runMaintenance: async () => {
      // Not as a statement: it may take longer than one.
      await pool.runAlone(() => engine.vacuum())
      await engine.checkpoint()
    },
    ...(dataDir && { copyTo: (folder: string) => pool.runAlone(() => engine.copyTo(folder)) }),
    dump: (file) => engine.dump(file),
    close: () => closeHandles(handles, pool),
  }
}

async function openServer(url: string, options: OpenOptions, { watch, cache }: StatementObservers): Promise<OpenDatabase> {
  const { maxConnections, maxWaiting, isPipelined, report } = options
  const [{ PostgresPool }, { CacheChannel }] = await Promise.all([import('./postgres-pool.ts'), import('./cache-channel.ts')])
  const pool = new PostgresPool({ url, maxConnections, maxWaiting, isPipelined, report })
  const send = async (statement: Statement) => {
    const connection = await pool.connect('server')
    await connection.execute(statement).finally(() => connection.release())
  }
  const channel = new CacheChannel({ url, cache, send })
  const observers = { watch, cache, toAnnouncement: channel.toAnnouncement }
  const handles = createHandles(isPipelined === false ? pool : borrowLazily(pool), observers)
  const script = async (text: string) => {
    await pool.script(text)
    cache.clear()
    await send(channel.toAnnouncement([ANY_TABLE]))
  }
  const replica = options.replicaUrl ? await openReplica(options.replicaUrl, handles.db, observers, options) : undefined
  return {
    ...handles,
    watch,
    cache,
    version: () => readVersion(handles.serverDb),
    kind: 'server',
    script,
    hearOthers: () => channel.listen(),
    connections: () => pool.connections(),
    ...(replica && { replica: replica.reads }),
    close: async () => {
      await channel.close()
      await replica?.close()
      await closeHandles(handles, pool)
    },
  }
}

async function openReplica(url: string, primary: Db, observers: StatementObservers, options: OpenOptions): Promise<{ reads: Replica; close(): Promise<void> }> {
  const { PostgresPool } = await import('./postgres-pool.ts')
  const { maxConnections, maxWaiting, isPipelined, report = () => undefined } = options
  const pool = new PostgresPool({ url, maxConnections, maxWaiting, isPipelined, report, sentences: replicaSentences })
  const handles = createHandles(pool, observers)
  return { reads: createReplica(primary, handles.db, report), close: () => closeHandles(handles, pool) }
}

const replicaSentences = {
  lost: (reason: string) => `The connection to the read replica was lost (${reason}). The primary answers its reads until it is back.`,
  back: 'The read replica answers again.',
}

const readVersion = async (db: Db): Promise<number> => Number((await sql<{ v: string }>`select current_setting('server_version_num') v`.execute(db)).rows[0]?.v)

/** A value for a jsonb column. */
export const json = (value: unknown): string => JSON.stringify(value ?? null)
