/** What the business decides at the desk about one booking: free of charge, no fee, and the email shown before a change. Through HTTP. */
import { randomUUID } from 'node:crypto'
import { errorCode } from '../../../test/auth-helpers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { card, createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T09:00:00Z')
  studio = await createBookingStudio(server)
})
afterAll(() => server.close())

const free = (id: string, isFree: boolean) => studio.owner(`/api/bookings/${id}/free-of-charge`, { isFree }, 'PUT')
const offline = async (day: number) =>
  studio.book({
    slot: studio.slotFor(await studio.service(), `2027-05-${day}T10:00:00Z`, `2027-05-${day}T11:00:00Z`),
    contactDetails: { firstName: 'Mia', email: 'mia.desk@example.org' },
    paymentOption: 'OFFLINE',
  })

test('a booking is given away and asked for again while nothing paid for it', async () => {
  const booking = await offline(11)
  expect((await free(booking.id, true)).body.booking.paymentStatus).toBe('EXEMPT')
  const money = async () => (await server.ok('GET', `/api/bookings/${booking.id}/money`, { as: studio.site })).money
  expect(await money()).toMatchObject({ open: '0.00', paid: '0.00' })
  expect((await free(booking.id, true)).body.booking.paymentStatus).toBe('EXEMPT')
  expect((await free(booking.id, false)).body.booking.paymentStatus).toBe('NOT_PAID')
  expect(await money()).toMatchObject({ open: '40.00' })
  await studio.owner(`/api/bookings/${booking.id}/mark-paid`)
  expect(errorCode(await free(booking.id, true))).toBe('INVALID_BOOKING_STATUS')
  expect(errorCode(await free(randomUUID(), true))).toBe('BOOKING_NOT_FOUND')
  const elsewhere = await createBookingStudio(server)
  expect(errorCode(await elsewhere.owner(`/api/bookings/${booking.id}/free-of-charge`, { isFree: true }, 'PUT'))).toBe('BOOKING_NOT_FOUND')
  expect((await studio.owner(`/api/bookings/${booking.id}/free-of-charge`, { isFree: 'yes' }, 'PUT')).status).toBe(400)
  const { events } = await server.ok('GET', `/api/bookings/${booking.id}/history`, { as: studio.site })
  expect(events.flatMap(({ paymentStatus }: { paymentStatus?: string }) => paymentStatus ?? [])).toEqual(['EXEMPT', 'NOT_PAID', 'PAID'])
})

test('the fee of a no-show is waived once, and then not charged', async () => {
  const massage = await studio.service({
    rules: {
      cancellationFeePolicy: { enabled: true, cancellationWindows: [{ startInMinutes: 1440, percentage: '100' }], autoCollectFeeEnabled: false },
      saveCreditCardPolicy: { enabled: true },
    },
  })
  const slot = studio.slotFor(massage, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z')
  const booking = await studio.book({ slot, contactDetails: { firstName: 'Nora', email: 'nora.desk@example.org' }, paymentOption: 'OFFLINE', card })
  const waive = () => studio.owner(`/api/bookings/${booking.id}/waive-fee`)
  expect(errorCode(await waive())).toBe('BOOKING_FEE_NOT_FOUND')
  server.freezeClock('2027-05-12T12:00:00Z')
  await studio.owner('/v2/attendance/set', { attendance: { bookingId: booking.id, status: 'NOT_ATTENDED' } })
  for (let again = 0; again < 2; again++) expect((await waive()).body.bookingFee.cancellationFee.status).toBe('WAIVED')
  expect(errorCode(await studio.owner('/v1/booking-fees/apply', { bookingIds: [booking.id] }))).toBe('BOOKING_FEE_ALREADY_APPLIED')
  expect(errorCode(await studio.owner(`/api/bookings/${randomUUID()}/waive-fee`))).toBe('BOOKING_NOT_FOUND')
  server.freezeClock('2027-05-01T09:00:00Z')
})

test('the email about a change is shown as it would be sent, in the words of the site; nothing is sent or changed', async () => {
  const booking = await offline(13)
  await studio.owner(
    '/api/email-templates/booking-canceled/en',
    { subject: 'Sorry about {{serviceName}}', body: 'Dear {{customerFirstName}}', button: '' },
    'PUT',
  )
  const preview = (body: unknown) => studio.owner(`/api/bookings/${booking.id}/email-preview`, body)
  const before = await studio.sentTemplates('mia.desk@example.org')
  const { body } = await preview({ change: 'CANCEL', message: 'The heating broke.' })
  expect(body).toMatchObject({ to: 'mia.desk@example.org', subject: 'Sorry about Massage' })
  expect(body.text).toContain('Dear Mia')
  const moved = (await preview({ change: 'RESCHEDULE', startDate: '2027-05-14T15:00:00Z' })).body
  expect(moved.text).toMatch(/May 14|14 May/)
  expect(moved.text).toMatch(/May 13|13 May/)
  for (const change of ['CONFIRM', 'DECLINE', 'UPDATE', 'CANCEL_SESSION']) expect((await preview({ change })).body.html).toContain('<')
  expect((await preview({ change: 'ERASE' })).status).toBe(400)
  expect(errorCode(await studio.owner(`/api/bookings/${randomUUID()}/email-preview`, { change: 'CANCEL' }))).toBe('BOOKING_NOT_FOUND')
  expect(await studio.sentTemplates('mia.desk@example.org')).toEqual(before)
})

test('the history of a booking: what happened, who did it, and its emails for those who may read emails', async () => {
  const booking = await offline(15)
  const moved = await studio.owner(`/v2/bookings/${booking.id}/reschedule`, {
    slot: studio.slotFor(
      { id: booking.bookedEntity.slot.serviceId, scheduleId: booking.bookedEntity.slot.scheduleId },
      '2027-05-16T10:00:00Z',
      '2027-05-16T11:00:00Z',
    ),
    revision: booking.revision,
    participantNotification: { notifyParticipants: true },
  })
  expect(moved.status).toBe(200)
  const path = `/api/bookings/${booking.id}/history`
  const history = await server.ok('GET', path, { as: studio.site })
  expect(history.events.at(-1)).toMatchObject({ slug: 'rescheduled', by: 'APP', startDate: '2027-05-15T10:00:00.000Z' })
  expect(history.emails.map(({ template }: { template: string }) => template).toSorted()).toEqual(['booking-confirmed', 'booking-rescheduled'])
  const teacher = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_READ'])
  expect((await server.ok('GET', path, teacher)).emails).toEqual([])
  expect(errorCode(await server.call('GET', `/api/bookings/${randomUUID()}/history`, { as: studio.site }))).toBe('booking_not_found')
})
