/**
 * What this process keeps of rows that nearly every call reads and hardly any call changes: the site, its settings, an
 * API key. A change by this process is seen at once, one by another process after a second at the latest. Never for seats,
 * money, sessions or anything that two callers race for: those are read from the database every time.
 */
import type { Statement, StatementResult } from './connection.ts'
import type { TableName } from './tables.gen.ts'

const TTL_MS = 1000
const MAX_ENTRIES = 10_000
/** In place of the tables of a write that named none. */
const ANY_TABLE = '*'

/** Answers with what was loaded under this key, if it is fresh and none of these tables was written since. */
export type GetOrLoad = <T>(tables: readonly TableName[], key: string, load: () => Promise<T>) => Promise<T>

/** Cached values are shared by all calls and must not be changed. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  const { constructor } = value as { constructor?: unknown }
  if (constructor !== Object && constructor !== Array) return value
  for (const child of Object.values(value)) deepFreeze(child)
  return Object.freeze(value)
}

export class ProcessCache {
  readonly #entries = new Map<string, { value: unknown; until: number; tables: readonly string[] }>()
  /** Table → how often it was written; a load that saw the count change in between is not kept. */
  readonly #writeCounts = new Map<string, number>()
  /** Table → open transactions that wrote it: only they see the new rows, so nothing is cached meanwhile. */
  readonly #openWrites = new Map<string, number>()
  /** Tables of which anything was ever cached; writes to the others need no attention. */
  readonly #watched = new Set<string>([ANY_TABLE])

  getOrLoad: GetOrLoad = async (tables, key, load) => {
    const watched = [ANY_TABLE, ...tables]
    if (watched.some((table) => (this.#openWrites.get(table) ?? 0) > 0)) return load()
    const cached = this.#entries.get(key)
    if (cached && cached.until > performance.now()) return cached.value as Awaited<ReturnType<typeof load>>
    for (const table of tables) this.#watched.add(table)
    const countBefore = this.#countWrites(watched)
    const value = deepFreeze(await load())
    if (this.#countWrites(watched) === countBefore) {
      if (this.#entries.size >= MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value as string)
      this.#entries.set(key, { value, until: performance.now() + TTL_MS, tables })
    }
    return value
  }

  /** A transaction wrote these tables and is still open. */
  beginWrite(tables: readonly string[]): void {
    for (const table of tables) this.#openWrites.set(table, (this.#openWrites.get(table) ?? 0) + 1)
    this.#invalidate(tables)
  }
  /** It ended. */
  endWrite(tables: readonly string[]): void {
    for (const table of tables) this.#openWrites.set(table, (this.#openWrites.get(table) ?? 1) - 1)
    this.#invalidate(tables)
  }

  /** Drops everything: after scripts, which name no tables. */
  clear(): void {
    this.#invalidate([ANY_TABLE])
  }

  #invalidate(written: readonly string[]): void {
    if (!written.some((table) => this.#watched.has(table))) return
    for (const table of written) this.#writeCounts.set(table, (this.#writeCounts.get(table) ?? 0) + 1)
    if (written.includes(ANY_TABLE)) this.#entries.clear()
    for (const [key, { tables }] of this.#entries) if (tables.some((table) => written.includes(table))) this.#entries.delete(key)
  }
  #countWrites(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#writeCounts.get(table) ?? 0), 0)
  }
}

/** Invalidates the cache for what one borrowed connection writes, when it commits. */
export class WriteTracker {
  readonly #cache: ProcessCache
  inTransaction = false
  #written: (readonly string[])[] = []

  constructor(cache: ProcessCache) {
    this.#cache = cache
  }

  async track(statement: Pick<Statement, 'writes'>, send: () => Promise<StatementResult>): Promise<StatementResult> {
    this.begin(statement.writes)
    try {
      const result = await send()
      this.noteResult(statement, result)
      return result
    } finally {
      if (!this.inTransaction) this.endTransaction()
    }
  }

  /** Before a statement is sent. */
  begin(tables: readonly string[]): void {
    if (tables.length === 0) return
    this.#cache.beginWrite(tables)
    this.#written.push(tables)
  }

  /** A write that names no tables may have changed any of them. */
  noteResult({ writes }: Pick<Statement, 'writes'>, { isWrite }: Pick<StatementResult, 'isWrite'>): void {
    if (isWrite && writes.length === 0) this.begin([ANY_TABLE])
  }

  openTransaction(): void {
    this.inTransaction = true
  }
  /** Committed, rolled back, or given back without either. */
  endTransaction(): void {
    this.inTransaction = false
    for (const tables of this.#written) this.#cache.endWrite(tables)
    this.#written = []
  }
}
