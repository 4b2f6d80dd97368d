/** What the guide's table says of the calls of a waitlist, each row driven through HTTP. Source: guide bookings §13.1. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { createGuideBookings, NOW, type GuideBookings } from '../../../test/factories/guide-bookings.ts'
import { readWaitlist } from '../../../test/factories/waitlist-class.ts'
import { describeRows, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let steps: GuideBookings
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock(NOW)
  studio = await createBookingStudio(server)
  steps = createGuideBookings(studio)
})
afterAll(() => server.close())
beforeEach(() => server.freezeClock(NOW))

describeRows('calls of a waitlist (§13.1)', tableAt('bookings', '### 13.1'), {
  'POST /bookings/v1/waitlist/register': async () => {
    const { registration, session, booking } = await steps.joinWaitlist()
    expect(registration).toEqual({
      id: expect.any(String),
      bookingId: booking.id,
      waitingResource: { sessionId: session.eventId, scheduleId: session.yoga.scheduleId },
      status: 'WAITING',
      numberOfParticipants: 1,
      position: 1,
      createdDate: expect.any(String),
      availableActions: { leave: true, enroll: false },
    })
    expect(booking.status).toBe('WAITING_LIST')
  },
  'POST /bookings/v1/waitlist/enroll': async () => {
    const { seated, token, registration } = await steps.joinWaitlist()
    const enroll = (body: object) => server.call('POST', '/bookings/v1/waitlist/enroll', { token, body: { registrationId: registration.id, ...body } })
    expect(errorCode(await enroll({}))).toBe('SLOT_NOT_AVAILABLE')
    steps.made(await steps.actNow(seated.id, 'cancel'))
    expect((await enroll({ paymentOption: 'ONLINE' })).body.booking).toMatchObject({ status: 'CREATED', selectedPaymentOption: 'ONLINE' })
  },
  'POST /bookings/v1/waitlist/leave': async () => {
    for (const by of ['customer', 'owner']) {
      const { token, registration, booking } = await steps.joinWaitlist()
      const as = by === 'owner' ? { as: studio.site } : { token }
      expect(await server.ok('POST', '/bookings/v1/waitlist/leave', { ...as, body: { registrationId: registration.id } })).toEqual({})
      expect((await steps.readBooking(booking.id)).status).toBe('CANCELED')
    }
  },
  'POST /bookings/v1/waitlist/list': async () => {
    const { token, session, registration } = await steps.joinWaitlist()
    const listFor = async (as: object) =>
      (await server.ok('POST', '/bookings/v1/waitlist/list', { ...as, body: { sessionIds: [session.eventId] } })).waitlists[0]
    expect(await listFor({ token })).toMatchObject({ sessionId: session.eventId, timeWindowMinutes: 10, numberOfRegistrations: 1, capacity: 3 })
    expect((await listFor({ token })).registrations.map(({ id }: { id: string }) => id)).toEqual([registration.id])
    expect((await listFor({ token: await server.visitorToken(studio.site) })).registrations).toEqual([])
    const [seen] = (await readWaitlist(studio, session.eventId)).registrations
    expect(seen).toMatchObject({ customer: { name: 'Guest', email: expect.any(String), bookingRevision: '1' } })
  },
})
