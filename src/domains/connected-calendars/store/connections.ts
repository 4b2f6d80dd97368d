/** SQL on connections to other calendars and their busy times. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, writes } from '#kit/db/open.ts'
import type { CalendarConnectionTable } from '#kit/db/tables.gen.ts'
import type { CalendarProblemCode, CalendarProvider } from '#kit/pure/calendar-providers.ts'
import type { ConnectionStatus, ConnectionTransition } from '../rules/connection-machine.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

export type ConnectionRow = Omit<Selectable<CalendarConnectionTable>, 'provider' | 'status' | 'calendars' | 'marks' | 'problemCode'> & {
  provider: CalendarProvider
  problemCode: CalendarProblemCode | null
  status: ConnectionStatus
  calendars: { id: string; name?: string }[] | null
  /** Calendar → its mark, and when it was read as a whole. */
  marks: Record<string, { mark: string; at: string }>
}

const connections = (ctx: ReadContext) => ctx.db.selectFrom('calendarConnection').selectAll().where('siteId', '=', ctx.siteId).$castTo<ConnectionRow>()

export const findConnection = (ctx: ReadContext, id: string): Promise<ConnectionRow | undefined> => connections(ctx).where('id', '=', id).executeTakeFirst()
/** The same, locked until the transaction ends. */
export const lockConnection = (ctx: TransactionContext, id: string): Promise<ConnectionRow | undefined> =>
  ctx.tx
    .selectFrom('calendarConnection')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<ConnectionRow>()
    .executeTakeFirst()
/** Connections of resources, those that were ended included; absent: of all. */
export const listConnections = (ctx: ReadContext, resourceIds: readonly string[] | undefined): Promise<ConnectionRow[]> =>
  connections(ctx)
    .$if(resourceIds !== undefined, (q) => (resourceIds?.length ? q.where('resourceId', 'in', resourceIds) : q.where(sql<boolean>`false`)))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
export const insertConnection = (
  ctx: TransactionContext,
  row: Omit<Insertable<CalendarConnectionTable>, 'siteId' | 'status' | 'createdAt' | 'updatedAt'>,
): Promise<unknown> =>
  ctx.tx
    .insertInto('calendarConnection')
    .values({ ...row, siteId: ctx.siteId, status: 'CONNECTED', createdAt: ctx.now, updatedAt: ctx.now })
    .execute()

export type ConnectionChange = Omit<Updateable<CalendarConnectionTable>, 'status' | 'calendars' | 'marks'> & {
  transition?: ConnectionTransition
  calendars?: ConnectionRow['calendars']
  marks?: ConnectionRow['marks']
}
export const updateConnection = (ctx: TransactionContext, id: string, { transition, calendars, marks, ...change }: ConnectionChange): Promise<unknown> =>
  ctx.tx
    .updateTable('calendarConnection')
    .set({
      ...change,
      ...(transition && { status: transition.to }),
      ...(calendars !== undefined && { calendars: calendars && json(calendars) }),
      ...(marks !== undefined && { marks: json(marks) }),
      updatedAt: ctx.now,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** Connections whose next reading is due. */
export const listDue = (ctx: TransactionContext): Promise<ConnectionRow[]> =>
  ctx.tx
    .selectFrom('calendarConnection')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('dueAt', '<=', ctx.now)
    .orderBy('dueAt')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .$castTo<ConnectionRow>()
    .execute()

export interface ExternalEvent {
  /** Epoch milliseconds: there may be many. */
  start: number
  end: number
  allDay: boolean
  sealedTitle: string
}
/** Replaces what is known of one calendar of a connection. */
export async function replaceEvents(
  ctx: TransactionContext,
  { id, resourceId }: ConnectionRow,
  calendarId: string,
  events: readonly ExternalEvent[],
): Promise<void> {
  await ctx.tx.deleteFrom('externalEvent').where('siteId', '=', ctx.siteId).where('connectionId', '=', id).where('calendarId', '=', calendarId).execute()
  if (events.length === 0) return
  const rows = JSON.stringify(
    events.map(({ start, end, allDay, sealedTitle }, position) => ({
      position,
      a: start,
      b: end,
      all_day: allDay,
      sealed_title: sealedTitle,
    })),
  )
  await sql`${writes('external_event')}
    insert into external_event (site_id, connection_id, calendar_id, position, resource_id, during, all_day, sealed_title)
    select ${ctx.siteId}::uuid, ${id}::uuid, ${calendarId}, n.position, ${resourceId}::uuid, tstzrange(to_timestamp(n.a / 1000.0), to_timestamp(n.b / 1000.0)), n.all_day, n.sealed_title
    from jsonb_to_recordset(${rows}::jsonb) as n(position int, a bigint, b bigint, all_day boolean, sealed_title text)`.execute(ctx.tx)
}
/** Forgets the busy times of a connection, except those of the calendars named. */
export const deleteEvents = (ctx: TransactionContext, connectionId: string, exceptCalendarIds: readonly string[]): Promise<unknown> =>
  ctx.tx
    .deleteFrom('externalEvent')
    .where('siteId', '=', ctx.siteId)
    .where('connectionId', '=', connectionId)
    .$if(exceptCalendarIds.length > 0, (q) => q.where('calendarId', 'not in', exceptCalendarIds))
    .execute()

export interface FoundEvent {
  connectionId: string
  calendarId: string
  position: number
  resourceId: string
  start: number
  end: number
  allDay: boolean
  sealedTitle: string
}
export interface EventsQuery {
  from: Temporal.Instant
  to: Temporal.Instant
  /** Absent: of all connections. */
  connectionIds?: readonly string[] | undefined
  allDay?: boolean | undefined
  after?: { start: number; connectionId: string; calendarId: string; position: number } | undefined
  limit: number
}
const startMs = sql<number>`(extract(epoch from lower(during)) * 1000)::bigint`
/** Busy times that overlap a range, in order of time. */
export const listEvents = (ctx: ReadContext, { from, to, connectionIds, allDay, after, limit }: EventsQuery): Promise<FoundEvent[]> =>
  ctx.db
    .selectFrom('externalEvent')
    .select(['connectionId', 'calendarId', 'position', 'resourceId', 'allDay', 'sealedTitle', startMs.as('start')])
    .select(sql<number>`(extract(epoch from upper(during)) * 1000)::bigint`.as('end'))
    .where('siteId', '=', ctx.siteId)
    .where(sql<boolean>`during && tstzrange(${from}, ${to})`)
    .$if(connectionIds !== undefined, (q) => (connectionIds?.length ? q.where('connectionId', 'in', connectionIds) : q.where(sql<boolean>`false`)))
    .$if(allDay !== undefined, (q) => q.where('allDay', '=', allDay as boolean))
    .$if(after !== undefined, (q) =>
      q.where(
        sql<boolean>`(lower(during), connection_id, calendar_id, position) > (${Temporal.Instant.fromEpochMilliseconds(after?.start ?? 0)}, ${after?.connectionId}::uuid, ${after?.calendarId}, ${after?.position}::int)`,
      ),
    )
    .orderBy(sql`lower(during)`)
    .orderBy('connectionId')
    .orderBy('calendarId')
    .orderBy('position')
    .limit(limit)
    .execute()

export const hasDueConnections: SiteCondition = ({ now }) => sql`
  exists (select from calendar_connection as one where one.site_id = site.id and one.due_at <= ${now})`
/** Connections that are written to, or were. */
export const hasCopies: SiteCondition = () => sql`
  exists (select from calendar_connection as one where one.site_id = site.id and one.exports)
  or exists (select from calendar_copy as one where one.site_id = site.id)`
