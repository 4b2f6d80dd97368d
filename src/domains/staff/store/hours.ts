/** All SQL on schedules of hours: weekly rules, single days and exceptions. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Ctx } from '#kit/ctx.ts'
import type { HoursScheduleTable, WorkingHoursTable } from '#kit/db/tables.gen.ts'

export type HoursRow = Selectable<WorkingHoursTable>
export type ScheduleRow = Selectable<HoursScheduleTable>
export type NewHours = Omit<Insertable<WorkingHoursTable>, 'siteId' | 'id' | 'scheduleId'>

export const insertSchedule = (ctx: Ctx, id: string, owner: 'BUSINESS' | 'RESOURCE'): Promise<unknown> =>
  ctx.tx.insertInto('hoursSchedule').values({ siteId: ctx.siteId, id, owner }).execute()
export const scheduleById = (ctx: Ctx, id: string): Promise<ScheduleRow | undefined> =>
  ctx.tx.selectFrom('hoursSchedule').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
export const businessScheduleId = async (ctx: Ctx): Promise<string> =>
  (await ctx.tx.selectFrom('hoursSchedule').select('id').where('siteId', '=', ctx.siteId).where('owner', '=', 'BUSINESS').executeTakeFirstOrThrow()).id
export const hoursOf = (ctx: Ctx, scheduleIds: readonly string[]): Promise<HoursRow[]> =>
  scheduleIds.length === 0
    ? Promise.resolve([])
    : ctx.tx
        .selectFrom('workingHours')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .where('scheduleId', 'in', scheduleIds)
        .orderBy('weekday')
        .orderBy('startMinute')
        .orderBy('id')
        .execute()
export const hoursById = (ctx: Ctx, id: string): Promise<HoursRow | undefined> =>
  ctx.tx.selectFrom('workingHours').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
export const exceptionOn = (ctx: Ctx, masterId: string, day: string): Promise<HoursRow | undefined> =>
  ctx.tx
    .selectFrom('workingHours')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('masterId', '=', masterId)
    .where('originalOn', '=', sql<never>`cast(${day} as date)`)
    .executeTakeFirst()
export const insertHours = (ctx: Ctx, scheduleId: string, row: NewHours): Promise<HoursRow> =>
  ctx.tx
    .insertInto('workingHours')
    .values({ ...row, siteId: ctx.siteId, id: ctx.newId(), scheduleId })
    .returningAll()
    .executeTakeFirstOrThrow()
export const updateHours = (ctx: Ctx, id: string, change: Updateable<WorkingHoursTable>): Promise<HoursRow> =>
  ctx.tx
    .updateTable('workingHours')
    .set({ ...change, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
/** New weekly rules; single days stay, exceptions go with their rules. */
export async function replaceHours(ctx: Ctx, scheduleId: string, rows: readonly NewHours[]): Promise<void> {
  await ctx.tx.deleteFrom('workingHours').where('siteId', '=', ctx.siteId).where('scheduleId', '=', scheduleId).where('recurrenceType', '=', 'MASTER').execute()
  if (rows.length > 0)
    await ctx.tx
      .insertInto('workingHours')
      .values(rows.map((row) => ({ ...row, siteId: ctx.siteId, id: ctx.newId(), scheduleId })))
      .execute()
}
/** A rule goes with its exceptions. */
export const removeHours = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('workingHours').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
