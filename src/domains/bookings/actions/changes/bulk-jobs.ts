/** Work on many bookings in the background: it outlives the page that began it, and each booking succeeds or is refused alone. Source: guide bookings §11.4. */
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { withEventMetadata } from '#kit/jobs/event-metadata.ts'
import { runJobItems } from '#kit/jobs/job-items.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'
import { createContextFor } from '#kit/jobs/unit-of-work.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { HOLD_SECONDS } from '#kit/pure/held-change.ts'
import type { BookingJobInput } from '../../contract.ts'
import { refuse } from '../../errors.ts'
import * as jobs from '../../store/jobs.ts'
import { checkInBooking } from '../attendance.ts'
import { cancelBooking } from './cancel.ts'
import { assertFlagsPermitted } from './change.ts'
import { confirmBooking, declineBooking } from './decide.ts'
import { markPaid } from '../money/pay-on-site.ts'

/** Items of one run, so that other jobs get a turn and the lease does not expire. */
export const BATCH_SIZE = 20

const createRunJob = (jobId: string, place: number) => ({ kind: 'bookings.run-bulk-job', key: `${jobId}:${place}`, data: { jobId } })

/** Refuses with DUPLICATE_BOOKING_IDS, and with UNAUTHORIZED_OPERATION flags that the caller may not use. */
export async function startBookingJob(
  ctx: TransactionContext,
  kind: jobs.JobKind,
  { bookings, undoable = false, ...options }: BookingJobInput,
): Promise<{ jobId: string }> {
  const ids = bookings.map(({ bookingId }) => bookingId.toLowerCase())
  if (new Set(ids).size < ids.length) refuse('DUPLICATE_BOOKING_IDS')
  assertFlagsPermitted(ctx, options.flowControlSettings)
  const jobId = ctx.newId()
  await jobs.insertJob(
    ctx,
    { id: jobId, kind, options },
    bookings.map(({ bookingId, revision }) => ({ bookingId, revision: revision ?? null })),
  )
  ctx.enqueue({ ...createRunJob(jobId, 0), ...(undoable && { dueAt: ctx.now.add({ seconds: HOLD_SECONDS }) }) })
  return { jobId }
}

/** Drops work of which nothing is done yet, by the user who began it. Refuses with NOT_FOUND and JOB_ALREADY_BEGAN. */
export async function undoBookingJob(ctx: TransactionContext, id: string): Promise<Record<string, never>> {
  const job = isGuid(id) ? await jobs.findJob(ctx, id) : undefined
  if (!job || !ctx.caller.userId || job.userId !== ctx.caller.userId) refuseStandard('NOT_FOUND')
  if (!(await jobs.deleteUnbegunJob(ctx, id))) refuse('JOB_ALREADY_BEGAN')
  return {}
}

type Options = Omit<BookingJobInput, 'bookings' | 'undoable'>
const itemHandlers: Readonly<Record<jobs.JobKind, (ctx: TransactionContext, item: jobs.JobItem, options: Options) => Promise<unknown>>> = {
  CANCEL: (ctx, { bookingId, revision }, options) => cancelBooking(ctx, bookingId, { ...options, revision }),
  CONFIRM: (ctx, { bookingId, revision }, options) => confirmBooking(ctx, bookingId, { ...options, revision }),
  DECLINE: (ctx, { bookingId, revision }, options) => declineBooking(ctx, bookingId, { ...options, revision }),
  MARK_PAID: (ctx, { bookingId }) => markPaid(ctx, bookingId),
  CHECK_IN: (ctx, { bookingId }) => checkInBooking(ctx, bookingId),
}

/**
 * The next items of a job. They are done by the user who began the work; what their permissions forbid was refused at the start.
 */
export async function runBookingJob(ctx: OwnTransactionContext, { jobId }: { jobId: string }): Promise<void> {
  const { job, items } = await ctx.read(async (work) => ({
    job: await jobs.findJob(work, jobId),
    items: await jobs.listWaitingItems(work, jobId, BATCH_SIZE),
  }))
  if (job?.status !== 'RUNNING') return
  const { userId, appId, options } = job
  const own = createContextFor(ctx, { role: 'owner', siteId: ctx.siteId, ...(userId && { userId }), ...(appId && { appId }) })
  await runJobItems(own, {
    items,
    run: (work, item) => itemHandlers[job.kind](withEventMetadata(work, { originatedFrom: jobId }), item, options as Options),
    settle: (work, { place }, error) => jobs.settleItem(work, jobId, place, error?.description),
  })
  await ctx.transaction(async (work) => {
    const [next] = await jobs.listWaitingItems(work, jobId, 1)
    if (next) work.enqueue(createRunJob(jobId, next.place))
    else await jobs.finishJob(work, jobId)
  })
}

/** Refuses with NOT_FOUND. */
export async function getBookingJob(ctx: ReadContext, id: string) {
  const { kind, status, itemCount, doneCount, refusedCount } = (isGuid(id) ? await jobs.findJob(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')
  const refused = await jobs.listRefusedItems(ctx, id)
  return {
    job: { id, kind, status, total: itemCount, done: doneCount, refused: refusedCount },
    refused: refused.map(({ bookingId, reason, contactDetails }) => {
      const { firstName, lastName } = (contactDetails ?? {}) as { firstName?: string; lastName?: string }
      const who = [firstName, lastName].filter(Boolean).join(' ')
      return { bookingId, reason: reason ?? '', ...(who && { who }) }
    }),
  }
}

const RETENTION_DAYS = 30
/** Deletes jobs whose results are no longer read. */
export const deleteOldJobs = (ctx: TransactionContext): Promise<number> => jobs.deleteJobsBefore(ctx, ctx.now.subtract({ hours: 24 * RETENTION_DAYS }))
export const hasOldJobs: SiteCondition = ({ now }) => jobs.hasJobsBefore(now.subtract({ hours: 24 * RETENTION_DAYS }))
