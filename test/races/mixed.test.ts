/**
 * Bookings of every kind together: many clients book classes, courses, appointments and visits, confirm, move, cancel, wait and take offers while the
 * business changes capacities and connections to the database are cut, on the same few sessions, people and rooms. However it ends, nothing is oversold and
 * every kept figure is right. `RACE_OPERATIONS` makes it longer, `RACE_REPORT` names the file for what came of it, `RACE_EMBEDDED` runs it on the embedded
 * database, `RACE_CUTS` cuts connections. Source: guide bookings §7.3.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOLD_MINUTES } from '#domains/bookings/rules/holds.ts'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../factories/booking-studio.ts'
import { createWaitlistClass } from '../factories/waitlist-class.ts'
import { brokenInvariants, countInvariants } from '../invariants.ts'
import { newRandom, type Random } from '../kill/random.ts'
import { startTestServer, type TestReply, type TestServer } from '../test-server.ts'
import { errorCode } from './concurrently.ts'

const operations = Number(process.env.RACE_OPERATIONS ?? 300)
const clients = 64
const PER_SESSION = 4
/** So many sessions are open at a time, and so many bookings are gone on with. */
const SESSIONS = 3
const RECENT = 30
/** Operations of a day. */
const A_DAY = 50
const LONG = 2000
/** Operations between two connections that are cut. */
const A_CUT = 97
const cutsConnections = process.env.RACE_CUTS !== undefined
/** A visitor may make thirty bookings an hour. */
const PER_VISITOR = 15

interface Known {
  id: string
  revision: string
  kind: 'class' | 'appointment'
}
interface Member {
  token: string
  email: string
}
/** Parts of a visit, with the revisions that were known last. */
interface Visit {
  id: string
  parts: { bookingId: string; revision: string }[]
}
interface World {
  server: TestServer
  studio: BookingStudio
  yoga: CreatedService
  sessions: string[]
  pottery: CreatedService
  /** Given by one person; the others by another: `withRoom` takes a room along, `paid` costs something. */
  massage: CreatedService
  facial: CreatedService
  withRoom: CreatedService
  paid: CreatedService
  /** Who gives all but the massage. */
  other: string
  visits: Visit[]
  members: Member[]
  random: Random
  known: Known[]
  /** Days after the first one. */
  day: number
  waiting: { registrationId: string; token: string }[]
}

const start = Temporal.Instant.from('2027-05-01T10:00:00Z')
const firstDay = Temporal.PlainDate.from('2027-05-10')
const hoursOn = (days: number, hour: number): { start: string; end: string } => {
  const at = (hours: number) => `${firstDay.add({ days }).toString()}T${String(hours).padStart(2, '0')}:00:00Z`
  return { start: at(hour), end: at(hour + 1) }
}
const pickHour = ({ random, day }: World): { start: string; end: string } => hoursOn(day, random.between(9, 15))
/** Full classes only turn people away: the oldest goes, another opens, on the next day. Holds run out meanwhile. */
async function openNextDay(world: World): Promise<void> {
  world.day += 1
  world.server.freezeClock(start.add({ minutes: HOLD_MINUTES * world.day }).toString())
  const hours = hoursOn(world.day, 16)
  world.sessions.push(await world.studio.session(world.yoga, hours.start, hours.end))
  world.sessions.splice(0, world.sessions.length - SESSIONS)
  world.known.splice(0, world.known.length - RECENT)
  world.waiting.splice(0, world.waiting.length - RECENT)
  world.visits.splice(0, world.visits.length - RECENT)
}
let guests = 0
const guestDetails = ({ random }: World) => ({
  firstName: 'Guest',
  email: `guest-${random.next() < 0.3 ? random.between(1, 20) : ((guests += 1)) + 1000}@people.example`,
})
let visits = 0
let visitor: Promise<string> | undefined
const visitorToken = (world: World): Promise<string> => {
  if (visits++ % PER_VISITOR === 0) visitor = createVisitor(world)
  return visitor as Promise<string>
}
/** Asks again when it was the connection of this call that was cut. */
const createVisitor = ({ server, studio }: World): Promise<string> =>
  server.visitorToken(studio.site).catch((error: Error) => (error.message.includes('503') ? server.visitorToken(studio.site) : Promise.reject(error)))
const classSlot = ({ random, yoga, sessions }: World) => ({ serviceId: yoga.id, eventId: random.pick(sessions) })
const remember = (world: World, reply: TestReply, kind: Known['kind']): TestReply => {
  const booking = reply.status === 200 ? reply.body.booking : undefined
  if (booking) world.known.push({ id: booking.id, revision: booking.revision, kind })
  return reply
}
/** A change of a booking that was made before; undefined while there is none. */
async function change(world: World, path: string, body: (of: Known) => object): Promise<TestReply | undefined> {
  if (world.known.length === 0) return undefined
  const of = world.random.pick(world.known)
  const reply = await world.studio.owner(`/v2/bookings/${of.id}/${path}`, { revision: of.revision, ...body(of) })
  if (reply.status === 200) of.revision = reply.body.booking.revision
  return reply
}

/** An appointment by the person of its service. */
const appointmentSlot = ({ studio, massage, other }: World, service: CreatedService, { start, end }: { start: string; end: string }): object => ({
  ...studio.slotFor(service, start, end),
  ...(service !== massage && { resource: { id: other } }),
})
/** A visit of two parts: one after the other, at the same time, or a class with an appointment. */
async function bookVisit(world: World, multiServiceBookingType: string): Promise<TestReply> {
  const { studio, random, massage, facial, day } = world
  const hour = random.between(9, 14)
  const [first, second] = [hoursOn(day, hour), hoursOn(day, hour + 1)]
  const contactDetails = guestDetails(world)
  const slots = {
    SEQUENTIAL_BOOKINGS: [appointmentSlot(world, massage, first), appointmentSlot(world, facial, second)],
    PARALLEL_BOOKINGS: [appointmentSlot(world, massage, first), appointmentSlot(world, facial, first)],
    SEPARATE_BOOKINGS: [classSlot(world), appointmentSlot(world, facial, first)],
  }[multiServiceBookingType] as object[]
  const bookings = slots.map((slot) => ({ bookedEntity: { slot }, contactDetails, totalParticipants: 1 }))
  const reply = await studio.owner('/v2/multi_service_bookings', { bookings, multiServiceBookingType })
  if (reply.status !== 200) return reply
  const { id, bookings: made } = reply.body.multiServiceBooking
  const parts = made.map(({ bookingId, booking }: { bookingId: string; booking: { revision: string } }) => ({ bookingId, revision: booking.revision }))
  world.visits.push({ id, parts })
  for (const { bookingId, revision } of parts) world.known.push({ id: bookingId, revision, kind: 'appointment' })
  return reply
}
/** A change of a visit as a whole; undefined while there is none. */
async function changeVisit(world: World, path: string, body: (visit: Visit) => object): Promise<TestReply | undefined> {
  if (world.visits.length === 0) return undefined
  const visit = world.random.pick(world.visits)
  return world.studio.owner(`/v2/multi_service_bookings/${visit.id}/${path}`, body(visit))
}
const bookAppointment = async (world: World, service: CreatedService): Promise<TestReply> => {
  const booking = { bookedEntity: { slot: appointmentSlot(world, service, pickHour(world)) }, contactDetails: guestDetails(world) }
  return remember(world, await world.studio.owner('/v2/bookings', { booking }), 'appointment')
}

/** What the clients do, by name; the number says how often. */
const commands: { name: string; often: number; run(world: World): Promise<TestReply | undefined> }[] = [
  {
    name: 'hold a class',
    often: 5,
    run: async (world) => {
      const booking = { bookedEntity: { slot: classSlot(world) }, contactDetails: guestDetails(world), totalParticipants: world.random.between(1, 2) }
      return remember(world, await world.studio.owner('/v2/bookings', { booking }), 'class')
    },
  },
  {
    name: 'book a confirmed class',
    often: 3,
    run: async (world) => {
      const booking = { bookedEntity: { slot: classSlot(world) }, contactDetails: guestDetails(world), totalParticipants: 1, status: 'CONFIRMED' }
      return remember(world, await world.studio.owner('/v2/bookings', { booking, participantNotification: { notifyParticipants: true } }), 'class')
    },
  },
  {
    name: 'book a class on the hosted page',
    often: 4,
    run: async (world) => {
      const body = { slot: classSlot(world), contactDetails: guestDetails(world), totalParticipants: 1 }
      return remember(world, await world.server.call('POST', '/api/checkout/bookings', { token: await visitorToken(world), body }), 'class')
    },
  },
  {
    name: 'book a class with a plan',
    often: 4,
    run: async (world) => {
      const { token, email } = world.random.pick(world.members)
      const body = { slot: classSlot(world), contactDetails: { firstName: 'Mia', email }, totalParticipants: 1, paymentOption: 'MEMBERSHIP' }
      return remember(world, await world.server.call('POST', '/api/checkout/bookings', { token, body }), 'class')
    },
  },
  {
    name: 'book a course',
    often: 2,
    run: async (world) => {
      const booking = { bookedEntity: { schedule: { serviceId: world.pottery.id } }, contactDetails: guestDetails(world), totalParticipants: 1 }
      return remember(world, await world.studio.owner('/v2/bookings', { booking }), 'class')
    },
  },
  { name: 'book an appointment', often: 3, run: (world) => bookAppointment(world, world.massage) },
  { name: 'book an appointment with a room', often: 2, run: (world) => bookAppointment(world, world.withRoom) },
  {
    name: 'book with a coupon on the hosted page',
    often: 3,
    run: async (world) => {
      const slot = appointmentSlot(world, world.paid, pickHour(world))
      const body = { slot, contactDetails: guestDetails(world), paymentOption: 'OFFLINE', couponCode: 'HALF' }
      return remember(world, await world.server.call('POST', '/api/checkout/bookings', { token: await visitorToken(world), body }), 'appointment')
    },
  },
  { name: 'book a visit, one part after the other', often: 2, run: (world) => bookVisit(world, 'SEQUENTIAL_BOOKINGS') },
  { name: 'book a visit of two at the same time', often: 2, run: (world) => bookVisit(world, 'PARALLEL_BOOKINGS') },
  { name: 'book a class and an appointment together', often: 2, run: (world) => bookVisit(world, 'SEPARATE_BOOKINGS') },
  { name: 'confirm a visit', often: 2, run: (world) => changeVisit(world, 'confirm', ({ parts }) => ({ confirmBookingsInfo: parts })) },
  {
    name: 'cancel a visit',
    often: 2,
    run: (world) => changeVisit(world, 'cancel', () => ({ flowControlSettings: { ignoreCancellationPolicy: true } })),
  },
  { name: 'confirm', often: 5, run: (world) => change(world, 'confirm', () => ({ participantNotification: { notifyParticipants: true } })) },
  { name: 'decline', often: 1, run: (world) => change(world, 'decline', () => ({})) },
  { name: 'cancel', often: 4, run: (world) => change(world, 'cancel', () => ({ flowControlSettings: { ignoreCancellationPolicy: true } })) },
  {
    name: 'change the party',
    often: 2,
    run: (world) => change(world, 'update_number_of_participants', () => ({ totalParticipants: world.random.between(1, 3) })),
  },
  {
    name: 'move',
    often: 3,
    run: (world) => {
      const slot = { class: classSlot(world), appointment: appointmentSlot(world, world.massage, pickHour(world)) }
      return change(world, 'reschedule', ({ kind }) => ({ slot: slot[kind], flowControlSettings: { ignoreReschedulePolicy: true } }))
    },
  },
  {
    name: 'join a waitlist',
    often: 3,
    run: async (world) => {
      const { eventId, serviceId } = classSlot(world)
      const token = await visitorToken(world)
      const booking = { bookedEntity: { slot: { eventId, serviceId } }, contactDetails: guestDetails(world), totalParticipants: 1 }
      const reply = await world.server.call('POST', '/bookings/v1/waitlist/register', { token, body: { eventId, booking } })
      if (reply.status === 200) world.waiting.push({ registrationId: reply.body.registration.id, token })
      return reply
    },
  },
  {
    name: 'take the place that is offered',
    often: 3,
    run: async (world) => {
      if (world.waiting.length === 0) return undefined
      const { token, registrationId } = world.random.pick(world.waiting)
      return world.server.call('POST', '/bookings/v1/waitlist/enroll', { token, body: { registrationId } })
    },
  },
  {
    name: 'change the capacity of a session',
    often: 1,
    run: async ({ studio, random, sessions }) => {
      const path = `/calendar/v3/events/${random.pick(sessions)}`
      const found = await studio.owner(path, undefined, 'GET')
      if (found.status !== 200) return found
      const { event } = found.body
      return studio.owner(path, { event: { revision: event.revision, totalCapacity: random.between(2, 8) } }, 'PATCH')
    },
  },
]
/** The connection of some other call is cut in the middle: it is answered with 503, or made again. */
async function cutConnection({ server }: World): Promise<void> {
  if (server.open.kind !== 'server') return
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1`.execute(server.open.db)
}
const drawn = commands.flatMap((command) => Array.from({ length: command.often }, () => command))

async function createWorld(server: TestServer): Promise<World> {
  server.freezeClock(start.toString())
  const studio = await createBookingStudio(server)
  const yoga = await createWaitlistClass(studio, PER_SESSION, { rateType: 'NO_FEE', options: { inPerson: true, pricingPlan: true } })
  const { plan } = (
    await studio.owner('/v2/plans', {
      plan: { name: 'Pack', pricing: { price: { value: '30' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } }, public: true },
    })
  ).body
  await server.ok('PUT', `/api/plans/${plan.id}/benefit`, {
    as: studio.site,
    body: { benefit: { credits: Math.max(20, Math.floor(operations / 20)) }, serviceIds: [yoga.id] },
  })
  const members: Member[] = []
  for (let made = 0; made < 6; made += 1) {
    const { token, email, memberId } = await server.registerMember(studio.site)
    await server.ok('POST', '/v2/checkout/orders/offline', { as: studio.site, body: { planId: plan.id, memberId, paid: true } })
    members.push({ token, email })
  }
  const [other, room] = [await studio.resource('Ben'), await studio.resource('Room')]
  const byOther = { type: 'APPOINTMENT', staff: [other.id] }
  const services = {
    massage: await studio.service({ type: 'APPOINTMENT', price: '0' }),
    facial: await studio.service({ ...byOther, price: '0' }),
    withRoom: await studio.service({ ...byOther, price: '0', rooms: { type: room.typeId, ids: [room.id] } }),
    paid: await studio.service({ ...byOther, price: '40.00' }),
    pottery: await studio.service({ type: 'COURSE', capacity: 12, price: '0' }),
  }
  await studio.session(services.pottery, '2027-11-02T18:00:00Z', '2027-11-02T20:00:00Z', 'COURSE')
  const coupon = { name: 'Half', code: 'HALF', startTime: '0', scope: { namespace: 'bookings' }, percentOffRate: 50, usageLimit: operations }
  await server.ok('POST', '/stores/v2/coupons', { as: studio.site, body: { specification: coupon } })
  const random = newRandom('mixed bookings')
  const world: World = { server, studio, yoga, ...services, members, other: other.id, random, sessions: [], known: [], waiting: [], visits: [], day: 0 }
  for (let made = 0; made < SESSIONS; made += 1) await openNextDay(world)
  return world
}

/** What came of each command: done, or refused with which code. */
async function runClients(world: World): Promise<Map<string, Map<string, number>>> {
  const counts = new Map(commands.map(({ name }) => [name, new Map<string, number>()]))
  let left = operations
  let housework = Promise.resolve()
  const runClient = async () => {
    while (left-- > 0) {
      // One after the other: what the test itself writes is not to be cut.
      if (left % A_DAY === 0) await (housework = housework.then(() => openNextDay(world)))
      if (cutsConnections && left % A_CUT === 0) await (housework = housework.then(() => cutConnection(world)))
      const { name, run } = world.random.pick(drawn)
      const reply = await run(world)
      if (!reply) continue
      // With all its connections in use a server that cannot keep up turns callers away after ten seconds, and nothing was done.
      const isTurnedAway = reply.status === 503 && errorCode(reply) === 'UNAVAILABLE'
      if (reply.status >= 500 && !isTurnedAway)
        throw new Error(`${name} failed with ${reply.status}: ${reply.text}\n${world.server.problems.slice(-1).join('')}`)
      const outcome = reply.status === 200 ? 'done' : errorCode(reply)
      const of = counts.get(name)
      of?.set(outcome, (of.get(outcome) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, runClient))
  return counts
}

const intro = `# Bookings of every kind at once

What ${clients} clients came to who booked, moved and cancelled on the same three classes, a course, two people and a room at a time, while the business changed capacities.
Afterwards the tables were asked for everything that must never be (\`test/invariants.ts\`): no session is oversold, no person or room is booked twice, every
credit, count and debt that is kept is what its rows come to. \`npm run soak -- --only races,races-embedded\` repeats it and writes this page anew.
`
/** The page with the section of this database in place of an older one. */
function toPage(page: string, database: string, section: string): string {
  const others = page.split(/^(?=## )/m).filter((part) => part.startsWith('## ') && !part.startsWith(`## ${database}\n`))
  return [intro, ...[section, ...others.map((part) => part.trimEnd() + '\n')].toSorted((a, b) => (a < b ? 1 : -1))].join('\n')
}
function toSection(counts: ReadonlyMap<string, ReadonlyMap<string, number>>, { database, seed }: { database: string; seed: number }): string {
  const lines = [...counts].map(([name, of]) => {
    const refused = [...of].filter(([code]) => code !== 'done').sort(([a], [b]) => (a < b ? -1 : 1))
    return `| ${name} | ${of.get('done') ?? 0} | ${refused.map(([code, count]) => `${code} ${count}`).join(', ') || '–'} |`
  })
  const cuts = cutsConnections && database === 'PostgreSQL' ? `, a connection cut after every ${A_CUT}` : ''
  return [
    `## ${database}`,
    `${operations} operations${cuts} (seed ${seed}); ${countInvariants()} invariants, none broken.`,
    '',
    '| operation | done | refused |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

describe.skipIf(!process.env.TEST_DATABASE_URL && !process.env.RACE_EMBEDDED)('on a real server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test(
    'bookings of every kind at once leave nothing oversold and every count right',
    async () => {
      const world = await createWorld(server)
      const counts = await runClients(world)
      await server.runner.drain()
      expect(await brokenInvariants(server.open.db)).toEqual([])
      const done = [...counts].map(([name, of]) => [name, of.get('done') ?? 0] as const)
      expect(done.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(operations / 10)
      // In a long run everything succeeds now and then: what never does is asked wrongly.
      if (operations >= LONG) expect(done.filter(([, count]) => count === 0)).toEqual([])
      const turnedAway = [...counts.values()].reduce((sum, of) => sum + (of.get('UNAVAILABLE') ?? 0), 0)
      expect(turnedAway).toBeLessThan(operations / 10)
      const file = process.env.RACE_REPORT
      if (!file) return
      const database = server.open.kind === 'server' ? 'PostgreSQL' : 'Embedded'
      const section = toSection(counts, { database, seed: world.random.seed })
      writeFileSync(file, toPage(existsSync(file) ? readFileSync(file, 'utf8') : '', database, section))
    },
    60_000 + operations * 300,
  )
})
