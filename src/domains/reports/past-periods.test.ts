/** Sums of what is over are what counting the rows gives, whatever happened to the rows since. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writes } from '#kit/db/open.ts'
import { createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

// Before the clock of the database: what it takes for the future is not summed.
const today = Temporal.PlainDate.from('2024-06-20')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Business extends BookingStudio {
  services: CreatedService[]
  bookings: string[]
}
const toInstant = (daysAgo: number, hour: number): string => `${today.subtract({ days: daysAgo })}T${String(hour).padStart(2, '0')}:30:00Z`
const run = (statement: RawBuilder<unknown>) => statement.execute(server.open.db)

/** A class, a course and an appointment, and three clients who are to come; all other bookings are copies of theirs. */
async function openBusiness(): Promise<Business> {
  server.freezeClock(`${today}T09:00:00Z`)
  const studio = await createBookingStudio(server)
  const services = [
    await studio.service({ type: 'CLASS', capacity: 8, name: 'Flow', price: '12.00' }),
    await studio.service({ type: 'COURSE', capacity: 6, name: 'Course' }),
    await studio.service({ name: 'Massage' }),
  ]
  const bookings: string[] = []
  for (const hour of [10, 12, 14]) {
    const made = await studio.owner('/v2/bookings', {
      booking: {
        bookedEntity: { slot: studio.slotFor(services[2] as CreatedService, toInstant(-2, hour), toInstant(-2, hour + 1)) },
        contactDetails: guest(),
        totalParticipants: 1,
        status: 'CONFIRMED',
        selectedPaymentOption: 'OFFLINE',
      },
      flowControlSettings: { skipAvailabilityValidation: true },
    })
    bookings.push(made.body.booking.id)
  }
  return { ...studio, services, bookings }
}
async function copyBooking({ site, services, bookings }: Business, nr: number, start: string, eventId: string | null): Promise<void> {
  const [id, service] = [randomUUID(), services[nr % 3] as CreatedService]
  const { rows } = await sql<{
    name: string
  }>`select column_name as name from information_schema.columns where table_name = 'booking' and table_schema = 'public'
    and column_name not in ('id', 'service_id', 'schedule_id', 'service_type', 'event_id', 'start_at', 'end_at', 'participants')`.execute(server.open.db)
  const same = sql.join(rows.map(({ name }) => sql.ref(name)))
  await run(sql`${writes('booking')} insert into booking (id, service_id, schedule_id, service_type, event_id, start_at, end_at, participants, ${same})
    select ${id}, ${service.id}, ${service.scheduleId}, ${['CLASS', 'COURSE', 'APPOINTMENT'][nr % 3]}, ${eventId}, ${start}::timestamptz,
      ${start}::timestamptz + interval '1 hour', ${1 + (nr % 4)}, ${same} from booking where site_id = ${site.metaSiteId} and id = ${bookings[Math.floor(nr / 3) % 3]}`)
  bookings.push(id)
}
async function addSession({ site, services }: Business, nr: number, daysAgo: number, until?: number): Promise<void> {
  const [start, service] = [toInstant(daysAgo, 6 + (nr % 12)), services[nr % 2] as CreatedService]
  const local = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO('UTC').toPlainDateTime().toString({ smallestUnit: 'minute' })
  const end = Temporal.Instant.from(start).add({ hours: 1 }).toString()
  await run(sql`${writes('calendar_event')} insert into calendar_event (site_id, id, schedule_id, service_id, type, local_start, local_end, start_at, end_at, capacity,
      recurrence_type, interval_weeks, until_local, created_at, updated_at)
    values (${site.metaSiteId}, ${randomUUID()}, ${service.scheduleId}, ${service.id}, ${['CLASS', 'COURSE'][nr % 2]}, ${local(start)}, ${local(end)}, ${start}, ${end},
      ${nr % 3 === 0 ? 5 : null}::int, ${until === undefined ? 'NONE' : 'MASTER'}, ${until === undefined ? null : 1}::int,
      ${until === undefined || until < 0 ? null : local(toInstant(until, 23))}, now(), now())`)
}
let lastNumber = 0
async function pay({ site, bookings }: Business, nr: number, daysAgo: number): Promise<void> {
  const [id, number] = [randomUUID(), ++lastNumber]
  const paidAt = toInstant(daysAgo, nr % 24)
  await run(sql`${writes('receipt', 'receipt_line')} with made as (
      insert into receipt (site_id, id, number, state, provider, amount, currency, language, title, paid_at, due_at)
      values (${site.metaSiteId}, ${id}, ${number}, 'EARNED', 'manual', ${10 + nr}, ${nr % 5 === 0 ? 'EUR' : 'USD'}, 'en', 'Massage', ${paidAt}, ${paidAt}))
    insert into receipt_line (site_id, receipt_id, n, kind, payable_id, label, amount) values (${site.metaSiteId}, ${id}, 1, 'BOOKING', ${bookings[nr % bookings.length]}, 'Massage', ${10 + nr})`)
}
/** One row of the site, some number down its list; nothing where there is none. */
async function pick({ site }: Business, table: string, nr: number): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ row: string }>`select ctid::text as row from ${sql.table(table)} where site_id = ${site.metaSiteId} order by ctid`.execute(
    server.open.db,
  )
  return sql`${rows[nr % Math.max(1, rows.length)]?.row ?? null}::tid`
}
const change = async (business: Business, table: 'attendance' | 'booking' | 'calendar_event' | 'receipt' | 'receipt_line', nr: number, set: string) =>
  run(
    sql`${writes(table)} update ${sql.table(table)} set ${sql.raw(set)} where site_id = ${business.site.metaSiteId} and ctid = ${await pick(business, table, nr)}`,
  )

/** By functions that a cluster computes beside the row. */
const shiftTimes = (days: number): string => {
  const hours = (days - 30) * 24
  return `start_at = add_hours(start_at, ${hours}), end_at = add_hours(end_at, ${hours})`
}

/** What may happen, by a number that says to which row and a number of days. */
const happenings: Readonly<Record<string, (business: Business, nr: number, days: number) => Promise<unknown>>> = {
  book: (business, nr, days) => copyBooking(business, nr, toInstant(days, nr % 24), null),
  bookSession: async (business, nr, days) => {
    const { rows } = await sql<{ id: string; start: Temporal.Instant }>`select id, start_at as start from calendar_event
      where site_id = ${business.site.metaSiteId} and ctid = ${await pick(business, 'calendar_event', nr)} and recurrence_type <> 'MASTER'`.execute(
      server.open.db,
    )
    return copyBooking(business, 0, rows[0]?.start.toString() ?? toInstant(days, 10), rows[0]?.id ?? null)
  },
  cancel: (business, nr) => change(business, 'booking', nr, `status = 'CANCELED'`),
  confirm: (business, nr) => change(business, 'booking', nr, `status = 'CONFIRMED'`),
  moreOfThem: (business, nr) => change(business, 'booking', nr, `participants = 1 + (participants + 1) % 4`),
  moveBooking: (business, nr, days) => change(business, 'booking', nr, shiftTimes(days)),
  renameBooking: (business, nr) => change(business, 'booking', nr, `title = 'Renamed ${nr}', resource_id = null, resource = '{"name":"Stand-in ${nr % 2}"}'`),
  otherClient: (business, nr) =>
    change(
      business,
      'booking',
      nr,
      `contact_id = (select contact_id from booking one where one.site_id = '${business.site.metaSiteId}' and one.id = '${business.bookings[nr % 3]}')`,
    ),
  removeBooking: async (business, nr) =>
    run(
      sql`${writes('booking')} delete from booking where site_id = ${business.site.metaSiteId} and id <> all(${business.bookings.slice(0, 3)}) and ctid = ${await pick(business, 'booking', nr)}`,
    ),
  attend: async (business, nr) =>
    run(sql`${writes('attendance')} insert into attendance (site_id, id, booking_id, event_id, status, attendees, created_at, updated_at)
      select site_id, gen_random_uuid(), id, 'held', ${nr % 2 === 0 ? 'ATTENDED' : 'NOT_ATTENDED'}, participants, now(), now() from booking
      where site_id = ${business.site.metaSiteId} and ctid = ${await pick(business, 'booking', nr)} on conflict do nothing`),
  attendOtherwise: (business, nr) => change(business, 'attendance', nr, `status = 'ATTENDED', attendees = attendees + 1`),
  addSession: (business, nr, days) => addSession(business, nr, days),
  addSeries: (business, nr, days) => addSession(business, nr, days, days % 2 === 0 ? -1 : Math.floor(days / 2)),
  moveSession: (business, nr, days) =>
    change(
      business,
      'calendar_event',
      nr,
      `${shiftTimes(days)}, local_start = local_minute(add_hours(start_at, ${(days - 30) * 24}), 'UTC'),
      local_end = local_minute(add_hours(end_at, ${(days - 30) * 24}), 'UTC')`,
    ),
  morePlaces: (business, nr) => change(business, 'calendar_event', nr, `capacity = coalesce(capacity, 3) + 1`),
  cancelSession: (business, nr) => change(business, 'calendar_event', nr, `status = 'CANCELLED'`),
  endSeries: (business, nr, days) =>
    change(business, 'calendar_event', nr, `until_local = case when recurrence_type = 'MASTER' then '${today.subtract({ days })}T23:00' end`),
  pay,
  refund: (business, nr) => change(business, 'receipt_line', nr, `refunded = least(amount, refunded + 5)`),
  earnNoMore: (business, nr) => change(business, 'receipt', nr, `state = 'LATE', number = null`),
  growService: async ({ services, site }, nr) =>
    run(
      sql`${writes('service')} update service set default_capacity = ${5 + (nr % 9)} where site_id = ${site.metaSiteId} and id = ${services[nr % 3]?.id} and type <> 'APPOINTMENT'`,
    ),
  moveAway: ({ site }, nr) =>
    server.ok('POST', '/_test/settings', { body: { metaSiteId: site.metaSiteId, timeZone: ['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'][nr % 3] } }),
  sum: () => server.runner.runSchedules(),
}

const read = async ({ site }: Business) => [
  await server.ok('GET', '/api/insights/sessions', { as: site, query: { months: 3 } }),
  await server.ok('GET', '/api/insights/revenue-shares', { as: site, query: { months: 3 } }),
  await server.ok('GET', '/api/insights/clients', { as: site, query: { months: 3 } }),
]
const countRows = async (table: 'summedPeriod' | 'summedPeriodChange', { site }: Business): Promise<number> =>
  (await server.open.db.selectFrom(table).select('siteId').where('siteId', '=', site.metaSiteId).execute()).length

const steps = fc.array(
  fc.record({ what: fc.constantFrom(...Object.keys(happenings), 'sum'), nr: fc.nat({ max: 60 }), days: fc.integer({ min: -1, max: 80 }) }),
  { minLength: 15, maxLength: 45 },
)
test('whatever happens to what was summed, the answers are those of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const business = await openBusiness()
      for (let nr = 0; nr < 12; nr++) {
        await addSession(business, nr, nr * 5)
        await copyBooking(business, nr, toInstant(nr * 6, nr), null)
        await pay(business, nr, nr * 5)
      }
      await server.runner.runSchedules()
      for (const { what, nr, days } of all) await happenings[what]?.(business, nr, days)
      const withNotes = await read(business)
      await server.runner.runSchedules()
      expect(await countRows('summedPeriodChange', business)).toBe(0)
      expect(await countRows('summedPeriod', business)).toBeGreaterThan(600)
      const summed = await read(business)
      await run(sql`${writes('summed_period')} delete from summed_period where site_id = ${business.site.metaSiteId}`)
      const counted = await read(business)
      expect(withNotes).toEqual(counted)
      expect(summed).toEqual(counted)
      await server.open.db.deleteFrom('site').where('id', '=', business.site.metaSiteId).execute()
      expect(await countRows('summedPeriodChange', business)).toBe(0)
    }),
    // Each run takes seconds: what fails is shown as it is, instead of being made smaller first.
    { numRuns: Number(process.env.HISTORIES ?? 3), endOnFailure: true },
  )
})
