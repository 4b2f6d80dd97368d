/** SQL on attendances and form submissions. */
import type { Selectable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { AttendanceTable, FormSubmissionTable } from '#kit/db/tables.gen.ts'

export type AttendanceRow = Selectable<AttendanceTable>
export type FormSubmissionRow = Selectable<FormSubmissionTable>

export const selectAttendances = (ctx: ReadContext) => ctx.db.selectFrom('attendance').where('attendance.siteId', '=', ctx.siteId)

export const upsertAttendance = (
  ctx: TransactionContext,
  attendance: { bookingId: string; eventId: string; status: string; attendees: number },
): Promise<AttendanceRow> =>
  ctx.tx
    .insertInto('attendance')
    .values({ ...attendance, id: ctx.newId(), siteId: ctx.siteId, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) =>
      oc.columns(['siteId', 'bookingId', 'eventId']).doUpdateSet({ status: attendance.status, attendees: attendance.attendees, updatedAt: ctx.now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
export const listAttendances = (ctx: ReadContext, bookingIds: readonly string[]): Promise<AttendanceRow[]> =>
  bookingIds.length === 0 ? Promise.resolve([]) : selectAttendances(ctx).selectAll().where('bookingId', 'in', bookingIds).execute()
export const attendanceById = (ctx: ReadContext, id: string): Promise<AttendanceRow | undefined> =>
  selectAttendances(ctx).selectAll().where('id', '=', id).executeTakeFirst()
export const deleteAttendance = (ctx: TransactionContext, id: string): Promise<{ id: string } | undefined> =>
  ctx.tx.deleteFrom('attendance').where('siteId', '=', ctx.siteId).where('id', '=', id).returning('id').executeTakeFirst()
export const deleteAttendances = (ctx: TransactionContext, bookingId: string) =>
  ctx.tx.deleteFrom('attendance').where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).execute()

export const insertSubmission = (ctx: TransactionContext, submission: { id: string; formId: string; bookingId: string; values: Record<string, unknown> }) =>
  ctx.tx
    .insertInto('formSubmission')
    .values({ ...submission, values: json(submission.values), siteId: ctx.siteId, createdAt: ctx.now })
    .execute()
export const listSubmissions = (ctx: ReadContext, bookingIds: readonly string[]): Promise<FormSubmissionRow[]> =>
  bookingIds.length === 0
    ? Promise.resolve([])
    : ctx.db.selectFrom('formSubmission').selectAll().where('siteId', '=', ctx.siteId).where('bookingId', 'in', bookingIds).orderBy('createdAt').execute()
