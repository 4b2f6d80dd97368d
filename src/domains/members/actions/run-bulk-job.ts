/** Runs a job on many members item by item. Source: guide members §11. */
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { withEventMetadata } from '#kit/jobs/event-metadata.ts'
import { runJobItems } from '#kit/jobs/job-items.ts'
import { importFormerRow, type FormerImportRow } from './import-members.ts'
import { deleteMember } from './delete-member.ts'
import { applyMemberAction } from './apply-member-action.ts'
import * as jobs from '../store/jobs.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

/** Items per run, so that other jobs get a turn and the lease does not expire. */
export const BATCH_SIZE = 50

type ItemHandler = (ctx: TransactionContext, item: jobs.JobItem, options: Record<string, unknown>) => Promise<unknown>
const byId =
  (handle: (ctx: TransactionContext, id: string, options: Record<string, unknown>) => Promise<unknown>): ItemHandler =>
  (ctx, item, options) =>
    handle(ctx, item.memberId ?? '', options)
const itemHandlers: Record<jobs.JobKind, ItemHandler> = {
  APPROVE: byId((ctx, id) => applyMemberAction(ctx, id, 'approve')),
  BLOCK: byId((ctx, id) => applyMemberAction(ctx, id, 'block')),
  DELETE: byId((ctx, id, { contentAssigneeId }) =>
    deleteMember(ctx, id, { byMember: false, contentAssigneeId: typeof contentAssigneeId === 'string' ? contentAssigneeId : undefined }),
  ),
  IMPORT: (ctx, item) => importFormerRow(ctx, item.data as FormerImportRow),
}

/** Carries out one item of a job; its events name the job. */
export const runItem = (ctx: TransactionContext, job: jobs.MemberJob, item: jobs.JobItem): Promise<unknown> =>
  itemHandlers[job.kind](withEventMetadata(ctx, { originatedFrom: job.id }), item, job.options)

/** The next items of a job. */
export async function runBulkJob(ctx: OwnTransactionContext, data: { jobId: string }): Promise<void> {
  const { job, items } = await ctx.transaction(async (inner) => ({
    job: await jobs.findJob(inner, data.jobId),
    items: await jobs.listWaitingItems(inner, data.jobId, BATCH_SIZE),
  }))
  if (!job) return
  await runJobItems(ctx, {
    items,
    run: (inner, item) => runItem(inner, job, item),
    settle: (inner, { place }, error) => jobs.finishItem(inner, job.id, place, error),
  })
  await ctx.transaction(async (inner) => {
    const [next] = await jobs.listWaitingItems(inner, job.id, 1)
    if (next) inner.enqueue({ kind: 'members.carry-out-job', key: `${job.id}:${next.place}`, data: { jobId: job.id } })
    else await jobs.finishJob(inner, job.id)
  })
}

const RETENTION_DAYS = 30
/** Schedule: deletes jobs whose results are no longer read. */
export const deleteOldJobs = (ctx: TransactionContext): Promise<number> => jobs.deleteJobsBefore(ctx, ctx.now.subtract({ hours: 24 * RETENTION_DAYS }))

export const hasOldJobs: SiteCondition = ({ now }) => jobs.hasJobsBefore(now.subtract({ hours: 24 * RETENTION_DAYS }))
