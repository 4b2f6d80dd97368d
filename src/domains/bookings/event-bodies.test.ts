/** What events of bookings say, through HTTP. Source: guide bookings §19. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
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

const input = (of: CreatedService, more: object = {}) => ({
  booking: { bookedEntity: { slot: studio.slotFor(of) }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE', ...more },
})
/** The body of the newest event of this kind. */
const readBody = async (id: string, slug: string) => {
  const event = (await server.emittedEvents(studio.site, id)).findLast((one) => one.slug === slug)
  if (!event) throw new Error(`no ${slug} was emitted`)
  return (event.body.actionEvent as { body: Record<string, unknown> }).body
}

test('decisions say whether a text was asked for, whether the time was taken twice, who decided, and what was before', async () => {
  const massage = await studio.service({ approval: true })
  const { booking } = (await studio.create(input(massage))).body
  await studio.act(booking.id, 'mark_booking_as_pending', { revision: '1', sendSmsReminder: true })
  expect(await readBody(booking.id, 'markedAsPending')).toMatchObject({ sendSmsReminder: true, doubleBooked: false, previousStatus: 'CREATED' })
  await studio.act(booking.id, 'confirm', { revision: '2', sendSmsReminder: false, participantNotification: { notifyParticipants: false } })
  expect(await readBody(booking.id, 'confirmed')).toMatchObject({
    sendSmsReminder: false,
    doubleBooked: false,
    participantNotification: { notifyParticipants: false },
    initiatedBy: { appId: expect.any(String) },
    previousStatus: 'PENDING',
  })
  const other = (await studio.create(input(massage, { bookedEntity: { slot: studio.slotFor(massage, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z') } }))).body
    .booking
  await studio.act(other.id, 'decline', { revision: '1' })
  expect(await readBody(other.id, 'declined')).toMatchObject({ doubleBooked: false, previousStatus: 'CREATED' })
})

test('who books and cancels is named with their contact', async () => {
  const massage = await studio.service()
  const { token, memberId, email } = await server.registerMember(studio.site)
  const { booking } = (await studio.create(input(massage, { contactDetails: { firstName: 'Mia', email } }), token)).body
  await server.ok('POST', `/v2/bookings/${booking.id}/cancel`, { token, body: { revision: '1' } })
  expect(await readBody(booking.id, 'canceled')).toMatchObject({ initiatedBy: { memberId, contactId: booking.createdBy.contactId }, previousStatus: 'CREATED' })
  expect(booking.createdBy.contactId).toEqual(expect.any(String))
})

test('a move says what was booked before, with its add-ons', async () => {
  const massage = await studio.service({ durations: [60] })
  const { addOn } = await server.ok('POST', '/v1/add-ons', { as: studio.site, body: { addOn: { name: 'Towel', price: { value: '2.00' }, maxQuantity: 3 } } })
  const { addOnGroup } = await server.ok('POST', '/v2/services/add-on-groups/create', {
    as: studio.site,
    body: { serviceId: massage.id, addOnGroup: { name: 'Extras', addOnIds: [addOn.id] } },
  })
  const bookedAddOns = [{ addOnId: addOn.id, groupId: addOnGroup.id, quantity: 2 }]
  const { booking } = (await studio.owner('/v2/bookings', input(massage, { bookedAddOns, status: 'CONFIRMED' }))).body
  await studio.act(booking.id, 'reschedule', { revision: booking.revision, slot: studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z') })
  expect(await readBody(booking.id, 'rescheduled')).toMatchObject({
    previousStatus: 'CONFIRMED',
    previousStartDate: '2027-05-10T10:00:00.000Z',
    previousBookedAddOns: [{ addOnId: addOn.id, quantity: 2 }],
  })
})

test('a fee that has no order to be put on is told', async () => {
  const policy = { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 99_999 }], autoCollectFeeEnabled: true }
  const massage = await studio.service({ rules: { cancellationFeePolicy: policy } })
  const { token, email } = await server.registerMember(studio.site)
  const { booking } = (await studio.create(input(massage, { contactDetails: { firstName: 'Mia', email } }), token)).body
  const { revision } = (await studio.act(booking.id, 'confirm', { revision: '1' })).body.booking
  await server.ok('POST', `/v2/bookings/${booking.id}/cancel`, { token, body: { revision } })
  expect(await readBody(booking.id, 'failed_to_apply')).toMatchObject({
    bookingFee: { bookingId: booking.id, cancellationFee: { status: 'UNKNOWN_STATUS', price: { value: '20.00' } } },
    relatedBookingFeeIds: [],
  })
})
