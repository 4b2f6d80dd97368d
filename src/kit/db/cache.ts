/**
 * What this process remembers of rows that nearly every call reads and hardly any call changes: the site, its settings, an
 * API key. A change by this process is seen at once, one by another process after a second at the latest. Never for seats,
 * money, sessions or anything that two callers race for: those are asked of the database every time.
 */
const TTL_MS = 1000
const MAX_ENTRIES = 10_000

/** Answers with what was loaded under this key, if it is fresh and no table that it is `about` was written since. */
export type GetOrLoad = <T>(tables: readonly string[], key: string, load: () => Promise<T>) => Promise<T>

const writePattern = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)"?/gi
const MAX_TEXTS = 5000

/** What is remembered is shared by all calls: nobody may change it. */
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
  readonly #written = new Map<string, number>()
  /** Table → open transactions that wrote it: only they see the new rows, so nobody remembers meanwhile. */
  readonly #open = new Map<string, number>()
  readonly #tables = new Map<string, readonly string[]>()
  readonly #watched = new Set<string>()

  getOrLoad: GetOrLoad = async (tables, key, load) => {
    if (tables.some((table) => (this.#open.get(table) ?? 0) > 0)) return load()
    const cached = this.#entries.get(key)
    if (cached && cached.until > performance.now()) return cached.value as Awaited<ReturnType<typeof load>>
    for (const table of tables) this.#watched.add(table)
    const countBefore = this.#count(tables)
    const value = deepFreeze(await load())
    if (this.#count(tables) === countBefore) {
      if (this.#entries.size >= MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value as string)
      this.#entries.set(key, { value, until: performance.now() + TTL_MS, tables })
    }
    return value
  }

  /** The tables a statement writes. Statements come again and again, so each text is read once. */
  findWrittenTables(text: string): readonly string[] {
    let tables = this.#tables.get(text)
    if (!tables) {
      tables = [...new Set([...text.matchAll(writePattern)].map((match) => match[1] as string))]
      if (this.#tables.size >= MAX_TEXTS) this.#tables.clear()
      this.#tables.set(text, tables)
    }
    return tables
  }
  /** A transaction wrote these tables and is still open. */
  beginWrite(tables: readonly string[]): void {
    for (const table of tables) this.#open.set(table, (this.#open.get(table) ?? 0) + 1)
    this.#forget(tables)
  }
  /** It ended. */
  endWrite(tables: readonly string[]): void {
    for (const table of tables) this.#open.set(table, (this.#open.get(table) ?? 1) - 1)
    this.#forget(tables)
  }

  /** Nothing is known any more: after scripts, whose text is not read. */
  clear(): void {
    this.#forget([...this.#watched])
  }

  #forget(tables: readonly string[]): void {
    if (!tables.some((table) => this.#watched.has(table))) return
    for (const table of tables) this.#written.set(table, (this.#written.get(table) ?? 0) + 1)
    for (const [key, { tables: about }] of this.#entries) if (about.some((table) => tables.includes(table))) this.#entries.delete(key)
  }
  #count(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#written.get(table) ?? 0), 0)
  }
}

/** Sees every statement of one borrowed connection, so that the memory knows what was written and when it became true. */
export function trackWrites<T>(cache: ProcessCache, send: (text: string, params: readonly unknown[]) => Promise<T>) {
  let inTransaction = false
  let writtenTables: (readonly string[])[] = []
  const endTransaction = () => {
    for (const tables of writtenTables) cache.endWrite(tables)
    writtenTables = []
  }
  return {
    async send(text: string, params: readonly unknown[]): Promise<T> {
      if (text === 'begin' || text.startsWith('start transaction')) inTransaction = true
      const tables = cache.findWrittenTables(text)
      if (tables.length > 0) {
        cache.beginWrite(tables)
        writtenTables.push(tables)
      }
      if (text === 'commit' || text === 'rollback') inTransaction = false
      try {
        return await send(text, params)
      } finally {
        if (!inTransaction && writtenTables.length > 0) endTransaction()
      }
    },
    endTransaction,
  }
}
