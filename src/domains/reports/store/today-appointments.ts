/** Read model of the appointments of a day that are not over. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

export interface AppointmentRow {
  id: string
  title: string
  start: Temporal.Instant
  end: Temporal.Instant
  /** Empty: no name is known. */
  client: string
  people: number
  resourceIds: string[]
  status: 'CONFIRMED' | 'PENDING'
  attendance: string | null
}
/** The name of the client in `contact_details` of a booking. */
export const clientName = sql<string>`trim(concat_ws(' ', b.contact_details ->> 'firstName', b.contact_details ->> 'lastName'))`

interface AppointmentsOfDay {
  from: Temporal.Instant
  to: Temporal.Instant
  /** Of one person only. */
  resourceId?: string | undefined
}
const ongoing = (ctx: ReadContext, { from, to, resourceId }: AppointmentsOfDay) => sql`
  from booking b where b.site_id = ${ctx.siteId}::uuid and b.service_type = 'APPOINTMENT' and b.status in ('CONFIRMED', 'PENDING')
    and b.start_at >= ${from}::timestamptz and b.start_at < ${to}::timestamptz and b.end_at > ${ctx.now}::timestamptz
    and (${resourceId ?? null}::uuid is null or b.resource_ids @> array[${resourceId ?? null}::uuid])`

/** The first `limit` in the order of time, and how many there are. */
export async function listOngoingAppointments(ctx: ReadContext, day: AppointmentsOfDay, limit: number): Promise<{ total: number; rows: AppointmentRow[] }> {
  const { rows } = await readSql(
    ctx.db,
    sql<AppointmentRow>`
    select b.id, b.title, b.start_at "start", b.end_at "end", ${clientName} client, b.participants people, b.resource_ids, b.status,
      (select max(a.status) from attendance a where a.site_id = b.site_id and a.booking_id = b.id) attendance
    ${ongoing(ctx, day)} order by b.start_at, b.id limit ${limit}`,
  )
  if (rows.length < limit) return { total: rows.length, rows }
  const counted = await readSql(ctx.db, sql<{ total: number }>`select count(*)::int total ${ongoing(ctx, day)}`)
  return { total: counted.rows[0]?.total ?? rows.length, rows }
}
