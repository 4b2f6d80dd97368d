/** SQL on attendances and form submissions. */
import type { Selectable } from 'kysely'
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import type { AttendanceTable, FormSubmissionTable } from '#kit/db/tables.gen.ts'

export type AttendanceRecord = Selectable<AttendanceTable>
export type SubmissionRecord = Selectable<FormSubmissionTable>

export const attendances = (ctx: Ctx) => ctx.tx.selectFrom('attendance').where('attendance.siteId', '=', ctx.siteId)

export const putAttendance = (ctx: Ctx, said: { bookingId: string; eventId: string; status: string; attendees: number }): Promise<AttendanceRecord> =>
  ctx.tx
    .insertInto('attendance')
    .values({ ...said, id: ctx.newId(), siteId: ctx.siteId, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'bookingId', 'eventId']).doUpdateSet({ status: said.status, attendees: said.attendees, updatedAt: ctx.now }))
    .returningAll()
    .executeTakeFirstOrThrow()
export const attendancesOf = (ctx: Ctx, bookingIds: readonly string[]): Promise<AttendanceRecord[]> =>
  bookingIds.length === 0 ? Promise.resolve([]) : attendances(ctx).selectAll().where('bookingId', 'in', bookingIds).execute()
export const attendanceById = (ctx: Ctx, id: string): Promise<AttendanceRecord | undefined> =>
  attendances(ctx).selectAll().where('id', '=', id).executeTakeFirst()
export const deleteAttendance = (ctx: Ctx, id: string): Promise<{ id: string } | undefined> =>
  ctx.tx.deleteFrom('attendance').where('siteId', '=', ctx.siteId).where('id', '=', id).returning('id').executeTakeFirst()
export const forgetAttendance = (ctx: Ctx, bookingId: string) =>
  ctx.tx.deleteFrom('attendance').where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).execute()

export const insertSubmission = (ctx: Ctx, submission: { id: string; formId: string; bookingId: string; values: Record<string, unknown> }) =>
  ctx.tx
    .insertInto('formSubmission')
    .values({ ...submission, values: json(submission.values), siteId: ctx.siteId, createdAt: ctx.now })
    .execute()
export const submissionsOf = (ctx: Ctx, bookingIds: readonly string[]): Promise<SubmissionRecord[]> =>
  bookingIds.length === 0
    ? Promise.resolve([])
    : ctx.tx.selectFrom('formSubmission').selectAll().where('siteId', '=', ctx.siteId).where('bookingId', 'in', bookingIds).orderBy('createdAt').execute()
