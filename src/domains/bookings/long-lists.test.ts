/** Lists of a business with years of bookings: the same answers as those of a short list. Source: guide bookings §18.1. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBookingStudio, mia, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { insertBookings } from '../../../test/factories/many-rows.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { writeCursor } from '#kit/query/cursor.ts'

const COUNT = 2600
let server: TestServer
let studio: BookingStudio
/** Half past the hour in UTC is another hour here. */
const zone = 'Asia/Kolkata'
/** The copies begin here, an hour apart: half of them lie behind, half ahead. */
const first = Date.parse('2027-03-01T00:00:00Z')
const toStart = (n: number) => new Date(first + n * 3_600_000).toISOString()
const now = new Date(first + 1300 * 3_600_000 + 1_800_000).toISOString()
const numbers = Array.from({ length: COUNT }, (_, at) => at + 1)
const isOpen = (n: number) => n % 10 !== 0

beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock(now)
  studio = await createBookingStudio(server)
  await studio.owner('/api/site-settings', { timeZone: zone }, 'PATCH')
  const service = await studio.service()
  const { booking } = (
    await studio.owner('/v2/bookings', {
      booking: {
        bookedEntity: { slot: studio.slotFor(service, '2027-12-01T10:00:00Z', '2027-12-01T11:00:00Z') },
        contactDetails: mia,
        status: 'CONFIRMED',
      },
    })
  ).body
  await insertBookings({ server, site: studio.site, count: COUNT, copyOf: booking.id, firstStart: new Date(first).toISOString() })
  // What was copied would be met in every list.
  await server.open.db.deleteFrom('booking').where('siteId', '=', studio.site.metaSiteId).where('id', '=', booking.id).execute()
})
afterAll(() => server.close())

type Page = {
  extendedBookings: { booking: { contactDetails: { firstName: string } } }[]
  pagingMetadata: { cursors: { next?: string }; hasNext: boolean; total?: number }
}
const query = async (body: Record<string, unknown>): Promise<Page> => (await studio.owner('/v2/extended-bookings/query', body)).body
const clients = ({ extendedBookings }: Page) => extendedBookings.map(({ booking }) => Number(booking.contactDetails.firstName.replace('Client ', '')))

const upcoming = { status: { $in: ['CONFIRMED', 'PENDING'] }, endDate: { $gte: now } }
const past = { status: 'CONFIRMED', endDate: { $lt: now } }
const byStart = (order: string) => [{ fieldName: 'startDate', order }]
const open = numbers.filter(isOpen)

describe('a list of 2,600 bookings', () => {
  test.each([
    ['upcoming, the next one first', upcoming, 'ASC', open.filter((n) => n >= 1300)],
    ['past, the latest first', past, 'DESC', open.filter((n) => n < 1300).toReversed()],
    ['cancelled, the latest first', { status: { $in: ['CANCELED', 'DECLINED'] } }, 'DESC', numbers.filter((n) => !isOpen(n)).toReversed()],
    ['from a day on', { startDate: { $gte: toStart(2000) } }, 'ASC', numbers.filter((n) => n >= 2000)],
    ['of one client', { 'contactDetails.email': 'CLIENT77@people.example' }, 'DESC', [77]],
    ['all', {}, 'ASC', numbers],
  ])('%s: every booking once and in order, page by page', async (_, filter, order, expected) => {
    const found: number[] = []
    let page = await query({ query: { filter, sort: byStart(order), cursorPaging: { limit: 100 } } })
    found.push(...clients(page))
    while (page.pagingMetadata.hasNext) {
      page = await query({ query: { cursorPaging: { limit: 100, cursor: page.pagingMetadata.cursors.next } } })
      found.push(...clients(page))
    }
    expect(found).toEqual(expected)
  })

  test('words are found in any order of the list', async () => {
    expect(clients(await query({ search: { expression: 'client 123' }, query: { filter: past, sort: byStart('DESC') } }))).toEqual([
      1239, 1238, 1237, 1236, 1235, 1234, 1233, 1232, 1231, 1123, 123,
    ])
  })

  test.each([
    ['an email address', 'client77@people.example', [77]],
    ['a part of one', 'client77@peo', [77]],
    ['a word that all have, and one that one has', 'people CLIENT77@', [77]],
    ['signs that mean something in a pattern', 'client_77 %', []],
  ])('%s is found, whichever part of it an index looks up', async (_, expression, expected) => {
    expect(clients(await query({ search: { expression }, query: { sort: byStart('DESC') } }))).toEqual(expected)
    expect((await studio.owner('/v2/extended-bookings/count', { search: { expression } })).body.count).toBe(expected.length)
  })

  test('what needs a room or person is found by it', async () => {
    const find = async (id: string) =>
      clients(await query({ query: { filter: { resourceIds: { $hasSome: [id] } }, sort: byStart('ASC'), cursorPaging: { limit: 5 } } }))
    expect(await find(studio.staff)).toEqual([1, 2, 3, 4, 5])
    expect(await find('0a0a0a0a-0000-4000-8000-000000000009')).toEqual([])
    expect(await find('no id')).toEqual([])
  })

  test('by offset the total is exact', async () => {
    const page = await query({ query: { filter: past, sort: byStart('ASC'), paging: { limit: 10, offset: 1000 } } })
    expect(clients(page)).toEqual(open.slice(1000, 1010))
    expect(page.pagingMetadata).toMatchObject({ total: open.filter((n) => n < 1300).length, hasNext: true })
  })

  test('a count ends where the caller wants no more', async () => {
    const count = async (body: object) => (await studio.owner('/v2/extended-bookings/count', body)).body.count
    expect(await count({ filter: past })).toBe(open.filter((n) => n < 1300).length)
    expect(await count({ filter: past, upTo: 100 })).toBe(100)
    expect(await count({ filter: { 'contactDetails.email': 'client77@people.example' }, upTo: 100 })).toBe(1)
    expect((await studio.owner('/v2/extended-bookings/count', { filter: past, upTo: 0 })).status).toBe(400)
  })

  test('the calendar shows what overlaps its range, also what lasts for weeks', async () => {
    await server.open.db
      .updateTable('booking')
      .set({ startAt: toStart(30), endAt: toStart(1000) } as never)
      .where('siteId', '=', studio.site.metaSiteId)
      .where('emailKey', '=', 'client31@people.example')
      .execute()
    const { items } = (await studio.owner('/api/bookings/calendar', { from: toStart(700), to: toStart(710) })).body
    const shown = items.map((item: { bookings: { name: string }[] }) => Number(item.bookings[0]?.name.replace('Client ', '')))
    expect(shown).toEqual([31, ...numbers.filter((n) => n >= 700 && n < 710 && isOpen(n))])
  })

  test('more than the calendar can draw is counted by the hours in which it begins, on the clock of the business', async () => {
    const range = { from: toStart(800), to: toStart(810) }
    const calendar = async (body: object) => (await studio.owner('/api/bookings/calendar', { ...range, ...body })).body
    const { items } = await calendar({})
    const number = items.length
    expect(await calendar({ atMost: number })).toEqual({ items })
    const { items: none, counts } = await calendar({ atMost: number - 1 })
    expect(none).toEqual([])
    const expected = new Map<string, number>()
    for (const { startDate } of items) {
      const start = new Date(startDate).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
      expected.set(start.slice(0, 13), (expected.get(start.slice(0, 13)) ?? 0) + 1)
    }
    const shown = counts.map(({ day, hour, entries }: { day: string; hour: number; entries: number }) => [`${day} ${String(hour).padStart(2, '0')}`, entries])
    expect(shown).toEqual([...expected].sort(([a], [b]) => (a < b ? -1 : 1)))
  })

  test('the calendar of one person or room leaves out the others', async () => {
    const range = { from: toStart(800), to: toStart(810) }
    const calendar = async (resourceId: string) => (await studio.owner('/api/bookings/calendar', { ...range, resourceId, atMost: 1 })).body
    expect((await calendar(studio.staff)).counts.length).toBeGreaterThan(0)
    expect(await calendar('0a0a0a0a-0000-4000-8000-000000000009')).toEqual({ items: [] })
  })

  test('what began long ago and is not over stands among the upcoming ones by its start, from either end', async () => {
    await server.open.db
      .updateTable('booking')
      .set({ startAt: toStart(40), endAt: toStart(1500) } as never)
      .where('siteId', '=', studio.site.metaSiteId)
      .where('emailKey', '=', 'client41@people.example')
      .execute()
    const expected = [41, ...open.filter((n) => n >= 1300)]
    const first = await query({ query: { filter: upcoming, sort: byStart('ASC'), cursorPaging: { limit: 30 } } })
    const next = await query({ query: { cursorPaging: { limit: 30, cursor: first.pagingMetadata.cursors.next } } })
    expect([...clients(first), ...clients(next)]).toEqual(expected.slice(0, 60))
    const last = await query({ query: { filter: upcoming, sort: byStart('DESC'), paging: { limit: 20, offset: expected.length - 20 } } })
    expect(clients(last)).toEqual(expected.slice(0, 20).toReversed())
  })

  test('of one service, whichever type it has', async () => {
    const { extendedBookings } = await query({ query: { filter: past, sort: byStart('DESC'), cursorPaging: { limit: 1 } } })
    const [newest] = extendedBookings as unknown as { booking: { bookedEntity: { slot: { serviceId: string } } } }[]
    const serviceId = newest?.booking.bookedEntity.slot.serviceId ?? expect.fail('there is no booking')
    const find = async (filter: object) =>
      clients(await query({ query: { filter: { ...past, ...filter }, sort: byStart('DESC'), cursorPaging: { limit: 5 } } }))
    const latest = await find({})
    const [slot, schedule] = ['bookedEntity.slot.serviceId', 'bookedEntity.schedule.serviceId']
    expect(await find({ [slot]: serviceId })).toEqual(latest)
    expect(await find({ $or: [{ [slot]: serviceId }, { [schedule]: serviceId }] })).toEqual(latest)
    expect(await find({ [schedule]: serviceId })).toEqual([])
    expect(await find({ $not: { [slot]: serviceId } })).toEqual([])
    expect(await find({ $or: [{ [slot]: serviceId }, { status: 'CONFIRMED' }] })).toEqual(latest)
    // Of no filters none holds.
    expect(await find({ $or: [] })).toEqual([])
    expect(await find({ $or: [{ $or: [] }, { [slot]: serviceId }] })).toEqual(latest)
    expect(await find({ $not: { $or: [] } })).toEqual(latest)
  })
})

test.each([
  ['an order that is SQL', { sort: [{ field: 'createdDate', order: 'ASC, (select 1 / count(*) from site) - 1' }] }],
  ['an order that is none', { sort: [{ field: 'createdDate', order: 'UP' }] }],
  ['no place', { position: null }],
  ['a place that is no text', { position: [{}, 7] }],
  ['no direction', { direction: 'up' }],
  ['options that are none', { options: null }],
  ['words that are none', { options: { search: { a: 1 } } }],
])('a cursor that a caller wrote with %s is refused', async (_, forged) => {
  const state = {
    filter: { status: 'CONFIRMED' },
    sort: [{ field: 'createdDate', order: 'ASC' }],
    position: ['2027-01-01 00:00:00+00', studio.site.metaSiteId],
    direction: 'next',
    limit: 10,
    options: {},
    ...forged,
  }
  const sort = [...state.sort, { field: 'id', order: state.sort[0]?.order }]
  const cursor = writeCursor('bookings.query', { ...state, sort } as never)
  const reply = await studio.owner('/v2/extended-bookings/query', { query: { cursorPaging: { cursor } } })
  expect([reply.status, reply.body.details?.validationError?.fieldViolations]).toMatchObject([400, [{ field: 'query.cursorPaging.cursor' }]])
})
