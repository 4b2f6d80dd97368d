/** Queries whose text is made once: to build and to compile one costs more than to send it. For those that nearly every call runs. */
import { type CompiledQuery, createQueryId, RawNode } from 'kysely'
import type { Db, ReadDatabase } from './handles.ts'
import { markWrites, readMarks } from './writes.ts'

/** Stands for a value while the text is made. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

interface Precompiled {
  root: RawNode
  sql: string
  parameters: readonly unknown[]
}

/**
 * Answers the query for given values. `build` runs once, with placeholders: its text must not depend on the values, which therefore may be neither
 * looked at nor be lists of `in`. What it answers is compiled like a query of the builder, for `readSql`, `pipelineQuery` or a transaction.
 */
export function precompileQuery<Values extends object, Row>(
  build: (values: Values, db: ReadDatabase) => { compile(executor: Db): CompiledQuery<Row> },
): (values: Values) => { compile(executor: Db): CompiledQuery<Row> } {
  let known: Precompiled | undefined
  const precompile = (executor: Db): Precompiled => {
    const { query, sql, parameters } = build(placeholders as Values, executor).compile(executor)
    const { writes, mayPrepare } = readMarks(query)
    if (!mayPrepare) throw new Error(`what is not prepared is not precompiled: ${sql.slice(0, 80)}`)
    return { root: RawNode.createWithSql(writes.length > 0 ? markWrites(...writes) : ''), sql, parameters }
  }
  return (values) => ({
    compile: (executor) => {
      const { root, sql, parameters } = (known ??= precompile(executor))
      const queryId = createQueryId()
      return {
        // The plugins of the handle see it pass: it is counted like every other statement.
        query: executor.getExecutor().transformQuery(root, queryId),
        queryId,
        sql,
        parameters: parameters.map((value) => (value instanceof Placeholder ? values[value.name as keyof Values] : value)),
      }
    },
  })
}
