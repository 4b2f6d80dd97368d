/** What changes while a customer is on the page of the provider, and what the payment means then. Source: guide bookings §7.2, §9, §12.6, §13.4. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guest, createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { createPerson, joinWaitlist, runWaitlistSchedule, waitlistRules } from '../../../test/factories/waitlist-class.ts'
import { sendStripeEvent, type FakeStripe } from '../../../test/stripe.ts'
import { startStripeServer, type StripeServer } from '../../../test/stripe-server.ts'
import type { TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let stripe: FakeStripe
let close: StripeServer['close']
beforeAll(async () => {
  ;({ stripe, server, close } = await startStripeServer())
})
afterAll(() => close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

/** The customer pays on the page, and the provider tells us. */
async function payOnPage(url: string) {
  expect(await sendStripeEvent(server, stripe, stripe.complete(url))).toBe(200)
  await server.runner.drain()
}
const getSummary = (id: string) => server.ok('GET', `/api/bookings/${id}/summary`, { as: studio.site })
const setPeople = async (id: string, totalParticipants: number) =>
  studio.owner(`/v2/bookings/${id}/update_number_of_participants`, { revision: (await getSummary(id)).booking.revision, totalParticipants })
const createClass = async () => {
  const service = await studio.service({ type: 'CLASS', price: '20.00', capacity: 10, rules: { participantsPolicy: { maxParticipantsPerBooking: 5 } } })
  return { ...studio.slotFor(service), eventId: await studio.session(service) }
}
/** A booking whose page is open. */
async function openPage(slot: object) {
  const body = { slot, contactDetails: guest(), paymentOption: 'ONLINE' }
  const { booking, payment } = await server.ok('POST', '/api/checkout/bookings', { token: await server.visitorToken(studio.site), body })
  return { id: booking.id as string, url: payment.url as string }
}
/** The page for what is open of a booking that stands. */
async function openBalancePage(id: string): Promise<string> {
  const { balanceToken } = await getSummary(id)
  const { payment } = await server.ok('POST', `/api/checkout/baskets/${balanceToken}/pay`, { token: await server.visitorToken(studio.site), body: {} })
  return payment.url
}

test('the party grows: what was paid is a part of the price', async () => {
  const { id, url } = await openPage(await createClass())
  await setPeople(id, 3)
  await payOnPage(url)
  const { booking } = await getSummary(id)
  expect([booking.status, booking.paymentStatus]).toEqual(['CONFIRMED', 'PARTIALLY_PAID'])
  expect(await studio.money(id)).toMatchObject({ total: '60.00', paid: '20.00', open: '40.00' })
})

test('the party of a booking that stands shrinks: more than it costs goes back', async () => {
  const who = guest()
  const booking = await studio.book({ slot: await createClass(), paymentOption: 'OFFLINE', totalParticipants: 3, contactDetails: who })
  const url = await openBalancePage(booking.id)
  await setPeople(booking.id, 1)
  await payOnPage(url)
  expect(await studio.money(booking.id)).toMatchObject({ total: '20.00', paid: '0.00', open: '20.00' })
  expect(await studio.sentTemplates(who.email)).toContain('payment-returned')
})

test('a booking that stands is not moved to another price while it is being paid', async () => {
  const service = await studio.service({ rate: 'VARIED', price: '45.00', durations: [30, 60] })
  const optionId = randomUUID()
  const variants = [
    [30, '30.00'],
    [60, '60.00'],
  ].map(([minutes, value]) => ({ choices: [{ optionId, duration: { minutes } }], price: { value, currency: 'USD' } }))
  const options = { values: [{ id: optionId, type: 'DURATION', durationData: { name: 'Length' } }] }
  await studio.owner('/v1/serviceOptionsAndVariants', { serviceOptionsAndVariants: { serviceId: service.id, options, variants: { values: variants } } })
  const booking = await studio.book({ slot: studio.slotFor(service), paymentOption: 'OFFLINE', contactDetails: guest() })
  await openBalancePage(booking.id)
  const slot = studio.slotFor(service, '2027-05-10T10:00:00Z', '2027-05-10T10:30:00Z')
  const moved = await studio.owner(`/v2/bookings/${booking.id}/reschedule`, { revision: booking.revision, slot })
  expect([moved.status, moved.body.details?.applicationError?.code]).toEqual([428, 'PRICE_CHANGE_NOT_ALLOWED'])
})

test('who waited for an hour has as long to pay as everyone else', async () => {
  const yoga = await studio.service({ type: 'CLASS', price: '20.00', capacity: 1, rules: waitlistRules, options: { online: true } })
  const eventId = await studio.session(yoga)
  const slot = { serviceId: yoga.id, eventId }
  const { booking: seated } = (await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot }, contactDetails: guest(), status: 'CONFIRMED' } })).body
  const wim = await createPerson(studio)
  const joined = await joinWaitlist(studio, yoga, eventId, wim)
  server.freezeClock('2027-05-01T11:00:00Z')
  await studio.owner(`/v2/bookings/${seated.id}/cancel`, { revision: seated.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  const enrolled = await server.ok('POST', '/bookings/v1/waitlist/enroll', { token: wim.token, body: { registrationId: joined.body.registration.id } })
  const body = { bookingId: enrolled.booking.id, slot, contactDetails: { firstName: 'Wim', email: wim.email }, paymentOption: 'ONLINE' }
  const { payment, holdExpiresAt } = await server.ok('POST', '/api/checkout/bookings', { token: wim.token, body })
  expect(holdExpiresAt).toBe('2027-05-01T11:10:00.000Z')
  expect((await studio.create({ booking: { bookedEntity: { slot }, contactDetails: guest() } })).status).toBe(428)
  server.freezeClock('2027-05-01T11:03:00Z')
  await server.ok('POST', '/_test/run')
  await runWaitlistSchedule(studio)
  await payOnPage(payment.url)
  expect((await getSummary(enrolled.booking.id)).booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
})

test('the service is deleted: the appointment is declined, and the money goes back', async () => {
  const service = await studio.service()
  const { id, url } = await openPage(studio.slotFor(service))
  await studio.owner(`/v2/services/${service.id}`, {}, 'DELETE')
  await server.runner.drain()
  await payOnPage(url)
  const { booking } = await getSummary(id)
  expect([booking.status, booking.paymentStatus, (await studio.money(id)).paid]).toEqual(['DECLINED', 'REFUNDED', '0.00'])
})
