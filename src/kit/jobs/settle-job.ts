/** Saves what came of a job. */
import type { Temporal } from 'temporal-polyfill'
import type { Db, Tx } from '#kit/db/handles.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { jobMachine } from './job-machine.ts'

const finish = getTransition(jobMachine, 'WAITING', 'finish')

/** Only a job that waits is settled: one that another process has carried out meanwhile stays done. */
const updateWaiting = (db: Db | Tx, job: { siteId: string; id: string }) =>
  db.updateTable('job').where('siteId', '=', job.siteId).where('id', '=', job.id).where('state', '=', finish.from)

export const finishJob = async (db: Db | Tx, job: { siteId: string; id: string }): Promise<void> =>
  void (await updateWaiting(db, job).set({ state: finish.to, leasedUntil: null }).execute())

/** `retryAt`: undefined when it is given up. */
export async function failJob(
  db: Db | Tx,
  job: { siteId: string; id: string },
  failure: { message: string; leasedUntil?: Temporal.Instant; isLast: boolean },
): Promise<void> {
  const transition = getTransition(jobMachine, 'WAITING', failure.isLast ? 'giveUp' : 'retry')
  const lastError = failure.message.slice(0, 500)
  await updateWaiting(db, job)
    .set({ state: transition.to, lastError, ...(failure.leasedUntil && { leasedUntil: failure.leasedUntil }) })
    .execute()
}
