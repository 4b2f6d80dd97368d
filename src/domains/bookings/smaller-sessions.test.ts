/** A session that the business makes smaller than what is held: who holds seats keeps them, newcomers find none. Source: guide bookings §7.1, services-and-availability §13.4. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, mia, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { bookSeat, changeUsualCapacity, createPerson, createWaitlistClass, joinWaitlist, readWaitlist } from '../../../test/factories/waitlist-class.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

const guestBody = () => ({ ...mia, email: `${randomUUID()}@example.org` })
async function hold(slot: object, token: string) {
  const booking = { bookedEntity: { slot }, contactDetails: guestBody(), totalParticipants: 1 }
  return (await server.ok('POST', '/v2/bookings', { token, body: { booking } })).booking
}
const makeSmaller = (eventId: string, totalCapacity: number) =>
  server.ok('PATCH', `/calendar/v3/events/${eventId}`, { as: studio.site, body: { event: { totalCapacity } } })
const countOpen = async (eventId: string): Promise<number> =>
  (await server.ok('GET', `/calendar/v3/events/${eventId}`, { as: studio.site })).event.remainingCapacity

test('a live hold is paid, a newcomer is refused, and a hold that ran out has no seat', async () => {
  const yoga = await studio.service({ type: 'CLASS', capacity: 3, price: '12' })
  const eventId = await studio.session(yoga)
  const [early, late, newcomer] = [await server.visitorToken(studio.site), await server.visitorToken(studio.site), await server.visitorToken(studio.site)]
  const slot = { serviceId: yoga.id, eventId }
  const [first, second] = [await hold(slot, early), await hold(slot, late)]
  await makeSmaller(eventId, 1)
  expect(await countOpen(eventId)).toBe(0)
  const pay = (bookingId: string, token: string) => server.ok('POST', '/api/checkout/bookings', { token, body: { bookingId, paymentOption: 'ONLINE', card } })
  const paid = await pay(first.id, early)
  expect([paid.booking.status, paid.booking.paymentStatus]).toEqual(['CONFIRMED', 'PAID'])
  const refused = await server.call('POST', '/api/checkout/bookings', {
    token: newcomer,
    body: { slot, contactDetails: guestBody(), paymentOption: 'ONLINE', card },
  })
  expect(errorCode(refused)).toBe('SESSION_CAPACITY_EXCEEDED')
  server.freezeClock('2027-05-01T10:10:00Z')
  const over = await pay(second.id, late)
  expect([over.booking.status, over.payment.outcome]).toEqual(['DECLINED', 'place_gone'])
})

test.each(['confirmBooking', 'confirmOrDecline'])('a request that waits for its answer is accepted by %s', async (operation) => {
  const yoga = await studio.service({ type: 'CLASS', capacity: 3, price: '0' })
  const eventId = await studio.session(yoga)
  const slot = { serviceId: yoga.id, eventId }
  const held = [await hold(slot, await server.visitorToken(studio.site)), await hold(slot, await server.visitorToken(studio.site))]
  await makeSmaller(eventId, 1)
  for (const { id, revision } of held) {
    const accept = () =>
      operation === 'confirmBooking'
        ? studio.act(id, 'confirm', { revision })
        : studio.owner(`/v2/confirmation/${id}:confirmOrDecline`, { paymentStatus: 'NOT_PAID' })
    const { booking } = (await accept()).body
    expect([booking.status, booking.doubleBooked ?? false]).toEqual(['CONFIRMED', false])
  }
})

test.each([
  { type: 'CLASS', grows: 'SESSION_CAPACITY_EXCEEDED' },
  { type: 'COURSE', grows: 'SCHEDULE_CAPACITY_EXCEEDED' },
] as const)('a party of a $type gets smaller, and not larger', async ({ type, grows }) => {
  const service = { type, name: 'Yoga', defaultCapacity: 5, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
  const made = (await server.ok('POST', '/v2/services', { as: studio.site, body: { service } })).service
  const yoga = { id: made.id, scheduleId: made.schedule.id }
  const eventId = await studio.session(yoga, undefined, undefined, type)
  const slot = type === 'CLASS' ? { serviceId: yoga.id, eventId } : { serviceId: yoga.id, scheduleId: yoga.scheduleId }
  // Who works for the business may book a larger party.
  const book = async (totalParticipants: number) => {
    const booking = { bookedEntity: { slot }, contactDetails: guestBody(), totalParticipants }
    return (await studio.owner('/v2/bookings', { booking, flowControlSettings: { skipBusinessConfirmation: true } })).body.booking
  }
  const held = await book(3)
  await book(2)
  await changeUsualCapacity(studio, yoga, 2)
  const { booking } = (await studio.act(held.id, 'confirm', { revision: held.revision })).body
  expect(booking.status).toBe('CONFIRMED')
  const change = (revision: string, totalParticipants: number) => studio.act(held.id, 'update_number_of_participants', { revision, totalParticipants })
  expect(errorCode(await change(booking.revision, 4))).toBe(grows)
  const smaller = (await change(booking.revision, 2)).body.booking
  expect(smaller.totalParticipants).toBe(2)
  expect(errorCode(await change(smaller.revision, 3))).toBe(grows)
})

test('an offer of the waitlist is taken up', async () => {
  const yoga = await createWaitlistClass(studio, 2)
  const eventId = await studio.session(yoga)
  const [ida, ben, wim] = [await createPerson(studio), await createPerson(studio), await createPerson(studio)]
  const seat = (await bookSeat(studio, yoga, eventId, ida)).body.booking
  await bookSeat(studio, yoga, eventId, ben)
  await joinWaitlist(studio, yoga, eventId, wim)
  await studio.act(seat.id, 'cancel', { revision: seat.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  const [entry] = (await readWaitlist(studio, eventId)).registrations
  expect(entry?.status).toBe('SUGGESTING')
  await makeSmaller(eventId, 1)
  const taken = await server.ok('POST', '/bookings/v1/waitlist/enroll', { token: wim.token, body: { registrationId: entry?.id } })
  expect(taken.booking).toMatchObject({ status: 'CONFIRMED' })
})
