/**
 * A chain of studios at size: 10,000 services, 1,000 people and a million sessions of ten years (`BENCH_SESSIONS=10000000` for ten) on PostgreSQL, and what the
 * dashboard and the site ask of them: lists, search with aggregations, weeks of the calendar. Over HTTP and one call after the other.
 */
import type { TestServer, TestSite } from '../../test/test-server.ts'
import { chance, copyRow, createAsk, measureCase, openFilled, withoutIndexes, type Case } from './at-size.ts'
import type { Report } from './start.ts'

const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 1_000_000)
const PEOPLE = 1000
/** How many of each type; names of the rows begin with its letter. */
const COUNTS = { APPOINTMENT: 4000, CLASS: 5000, COURSE: 1000 } as const
type Type = keyof typeof COUNTS
const CATEGORIES = 50
/** Ten years, of which the last two months lie ahead. */
const MINUTES = 10 * 365 * 1440
const MINUTES_AHEAD = 60 * 1440
/** How many people are made at once. */
const AT_ONCE = 4

interface Filled {
  site: TestSite
  people: string[]
  categories: string[]
}

const uuids = (ids: readonly string[]) => `'{${ids.join()}}'::uuid[]`
const toId = (type: Type, number = 'n') => `md5('${type}' || ${number})::uuid`
const toScheduleId = (type: Type, number = 'n') => `md5('schedule ${type}' || ${number})::uuid`

async function fillStudios(testServer: TestServer): Promise<Filled> {
  const site = await testServer.createSite()
  const post = (path: string, body: object) => testServer.ok('POST', path, { as: site, body })
  const people: string[] = []
  for (let n = 0; n < PEOPLE; n += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, at) => post('/v1/staff-members', { staffMember: { name: `Person ${n + at}` } }))
    people.push(...(await Promise.all(some)).map(({ staffMember }) => staffMember.resourceId as string))
  }
  const categories: string[] = []
  for (let n = 0; n < CATEGORIES; n++) categories.push((await post('/v2/categories', { category: { name: `Category ${n}` } })).category.id)
  const sessions = { schedule: undefined, defaultCapacity: 12 }
  const appointment = { schedule: { availabilityConstraints: { sessionDurations: [60] } }, staffMemberIds: people.slice(0, 1) }
  const makeService = async (type: Type) => {
    const payment = { rateType: 'FIXED', fixed: { price: { value: '40' } }, options: { online: true, inPerson: true } }
    const service = { type, name: type, description: 'Slow and careful', onlineBooking: { enabled: true }, payment }
    return (await post('/v2/services', { service: { ...service, ...(type === 'APPOINTMENT' ? appointment : sessions) } })).service as {
      id: string
      schedule: { id: string }
    }
  }
  const [talk, yoga, course] = [await makeService('APPOINTMENT'), await makeService('CLASS'), await makeService('COURSE')]
  for (const [type, { id }] of [
    ['APPOINTMENT', talk],
    ['CLASS', yoga],
    ['COURSE', course],
  ] as const)
    await fillServices(testServer, { type, id, people, categories })
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const at = (hour: string) => ({ localDate: `${day}T${hour}:00` })
  const event = { scheduleId: yoga.schedule.id, type: 'CLASS', start: at('10:00'), end: at('11:00'), resources: [{ id: people[0] }] }
  const session = (await post('/calendar/v3/events', { event })).event.id as string
  await withoutIndexes(testServer, ['calendar_event'], () => fillSessions(testServer, session, people))
  return { site, people, categories }
}

/** Copies of a service, each with a name, a slug and a schedule of its own, in one of the categories; every twentieth is hidden. */
async function fillServices(
  testServer: TestServer,
  { type, id, people, categories }: { type: Type; id: string; people: readonly string[]; categories: readonly string[] },
): Promise<void> {
  const count = COUNTS[type]
  const slug = `'${type.toLowerCase()}-' || n`
  const person = (salt: number) => `(${uuids(people)})[1 + ${chance(salt, people.length)}]`
  await copyRow(testServer, {
    table: 'service',
    id,
    count,
    varied: {
      id: toId(type),
      schedule_id: toScheduleId(type),
      name: `(array['Morning', 'Gentle', 'Strong', 'Private', 'Open'])[1 + n % 5] || ' ${type.toLowerCase()} ' || n`,
      description: `'Slow and careful, for number ' || ${chance(31, 500)}`,
      main_slug: slug,
      category_id: `(${uuids(categories)})[1 + n % ${categories.length}]`,
      hidden: 'n % 20 = 0',
      sort_order: 'n',
      staff_ids: type === 'APPOINTMENT' ? `array[${[32, 33, 34].map(person).join()}]` : `array[${person(32)}]`,
      created_at: `now() - n * interval '1 hour'`,
      updated_at: `now() - n * interval '1 minute'`,
    },
  })
  await testServer.open.script(`
    insert into service_slug (site_id, name, service_id, custom, created_at)
      select site_id, ${slug}, ${toId(type)}, false, now() from service, generate_series(1, ${count}) n where id = '${id}'`)
}

/** Sessions of the classes, one after the other, on whole quarters of an hour. */
const fillSessions = (testServer: TestServer, id: string, people: readonly string[]): Promise<void> =>
  copyRow(testServer, {
    table: 'calendar_event',
    id,
    count: SESSIONS,
    varied: {
      id: `'bench-session-of-many-studios-' || lpad(n::text, 10, '0')`,
      service_id: toId('CLASS', 'number'),
      schedule_id: toScheduleId('CLASS', 'number'),
      title: `'Class ' || number`,
      resource_ids: 'array[people[1 + n % array_length(people, 1)]]',
      start_at: 'start',
      end_at: `start + interval '1 hour'`,
      local_start: `to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`,
      local_end: `to_char(start at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI')`,
    },
    from: `cross join (select ${uuids(people)} people) p
      cross join lateral (select 1 + ${chance(35, COUNTS.CLASS)} number,
        date_trunc('hour', now()) + (${MINUTES_AHEAD} - (n::bigint * ${MINUTES} / ${SESSIONS} / 15) * 15) * interval '1 minute' start offset 0) r`,
  })

const post = (name: string, path: string, body: object | ((n: number) => object)): Case => ({
  name,
  method: 'POST',
  path,
  body: typeof body === 'function' ? (body as (n: number) => object) : () => body,
})
const query = (name: string, asked: object | ((n: number) => object)): Case =>
  post(`services: ${name}`, '/v2/services/query', (n) => ({ query: { paging: { limit: 50 }, ...(typeof asked === 'function' ? asked(n) : asked) } }))
const search = (name: string, asked: object): Case =>
  post(`search: ${name}`, '/v2/services/search', () => ({ search: { cursorPaging: { limit: 50 }, ...asked } }))
const value = (field: string) => ({ name: field, fieldPath: field, type: 'VALUE', value: { limit: 50 } })
const count = (field: string) => ({ name: `count ${field}`, fieldPath: field, type: 'SCALAR', scalar: { type: 'COUNT_DISTINCT' } })
const byMonth = { name: 'months', fieldPath: 'createdDate', type: 'DATE_HISTOGRAM', dateHistogram: { interval: 'MONTH' } }
const nested = { name: 'both', type: 'NESTED', nested: { nestedAggregations: [value('type'), value('category.name')] } }
const aggregations = [value('type'), value('category.name'), value('level'), value('hidden'), value('staffMemberIds'), value('locations.business.id')]
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const instant = (days: number): string => `${day(days)}T00:00:00.000Z`
/** What the owner's calendar asks of so many days from so many days on. */
const calendar = (name: string, days: number, more: object = {}): Case =>
  post(`calendar: ${name}`, '/api/bookings/calendar', (n) => ({ from: instant(-7 * n), to: instant(days - 7 * n), atMost: 700, brief: true, ...more }))
const events = (name: string, more: object = {}): Case =>
  post(`events: ${name}`, '/calendar/v3/events/query', (n) => ({
    fromLocalDate: `${day(-7 * n)}T00:00:00`,
    toLocalDate: `${day(7 - 7 * n)}T00:00:00`,
    query: { filter: { type: ['EVENT', 'CLASS', 'COURSE'], ...more } },
  }))
const staff = (name: string, asked: object): Case => post(`staff: ${name}`, '/v1/staff-members/query', { query: { cursorPaging: { limit: 100 }, ...asked } })

const createCases = ({ people, categories }: Filled): Case[] => [
  query('all', {}),
  query('the first 100, as the calendar asks', { paging: { limit: 100, offset: 0 } }),
  query('far in', { paging: { limit: 50, offset: 9000 } }),
  query('by name', { sort: [{ fieldName: 'name', order: 'ASC' }] }),
  query('by order', { sort: [{ fieldName: 'sortOrder', order: 'ASC' }] }),
  query('of a category', (n) => ({ filter: { 'category.id': categories[n % categories.length] } })),
  query('of a person', (n) => ({ filter: { staffMemberIds: { $hasSome: [people[n]] } } })),
  query('of a type', { filter: { type: 'COURSE' } }),
  query('hidden', { filter: { hidden: true } }),
  query('paid online', { filter: { 'payment.options.online': true } }),
  query('by a part of the name', (n) => ({ filter: { name: { $contains: `class ${n}` } } })),
  query('by slug', (n) => ({ filter: { 'mainSlug.name': `class-${1 + n}` } })),
  query('by any slug', (n) => ({ filter: { 'supportedSlugs.name': { $hasSome: [`class-${1 + n}`] } } })),
  query('at a place', { filter: { 'locations.business.id': { $exists: true } } }),
  post('services: counted', '/v2/services/count', { filter: { hidden: false } }),
  search('a word', { search: { expression: 'gentle' } }),
  search('two words', { search: { expression: 'gentle class', mode: 'AND' } }),
  search('misspelled', { search: { expression: 'gentel', fuzzy: true } }),
  search('aggregated by type', { aggregations: [value('type')] }),
  search('six values', { aggregations }),
  search('ten aggregations', { aggregations: [...aggregations, count('name'), count('category.id'), byMonth, nested] }),
  search('a word, ten aggregations', {
    search: { expression: 'gentle' },
    aggregations: [...aggregations, count('name'), count('category.id'), byMonth, nested],
  }),
  post('categories of services', '/v2/services/categories/query', { filter: { services: {} } }),
  post('locations of services', '/v2/services/locations/query', {}),
  post('policies of services', '/v2/services/policies/query', { query: {} }),
  post('forms of services', '/v2/services/booking-forms/query', { query: {} }),
  staff('the first 100', {}),
  staff('by name', { filter: { name: 'Person 777' } }),
  post('staff: search', '/v1/staff-members/search', { search: { search: { expression: 'person 77' } } }),
  post('staff: all, V2', '/v2/staff-members/query', { query: { cursorPaging: { limit: 100 } } }),
  post('resources: all', '/v2/resources/query', { query: { cursorPaging: { limit: 100 } } }),
  { name: 'bookability', method: 'GET', path: '/api/bookability' },
  calendar('a week', 7),
  calendar('a month', 42),
  calendar('a day', 1, { atMost: 250 }),
  post('calendar: a week of a person', '/api/bookings/calendar', (n) => ({
    from: instant(0),
    to: instant(7),
    atMost: 700,
    brief: true,
    resourceId: people[n],
  })),
  events('a week of a person', { 'resources.id': { $hasSome: [people[7]] } }),
  { name: 'calendar: busy elsewhere', method: 'GET', path: `/api/busy-elsewhere?from=${instant(0)}&to=${instant(7)}` },
]

/** Fills a database on the server at `url`, or takes the one that is kept, and measures the calls whose names hold one of the words (all, when there are none). */
export async function measureServices(url: string, report: Report, words: readonly string[] = []): Promise<void> {
  const begun = performance.now()
  const { server, filled, isNew } = await openFilled(url, fillStudios)
  try {
    if (isNew) report('filled', `${((performance.now() - begun) / 1000).toFixed(0)} s`, undefined, `${SESSIONS} sessions of ${COUNTS.CLASS} classes`)
    const ask = createAsk(await server.app.listen({ port: 0, host: '127.0.0.1' }), filled.site)
    for (const one of createCases(filled))
      if (words.length === 0 || words.some((word) => one.name.includes(word)))
        await measureCase(ask, one, report).catch((error) => report(one.name, '–', false, (error as Error).message))
  } finally {
    await server.close()
  }
}
