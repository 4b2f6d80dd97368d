import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { PIPELINED, toPendingResult } from './pipeline.ts'
import { createClient, type StatementObservers } from './client.ts'
import type { EmbeddedEngine } from './pglite.ts'
import { parsers, toRows, toDriver } from './values.ts'

/** The embedded engine dressed as the pool that Kysely expects: one connection, handed out in order. */
export class PglitePool implements PostgresPool {
  #last: Promise<void> = Promise.resolve()
  readonly #lite: EmbeddedEngine
  readonly #seen: StatementObservers
  constructor(engine: EmbeddedEngine, observers: StatementObservers) {
    this.#lite = engine
    this.#seen = observers
  }
  async connect(): Promise<PostgresPoolClient> {
    const previous = this.#last
    let release!: () => void
    this.#last = new Promise<void>((resolve) => {
      release = resolve
    })
    await previous
    return createClient(
      this.#seen,
      async (markedText, params) => {
        const isPipelined = markedText.startsWith(PIPELINED)
        const text = isPipelined ? markedText.slice(PIPELINED.length) : markedText
        const { rows, fields, affected } = await this.#lite.query(text, params.map(toDriver))
        const columnParsers = fields.map(({ dataTypeID }) => parsers[dataTypeID])
        for (const row of rows)
          for (let at = 0; at < columnParsers.length; at++) {
            const parseColumn = columnParsers[at]
            if (parseColumn && row[at] !== null) row[at] = parseColumn(row[at] as string)
          }
        const result = {
          command: (/^\s*(\w+)/.exec(text)?.[1] ?? '').toUpperCase(),
          rowCount: affected || rows.length,
          rows: toRows(
            rows,
            fields.map(({ name }) => name),
          ),
        }
        return isPipelined ? toPendingResult({ result: () => Promise.resolve(result) }) : result
      },
      release,
    )
  }
  async end() {
    await this.#lite.close()
  }
}
