/** Random histories of bookings against a model of our own. Long form: PROPERTY_RUNS. Source: guide bookings §5.3. */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { guest, createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { propertyOptions } from '../../../test/property-options.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'

const options = propertyOptions({ short: 6, most: 300 })
const RUNS = options.numRuns
const CAPACITY = 4
const CREDITS = 5
const START = Temporal.Instant.from('2027-05-01T10:00:00Z')

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Status = 'CREATED' | 'CONFIRMED' | 'DECLINED' | 'CANCELED'
/** What the model knows of a booking; its place is a session of the class or an hour of the teacher. */
interface Known {
  id: string
  revision: number
  kind: 'class' | 'hour'
  place: number
  people: number
  status: Status
  holdUntil: number
  /** Sessions of the plan that it has spent. */
  credits: number
}
interface Fixture {
  yoga: CreatedService
  massage: CreatedService
  sessions: string[]
  token: string
  email: string
  planOrderId: string
}
class Model {
  now = START.epochMilliseconds
  balance = CREDITS
  /** Seats of each session now, and the most that it had. */
  capacity = [CAPACITY, CAPACITY]
  peak = [CAPACITY, CAPACITY]
  bookings: Known[] = []
  holds = (one: Known): boolean => one.status === 'CONFIRMED' || (one.status === 'CREATED' && one.holdUntil > this.now)
  taken = (kind: Known['kind'], place: number, but?: Known): number =>
    this.bookings.filter((one) => one !== but && one.kind === kind && one.place === place && this.holds(one)).reduce((sum, one) => sum + one.people, 0)
  /** An hour takes one party, a session as many people as it has seats. */
  fits = (kind: Known['kind'], place: number, people: number, but?: Known): boolean =>
    kind === 'hour' ? this.taken(kind, place, but) === 0 : this.taken(kind, place, but) + people <= (this.capacity[place] ?? 0)
  /** Who holds seats keeps them, or fewer of them, when the session is made smaller. Source: guide bookings §7.1. */
  keeps = (one: Known, people = one.people): boolean => (this.holds(one) && people <= one.people) || this.fits(one.kind, one.place, people, one)
}

type Step =
  | { do: 'create'; kind: Known['kind']; place: number; people: number }
  | { do: 'pay' | 'decline' | 'stale'; of: number }
  | { do: 'confirm'; of: number; saysPaid: boolean }
  | { do: 'cancel'; of: number; withRefund: boolean }
  | { do: 'move'; of: number; place: number }
  | { do: 'people'; of: number; people: number }
  | { do: 'wait'; minutes: number }
  | { do: 'capacity'; place: number; seats: number }
const of = fc.nat(5)
const place = fc.nat(1)
const people = fc.integer({ min: 1, max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create' as const), kind: fc.constantFrom('class' as const, 'hour' as const), place, people }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), of }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm' as const), of, saysPaid: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('decline' as const, 'stale' as const), of }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), of, withRefund: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), of, place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('people' as const), of, people }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(4, 11) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('capacity' as const), place, seats: fc.integer({ min: 2, max: 6 }) }) },
)

async function createFixture(): Promise<Fixture> {
  studio = await createBookingStudio(server)
  const options = { online: true, inPerson: true, pricingPlan: true }
  const rules = { participantsPolicy: { maxParticipantsPerBooking: 3 } }
  const yoga = await studio.service({ type: 'CLASS', capacity: CAPACITY, options, rules })
  const massage = await studio.service({ options, rules })
  const sessions = [await studio.session(yoga), await studio.session(yoga, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z')]
  const plan = { name: 'Pack', pricing: { price: { value: '30' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } }, public: true }
  const { plan: made } = (await studio.owner('/v2/plans', { plan })).body
  await studio.owner(`/api/plans/${made.id}/benefit`, { benefit: { credits: CREDITS }, serviceIds: [yoga.id] }, 'PUT')
  const { token, memberId, email } = await server.registerMember(studio.site)
  const { order } = (await studio.owner('/v2/checkout/orders/offline', { planId: made.id, memberId, paid: true })).body
  return { yoga, massage, sessions, token, email, planOrderId: order.id }
}
const slotAt = (fixture: Fixture, kind: Known['kind'], at: number) =>
  kind === 'class'
    ? { serviceId: fixture.yoga.id, eventId: fixture.sessions[at] }
    : studio.slotFor(fixture.massage, `2027-05-10T${10 + 2 * at}:00:00Z`, `2027-05-10T${11 + 2 * at}:00:00Z`)

/** Carries a step out and answers what came back, after the model predicted it. */
async function carryOut(model: Model, fixture: Fixture, one: Step): Promise<void> {
  if (one.do === 'wait') {
    model.now += one.minutes * 60_000
    server.freezeClock(Temporal.Instant.fromEpochMilliseconds(model.now).toString())
    return
  }
  if (one.do === 'capacity') return setCapacity(model, fixture, one)
  if (one.do === 'create') {
    const fits = model.fits(one.kind, one.place, one.people)
    const answer = await studio.owner('/v2/bookings', {
      booking: {
        bookedEntity: { slot: slotAt(fixture, one.kind, one.place) },
        contactDetails: { ...guest(), email: fixture.email },
        totalParticipants: one.people,
        selectedPaymentOption: one.kind === 'class' ? 'MEMBERSHIP' : 'OFFLINE',
      },
    })
    expect(errorCode(answer)).toBe(fits ? undefined : one.kind === 'class' ? 'SESSION_CAPACITY_EXCEEDED' : 'SLOT_NOT_AVAILABLE')
    if (!fits) return
    const { id } = answer.body.booking
    model.bookings.push({ ...one, id, revision: 1, status: 'CREATED', holdUntil: model.now + 600_000, credits: 0 })
    return
  }
  const known = model.bookings[one.of % Math.max(1, model.bookings.length)]
  if (known) await changeOne(model, fixture, one, known)
}

/** More seats or fewer: those that are taken stay so. */
async function setCapacity(model: Model, fixture: Fixture, { place: at, seats }: Extract<Step, { do: 'capacity' }>): Promise<void> {
  const path = `/calendar/v3/events/${fixture.sessions[at]}`
  const { event } = (await studio.owner(path, undefined, 'GET')).body
  expect((await studio.owner(path, { event: { revision: event.revision, totalCapacity: seats } }, 'PATCH')).status).toBe(200)
  model.capacity[at] = seats
  model.peak[at] = Math.max(seats, model.peak[at] ?? 0)
}

const act = (known: Known, what: string, body: Record<string, unknown> = {}) =>
  studio.owner(`/v2/bookings/${known.id}/${what}`, { revision: String(known.revision), ...body })

async function changeOne(model: Model, fixture: Fixture, one: Exclude<Step, { do: 'create' | 'wait' | 'capacity' }>, known: Known): Promise<void> {
  const isOver = known.status === 'DECLINED' || known.status === 'CANCELED'
  const expectUnchanged = (answer: TestReply, code: string) => expect([one.do, known.status, errorCode(answer)]).toEqual([one.do, known.status, code])
  const becomes = (answer: TestReply, change: Partial<Known>) => {
    expect([one.do, known.status, errorCode(answer)]).toEqual([one.do, known.status, undefined])
    Object.assign(known, change, { revision: known.revision + 1 })
  }
  switch (one.do) {
    case 'stale': {
      return expectUnchanged(await studio.owner(`/v2/bookings/${known.id}/cancel`, { revision: String(known.revision + 1) }), 'REVISION_MISMATCH')
    }
    case 'pay': {
      const answer = await server.call('POST', '/api/checkout/bookings', { as: studio.site, body: { bookingId: known.id } })
      if (known.status !== 'CREATED') return expectUnchanged(answer, 'INVALID_BOOKING_STATUS')
      if (!model.keeps(known)) return becomes(answer, { status: 'DECLINED' })
      const needed = known.kind === 'class' ? known.people : 0
      if (needed > model.balance) return expectUnchanged(answer, 'NOT_ENOUGH_BALANCE')
      model.balance -= needed
      return becomes(answer, { status: 'CONFIRMED', credits: needed })
    }
    case 'confirm': {
      const answer = await act(known, 'confirm', one.saysPaid ? { paymentStatus: 'PAID' } : {})
      if (known.status !== 'CREATED') return expectUnchanged(answer, 'FAILED_CONFIRMING_NON_PENDING_BOOKING')
      if (known.kind === 'class' && !model.keeps(known)) return expectUnchanged(answer, 'NO_OPEN_SPOTS')
      // The plan that is to pay pays now, unless the business says how it is paid. Source: guide bookings §12.7.
      const needed = known.kind === 'class' && !one.saysPaid ? known.people : 0
      if (needed > model.balance) return expectUnchanged(answer, 'NOT_ENOUGH_BALANCE')
      model.balance -= needed
      return becomes(answer, { status: 'CONFIRMED', credits: needed })
    }
    case 'decline': {
      const answer = await act(known, 'decline')
      return known.status === 'CREATED' ? becomes(answer, { status: 'DECLINED' }) : expectUnchanged(answer, 'FAILED_DECLINE_NON_PENDING_BOOKING')
    }
    case 'cancel': {
      const answer = await act(known, 'cancel', { flowControlSettings: { withRefund: one.withRefund, ignoreCancellationPolicy: true } })
      if (isOver) return expectUnchanged(answer, 'INVALID_BOOKING_STATUS')
      if (one.withRefund) model.balance += known.credits
      return becomes(answer, { status: 'CANCELED', credits: one.withRefund ? 0 : known.credits })
    }
    case 'move': {
      const answer = await act(known, 'reschedule', { slot: slotAt(fixture, known.kind, one.place) })
      if (isOver || !model.holds(known)) return expectUnchanged(answer, 'VALIDATION_FAILURE')
      if (one.place === known.place) return void expect(errorCode(answer)).toBeUndefined()
      if (!model.fits(known.kind, one.place, known.people, known))
        return expectUnchanged(answer, known.kind === 'class' ? 'SESSION_CAPACITY_EXCEEDED' : 'SLOT_NOT_AVAILABLE')
      return becomes(answer, { place: one.place })
    }
    case 'people': {
      const answer = await act(known, 'update_number_of_participants', { totalParticipants: one.people })
      if (isOver || known.kind === 'hour') return expectUnchanged(answer, 'VALIDATION_FAILURE')
      if (one.people === known.people) return void expect(errorCode(answer)).toBeUndefined()
      const more = known.credits > 0 ? one.people - known.credits : 0
      const holdIsOver = known.status === 'CREATED' && !model.holds(known)
      if (!model.keeps(known, one.people)) return expectUnchanged(answer, 'SESSION_CAPACITY_EXCEEDED')
      if (more > model.balance) return expectUnchanged(answer, 'NOT_ENOUGH_BALANCE')
      model.balance -= more
      return becomes(answer, { people: one.people, credits: known.credits > 0 ? one.people : 0, ...(holdIsOver && { holdUntil: known.holdUntil }) })
    }
  }
}

/** What the database says must be what the model knows. */
async function expectAgreement(model: Model, fixture: Fixture): Promise<void> {
  const rows = await server.open.db
    .selectFrom('booking')
    .select(['id', 'status', 'revision', 'participants', 'credits'])
    .where('siteId', '=', studio.site.metaSiteId)
    .execute()
  const said = rows.map((row) => ({ ...row, id: row.id, revision: Number(row.revision) })).sort((a, b) => (a.id < b.id ? -1 : 1))
  const known = model.bookings
    .map((one) => ({ id: one.id, status: one.status, revision: one.revision, participants: one.people, credits: one.credits }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(said).toEqual(known)
  const { creditBalance } = await server.open.db.selectFrom('planOrder').select('creditBalance').where('id', '=', fixture.planOrderId).executeTakeFirstOrThrow()
  expect(Number(creditBalance)).toBe(model.balance)
  for (const [n, sessionId] of fixture.sessions.entries()) {
    const seats = await server.open.db.selectFrom('seatUse').select(['people', 'holdUntil']).where('sessionId', '=', sessionId).execute()
    const taken = seats.filter((seat) => !seat.holdUntil || seat.holdUntil.epochMilliseconds > model.now).reduce((sum, seat) => sum + seat.people, 0)
    expect(taken).toBe(model.taken('class', n))
    expect(taken).toBeLessThanOrEqual(model.peak[n] ?? 0)
  }
}

test(
  `${RUNS} random histories end as the model says`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        server.freezeClock(START.toString())
        const [model, fixture] = [new Model(), await createFixture()]
        for (const one of steps) await carryOut(model, fixture, one)
        await expectAgreement(model, fixture)
      }),
      options,
    )
  },
  RUNS * 30_000,
)
