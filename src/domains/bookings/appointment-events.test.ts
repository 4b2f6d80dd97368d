/** Appointments in the calendar. Source: guide services-and-availability §13.1, §13.2. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})
afterAll(() => server.close())

test('appointments are listed with sessions, found by person, service and type, and follow their booking', async () => {
  const [massage, yoga] = [await studio.service({ approval: true }), await studio.service({ type: 'CLASS', capacity: 4 })]
  const sessionId = await studio.session(yoga)
  const booking = await studio.book({ slot: studio.slotFor(massage), paymentOption: 'OFFLINE' })
  const day = booking.startDate.slice(0, 10)
  const list = async (filter?: object) => {
    const body = { fromLocalDate: `${day.slice(0, 8)}01T00:00:00`, toLocalDate: `${day.slice(0, 8)}28T00:00:00`, ...(filter && { query: { filter } }) }
    return (await studio.owner('/calendar/v3/events/query', body)).body.events as { id: string; type: string }[]
  }
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([booking.id, sessionId].toSorted())
  for (const filter of [{ type: 'APPOINTMENT' }, { serviceId: massage.id }]) expect((await list(filter)).map(({ id }) => id)).toEqual([booking.id])
  expect((await list({ type: ['CLASS', 'EVENT'] })).map(({ id }) => id)).toEqual([sessionId])
  expect(await list({ resourceId: '00000000-0000-4000-8000-000000000000' })).toEqual([])
  const getEvent = async () => (await studio.owner(`/calendar/v3/events/${booking.id}`, undefined, 'GET')).body.event
  expect(await getEvent()).toMatchObject({
    type: 'APPOINTMENT',
    serviceId: massage.id,
    scheduleId: massage.scheduleId,
    approval: 'PENDING',
    status: 'CONFIRMED',
    recurrenceType: 'NONE',
    totalCapacity: 1,
    remainingCapacity: 0,
    transparency: 'BUSY',
    start: { utcDate: booking.startDate },
    resources: [{ id: studio.staff, transparency: 'OPAQUE' }],
  })
  expect(JSON.stringify(await getEvent())).not.toContain('Mia')
  await studio.owner(`/v2/bookings/${booking.id}/cancel`, { revision: booking.revision })
  expect(await list({ type: 'APPOINTMENT' })).toEqual([])
  expect(await getEvent()).toMatchObject({ status: 'CANCELLED', transparency: 'FREE' })
  // They are changed as bookings.
  expect((await studio.owner(`/calendar/v3/events/${booking.id}`, { event: { title: 'Mine' } }, 'PATCH')).status).toBe(404)
})
