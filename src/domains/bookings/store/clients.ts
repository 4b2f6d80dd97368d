/** SQL on how clients use the business. Each figure of a client is read at an end of an index, however long their history is. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

interface Visit {
  id: string
  title: string
  startAt: Temporal.Instant
  endAt: Temporal.Instant
}
export interface ClientActivity {
  contactId: string
  /** Confirmed, past and to come. */
  bookings: number
  noShows: number
  /** Of these, those that are not over. */
  upcoming: number
  last: Visit | null
  next: Visit | null
}

type Row = Pick<ClientActivity, 'contactId' | 'bookings' | 'noShows' | 'upcoming'> & {
  [K in keyof Visit as `last${Capitalize<K>}` | `next${Capitalize<K>}`]: Visit[K] | null
}
const toVisit = (id: string | null, title: string | null, startAt: Temporal.Instant | null, endAt: Temporal.Instant | null): Visit | null =>
  id !== null && title !== null && startAt && endAt ? { id, title, startAt, endAt } : null

/** What is kept about clients, with the last booking at which they were not missed and the next one. */
export async function findClientActivity(ctx: ReadContext, contactIds: readonly string[]): Promise<ClientActivity[]> {
  const confirmed = sql`b.site_id = a.site_id and b.contact_id = a.contact_id and b.status = 'CONFIRMED'`
  const { rows } = await readSql(
    ctx.db,
    sql<Row>`
    select a.contact_id "contactId", a.bookings, a.no_shows "noShows",
      (select count(*)::int from booking b where ${confirmed} and b.end_at > ${ctx.now}::timestamptz) upcoming,
      was.id "lastId", was.title "lastTitle", was.start_at "lastStartAt", was.end_at "lastEndAt",
      soon.id "nextId", soon.title "nextTitle", soon.start_at "nextStartAt", soon.end_at "nextEndAt"
    from client_activity a
    left join lateral (select b.id, b.title, b.start_at, b.end_at from booking b where ${confirmed} and b.end_at <= ${ctx.now}::timestamptz
      and not exists (select from attendance t where t.site_id = b.site_id and t.booking_id = b.id and t.status = 'NOT_ATTENDED')
      order by b.end_at desc limit 1) was on true
    left join lateral (select b.id, b.title, b.start_at, b.end_at from booking b where ${confirmed} and b.end_at > ${ctx.now}::timestamptz
      order by b.end_at limit 1) soon on true
    where a.site_id = ${ctx.siteId}::uuid and a.contact_id = any(${[...contactIds]}::uuid[])`,
  )
  return rows.map(({ contactId, bookings, noShows, upcoming, ...row }) => ({
    contactId,
    bookings,
    noShows,
    upcoming,
    last: toVisit(row.lastId, row.lastTitle, row.lastStartAt, row.lastEndAt),
    next: toVisit(row.nextId, row.nextTitle, row.nextStartAt, row.nextEndAt),
  }))
}
