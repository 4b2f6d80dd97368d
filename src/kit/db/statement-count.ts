/**
 * What one request or job costs in SQL statements: a plugin of the handle that it works with counts them. Storage that follows the
 * asynchronous path would do so without a handle, and makes every promise of the process dearer (decision 0026).
 */
import type { KyselyPlugin } from 'kysely'
import type { OpenDatabase } from './open.ts'

/** Grows with every statement, `begin` and `commit` aside. */
export interface StatementCount {
  statements: number
}

const countInto = (count: StatementCount): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    count.statements += 1
    return node
  },
  transformResult: async ({ result }) => result,
})

/** The same database, whose statements are counted into `count`. */
export function countStatements(database: OpenDatabase, count: StatementCount): OpenDatabase {
  const { replica } = database
  let db: OpenDatabase['db'] | undefined
  return {
    ...database,
    // Many calls are answered from what the process keeps.
    get db() {
      return (db ??= database.db.withPlugin(countInto(count)))
    },
    ...(replica && { replica: { findCurrent: async () => (await replica.findCurrent())?.withPlugin(countInto(count)) } }),
  }
}
