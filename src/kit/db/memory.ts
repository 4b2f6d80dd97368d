/**
 * What this process remembers of rows that nearly every call reads and hardly any call changes: the site, its settings, an
 * API key. A change by this process is seen at once, one by another process after a second at the latest. Never for seats,
 * money, sessions or anything that two callers race for: those are asked of the database every time.
 */
const REMEMBERED_MS = 1000
const MOST_ENTRIES = 10_000

/** Answers with what was loaded under this key, if it is fresh and no table that it is `about` was written since. */
export type Remember = <T>(about: readonly string[], key: string, load: () => Promise<T>) => Promise<T>

const writes = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)"?/gi
const MOST_TEXTS = 5000

/** What is remembered is shared by all calls: nobody may change it. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  const { constructor } = value as { constructor?: unknown }
  if (constructor !== Object && constructor !== Array) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

export class Memory {
  readonly #entries = new Map<string, { value: unknown; until: number; about: readonly string[] }>()
  /** Table → how often it was written; a load that saw the count change in between is not kept. */
  readonly #written = new Map<string, number>()
  /** Table → open transactions that wrote it: only they see the new rows, so nobody remembers meanwhile. */
  readonly #open = new Map<string, number>()
  readonly #tables = new Map<string, readonly string[]>()
  readonly #watched = new Set<string>()

  remember: Remember = async (about, key, load) => {
    if (about.some((table) => (this.#open.get(table) ?? 0) > 0)) return load()
    const known = this.#entries.get(key)
    if (known && known.until > performance.now()) return known.value as Awaited<ReturnType<typeof load>>
    for (const table of about) this.#watched.add(table)
    const before = this.#count(about)
    const value = frozen(await load())
    if (this.#count(about) === before) {
      if (this.#entries.size >= MOST_ENTRIES) this.#entries.delete(this.#entries.keys().next().value as string)
      this.#entries.set(key, { value, until: performance.now() + REMEMBERED_MS, about })
    }
    return value
  }

  /** The tables a statement writes. Statements come again and again, so each text is read once. */
  tablesOf(text: string): readonly string[] {
    let tables = this.#tables.get(text)
    if (!tables) {
      tables = [...new Set([...text.matchAll(writes)].map((match) => match[1] as string))]
      if (this.#tables.size >= MOST_TEXTS) this.#tables.clear()
      this.#tables.set(text, tables)
    }
    return tables
  }
  /** A transaction wrote these tables and is still open. */
  opened(tables: readonly string[]): void {
    for (const table of tables) this.#open.set(table, (this.#open.get(table) ?? 0) + 1)
    this.#forget(tables)
  }
  /** It ended. */
  closed(tables: readonly string[]): void {
    for (const table of tables) this.#open.set(table, (this.#open.get(table) ?? 1) - 1)
    this.#forget(tables)
  }

  /** Nothing is known any more: after scripts, whose text is not read. */
  forgetAll(): void {
    this.#forget([...this.#watched])
  }

  #forget(tables: readonly string[]): void {
    if (!tables.some((table) => this.#watched.has(table))) return
    for (const table of tables) this.#written.set(table, (this.#written.get(table) ?? 0) + 1)
    for (const [key, { about }] of this.#entries) if (about.some((table) => tables.includes(table))) this.#entries.delete(key)
  }
  #count(about: readonly string[]): number {
    return about.reduce((sum, table) => sum + (this.#written.get(table) ?? 0), 0)
  }
}

/** Sees every statement of one borrowed connection, so that the memory knows what was written and when it became true. */
export function rememberedBy<T>(memory: Memory, ask: (text: string, params: readonly unknown[]) => Promise<T>) {
  let inTransaction = false
  let wrote: (readonly string[])[] = []
  const done = () => {
    for (const tables of wrote) memory.closed(tables)
    wrote = []
  }
  return {
    async ask(text: string, params: readonly unknown[]): Promise<T> {
      if (text === 'begin' || text.startsWith('start transaction')) inTransaction = true
      const tables = memory.tablesOf(text)
      if (tables.length > 0) {
        memory.opened(tables)
        wrote.push(tables)
      }
      if (text === 'commit' || text === 'rollback') inTransaction = false
      try {
        return await ask(text, params)
      } finally {
        if (!inTransaction && wrote.length > 0) done()
      }
    },
    done,
  }
}
