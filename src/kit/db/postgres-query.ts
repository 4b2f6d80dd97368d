/**
 * A statement as the client sends it. A prepared statement is described once per connection: its columns cannot change while it lives there (the server
 * then refuses it, see PLAN_CHANGED), so that asking for them every time only costs both sides. Rows become objects as they arrive.
 */
import pg from 'pg'
import type { Statement, StatementResult } from './connection.ts'
import { camelCasePlugin, parsers, toDriver } from './values.ts'

interface Column {
  name: string
  parse: (text: string) => unknown
}
/** Of ours, or of the client for the types that need no own one. */
const findParser = (oid: number): Column['parse'] => parsers[oid] ?? pg.types.getTypeParser(oid, 'text')
/** The connection below a client, which its types leave out. */
interface Wire {
  describe(message: unknown): void
}
interface KnownStatements {
  /** By the name of the prepared statement; empty for one without rows. */
  columns: Map<string, readonly Column[]>
  /** The same connection, which asks for no description. */
  withoutDescribe: Wire
}

const knownByWire = new WeakMap<Wire, KnownStatements>()
function findKnown(wire: Wire): KnownStatements {
  let known = knownByWire.get(wire)
  if (!known) {
    known = { columns: new Map(), withoutDescribe: Object.create(wire, { describe: { value: () => undefined } }) }
    knownByWire.set(wire, known)
  }
  return known
}

/** What the query class of the client has besides its types. */
interface ClientQuery {
  prepare(wire: Wire): void
}
const prepareAsClient = (pg.Query.prototype as unknown as ClientQuery).prepare

type Sent = Omit<StatementResult, 'isWrite'>

/** Given to the client, which takes no other class while it pipelines. */
class StatementQuery extends pg.Query {
  // The client reads these; declared only, for it sets them itself first.
  declare name: string | undefined
  declare values: unknown[]
  declare callback: (error: Error | null | undefined, result?: Sent) => void
  /** A value that could not be read: what follows of the rows is dropped. */
  #failure: Error | undefined
  #known: KnownStatements | undefined
  #columns: readonly Column[] | undefined
  readonly #rows: Record<string, unknown>[] = []
  #tag = ''

  constructor({ text, params }: Statement, name: string | undefined, callback: StatementQuery['callback']) {
    super(text)
    this.name = name
    this.values = params.map(toDriver)
    this.callback = callback
  }

  prepare(wire: Wire): void {
    this.#known = this.name ? findKnown(wire) : undefined
    this.#columns = this.#known?.columns.get(this.name ?? '')
    prepareAsClient.call(this, this.#columns && this.#known ? this.#known.withoutDescribe : wire)
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name: camelCasePlugin.toCamelCase(name), parse: findParser(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failure) return
    const columns = this.#columns ?? []
    const row: Record<string, unknown> = {}
    try {
      for (let at = 0; at < columns.length; at++) {
        const { name, parse } = columns[at] as Column
        const text = fields[at]
        row[name] = text === null || text === undefined ? null : parse(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#failure = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
    if (this.name) this.#known?.columns.set(this.name, this.#columns ?? [])
  }

  handleReadyForQuery(): void {
    if (this.#failure) return this.callback(this.#failure)
    const [command = '', ...counts] = this.#tag.split(' ')
    this.callback(null, { command, rowCount: Number(counts.at(-1)) || 0, rows: this.#rows })
  }
}

/** Sends a statement, prepared under a name or as it is, and waits for its result. */
export const sendStatement = (client: pg.ClientBase, statement: Statement, name: string | undefined): Promise<Sent> =>
  new Promise((resolve, reject) => {
    client.query(new StatementQuery(statement, name, (error, result) => (error || !result ? reject(error) : resolve(result))))
  })
