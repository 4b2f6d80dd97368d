/** Reads that may go to the replica: long lists and reports. decision 0037. */
import type { ReadContext } from '../api/context.ts'
import { ProcessCache } from '../db/cache.ts'
import { countReplicaRead, isReplicaFailure } from '../db/replica.ts'
import { createReadContext, type RequestMeta, type UnitOfWorkDeps } from './unit-of-work.ts'

/**
 * Runs a read on the replica when it has everything that was committed before; else, and when the replica fails in the middle, on the
 * primary. The read is run from its beginning then: it changes nothing.
 */
export async function runReplicaRead<T>(deps: UnitOfWorkDeps, meta: RequestMeta, work: (ctx: ReadContext) => Promise<T>): Promise<T> {
  const replica = await deps.database.replica?.findCurrent()
  if (!replica) return work(createReadContext(deps, meta))
  // Rows of the replica may be older than a write that the shared cache has just heard of.
  const database = { ...deps.database, db: replica, cache: new ProcessCache() }
  try {
    const result = await work(createReadContext({ ...deps, database }, meta))
    countReplicaRead('replica')
    return result
  } catch (error) {
    if (!isReplicaFailure(error)) throw error
    countReplicaRead('failed')
    return work(createReadContext(deps, meta))
  }
}
