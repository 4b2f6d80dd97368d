/** Starts a job on many members, which `run-bulk-job.ts` runs. Source: guide members §11. */
import type { TransactionContext } from '#kit/api/context.ts'
import * as jobs from '../store/jobs.ts'

/** Saves the job with its members and enqueues it; returns the id of the job. */
export async function startBulkJob(
  ctx: TransactionContext,
  kind: jobs.JobKind,
  items: readonly { memberId?: string; data?: unknown }[],
  options: Record<string, unknown> = {},
): Promise<{ jobId: string }> {
  const id = ctx.newId()
  await jobs.insertJob(ctx, { id, kind, options }, items)
  if (items.length > 0) ctx.enqueue({ kind: 'members.carry-out-job', key: `${id}:0`, data: { jobId: id } })
  return { jobId: id }
}
