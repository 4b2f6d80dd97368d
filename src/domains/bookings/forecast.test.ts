/** What the coming days bring, through HTTP: bookings, what is to be collected, reminders, for whom may read bookings. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let massage: CreatedService
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T09:00:00Z')
  studio = await createBookingStudio(server)
  massage = await studio.service({ price: '40.00' })
})
afterAll(() => server.close())

async function book(name: string, start: string): Promise<{ id: string; revision: string }> {
  const made = await studio.owner('/v2/bookings', {
    booking: {
      bookedEntity: {
        slot: studio.slotFor(
          massage,
          start,
          start.replace(/T(\d\d)/, (_, hour: string) => `T${Number(hour) + 1}`),
        ),
      },
      contactDetails: { firstName: name, email: `${name}@people.example` },
      totalParticipants: 1,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
    },
    flowControlSettings: { skipAvailabilityValidation: true },
  })
  return made.body.booking
}
const forecast = async (query: object = {}) =>
  (await server.ok('GET', '/api/dashboard/booking-forecast', { as: studio.site, query: query as Record<string, string> })).days

test('the coming days say what is booked, what is to be collected and which reminders are sent; nothing is sent or changed', async () => {
  expect(await forecast()).toEqual([])
  await book('ada', '2027-05-03T12:00:00Z')
  const paid = await book('ben', '2027-05-03T14:00:00Z')
  const gone = await book('cleo', '2027-05-04T12:00:00Z')
  await book('dora', '2027-05-20T12:00:00Z')
  await book('eve', '2027-07-20T12:00:00Z')
  await studio.owner(`/api/bookings/${paid.id}/mark-paid`)
  await studio.owner(`/v2/bookings/${gone.id}/cancel`, { revision: gone.revision })
  const none = { bookings: 0, people: 0, toCollect: [], planSessions: 0, expiringSessions: 0 }
  const { currency } = (await forecast())[1].toCollect[0]
  expect(await forecast()).toEqual([
    { date: '2027-05-02', ...none, emails: [{ kind: 'BEFORE_BOOKING', count: 2 }] },
    { date: '2027-05-03', bookings: 2, people: 2, toCollect: [{ amount: '40.00', currency }], planSessions: 0, expiringSessions: 0, emails: [] },
    { date: '2027-05-19', ...none, emails: [{ kind: 'BEFORE_BOOKING', count: 1 }] },
    { date: '2027-05-20', bookings: 1, people: 1, toCollect: [{ amount: '40.00', currency }], planSessions: 0, expiringSessions: 0, emails: [] },
  ])
  expect((await forecast({ days: '3' })).map(({ date }: { date: string }) => date)).toEqual(['2027-05-02', '2027-05-03'])
  // What is turned off is not announced.
  await server.ok('PUT', '/api/email-automations/BEFORE_BOOKING', { as: studio.site, body: { isOn: false } })
  expect((await forecast()).map(({ date }: { date: string }) => date)).toEqual(['2027-05-03', '2027-05-20'])
})

test('only who reads bookings sees it, and only whole numbers of days are asked for', async () => {
  const path = '/api/dashboard/booking-forecast'
  for (const days of ['0', '61', 'many']) expect((await server.call('GET', path, { as: studio.site, query: { days } })).status, days).toBe(400)
  expect((await server.call('GET', path, { token: await server.visitorToken(studio.site) })).status).toBe(403)
  const otherSite = await server.createSite()
  expect((await server.ok('GET', path, { as: otherSite })).days).toEqual([])
})
