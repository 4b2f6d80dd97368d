/** Rows by the hundred, for limits and long lists: made one by one through the API they would take minutes. */
import { type RawBuilder, sql } from 'kysely'
import type { TestServer, TestSite } from '../test-server.ts'

type Place = { server: TestServer; site: TestSite; count: number }

/** `rows` selects the columns after those that every table has; `n` counts from 1. */
const insertMany = async ({ server, site, count }: Place, table: string, columns: readonly string[], rows: RawBuilder<unknown>): Promise<void> =>
  void (await sql`
    insert into ${sql.table(table)} (site_id, id, created_at, updated_at, ${sql.join(columns.map((name) => sql.ref(name)))})
    select ${site.metaSiteId}, gen_random_uuid(), now(), now(), ${rows} from generate_series(1, ${count}::int) n`.execute(server.open.db))

export const insertBadges = (place: Place): Promise<void> =>
  insertMany(place, 'badge', ['title', 'background_color', 'text_color', 'slug', 'position'], sql`'Badge ' || n, '#000000', '#FFFFFF', 'badge-' || n, n`)
export const insertCategories = (place: Place): Promise<void> => insertMany(place, 'service_category', ['name', 'sort_order'], sql`'More ' || n, 100 + n`)
export const insertResourceTypes = (place: Place): Promise<void> => insertMany(place, 'resource_type', ['name'], sql`'More ' || n`)
export const insertCustomFields = (place: Place): Promise<void> =>
  insertMany(place, 'member_custom_field', ['key', 'name', 'field_type'], sql`'custom.' || n, 'Field ' || n, 'TEXT'`)

/** Members called `Zoë 2`, `mia 3`, …: every seventieth is public, and every third has signed in. */
export async function insertMembers({ server, site, count }: Place): Promise<void> {
  await sql`insert into contact (site_id, id, created_at, updated_at)
    select ${site.metaSiteId}, md5('c' || n)::uuid, now(), now() from generate_series(1, ${count}::int) n`.execute(server.open.db)
  await sql`
    insert into member (site_id, id, contact_id, login_email, status, privacy_status, nickname, slug, created_at, updated_at, last_login_at)
    select ${site.metaSiteId}, md5('m' || n)::uuid, md5('c' || n)::uuid, 'm' || n || '@people.example', 'APPROVED',
      case when n % 70 = 0 then 'PUBLIC' else 'PRIVATE' end, case when n % 2 = 0 then 'Zoë ' else 'mia ' end || n, 'm' || n, now(), now(),
      case when n % 3 = 0 then now() - n % 5 * interval '1 day' end from generate_series(1, ${count}::int) n`.execute(server.open.db)
}

/** Copies of a booking for `Client 1`, `Client 2`, …: each begins an hour after the one before, and every tenth is cancelled. */
export async function insertBookings({ server, site, count, copyOf, firstStart }: Place & { copyOf: string; firstStart: string }): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'booking'
    and column_name not in ('id', 'start_at', 'end_at', 'status', 'email_key', 'search', 'contact_details')`.execute(server.open.db)
  const same = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`insert into booking (id, start_at, end_at, status, email_key, search, contact_details, ${same})
    select md5('b' || n)::uuid, ${firstStart}::timestamptz + n * interval '1 hour', ${firstStart}::timestamptz + n * interval '1 hour' + interval '50 minutes',
      case when n % 10 = 0 then 'CANCELED' else 'CONFIRMED' end, 'client' || n || '@people.example', 'client ' || n || ' client' || n || '@people.example',
      jsonb_build_object('firstName', 'Client ' || n, 'email', 'client' || n || '@people.example'), ${same}
    from booking, generate_series(1, ${count}::int) n where site_id = ${site.metaSiteId} and booking.id = ${copyOf}`.execute(server.open.db)
}

/** Copies of rows that `where` selects, of any table: `changes` gives the columns that differ as SQL, where `nr` counts from 1. */
export async function copyRows(
  { server, site, count }: Place,
  table: string,
  { where, changes }: { where: RawBuilder<unknown>; changes: Readonly<Record<string, RawBuilder<unknown>>> },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(server.open.db)
  const names = rows.map(({ name }) => name)
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => changes[name] ?? sql.ref(`source.${name}`)))}
    from ${sql.table(table)} source, generate_series(1, ${count}::int) nr where source.site_id = ${site.metaSiteId} and ${where}`.execute(server.open.db)
}

/**
 * Years of finished work: of every person an appointment on each day, and on the schedule one weekly series of two months after the other, each of
 * their dates changed. All of it is over by the start of the current month of UTC.
 */
export async function insertCalendarHistory({
  server,
  site,
  years,
  resourceIds,
  scheduleId,
}: Omit<Place, 'count'> & { years: number; resourceIds: readonly string[]; scheduleId: string }): Promise<void> {
  const people = sql`cast(${`{${resourceIds.join()}}`} as uuid[])`
  await sql`
    insert into resource_use (site_id, booking_id, resource_id, during)
    select ${site.metaSiteId}, gen_random_uuid(), id, tstzrange(day + interval '9 hours', day + interval '10 hours')
    from unnest(${people}) id, generate_series(1, ${years * 365}::int) n, lateral (select date_trunc('month', now()) - n * interval '1 day' as day) d`.execute(
    server.open.db,
  )
  const text = (moment: ReturnType<typeof sql>) => sql`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI')`
  await sql`
    with series as (
      select 'past-series-of-two-months-that-has-ended-' || n as id, date_trunc('month', now() at time zone 'UTC') - (n + 1) * interval '8 weeks' + interval '18 hours' as local
      from generate_series(1, ${years * 6}::int) n
    ), dates as (
      select null::text as master_id, id, local, local as original, 'MASTER' as kind from series
      union all
      select id, id || '_' || week, local + week * interval '1 week' + interval '30 minutes', local + week * interval '1 week', 'EXCEPTION'
      from series, generate_series(0, 7) week
    )
    insert into calendar_event (site_id, id, schedule_id, type, local_start, local_end, start_at, end_at, resource_ids, recurrence_type, interval_weeks, until_local,
      master_id, original_local_start, created_at, updated_at)
    select ${site.metaSiteId}, id, ${scheduleId}, 'EVENT', ${text(sql`local`)}, ${text(sql`local + interval '1 hour'`)}, local at time zone 'UTC',
      local at time zone 'UTC' + interval '1 hour', ${people}, kind, case when kind = 'MASTER' then 1 end,
      case when kind = 'MASTER' then ${text(sql`local + interval '7 weeks'`)} end, master_id, case when kind = 'EXCEPTION' then ${text(sql`original`)} end, now(), now()
    from dates`.execute(server.open.db)
}
