/** All SQL on reports. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Fields } from '#kit/query/filter.ts'
import { cursorPage, readQuery, type CursorMeta, type WireQuery } from '#kit/query/query.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

export type Category = 'SPAM' | 'IMPERSONATION' | 'HARASSMENT' | 'OTHER'
export interface Report {
  id: string
  reportedId: string
  reporterId: string
  category: Category
  description: string
  createdAt: Temporal.Instant
}

export const findReport = (ctx: ReadContext, reporterId: string, reportedId: string): Promise<{ id: string } | undefined> =>
  ctx.db
    .selectFrom('memberReport')
    .select('id')
    .where('siteId', '=', ctx.siteId)
    .where('reportedId', '=', reportedId)
    .where('reporterId', '=', reporterId)
    .executeTakeFirst()
export const countReportsSince = async (ctx: ReadContext, reporterId: string, since: Temporal.Instant): Promise<number> =>
  (
    await ctx.db
      .selectFrom('memberReport')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('siteId', '=', ctx.siteId)
      .where('reporterId', '=', reporterId)
      .where('createdAt', '>', since)
      .executeTakeFirstOrThrow()
  ).count

/** Inserts the report, or updates the one of this pair. */
export async function saveReport(
  ctx: TransactionContext,
  report: { reportedId: string; reporterId: string; category: Category; description: string },
): Promise<Report> {
  const change = { category: report.category, description: report.description, reviewed: false, updatedAt: ctx.now }
  const row = await ctx.tx
    .insertInto('memberReport')
    .values({ siteId: ctx.siteId, id: ctx.newId(), reportedId: report.reportedId, reporterId: report.reporterId, createdAt: ctx.now, ...change })
    .onConflict((oc) => oc.columns(['siteId', 'reportedId', 'reporterId']).doUpdateSet(change))
    .returning(['id', 'reportedId', 'reporterId', 'category', 'description', 'createdAt'])
    .executeTakeFirstOrThrow()
  return { ...row, category: row.category as Category }
}
export const countReportsOn = async (ctx: ReadContext, reportedId: string): Promise<number> =>
  (
    await ctx.db
      .selectFrom('memberReport')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('siteId', '=', ctx.siteId)
      .where('reportedId', '=', reportedId)
      .executeTakeFirstOrThrow()
  ).count
export const listReportsBy = async (ctx: ReadContext, reporterId: string): Promise<Report[]> =>
  (
    await ctx.db
      .selectFrom('memberReport')
      .select(['id', 'reportedId', 'reporterId', 'category', 'description', 'createdAt'])
      .where('siteId', '=', ctx.siteId)
      .where('reporterId', '=', reporterId)
      .orderBy('createdAt')
      .execute()
  ).map((row) => ({ ...row, category: row.category as Category }))
export const deleteReportsBy = (ctx: TransactionContext, reporterId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('memberReport').where('siteId', '=', ctx.siteId).where('reporterId', '=', reporterId).execute()
/** Deletes the reports on a member and returns their ids. */
export const deleteReportsOn = async (ctx: TransactionContext, reportedId: string): Promise<string[]> =>
  (await ctx.tx.deleteFrom('memberReport').where('siteId', '=', ctx.siteId).where('reportedId', '=', reportedId).returning('id').execute()).map((row) => row.id)
export const markReviewed = (ctx: TransactionContext, reportedId: string): Promise<unknown> =>
  ctx.tx.updateTable('memberReport').set({ reviewed: true }).where('siteId', '=', ctx.siteId).where('reportedId', '=', reportedId).execute()
/** Open reports of a period. */
export const countOpenBetween = async (ctx: ReadContext, from: Temporal.Instant, until: Temporal.Instant): Promise<number> =>
  (
    await ctx.db
      .selectFrom('memberReport')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('siteId', '=', ctx.siteId)
      .where('createdAt', '>=', from)
      .where('createdAt', '<', until)
      .where('reviewed', '=', false)
      .executeTakeFirstOrThrow()
  ).count

const paging = { paging: 'cursor', defaultLimit: 100, maxLimit: 1000, minLimit: 1 } as const
const reportFields = {
  id: { type: 'id', column: 'member_report.id', required: true },
  reportedMemberId: { type: 'id', column: 'member_report.reported_id', required: true },
  reportingMemberId: { type: 'id', column: 'member_report.reporter_id', required: true },
  'reason.category': { type: 'enum', column: 'member_report.category', values: ['SPAM', 'IMPERSONATION', 'HARASSMENT', 'OTHER'], required: true },
  createdDate: { type: 'instant', column: 'member_report.created_at', required: true, sort: true },
} satisfies Fields
export async function findReports(ctx: ReadContext, wire: WireQuery): Promise<{ reports: Report[]; meta: CursorMeta }> {
  const query = readQuery(wire, { name: 'reports.query', fields: reportFields, defaultSort: [{ field: 'createdDate', order: 'DESC' }], ...paging })
  const base = ctx.db
    .selectFrom('memberReport')
    .select(['id', 'reportedId', 'reporterId', 'category', 'description', 'createdAt'])
    .where('siteId', '=', ctx.siteId)
  const { rows, meta } = await cursorPage(base, query)
  return { reports: rows.map((row) => ({ ...row, category: row.category as Category })), meta }
}

const reportedFields = {
  id: { type: 'id', column: 'reported.reported_id', required: true },
  reportedMemberId: { type: 'id', column: 'reported.reported_id', required: true },
  reviewed: { type: 'boolean', column: 'reported.reviewed', required: true },
  reportCount: { type: 'integer', column: 'reported.report_count', required: true, sort: true },
  lastReportDate: { type: 'instant', column: 'reported.last_at', required: true, sort: true },
} satisfies Fields
export interface ReportedMember {
  reportedId: string
  reportCount: number
  reviewed: boolean
  lastAt: Temporal.Instant
}
/** One row per reported member, the latest report first. */
export async function findReportedMembers(ctx: ReadContext, wire: WireQuery, path = 'query'): Promise<{ reported: ReportedMember[]; meta: CursorMeta }> {
  const query = readQuery(wire, { name: 'reports.members', fields: reportedFields, path, defaultSort: [{ field: 'lastReportDate', order: 'DESC' }], ...paging })
  const base = ctx.db
    .selectFrom((eb) =>
      eb
        .selectFrom('memberReport')
        .where('siteId', '=', ctx.siteId)
        .groupBy('reportedId')
        .select([
          'reportedId',
          sql<number>`count(*)`.as('reportCount'),
          sql<boolean>`bool_and(reviewed)`.as('reviewed'),
          sql<Temporal.Instant>`max(created_at)`.as('lastAt'),
        ])
        .as('reported'),
    )
    .select(['reported.reportedId', 'reported.reportCount', 'reported.reviewed', 'reported.lastAt'])
  const { rows, meta } = await cursorPage(base, query)
  return { reported: rows, meta }
}

/** Open reports of the last days: which of them an email is about is said by the morning of the site. */
export const hasRecentReports: SiteCondition = ({ now }) => sql`
  exists (select from member_report as one where one.site_id = site.id and one.created_at >= ${now.subtract({ hours: 50 })} and not one.reviewed)`
