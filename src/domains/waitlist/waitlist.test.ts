/** Waiting lists through HTTP. Source: guide bookings §13, §24 (I, J). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { guest, createBookingStudio, mia, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  await server.removeSites()
  studio = await createBookingStudio(server)
})

interface Person {
  token: string
  email: string
}
const person = async (): Promise<Person> => ({ token: await server.visitorToken(studio.site), email: guest().email })
const wait = (yoga: CreatedService, eventId: string, who: Person, more: Record<string, unknown> = {}) =>
  server.call('POST', '/bookings/v1/waitlist/register', {
    token: who.token,
    body: {
      sessionId: eventId,
      booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Wim', email: who.email }, ...more },
    },
  })
const seat = (yoga: CreatedService, eventId: string, who: Person, more: Record<string, unknown> = {}) =>
  server.call('POST', '/api/checkout/bookings', {
    token: who.token,
    body: { slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Sam', email: who.email }, ...more },
  })
const enroll = (registrationId: string, who: Person) => server.call('POST', '/bookings/v1/waitlist/enroll', { token: who.token, body: { registrationId } })
const getList = async (eventId: string) =>
  (await server.ok('POST', '/bookings/v1/waitlist/list', { as: studio.site, body: { sessionIds: [eventId] } })).waitlists[0]
const statuses = async (eventId: string) => (await getList(eventId)).registrations.map((one: { status: string }) => one.status)
/** Lets the clock stand at an instant and runs what is due. */
const at = async (time: string) => {
  server.freezeClock(time)
  await server.runner.runSchedules()
  await server.runner.drain()
}
const rules = { waitlistPolicy: { enabled: true, capacity: 3, reservationTimeInMinutes: 10 }, participantsPolicy: { maxParticipantsPerBooking: 3 } }

async function fullClass(more: Record<string, unknown> = {}) {
  const yoga = await studio.service({ type: 'CLASS', capacity: 2, price: '0', rules: { ...rules, ...more } })
  const eventId = await studio.session(yoga)
  const seated = [await person(), await person()]
  const bookings: { id: string; revision: string }[] = []
  for (const who of seated) bookings.push((await seat(yoga, eventId, who)).body.booking)
  const waiting = [await person(), await person(), await person()]
  const entries: string[] = []
  for (const who of waiting) entries.push((await wait(yoga, eventId, who)).body.registration.id)
  const cancel = (n: number) =>
    studio.owner(`/v2/bookings/${bookings[n]?.id}/cancel`, { revision: bookings[n]?.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  return { yoga, eventId, bookings, waiting, entries, cancel }
}

describe('a full class', () => {
  test('I: the place is offered in turn; each entry has ten minutes, in which no other customer can book', async () => {
    const { yoga, eventId, waiting, entries, cancel } = await fullClass()
    expect(await statuses(eventId)).toEqual(['WAITING', 'WAITING', 'WAITING'])
    expect((await cancel(0)).status).toBe(200)
    expect(await statuses(eventId)).toEqual(['SUGGESTING', 'WAITING', 'WAITING'])
    const otherCustomer = await person()
    expect(errorCode(await seat(yoga, eventId, otherCustomer))).toBe('SLOT_NOT_AVAILABLE')
    expect(errorCode(await enroll(entries[1] as string, waiting[1] as Person))).toBe('SLOT_NOT_AVAILABLE')
    await at('2027-05-01T10:10:00Z')
    expect(await statuses(eventId)).toEqual(['EXPIRED', 'SUGGESTING', 'WAITING'])
    expect(errorCode(await seat(yoga, eventId, otherCustomer))).toBe('SLOT_NOT_AVAILABLE')
    await at('2027-05-01T10:12:00Z')
    const enrolled = await enroll(entries[1] as string, waiting[1] as Person)
    expect(enrolled.body.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'EXEMPT' })
    expect(await statuses(eventId)).toEqual(['EXPIRED', 'WAITING'])
    expect(await studio.emittedSlugs(enrolled.body.booking.id)).toEqual(['created', 'updated', 'confirmed'])
    expect(await studio.sentTemplates((waiting[0] as Person).email)).toEqual(['waitlist-joined', 'waitlist-missed', 'waitlist-offer'])
    expect(await studio.sentTemplates((waiting[1] as Person).email)).toEqual(['booking-confirmed', 'waitlist-joined', 'waitlist-offer'])
  })

  test('J: when all let it pass the place is open to everyone, and the next round begins at the top', async () => {
    const { yoga, eventId, cancel } = await fullClass()
    await cancel(0)
    for (const minute of ['10', '20', '30']) await at(`2027-05-01T10:${minute}:00Z`)
    expect(await statuses(eventId)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED'])
    expect((await getList(eventId)).status).toBe('OPEN')
    expect((await seat(yoga, eventId, await person())).body.booking.status).toBe('CONFIRMED')
    await cancel(1)
    expect(await statuses(eventId)).toEqual(['SUGGESTING', 'EXPIRED', 'EXPIRED'])
  })

  test('a party that needs more than is free is passed over and keeps its place', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 2, price: '0', rules })
    const eventId = await studio.session(yoga)
    const seated: { id: string; revision: string }[] = []
    for (let n = 0; n < 2; n++) seated.push((await seat(yoga, eventId, await person())).body.booking)
    const [pair, single] = [await person(), await person()]
    expect((await wait(yoga, eventId, pair, { totalParticipants: 2 })).status).toBe(200)
    await wait(yoga, eventId, single)
    const cancel = (n: number) => studio.owner(`/v2/bookings/${seated[n]?.id}/cancel`, { revision: seated[n]?.revision })
    await cancel(0)
    expect(await statuses(eventId)).toEqual(['WAITING', 'SUGGESTING'])
    await at('2027-05-01T10:10:00Z')
    await cancel(1)
    expect(await statuses(eventId)).toEqual(['SUGGESTING', 'EXPIRED'])
  })

  test('who may register: the list is on, full, not twice, and only while the class is full', async () => {
    const { yoga, eventId, waiting, entries } = await fullClass()
    expect(errorCode(await wait(yoga, eventId, await person()))).toBe('WAITLIST_FULL')
    await server.ok('POST', '/bookings/v1/waitlist/leave', { token: (waiting[2] as Person).token, body: { registrationId: entries[2] } })
    expect(errorCode(await wait(yoga, eventId, waiting[0] as Person))).toBe('ALREADY_EXISTS')
    expect(errorCode(await wait(yoga, eventId, await person(), { totalParticipants: 4 }))).toBe('VALIDATION_FAILURE')
    const closed = await studio.service({ type: 'CLASS', capacity: 1, price: '0' })
    const session = await studio.session(closed)
    await seat(closed, session, await person())
    expect(errorCode(await wait(closed, session, await person()))).toBe('BOOKING_POLICY_VIOLATION')
    const empty = await studio.session(yoga, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
    expect(errorCode(await wait(yoga, empty, await person()))).toBe('SLOT_NOT_AVAILABLE')
    expect(errorCode(await wait(yoga, 'no such session at all, really', await person()))).toBe('SESSION_NOT_FOUND')
  })

  test('an offer that is left goes to the next entry; another visitor cannot change a registration', async () => {
    const { eventId, waiting, entries, cancel } = await fullClass()
    await cancel(0)
    const leave = (n: number, who: Person) => server.call('POST', '/bookings/v1/waitlist/leave', { token: who.token, body: { registrationId: entries[n] } })
    expect(errorCode(await leave(0, waiting[1] as Person))).toBe('REGISTRATION_NOT_FOUND')
    expect((await leave(0, waiting[0] as Person)).status).toBe(200)
    expect(await statuses(eventId)).toEqual(['SUGGESTING', 'WAITING'])
    // Only the business sees who waits.
    expect((await getList(eventId)).registrations[0]).toMatchObject({ position: 1, customer: { name: 'Wim', email: (waiting[1] as Person).email } })
    const own = await server.ok('POST', '/bookings/v1/waitlist/list', { token: (waiting[1] as Person).token, body: { sessionIds: [eventId] } })
    expect(own.waitlists[0]).toMatchObject({
      numberOfRegistrations: 2,
      status: 'LOCKED',
      registrations: [{ id: entries[1], position: 1, availableActions: { enroll: true, leave: true } }],
    })
    expect(own.waitlists[0].registrations[0]).not.toHaveProperty('customer')
  })

  test('the owner confirms or declines a waitlist entry; confirms only while there is a place', async () => {
    const { entries, eventId, cancel } = await fullClass()
    const [first, second] = (await getList(eventId)).registrations
    expect(errorCode(await studio.owner(`/v2/bookings/${first.bookingId}/confirm`, { revision: '1' }))).toBe('NO_OPEN_SPOTS')
    await cancel(0)
    const confirmed = await studio.owner(`/v2/bookings/${second.bookingId}/confirm`, { revision: '1' })
    expect(errorCode(confirmed)).toBe('NO_OPEN_SPOTS')
    expect((await studio.owner(`/v2/bookings/${first.bookingId}/confirm`, { revision: '1' })).body.booking.status).toBe('CONFIRMED')
    expect((await studio.owner(`/v2/bookings/${second.bookingId}/decline`, { revision: '1' })).body.booking.status).toBe('DECLINED')
    expect((await getList(eventId)).registrations.map((one: { id: string }) => one.id)).toEqual([entries[2]])
  })

  test('a paid class: the enrolled booking holds its place for the payment', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 1, rules })
    const eventId = await studio.session(yoga)
    const first = (await seat(yoga, eventId, await person(), { paymentOption: 'OFFLINE' })).body.booking
    const who = await person()
    const { registration } = (await wait(yoga, eventId, who, { selectedPaymentOption: 'ONLINE' })).body
    await studio.owner(`/v2/bookings/${first.id}/cancel`, { revision: first.revision })
    server.freezeClock('2027-05-01T10:09:00Z')
    const { booking } = (await enroll(registration.id, who)).body
    expect(booking).toMatchObject({ status: 'CREATED', paymentStatus: 'UNDEFINED' })
    const summary = await server.ok('GET', `/api/bookings/${booking.id}/summary`, { token: who.token })
    expect(summary.holdExpiresAt).toBe('2027-05-01T10:19:00.000Z')
    const paid = await server.ok('POST', '/api/checkout/bookings', {
      token: who.token,
      body: { bookingId: booking.id, card: { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' } },
    })
    expect(paid.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  })

  test('who takes a place pays in a way that the class accepts, and no other', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 1, rules, options: { online: true } })
    const eventId = await studio.session(yoga)
    const first = (await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: mia } })).body
      .booking
    expect(first.status).toBe('CREATED')
    const who = await person()
    const { registration } = (await wait(yoga, eventId, who, { selectedPaymentOption: 'ONLINE' })).body
    await studio.owner(`/v2/bookings/${first.id}/cancel`, { revision: first.revision })
    const enrollBy = (paymentOption: string) =>
      server.call('POST', '/bookings/v1/waitlist/enroll', { token: who.token, body: { registrationId: registration.id, paymentOption } })
    for (const option of ['OFFLINE', 'MEMBERSHIP', 'MEMBERSHIP_OFFLINE'])
      expect([option, errorCode(await enrollBy(option))]).toEqual([option, 'VALIDATION_FAILURE'])
    expect((await enrollBy('ONLINE')).body.booking).toMatchObject({ status: 'CREATED', paymentStatus: 'UNDEFINED' })
  })

  test('when the session begins the waitlist is closed without an email; when it is cancelled everyone is emailed', async () => {
    const { eventId, waiting } = await fullClass()
    await at('2027-05-10T10:00:10Z')
    expect((await getList(eventId)).registrations).toEqual([])
    expect(await studio.sentTemplates((waiting[0] as Person).email)).toEqual(['waitlist-joined'])
    server.freezeClock('2027-05-01T10:00:00Z')
    const other = await fullClass()
    expect((await studio.owner(`/calendar/v3/events/${other.eventId}/cancel`, {})).status).toBe(200)
    await server.runner.drain()
    expect((await getList(other.eventId)).registrations).toEqual([])
    expect(await studio.sentTemplates((other.waiting[0] as Person).email)).toEqual(['waitlist-closed', 'waitlist-joined'])
  })

  test('a request that was not answered until the session begins offers no place that could no longer be taken', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 1, price: '0', approval: true, rules: { ...rules, bookAfterStartPolicy: { enabled: true } } })
    const eventId = await studio.session(yoga)
    const request = (await seat(yoga, eventId, await person())).body.booking
    const wim = await person()
    await wait(yoga, eventId, wim)
    await at(request.startDate)
    expect((await studio.emittedSlugs(request.id)).at(-1)).toBe('declined')
    expect(await studio.sentTemplates(wim.email)).toEqual(['waitlist-joined'])
  })
})
