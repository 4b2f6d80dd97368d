/**
 * The calendar is edited while holds are being paid and others run out, of classes and of courses: a customer who paid has a place in a session that is there, or the
 * money back. Source: guide services-and-availability §13.4, §13.5, bookings §5.2, §12.6.
 */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { HOLD_MINUTES } from '#domains/bookings/rules/holds.ts'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../factories/booking-studio.ts'
import { brokenInvariants } from '../invariants.ts'
import { propertyOptions } from '../property-options.ts'
import { startFakeStripe, type FakeStripe } from '../stripe.ts'
import { startTestServer, type TestReply, type TestServer } from '../test-server.ts'
import { concurrently } from './concurrently.ts'

const keys = { secretKey: 'sk_test_races', webhookSecret: 'whsec_test_races' }
const toSecond = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'second' })
const hourAt = (start: Temporal.PlainDateTime) => ({ start: { localDate: toSecond(start) }, end: { localDate: toSecond(start.add({ hours: 1 })) } })

/** A weekly class, or a course of weekly sessions. */
interface Series {
  service: CreatedService
  type: 'CLASS' | 'COURSE'
  id: string
  start: Temporal.PlainDateTime
}
const occurrence = ({ id, start }: Series, week: number) =>
  `${id}_${toSecond(start.add({ weeks: week }))
    .slice(0, 16)
    .replaceAll('-', '')
    .replace(':', '')}`
interface Round {
  yoga: Series
  pottery: Series
}
/** A checkout that was begun, on the provider's page. */
interface Hold {
  bookingId: string
  pageUrl: string
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let server: TestServer
  let studio: BookingStudio
  let stripe: FakeStripe
  let rooms: string[]
  let now = Temporal.Instant.from('2027-05-01T10:00:00Z')
  const wait = (minutes: number) => server.freezeClock((now = now.add({ minutes })).toString())
  beforeAll(async () => {
    stripe = await startFakeStripe(keys.secretKey, keys.webhookSecret)
    await configurePayments({ provider: 'stripe', stripe: { ...keys, apiUrl: stripe.url } })
    server = await startTestServer()
    wait(0)
    studio = await createBookingStudio(server, { timeZone: 'UTC' })
    await server.ok('PATCH', '/api/money/terms', { as: studio.site, body: { refundOnCancel: 'full-minus-fee' } })
    rooms = [studio.staff, (await studio.resource('Ben')).id]
  })
  afterAll(async () => {
    await configurePayments({ provider: 'sandbox' })
    await server.close()
    await stripe.close()
  })

  const call = (method: string, path: string, body: object) => server.call(method, path, { as: studio.site, body })
  async function createSeries(type: Series['type'], start: Temporal.PlainDateTime, weeks?: number): Promise<Series> {
    const service = await studio.service({ type, capacity: 4 })
    const until = weeks === undefined ? {} : { until: { localDate: toSecond(start.add({ weeks: weeks - 1 })) } }
    const rule = { recurrenceRule: { frequency: 'WEEKLY', interval: 1, ...until } }
    const event = { scheduleId: service.scheduleId, type, ...hourAt(start), resources: [{ id: rooms[0] }], ...rule }
    return { service, type, start, id: (await server.ok('POST', '/calendar/v3/events', { as: studio.site, body: { event } })).event.id }
  }
  async function hold(of: Series, week = 0): Promise<Hold> {
    const place =
      of.type === 'CLASS'
        ? { slot: { serviceId: of.service.id, eventId: occurrence(of, week) } }
        : { schedule: { serviceId: of.service.id, scheduleId: of.service.scheduleId } }
    const token = await server.visitorToken(studio.site)
    const contactDetails = { firstName: 'Mia', email: `mia-${token.slice(-12).toLowerCase().replaceAll(/\W/g, '')}@people.example` }
    const { booking, payment } = await server.ok('POST', '/api/checkout/bookings', { token, body: { ...place, contactDetails, paymentOption: 'ONLINE' } })
    return { bookingId: booking.id, pageUrl: payment.url }
  }
  /** The client pays, and the provider says so. */
  async function pay({ pageUrl }: Hold): Promise<TestReply> {
    const { type, object } = stripe.complete(pageUrl)
    const { payload, headers } = stripe.signed(type, object)
    const url = '/api/payments/stripe/webhook'
    const { statusCode: status, body } = await server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
    await server.runner.drain()
    return { status, body, headers: {}, text: body }
  }
  const change = (of: Series, event: object, more: object = {}) => call('PATCH', `/calendar/v3/events/${of.id}`, { event, ...more })
  const changeOne = (of: Series, week: number, event: object) => call('PATCH', `/calendar/v3/events/${occurrence(of, week)}`, { event })
  const endAfter = (of: Series, week: number) =>
    change(of, { recurrenceRule: { until: { localDate: toSecond(of.start.add({ weeks: week })) } } }, { cancelBookings: true })

  const edits: Record<string, (round: Round, week: number) => Promise<TestReply>> = {
    'move a session': ({ yoga }, week) => changeOne(yoga, week, hourAt(yoga.start.add({ weeks: week, hours: 2 }))),
    'cancel a session': ({ yoga }, week) => call('POST', `/calendar/v3/events/${occurrence(yoga, week)}/cancel`, {}),
    'move the series': ({ yoga }) => change(yoga, hourAt(yoga.start.subtract({ hours: 1 }))),
    'part the series': ({ yoga }, week) =>
      call('POST', `/calendar/v3/events/${yoga.id}/split`, { splitLocalDate: toSecond(yoga.start.add({ weeks: week + 1 })) }),
    'move what follows': ({ yoga }, week) => change(yoga, hourAt(yoga.start.add({ hours: 3 })), { fromEventId: occurrence(yoga, week) }),
    'end the series': ({ yoga }, week) => endAfter(yoga, week),
    'other room': ({ yoga }, week) => changeOne(yoga, week, { resources: [{ id: rooms[1] }] }),
    'other room for all': ({ yoga }) => change(yoga, { resources: [{ id: rooms[1] }] }),
    'fewer places': ({ yoga }) => change(yoga, { totalCapacity: 1 }),
    'move the course': ({ pottery }) => change(pottery, hourAt(pottery.start.add({ hours: 1 }))),
    'move an evening': ({ pottery }, week) => changeOne(pottery, week % 3, hourAt(pottery.start.add({ weeks: week % 3, hours: 2 }))),
    'cancel an evening': ({ pottery }, week) => call('POST', `/calendar/v3/events/${occurrence(pottery, week % 3)}/cancel`, {}),
    'add an evening': ({ pottery }, week) => {
      const { service, start } = pottery
      const event = { scheduleId: service.scheduleId, type: 'COURSE', ...hourAt(start.add({ weeks: 3, days: week })), resources: [{ id: rooms[0] }] }
      return call('POST', '/calendar/v3/events', { event })
    },
    'end the course': ({ pottery }, week) => endAfter(pottery, week % 2),
    'cancel the course': ({ pottery }) => call('POST', `/calendar/v3/events/${pottery.id}/cancel`, {}),
  }

  /** A customer who paid has the place or the money. */
  async function expectPlaceOrMoney({ bookingId }: Hold): Promise<void> {
    const { status } = (await server.ok('GET', `/api/bookings/${bookingId}/summary`, { as: studio.site })).booking
    const { paid } = await studio.money(bookingId)
    expect([
      ['CONFIRMED', '40.00'],
      ['DECLINED', '0.00'],
      ['CANCELED', '0.00'],
    ]).toContainEqual([status, paid])
  }
  /** Every session of the round once: no room has two at a time. */
  async function expectOneSessionAtATime({ yoga, pottery }: Round): Promise<void> {
    for (const { service, start } of [yoga, pottery]) {
      const range = { fromLocalDate: toSecond(start.subtract({ days: 1 })), toLocalDate: toSecond(start.add({ weeks: 8 })) }
      const body = { ...range, query: { filter: { scheduleId: service.scheduleId } } }
      const { events } = await server.ok('POST', '/calendar/v3/events/query', { as: studio.site, body })
      const held = (events as { status: string; start: { utcDate: string }; resources: { id: string }[] }[]).filter(({ status }) => status === 'CONFIRMED')
      expect(held.filter(({ resources }) => resources.length !== 1)).toEqual([])
      const times = held.map((one) => `${one.start.utcDate} ${one.resources[0]?.id}`)
      expect(times.filter((time, at) => times.indexOf(time) !== at)).toEqual([])
    }
  }

  test('edits of classes and courses among holds that are paid and holds that ran out: customers who paid have a place or the money back', async () => {
    let day = Temporal.PlainDate.from('2027-06-01')
    const week = fc.nat(2)
    const edit = fc.record({ edit: fc.constantFrom(...Object.keys(edits)), week })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 5 }), fc.integer({ min: 1, max: 20 }), async (changes, stride) => {
        day = day.add({ days: 1 })
        const at = (hour: number) => day.toPlainDateTime({ hour })
        const round: Round = { yoga: await createSeries('CLASS', at(10)), pottery: await createSeries('COURSE', at(16), 3) }
        const late = [await hold(round.yoga, 0), await hold(round.yoga, 1), await hold(round.pottery)]
        wait(HOLD_MINUTES + 1)
        const live = [await hold(round.yoga, 0), await hold(round.yoga, 1), await hold(round.yoga, 2), await hold(round.pottery)]
        const calls = [
          ...[...late, ...live].map((one) => () => pay(one)),
          ...changes.map((one) => () => (edits[one.edit] as (typeof edits)[string])(round, one.week)),
          ...[0, 1].map(
            (n) => () =>
              studio.owner('/v2/bookings', {
                booking: {
                  bookedEntity: { slot: { serviceId: round.yoga.service.id, eventId: occurrence(round.yoga, n) } },
                  contactDetails: { firstName: 'Ida' },
                  status: 'CONFIRMED',
                },
              }),
          ),
          () => call('POST', '/_test/run', {}),
        ]
        const order = calls.map((one, n) => ({ one, key: (n * (2 * stride + 1)) % 29 })).toSorted((a, b) => a.key - b.key)
        await concurrently(order.length, (n) => (order[n] as (typeof order)[number]).one())
        await server.ok('POST', '/_test/run')
        for (const one of [...late, ...live]) await expectPlaceOrMoney(one)
        const names = changes.map((one) => one.edit)
        // A series that ends later than it was parted has sessions beside those of the later part; and the owner may add the same evening twice (§13.4).
        const added = changes.filter((one) => one.edit === 'add an evening').map((one) => one.week)
        const isDoubled =
          (names.includes('end the series') && (names.includes('part the series') || names.includes('move what follows'))) || new Set(added).size < added.length
        if (!isDoubled) await expectOneSessionAtATime(round)
        expect(await brokenInvariants(server.open.db)).toEqual([])
      }),
      propertyOptions({ short: 2, most: 200 }),
    )
    expect(await server.runMoneyCheck(studio.site)).toMatchObject({ isRunning: false, findings: [] })
    expect(server.problems).toEqual([])
  })
})
