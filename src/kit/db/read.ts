/** Raw SQL for contexts that may only read. */
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db, ReadDatabase } from './handles.ts'
import { readMarks } from './writes.ts'

const locks = /\bfor\s+(?:no\s+key\s+)?(?:update|share)\b|\bpg_advisory/i
const MAX_TEXTS = 5000
const checkedTexts = new Set<string>()

/** Throws for a statement that changes or locks rows: that is a bug of its store. Each text is checked once. */
function assertQuery({ sql, query }: CompiledQuery): void {
  if (checkedTexts.has(sql)) return
  if (locks.test(sql) || readMarks(query).writes.length > 0) throw new Error(`a change or a lock needs a transaction: ${sql.slice(0, 80)}`)
  if (checkedTexts.size >= MAX_TEXTS) checkedTexts.clear()
  checkedTexts.add(sql)
}

/** Runs a query written in SQL, or a precompiled one. What changes rows takes `ctx.tx` and runs with `.execute(ctx.tx)`. */
export async function readSql<Row>(db: ReadDatabase, query: { compile(executor: Db): CompiledQuery<Row> }): Promise<QueryResult<Row>> {
  // The handle is the whole database or a transaction; its type only hides what changes rows.
  const executor = db as Db
  const compiled = query.compile(executor)
  assertQuery(compiled)
  return executor.executeQuery(compiled)
}

/**
 * For rows that are made at first use and never change, such as signing keys: one idempotent statement (`on conflict do nothing`),
 * which may come from a request that otherwise only reads.
 */
export const forFirstUse = (db: ReadDatabase): Db => db as Db

/** What stands for the database below a handle: transactions come and go, the adapter stays. Key of caches per database. */
export const databaseKey = (db: ReadDatabase): object => (db as Db).getExecutor().adapter
