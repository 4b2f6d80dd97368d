/**
 * A read replica of the server: asked for long lists and reports, and only while it has everything that was committed before the
 * question. decision 0037.
 */
import { sql } from 'kysely'
import { metrics } from '../observability/metrics.ts'
import type { Db } from './handles.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** What the replica answers, or why the primary does. */
export type ReplicaOutcome = 'replica' | 'behind' | 'away' | 'failed'

export interface Replica {
  /** The replica, once it has everything that was committed before this call; undefined when it is behind or away. Never throws for the state of the replica. */
  findCurrent(): Promise<Db | undefined>
}

/** How long a read waits for the replica: what a commit takes to arrive on a network that is well. */
const WAIT_MS = 50
const POLL_MS = 4
/** A replica that was behind or away is left alone for so long, so that not every read waits for it. */
const REST_MS = 1000

/** A replica cancels a query whose rows the primary cleaned away ("conflict with recovery"), and ends connections for the same reason. */
const recoveryConflict = /^(40001|40P01|57014)$/

/** Whether a read failed because of the replica, so that the primary can answer it. */
export const isReplicaFailure = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || recoveryConflict.test(String((error as { code?: unknown } | undefined)?.code ?? ''))

export const countReplicaRead = (outcome: ReplicaOutcome): void => metrics.replicaReads.inc({ outcome })

/** Everything acknowledged is in the log up to here: flushed, or with asynchronous commits, written to memory. */
const readLogEnd = async (primary: Db): Promise<string> => {
  const { rows } = await sql<{ lsn: string }>`
    select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as lsn`.execute(
    primary,
  )
  return (rows[0] as { lsn: string }).lsn
}

/** A server that was promoted is no replica any more: it has a history of its own. */
const hasReplayed = async (replica: Db, lsn: string): Promise<boolean> => {
  const { rows } = await sql<{ isCurrent: boolean | null }>`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as is_current`.execute(
    replica,
  )
  return rows[0]?.isCurrent === true
}

/** Number that a server gets when it is made; its replicas have the same. */
const readSystem = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(db)
  return (rows[0] as { id: string }).id
}

/** `report` is told once when the address leads to another server than the primary's. */
export function createReplica(primary: Db, replica: Db, report: (sentence: string) => void): Replica {
  let restsUntil = 0
  let isOfPrimary: boolean | undefined

  /** Positions in the log of another server mean nothing. */
  const checkSystem = async (): Promise<boolean> => {
    if (isOfPrimary !== undefined) return isOfPrimary
    isOfPrimary = (await readSystem(primary)) === (await readSystem(replica))
    if (!isOfPrimary) report('The server of DATABASE_REPLICA_URL is no replica of the one of DATABASE_URL: it is not used.')
    return isOfPrimary
  }

  const rest = (outcome: 'behind' | 'away'): undefined => {
    restsUntil = performance.now() + REST_MS
    countReplicaRead(outcome)
    return undefined
  }

  const waitUntilReplayed = async (lsn: string): Promise<boolean> => {
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      if (await hasReplayed(replica, lsn)) return true
      if (performance.now() > deadline) return false
      await new Promise((done) => setTimeout(done, POLL_MS))
    }
  }

  return {
    findCurrent: async () => {
      if (performance.now() < restsUntil || isOfPrimary === false) return undefined
      const lsn = await readLogEnd(primary)
      try {
        if (!(await checkSystem())) return undefined
        return (await waitUntilReplayed(lsn)) ? replica : rest('behind')
      } catch (error) {
        if (!isReplicaFailure(error)) throw error
        return rest('away')
      }
    },
  }
}
