/** The calendar is edited while its sessions are booked: no booking is left without its session, and none at another time. Source: guide services-and-availability §13.4, §13.5. */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../invariants.ts'
import { propertyOptions } from '../property-options.ts'
import type { TestReply } from '../test-server.ts'
import { concurrently, errorCode } from './concurrently.ts'
import { capacityCodes, createStudio, weekdayNoon, type Studio } from './studio.ts'

const toSecond = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'second' })
/** What a calendar edit or a booking may be refused with when another one came first. */
const expected = new Set([
  ...capacityCodes,
  'SESSION_NOT_FOUND',
  'SESSIONS_HAVE_BOOKINGS',
  'REVISION_MISMATCH',
  'BOOKING_POLICY_VIOLATION',
  'BOOKING_NOT_FOUND',
])

interface OpenBooking {
  id: string
  revision: string
  status: string
  startDate: string
  endDate: string
  bookedEntity: { slot?: { eventId?: string; serviceId?: string } }
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await createStudio()
  })
  afterEach(async () => {
    expect(await brokenInvariants(studio.server.open.db)).toEqual([])
    expect(await findStrayBookings()).toEqual([])
  })
  afterAll(() => studio.server.close())

  const call = (method: string, path: string, body?: unknown) => studio.server.call(method, path, { as: studio.site, body })
  const listBookings = async (serviceId?: string): Promise<OpenBooking[]> => {
    const { extendedBookings } = await studio.owner('POST', '/v2/extended-bookings/query', { query: { paging: { limit: 100 } } })
    const all: OpenBooking[] = extendedBookings.map(({ booking }: { booking: OpenBooking }) => booking)
    return all.filter(({ status, bookedEntity: { slot } }) => (status === 'PENDING' || status === 'CONFIRMED') && (!serviceId || slot?.serviceId === serviceId))
  }
  /** The business books and confirms at once. */
  const book = (slot: object, at: number): Promise<TestReply> => studio.book(slot, at, { status: 'CONFIRMED' })
  /** Open bookings whose session is gone, cancelled, or at another time. */
  async function findStrayBookings(): Promise<unknown[]> {
    const strays: unknown[] = []
    for (const { id, status, startDate, endDate, bookedEntity } of await listBookings()) {
      const { status: found, body } = await call('GET', `/calendar/v3/events/${bookedEntity.slot?.eventId}`)
      const [start, end] = [body.event?.start?.utcDate, body.event?.end?.utcDate]
      const agrees =
        found === 200 && body.event.status === 'CONFIRMED' && Date.parse(start) === Date.parse(startDate) && Date.parse(end) === Date.parse(endDate)
      if (!agrees) strays.push({ id, status, startDate, found, session: body.event?.status, start })
    }
    return strays
  }
  /** A weekly class that begins some weekdays ahead. */
  async function createSeries(capacity: number, weekdays: number) {
    const { serviceId, eventId } = await studio.classWith(capacity, weekdays)
    const { event } = await studio.owner('GET', `/calendar/v3/events/${eventId}`)
    const start = weekdayNoon(weekdays).add({ days: 1 })
    const { event: series } = await studio.owner('POST', '/calendar/v3/events', {
      event: {
        scheduleId: event.scheduleId,
        type: 'CLASS',
        start: { localDate: toSecond(start) },
        end: { localDate: toSecond(start.add({ hours: 1 })) },
        resources: [{ id: studio.resourceId }],
        recurrenceRule: { frequency: 'WEEKLY', interval: 1 },
      },
    })
    const occurrence = (week: number): string =>
      `${series.id}_${toSecond(start.add({ weeks: week }))
        .slice(0, 16)
        .replaceAll('-', '')
        .replace(':', '')}`
    return { serviceId, seriesId: series.id as string, start, occurrence }
  }
  const unexpected = (lost: readonly TestReply[]) => lost.filter((reply) => !expected.has(errorCode(reply)) && ![400, 404, 409].includes(reply.status))

  test('a session is cancelled while it is booked: no client keeps a place in it', async () => {
    const slot = await studio.classWith(60, 3)
    const { lost } = await concurrently(48, (at) => (at === 20 ? call('POST', `/calendar/v3/events/${slot.eventId}/cancel`, {}) : book(slot, at)))
    expect(unexpected(lost)).toEqual([])
    expect(await listBookings(slot.serviceId)).toEqual([])
  })

  test('a session is moved while it is booked: all bookings are at its new time', async () => {
    const slot = await studio.classWith(60, 4)
    const start = weekdayNoon(4).add({ hours: 3 })
    const time = { start: { localDate: toSecond(start) }, end: { localDate: toSecond(start.add({ hours: 1 })) } }
    const { lost } = await concurrently(48, (at) => (at === 20 ? call('PATCH', `/calendar/v3/events/${slot.eventId}`, { event: time }) : book(slot, at)))
    expect(lost).toEqual([])
    expect((await listBookings(slot.serviceId)).map(({ startDate }) => startDate.slice(0, 16))).toEqual(Array(47).fill(start.toString().slice(0, 16)))
  })

  test('of two changes of a session from one revision, one is made', async () => {
    const { eventId } = await studio.classWith(5, 6)
    const { won, lost } = await concurrently(2, (at) => call('PATCH', `/calendar/v3/events/${eventId}`, { event: { title: `Flow ${at}`, revision: '1' } }))
    expect([won.length, lost.map(errorCode)]).toEqual([1, ['REVISION_MISMATCH']])
  })

  type Edit = (series: Awaited<ReturnType<typeof createSeries>>, week: number) => Promise<TestReply>
  const edits: Record<string, Edit> = {
    'move one': ({ occurrence, start }, week) => {
      const to = start.add({ weeks: week, hours: 2 })
      const time = { start: { localDate: toSecond(to) }, end: { localDate: toSecond(to.add({ hours: 1 })) } }
      return call('PATCH', `/calendar/v3/events/${occurrence(week)}`, { event: time })
    },
    'cancel one': ({ occurrence }, week) => call('POST', `/calendar/v3/events/${occurrence(week)}/cancel`, {}),
    'move all': ({ seriesId, start }) => {
      const to = start.add({ hours: -1 })
      return call('PATCH', `/calendar/v3/events/${seriesId}`, {
        event: { start: { localDate: toSecond(to) }, end: { localDate: toSecond(to.add({ hours: 1 })) } },
      })
    },
    split: ({ seriesId, start }, week) => call('POST', `/calendar/v3/events/${seriesId}/split`, { splitLocalDate: toSecond(start.add({ weeks: week + 1 })) }),
    end: ({ seriesId, start }, week) =>
      call('PATCH', `/calendar/v3/events/${seriesId}`, {
        event: { recurrenceRule: { until: { localDate: toSecond(start.add({ weeks: week })) } } },
        cancelBookings: true,
      }),
    'fewer places': ({ seriesId }) => call('PATCH', `/calendar/v3/events/${seriesId}`, { event: { totalCapacity: 2 } }),
    'more places': ({ occurrence }, week) => call('PATCH', `/calendar/v3/events/${occurrence(week)}`, { event: { totalCapacity: 9 } }),
  }
  /** A booking moves to the session of another week, or is cancelled. */
  const changeBooking = async (series: Awaited<ReturnType<typeof createSeries>>, week: number, isCancelled: boolean): Promise<TestReply> => {
    const one = (await listBookings(series.serviceId))[week]
    if (!one) return call('POST', '/v2/extended-bookings/query', { query: { paging: { limit: 1 } } })
    const revision = one.revision
    if (isCancelled) return call('POST', `/v2/bookings/${one.id}/cancel`, { revision })
    return call('POST', `/v2/bookings/${one.id}/reschedule`, { revision, slot: { serviceId: series.serviceId, eventId: series.occurrence(week + 1) } })
  }

  test('random edits of a series among bookings, moves and cancellations leave every booking with its session', async () => {
    let weekdays = 10
    const week = fc.nat(3)
    const edit = fc.record({ edit: fc.constantFrom(...Object.keys(edits)), week })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 5 }), fc.array(week, { minLength: 8, maxLength: 12 }), async (changes, weeks) => {
        const series = await createSeries(3, (weekdays += 1))
        for (const at of [0, 1, 2]) await book({ serviceId: series.serviceId, eventId: series.occurrence(at) }, at)
        const calls = [
          ...weeks.map((at, n) => () => book({ serviceId: series.serviceId, eventId: series.occurrence(at) }, 100 + n)),
          ...changes.map((one) => () => (edits[one.edit] as Edit)(series, one.week)),
          () => changeBooking(series, 0, false),
          () => changeBooking(series, 1, true),
        ]
        const order = calls.map((one, n) => ({ one, key: (n * 7) % calls.length })).toSorted((a, b) => a.key - b.key)
        const { lost } = await concurrently(order.length, (at) => (order[at] as { one: () => Promise<TestReply> }).one())
        expect(unexpected(lost).map(({ status, text }) => `${status} ${text}`)).toEqual([])
        expect(await findStrayBookings()).toEqual([])
        expect(await brokenInvariants(studio.server.open.db)).toEqual([])
      }),
      propertyOptions({ short: 4, most: 200 }),
    )
  })
})
