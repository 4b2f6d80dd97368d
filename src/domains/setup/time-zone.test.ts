import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { bookedSessions, weekly } from '../../../test/factories/booked-sessions.ts'

let server: TestServer
let site: TestSite
let ana: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-03T08:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
  ana = (await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana' } } })).staffMember.resourceId
})

const {
  createService: make,
  createSession: put,
  book,
  readBooking: read,
  readEmails: emailsTo,
} = bookedSessions(() => ({ server, site, resourceId: ana, service: { defaultCapacity: 5 } }))
const setZone = (timeZone: string) => server.ok('PATCH', '/api/site-settings', { as: site, body: { timeZone } })
const getEvent = async (id: string) => (await server.ok('GET', `/calendar/v3/events/${id}`, { as: site })).event

test('when the business changes its time zone, sessions keep their hour, bookings go with them, and everyone booked gets an email', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Yoga' })
  const series = await put(yoga, '2027-05-04T18:00', weekly('TUESDAY'))
  const single = await put(yoga, '2027-05-06T07:00')
  const exception = `${series.id}_20270518T1800`
  await server.ok('PATCH', `/calendar/v3/events/${exception}`, {
    as: site,
    body: { event: { start: { localDate: '2027-05-19T20:00:00' }, end: { localDate: '2027-05-19T21:00:00' } } },
  })
  const course = await make({ type: 'COURSE', name: 'Pottery' })
  await put(course, '2027-06-07T09:00', weekly('MONDAY', '2027-06-28'))
  const talk = await make({
    type: 'APPOINTMENT',
    name: 'Talk',
    defaultCapacity: 1,
    staffMemberIds: [ana],
    schedule: { availabilityConstraints: { sessionDurations: [60] } },
  })
  const inSeries = await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270511T1800`, timezone: 'Europe/Berlin' } })
  const fromAfar = await book({ slot: { serviceId: yoga.id, eventId: single.id, timezone: 'Asia/Tokyo' } })
  const inException = await book({ slot: { serviceId: yoga.id, eventId: exception, timezone: 'Europe/Berlin' } })
  const inCourse = await book({ schedule: { serviceId: course.id, scheduleId: course.schedule.id, timezone: 'Europe/Berlin' } })
  const appointment = await book({
    slot: {
      serviceId: talk.id,
      startDate: '2027-05-05T10:00:00',
      endDate: '2027-05-05T11:00:00',
      timezone: 'Europe/Berlin',
      resource: { id: ana },
      location: { locationType: 'OWNER_BUSINESS' },
    },
  })

  const preview = await server.ok('GET', '/api/time-zone-preview', { as: site, query: { timeZone: 'America/New_York' } })
  expect(preview).toMatchObject({ sessionCount: 7, people: 4, emails: 4, appointments: 1 })
  expect(preview.sessions[0]).toEqual({ title: 'Yoga', start: '2027-05-06T05:00:00Z', newStart: '2027-05-06T11:00:00Z', people: 1 })
  expect((await read(inSeries.id)).startDate).toBe('2027-05-11T16:00:00.000Z')

  await setZone('America/New_York')
  expect(await read(inSeries.id)).toMatchObject({
    startDate: '2027-05-11T22:00:00.000Z',
    bookedEntity: { slot: { startDate: '2027-05-11T18:00:00.000-04:00', timezone: 'America/New_York' } },
  })
  expect(await read(fromAfar.id)).toMatchObject({ startDate: '2027-05-06T11:00:00.000Z', bookedEntity: { slot: { timezone: 'Asia/Tokyo' } } })
  expect(await read(inException.id)).toMatchObject({ startDate: '2027-05-20T00:00:00.000Z' })
  expect(await read(inCourse.id)).toMatchObject({ startDate: '2027-06-07T13:00:00.000Z', endDate: '2027-06-28T14:00:00.000Z' })
  expect(await read(appointment.id)).toMatchObject({ startDate: '2027-05-05T08:00:00.000Z', revision: '2' })
  for (const { id, email } of [inSeries, fromAfar, inException, inCourse]) {
    expect((await emailsTo(email)).map((one) => one.template)).toEqual(['booking-rescheduled'])
    expect((await server.emittedEvents(site, id)).map((event) => event.slug)).toContain(id === inCourse.id ? 'updated' : 'rescheduled')
  }
  expect(await emailsTo(appointment.email)).toEqual([])
  const [email] = await emailsTo(inSeries.email)
  expect(email?.text).toMatch(/Tuesday, May 11, 2027 at 6:00\sPM \(America\/New_York\)/m)
  expect(email?.text).toMatch(/^Previously: Tuesday, May 11, 2027 at 6:00\sPM \(Europe\/Berlin\)/m)

  // The calendar says the same, and what is booked next is where its session is.
  expect(await getEvent(series.id)).toMatchObject({
    start: { localDate: '2027-05-04T18:00:00', utcDate: '2027-05-04T22:00:00.000Z', timeZone: 'America/New_York' },
  })
  expect(await getEvent(single.id)).toMatchObject({ start: { localDate: '2027-05-06T07:00:00', utcDate: '2027-05-06T11:00:00.000Z' } })
  expect((await server.ok('GET', `/v2/services/${course.id}`, { as: site })).service.schedule.firstSessionStart).toBe('2027-06-07T13:00:00.000Z')
  const later = await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270525T1800` } })
  expect((await read(later.id)).startDate).toBe('2027-05-25T22:00:00.000Z')
  // No customer gets a second email.
  await setZone('America/New_York')
  expect(await emailsTo(inSeries.email)).toHaveLength(1)
})

test('what has begun stays when it was, and keeps its place in the history after the zone has changed', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Yoga' })
  const series = await put(yoga, '2027-05-04T18:00', weekly('TUESDAY'))
  const single = await put(yoga, '2027-05-05T12:00')
  const { id } = await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270511T1800`, timezone: 'Europe/Berlin' } })
  // Wednesday noon in Berlin: the single session has begun; on Tuesday everything is over.
  server.freezeClock('2027-05-12T10:30:00Z')
  await setZone('Asia/Tokyo')
  expect(await read(id)).toMatchObject({ startDate: '2027-05-11T16:00:00.000Z', status: 'CONFIRMED' })
  expect(await getEvent(`${series.id}_20270511T1800`)).toMatchObject({
    start: { localDate: '2027-05-12T01:00:00', utcDate: '2027-05-11T16:00:00.000Z', timeZone: 'Asia/Tokyo' },
  })
  expect(await getEvent(single.id)).toMatchObject({ start: { localDate: '2027-05-05T19:00:00', utcDate: '2027-05-05T10:00:00.000Z' } })
  expect(await getEvent(`${series.id}_20270518T1800`)).toMatchObject({ start: { localDate: '2027-05-18T18:00:00', utcDate: '2027-05-18T09:00:00.000Z' } })
  const { events } = await server.ok('POST', '/calendar/v3/events/query', {
    as: site,
    body: { fromLocalDate: '2027-05-01T00:00:00', toLocalDate: '2027-05-26T00:00:00', query: { filter: { serviceId: yoga.id } } },
  })
  expect(events.map((event: { start: { utcDate: string } }) => event.start.utcDate)).toEqual([
    '2027-05-04T16:00:00.000Z',
    '2027-05-05T10:00:00.000Z',
    '2027-05-11T16:00:00.000Z',
    '2027-05-18T09:00:00.000Z',
    '2027-05-25T09:00:00.000Z',
  ])
  // A move of the series afterwards leaves the past where it was.
  await server.ok('PATCH', `/calendar/v3/events/${series.id}`, {
    as: site,
    body: { event: { start: { localDate: '2027-05-18T19:00:00' }, end: { localDate: '2027-05-18T20:00:00' } } },
  })
  expect((await getEvent(`${series.id}_20270511T1800`)).start.utcDate).toBe('2027-05-11T16:00:00.000Z')
  expect((await read(id)).startDate).toBe('2027-05-11T16:00:00.000Z')
})

test('a session whose hour is already over in the new zone stays when it was', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Yoga' })
  // In two hours by the clock of Berlin; six in the evening was hours ago in Tokyo.
  const event = await put(yoga, '2027-05-03T12:00')
  const { id, email } = await book({ slot: { serviceId: yoga.id, eventId: event.id, timezone: 'Europe/Berlin' } })
  await setZone('Asia/Tokyo')
  expect((await getEvent(event.id)).start).toMatchObject({ localDate: '2027-05-03T19:00:00', utcDate: '2027-05-03T10:00:00.000Z' })
  expect((await read(id)).startDate).toBe('2027-05-03T10:00:00.000Z')
  expect(await emailsTo(email)).toEqual([])
})

test('the zone is named as a place, and only the owner may look who is affected', async () => {
  for (const timeZone of ['Mars/Olympus', '+02:00']) {
    expect((await server.call('GET', '/api/time-zone-preview', { as: site, query: { timeZone } })).status).toBe(400)
    expect((await server.call('PATCH', '/api/site-settings', { as: site, body: { timeZone } })).status).toBe(400)
  }
  expect((await server.call('GET', '/api/time-zone-preview', { token: await server.visitorToken(site), query: { timeZone: 'UTC' } })).status).toBe(403)
})
