/** Begins work on many members; `carry-out-job.ts` does it. Source: guide members 11. */
import type { Ctx } from '#kit/api/context.ts'
import * as jobs from '../store/jobs.ts'

/** Fixes the members, saves the job and puts the work off; answers the id to ask about. */
export async function startBulkJob(
  ctx: Ctx,
  kind: jobs.JobKind,
  items: readonly { memberId?: string; data?: unknown }[],
  options: Record<string, unknown> = {},
): Promise<{ jobId: string }> {
  const id = ctx.newId()
  await jobs.insertJob(ctx, { id, kind, options }, items)
  if (items.length > 0) ctx.enqueue({ kind: 'members.carry-out-job', key: `${id}:0`, data: { jobId: id } })
  return { jobId: id }
}
