/** Jobs on many members: rows → wire. Source: guide members §11. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { memberJobsApi } from '../contract/bulk-jobs.ts'
import * as jobs from '../store/jobs.ts'

const getJob = async (ctx: ReadContext, id: string): Promise<jobs.MemberJob> =>
  (isGuid(id) ? await jobs.findJob(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')

export const memberJobsHandlers: Handlers<typeof memberJobsApi> = {
  listMemberJobs: async (ctx) => ({
    jobs: (await jobs.listRecentJobs(ctx)).map(({ id, kind, status, itemsToProcess, itemsSucceeded, itemsFailed, createdAt }) => ({
      id,
      kind,
      status,
      itemsToProcess,
      itemsSucceeded,
      itemsFailed,
      createdDate: toWireTime(createdAt),
    })),
  }),
  getAsyncJob: async (ctx, { params }) => {
    const { id, status, itemsToProcess, itemsSucceeded, itemsFailed, createdAt, updatedAt } = await getJob(ctx, params.jobId)
    const counts = { itemsToProcess, itemsSucceeded, itemsFailed }
    return { job: { id, status, counts, counters: counts, createdDate: toWireTime(createdAt), updatedDate: toWireTime(updatedAt) } }
  },
  listAsyncJobItems: async (ctx, { params, query }) => {
    const job = await getJob(ctx, params.jobId)
    const { items, meta } = await jobs.findFailedItems(ctx, job.id, query.cursorPaging ?? query.paging)
    return {
      items: items.map(({ place, memberId, error }) => ({
        itemMetadata: { ...(memberId && { id: memberId }), originalIndex: place, success: false, error },
      })),
      pagingMetadata: meta,
    }
  },
}
