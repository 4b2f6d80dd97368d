/**
 * What one request or job costs in SQL statements: a plugin of the handle that it works with counts them. Storage that follows the
 * asynchronous path would do so without a handle, and makes every promise of the process dearer (decision 0026).
 */
import type { KyselyPlugin } from 'kysely'
import type { Db } from './handles.ts'
import type { OpenDatabase } from './open.ts'
import { camelCasePlugin } from './values.ts'

/** Grows with every statement, `begin` and `commit` aside. */
export interface StatementCount {
  statements: number
}

/** In place of the plugin that every handle has, because each one costs another promise for every statement. */
const countInto = (count: StatementCount): KyselyPlugin => ({
  transformQuery: (args) => {
    count.statements += 1
    return camelCasePlugin.transformQuery(args)
  },
  transformResult: (args) => camelCasePlugin.transformResult(args),
})

const withoutPlugins = new WeakMap<Db, Db>()
function createCountedHandle(db: Db, count: StatementCount): Db {
  let plain = withoutPlugins.get(db)
  if (!plain) withoutPlugins.set(db, (plain = db.withoutPlugins()))
  return plain.withPlugin(countInto(count))
}

/** The same database, whose statements are counted into `count`. */
export function countStatements(database: OpenDatabase, count: StatementCount): OpenDatabase {
  const { replica } = database
  let db: OpenDatabase['db'] | undefined
  return {
    ...database,
    // Many calls are answered from what the process keeps.
    get db() {
      return (db ??= createCountedHandle(database.db, count))
    },
    ...(replica && {
      replica: {
        findCurrent: async () => {
          const current = await replica.findCurrent()
          return current && createCountedHandle(current, count)
        },
      },
    }),
  }
}
