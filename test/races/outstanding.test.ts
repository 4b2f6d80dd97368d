/** What a site is owed in all is what its bookings owe, however much of it changes in the same moment. Source: guide bookings §18.4. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../invariants.ts'
import { concurrently } from './concurrently.ts'
import { concurrency, createStudio, type Studio } from './studio.ts'

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await createStudio()
  })
  afterAll(() => studio.server.close())

  test('clients book, pay and cancel at once while the changes are folded: the sum stays true', async () => {
    const { server, site, owner } = studio
    const slot = await studio.classWith(3 * concurrency, 3)
    const stands = { status: 'CONFIRMED' }
    const readBookings = async () => (await owner('GET', '/api/money/outstanding')).outstanding[0]?.bookings ?? '0.00'
    const folding = async <T>(work: Promise<T>): Promise<T> => {
      let isOver = false
      const done = work.finally(() => (isOver = true))
      while (!isOver) await server.runner.runSchedules()
      return done
    }
    const { won } = await folding(concurrently(concurrency, (at) => studio.book(slot, at, stands)))
    const bookings = won.map(({ body }) => body.booking as { id: string; revision: string })
    expect([bookings.length, await readBookings()]).toEqual([concurrency, `${20 * concurrency}.00`])
    // A quarter pays, a quarter is cancelled, a quarter does both at once; as many book again.
    const call = (path: string, body: object) => server.call('POST', path, { as: site, body })
    const pay = ({ id }: { id: string }) => call(`/api/bookings/${id}/mark-paid`, {})
    const cancel = ({ id, revision }: { id: string; revision: string }) => call(`/v2/bookings/${id}/cancel`, { revision })
    const change = (at: number) => {
      const booking = bookings[at % concurrency] as (typeof bookings)[number]
      if (at >= concurrency) return at % 4 === 2 ? cancel(booking) : studio.book(slot, 1000 + at, stands)
      return at % 4 === 0 ? studio.book(slot, 2000 + at, stands) : at % 4 === 1 ? cancel(booking) : pay(booking)
    }
    await folding(concurrently(2 * concurrency, change))
    await server.runner.runSchedules()
    const { extendedBookings } = await owner('POST', '/v2/extended-bookings/query', {
      query: { filter: { status: 'CONFIRMED', paymentStatus: { $ne: 'PAID' } }, paging: { limit: 100 } },
    })
    expect(extendedBookings.length).toBeGreaterThan(concurrency / 2)
    expect(await readBookings()).toBe(`${20 * extendedBookings.length}.00`)
    expect(await brokenInvariants(server.open.db)).toEqual([])
  })
})
