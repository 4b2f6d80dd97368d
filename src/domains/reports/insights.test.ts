/** Where money comes from, who comes, and who waits, through HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T09:00:00Z')
  studio = await createBookingStudio(server)
})
afterAll(() => server.close())

async function bookAppointment(service: CreatedService, start: string, contactDetails: Record<string, unknown>): Promise<string> {
  const made = await studio.owner('/v2/bookings', {
    booking: {
      bookedEntity: { slot: studio.slotFor(service, start, start.replace('T12', 'T13')) },
      contactDetails,
      totalParticipants: 1,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
    },
    flowControlSettings: { skipAvailabilityValidation: true },
  })
  return made.body.booking.id
}

test('revenue belongs to service, staff member and location, or to a plan, minus refunds', async () => {
  const [massage, facial] = [await studio.service({ price: '40.00' }), await studio.service({ price: '25.00', name: 'Facial' })]
  for (const [service, start] of [
    [massage, '2027-05-03T12:00:00Z'],
    [massage, '2027-05-04T12:00:00Z'],
    [facial, '2027-05-05T12:00:00Z'],
  ] as const)
    await studio.owner(`/api/bookings/${await bookAppointment(service, start, guest())}/mark-paid`)
  const refunded = await bookAppointment(facial, '2027-05-06T12:00:00Z', guest())
  await studio.owner(`/api/bookings/${refunded}/mark-paid`)
  const { money } = await server.ok('GET', `/api/bookings/${refunded}/money`, { as: studio.site })
  await server.ok('POST', `/api/bookings/${refunded}/refunds`, { as: studio.site, body: { receiptId: money.payments[0].id, amount: '20.00' } })
  const pricing = { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: studio.site, body: { plan: { name: 'Pass', pricing } } })
  const { memberId } = await server.registerMember(studio.site)
  await server.ok('POST', '/v2/checkout/orders/offline', { as: studio.site, body: { planId: plan.id, memberId, paid: true } })
  const shares = await server.ok('GET', '/api/insights/revenue-shares', { as: studio.site, query: { months: 1 } })
  expect(shares).toMatchObject({
    services: [
      { id: massage.id, name: 'Massage', amount: '80.00', payments: 2 },
      { id: facial.id, name: 'Facial', amount: '30.00', payments: 2 },
    ],
    staff: [{ id: studio.staff, name: 'Ana', amount: '110.00', payments: 4 }],
    plans: [{ id: plan.id, name: 'Pass', amount: '90.00', payments: 1 }],
  })
  expect(shares.locations.reduce((sum: number, one: { amount: string }) => sum + Number(one.amount), 0)).toBe(110)
})

test('new and returning clients by month, by their first visit ever', async () => {
  server.freezeClock('2027-05-01T09:00:00Z')
  const own = await createBookingStudio(server)
  const massage = await own.service({ price: '0' })
  const visit = (start: string, contactDetails: Record<string, unknown>) =>
    own.owner('/v2/bookings', {
      booking: {
        bookedEntity: { slot: own.slotFor(massage, start, start.replace('T12', 'T13')) },
        contactDetails,
        totalParticipants: 1,
        status: 'CONFIRMED',
        selectedPaymentOption: 'OFFLINE',
      },
      flowControlSettings: { skipAvailabilityValidation: true },
    })
  const [regular, once] = [guest(), guest()]
  await visit('2027-05-10T12:00:00Z', regular)
  await visit('2027-06-10T12:00:00Z', regular)
  await visit('2027-07-01T12:00:00Z', regular)
  await visit('2027-05-11T12:00:00Z', once)
  server.freezeClock('2027-07-02T09:00:00Z')
  expect(await server.ok('GET', '/api/insights/clients', { as: own.site, query: { months: 3 } })).toEqual({
    months: [
      { month: '2027-05', isOpen: false, new: 2, returning: 0, lapsed: 0 },
      { month: '2027-06', isOpen: false, new: 0, returning: 1, lapsed: 1 },
      { month: '2027-07', isOpen: true, new: 0, returning: 1 },
    ],
  })
  // Looking back less far changes nothing for the months that are shown.
  expect((await server.ok('GET', '/api/insights/clients', { as: own.site, query: { months: 2 } })).months[0]).toMatchObject({ returning: 1, lapsed: 1 })
})

test('who waits for a full class is counted by month and service; fill by weekday and hour', async () => {
  server.freezeClock('2027-05-01T09:00:00Z')
  const own = await createBookingStudio(server)
  const flow = await own.service({
    type: 'CLASS',
    capacity: 1,
    price: '0',
    name: 'Flow',
    rules: { waitlistPolicy: { enabled: true, capacity: 5, reservationTimeInMinutes: 30 } },
  })
  // A Monday.
  const eventId = await own.session(flow)
  const slot = { serviceId: flow.id, eventId }
  await own.owner('/v2/bookings', {
    booking: { bookedEntity: { slot }, contactDetails: guest(), totalParticipants: 1, status: 'CONFIRMED', selectedPaymentOption: 'OFFLINE' },
  })
  await server.ok('POST', '/bookings/v1/waitlist/register', {
    as: own.site,
    body: { sessionId: eventId, booking: { bookedEntity: { slot }, contactDetails: guest(), totalParticipants: 1 } },
  })
  const demand = await server.ok('GET', '/api/insights/waitlists', { as: own.site, query: { months: 2 } })
  expect(demand).toEqual({
    months: [
      { month: '2027-04', isOpen: false, joined: 0, enrolled: 0 },
      { month: '2027-05', isOpen: true, joined: 1, enrolled: 0 },
    ],
    services: [{ serviceId: flow.id, name: 'Flow', joined: 1, enrolled: 0 }],
  })
  server.freezeClock('2027-05-15T09:00:00Z')
  const { hours } = await server.ok('GET', '/api/insights/sessions', { as: own.site, query: { months: 1 } })
  expect(hours).toEqual([{ weekday: 1, hour: 10, sessions: 1, places: 1, taken: 1 }])
})
