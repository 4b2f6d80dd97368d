/** Read model of the use of a resource: services, sessions and bookings. */
import { sql } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

export interface ResourceUsage {
  /** Names of the services that use it. */
  services: string[]
  /** Upcoming bookings that use it. */
  bookings: number
  /** Upcoming single sessions, and series that have not ended. */
  sessions: number
  series: number
}

/** What is booked or planned with a resource from now on. Series end in the local time of the business. */
export async function loadResourceUsage(ctx: ReadContext, resourceId: string, timeZone: string): Promise<ResourceUsage> {
  const localNow = ctx.now.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
  const { rows } = await readSql(
    ctx.db,
    sql<ResourceUsage>`
    select
      (select coalesce(array_agg(name order by name), '{}') from service
        where site_id = ${ctx.siteId}::uuid and deleted_at is null
          and (${resourceId}::uuid = any(staff_ids) or service_resources @> jsonb_build_array(jsonb_build_object('resourceIds', jsonb_build_object('values', jsonb_build_array(${resourceId}::text)))))) services,
      (select count(*)::int from booking
        where site_id = ${ctx.siteId}::uuid and start_at > ${ctx.now}::timestamptz and (status in ('CONFIRMED', 'PENDING') or (status = 'CREATED' and hold_until > ${ctx.now}::timestamptz))
          and (resource_id = ${resourceId}::uuid or ${resourceId}::uuid = any(resource_ids))) bookings,
      (select count(*)::int from calendar_event
        where site_id = ${ctx.siteId}::uuid and recurrence_type = 'NONE' and start_at > ${ctx.now}::timestamptz
          and status = 'CONFIRMED' and type <> 'EVENT' and ${resourceId}::uuid = any(resource_ids)) sessions,
      (select count(*)::int from calendar_event
        where site_id = ${ctx.siteId}::uuid and recurrence_type = 'MASTER' and (until_local is null or until_local > ${localNow}::text)
          and status = 'CONFIRMED' and type <> 'EVENT' and ${resourceId}::uuid = any(resource_ids)) series`,
  )
  return rows[0] as ResourceUsage
}
