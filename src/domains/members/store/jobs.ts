/** All SQL on bulk jobs. */
import type { Temporal } from 'temporal-polyfill'
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, writes } from '#kit/db/open.ts'
import type { Fields } from '#kit/query/filter.ts'
import { getTransition, listSources } from '#kit/pure/state-machine.ts'
import { cursorPage, readQuery, type CursorMeta, type WireQuery } from '#kit/query/query.ts'
import { jobItemMachine, jobMachine, type JobStatus } from '../rules/job-machine.ts'

export type JobKind = 'APPROVE' | 'BLOCK' | 'DELETE' | 'IMPORT'
export interface MemberJob {
  id: string
  kind: JobKind
  options: Record<string, unknown>
  status: JobStatus
  itemsToProcess: number
  itemsSucceeded: number
  itemsFailed: number
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}
export interface ItemError {
  code: string
  description: string
  data: Record<string, unknown>
}
export interface JobItem {
  place: number
  memberId: string | null
  data: unknown
}

const columns = ['id', 'kind', 'options', 'status', 'itemsToProcess', 'itemsSucceeded', 'itemsFailed', 'createdAt', 'updatedAt'] as const

/** Saves the job with its items; a job without items is finished at once. */
export async function insertJob(
  ctx: TransactionContext,
  job: { id: string; kind: JobKind; options: Record<string, unknown> },
  items: readonly { memberId?: string; data?: unknown }[],
): Promise<void> {
  await ctx.tx
    .insertInto('memberJob')
    .values({
      siteId: ctx.siteId,
      ...job,
      options: json(job.options),
      status: items.length === 0 ? 'FINISHED' : 'INITIALIZED',
      itemsToProcess: items.length,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .execute()
  const rows = items.map((item, place) => ({ place, member_id: item.memberId ?? null, data: item.data ?? null }))
  await sql`${writes('member_job_item')}
    insert into member_job_item (site_id, job_id, place, member_id, data)
    select ${ctx.siteId}::uuid, ${job.id}::uuid, n.place, n.member_id, n.data
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(place int, member_id uuid, data jsonb)`.execute(ctx.tx)
}

export async function findJob(ctx: ReadContext, id: string): Promise<MemberJob | undefined> {
  const row = await ctx.db.selectFrom('memberJob').select(columns).where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
  return row && { ...row, kind: row.kind as JobKind, status: row.status as JobStatus, options: row.options as Record<string, unknown> }
}

/** The last ten. */
export const listRecentJobs = async (ctx: ReadContext): Promise<MemberJob[]> => {
  const rows = await ctx.db
    .selectFrom('memberJob')
    .select(columns)
    .where('siteId', '=', ctx.siteId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(10)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as JobKind, status: row.status as JobStatus, options: row.options as Record<string, unknown> }))
}

/** The next unprocessed items in their order. */
export const listWaitingItems = (ctx: ReadContext, jobId: string, limit: number): Promise<JobItem[]> =>
  ctx.db
    .selectFrom('memberJobItem')
    .select(['place', 'memberId', 'data'])
    .where('siteId', '=', ctx.siteId)
    .where('jobId', '=', jobId)
    .where('state', '=', 'WAITING')
    .orderBy('place')
    .limit(limit)
    .execute()

const progress = getTransition(jobMachine, 'PROCESSING', 'progress')
const finish = getTransition(jobMachine, 'PROCESSING', 'finish')

/** Saves the result of an item and deletes its data; false when it was finished before. */
export async function finishItem(ctx: TransactionContext, jobId: string, place: number, error: ItemError | undefined): Promise<boolean> {
  const transition = getTransition(jobItemMachine, 'WAITING', error ? 'fail' : 'succeed')
  const finished = await ctx.tx
    .updateTable('memberJobItem')
    .set({ state: transition.to, error: error ? json(error) : null, data: null })
    .where('siteId', '=', ctx.siteId)
    .where('jobId', '=', jobId)
    .where('place', '=', place)
    .where('state', '=', transition.from)
    .returning('place')
    .executeTakeFirst()
  if (!finished) return false
  await ctx.tx
    .updateTable('memberJob')
    .set((eb) => ({
      status: progress.to,
      updatedAt: ctx.now,
      itemsSucceeded: eb('itemsSucceeded', '+', error ? 0 : 1),
      itemsFailed: eb('itemsFailed', '+', error ? 1 : 0),
    }))
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', jobId)
    .where('status', 'in', listSources(jobMachine, 'progress'))
    .execute()
  return true
}
export const finishJob = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx
    .updateTable('memberJob')
    .set({ status: finish.to, updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('status', 'in', listSources(jobMachine, 'finish'))
    .execute()
export const deleteJobsBefore = async (ctx: TransactionContext, before: Temporal.Instant): Promise<number> =>
  (await ctx.tx.deleteFrom('memberJob').where('siteId', '=', ctx.siteId).where('createdAt', '<=', before).returning('id').execute()).length

const itemFields = {
  place: { type: 'integer', column: 'member_job_item.place', required: true, sort: true },
} satisfies Fields
export async function findFailedItems(
  ctx: ReadContext,
  jobId: string,
  paging: WireQuery['cursorPaging'],
): Promise<{ items: { place: number; memberId: string | null; error: ItemError }[]; meta: CursorMeta }> {
  const query = readQuery(
    { cursorPaging: paging ?? null },
    { name: `members.job.${jobId}`, fields: itemFields, paging: 'cursor', path: '', tieBreaker: 'place', minLimit: 1 },
  )
  const base = ctx.db
    .selectFrom('memberJobItem')
    .select(['place', 'memberId', 'error'])
    .where('siteId', '=', ctx.siteId)
    .where('jobId', '=', jobId)
    .where('state', '=', 'FAILED')
  const { rows, meta } = await cursorPage(base, query)
  return { items: rows.map((row) => ({ ...row, error: row.error as ItemError })), meta }
}

/** Whether a job is older: a condition on a row of `site`. */
export const hasJobsBefore = (before: Temporal.Instant) => sql<boolean>`
  exists (select from member_job as one where one.site_id = site.id and one.created_at <= ${before})`
