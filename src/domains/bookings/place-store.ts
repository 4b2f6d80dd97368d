/** Places: calls the functions that decide over them, and reads what is offered. The only file here that touches time and services. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { serviceById, servicesBySchedules, type ServiceFacts } from '#domains/services/public.ts'

export async function serviceRow(ctx: Ctx, ask: { id?: string | undefined; scheduleId?: string | undefined }): Promise<ServiceFacts | undefined> {
  if (ask.id) return serviceById(ctx, ask.id)
  return ask.scheduleId ? (await servicesBySchedules(ctx, [ask.scheduleId]))[0] : undefined
}

export interface SessionRow { id: string; serviceId: string | null; scheduleId: string; title: string; startAt: Temporal.Instant; endAt: Temporal.Instant; resourceIds: string[]; location: unknown; capacity: number | null; status: string }
export const sessionRow = async (ctx: Ctx, id: string): Promise<SessionRow | undefined> =>
  (await ctx.tx.selectFrom('calendarEvent').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).where('recurrenceType', '!=', 'MASTER').executeTakeFirst()) as SessionRow | undefined
export const courseSessions = async (ctx: Ctx, scheduleId: string): Promise<SessionRow[]> =>
  (await ctx.tx.selectFrom('calendarEvent').selectAll().where('siteId', '=', ctx.siteId).where('scheduleId', '=', scheduleId).where('recurrenceType', '!=', 'MASTER').where('status', '=', 'CONFIRMED').orderBy('startAt').execute()) as unknown as SessionRow[]
export const sessionsIn = async (ctx: Ctx, from: Temporal.Instant, to: Temporal.Instant): Promise<SessionRow[]> =>
  (await ctx.tx.selectFrom('calendarEvent').selectAll().where('siteId', '=', ctx.siteId).where('type', 'in', ['CLASS', 'COURSE']).where('recurrenceType', '!=', 'MASTER').where('startAt', '<', to).where('endAt', '>', from).orderBy('startAt').limit(2000).execute()) as unknown as SessionRow[]

export const resourceRows = (ctx: Ctx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : ctx.tx
        .selectFrom('resource')
        .leftJoin('staffMember', (join) => join.onRef('staffMember.siteId', '=', 'resource.siteId').onRef('staffMember.resourceId', '=', 'resource.id'))
        .select(['resource.id', 'resource.name', 'resource.eventsScheduleId', 'staffMember.email'])
        .where('resource.siteId', '=', ctx.siteId)
        .where('resource.id', 'in', ids as string[])
        .where('resource.deletedAt', 'is', null)
        .execute()

export interface TimeAsk { bookingId: string; resourceIds: readonly string[]; from: Temporal.Instant; to: Temporal.Instant; holdUntil: Temporal.Instant | null; forced: boolean }
/** All resources or none; what the booking had before is given back only when the new time is taken. */
export const claimTime = async (ctx: Ctx, ask: TimeAsk): Promise<boolean> =>
  (await sql<{ ok: boolean }>`select claim_time(${ctx.siteId}::uuid, ${ask.bookingId}::uuid, ${sql.val(ask.resourceIds)}::uuid[], ${ask.from}::timestamptz, ${ask.to}::timestamptz, ${ask.holdUntil}::timestamptz, ${ctx.now}::timestamptz, ${ask.forced}::boolean) as ok`.execute(ctx.tx)).rows[0]?.ok === true
export const releaseTime = async (ctx: Ctx, bookingId: string): Promise<void> =>
  void (await ctx.tx.deleteFrom('resourceUse').where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).execute())

export interface SeatsAsk { bookingId: string; sessionId: string; capacity: number; people: number; holdUntil: Temporal.Instant | null; forced: boolean }
/** Undefined when seated; else how many seats are left. */
export async function takeSeats(ctx: Ctx, ask: SeatsAsk): Promise<number | undefined> {
  const { rows } = await sql<{ left: number }>`select take_seats(${ctx.siteId}::uuid, ${ask.sessionId}, ${ask.capacity}::int, ${ask.bookingId}::uuid, ${ask.people}::int, ${ask.holdUntil}::timestamptz, ${ctx.now}::timestamptz, false, null::uuid, ${ask.forced}::boolean) as left`.execute(ctx.tx)
  const left = rows[0]?.left ?? -1
  return left < 0 ? -1 - left : undefined
}
export const releaseSeats = async (ctx: Ctx, bookingId: string): Promise<void> => void (await sql`select release_seats(${ctx.siteId}::uuid, ${bookingId}::uuid)`.execute(ctx.tx))
