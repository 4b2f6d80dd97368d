/** SQL on schedules of hours: weekly rules, single days and exceptions. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { HoursScheduleTable, WorkingHoursTable } from '#kit/db/tables.gen.ts'
import { planHours, type WeeklyRule } from '../rules/plan-hours.ts'

/** A period of a day, in minutes since midnight. */
export interface Span {
  start: number
  end: number
}
export type HoursRow = Selectable<WorkingHoursTable>
export type ScheduleRow = Selectable<HoursScheduleTable>
export type NewHours = Omit<Insertable<WorkingHoursTable>, 'siteId' | 'id' | 'scheduleId'>

export const insertSchedule = (ctx: TransactionContext, id: string, owner: 'BUSINESS' | 'RESOURCE'): Promise<unknown> =>
  ctx.tx.insertInto('hoursSchedule').values({ siteId: ctx.siteId, id, owner }).execute()
export const scheduleById = (ctx: ReadContext, id: string): Promise<ScheduleRow | undefined> =>
  ctx.db.selectFrom('hoursSchedule').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
export const businessScheduleId = async (ctx: ReadContext): Promise<string> =>
  (await ctx.db.selectFrom('hoursSchedule').select('id').where('siteId', '=', ctx.siteId).where('owner', '=', 'BUSINESS').executeTakeFirstOrThrow()).id
export const listHours = (ctx: ReadContext, scheduleIds: readonly string[]): Promise<HoursRow[]> =>
  scheduleIds.length === 0
    ? Promise.resolve([])
    : ctx.db
        .selectFrom('workingHours')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .where('scheduleId', 'in', scheduleIds)
        .orderBy('weekday')
        .orderBy('startMinute')
        .orderBy('id')
        .execute()
export const hoursById = (ctx: ReadContext, id: string): Promise<HoursRow | undefined> =>
  ctx.db
    .selectFrom('workingHours')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('recurrenceType', '<>', 'SPECIAL')
    .executeTakeFirst()
export const findHoursException = (ctx: ReadContext, masterId: string, day: string): Promise<HoursRow | undefined> =>
  ctx.db
    .selectFrom('workingHours')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('masterId', '=', masterId)
    .where('originalOn', '=', sql<never>`cast(${day} as date)`)
    .executeTakeFirst()
export const insertHours = (ctx: TransactionContext, scheduleId: string, row: NewHours): Promise<HoursRow> =>
  ctx.tx
    .insertInto('workingHours')
    .values({ ...row, siteId: ctx.siteId, id: ctx.newId(), scheduleId })
    .returningAll()
    .executeTakeFirstOrThrow()
export const updateHours = (ctx: TransactionContext, id: string, change: Updateable<WorkingHoursTable>): Promise<HoursRow> =>
  ctx.tx
    .updateTable('workingHours')
    .set({ ...change, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
/** An exception that cancels a weekly rule on one day. */
const toCancelledException = (rule: NewHours & { id: string }, day: string): NewHours => ({
  weekday: rule.weekday,
  startMinute: rule.startMinute,
  endMinute: rule.endMinute,
  recurrenceType: 'EXCEPTION',
  masterId: rule.id,
  originalOn: day,
  startsOn: day,
  untilOn: day,
  cancelled: true,
  locationId: rule.locationId,
})
/** Replaces the weekly rules. Rules that continue keep their exceptions; single days and special days stay; changed days of a removed rule become single days. */
export async function replaceHours(ctx: TransactionContext, scheduleId: string, rows: readonly (NewHours & WeeklyRule)[]): Promise<void> {
  const all = await listHours(ctx, [scheduleId])
  const filterExceptions = (id: string) => all.filter((row) => row.masterId === id)
  const known = all
    .filter((row) => row.recurrenceType === 'MASTER')
    .map((row) => ({ ...row, closedOn: filterExceptions(row.id).flatMap((one) => (one.cancelled && one.originalOn ? [one.originalOn.toString()] : [])) }))
  const { kept, added, removed } = planHours(known, rows)
  for (const { id, as } of kept) {
    const { weekday, startMinute, endMinute, intervalWeeks, startsOn, untilOn, locationId } = as
    const old = known.find((row) => row.id === id) as HoursRow
    const isSame =
      old.startMinute === startMinute &&
      old.endMinute === endMinute &&
      old.intervalWeeks === intervalWeeks &&
      String(old.startsOn) === String(startsOn ?? null) &&
      String(old.untilOn) === String(untilOn ?? null)
    if (!isSame)
      await updateHours(ctx, id, { weekday, startMinute, endMinute, intervalWeeks, startsOn: startsOn ?? null, untilOn: untilOn ?? null, locationId })
  }
  for (const id of removed)
    for (const one of filterExceptions(id)) if (!one.cancelled) await updateHours(ctx, one.id, { recurrenceType: 'NONE', masterId: null, originalOn: null })
  if (removed.length > 0) await ctx.tx.deleteFrom('workingHours').where('siteId', '=', ctx.siteId).where('id', 'in', removed).execute()
  const newRows = added.flatMap(({ rule, closedOn }) => {
    const id = ctx.newId()
    return [{ ...rule, id }, ...closedOn.map((day) => ({ ...toCancelledException({ ...rule, id }, day), id: ctx.newId() }))]
  })
  if (newRows.length > 0)
    await ctx.tx
      .insertInto('workingHours')
      .values(newRows.map((row) => ({ ...row, siteId: ctx.siteId, scheduleId })))
      .execute()
}
/** Gives the exceptions of a rule from a day on to another rule. */
export const reassignHoursExceptions = (
  ctx: TransactionContext,
  { from, to, since }: { from: string; to: string; since: Temporal.PlainDate },
): Promise<unknown> =>
  ctx.tx
    .updateTable('workingHours')
    .set({ masterId: to })
    .where('siteId', '=', ctx.siteId)
    .where('masterId', '=', from)
    .where('originalOn', '>=', sql<never>`cast(${since.toString()} as date)`)
    .execute()
export const lockSchedule = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.selectFrom('hoursSchedule').select('id').where('siteId', '=', ctx.siteId).where('id', '=', id).forUpdate().execute()
/** Whose special days: those of a schedule, or of one location on the schedule of the business. */
export interface SpecialDayOwner {
  scheduleId: string
  locationId: string | null
}
/** Closing days and special hours of an owner that end on or after a day, in order. */
export const listSpecialDaysFrom = (ctx: ReadContext, { scheduleId, locationId }: SpecialDayOwner, day: Temporal.PlainDate): Promise<HoursRow[]> =>
  ctx.db
    .selectFrom('workingHours')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('scheduleId', '=', scheduleId)
    .where('recurrenceType', '=', 'SPECIAL')
    .where('locationId', 'is not distinct from', locationId)
    .where('untilOn', '>=', sql<never>`cast(${day.toString()} as date)`)
    .orderBy('startsOn')
    .execute()
export interface SpecialDayValues {
  title: string
  startsOn: Temporal.PlainDate
  untilOn: Temporal.PlainDate
  spans: readonly Span[]
}
const toSpecialDayColumns = ({ spans, startsOn, ...row }: SpecialDayValues) => ({
  ...row,
  startsOn,
  weekday: startsOn.dayOfWeek,
  cancelled: spans.length === 0,
  spans: json(spans),
})
export const insertSpecialDay = (ctx: TransactionContext, { scheduleId, locationId }: SpecialDayOwner, values: SpecialDayValues): Promise<HoursRow> =>
  insertHours(ctx, scheduleId, { ...toSpecialDayColumns(values), startMinute: 0, endMinute: 1440, recurrenceType: 'SPECIAL', locationId })
export const updateSpecialDay = (ctx: TransactionContext, id: string, values: SpecialDayValues): Promise<HoursRow> =>
  updateHours(ctx, id, toSpecialDayColumns(values))
export const specialDayById = (ctx: ReadContext, id: string): Promise<HoursRow | undefined> =>
  ctx.db.selectFrom('workingHours').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).where('recurrenceType', '=', 'SPECIAL').executeTakeFirst()
export const removeSpecialDay = async (ctx: TransactionContext, id: string): Promise<boolean> =>
  (await ctx.tx
    .deleteFrom('workingHours')
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('recurrenceType', '=', 'SPECIAL')
    .returning('id')
    .executeTakeFirst()) !== undefined
/** Deletes a rule with its exceptions. */
export const deleteHours = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('workingHours').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
