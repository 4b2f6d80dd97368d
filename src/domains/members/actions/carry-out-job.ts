/** Work on many members, begun by one call and carried out item by item. Source: guide members 11. */
import { itemError } from '#kit/bulk.ts'
import type { Ctx } from '#kit/ctx.ts'
import { marked } from '#kit/work/marked.ts'
import { importMember } from './import-members.ts'
import { deleteMember } from './delete-member.ts'
import { moveMember } from './move-member.ts'
import type { ReadRow } from '../rules/import.ts'
import * as jobs from '../store/jobs.ts'

/** Items per piece of work, so that other work gets its turn and a lease does not run out. */
const batch = 50

type Deed = (ctx: Ctx, item: jobs.JobItem, options: Record<string, unknown>) => Promise<unknown>
const byId =
  (deed: (ctx: Ctx, id: string, options: Record<string, unknown>) => Promise<unknown>): Deed =>
  (ctx, item, options) =>
    deed(ctx, item.memberId ?? '', options)
const deeds: Record<jobs.JobKind, Deed> = {
  APPROVE: byId((ctx, id) => moveMember(ctx, id, 'approve')),
  BLOCK: byId((ctx, id) => moveMember(ctx, id, 'block')),
  DELETE: byId((ctx, id, { contentAssigneeId }) =>
    deleteMember(ctx, id, { byMember: false, contentAssigneeId: typeof contentAssigneeId === 'string' ? contentAssigneeId : undefined }),
  ),
  IMPORT: (ctx, item) => importMember(ctx, item.data as ReadRow),
}

/** Somebody else booked the item while we worked on it: our work on it is taken back. */
class SettledElsewhere extends Error {}

/** The next items of a job, each in a transaction of its own with its booking, so that a crash loses and repeats nothing. */
export async function carryOutJob(ctx: Ctx, data: { jobId: string }): Promise<void> {
  const { job, items } = await ctx.write(async (inner) => ({
    job: await jobs.jobById(inner, data.jobId),
    items: await jobs.waitingItems(inner, data.jobId, batch),
  }))
  if (!job) return
  for (const item of items)
    try {
      await ctx.write(async (inner) => {
        await deeds[job.kind](marked(inner, { originatedFrom: job.id }), item, job.options)
        if (!(await jobs.settleItem(inner, job.id, item.place, undefined))) throw new SettledElsewhere()
      })
    } catch (error) {
      if (error instanceof SettledElsewhere) continue
      const flaw = itemError(error)
      await ctx.write((inner) => jobs.settleItem(inner, job.id, item.place, flaw))
    }
  await ctx.write(async (inner) => {
    const [next] = await jobs.waitingItems(inner, job.id, 1)
    if (next) inner.later({ kind: 'members.carry-out-job', key: `${job.id}:${next.place}`, data: { jobId: job.id } })
    else await jobs.finishJob(inner, job.id)
  })
}

const DAYS_KEPT = 30
export const dropOldJobs = (ctx: Ctx): Promise<number> => jobs.deleteJobsBefore(ctx, ctx.now.subtract({ hours: 24 * DAYS_KEPT }))
