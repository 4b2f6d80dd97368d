/** A seat is given away once, however many ask in the same moment. Source: guide bookings §7.3. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#kit/db/open.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { brokenInvariants } from '../invariants.ts'
import { concurrently, errorCode } from './concurrently.ts'
import { capacityCodes, createStudio, concurrency, type Studio } from './studio.ts'

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await createStudio()
  })
  afterEach(async () => expect(await brokenInvariants(studio.server.open.db)).toEqual([]))
  afterAll(() => studio.server.close())

  test('five seats, sixty-four guests: five get a seat, the others are refused', async () => {
    // Every connection has prepared its statements: what is compared below is waiting alone.
    const everyone = await studio.classWith(concurrency, 5)
    expect((await concurrently(concurrency, (at) => studio.book(everyone, at))).won).toHaveLength(concurrency)
    const slot = await studio.classWith(5, 3)
    const { won, lost, slowest } = await concurrently(concurrency, (at) => studio.book(slot, at))
    expect(won).toHaveLength(5)
    expect(lost.map(errorCode).filter((code) => !capacityCodes.includes(code))).toEqual([])
    // Requests wait only for each other: not longer than in a queue three times as long.
    const roomy = await studio.classWith(8, 6)
    const begun = performance.now()
    for (let at = 0; at < 8; at += 1) await studio.book(roomy, at)
    const each = (performance.now() - begun) / 8
    expect(slowest).toBeLessThan(3 * concurrency * each)
  })

  test('who books at once is stored together, each for themselves: every guest, event and seat, and each refusal its own', async () => {
    const slot = await studio.classWith(41, 5)
    // The first booking reads the session; the others take it from the cache.
    await studio.book(slot, 1000)
    const { won, lost } = await concurrently(concurrency, (at) => studio.book(slot, at))
    expect(won).toHaveLength(40)
    expect([...new Set(lost.map(errorCode))].filter((code) => !capacityCodes.includes(code))).toEqual([])
    const ids = won.map(({ body }) => body.booking.id)
    const { rows } = await sql<{ transactions: number; bookings: number; events: number; guests: number; seats: number }>`
      select count(distinct b.xmin::text)::int as transactions, count(*)::int as bookings, count(distinct e.id)::int as events, count(distinct c.id)::int as guests,
        sum(u.people)::int as seats
      from booking b
        join event e on e.site_id = b.site_id and e.entity_id = b.id::text
        join contact c on c.site_id = b.site_id and c.id = b.contact_id and c.email_keys = array[b.email_key]
        join seat_use u on u.site_id = b.site_id and u.booking_id = b.id
      where b.id::text = any (${ids})`.execute(studio.server.open.db)
    expect(rows[0]).toMatchObject({ bookings: 40, events: 40, guests: 40, seats: 40 })
    expect(rows[0]?.transactions).toBeLessThan(20)
  })

  test('two processes whose clients are the same people do not wait for each other for ever', async () => {
    const slot = await studio.classWith(1000, 5)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(studio.server.open.db)
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    url.pathname = `/${rows[0]?.name}`
    const other = await startTestServer(undefined, await openDatabase({ url: url.href }))
    const book = (server: TestServer, at: number) =>
      server.call('POST', '/v2/bookings', {
        as: studio.site,
        body: { booking: { bookedEntity: { slot }, totalParticipants: 1, contactDetails: { firstName: 'Mia', email: `same-${at}@people.example` } } },
      })
    const { won } = await concurrently(concurrency, (at) => book(at % 2 === 0 ? studio.server : other, at % 2 === 0 ? at % 16 : 15 - (at % 16)))
    await other.close()
    expect(won).toHaveLength(concurrency)
  })

  test('parties do not share a seat: three seats hold one party of two', async () => {
    const slot = await studio.classWith(3, 4)
    const { won } = await concurrently(concurrency, (at) => studio.book(slot, at, { totalParticipants: 2 }))
    expect(won).toHaveLength(1)
  })

  test('a seat that is given back is given away once', async () => {
    const slot = await studio.classWith(1, 7)
    const first = (await studio.book(slot, 0)).body.booking
    const [{ won }] = await Promise.all([
      concurrently(concurrency, (at) => studio.book(slot, at + 1)),
      studio.server.call('POST', `/v2/bookings/${first.id}/cancel`, { as: studio.site, body: { revision: first.revision } }),
    ])
    const later = await studio.book(slot, 999)
    expect(won.length + (later.status === 200 ? 1 : 0)).toBe(1)
  })

  test('four first places added to the current cart at once lie in one cart', async () => {
    const { server, site } = studio
    const token = await server.visitorToken(site)
    const items: object[] = []
    for (let at = 0; at < 4; at += 1) {
      const slot = await studio.classWith(2, 14 + 2 * at)
      const wanted = { bookedEntity: { slot }, totalParticipants: 1, selectedPaymentOption: 'OFFLINE' }
      const contactDetails = { firstName: 'Gesa', email: 'gesa@people.example' }
      const { booking } = await server.ok('POST', '/v2/bookings', { token, body: { booking: { ...wanted, contactDetails } } })
      items.push({ quantity: 1, catalogReference: { appId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97', catalogItemId: booking.id } })
    }
    const { won } = await concurrently(4, (at) => server.call('POST', '/ecom/v2/carts/current/add-line-items', { token, body: { catalogItems: [items[at]] } }))
    expect(won).toHaveLength(4)
    expect(new Set(won.map(({ body }) => body.cart.id)).size).toBe(1)
    expect((await server.ok('GET', '/ecom/v2/carts/current', { token })).cart.lineItems).toHaveLength(4)
  })

  test('sixty-four changes of one booking with the same revision: one is made', async () => {
    const slot = await studio.classWith(20, 8)
    const { booking } = (await studio.book(slot, 0)).body
    const { won, lost } = await concurrently(concurrency, (at) =>
      studio.server.call('POST', `/v2/bookings/${booking.id}/update_number_of_participants`, {
        as: studio.site,
        body: { revision: booking.revision, totalParticipants: 2 + (at % 3) },
      }),
    )
    expect(won).toHaveLength(1)
    expect(new Set(lost.map(errorCode))).toEqual(new Set(['REVISION_MISMATCH']))
  })
})
