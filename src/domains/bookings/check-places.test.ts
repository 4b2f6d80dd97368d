/** The nightly check finds places and times that do not fit their bookings. Source: guide bookings §5.3. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingStudio, guest, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})
afterAll(() => server.close())

const runCheck = async (): Promise<string[]> => (await server.runMoneyCheck(studio.site)).findings.map(({ what }) => what)
const book = async (slot: object) =>
  (await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE', status: 'CONFIRMED' } }))
    .body.booking

test('nothing is found while all fits; a wrong count and a booking that is over and holds are each named', async () => {
  const yoga = await studio.service({ type: 'CLASS', capacity: 2 })
  const eventId = await studio.session(yoga)
  await book({ serviceId: yoga.id, eventId })
  const massage = await studio.service()
  expect(await runCheck()).toEqual([])

  const { db } = server.open
  const ofSite = studio.site.metaSiteId
  await db.updateTable('sessionSeat').set({ taken: 2 }).where('siteId', '=', ofSite).where('sessionId', '=', eventId).execute()
  expect(await runCheck()).toEqual([`Session ${eventId} of 2 places has 2 noted as taken; its bookings hold 1.`])
  await db.updateTable('sessionSeat').set({ taken: 1 }).where('siteId', '=', ofSite).where('sessionId', '=', eventId).execute()

  const canceled = await book(studio.slotFor(massage, '2027-05-13T10:00:00Z', '2027-05-13T11:00:00Z'))
  await studio.owner(`/v2/bookings/${canceled.id}/cancel`, { revision: canceled.revision })
  expect(await runCheck()).toEqual([])
  await db.updateTable('booking').set({ remindAt: server.clocks.now() }).where('siteId', '=', ofSite).where('id', '=', canceled.id).execute()
  expect(await runCheck()).toEqual([`Booking ${canceled.id} is cancelled and still holds its time or waits to remind.`])
  await db.updateTable('booking').set({ remindAt: null }).where('siteId', '=', ofSite).where('id', '=', canceled.id).execute()
})

test('a night looks at what changed or took place in the last weeks, and at what is to come', async () => {
  const yoga = await studio.service({ type: 'CLASS', capacity: 2 })
  const [past, coming] = [
    await studio.session(yoga, '2027-05-02T10:00:00Z', '2027-05-02T11:00:00Z'),
    await studio.session(yoga, '2027-09-10T10:00:00Z', '2027-09-10T11:00:00Z'),
  ]
  for (const eventId of [past, coming]) await book({ serviceId: yoga.id, eventId })
  const { db } = server.open
  const miscount = (id: string) =>
    db.updateTable('sessionSeat').set({ taken: 2 }).where('siteId', '=', studio.site.metaSiteId).where('sessionId', '=', id).execute()
  for (const id of [past, coming]) await miscount(id)
  const toFinding = (id: string) => `Session ${id} of 2 places has 2 noted as taken; its bookings hold 1.`
  server.freezeClock('2027-06-05T10:00:00Z')
  expect((await runCheck()).toSorted()).toEqual([past, coming].map(toFinding).toSorted())
  server.freezeClock('2027-06-15T10:00:00Z')
  expect(await runCheck()).toEqual([toFinding(coming)])
})
