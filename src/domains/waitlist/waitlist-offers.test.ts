/** Every way in which a place becomes free offers it to the waitlist, and no place is ever lost. Source: guide bookings §13.3. */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import {
  bookSeat,
  changeUsualCapacity,
  expectNoPlaceLost,
  joinWaitlist,
  createPerson,
  createWaitlistClass,
  runWaitlistSchedule,
  readWaitlist,
  waitlistRules,
  type Person,
  type SeatHolder,
} from '../../../test/factories/waitlist-class.ts'
import { propertyOptions } from '../../../test/property-options.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const START = Temporal.Instant.from('2027-05-01T10:00:00Z')
const RUNS = propertyOptions({ short: 6, most: 300 }).numRuns

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock(START.toString())
  await server.removeSites()
  studio = await createBookingStudio(server)
})

interface Waited {
  yoga: CreatedService
  eventId: string
  seated: SeatHolder[]
  first: Person
}
const getSeat = async (yoga: CreatedService, eventId: string, people = 1): Promise<SeatHolder> => {
  const who = await createPerson(studio)
  const { booking } = (await bookSeat(studio, yoga, eventId, who, people)).body
  return { ...who, id: booking.id, revision: booking.revision }
}
/** A class of three places, all taken (by a pair and a single), and one waiting customer. */
async function waitedFor(more: { approval?: boolean } = {}): Promise<Waited> {
  const yoga = more.approval
    ? await studio.service({ type: 'CLASS', capacity: 3, price: '0', rules: waitlistRules, approval: true })
    : await createWaitlistClass(studio, 3)
  const eventId = await studio.session(yoga)
  const seated = [await getSeat(yoga, eventId, 2), await getSeat(yoga, eventId)]
  const first = await createPerson(studio)
  expect((await joinWaitlist(studio, yoga, eventId, first)).status).toBe(200)
  return { yoga, eventId, seated, first }
}
const at = (n: number, list: SeatHolder[]): SeatHolder => list[n] as SeatHolder
const expectOwned = async (answer: ReturnType<BookingStudio['owner']>) => expect((await answer).status).toBe(200)

const ways: [string, (class_: Waited) => Promise<unknown>, { approval?: boolean }?][] = [
  [
    'the business cancels a booking',
    ({ seated }) =>
      expectOwned(studio.owner(`/v2/bookings/${at(1, seated).id}/cancel`, { revision: '2', flowControlSettings: { ignoreCancellationPolicy: true } })),
  ],
  [
    'the customer cancels through the link of the email',
    async ({ seated }) => {
      const { manageLink } = await server.emailVariables(studio.site, at(1, seated).email, 'booking-confirmed')
      await server.ok('POST', `/v1/anonymous-bookings/${String(manageLink).split('/').at(-1)}/cancel`, { as: studio.site, body: { revision: '2' } })
    },
  ],
  [
    'a customer moves to another session',
    async ({ yoga, seated }) => {
      const other = await studio.session(yoga, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z')
      await expectOwned(studio.owner(`/v2/bookings/${at(1, seated).id}/reschedule`, { revision: '2', slot: { serviceId: yoga.id, eventId: other } }))
    },
  ],
  [
    'fewer people come',
    ({ seated }) => expectOwned(studio.owner(`/v2/bookings/${at(0, seated).id}/update_number_of_participants`, { revision: '2', totalParticipants: 1 })),
  ],
  [
    'fewer people come, said while moving',
    ({ yoga, eventId, seated }) =>
      expectOwned(studio.owner(`/v2/bookings/${at(0, seated).id}/reschedule`, { revision: '2', slot: { serviceId: yoga.id, eventId }, totalParticipants: 1 })),
  ],
  ['a request is declined', ({ seated }) => expectOwned(studio.owner(`/v2/bookings/${at(1, seated).id}/decline`, { revision: '2' })), { approval: true }],
  ['the session has room for more', ({ eventId }) => expectOwned(studio.owner(`/calendar/v3/events/${eventId}`, { event: { totalCapacity: 4 } }, 'PATCH'))],
  ['the class has room for more', ({ yoga }) => changeUsualCapacity(studio, yoga, 4)],
]

describe('who waits is offered the place when', () => {
  test.each(ways)('%s', async (_, free, more) => {
    const waited = await waitedFor(more)
    await free(waited)
    const { registrations } = await readWaitlist(studio, waited.eventId)
    expect(registrations.map((one) => one.status)).toEqual(['SUGGESTING'])
    expect(await studio.sentTemplates(waited.first.email)).toEqual(['waitlist-joined', 'waitlist-offer'])
    await expectNoPlaceLost(studio, waited.yoga, waited.eventId)
  })

  test('the hold of an unfinished checkout runs out', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 1, rules: waitlistRules })
    const eventId = await studio.session(yoga)
    const { booking } = (
      await studio.create({
        booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Sam', email: 'sam@example.org' } },
      })
    ).body
    expect(booking.status).toBe('CREATED')
    const first = await createPerson(studio)
    await joinWaitlist(studio, yoga, eventId, first)
    server.freezeClock('2027-05-01T10:11:00Z')
    // Before anyone looked, the place is not for a newcomer.
    expect(errorCode(await bookSeat(studio, yoga, eventId, await createPerson(studio)))).toBe('SLOT_NOT_AVAILABLE')
    await runWaitlistSchedule(studio)
    expect((await readWaitlist(studio, eventId)).registrations.map((one) => one.status)).toEqual(['SUGGESTING'])
  })

  test('a series has room for more', async () => {
    const yoga = await createWaitlistClass(studio, 1)
    const options = {
      scheduleId: yoga.scheduleId,
      type: 'CLASS',
      start: { localDate: '2027-05-12T18:00:00' },
      end: { localDate: '2027-05-12T19:00:00' },
      resources: [{ id: studio.staff }],
      recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['WEDNESDAY'] },
    }
    const { event: series } = await server.ok('POST', '/calendar/v3/events', { as: studio.site, body: { event: options } })
    const { events } = (
      await studio.owner('/calendar/v3/events/query', {
        fromLocalDate: '2027-05-12T00:00:00',
        toLocalDate: '2027-05-13T00:00:00',
        query: { filter: { scheduleId: yoga.scheduleId } },
      })
    ).body
    const eventId = events[0].id
    await getSeat(yoga, eventId)
    const first = await createPerson(studio)
    expect((await joinWaitlist(studio, yoga, eventId, first)).status).toBe(200)
    await expectOwned(studio.owner(`/calendar/v3/events/${series.id}`, { event: { totalCapacity: 2 } }, 'PATCH'))
    expect((await readWaitlist(studio, eventId)).registrations.map((one) => one.status)).toEqual(['SUGGESTING'])
  })

  test('the data of a member who sat there is erased', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 1, price: '0', rules: waitlistRules })
    const eventId = await studio.session(yoga)
    const member = await server.registerMember(studio.site)
    expect((await bookSeat(studio, yoga, eventId, member)).status).toBe(200)
    await joinWaitlist(studio, yoga, eventId, await createPerson(studio))
    await expectOwned(studio.owner(`/v1/members/${member.memberId}`, {}, 'DELETE'))
    await server.runner.drain()
    expect((await readWaitlist(studio, eventId)).registrations.map((one) => one.status)).toEqual(['SUGGESTING'])
  })
})

describe('no free place is kept without an offer', () => {
  test('a place that is too small for the pair in line can be booked', async () => {
    const { yoga, eventId, seated, first } = await waitedFor()
    expect(first.email).toBeTruthy()
    const leaving = (await readWaitlist(studio, eventId)).registrations[0]
    await server.ok('POST', '/bookings/v1/waitlist/leave', { as: studio.site, body: { registrationId: leaving?.id } })
    await joinWaitlist(studio, yoga, eventId, await createPerson(studio), 2)
    await expectOwned(studio.owner(`/v2/bookings/${at(1, seated).id}/cancel`, { revision: '2', flowControlSettings: { ignoreCancellationPolicy: true } }))
    await expectNoPlaceLost(studio, yoga, eventId)
    expect((await bookSeat(studio, yoga, eventId, await createPerson(studio))).body.booking.status).toBe('CONFIRMED')
  })

  test('from the latest booking time on a free place is for the business', async () => {
    const rules = { ...waitlistRules, limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 } }
    const yoga = await studio.service({ type: 'CLASS', capacity: 1, price: '0', rules })
    const eventId = await studio.session(yoga)
    const sam = await getSeat(yoga, eventId)
    await joinWaitlist(studio, yoga, eventId, await createPerson(studio))
    server.freezeClock('2027-05-10T09:30:00Z')
    await expectOwned(studio.owner(`/v2/bookings/${sam.id}/cancel`, { revision: '2', flowControlSettings: { ignoreCancellationPolicy: true } }))
    const created = await studio.owner('/v2/bookings', {
      booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Walk-in' } },
    })
    expect(created.body.booking?.status).toBe('CREATED')
  })

  type Step =
    | { do: 'book' | 'join'; people: number }
    | { do: 'cancel' | 'people' | 'leave' | 'enroll' | 'decline'; of: number; people: number }
    | { do: 'capacity' | 'usual'; seats: number }
    | { do: 'wait'; minutes: number }
  const of = fc.nat(5)
  const people = fc.integer({ min: 1, max: 3 })
  const seats = fc.integer({ min: 1, max: 6 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('book' as const, 'join' as const), people }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'people' as const, 'leave' as const, 'enroll' as const, 'decline' as const), of, people }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('capacity' as const, 'usual' as const), seats }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(4, 11) }) },
  )

  async function carryOut(one: Step, now: { at: Temporal.Instant }, yoga: CreatedService, eventId: string): Promise<void> {
    const openBookings = async () =>
      (
        await studio.owner('/_api/bookings-reader/v2/extended-bookings/query', {
          query: { filter: { 'bookedEntity.item.slot.eventId': eventId, status: 'CONFIRMED' } },
        })
      ).body.extendedBookings as { booking: { id: string; revision: string } }[]
    switch (one.do) {
      case 'wait':
        now.at = now.at.add({ minutes: one.minutes })
        server.freezeClock(now.at.toString())
        return runWaitlistSchedule(studio)
      case 'book':
        return void (await bookSeat(studio, yoga, eventId, await createPerson(studio), one.people))
      case 'join':
        return void (await joinWaitlist(studio, yoga, eventId, await createPerson(studio), one.people))
      case 'capacity':
        return expectOwned(studio.owner(`/calendar/v3/events/${eventId}`, { event: { totalCapacity: one.seats } }, 'PATCH'))
      case 'usual':
        return changeUsualCapacity(studio, yoga, one.seats)
      case 'leave':
      case 'enroll':
      case 'decline': {
        const { registrations } = await readWaitlist(studio, eventId)
        const entry = registrations[one.of % Math.max(1, registrations.length)]
        if (!entry) return undefined
        if (one.do === 'decline') return void (await studio.owner(`/v2/bookings/${entry.bookingId}/decline`, { revision: '1' }))
        return void (await studio.owner(`/bookings/v1/waitlist/${one.do}`, { registrationId: entry.id }))
      }
      default: {
        const bookings = await openBookings()
        const known = bookings[one.of % Math.max(1, bookings.length)]?.booking
        if (!known) return undefined
        const what = one.do === 'cancel' ? 'cancel' : 'update_number_of_participants'
        return void (await studio.owner(`/v2/bookings/${known.id}/${what}`, {
          revision: known.revision,
          ...(one.do === 'cancel' ? { flowControlSettings: { ignoreCancellationPolicy: true } } : { totalParticipants: one.people }),
        }))
      }
    }
  }

  test(
    `whatever happens to a class: ${RUNS} random histories with changes of its capacity`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
          const now = { at: START }
          server.freezeClock(START.toString())
          await server.removeSites()
          studio = await createBookingStudio(server)
          const yoga = await createWaitlistClass(studio, 2)
          const eventId = await studio.session(yoga)
          for (const one of steps) {
            await carryOut(one, now, yoga, eventId)
            await expectNoPlaceLost(studio, yoga, eventId)
          }
        }),
        propertyOptions({ short: 6, most: 300 }),
      )
    },
    180_000 + RUNS * 30_000,
  )
})
