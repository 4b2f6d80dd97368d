import { type Connection, type ConnectionPool, type Statement, type StatementResult, toPendingStatement } from './connection.ts'
import type { EmbeddedEngine } from './pglite.ts'
import { parsers, toDriver, toRows } from './values.ts'

/** The embedded engine behind the pool interface: one connection, handed out in order. */
export class PglitePool implements ConnectionPool {
  readonly #engine: EmbeddedEngine
  #last: Promise<void> = Promise.resolve()
  constructor(engine: EmbeddedEngine) {
    this.#engine = engine
  }

  async connect(): Promise<Connection> {
    const previous = this.#last
    let release!: () => void
    this.#last = new Promise<void>((resolve) => {
      release = resolve
    })
    await previous
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
    const connection = await this.connect()
    try {
      await work()
    } finally {
      connection.release()
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
