import { type Connection, type ConnectionPool, type Statement, type StatementResult, toPendingStatement } from './connection.ts'
import { type Claimant, ConnectionQueue, DEFAULT_MAX_WAITING } from './connection-queue.ts'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { parsers, toDriver, toRows } from './values.ts'

/**
 * How long a request waits for the one connection: longer than on a server, because backups and tidying hold it for seconds. The server's own work waits
 * as long as a statement may take.
 */
const WAIT_MS = { request: 15_000, server: 60_000 }

/** The embedded engine behind the pool interface: one connection, handed out in order, to the server's own work first. */
export class PglitePool implements ConnectionPool {
  readonly #engine: EmbeddedEngine
  readonly #queue: ConnectionQueue
  /** `waitMs` is for tests. */
  constructor(
    engine: EmbeddedEngine,
    { maxWaiting = DEFAULT_MAX_WAITING, waitMs = WAIT_MS }: { maxWaiting?: number | undefined; waitMs?: typeof WAIT_MS } = {},
  ) {
    this.#engine = engine
    this.#queue = new ConnectionQueue({ places: 1, keptForServer: 0, maxWaiting, waitMs })
  }

  /** Throws DatabaseUnavailable when too many wait or the connection does not become free in time: better said than waited for by callers who have left. */
  async connect(claimant: Claimant = 'request'): Promise<Connection> {
    const release = await this.#queue.enter(claimant)
    const run = async (text: string) => void (await this.#execute(text, [], false))
    const execute = ({ text, params, mayPrepare }: Statement) => this.#execute(text, params, mayPrepare)
    return {
      begin: (settings) => run(settings ? `begin ${settings}` : 'begin'),
      commit: () => run('commit'),
      rollback: () => run('rollback'),
      execute,
      // In the same process there is no way to save.
      pipeline: async (statement) => toPendingStatement(await execute(statement)),
      release,
    }
  }

  /** Does work while no connection is in use, and none is given out. */
  async runAlone(work: () => Promise<void>): Promise<void> {
    const release = await this.#queue.enter('server', Infinity)
    try {
      await work()
    } finally {
      release()
    }
  }

  end(): Promise<void> {
    return this.#engine.close()
  }

  async #execute(text: string, params: readonly unknown[], mayPrepare: boolean): Promise<StatementResult> {
    const { rows, fields, affected } = await this.#engine.query(text, params.map(toDriver), mayPrepare)
    const columnParsers = fields.map(({ dataTypeID }) => parsers[dataTypeID])
    for (const row of rows)
      for (let at = 0; at < columnParsers.length; at++) {
        const parseColumn = columnParsers[at]
        if (parseColumn && row[at] !== null) row[at] = parseColumn(row[at] as string)
      }
    return {
      command: (/^\s*(?:\/\*[^*]*\*\/\s*)*(\w+)/.exec(text)?.[1] ?? '').toUpperCase(),
      rowCount: affected || rows.length,
      rows: toRows(
        rows,
        fields.map(({ name }) => name),
      ),
      isWrite: affected > 0,
    }
  }
}
