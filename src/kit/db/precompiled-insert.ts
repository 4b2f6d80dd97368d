/** Inserts whose text is made once: for rows of many columns the tree of the query builder costs more than everything else that a call does. */
import { type CompiledQuery, createQueryId, RawNode } from 'kysely'
import type { Tx } from './handles.ts'
import { toSnakeCase, toSqlName } from './precompiled-columns.ts'
import type { Tables } from './tables.gen.ts'
import { markWrites } from './writes.ts'

interface Precompiled {
  root: RawNode
  sql: string
}
/** Few sets of columns are ever used; a caller that makes up names must not fill the memory. */
const MAX_TEXTS = 100

/**
 * Answers the insert of a row, given by its columns as the code spells them; those that are undefined take their default. `expressions` name the columns
 * whose value is wrapped in SQL: `{ search: (value) => `plain_text(${value})` }`.
 */
export function precompileInsert<Table extends keyof Tables & string>(
  table: Table,
  expressions: Readonly<Record<string, (parameter: string) => string>> = {},
): (values: Readonly<Record<string, unknown>>) => { compile(tx: Tx): CompiledQuery<never> } {
  const texts = new Map<string, Precompiled>()
  const write = (names: readonly string[]): Precompiled => {
    const values = names.map((name, at) => expressions[name]?.(`$${at + 1}`) ?? `$${at + 1}`)
    const text = `insert into ${toSqlName(table)} (${names.map(toSqlName).join(', ')}) values (${values.join(', ')})`
    return { root: RawNode.createWithSql(markWrites(toSnakeCase(table))), sql: text }
  }
  return (values) => {
    const names = Object.keys(values).filter((name) => values[name] !== undefined)
    const key = names.join(' ')
    let known = texts.get(key)
    if (!known) {
      if (texts.size >= MAX_TEXTS) texts.clear()
      texts.set(key, (known = write(names)))
    }
    const { root, sql } = known
    const parameters = names.map((name) => values[name])
    return {
      compile: (tx) => {
        const queryId = createQueryId()
        // The plugins of the handle see it pass: it is counted like every other statement.
        return { query: tx.getExecutor().transformQuery(root, queryId), queryId, sql, parameters }
      },
    }
  }
}
