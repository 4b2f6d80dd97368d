/** Booking and paying in one call, as our own booking page does. Source: guide bookings §4.7, §12.4, §24 (A, B, C). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, mia, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
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

const hold = (service: CreatedService, token: string) =>
  studio.create({ booking: { bookedEntity: { slot: studio.slotFor(service) }, contactDetails: mia, selectedPaymentOption: 'ONLINE' } }, token)

test('A: created with a hold, paid, confirmed, emailed and listed', async () => {
  const massage = await studio.service()
  const token = await server.visitorToken(studio.site)
  const { booking, payment, amounts } = await server.ok('POST', '/api/checkout/bookings', {
    token,
    body: { slot: studio.slotFor(massage), contactDetails: mia, paymentOption: 'ONLINE', card },
  })
  expect(booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID', revision: '2', startDate: '2027-05-10T10:00:00.000Z' })
  expect(booking.bookedEntity.slot).toMatchObject({ startDate: '2027-05-10T12:00:00.000+02:00', eventId: expect.any(String), resource: { name: 'Ana' } })
  expect([payment, amounts]).toMatchObject([{ outcome: 'succeeded' }, { total: '40.00', paid: '40.00', dueNow: '0.00' }])
  expect(await studio.emittedSlugs(booking.id)).toEqual(['created', 'confirmed'])
  expect((await server.sentEmails(studio.site, mia.email)).map((sentEmail) => sentEmail.template).sort()).toEqual([
    'booking-confirmed',
    'payment-receipt-booking',
  ])
})

test('B and C: after ten minutes the place is free; who pays too late is not charged', async () => {
  const massage = await studio.service()
  const [early, late] = [await server.visitorToken(studio.site), await server.visitorToken(studio.site)]
  const first = (await hold(massage, early)).body.booking
  expect(first).toMatchObject({ status: 'CREATED', revision: '1', paymentStatus: 'UNDEFINED' })
  server.freezeClock('2027-05-01T10:09:59Z')
  expect(errorCode(await hold(massage, late))).toBe('SLOT_NOT_AVAILABLE')
  server.freezeClock('2027-05-01T10:10:00Z')
  expect((await hold(massage, late)).status).toBe(200)
  server.freezeClock('2027-05-01T10:12:00Z')
  const { booking, payment } = await server.ok('POST', '/api/checkout/bookings', {
    token: early,
    body: { bookingId: first.id, paymentOption: 'ONLINE', card },
  })
  expect([booking.status, booking.revision, booking.paymentStatus, payment.outcome]).toEqual(['DECLINED', '2', 'UNDEFINED', 'place_gone'])
})

test('a declined card leaves the place held; another card pays it', async () => {
  const massage = await studio.service()
  const token = await server.visitorToken(studio.site)
  const first = await server.ok('POST', '/api/checkout/bookings', {
    token,
    body: { slot: studio.slotFor(massage), contactDetails: mia, card: { ...card, number: '4000000000009995' } },
  })
  expect([first.booking.status, first.payment]).toEqual(['CREATED', { outcome: 'declined', declineCode: 'insufficient_funds' }])
  expect(first.holdExpiresAt).toBe('2027-05-01T10:10:00.000Z')
  const again = await server.ok('POST', '/api/checkout/bookings', { token, body: { bookingId: first.booking.id, card } })
  expect(again.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
})

test('the same redirect session posted twice books once, one after the other and at once; another time is another booking', async () => {
  const massage = await studio.service({ price: '0' })
  const token = await server.visitorToken(studio.site)
  const post = (rs: string, slot: Record<string, unknown>) => server.call('POST', '/api/checkout/bookings', { token, body: { slot, contactDetails: mia, rs } })
  const [rs, yoga] = [randomUUID(), await studio.service({ type: 'CLASS', capacity: 9, price: '0' })]
  const seat = { serviceId: yoga.id, eventId: await studio.session(yoga) }
  const answers = [...(await Promise.all([post(rs, seat), post(rs, seat)])), await post(rs, seat)]
  expect(answers.map((answer) => answer.body.booking?.status ?? errorCode(answer))).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
  expect(new Set(answers.map((answer) => answer.body.booking.id)).size).toBe(1)
  const other = (await post(rs, studio.slotFor(massage))).body.booking
  expect(other).toMatchObject({ status: 'CONFIRMED' })
  expect(other.id).not.toBe(answers[0]?.body.booking.id)
  const otherVisitor = await server.call('POST', '/api/checkout/bookings', {
    token: await server.visitorToken(studio.site),
    body: { slot: seat, contactDetails: { ...mia, email: 'other@example.org' }, rs },
  })
  expect(otherVisitor.body.booking.id).not.toBe(answers[0]?.body.booking.id)
  await studio.owner(`/v2/bookings/${other.id}/cancel`, { revision: other.revision })
  const again = (await post(rs, studio.slotFor(massage))).body.booking
  expect(again).toMatchObject({ status: 'CONFIRMED' })
  expect(again.id).not.toBe(other.id)
})
