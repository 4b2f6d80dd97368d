/**
 * What the clients of a studio do at random: they book classes, courses, appointments and visits, confirm, move, cancel, wait and take offers while the
 * business changes capacities, on the same few sessions, people and rooms. All that they know is JSON, so that they can be other processes than the test.
 */
import { Temporal } from 'temporal-polyfill'
import type { CreatedService } from '../factories/booking-studio.ts'
import type { Random } from '../kill/random.ts'
import type { CallOptions, TestReply, TestSite } from '../test-calls.ts'
import { errorCode } from './concurrently.ts'

/** So many bookings, visits and places in a waitlist are gone on with. */
const RECENT = 30
/** A visitor may make thirty bookings an hour. */
const PER_VISITOR = 15

interface Member {
  token: string
  email: string
}
/** What a studio of this mix has. */
export interface MixStudio {
  site: TestSite
  /** The person who gives the massage. */
  staff: string
  /** Who gives all other appointments. */
  other: string
  yoga: CreatedService
  pottery: CreatedService
  /** Given by one person; the others by another: `withRoom` takes a room along, `paid` costs something. */
  massage: CreatedService
  facial: CreatedService
  withRoom: CreatedService
  paid: CreatedService
  members: Member[]
}
/** What is open now: sessions of the class, and the day of appointments, counted from the first one. */
export interface OpenDay {
  day: number
  sessions: string[]
}

interface Known {
  id: string
  revision: string
  kind: 'class' | 'appointment'
}
/** Parts of a visit, with the revisions that were known last. */
interface Visit {
  id: string
  parts: { bookingId: string; revision: string }[]
}
export type Call = (method: string, path: string, options?: CallOptions) => Promise<TestReply>
/** Everything that the clients of one process share. */
export interface World extends MixStudio, OpenDay {
  call: Call
  /** Tells its guests from those of other processes. */
  name: string
  random: Random
  guests: number
  visitor: { token: Promise<string>; bookings: number } | undefined
  known: Known[]
  visits: Visit[]
  waiting: { registrationId: string; token: string }[]
  /** Bookings that were acknowledged, all of them. */
  created: string[]
}
export const createWorld = (studio: MixStudio, day: OpenDay, own: Pick<World, 'call' | 'name' | 'random'>): World => ({
  ...studio,
  ...day,
  ...own,
  guests: 0,
  visitor: undefined,
  known: [],
  visits: [],
  waiting: [],
  created: [],
})
/** Full classes only turn people away: another day is open, and what is long ago is forgotten. */
export function enterDay(world: World, { day, sessions }: OpenDay): void {
  Object.assign(world, { day, sessions } satisfies OpenDay)
  for (const list of [world.known, world.visits, world.waiting]) list.splice(0, list.length - RECENT)
}

const firstDay = Temporal.PlainDate.from('2027-05-10')
export const hoursOn = (days: number, hour: number): { start: string; end: string } => {
  const at = (hours: number) => `${firstDay.add({ days }).toString()}T${String(hours).padStart(2, '0')}:00:00Z`
  return { start: at(hour), end: at(hour + 1) }
}
const pickHour = ({ random, day }: World): { start: string; end: string } => hoursOn(day, random.between(9, 15))
const askOwner = ({ call, site }: World, path: string, body: unknown = {}, method = 'POST'): Promise<TestReply> =>
  call(method, path, method === 'GET' ? { as: site } : { as: site, body })
/** Some guests come again and again, to whichever process. */
const guestDetails = (world: World) => ({
  firstName: 'Guest',
  email: world.random.next() < 0.3 ? `guest-${world.random.between(1, 20)}@people.example` : `guest-${world.name}-${(world.guests += 1)}@people.example`,
})
/** Asks again when it was the connection of this call that was cut, or when a server had no connection to give. */
async function createVisitor({ call, site }: World, attempts = 3): Promise<string> {
  const reply = await call('POST', '/oauth2/token', { body: { clientId: site.clientId, grantType: 'anonymous' } })
  if (reply.status === 503 && attempts > 1) return createVisitor({ call, site } as World, attempts - 1)
  if (reply.status !== 200) throw new Error(`a visitor was answered ${reply.status}: ${reply.text}`)
  return reply.body.access_token
}
function visitorToken(world: World): Promise<string> {
  if (!world.visitor || world.visitor.bookings >= PER_VISITOR) world.visitor = { token: createVisitor(world), bookings: 0 }
  world.visitor.bookings += 1
  return world.visitor.token
}
const classSlot = ({ random, yoga, sessions }: World) => ({ serviceId: yoga.id, eventId: random.pick(sessions) })
const remember = (world: World, reply: TestReply, kind: Known['kind']): TestReply => {
  const booking = reply.status === 200 ? reply.body.booking : undefined
  if (booking) {
    world.known.push({ id: booking.id, revision: booking.revision, kind })
    world.created.push(booking.id)
  }
  return reply
}
/** A change of a booking that was made before; undefined while there is none. */
async function change(world: World, path: string, body: (of: Known) => object): Promise<TestReply | undefined> {
  if (world.known.length === 0) return undefined
  const of = world.random.pick(world.known)
  const reply = await askOwner(world, `/v2/bookings/${of.id}/${path}`, { revision: of.revision, ...body(of) })
  if (reply.status === 200) of.revision = reply.body.booking.revision
  return reply
}

/** An appointment by the person of its service. */
const appointmentSlot = ({ massage, staff, other }: World, service: CreatedService, { start, end }: { start: string; end: string }): object => ({
  serviceId: service.id,
  scheduleId: service.scheduleId,
  startDate: start,
  endDate: end,
  timezone: 'Europe/Berlin',
  resource: { id: service === massage ? staff : other },
  location: { locationType: 'OWNER_BUSINESS' },
})
/** A visit of two parts: one after the other, at the same time, or a class with an appointment. */
async function bookVisit(world: World, multiServiceBookingType: string): Promise<TestReply> {
  const { random, massage, facial, day } = world
  const hour = random.between(9, 14)
  const [first, second] = [hoursOn(day, hour), hoursOn(day, hour + 1)]
  const contactDetails = guestDetails(world)
  const slots = {
    SEQUENTIAL_BOOKINGS: [appointmentSlot(world, massage, first), appointmentSlot(world, facial, second)],
    PARALLEL_BOOKINGS: [appointmentSlot(world, massage, first), appointmentSlot(world, facial, first)],
    SEPARATE_BOOKINGS: [classSlot(world), appointmentSlot(world, facial, first)],
  }[multiServiceBookingType] as object[]
  const bookings = slots.map((slot) => ({ bookedEntity: { slot }, contactDetails, totalParticipants: 1 }))
  const reply = await askOwner(world, '/v2/multi_service_bookings', { bookings, multiServiceBookingType })
  if (reply.status !== 200) return reply
  const { id, bookings: made } = reply.body.multiServiceBooking
  const parts = made.map(({ bookingId, booking }: { bookingId: string; booking: { revision: string } }) => ({ bookingId, revision: booking.revision }))
  world.visits.push({ id, parts })
  for (const { bookingId, revision } of parts) {
    world.known.push({ id: bookingId, revision, kind: 'appointment' })
    world.created.push(bookingId)
  }
  return reply
}
/** A change of a visit as a whole; undefined while there is none. */
async function changeVisit(world: World, path: string, body: (visit: Visit) => object): Promise<TestReply | undefined> {
  if (world.visits.length === 0) return undefined
  const visit = world.random.pick(world.visits)
  return askOwner(world, `/v2/multi_service_bookings/${visit.id}/${path}`, body(visit))
}
const bookAppointment = async (world: World, service: CreatedService): Promise<TestReply> => {
  const booking = { bookedEntity: { slot: appointmentSlot(world, service, pickHour(world)) }, contactDetails: guestDetails(world) }
  return remember(world, await askOwner(world, '/v2/bookings', { booking }), 'appointment')
}

/** What the clients do, by name; the number says how often. */
const commands: { name: string; often: number; run(world: World): Promise<TestReply | undefined> }[] = [
  {
    name: 'hold a class',
    often: 5,
    run: async (world) => {
      const booking = { bookedEntity: { slot: classSlot(world) }, contactDetails: guestDetails(world), totalParticipants: world.random.between(1, 2) }
      return remember(world, await askOwner(world, '/v2/bookings', { booking }), 'class')
    },
  },
  {
    name: 'book a confirmed class',
    often: 3,
    run: async (world) => {
      const booking = { bookedEntity: { slot: classSlot(world) }, contactDetails: guestDetails(world), totalParticipants: 1, status: 'CONFIRMED' }
      return remember(world, await askOwner(world, '/v2/bookings', { booking, participantNotification: { notifyParticipants: true } }), 'class')
    },
  },
  {
    name: 'book a class on the hosted page',
    often: 4,
    run: async (world) => {
      const body = { slot: classSlot(world), contactDetails: guestDetails(world), totalParticipants: 1 }
      return remember(world, await world.call('POST', '/api/checkout/bookings', { token: await visitorToken(world), body }), 'class')
    },
  },
  {
    name: 'book a class with a plan',
    often: 4,
    run: async (world) => {
      const { token, email } = world.random.pick(world.members)
      const body = { slot: classSlot(world), contactDetails: { firstName: 'Mia', email }, totalParticipants: 1, paymentOption: 'MEMBERSHIP' }
      return remember(world, await world.call('POST', '/api/checkout/bookings', { token, body }), 'class')
    },
  },
  {
    name: 'book a course',
    often: 2,
    run: async (world) => {
      const booking = { bookedEntity: { schedule: { serviceId: world.pottery.id } }, contactDetails: guestDetails(world), totalParticipants: 1 }
      return remember(world, await askOwner(world, '/v2/bookings', { booking }), 'class')
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
      return remember(world, await world.call('POST', '/api/checkout/bookings', { token: await visitorToken(world), body }), 'appointment')
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
      const reply = await world.call('POST', '/bookings/v1/waitlist/register', { token, body: { eventId, booking } })
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
      return world.call('POST', '/bookings/v1/waitlist/enroll', { token, body: { registrationId } })
    },
  },
  {
    name: 'change the capacity of a session',
    often: 1,
    run: async (world) => {
      const path = `/calendar/v3/events/${world.random.pick(world.sessions)}`
      const found = await askOwner(world, path, undefined, 'GET')
      if (found.status !== 200) return found
      const { event } = found.body
      return askOwner(world, path, { event: { revision: event.revision, totalCapacity: world.random.between(2, 8) } }, 'PATCH')
    },
  },
]
const drawn = commands.flatMap((command) => Array.from({ length: command.often }, () => command))

/** How often each command was done, or refused with which code. */
export type Outcomes = Record<string, Record<string, number>>

interface RunOptions {
  operations: number
  clients: number
  /** Called before each operation, with how many are left. */
  before?(left: number): Promise<void>
}
/**
 * Lets so many clients work at the same time until all operations are made. Rejects with the first reply that is none of the documented ones: with all its
 * connections in use a server that cannot keep up turns callers away (`UNAVAILABLE`), and nothing was done; any other failure is ours.
 */
export async function runClients(world: World, { operations, clients, before }: RunOptions): Promise<Outcomes> {
  const outcomes: Outcomes = Object.fromEntries(commands.map(({ name }) => [name, {}]))
  let left = operations
  const runClient = async () => {
    while (left-- > 0) {
      await before?.(left)
      const { name, run } = world.random.pick(drawn)
      const reply = await run(world)
      if (!reply) continue
      const isTurnedAway = reply.status === 503 && errorCode(reply) === 'UNAVAILABLE'
      if (reply.status >= 500 && !isTurnedAway) throw new Error(`${name} failed with ${reply.status}: ${reply.text}`)
      const outcome = reply.status === 200 ? 'done' : errorCode(reply)
      const counts = outcomes[name] as Record<string, number>
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: clients }, runClient))
  return outcomes
}
