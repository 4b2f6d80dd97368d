/** Kysely on our pools. Every statement passes here, so that it is counted, and the cache learns what was written and when it became true. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { metrics } from '../observability/metrics.ts'
import { type ProcessCache, WriteTracker } from './cache.ts'
import { type Connection, type ConnectionPool, type PendingStatement, type Statement, type StatementResult, toPendingStatement } from './connection.ts'
import type { Claimant } from './connection-queue.ts'
import type { PipelinedQuery } from './pipeline.ts'
import { readMarks } from './writes.ts'

/** Observes statements, to count round trips. */
export interface StatementWatch {
  onStatement?: ((text: string, how: { isPipelined: boolean; params: readonly unknown[] }) => void) | undefined
}
/** Observers of the statements of a database. */
export interface StatementObservers {
  watch: StatementWatch
  cache: ProcessCache
  /** Server only: the statement that tells other processes which cached tables were written. */
  toAnnouncement?: ((tables: readonly string[]) => Statement) | undefined
}

const countedCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const toStatement = ({ sql, parameters, query }: CompiledQuery): Statement => ({ text: sql, params: parameters, ...readMarks(query) })

/** A connection as Kysely borrows it. */
class ObservedConnection implements DatabaseConnection {
  readonly #connection: Connection
  readonly #observers: StatementObservers
  readonly #writes: WriteTracker

  constructor(connection: Connection, observers: StatementObservers) {
    this.#connection = connection
    this.#observers = observers
    this.#writes = new WriteTracker(observers.cache)
  }

  async executeQuery<Row>(query: CompiledQuery | PipelinedQuery): Promise<QueryResult<Row>> {
    const statement = toStatement(query)
    const isPipelined = 'isPipelined' in query
    this.#observe(statement.text, isPipelined, statement.params)
    try {
      if ('isPipelined' in query) return { rows: [await this.#pipeline({ ...statement, batching: query.batching })] as Row[] }
      const { command, rowCount, rows } = await this.#carryOut(statement)
      return { rows: rows as Row[], numAffectedRows: countedCommands.has(command) ? BigInt(rowCount) : undefined }
    } catch (error) {
      throw withCallerStack(error)
    }
  }

  #carryOut(statement: Statement): Promise<StatementResult> {
    return this.#writes.track(
      statement,
      () => this.#connection.execute(statement),
      (tables) => this.#announce(tables, 'execute'),
    )
  }

  /** Of a transaction it is sent with the commit, and takes effect with it. */
  async #announce(tables: readonly string[], how: 'pipeline' | 'execute'): Promise<void> {
    const { toAnnouncement } = this.#observers
    if (toAnnouncement && tables.length > 0) await this.#connection[how](toAnnouncement(tables))
  }

  async #pipeline(statement: Statement): Promise<PendingStatement> {
    // Outside of a transaction there is no next statement to pipeline it with.
    if (!this.#writes.inTransaction) return toPendingStatement(await this.#carryOut(statement))
    this.#writes.begin(statement.writes)
    const pending = await this.#connection.pipeline(statement)
    const noteUndeclared = (result: StatementResult) => this.#writes.noteResult(statement, result)
    pending.settled.then(noteUndeclared, () => undefined)
    return pending
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('statements are not streamed')
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    this.#writes.openTransaction()
    this.#observe('begin', false)
    await this.#connection.begin([isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '))
  }
  async commit(): Promise<void> {
    this.#observe('commit', false)
    try {
      const tables = this.#writes.announced()
      await this.#announce(tables, 'pipeline')
      await this.#connection.commit()
      // Only the results of the last statements told that they wrote something undeclared.
      const late = this.#writes.announced().filter((table) => !tables.includes(table))
      await this.#announce(late, 'execute')
    } finally {
      this.#writes.endTransaction()
    }
  }
  async rollback(): Promise<void> {
    this.#observe('rollback', false)
    await this.#connection.rollback().finally(() => this.#writes.endTransaction())
  }
  release(): void {
    this.#writes.endTransaction()
    this.#connection.release()
  }

  #observe(text: string, isPipelined: boolean, params: readonly unknown[] = []): void {
    metrics.statements.inc()
    this.#observers.watch.onStatement?.(text, { isPipelined, params })
  }
}

/** The driver's stack begins at its socket; the caller's stack is more useful. */
function withCallerStack(error: unknown): unknown {
  if (error instanceof Error) error.stack += `\n${new Error().stack?.split('\n').slice(2).join('\n')}`
  return error
}

class PoolDriver implements Driver {
  readonly #pool: ConnectionPool
  readonly #claimant: Claimant
  readonly #observers: StatementObservers
  constructor(pool: ConnectionPool, claimant: Claimant, observers: StatementObservers) {
    this.#pool = pool
    this.#claimant = claimant
    this.#observers = observers
  }
  init = async () => undefined
  acquireConnection = async () => new ObservedConnection(await this.#pool.connect(this.#claimant), this.#observers)
  beginTransaction = (connection: DatabaseConnection, settings: TransactionSettings) => (connection as ObservedConnection).begin(settings)
  commitTransaction = (connection: DatabaseConnection) => (connection as ObservedConnection).commit()
  rollbackTransaction = (connection: DatabaseConnection) => (connection as ObservedConnection).rollback()
  releaseConnection = async (connection: DatabaseConnection) => (connection as ObservedConnection).release()
  /** Others use the pool, too: who opened it ends it. */
  destroy = async () => undefined
}

/** For each claimant a dialect on the same pool. They share the adapter, which is how caches know a database again (`databaseKey`). */
export function createDialects(pool: ConnectionPool, observers: StatementObservers): Record<Claimant, Dialect> {
  const adapter = new PostgresAdapter()
  const forClaimant = (claimant: Claimant): Dialect => ({
    createDriver: () => new PoolDriver(pool, claimant, observers),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => adapter,
    createIntrospector: (db) => new PostgresIntrospector(db),
  })
  return { request: forClaimant('request'), server: forClaimant('server') }
}
