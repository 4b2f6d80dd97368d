/** How full classes were and who came, through HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guest, createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T09:00:00Z')
  studio = await createBookingStudio(server)
})
afterAll(() => server.close())

test('only what is over counts; cancelled places are free again; appointments have people but no places', async () => {
  const flow = await studio.service({ type: 'CLASS', capacity: 4, name: 'Flow', price: '0' })
  const [held, coming] = [await studio.session(flow), await studio.session(flow, '2027-05-20T10:00:00Z', '2027-05-20T11:00:00Z')]
  await studio.session(flow, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
  const massage = await studio.service({ price: '0' })
  const seats = async (eventId: string, totalParticipants: number) => {
    const made = await studio.owner('/v2/bookings', {
      booking: {
        bookedEntity: { slot: { serviceId: flow.id, eventId } },
        contactDetails: guest(),
        totalParticipants,
        status: 'CONFIRMED',
        selectedPaymentOption: 'OFFLINE',
      },
    })
    return made.body.booking as { id: string; revision: string }
  }
  const [seen, missed, gone] = [await seats(held, 2), await seats(held, 1), await seats(held, 1)]
  await seats(coming, 3)
  await studio.owner(`/v2/bookings/${gone.id}/cancel`, { revision: gone.revision })
  await studio.owner('/v2/bookings', {
    booking: {
      bookedEntity: { slot: studio.slotFor(massage, '2027-05-10T12:00:00Z', '2027-05-10T13:00:00Z') },
      contactDetails: guest(),
      totalParticipants: 1,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
    },
    flowControlSettings: { skipAvailabilityValidation: true },
  })
  server.freezeClock('2027-05-15T09:00:00Z')
  await studio.owner('/v2/attendance/set', { attendance: { bookingId: seen.id, status: 'ATTENDED', numberOfAttendees: 2 } })
  await studio.owner('/v2/attendance/set', { attendance: { bookingId: missed.id, status: 'NOT_ATTENDED' } })
  const { months, services } = await server.ok('GET', '/api/insights/sessions', { as: studio.site, query: { months: 2 } })
  expect(months).toEqual([
    { month: '2027-04', isOpen: false, sessions: 0, places: 0, taken: 0, booked: 0, attended: 0, missed: 0, cancelled: 0 },
    { month: '2027-05', isOpen: true, sessions: 2, places: 8, taken: 3, booked: 4, attended: 2, missed: 1, cancelled: 1 },
  ])
  expect(services).toMatchObject([
    { name: 'Flow', sessions: 2, places: 8, taken: 3, booked: 3, missed: 1, cancelled: 1 },
    { name: 'Massage', sessions: 0, booked: 1 },
  ])
})
