/** A connection as Kysely borrows it, its statements seen by whoever watches and by the memory. */
import type { PostgresPoolClient } from 'kysely'
import { countStatement } from '../observability/work.ts'
import type { Answered } from './ahead.ts'
import { type Memory, rememberedBy } from './memory.ts'

/** Sees what goes to the database: for counting round trips. */
export interface Watch {
  statement?: ((text: string) => void) | undefined
}

export type Ask = (text: string, params: readonly unknown[]) => Promise<Answered>
export function clientOf({ watch, memory }: Seen, query: Ask, release: () => void): PostgresPoolClient {
  const remembered = rememberedBy(memory, query)
  const ask: Ask = (text, params) => {
    countStatement()
    watch.statement?.(text)
    return remembered.ask(text, params)
  }
  return {
    query: ask as unknown as PostgresPoolClient['query'],
    release: () => {
      remembered.done()
      release()
    },
  }
}

/** What looks at the statements of a database. */
export interface Seen {
  watch: Watch
  memory: Memory
}
