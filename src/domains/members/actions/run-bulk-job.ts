/** Runs a job on many members item by item. Source: guide members §11. */
import { toItemError } from '#kit/api/bulk.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { withEventMetadata } from '#kit/jobs/event-metadata.ts'
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

/** Another runner finished the item meanwhile: this transaction is rolled back. */
class ItemAlreadyFinished extends Error {}

/** The next items of a job. Each has a transaction that also saves its result, so that a crash neither loses nor repeats one. */
export async function runBulkJob(ctx: OwnTransactionContext, data: { jobId: string }): Promise<void> {
  const { job, items } = await ctx.transaction(async (inner) => ({
    job: await jobs.findJob(inner, data.jobId),
    items: await jobs.listWaitingItems(inner, data.jobId, BATCH_SIZE),
  }))
  if (!job) return
  for (const item of items)
    try {
      await ctx.transaction(async (inner) => {
        await runItem(inner, job, item)
        if (!(await jobs.finishItem(inner, job.id, item.place, undefined))) throw new ItemAlreadyFinished()
      })
    } catch (error) {
      if (error instanceof ItemAlreadyFinished) continue
      const failure = toItemError(error)
      await ctx.transaction((inner) => jobs.finishItem(inner, job.id, item.place, failure))
    }
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
