/** A canary in every text that a customer can enter: none of them is left in the database once the person is erased. Source: guide bookings §18.3. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { rowsThatSay } from '../../../test/rows-that-say.ts'
import { startTestServer, type CallOptions, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
  await server.ok('POST', '/_test/webhooks/subscribe', { body: { metaSiteId: studio.site.metaSiteId, url: 'http://127.0.0.1:9/away' } })
})
afterAll(() => server.close())

const CANARY = 'kanari'
const owner = (method: string, path: string, body: unknown = {}) => server.ok(method, path, { as: studio.site, ...(method !== 'GET' && { body }) })
const notification = { participantNotification: { notifyParticipants: true, message: `${CANARY} message` } }

/** Everything that a customer of a booking enters, each with the canary. */
const details = (email: string) => ({
  firstName: `${CANARY}first`,
  lastName: `${CANARY}last`,
  email,
  phone: '+1 212 555 0177',
  fullAddress: { formattedAddress: `${CANARY} street 1`, city: `${CANARY}city` },
})
const personalFields = () => ({
  additionalFields: [{ id: randomUUID(), value: `${CANARY} note`, valueType: 'LONG_TEXT' }],
  externalUserId: `${CANARY}-external`,
  extendedFields: { namespaces: { _user_fields: { hope: `${CANARY} hope` } } },
})

/** How the customer calls: a guest moves and cancels by the business. */
interface Customer {
  token: string
  email: string
  later: CallOptions
}
/** A held, a moved, a cancelled and a confirmed appointment, a place on a waitlist, and what the business and an app wrote about them. */
async function live({ token, email, later }: Customer) {
  const yoga = await studio.service({
    type: 'CLASS',
    capacity: 1,
    price: '0',
    rules: { waitlistPolicy: { enabled: true, capacity: 3, reservationTimeInMinutes: 10 } },
  })
  const massage = await studio.service({ price: '0', rules: { cancellationPolicy: { enabled: true } } })
  const book = async (hour: number) => {
    const slot = {
      ...studio.slotFor(massage, `2027-05-10T${hour}:00:00Z`, `2027-05-10T${hour + 1}:00:00Z`),
      location: { locationType: 'CUSTOM', formattedAddress: `${CANARY} street 1` },
    }
    const body = {
      booking: { bookedEntity: { slot }, contactDetails: details(email), selectedPaymentOption: 'OFFLINE', ...personalFields() },
      formSubmission: { hope: `${CANARY} form` },
      ...notification,
    }
    return (await server.ok('POST', '/v2/bookings', { token, body, headers: { 'idempotency-key': randomUUID() } })).booking
  }
  const [held, kept, canceled] = [await book(10), await book(12), await book(14)]
  for (const { id } of [kept, canceled]) await owner('POST', `/v2/bookings/${id}/confirm`, { revision: '1', ...notification })
  await server.ok('POST', `/v2/bookings/${kept.id}/reschedule`, {
    ...later,
    body: { revision: '2', slot: { serviceId: massage.id, startDate: '2027-05-11T12:00:00Z', endDate: '2027-05-11T13:00:00Z' }, ...notification },
  })
  await server.ok('POST', `/v2/bookings/${canceled.id}/cancel`, { ...later, body: { revision: '2', ...notification } })
  await owner('PUT', `/api/bookings/${kept.id}/note`, { note: `${CANARY} of the business` })
  await owner('POST', `/v2/bookings/${kept.id}/update_extended_fields`, { namespace: '_user_fields', namespaceData: { said: `${CANARY} said` } })
  const eventId = await studio.session(yoga)
  await studio.book({ slot: { serviceId: yoga.id, eventId } })
  const waiting = await server.ok('POST', '/bookings/v1/waitlist/register', {
    token,
    body: {
      sessionId: eventId,
      booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: details(email), ...personalFields() },
      ...notification,
    },
  })
  await owner('POST', '/v2/attendance/set', { attendance: { bookingId: kept.id, status: 'NOT_ATTENDED' }, ...notification })
  await server.runner.drain()
  return { held, kept, canceled, waiting }
}

test('of a member who is erased no text of any table is left; their bookings stay with service, time and price', async () => {
  const member = await server.registerMember(studio.site, `${CANARY}-${randomUUID().slice(0, 8)}@example.org`)
  const { kept, canceled } = await live({ ...member, later: { token: member.token } })
  expect((await rowsThatSay(server, CANARY)).length).toBeGreaterThan(10)
  await owner('POST', `/api/members/${member.memberId}/erase`)
  await server.advanceClock('PT2H')
  expect(await rowsThatSay(server, CANARY, '2125550177', '+1 212 555 0177')).toEqual([])
  const rows = await server.open.db
    .selectFrom('booking')
    .select(['id', 'serviceType', 'status', 'contactDetails'])
    .where('siteId', '=', studio.site.metaSiteId)
    .where('id', 'in', [kept.id, canceled.id])
    .execute()
  expect(rows.map(({ contactDetails }) => (contactDetails as { firstName: string }).firstName)).toEqual(['Deleted member', 'Deleted member'])
})

test('the same of a guest, whom the business forgets', async () => {
  const email = `${CANARY}-${randomUUID().slice(0, 8)}@example.org`
  const { kept } = await live({ token: await server.visitorToken(studio.site), email, later: { as: studio.site } })
  await owner('POST', `/api/contacts/${kept.contactDetails.contactId}/erase`)
  await server.advanceClock('PT2H')
  expect(await rowsThatSay(server, CANARY, '2125550177', '+1 212 555 0177')).toEqual([])
})

test('a request that is repeated once its reply is erased is refused, and carried out no second time', async () => {
  const yoga = await studio.service({ type: 'CLASS', capacity: 9, price: '0' })
  const eventId = await studio.session(yoga)
  const body = { booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Ida', email: 'ida@repeats.example' } } }
  const key = randomUUID()
  const send = () => server.call('POST', '/v2/bookings', { as: studio.site, body, headers: { 'idempotency-key': key } })
  const { booking } = (await send()).body
  expect((await send()).body.booking.id).toBe(booking.id)
  await owner('POST', `/api/contacts/${booking.contactDetails.contactId}/erase`)
  expect([
    errorCode(await send()),
    (await owner('POST', '/v2/extended-bookings/count', { filter: { 'bookedEntity.item.slot.eventId': eventId } })).count,
  ]).toEqual(['CONFLICT', 1])
})
