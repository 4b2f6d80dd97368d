/** The roster of a session, messages to everyone in it and offers out of turn, through HTTP. Source: guide bookings §13.3, §15.1. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { guest, createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { codesIn, describeRows, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { toCheckInCode } from './rules/check-in-code.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

const add = async (yoga: CreatedService, eventId: string, contactDetails: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  const made = await studio.owner('/v2/bookings', {
    booking: {
      bookedEntity: { slot: { serviceId: yoga.id, eventId } },
      contactDetails,
      totalParticipants: 1,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
      ...more,
    },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.booking as { id: string; revision: string }
}
const getRoster = (eventId: string) => server.ok('GET', `/api/sessions/${eventId}/roster`, { as: studio.site })
const message = (eventId: string, body: Record<string, unknown>, path = '') => studio.owner(`/api/sessions/${eventId}/message${path}`, body)

describe('the roster of a session', () => {
  test('is for those who may read bookings; what is no session is refused', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
    const eventId = await studio.session(yoga)
    expect((await server.call('GET', `/api/sessions/${eventId}/roster`, { token: await server.visitorToken(studio.site) })).status).toBe(403)
    expect(errorCode(await studio.owner('/api/sessions/none/roster', undefined, 'GET'))).toBe('SESSION_NOT_FOUND')
    expect(errorCode(await message('none', { message: 'Hi', messageId: randomUUID() }))).toBe('SESSION_NOT_FOUND')
    expect(errorCode(await message('none', { message: 'Hi' }, '/preview'))).toBe('SESSION_NOT_FOUND')
    expect(errorCode(await studio.owner(`/api/bookings/${randomUUID()}/note`, { note: 'x' }, 'PUT'))).toBe('BOOKING_NOT_FOUND')
    expect(errorCode(await message(eventId, { message: 'Hi', messageId: randomUUID() }))).toBe('NO_RECIPIENTS')
    expect(await server.ok('POST', `/api/sessions/${eventId}/message/preview`, { as: studio.site, body: { message: 'Hi' } })).toEqual({
      receivers: 0,
      withoutEmail: [],
    })
    const other = await createBookingStudio(server)
    expect(errorCode(await other.owner(`/api/sessions/${eventId}/roster`, undefined, 'GET'))).toBe('SESSION_NOT_FOUND')
  })
})

describeRows('rosters (§15.1)', tableAt('bookings', '### 15.1'), {
  'who is on it': async () => {
    await listRoster()
    await listCourseRoster()
    await answerRequestInRoster()
  },
  note: async ([, rule]) => {
    const [, longest] = /up to (\d+) characters/.exec(rule ?? '') ?? []
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
    const booking = await add(yoga, await studio.session(yoga), guest())
    const note = (text: string) => server.call('PUT', `/api/bookings/${booking.id}/note`, { as: studio.site, body: { note: text } })
    expect([(await note('x'.repeat(Number(longest)))).status, (await note('x'.repeat(Number(longest) + 1))).status]).toEqual([200, 400])
    const { extendedBookings } = (await studio.owner('/v2/extended-bookings/query', { query: { filter: { id: booking.id } } })).body
    expect(extendedBookings[0].booking.revision).toBe(booking.revision)
    expect(await studio.emittedSlugs(booking.id)).toEqual(['created', 'confirmed'])
  },
  'message to all': async ([, rule]) => {
    expect(codesIn(rule)).toEqual(['NO_RECIPIENTS'])
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0', name: 'Yoga' })
    const eventId = await studio.session(yoga)
    const anna = `anna-${randomUUID()}@roster.example`
    const ben = `ben-${randomUUID()}@roster.example`
    const token = await server.visitorToken(studio.site)
    const german = await server.ok('POST', '/api/checkout/bookings', {
      token,
      headers: { 'accept-language': 'de' },
      body: { slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Anna', email: anna } },
    })
    server.freezeClock('2027-05-01T10:01:00Z')
    await studio.book({ slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Ben', email: ben } })
    await add(yoga, eventId, { firstName: 'Ben', lastName: 'again', email: ben.toUpperCase() })
    await add(yoga, eventId, { firstName: 'Walk', lastName: 'In' })
    const cancelled = await add(yoga, eventId, { firstName: 'Gone', email: 'gone@roster.example' })
    await studio.owner(`/v2/bookings/${cancelled.id}/cancel`, { revision: cancelled.revision })
    const preview = await server.ok('POST', `/api/sessions/${eventId}/message/preview`, { as: studio.site, body: { message: 'Bring <water>\nand a mat.' } })
    expect(preview).toMatchObject({ receivers: 2, withoutEmail: ['Walk In'], subject: 'Zu deiner Buchung: Yoga' })
    expect(preview.html).toContain('Bring &#60;water&#62;<br>and a mat.')
    expect(preview.text).toContain('Hallo Anna,')
    expect(preview.text).not.toContain('/booking/')
    const messageId = randomUUID()
    const body = { subject: 'Rain', message: 'Bring <water>\nand a mat.', messageId }
    const sent = await message(eventId, body)
    expect(sent.body).toEqual({ receivers: 2, withoutEmail: ['Walk In'] })
    expect((await message(eventId, body)).status).toBe(200)
    await server.runner.drain()
    const to = async (address: string) => (await server.sentEmails(studio.site, address)).filter(({ template }) => template === 'session-message')
    expect(await to(anna)).toMatchObject([{ subject: 'Rain' }])
    expect(await to(ben)).toMatchObject([{ subject: 'Rain' }])
    expect(await to('gone@roster.example')).toEqual([])
    expect(german.booking.status).toBe('CONFIRMED')
  },
  'check-in code': async ([, rule]) => {
    expect(rule).toContain('40 bits')
    const id = '00000000-0000-4000-8000-00' + 'ffffffffff'
    expect(toCheckInCode(id)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect([toCheckInCode(id), toCheckInCode('ffffffff-ffff-4fff-8fff-ff0000000000')]).toEqual(['ZZZZ-ZZZZ', '0000-0000'])
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
    const booking = await add(yoga, await studio.session(yoga), guest())
    // It opens nothing: it is too short for a token.
    const opened = await server.call('GET', `/v1/anonymous-bookings/${toCheckInCode(booking.id)}`, { token: await server.visitorToken(studio.site) })
    expect(opened.status).toBe(400)
  },
  'offer now': async ([, rule]) => {
    const codes = codesIn(rule)
    const refusals: (string | undefined)[] = []
    const note = (code: string | undefined) => (refusals.push(code), code)
    const rules = { waitlistPolicy: { enabled: true, capacity: 3, reservationTimeInMinutes: 10 } }
    const yoga = await studio.service({ type: 'CLASS', capacity: 1, price: '0', rules })
    const eventId = await studio.session(yoga)
    const seated = await studio.book({ slot: { serviceId: yoga.id, eventId } })
    const wait = async () => {
      const who = guest()
      const token = await server.visitorToken(studio.site)
      const { registration } = await server.ok('POST', '/bookings/v1/waitlist/register', {
        token,
        body: { sessionId: eventId, booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: who } },
      })
      return { id: registration.id as string, token, email: who.email }
    }
    const [first, second] = [await wait(), await wait()]
    const offer = (id: string) => studio.owner(`/api/waitlist/${id}/offer`)
    const statuses = async () =>
      (await server.ok('POST', '/bookings/v1/waitlist/list', { as: studio.site, body: { sessionIds: [eventId] } })).waitlists[0].registrations.map(
        (one: { status: string }) => one.status,
      )
    expect(note(errorCode(await offer(first.id)))).toBe('NO_OPEN_SPOTS')
    expect(note(errorCode(await offer(randomUUID())))).toBe('REGISTRATION_NOT_FOUND')
    await studio.owner(`/v2/bookings/${seated.id}/cancel`, { revision: seated.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
    expect(note(errorCode(await offer(first.id)))).toBe('INVALID_BOOKING_STATUS')
    expect(note(errorCode(await offer(second.id)))).toBe('NO_OPEN_SPOTS')
    for (const minute of ['10', '20']) {
      server.freezeClock(`2027-05-01T10:${minute}:00Z`)
      await server.runner.runSchedules()
      await server.runner.drain()
    }
    // Both let it pass: the spot is open to all, and the business may ask the second one again.
    expect(await statuses()).toEqual(['EXPIRED', 'EXPIRED'])
    expect((await offer(second.id)).status).toBe(200)
    expect(await statuses()).toEqual(['EXPIRED', 'SUGGESTING'])
    expect(errorCode(await server.call('POST', '/bookings/v1/waitlist/enroll', { token: first.token, body: { registrationId: first.id } }))).toBe(
      'SLOT_NOT_AVAILABLE',
    )
    const enrolled = await server.ok('POST', '/bookings/v1/waitlist/enroll', { token: second.token, body: { registrationId: second.id } })
    expect(enrolled.booking.status).toBe('CONFIRMED')
    expect((await studio.sentTemplates(second.email)).filter((template) => template === 'waitlist-offer')).toHaveLength(2)
    expect(note(errorCode(await offer(second.id)))).toBe('INVALID_BOOKING_STATUS')
    server.freezeClock('2027-05-10T10:00:00Z')
    expect(note(errorCode(await offer(first.id)))).toBe('BOOKING_POLICY_VIOLATION')
    for (const code of codes.filter((one) => !['WAITING', 'EXPIRED'].includes(one))) expect(refusals).toContain(code)
  },
  'check-in screen': async ([, rule]) => {
    // What the browser keeps meanwhile: `check-in/queue.test.ts`, `test/browser/check-in.test.ts`.
    const header = /\((Idempotency-\w+)\)/.exec(rule ?? '')?.[1] ?? ''
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
    const eventId = await studio.session(yoga)
    const [ada, bea] = [await add(yoga, eventId, guest()), await add(yoga, eventId, guest())]
    const toCheckIn = (booking: { id: string }, status: string) => ({ key: randomUUID(), bookingId: booking.id, status })
    const queue = [toCheckIn(ada, 'ATTENDED'), toCheckIn(bea, 'ATTENDED'), toCheckIn(ada, 'NOT_SET')]
    const send = ({ key, bookingId, status }: (typeof queue)[number]) =>
      server.ok('POST', '/v2/attendance/set', {
        as: studio.site,
        headers: { [header]: key },
        body: { attendance: { bookingId, eventId, status, numberOfAttendees: status === 'ATTENDED' ? 1 : 0 } },
      })
    const first = []
    for (const one of queue) first.push(await send(one))
    const read = async () => [
      Object.fromEntries((await getRoster(eventId)).people.map((one: { id: string; attendance?: string }) => [one.id, one.attendance])),
      (await server.emittedEvents(studio.site)).length,
    ]
    const before = await read()
    expect(before[0]).toEqual({ [ada.id]: 'NOT_SET', [bea.id]: 'ATTENDED' })
    // The first two replies were lost with the connection: sent again they are answered as before and change nothing.
    expect([await send(queue[0]!), await send(queue[1]!)]).toEqual(first.slice(0, 2))
    expect(await read()).toEqual(before)
  },
})
async function listRoster(): Promise<void> {
  const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '20.00', name: 'Yoga' })
  const eventId = await studio.session(yoga)
  const mia = await add(
    yoga,
    eventId,
    { firstName: 'Mia', lastName: 'Weber', email: 'mia@roster.example', phone: '+49 170 1' },
    { totalParticipants: 2, additionalFields: [{ id: randomUUID(), value: 'Left knee', valueType: 'SHORT_TEXT' }] },
  )
  server.freezeClock('2027-05-01T10:01:00Z')
  const tom = await add(yoga, eventId, { firstName: 'Tom' })
  await server.ok('POST', `/api/bookings/${tom.id}/mark-paid`, { as: studio.site })
  await server.ok('POST', '/v2/attendance/set', {
    as: studio.site,
    body: { attendance: { bookingId: tom.id, eventId, status: 'ATTENDED', numberOfAttendees: 1 } },
  })
  expect((await server.ok('PUT', `/api/bookings/${mia.id}/note`, { as: studio.site, body: { note: '  Pays next week ' } })).note).toBe('Pays next week')
  expect(await server.ok('GET', `/api/bookings/${mia.id}/note`, { as: studio.site })).toEqual({ note: 'Pays next week' })
  const { session, people } = await getRoster(eventId)
  expect(session).toMatchObject({ id: eventId, title: 'Yoga', status: 'CONFIRMED', participants: 3, capacity: 5, openSpots: 2, isCourse: false })
  expect(people).toHaveLength(2)
  expect(people[0]).toMatchObject({
    id: mia.id,
    name: 'Mia Weber',
    participants: 2,
    owed: { amount: '40.00', currency: 'USD' },
    note: 'Pays next week',
    answers: [{ value: 'Left knee' }],
    checkInCode: toCheckInCode(mia.id),
  })
  expect(people[1]).toMatchObject({ id: tom.id, paymentStatus: 'PAID', attendance: 'ATTENDED', answers: [] })
  expect(people[1]).not.toHaveProperty('owed')
  expect(people[1]).not.toHaveProperty('note')
  await server.ok('PUT', `/api/bookings/${mia.id}/note`, { as: studio.site, body: { note: ' ' } })
  expect(await server.ok('GET', `/api/bookings/${mia.id}/note`, { as: studio.site })).toEqual({})
  expect((await getRoster(eventId)).people[0]).not.toHaveProperty('note')
  // The customer never sees what was noted.
  expect(JSON.stringify(await server.emittedEvents(studio.site, mia.id))).not.toContain('next week')
}
async function listCourseRoster(): Promise<void> {
  const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0', name: 'Pottery' })
  const first = await studio.session(course, undefined, undefined, 'COURSE')
  const second = await studio.session(course, '2027-05-17T10:00:00Z', '2027-05-17T11:00:00Z', 'COURSE')
  const booking = await studio.book({ schedule: { serviceId: course.id, scheduleId: course.scheduleId, timezone: 'Europe/Berlin' } })
  for (const id of [first, second])
    expect(await getRoster(id)).toMatchObject({ session: { isCourse: true, title: 'Pottery' }, people: [{ id: booking.id, name: 'Mia' }] })
}
async function answerRequestInRoster(): Promise<void> {
  const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0', approval: true })
  const eventId = await studio.session(yoga)
  const request = await studio.book({ slot: { serviceId: yoga.id, eventId } })
  expect(await getRoster(eventId)).toMatchObject({ session: { openSpots: 4 }, people: [{ id: request.id, status: 'PENDING' }] })
  const checkIn = () => studio.owner('/v2/attendance/set', { attendance: { bookingId: request.id, eventId, status: 'ATTENDED', numberOfAttendees: 1 } })
  expect((await checkIn()).status).toBe(428)
  await studio.act(request.id, 'confirm', { revision: request.revision })
  expect((await checkIn()).status).toBe(200)
}
