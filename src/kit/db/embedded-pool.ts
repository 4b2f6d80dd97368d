import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { AHEAD, answeredBy } from './ahead.ts'
import { clientOf, type Seen } from './borrowed.ts'
import type { Lite } from './lite.ts'
import { parsers, rowsOf, toDriver } from './values.ts'

/** The embedded engine dressed as the pool that Kysely expects: one connection, handed out in order. */
export class OneConnectionPool implements PostgresPool {
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
