/** Fees of late cancellations and no-shows, beside what was paid, waived, moved or corrected. Source: guide bookings §14. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
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

/** Half of the price of a booking that is cancelled or missed, taken from the card. */
const rules = {
  cancellationPolicy: { enabled: true },
  reschedulePolicy: { enabled: true },
  cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 100_000 }], autoCollectFeeEnabled: true },
}
const withCard = { ...rules, saveCreditCardPolicy: { enabled: true } }
const getBooking = async (id: string) => (await server.ok('GET', `/api/bookings/${id}/summary`, { as: studio.site })).booking
const setAttendance = (bookingId: string, status: string, eventId?: string) =>
  studio.owner('/bookings/bookings-attendance/set', { attendance: { bookingId, status, ...(eventId && { eventId }) } })
async function cancelAs({ token }: { token: string }, id: string) {
  const reply = await server.call('POST', `/v2/bookings/${id}/cancel`, { token, body: { revision: (await getBooking(id)).revision } })
  await server.runner.drain()
  return reply
}
/** The fees that were charged. */
const listFees = async (id: string): Promise<string[]> =>
  (await studio.money(id)).payments.filter(({ kind }: { kind: string }) => kind === 'FEE').map(({ amount }: { amount: string }) => amount)

test('who missed a booking and was let off may cancel it once it was moved', async () => {
  const member = await server.registerMember(studio.site)
  const service = await studio.service({ rules })
  const contactDetails = { firstName: 'Mia', email: member.email }
  const booking = await studio.book({ slot: studio.slotFor(service), contactDetails, paymentOption: 'OFFLINE' }, member.token)
  await setAttendance(booking.id, 'NOT_ATTENDED')
  expect((await studio.owner(`/api/bookings/${booking.id}/waive-fee`)).status).toBe(200)
  await setAttendance(booking.id, 'NOT_SET')
  const slot = studio.slotFor(service, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z')
  const { revision } = await getBooking(booking.id)
  expect((await studio.owner(`/v2/bookings/${booking.id}/reschedule`, { revision, slot })).status).toBe(200)
  const reply = await cancelAs(member, booking.id)
  expect([reply.status, reply.body.booking?.status]).toEqual([200, 'CANCELED'])
})

test('of two missed dates of a course one was a mistake: the other still costs its fee', async () => {
  const course = await studio.service({ type: 'COURSE', capacity: 5, price: '100.00', rules })
  const ids: string[] = []
  for (const day of ['02', '03']) ids.push(await studio.session(course, `2027-05-${day}T10:00:00Z`, `2027-05-${day}T11:00:00Z`, 'COURSE'))
  const booking = await studio.book({ schedule: { serviceId: course.id, scheduleId: course.scheduleId }, paymentOption: 'OFFLINE' })
  server.freezeClock('2027-05-04T10:00:00Z')
  const listRecorded = async () =>
    (await server.ok('GET', '/_api/booking-fees/v1/booking-fees', { as: studio.site, query: { bookingIds: booking.id } })).bookingFees.filter(
      ({ cancellationFee }: { cancellationFee: { status: string } }) => cancellationFee.status !== 'PREVIEW',
    )
  for (const eventId of ids) await setAttendance(booking.id, 'NOT_ATTENDED', eventId)
  await setAttendance(booking.id, 'ATTENDED', ids[1])
  expect(await listRecorded()).toHaveLength(1)
  await setAttendance(booking.id, 'ATTENDED', ids[0])
  expect(await listRecorded()).toHaveLength(0)
})

test('a share of nothing is nothing: a booking that is free of charge costs no percentage', async () => {
  const member = await server.registerMember(studio.site)
  const slot = studio.slotFor(await studio.service({ rules: withCard }))
  const booking = await studio.book({ slot, contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'OFFLINE', card }, member.token)
  await server.ok('PUT', `/api/bookings/${booking.id}/free-of-charge`, { as: studio.site, body: { isFree: true } })
  expect((await cancelAs(member, booking.id)).status).toBe(200)
  expect(await listFees(booking.id)).toEqual([])
})

/** Two dates that were booked together, with a card on file. */
async function bookTwo(paymentOption: string, more: object = {}) {
  const member = await server.registerMember(studio.site)
  const service = await studio.service({ rules: withCard, ...more })
  const bookings = ['10', '17'].map((day) => ({
    bookedEntity: { slot: studio.slotFor(service, `2027-05-${day}T10:00:00Z`, `2027-05-${day}T11:00:00Z`) },
    contactDetails: { firstName: 'Mia', email: member.email },
    selectedPaymentOption: paymentOption,
  }))
  const body = { multiServiceBookingType: 'SEPARATE_BOOKINGS', bookings }
  const { multiServiceBooking } = await server.ok('POST', '/v2/multi_service_bookings', { token: member.token, body })
  const [first] = multiServiceBooking.bookings.map(({ bookingId }: { bookingId: string }) => bookingId)
  await server.ok('POST', '/api/checkout/bookings', { token: member.token, body: { bookingId: first, paymentOption, card, acceptsFees: true } })
  return { member, first }
}

test('a part that was paid in full and is cancelled late: what was paid covers the fee', async () => {
  const { member, first } = await bookTwo('OFFLINE')
  await studio.owner(`/api/bookings/${first}/mark-paid`)
  await cancelAs(member, first)
  expect(await listFees(first)).toEqual([])
})

test('the deposit of a part counts towards its fee, as that of a single booking', async () => {
  const { member, first } = await bookTwo('ONLINE', { deposit: '10.00' })
  await cancelAs(member, first)
  expect(await listFees(first)).toEqual(['10.00'])
})

test('who paid in full and did not come is charged the fee beside the price, once', async () => {
  const member = await server.registerMember(studio.site)
  const slot = studio.slotFor(await studio.service({ rules: withCard }))
  const booking = await studio.book({ slot, contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'ONLINE', card }, member.token)
  await setAttendance(booking.id, 'NOT_ATTENDED')
  const charge = () => studio.owner(`/api/bookings/${booking.id}/charge-fee`)
  expect((await charge()).status).toBe(200)
  expect(errorCode(await charge())).toBe('BOOKING_FEE_ALREADY_APPLIED')
  expect(await listFees(booking.id)).toEqual(['20.00'])
  expect(await studio.money(booking.id)).toMatchObject({ paid: '40.00', open: '0.00' })
})

test('what was charged for a missed date is not announced again: cancelling the booking then costs nothing', async () => {
  const member = await server.registerMember(studio.site)
  const service = await studio.service({ rules: withCard })
  const contactDetails = { firstName: 'Mia', email: member.email }
  const booking = await studio.book({ slot: studio.slotFor(service), contactDetails, paymentOption: 'OFFLINE', card }, member.token)
  const preview = async () => (await studio.owner('/api/bookings/cancellation-effects', { bookingIds: [booking.id], because: 'BUSINESS' })).body.bookings[0]
  const shown = async () => (await server.ok('GET', `/api/bookings/${booking.id}/summary`, { token: member.token })).onCancel.fee
  expect([(await preview()).fee?.amount, await shown()]).toEqual(['20.00', '20.00'])
  await setAttendance(booking.id, 'NOT_ATTENDED')
  // As long as it is not charged, the fee of the cancellation takes its place.
  expect([(await preview()).fee?.amount, await shown()]).toEqual(['20.00', '20.00'])
  expect((await studio.owner(`/api/bookings/${booking.id}/charge-fee`)).status).toBe(200)
  expect([(await preview()).fee, await shown()]).toEqual([undefined, '0.00'])
  await setAttendance(booking.id, 'NOT_SET')
  expect((await cancelAs(member, booking.id)).status).toBe(200)
  expect(await listFees(booking.id)).toEqual(['20.00'])
})
