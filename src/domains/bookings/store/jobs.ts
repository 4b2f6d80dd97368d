/** All SQL on work on many bookings. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, writes } from '#kit/db/open.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { jobItemMachine, jobMachine, type JobStatus } from '../rules/job-machine.ts'

export type JobKind = 'CANCEL' | 'CONFIRM' | 'DECLINE' | 'MARK_PAID' | 'CHECK_IN'
export interface BookingJob {
  id: string
  kind: JobKind
  status: JobStatus
  options: unknown
  userId: string | null
  appId: string | null
  itemCount: number
  doneCount: number
  refusedCount: number
}
export interface JobItem {
  place: number
  bookingId: string
  revision: string | null
}

const columns = ['id', 'kind', 'status', 'options', 'userId', 'appId', 'itemCount', 'doneCount', 'refusedCount'] as const

export async function insertJob(
  ctx: TransactionContext,
  job: { id: string; kind: JobKind; options: object },
  items: readonly { bookingId: string; revision: string | null }[],
): Promise<void> {
  await ctx.tx
    .insertInto('bookingJob')
    .values({
      siteId: ctx.siteId,
      id: job.id,
      kind: job.kind,
      status: 'RUNNING',
      options: json(job.options),
      userId: ctx.caller.userId ?? null,
      appId: ctx.caller.appId ?? null,
      itemCount: items.length,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .execute()
  const rows = items.map(({ bookingId, revision }, place) => ({ place, booking_id: bookingId, revision }))
  await sql`${writes('booking_job_item')}
    insert into booking_job_item (site_id, job_id, place, booking_id, revision, state)
    select ${ctx.siteId}::uuid, ${job.id}::uuid, n.place, n.booking_id, n.revision, 'WAITING'
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(place int, booking_id uuid, revision text)`.execute(ctx.tx)
}

export async function findJob(ctx: ReadContext, id: string): Promise<BookingJob | undefined> {
  const row = await ctx.db.selectFrom('bookingJob').select(columns).where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
  return row && { ...row, kind: row.kind as JobKind, status: row.status as JobStatus }
}

/** The next items that were not settled yet, in their order. */
export const listWaitingItems = (ctx: ReadContext, jobId: string, limit: number): Promise<JobItem[]> =>
  ctx.db
    .selectFrom('bookingJobItem')
    .select(['place', 'bookingId', 'revision'])
    .where('siteId', '=', ctx.siteId)
    .where('jobId', '=', jobId)
    .where('state', '=', 'WAITING')
    .orderBy('place')
    .limit(limit)
    .execute()

/** What was refused, in its order, with whose booking it is. */
export const listRefusedItems = (ctx: ReadContext, jobId: string) =>
  ctx.db
    .selectFrom('bookingJobItem as item')
    .leftJoin('booking', (join) => join.onRef('booking.siteId', '=', 'item.siteId').onRef('booking.id', '=', 'item.bookingId'))
    .select(['item.bookingId', 'item.reason', 'booking.contactDetails'])
    .where('item.siteId', '=', ctx.siteId)
    .where('item.jobId', '=', jobId)
    .where('item.state', '=', 'REFUSED')
    .orderBy('item.place')
    .execute()

/** Saves the result of an item; false when it was settled before. */
export async function settleItem(ctx: TransactionContext, jobId: string, place: number, reason: string | undefined): Promise<boolean> {
  const transition = getTransition(jobItemMachine, 'WAITING', reason === undefined ? 'succeed' : 'refuse')
  const settled = await ctx.tx
    .updateTable('bookingJobItem')
    .set({ state: transition.to, reason: reason ?? null })
    .where('siteId', '=', ctx.siteId)
    .where('jobId', '=', jobId)
    .where('place', '=', place)
    .where('state', '=', transition.from)
    .returning('place')
    .executeTakeFirst()
  if (!settled) return false
  await ctx.tx
    .updateTable('bookingJob')
    .set((eb) => ({
      updatedAt: ctx.now,
      doneCount: eb('doneCount', '+', reason === undefined ? 1 : 0),
      refusedCount: eb('refusedCount', '+', reason === undefined ? 0 : 1),
    }))
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', jobId)
    .execute()
  return true
}
/** Deletes work of which no item is settled; false when one is. An item that is being done at this moment is rolled back, or ends first. */
export const deleteUnbegunJob = async (ctx: TransactionContext, id: string): Promise<boolean> =>
  (await ctx.tx
    .deleteFrom('bookingJob')
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('doneCount', '=', 0)
    .where('refusedCount', '=', 0)
    .where('status', '=', 'RUNNING')
    .returning('id')
    .executeTakeFirst()) !== undefined
export async function finishJob(ctx: TransactionContext, id: string): Promise<void> {
  const transition = getTransition(jobMachine, 'RUNNING', 'finish')
  await ctx.tx
    .updateTable('bookingJob')
    .set({ status: transition.to, updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('status', '=', transition.from)
    .execute()
}
export const deleteJobsBefore = async (ctx: TransactionContext, before: Temporal.Instant): Promise<number> =>
  (await ctx.tx.deleteFrom('bookingJob').where('siteId', '=', ctx.siteId).where('updatedAt', '<=', before).returning('id').execute()).length
/** Whether work is older: a condition on a row of `site`. */
export const hasJobsBefore = (before: Temporal.Instant) => sql<boolean>`
  exists (select from booking_job as one where one.site_id = site.id and one.updated_at <= ${before})`
