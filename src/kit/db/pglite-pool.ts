import { type Connection, type ConnectionPool, type Statement, type StatementResult, toPendingStatement } from './connection.ts'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { DatabaseUnavailable } from './unavailable.ts'
import { parsers, toDriver, toRows } from './values.ts'

/** As long as a statement may take on a server. */
const WAIT_MS = 60_000

async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), ms)
  })
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer))
}

/** The embedded engine behind the pool interface: one connection, handed out in order. */
export class PglitePool implements ConnectionPool {
  readonly #engine: EmbeddedEngine
  readonly #waitMs: number
  #last: Promise<void> = Promise.resolve()
  /** Who has the connection, and who waits for it. */
  #turns = 0
  /** `waitMs` is for tests. */
  constructor(engine: EmbeddedEngine, waitMs = WAIT_MS) {
    this.#engine = engine
    this.#waitMs = waitMs
  }

  /** Throws DatabaseUnavailable when the connection does not become free in time: better said than waited for by callers who have left. */
  async connect(): Promise<Connection> {
    const release = await this.#takeTurn(this.#waitMs)
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
    const release = await this.#takeTurn(undefined)
    try {
      await work()
    } finally {
      release()
    }
  }

  /** Waits for those before; answers what lets the next one in. Who leaves the queue lets the next one in when their turn comes. */
  async #takeTurn(waitMs: number | undefined): Promise<() => void> {
    const previous = this.#last
    let release!: () => void
    this.#last = new Promise<void>((resolve) => {
      release = () => {
        this.#turns--
        resolve()
      }
    })
    const isFree = this.#turns++ === 0
    if (isFree || waitMs === undefined || (await settlesWithin(previous, waitMs))) {
      await previous
      return release
    }
    void previous.then(release)
    throw new DatabaseUnavailable(`no connection became free within ${waitMs / 1000} seconds`, { inDoubt: false, isLost: false })
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
