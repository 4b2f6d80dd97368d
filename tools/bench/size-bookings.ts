/**
 * Bookings at size: a site with a million bookings of twenty services (`BENCH_BOOKINGS=10000000` for ten) by a fifth as many members (`BENCH_MEMBERS`) on
 * PostgreSQL, and what the dashboard, the account and the calendar ask of them, over HTTP and one call after the other.
 */
import { createHash } from 'node:crypto'
import { createBookingStudio, mia, type CreatedService } from '../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer, type TestSite } from '../../test/test-server.ts'
import { chance, createAsk, measureCase, withoutIndexes, type Case } from './at-size.ts'
import { fillMembers } from './size.ts'
import type { Report } from './start.ts'

const BOOKINGS = Number(process.env.BENCH_BOOKINGS ?? 1_000_000)
const CLIENTS = Number(process.env.BENCH_MEMBERS ?? Math.min(200_000, Math.ceil(BOOKINGS / 5)))
const SERVICES = 20
/** Ten years, of which the last two months lie ahead. */
const MINUTES = 10 * 365 * 1440
const MINUTES_AHEAD = 60 * 1440

const RARE_STAFF = '0a0a0a0a-0000-4000-8000-000000000001'
const start = `date_trunc('minute', now()) + (${MINUTES_AHEAD} - ${chance(1, MINUTES)}) * interval '1 minute'`
const client = `(1 + ${chance(2, CLIENTS)})`
const isPast = `${chance(1, MINUTES)} > ${MINUTES_AHEAD}`
/** In SQL, by column; the others are those of the copied booking. */
const varied: Record<string, string> = {
  id: `md5('b' || n)::uuid`,
  service_id: `services[1 + ${chance(3, SERVICES)}]`,
  schedule_id: `schedules[1 + ${chance(3, SERVICES)}]`,
  start_at: start,
  end_at: `${start} + interval '1 hour'`,
  created_at: `${start} - ${chance(4, 20_000)} * interval '1 minute'`,
  updated_at: `${start} - ${chance(4, 20_000)} * interval '1 minute'`,
  status: `case when ${chance(5, 100)} < 12 then 'CANCELED' when ${chance(5, 100)} < 13 then 'DECLINED' when ${isPast} or ${chance(5, 100)} < 97 then 'CONFIRMED' else 'PENDING' end`,
  payment_status: `case when ${chance(6, 100)} < (case when ${isPast} then 1 else 30 end) then 'NOT_PAID' else 'PAID' end`,
  contact_id: `md5('c' || ${client})::uuid`,
  email_key: `'m' || ${client} || '@people.example'`,
  search: `'mia person ' || ${client} || ' m' || ${client} || '@people.example'`,
  contact_details: `jsonb_build_object('firstName', 'Mia', 'lastName', 'Person ' || ${client}, 'email', 'm' || ${client} || '@people.example', 'contactId', md5('c' || ${client})::uuid)`,
  remind_at: 'null',
  // Nearly all at one place and with one person.
  location: `jsonb_set(location, '{id}', case when ${chance(7, 5000)} = 0 then '"annex"' else '"studio"' end::jsonb)`,
  resource_id: `case when ${chance(8, 5000)} = 0 then '${RARE_STAFF}'::uuid else resource_id end`,
  order_id: 'null',
}

async function fillBookings(testServer: TestServer): Promise<{ studio: Awaited<ReturnType<typeof createBookingStudio>>; services: string[] }> {
  const studio = await createBookingStudio(testServer)
  const services: CreatedService[] = []
  for (let n = 0; n < SERVICES; n++) services.push(await studio.service({ name: `Service ${n}`, type: 'APPOINTMENT' }))
  const [first] = services
  if (!first) throw new Error('there is no service')
  const { booking } = await testServer.ok('POST', '/v2/bookings', {
    as: studio.site,
    body: {
      booking: { bookedEntity: { slot: studio.slotFor(first) }, contactDetails: mia, totalParticipants: 1, selectedPaymentOption: 'OFFLINE' },
      flowControlSettings: { skipAvailabilityValidation: true, skipBusinessConfirmation: true },
    },
  })
  // Within a statement that is itself a text.
  const list = (ids: string[]) => `''{${ids.join()}}''::uuid[]`
  await withoutIndexes(testServer, ['contact', 'member', 'member_role'], () => fillMembers(testServer, studio.site, CLIENTS))
  await withoutIndexes(testServer, ['booking'], () =>
    testServer.open.script(`
      create function pg_temp.fill() returns void language plpgsql as $fill$ declare columns text; begin
        select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
          where table_schema = 'public' and table_name = 'booking' and column_name not in ('${Object.keys(varied).join("', '")}');
        execute 'insert into booking (${Object.keys(varied).join(', ')}, ' || columns || ') select '
          || $varied$${Object.values(varied).join(', ')}$varied$ || ', ' || columns || ' from booking, generate_series(1, ${BOOKINGS}) n,
          (select ${list(services.map(({ id }) => id))} services, ${list(services.map(({ scheduleId }) => scheduleId))} schedules) s
          where booking.id = ''${booking.id}''';
      end $fill$;
      select pg_temp.fill()`),
  )
  await withoutIndexes(testServer, ['client_activity', 'booking_owed', 'owed_sum'], () => fillKept(testServer, studio.site))
  await testServer.open.script('vacuum analyze')
  return { studio, services: services.map(({ id }) => id) }
}

/** What triggers keep about clients and their debts, from the bookings. */
const fillKept = (testServer: TestServer, { metaSiteId }: TestSite) =>
  testServer.open.script(`
    delete from client_activity where site_id = '${metaSiteId}';
    insert into client_activity (site_id, contact_id, bookings, last_end_at, no_shows, birthday, unpaid)
      select c.site_id, c.id, coalesce(b.bookings, 0), b.last_end_at, case when ${chance(9, 40)} = 0 then ${chance(10, 4)} else 0 end,
        to_char(date '2024-01-01' + ${chance(11, 366)}::int, 'MM-DD'), coalesce(b.unpaid, 0)
      from (select site_id, id, row_number() over () n from contact where site_id = '${metaSiteId}') c
      left join (
        select contact_id, count(*) bookings, max(end_at) last_end_at, count(*) filter (where payment_status = 'NOT_PAID') unpaid
        from booking where site_id = '${metaSiteId}' and status = 'CONFIRMED' group by contact_id
      ) b on b.contact_id = c.id;
    insert into booking_owed (site_id, booking_id, kind, currency, amount)
      select site_id, id, 'BOOKING', price ->> 'currency', (price ->> 'total')::bigint from booking
      where site_id = '${metaSiteId}' and status = 'CONFIRMED' and payment_status = 'NOT_PAID' and (price ->> 'total')::bigint > 0
      on conflict do nothing;
    delete from owed_sum where site_id = '${metaSiteId}';
    insert into owed_sum (site_id, kind, currency, amount) select site_id, kind, currency, sum(amount) from booking_owed group by 1, 2, 3`)

const memberDay = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
/** The list of members as the dashboard asks for it, with a filter on how they use the business. */
const members = (name: string, filter: object, more: object = {}): Case => ({
  name: `members: ${name}`,
  method: 'POST',
  path: '/v1/members/query',
  body: () => ({
    query: {
      filter: { status: { $in: ['PENDING', 'APPROVED', 'BLOCKED'] }, ...filter },
      sort: [{ fieldName: 'createdDate', order: 'DESC' }],
      paging: { limit: 25, offset: 0 },
    },
    fieldsets: ['FULL'],
    ...more,
  }),
})
const memberCases: Case[] = [
  members('all', {}),
  members('lapsed 30 days', { 'business.lastBookingEnd': { $lt: memberDay(30) } }),
  members('lapsed five years', { 'business.lastBookingEnd': { $lt: memberDay(5 * 365) } }),
  members('owe money', { 'business.unpaid': { $gt: 0 } }),
  members('no-show twice', { 'business.noShows': { $gte: 2 } }),
  members('never booked', { 'business.bookings': 0 }),
  members('booked ten times', { 'business.bookings': { $gte: 10 } }),
  members('birthday this week', { 'business.birthday': { $in: ['03-01', '03-02', '03-03', '03-04', '03-05', '03-06', '03-07'] } }),
  members('owe money and lapsed', { 'business.unpaid': { $gt: 0 }, 'business.lastBookingEnd': { $lt: memberDay(30) } }),
  members('owe money, by a word', { 'business.unpaid': { $gt: 0 } }, { search: { expression: 'mia 77' } }),
]

const bookings = (name: string, query: object | ((n: number) => object), more: object = {}): Case => ({
  name: `bookings: ${name}`,
  method: 'POST',
  path: '/v2/extended-bookings/query',
  body: (n) => ({
    query: { cursorPaging: { limit: 25 }, ...(typeof query === 'function' ? query(n) : query) },
    withBookingAllowedActions: true,
    withBookingAttendanceInfo: true,
    ...more,
  }),
})

const count = (name: string, filter: object, more: object = {}): Case => ({
  name: `count: ${name}`,
  method: 'POST',
  path: '/v2/extended-bookings/count',
  body: () => ({ filter, upTo: 10_000, ...more }),
})
/** One week after the other, each time so many days. */
const calendar = (name: string, days: number, more: object = {}): Case => ({
  name: `calendar: ${name}`,
  method: 'POST',
  path: '/api/bookings/calendar',
  body: (n) => ({ from: memberDay(n * 7), to: memberDay(n * 7 - days), ...more }),
})
/** As `md5('c' || n)::uuid` in SQL. */
const toContactId = (n: number): string =>
  createHash('md5')
    .update(`c${n}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function bookingCases(services: readonly string[], staff: string): Case[] {
  const now = new Date().toISOString()
  const ascending = { sort: [{ fieldName: 'startDate', order: 'ASC' }] }
  const descending = { sort: [{ fieldName: 'startDate', order: 'DESC' }] }
  const upcoming = { status: { $in: ['CONFIRMED', 'PENDING'] }, endDate: { $gte: now } }
  const past = { status: 'CONFIRMED', endDate: { $lt: now } }
  const search = (expression: string) => ({ search: { expression } })
  const unpaid = { $or: [{ paymentStatus: { $in: ['NOT_PAID', 'PARTIALLY_PAID'] } }, { paymentStatus: 'UNDEFINED', selectedPaymentOption: 'OFFLINE' }] }
  return [
    bookings('all, as the API sorts them', {}),
    bookings('all, by offset 1,000', { cursorPaging: undefined, paging: { limit: 25, offset: 1000 } }),
    bookings('upcoming', { filter: upcoming, ...ascending }),
    bookings('requests', { filter: { status: 'PENDING' }, ...ascending }),
    bookings('past', { filter: past, ...descending }),
    bookings('cancelled', { filter: { status: { $in: ['CANCELED', 'DECLINED'] } }, ...descending }),
    bookings('upcoming of a service', (n) => ({ filter: { ...upcoming, 'bookedEntity.slot.serviceId': services[n % services.length] }, ...ascending })),
    bookings('past of a service', (n) => ({
      filter: {
        ...past,
        $or: [{ 'bookedEntity.slot.serviceId': services[n % services.length] }, { 'bookedEntity.schedule.serviceId': services[n % services.length] }],
      },
      ...descending,
    })),
    bookings('past of a staff member', { filter: { ...past, 'bookedEntity.slot.resource.id': staff }, ...descending }),
    bookings('past that are not paid', { filter: { ...past, $and: [unpaid] }, ...descending }),
    bookings('past, of one day', (n) => ({
      filter: {
        ...past,
        startDate: { $gte: new Date(Date.now() - (n + 5) * 86_400_000).toISOString(), $lt: new Date(Date.now() - (n + 4) * 86_400_000).toISOString() },
      },
      ...descending,
    })),
    bookings('past, by a name', { filter: past, ...descending }, search('person 777')),
    bookings('past, by an email', { filter: past, ...descending }, search('m7777@people')),
    bookings('upcoming, by three letters', { filter: upcoming, ...ascending }, search('mia')),
    bookings('of a client', (n) => ({ filter: { 'contactDetails.email': `m${n}@people.example` }, ...descending })),
    { name: 'count: past', method: 'POST', path: '/v2/extended-bookings/count', body: () => ({ filter: past }) },
    { name: 'count: requests', method: 'POST', path: '/v2/extended-bookings/count', body: () => ({ filter: { status: 'PENDING' } }) },
    calendar('a week, all of it', 7),
    calendar('a week of one staff member', 7, { resourceId: staff, atMost: 700, brief: true }),
    calendar('a week, counted above 700', 7, { atMost: 700, brief: true }),
    calendar('a month, counted above 700', 42, { atMost: 700, brief: true }),
    bookings('past at a location', { filter: { ...past, 'bookedEntity.slot.location.id': 'studio' }, ...descending }),
    bookings('past at a location where hardly any are', { filter: { ...past, 'bookedEntity.slot.location.id': 'annex' }, ...descending }),
    bookings('past at a location without any', { filter: { ...past, 'bookedEntity.slot.location.id': 'nowhere' }, ...descending }),
    bookings('past of a staff member with few', { filter: { ...past, 'bookedEntity.slot.resource.id': RARE_STAFF }, ...descending }),
    bookings('upcoming on the waitlist', { filter: { status: 'WAITING_LIST', endDate: { $gte: now } }, ...ascending }),
    bookings('past that are paid', { filter: { ...past, $and: [{ paymentStatus: 'PAID' }] }, ...descending }),
    bookings('cancelled, by a name', { filter: { status: { $in: ['CANCELED', 'DECLINED'] } }, ...descending }, search('person 777')),
    bookings('past of a service at a location with few, not paid', {
      filter: { ...past, $or: [{ 'bookedEntity.slot.serviceId': services[0] }], 'bookedEntity.slot.location.id': 'annex', $and: [unpaid] },
      ...descending,
    }),
    count('past, to 10,000', past),
    count('past not paid', { ...past, $and: [unpaid] }),
    count('past at a location where hardly any are', { ...past, 'bookedEntity.slot.location.id': 'annex' }),
    count('past of a staff member with few', { ...past, 'bookedEntity.slot.resource.id': RARE_STAFF }),
    count('past, by a name', past, search('person 777')),
    count('past, by three letters', past, search('mia')),
    {
      name: 'figures of 25 clients',
      method: 'POST',
      path: '/api/dashboard/clients/figures',
      body: (n) => ({ contactIds: Array.from({ length: 25 }, (_, at) => toContactId(1 + n * 25 + at)) }),
    },
    { name: 'outstanding', method: 'GET', path: '/api/money/outstanding' },
    { name: 'Today', method: 'GET', path: '/api/dashboard/today' },
    { name: 'notifications', method: 'GET', path: '/api/dashboard/notifications' },
  ]
}

/** Fills a database on the server at `url` and measures what is asked of bookings. */
export async function measureBookings(url: string, report: Report): Promise<void> {
  process.env.TEST_DATABASE_URL = url
  const testServer = await startTestServer()
  try {
    testServer.deps.strict = false
    const begun = performance.now()
    const { studio, services } = await fillBookings(testServer)
    report('filled', `${((performance.now() - begun) / 1000).toFixed(0)} s`, undefined, `${BOOKINGS} bookings of ${CLIENTS} clients`)
    const ask = createAsk(await testServer.app.listen({ port: 0, host: '127.0.0.1' }), studio.site)
    for (const one of [...bookingCases(services, studio.staff), ...memberCases])
      await measureCase(ask, one, report).catch((error) => report(one.name, '–', false, (error as Error).message))
  } finally {
    await testServer.close()
  }
}
