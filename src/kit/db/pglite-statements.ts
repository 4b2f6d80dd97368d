/**
 * Statements on the embedded engine. One that comes with values again is parsed and planned once and then only carried out, as on a
 * server; what the engine's own `query` sends in six turns goes in one or two.
 */
import { type PGlite, type Results, parse, protocol } from '@electric-sql/pglite'

/** How many statements are kept prepared: the plan of a wide one takes a hundred kilobytes. */
export const MAX_PREPARED = 200
/** How many texts that came once are known, to see which come again. */
const MAX_SEEN = 2000

export interface EngineResult {
  rows: unknown[][]
  fields: { name: string; dataTypeID: number }[]
  affected: number
}

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>
interface PreparedStatement {
  name: string
  paramTypes: readonly number[]
  /** What the rows look like; empty for statements that return none. */
  rowDescription: Messages
}

/** What opens and ends a transaction is sent as a simple query: one message in place of five, at half the cost. */
const transactionControl = /^(?:begin|commit|rollback)\b/

/** "cached plan must not change result type": the tables have another shape than when the statement was prepared. */
const PLAN_CHANGED = '0A000'

const { serialize } = protocol

function joinMessages(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export class EngineStatements {
  readonly #engine: PGlite
  /** By text; the one that was used longest ago comes first. */
  readonly #prepared = new Map<string, PreparedStatement>()
  readonly #seen = new Set<string>()
  #lastName = 0

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /** Runs one statement. `mayPrepare`: false when a kept plan would be a bad one for other values. */
  run(text: string, params: readonly unknown[], mayPrepare: boolean): Promise<EngineResult> {
    return this.#engine.runExclusive(async () => {
      if (params.length === 0) return this.#runWithoutValues(text)
      return this.#execute(this.#findPrepared(text) ?? (await this.#describe(text, mayPrepare && this.#cameBefore(text))), params)
    })
  }

  /** Forgets every prepared statement. To be called after the shape of tables changed. */
  async forget(): Promise<void> {
    this.#prepared.clear()
    await this.#engine.exec('deallocate all')
  }

  #findPrepared(text: string): PreparedStatement | undefined {
    const statement = this.#prepared.get(text)
    if (!statement) return undefined
    this.#prepared.delete(text)
    this.#prepared.set(text, statement)
    return statement
  }

  #cameBefore(text: string): boolean {
    if (this.#seen.has(text)) return true
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
    this.#seen.add(text)
    return false
  }

  async #runWithoutValues(text: string): Promise<EngineResult> {
    if (transactionControl.test(text)) return this.#toResult(await this.#engine.execProtocolStream(serialize.query(text)))
    const message = joinMessages(serialize.parse({ text }), serialize.bind(), serialize.describe({ type: 'P' }), serialize.execute(), serialize.sync())
    return this.#toResult(await this.#engine.execProtocolStream(message))
  }

  /** Parses a statement, under a name when it is to be kept. */
  async #describe(text: string, isKept: boolean): Promise<PreparedStatement> {
    const name = isKept ? `s${++this.#lastName}` : ''
    const message = joinMessages(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync())
    const messages = await this.#engine.execProtocolStream(message, { syncToFs: false })
    const statement: PreparedStatement = {
      name,
      paramTypes: parse.parseDescribeStatementResults(messages),
      rowDescription: messages.filter((one) => one.name === 'rowDescription'),
    }
    if (isKept) await this.#keep(text, statement)
    return statement
  }

  async #keep(text: string, statement: PreparedStatement): Promise<void> {
    this.#prepared.set(text, statement)
    if (this.#prepared.size <= MAX_PREPARED) return
    const [oldest] = this.#prepared
    if (!oldest) return
    this.#prepared.delete(oldest[0])
    await this.#engine.execProtocolStream(joinMessages(serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync()), { syncToFs: false })
  }

  async #execute({ name, paramTypes, rowDescription }: PreparedStatement, params: readonly unknown[]): Promise<EngineResult> {
    const values = params.map((value, at) => this.#toText(value, paramTypes[at]))
    const message = joinMessages(serialize.bind({ statement: name, values }), serialize.execute(), serialize.sync())
    try {
      return this.#toResult([...rowDescription, ...(await this.#engine.execProtocolStream(message))])
    } catch (error) {
      if ((error as { code?: string }).code === PLAN_CHANGED) this.#prepared.clear()
      throw error
    }
  }

  #toText(value: unknown, type = 0): string | null {
    if (value === null || value === undefined) return null
    const serializeValue = this.#engine.serializers[type]
    return serializeValue ? serializeValue(value) : String(value)
  }

  #toResult(messages: Messages): EngineResult {
    const [result] = parse.parseResults(messages, this.#engine.parsers, { rowMode: 'array' }) as Results<unknown[]>[]
    if (!result) throw new Error('The engine answered a statement with no result.')
    return { rows: result.rows, fields: result.fields, affected: result.affectedRows ?? 0 }
  }
}
