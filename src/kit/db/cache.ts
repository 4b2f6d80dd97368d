/**
 * What this process keeps of rows that nearly every call reads and hardly any call changes: the site, its settings, an
 * API key. A change by this process is seen at once, one by another process as soon as it is heard of (cache-channel.ts), or after a second
 * where it is not (and a moment more, while it is read anew). Never for seats, money, sessions or anything that two callers race for: those are
 * read from the database every time.
 */
import { announcedTables, type CachedTable } from './cached-tables.ts'
import type { Statement, StatementResult } from './connection.ts'

/** How long a value is kept when changes by other processes are not heard of. */
const UNHEARD_MS = 1000
/** And when they are: a bound for what a lost word would leave. */
const HEARD_MS = 60_000
/** While one call loads anew what has become too old, others go on with it: for so many milliseconds at most, for the load may fail. */
const RELOAD_MS = 250
const MAX_ENTRIES = 10_000
/** In place of the tables of a write that named none. */
export const ANY_TABLE = '*'
const announced = new Set<string>([...announcedTables, ANY_TABLE])
/** Of tables that were written, those that other processes are told of. */
export const toAnnounced = (tables: readonly string[]): string[] => [...new Set(tables)].filter((table) => announced.has(table))

/** Answers with what was loaded under this key, if it is fresh and none of these tables was written since. */
export type GetOrLoad = <T>(tables: readonly CachedTable[], key: string, load: () => Promise<T>) => Promise<T>

interface Entry {
  value: unknown
  keptSince: number
  maxMs: number
  tables: readonly string[]
  isReloading: boolean
}

/** Cached values are shared by all calls and must not be changed. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  const { constructor } = value as { constructor?: unknown }
  if (constructor !== Object && constructor !== Array) return value
  for (const child of Object.values(value)) deepFreeze(child)
  return Object.freeze(value)
}

export class ProcessCache {
  readonly #entries = new Map<string, Entry>()
  /** Table → keys of the entries that it is read for. */
  readonly #keys = new Map<string, Set<string>>()
  /** Table → how often it was written; a load that saw the count change in between is not kept. */
  readonly #writeCounts = new Map<string, number>()
  /** Table → open transactions that wrote it: only they see the new rows, so nothing is cached meanwhile. */
  readonly #openWrites = new Map<string, number>()
  #maxMs = UNHEARD_MS

  getOrLoad: GetOrLoad = async (tables, key, load) => {
    const watched = [ANY_TABLE, ...tables]
    if (watched.some((table) => (this.#openWrites.get(table) ?? 0) > 0)) return load()
    const cached = this.#entries.get(key)
    if (cached && this.#isUsable(cached)) return cached.value as Awaited<ReturnType<typeof load>>
    const countBefore = this.#countWrites(watched)
    const value = deepFreeze(await load())
    if (this.#countWrites(watched) === countBefore) this.#keep(key, value, tables)
    return value
  }

  /** The first call that finds it too old loads it; the others of that moment would only ask the same. */
  #isUsable(entry: Entry): boolean {
    const overdueMs = performance.now() - entry.keptSince - Math.min(entry.maxMs, this.#maxMs)
    if (overdueMs < 0) return true
    const isReloadedByAnother = entry.isReloading
    entry.isReloading = true
    return isReloadedByAnother && overdueMs < RELOAD_MS
  }

  /**
   * Whether every change by other processes is heard of: then what is kept is kept for longer. Turning either way drops everything, for what
   * was changed just before may have gone unheard.
   */
  hearsOthers(isHeard: boolean): void {
    this.#maxMs = isHeard ? HEARD_MS : UNHEARD_MS
    this.clear()
  }
  /** Another process wrote these tables, and committed. */
  noteForeignWrite(tables: readonly string[]): void {
    this.#invalidate(tables)
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

  #keep(key: string, value: unknown, tables: readonly string[]): void {
    this.#drop(key)
    if (this.#entries.size >= MAX_ENTRIES) this.#drop(this.#entries.keys().next().value as string)
    const maxMs = tables.every((table) => announced.has(table)) ? HEARD_MS : UNHEARD_MS
    this.#entries.set(key, { value, keptSince: performance.now(), maxMs, tables, isReloading: false })
    for (const table of tables) this.#keys.set(table, (this.#keys.get(table) ?? new Set()).add(key))
  }
  #drop(key: string): void {
    for (const table of this.#entries.get(key)?.tables ?? []) this.#keys.get(table)?.delete(key)
    this.#entries.delete(key)
  }

  #invalidate(written: readonly string[]): void {
    for (const table of written) this.#writeCounts.set(table, (this.#writeCounts.get(table) ?? 0) + 1)
    const keys = written.includes(ANY_TABLE) ? this.#entries.keys() : written.flatMap((table) => [...(this.#keys.get(table) ?? [])])
    for (const key of keys) this.#drop(key)
  }
  #countWrites(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#writeCounts.get(table) ?? 0), 0)
  }
}

/** Tells other processes of a write that took effect. */
type Announce = (tables: readonly string[]) => Promise<unknown>
const noAnnouncement: Announce = () => Promise.resolve()

/** Invalidates the cache for what one borrowed connection writes, when it commits. */
export class WriteTracker {
  readonly #cache: ProcessCache
  inTransaction = false
  #written: (readonly string[])[] = []

  constructor(cache: ProcessCache) {
    this.#cache = cache
  }

  async track(statement: Pick<Statement, 'writes'>, send: () => Promise<StatementResult>, announce: Announce = noAnnouncement): Promise<StatementResult> {
    this.begin(statement.writes)
    try {
      const result = await send()
      this.noteResult(statement, result)
      if (!this.inTransaction) await announce(this.announced())
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

  /** Tables of this transaction, or of the statement under way, that other processes are told of. */
  announced(): string[] {
    return toAnnounced(this.#written.flat())
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
