/** A connection as Kysely borrows it, its statements seen by whoever watches and by the memory. */
import type { PostgresPoolClient } from 'kysely'
import { countStatement } from '../observability/statement-count.ts'
import type { StatementResult } from './pipeline.ts'
import { type ProcessCache, trackWrites } from './cache.ts'

/** Sees what goes to the database: for counting round trips. */
export interface StatementWatch {
  onStatement?: ((text: string) => void) | undefined
}

export type SendStatement = (text: string, params: readonly unknown[]) => Promise<StatementResult>
export function createClient({ watch, cache }: StatementObservers, query: SendStatement, release: () => void): PostgresPoolClient {
  const tracked = trackWrites(cache, query)
  const send: SendStatement = (text, params) => {
    countStatement()
    watch.onStatement?.(text)
    return tracked.send(text, params)
  }
  return {
    query: send as unknown as PostgresPoolClient['query'],
    release: () => {
      tracked.endTransaction()
      release()
    },
  }
}

/** What looks at the statements of a database. */
export interface StatementObservers {
  watch: StatementWatch
  cache: ProcessCache
}
