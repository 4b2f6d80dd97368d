/** SQL on attendances. */
import { type Selectable, sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { AttendanceTable } from '#kit/db/tables.gen.ts'

export type AttendanceRow = Selectable<AttendanceTable>

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
  bookingIds.length === 0
    ? Promise.resolve([])
    : selectAttendances(ctx)
        .selectAll()
        .where(sql<boolean>`booking_id = any(${sql.val(bookingIds)}::uuid[])`)
        .execute()
export const attendanceById = (ctx: ReadContext, id: string): Promise<AttendanceRow | undefined> =>
  selectAttendances(ctx).selectAll().where('id', '=', id).executeTakeFirst()
export const deleteAttendance = (ctx: TransactionContext, id: string): Promise<{ id: string } | undefined> =>
  ctx.tx.deleteFrom('attendance').where('siteId', '=', ctx.siteId).where('id', '=', id).returning('id').executeTakeFirst()
export const deleteAttendances = (ctx: TransactionContext, bookingId: string) =>
  ctx.tx.deleteFrom('attendance').where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).execute()
