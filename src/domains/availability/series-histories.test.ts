/**
 * Random histories of a weekly series and its bookings: sessions and series move, change room and seats, are cancelled, end and are split while
 * people book, hold seats, confirm what they hold, and cancel. After each step no booking is without its session, no session takes two rooms and no seat is lost. Long form:
 * PROPERTY_RUNS. Source: guide services-and-availability §13.3–13.5.
 */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode, firstViolation } from '../../../test/auth-helpers.ts'
import { bookedSessions, weekly } from '../../../test/factories/booked-sessions.ts'
import { propertyOptions } from '../../../test/property-options.ts'
import { startTestServer, type TestReply, type TestServer, type TestSite } from '../../../test/test-server.ts'

const options = propertyOptions({ short: 2, most: 300 })
const RUNS = options.numRuns
const START = Temporal.Instant.from('2027-05-01T08:00:00Z')
/** Wednesdays: within the hours of the business, so that the times that a session leaves free are offered. */
const HOURS = [10, 12, 14, 16] as const
const SHOWN = { fromLocalDate: '2027-05-01T00:00:00', toLocalDate: '2027-08-01T00:00:00' }

let server: TestServer
let site: TestSite
let rooms: string[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

interface Event {
  id: string
  status: 'CONFIRMED' | 'CANCELLED'
  recurringEventId?: string
  start: { localDate: string; utcDate?: string }
  end: { localDate: string; utcDate?: string }
  resources: { id: string }[]
  totalCapacity: number
  remainingCapacity: number
}
interface Fixture {
  yoga: { id: string; schedule: { id: string }; type: string }
  talk: { id: string }
  /** Bookings that their client has cancelled. */
  cancelled: Set<string>
}

const of = fc.nat(7)
const hour = fc.constantFrom(...HOURS)
const scope = fc.constantFrom('session' as const, 'series' as const, 'following' as const)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('book' as const), of }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), of }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirmHold' as const), of }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancelBooking' as const), of }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), of, scope, hour }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('room' as const), of, scope, room: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('seats' as const), of, scope, seats: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancelSession' as const), of }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancelSeries' as const), of }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), of, cancelsBookings: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('split' as const), of }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(3, 8), runs: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const { createService, createSession } = bookedSessions(() => ({ server, site, resourceId: rooms[0] as string, service: {} }))
const asOwner = (method: string, path: string, body?: object) => server.call(method, path, { as: site, ...(body ? { body } : {}) })

async function createFixture(): Promise<Fixture> {
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
  rooms = []
  for (const name of ['Ana', 'Ben'])
    rooms.push((await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name } } })).staffMember.resourceId)
  const yoga = await createService({ type: 'CLASS', name: 'Yoga', defaultCapacity: 2 })
  const schedule = { availabilityConstraints: { sessionDurations: [60] } }
  const talk = await createService({ type: 'APPOINTMENT', name: 'Talk', staffMemberIds: rooms, schedule })
  await createSession(yoga, '2027-05-05T10:00', weekly('WEDNESDAY', '2027-07-07'))
  return { yoga, talk, cancelled: new Set() }
}
const listEvents = async ({ yoga }: Fixture): Promise<Event[]> =>
  (await server.ok('POST', '/calendar/v3/events/query', { as: site, body: { ...SHOWN, query: { filter: { scheduleId: yoga.schedule.id } } } })).events
const listBookings = () =>
  server.open.db
    .selectFrom('booking')
    .select(['id', 'status', 'revision', 'participants', 'eventId', 'startAt', 'endAt', 'resourceIds', 'holdUntil'])
    .where('siteId', '=', site.metaSiteId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
type Stored = Awaited<ReturnType<typeof listBookings>>[number]
/** A hold lives until its time is up, or its session goes. */
const isLive = ({ status, holdUntil }: Pick<Stored, 'status' | 'holdUntil'>) =>
  status === 'CONFIRMED' || status === 'PENDING' || (status === 'CREATED' && holdUntil !== null && Temporal.Instant.compare(holdUntil, readNow()) > 0)
const readNow = (): Temporal.Instant => (server.clocks.business as { frozenAt: Temporal.Instant }).frozenAt
const toInstant = ({ localDate }: { localDate: string }) => Temporal.PlainDateTime.from(localDate).toZonedDateTime('Europe/Berlin').toInstant()

/** A change either is made, or is refused for a reason that the owner understands. */
const expectMadeOr = (answer: TestReply, ...codes: string[]) => expect([undefined, ...codes]).toContain(errorCode(answer) ?? firstViolation(answer)?.field)

/** Changes a session, its series from the first, or the series from the session on. Times of a series are those of its first session. */
async function change(event: Event, one: { scope: 'session' | 'series' | 'following' }, toChange: (day: string) => object): Promise<void> {
  const series = event.recurringEventId
  if (one.scope === 'session' || !series) {
    expectMadeOr(await asOwner('PATCH', `/calendar/v3/events/${event.id}`, { event: toChange(event.start.localDate.slice(0, 10)) }))
    return
  }
  const { event: master } = await server.ok('GET', `/calendar/v3/events/${series}`, { as: site })
  const body = { event: toChange(master.start.localDate.slice(0, 10)), ...(one.scope === 'following' ? { fromEventId: event.id } : {}) }
  expectMadeOr(await asOwner('PATCH', `/calendar/v3/events/${series}`, body), 'fromEventId')
}

async function carryOut(fixture: Fixture, one: Step): Promise<void> {
  if (one.do === 'wait') {
    const later = readNow().add({ hours: 24 * one.days })
    server.freezeClock(later.toString())
    // What ran out is released by the runner, now or later.
    if (one.runs) await server.runner.runSchedules()
    return
  }
  if (one.do === 'confirmHold') return confirmHold(one.of)
  if (one.do === 'cancelBooking') {
    const live = (await listBookings()).filter(isLive)
    const booking = live[one.of % Math.max(1, live.length)]
    if (!booking) return
    fixture.cancelled.add(booking.id)
    const body = { revision: String(booking.revision), flowControlSettings: { ignoreCancellationPolicy: true } }
    expect(errorCode(await asOwner('POST', `/v2/bookings/${booking.id}/cancel`, body))).toBeUndefined()
    return
  }
  const ahead = (await listEvents(fixture)).filter(({ status, start }) => status === 'CONFIRMED' && Temporal.Instant.compare(toInstant(start), readNow()) > 0)
  const event = ahead[one.of % Math.max(1, ahead.length)]
  if (event) await changeCalendar(fixture, one, event)
}

/** What is held is confirmed, also where its session was made smaller; a hold that ran out only while a seat is free. */
async function confirmHold(of: number): Promise<void> {
  const held = (await listBookings()).filter(({ status }) => status === 'CREATED')
  const booking = held[of % Math.max(1, held.length)]
  if (!booking) return
  const answer = await asOwner('POST', `/v2/bookings/${booking.id}/confirm`, { revision: String(booking.revision) })
  if (isLive(booking)) expect(errorCode(answer)).toBeUndefined()
  else expectMadeOr(answer, 'NO_OPEN_SPOTS', 'SESSION_NOT_FOUND')
}

async function changeCalendar(fixture: Fixture, one: Exclude<Step, { do: 'wait' | 'cancelBooking' | 'confirmHold' }>, event: Event): Promise<void> {
  const series = event.recurringEventId
  switch (one.do) {
    case 'book': {
      const contactDetails = { firstName: 'Mia', email: 'mia@example.org' }
      const body = { slot: { serviceId: fixture.yoga.id, eventId: event.id }, contactDetails }
      const answer = await server.call('POST', '/api/checkout/bookings', { token: await server.visitorToken(site), body })
      expect(errorCode(answer) === undefined).toBe(event.remainingCapacity > 0)
      return
    }
    case 'hold': {
      const booking = {
        bookedEntity: { slot: { serviceId: fixture.yoga.id, eventId: event.id } },
        contactDetails: { firstName: 'Ida', email: 'ida@example.org' },
      }
      expect(errorCode(await asOwner('POST', '/v2/bookings', { booking })) === undefined).toBe(event.remainingCapacity > 0)
      return
    }
    case 'move':
      return change(event, one, (day) => ({ start: { localDate: `${day}T${one.hour}:00:00` }, end: { localDate: `${day}T${one.hour + 1}:00:00` } }))
    case 'room':
      return change(event, one, () => ({ resources: [{ id: rooms[one.room] }] }))
    case 'seats':
      return change(event, one, () => ({ totalCapacity: one.seats }))
    case 'cancelSession':
      return expectMadeOr(await asOwner('POST', `/calendar/v3/events/${event.id}/cancel`, {}))
    case 'cancelSeries':
      if (series) expectMadeOr(await asOwner('POST', `/calendar/v3/events/${series}/cancel`, {}))
      return
    case 'end': {
      if (!series) return
      const rule = weekly('WEDNESDAY', event.start.localDate.slice(0, 10))
      const body = { event: rule, cancelBookings: one.cancelsBookings }
      const answer = await asOwner('PATCH', `/calendar/v3/events/${series}`, body)
      return one.cancelsBookings ? expectMadeOr(answer) : expectMadeOr(answer, 'SESSIONS_HAVE_BOOKINGS')
    }
    case 'split':
      // A session that was moved by itself begins no series.
      if (series) expectMadeOr(await asOwner('POST', `/calendar/v3/events/${series}/split`, { splitLocalDate: event.start.localDate }), 'splitLocalDate')
  }
}

/** Every booking has its session, as it is now, and every seat that is taken has its booking. */
async function expectWhole(fixture: Fixture): Promise<void> {
  const [events, bookings] = [await listEvents(fixture), await listBookings()]
  const held = events.filter(({ status }) => status === 'CONFIRMED')
  expect(new Set(held.map(({ id }) => id)).size).toBe(held.length)
  for (const { resources } of held) expect(resources).toHaveLength(1)
  for (const booking of bookings) {
    const session = held.find(({ id }) => id === booking.eventId)
    if (isLive(booking)) {
      expect(session, `booking ${booking.id} of ${booking.eventId}`).toBeDefined()
      expect([booking.startAt.toString(), booking.endAt.toString()]).toEqual([
        toInstant((session as Event).start).toString(),
        toInstant((session as Event).end).toString(),
      ])
      expect(booking.resourceIds).toEqual((session as Event).resources.map(({ id }) => id))
      // A booking that its client did not cancel goes with its session alone.
    } else if (booking.status !== 'CREATED' && !fixture.cancelled.has(booking.id)) expect(session).toBeUndefined()
  }
  const uses = await server.open.db
    .selectFrom('seatUse')
    .select(['sessionId', 'people', 'bookingId', 'holdUntil'])
    .where('siteId', '=', site.metaSiteId)
    .execute()
  const seats = uses.filter(({ holdUntil }) => holdUntil === null || Temporal.Instant.compare(holdUntil, readNow()) > 0)
  const live = bookings.filter(isLive)
  expect(seats.map(({ bookingId, sessionId, people }) => [bookingId, sessionId, people]).sort()).toEqual(
    live.map(({ id, eventId, participants }) => [id, eventId, participants]).sort(),
  )
  for (const { id, totalCapacity, remainingCapacity } of held) {
    const taken = live.filter(({ eventId }) => eventId === id).reduce((sum, { participants }) => sum + participants, 0)
    expect([id, remainingCapacity]).toEqual([id, Math.max(0, totalCapacity - taken)])
  }
}

/** A session takes the time of its room and of no other: appointments there are offered exactly where there is no session. */
async function expectRoomsTaken(fixture: Fixture): Promise<void> {
  const held = (await listEvents(fixture)).filter(({ status }) => status === 'CONFIRMED')
  const ahead = held.filter(({ start }) => Temporal.Instant.compare(toInstant(start), readNow()) > 0)
  for (const room of rooms) {
    const body = { serviceId: fixture.talk.id, ...SHOWN, timeZone: 'Europe/Berlin', resourceTypes: [{ resourceIds: [room] }] }
    const { timeSlots } = await server.ok('POST', '/v2/time-slots', { token: await server.visitorToken(site), body: { ...body, bookable: true } })
    const offered = new Set((timeSlots as { localStartDate: string }[]).map(({ localStartDate }) => localStartDate))
    for (const { start } of ahead) {
      const isTaken = held.some((one) => one.start.localDate === start.localDate && one.resources[0]?.id === room)
      expect([start.localDate, offered.has(start.localDate)]).toEqual([start.localDate, !isTaken])
    }
  }
}

test(
  `${RUNS} random histories of a series lose no booking, no room and no seat`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
        server.freezeClock(START.toString())
        const fixture = await createFixture()
        for (const one of steps) {
          await carryOut(fixture, one)
          await expectWhole(fixture)
        }
        await expectRoomsTaken(fixture)
      }),
      options,
    )
  },
  RUNS * 60_000,
)
