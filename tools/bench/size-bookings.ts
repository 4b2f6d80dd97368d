/**
 * Bookings at size: a site with a million bookings of twenty services (`BENCH_BOOKINGS=10000000` for ten) by a fifth as many members (`BENCH_MEMBERS`) on
 * PostgreSQL, and what the dashboard, the account and the calendar ask of them, over HTTP and one call after the other.
 */
import { createHash } from 'node:crypto'
import { reportSchedules } from '#domains/reports/schedules.ts'
import { createBookingStudio, mia, type CreatedService } from '../../test/factories/booking-studio.ts'
import type { TestServer, TestSite } from '../../test/test-server.ts'
import { chance, copyRow, createAsk, measureCase, openFilled, withoutIndexes, type Case } from './at-size.ts'
import { businessCases, fillBusiness } from './size-business.ts'
import { fillMembers } from './size.ts'
import type { Report } from './start.ts'

const BOOKINGS = Number(process.env.BENCH_BOOKINGS ?? 1_000_000)
const CLIENTS = Number(process.env.BENCH_MEMBERS ?? Math.min(200_000, Math.ceil(BOOKINGS / 5)))
const SERVICES = 20
/** The last of the services are classes: three of ten bookings, ten to a session. */
const CLASSES = 5
const SESSIONS = Math.max(1, Math.floor((BOOKINGS * 3) / 100))
/** Ten years, of which the last two months lie ahead. */
const MINUTES = 10 * 365 * 1440
const MINUTES_AHEAD = 60 * 1440

const RARE_STAFF = '0a0a0a0a-0000-4000-8000-000000000001'
const sessionId = (number: string) => `'bench-session-' || ${number}`
/** Whole quarters of an hour: sessions follow each other through the ten years. */
const sessionStart = (number: string) =>
  `date_trunc('hour', now()) + (${MINUTES_AHEAD} - (${number}::bigint * ${MINUTES} / ${SESSIONS} / 15) * 15) * interval '1 minute'`

/** What several columns of a booking share, each worked out once. */
const shared = `
  cross join lateral (select ${chance(1, MINUTES)} minutes, 1 + ${chance(2, CLIENTS)} client, ${chance(3, SERVICES - CLASSES)} service, ${chance(4, 20_000)} age,
    ${chance(5, 100)} share, ${chance(6, 100)} payment, ${chance(7, 5000)} place, ${chance(8, 5000)} staff, ${chance(9, 10)} < 3 is_class, ${chance(10, SESSIONS)} session offset 0) r
  cross join lateral (select case when is_class then ${sessionStart('session')} else date_trunc('minute', now()) + (${MINUTES_AHEAD} - minutes) * interval '1 minute' end start,
    'm' || client || '@people.example' email, md5('c' || client)::uuid contact, case when is_class then ${SERVICES - CLASSES + 1} + session % ${CLASSES} else 1 + service end place_of_service offset 0) f`
/** In SQL, by column; the others are those of the copied booking. */
const varied: Record<string, string> = {
  id: `md5('b' || n)::uuid`,
  service_id: 'services[place_of_service]',
  schedule_id: 'schedules[place_of_service]',
  service_type: `case when is_class then 'CLASS' else 'APPOINTMENT' end`,
  event_id: `case when is_class then ${sessionId('session')} end`,
  start_at: 'start',
  end_at: `start + interval '1 hour'`,
  created_at: `start - age * interval '1 minute'`,
  updated_at: `start - age * interval '1 minute'`,
  status: `case when share < 12 then 'CANCELED' when share < 13 then 'DECLINED' when start < now() or share < 97 then 'CONFIRMED' else 'PENDING' end`,
  payment_status: `case when payment < (case when start < now() then 1 else 30 end) then 'NOT_PAID' else 'PAID' end`,
  contact_id: 'contact',
  email_key: 'email',
  search: `'mia person ' || client || ' ' || email`,
  contact_details: `jsonb_build_object('firstName', 'Mia', 'lastName', 'Person ' || client, 'email', email, 'contactId', contact)`,
  remind_at: 'null',
  // Nearly all at one place and with one person.
  location: `jsonb_set(location, '{id}', case when place = 0 then '"annex"' else '"studio"' end::jsonb)`,
  resource_id: `case when staff = 0 then '${RARE_STAFF}'::uuid else resource_id end`,
  order_id: 'null',
}

interface Filled {
  site: TestSite
  staff: string
  services: string[]
  plans: string[]
}

async function fillBookings(testServer: TestServer): Promise<Filled> {
  const studio = await createBookingStudio(testServer)
  const services: CreatedService[] = []
  for (let n = 0; n < SERVICES; n++)
    services.push(await studio.service(n < SERVICES - CLASSES ? { name: `Service ${n}` } : { name: `Service ${n}`, type: 'CLASS', capacity: 30 }))
  const [first, last] = [services[0], services.at(-1)]
  if (!first || !last) throw new Error('there is no service')
  const { booking } = await testServer.ok('POST', '/v2/bookings', {
    as: studio.site,
    body: {
      booking: { bookedEntity: { slot: studio.slotFor(first) }, contactDetails: mia, totalParticipants: 1, selectedPaymentOption: 'OFFLINE' },
      flowControlSettings: { skipAvailabilityValidation: true, skipBusinessConfirmation: true },
    },
  })
  const list = (ids: string[]) => `'{${ids.join()}}'::uuid[]`
  const from = `cross join (select ${list(services.map(({ id }) => id))} services, ${list(services.map(({ scheduleId }) => scheduleId))} schedules) s`
  await withoutIndexes(testServer, ['contact', 'member', 'member_role'], () => fillMembers(testServer, studio.site, CLIENTS))
  await withoutIndexes(testServer, ['calendar_event', 'session_seat'], async () =>
    fillSessions(testServer, studio.site, await studio.session(last), services.slice(-CLASSES)),
  )
  await withoutIndexes(testServer, ['booking'], () => copyRow(testServer, { table: 'booking', id: booking.id, count: BOOKINGS, varied, from: from + shared }))
  await withoutIndexes(testServer, ['client_activity', 'booking_owed', 'owed_sum', 'attendance'], () => fillKept(testServer, studio.site))
  const plans = await fillBusiness(testServer, studio, BOOKINGS, CLIENTS)
  return { site: studio.site, staff: studio.staff, services: services.map(({ id }) => id), plans }
}

/** Sessions of the classes, one after the other. */
async function fillSessions(testServer: TestServer, { metaSiteId }: TestSite, id: string, classes: readonly CreatedService[]): Promise<void> {
  const [ids, schedules] = [classes.map((one) => one.id), classes.map((one) => one.scheduleId)]
  await copyRow(testServer, {
    table: 'calendar_event',
    id,
    count: SESSIONS,
    varied: {
      id: sessionId('(n - 1)'),
      service_id: `('{${ids.join()}}'::uuid[])[1 + (n - 1) % ${CLASSES}]`,
      schedule_id: `('{${schedules.join()}}'::uuid[])[1 + (n - 1) % ${CLASSES}]`,
      start_at: 'start',
      end_at: `start + interval '1 hour'`,
      local_start: `to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`,
      local_end: `to_char(start at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI')`,
    },
    from: `cross join lateral (select ${sessionStart('(n - 1)')} start offset 0) r`,
  })
  await testServer.open.script(`insert into session_seat (site_id, session_id, capacity, taken)
    select '${metaSiteId}', ${sessionId('(n - 1)')}, 30, 10 from generate_series(1, ${SESSIONS}) n`)
}

/** What triggers keep about clients and their debts, from the bookings; and who came to the classes. */
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
    insert into attendance (site_id, id, booking_id, event_id, status, attendees, created_at, updated_at)
      select site_id, id, id, event_id, case when payment_status = 'NOT_PAID' then 'NOT_ATTENDED' else 'ATTENDED' end, participants, start_at, start_at
      from booking where site_id = '${metaSiteId}' and service_type = 'CLASS' and status = 'CONFIRMED' and start_at < now();
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

/** Fills a database on the server at `url`, or takes the one that is kept, and measures what is asked of bookings and all that comes with them. */
export async function measureBookings(url: string, report: Report, words: readonly string[] = []): Promise<void> {
  const begun = performance.now()
  const { server, filled, isNew } = await openFilled(url, fillBookings)
  try {
    if (isNew) report('filled', `${((performance.now() - begun) / 1000).toFixed(0)} s`, undefined, `${BOOKINGS} bookings of ${CLIENTS} clients`)
    // As the schedule leaves it five minutes after the update: what is over is summed.
    const summing = performance.now()
    await server.runner.runSchedules(reportSchedules)
    report('summed', `${((performance.now() - summing) / 1000).toFixed(0)} s`, undefined, 'days and months that are over')
    const ask = createAsk(await server.app.listen({ port: 0, host: '127.0.0.1' }), filled.site)
    for (const one of [...bookingCases(filled.services, filled.staff), ...memberCases, ...businessCases(filled.plans)])
      if (words.length === 0 || words.some((word) => one.name.includes(word)))
        await measureCase(ask, one, report).catch((error) => report(one.name, '–', false, (error as Error).message))
  } finally {
    await server.close()
  }
}
