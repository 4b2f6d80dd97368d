/** What calendar events may say: what is refused changes nothing. Source: guide services-and-availability §13.2. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestReply, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let service: { schedule: { id: string } }
let resourceId: string
let locationId: string
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T08:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
  const made = (path: string, body: object) => server.ok('POST', path, { as: site, body })
  resourceId = (await made('/v1/staff-members', { staffMember: { name: 'Ana' } })).staffMember.resourceId
  locationId = (await made('/api/locations', { location: { name: 'Hall' } })).location.id
  service = (
    await made('/v2/services', {
      service: { type: 'CLASS', name: 'Flow', defaultCapacity: 8, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } },
    })
  ).service
})
afterAll(() => server.close())

const at = (localDate: string, more: object = {}) => ({ localDate, ...more })
const toClass = (more: object = {}) => ({
  scheduleId: service.schedule.id,
  type: 'CLASS',
  start: at('2027-05-10T09:00:00'),
  end: at('2027-05-10T10:00:00'),
  resources: [{ id: resourceId }],
  ...more,
})
const create = (event: object) => server.call('POST', '/calendar/v3/events', { as: site, body: { event } })
const change = (id: string, event: object) => server.call('PATCH', `/calendar/v3/events/${id}`, { as: site, body: { event } })
const read = async (id: string) => (await server.ok('GET', `/calendar/v3/events/${id}`, { as: site })).event
const readFields = ({ body }: TestReply): string[] => body.details.validationError.fieldViolations.map(({ field }: { field: string }) => field)

const wrong: [string, () => object, string][] = [
  ['another time zone', () => ({ start: at('2027-05-10T09:00:00', { timeZone: 'Asia/Tokyo' }) }), 'event.start.timeZone'],
  ['an unknown location', () => ({ location: { type: 'BUSINESS', id: randomUUID() } }), 'event.location.id'],
  ['an unknown person', () => ({ resources: [{ id: randomUUID() }] }), 'event.resources'],
  ['no person or room', () => ({ resources: [] }), 'event.resources'],
  ['a whole day of an hour', () => ({ allDay: true }), 'event.allDay'],
]

describe.each(wrong)('%s', (_, input, field) => {
  test('is refused when a session is made', async () => {
    const reply = await create(toClass(input()))
    expect([reply.status, readFields(reply)]).toEqual([400, [field]])
  })
  test.each(['one session', 'a series'])('is refused for %s that exists, which stays as it is', async (what) => {
    const rule = what === 'a series' ? { recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'] } } : {}
    const { event } = (await create(toClass(rule))).body
    const reply = await change(event.id, input())
    expect([reply.status, readFields(reply)]).toEqual([400, [field]])
    expect(await read(event.id)).toEqual(event)
  })
})

test('a series that would end before its first session is not made', async () => {
  const until = { localDate: '2027-05-04T00:00:00' }
  const reply = await create(toClass({ recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'], until } }))
  expect([reply.status, readFields(reply)]).toEqual([400, ['event.recurrenceRule.until']])
})

test('a person who is named twice leads a session once, as it is made and as it is changed', async () => {
  const twice = [{ id: resourceId }, { id: resourceId }]
  const { event } = (await create(toClass({ resources: twice }))).body
  expect(event.resources).toHaveLength(1)
  expect((await change(event.id, { resources: twice })).body.event.resources).toHaveLength(1)
})

test('the time zone and a location of the site are accepted, and what is sent back unchanged', async () => {
  const { event } = (
    await create(
      toClass({
        start: at('2027-05-11T09:00:00', { timeZone: 'Europe/Berlin' }),
        end: at('2027-05-11T10:00:00'),
        location: { type: 'BUSINESS', id: locationId },
      }),
    )
  ).body
  const { start, end, resources, location } = event
  expect((await change(event.id, { start, end, resources, location, title: 'Slow Flow' })).status).toBe(200)
  expect(await read(event.id)).toMatchObject({ title: 'Slow Flow', location: { id: locationId } })
})

test('an event becomes one of a whole day, alone and as a series, and says so', async () => {
  const day = { start: at('2027-05-17T00:00:00'), end: at('2027-05-18T00:00:00'), allDay: true }
  for (const rule of [{}, { recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'] } }]) {
    const { event } = (await create({ ...toClass(rule), notes: 'No calls', scheduleId: undefined, type: 'EVENT', title: 'Away' })).body
    expect(event.allDay).toBeUndefined()
    expect((await change(event.id, day)).status).toBe(200)
    expect(await read(event.id)).toMatchObject({ allDay: true, notes: 'No calls' })
  }
})

test('whole days, and whether its people are busy, hold for all of a series but what has its own', async () => {
  const rule = { recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'] } }
  const { event } = (await create({ ...toClass(rule), scheduleId: undefined, type: 'EVENT', title: 'Away' })).body
  const occurrence = `${event.id}_20270517T0900`
  expect((await change(occurrence, { notes: 'Bring keys' })).status).toBe(200)
  const day = { start: at('2027-05-10T00:00:00'), end: at('2027-05-11T00:00:00'), allDay: true, transparency: 'FREE' }
  expect((await change(event.id, day)).status).toBe(200)
  expect(await read(occurrence)).toMatchObject({ allDay: true, transparency: 'FREE', notes: 'Bring keys', start: { localDate: '2027-05-17T00:00:00' } })
})

test('a session says what of it follows the service', async () => {
  const { event } = (await create(toClass())).body
  expect(event.inheritedFields).toEqual(['totalCapacity', 'location'])
  const { event: own } = (await change(event.id, { totalCapacity: 5, location: { type: 'BUSINESS', id: locationId } })).body
  expect(own.inheritedFields).toEqual([])
  const { event: again } = (await change(event.id, { totalCapacity: null })).body
  expect([again.inheritedFields, again.totalCapacity]).toEqual([['totalCapacity'], 8])
})

test('a person whose time a session leaves free can be booked meanwhile', async () => {
  const { staffMember } = await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Cleo' } } })
  const cleo: string = staffMember.resourceId
  const lesson = {
    type: 'APPOINTMENT',
    name: 'Lesson',
    onlineBooking: { enabled: true },
    payment: { rateType: 'NO_FEE' },
    staffMemberIds: [cleo],
    schedule: { availabilityConstraints: { sessionDurations: [60] } },
  }
  const { service: appointment } = await server.ok('POST', '/v2/services', { as: site, body: { service: lesson } })
  const listStarts = async () => {
    const body = { serviceId: appointment.id, fromLocalDate: '2027-05-12T10:00:00', toLocalDate: '2027-05-12T12:00:00' }
    const { timeSlots } = await server.ok('POST', '/v2/time-slots', { as: site, body })
    return timeSlots.map(({ localStartDate }: { localStartDate: string }) => localStartDate.slice(11, 16))
  }
  const time = { start: at('2027-05-12T10:00:00'), end: at('2027-05-12T11:00:00') }
  const resources = [{ id: resourceId }, { id: cleo, transparency: 'TRANSPARENT' }]
  const { event } = (await create(toClass({ ...time, resources }))).body
  expect(event.resources.map(({ transparency }: { transparency: string }) => transparency)).toEqual(['OPAQUE', 'TRANSPARENT'])
  expect(await listStarts()).toEqual(['10:00', '10:30', '11:00', '11:30'])
  // Other changes leave it as it is.
  await change(event.id, { title: 'Slow Flow' })
  expect(await listStarts()).toHaveLength(4)
  await change(event.id, { resources: [{ id: resourceId }, { id: cleo }] })
  expect(await listStarts()).toEqual(['11:00', '11:30'])
})

describe('weekly working hours', () => {
  let own: string
  beforeAll(async () => {
    const { staffMember } = await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Dana' } } })
    const { resource } = await server.ok('GET', `/v2/resources/${staffMember.resourceId}`, { as: site })
    own = resource.eventsSchedule.id
  })
  const createHours = async (more: object = {}) =>
    create({
      scheduleId: own,
      type: 'WORKING_HOURS',
      start: at('2027-05-10T09:00:00'),
      end: at('2027-05-10T12:00:00'),
      recurrenceRule: { frequency: 'WEEKLY', interval: 2, days: ['MONDAY'] },
      ...more,
    })

  test('refuse a stale revision, another time zone and an unknown location', async () => {
    expect(readFields(await createHours({ location: { type: 'BUSINESS', id: randomUUID() } }))).toEqual(['event.location.id'])
    const { event } = (await createHours()).body
    expect((await change(event.id, { end: at('2027-05-10T13:00:00'), revision: event.revision })).status).toBe(200)
    const stale = await change(event.id, { end: at('2027-05-10T14:00:00'), revision: event.revision })
    expect([stale.status, stale.body.details.applicationError.code, stale.body.details.applicationError.data]).toEqual([
      409,
      'REVISION_MISMATCH',
      { currentRevision: '2' },
    ])
    expect(readFields(await change(event.id, { start: at('2027-05-10T09:00:00', { timeZone: 'Asia/Tokyo' }) }))).toEqual(['event.start.timeZone'])
    expect(readFields(await change(event.id, { location: { type: 'BUSINESS', id: randomUUID() } }))).toEqual(['event.location.id'])
    expect((await read(event.id)).end.localDate).toBe('2027-05-10T13:00:00')
    await server.ok('POST', `/calendar/v3/events/${event.id}/cancel`, { as: site, body: {} })
  })

  test('have no occurrence at another time than theirs', async () => {
    const { event } = (await createHours()).body
    const ids = ['20270524T0900', '20270525T0900', '20270517T0900', '20270524T1000', '20279999T0900'].map((start) => `${event.id}_${start}`)
    const read = ids.map((id) => server.call('GET', `/calendar/v3/events/${id}`, { as: site }))
    expect((await Promise.all(read)).map(({ status }) => status)).toEqual([200, 404, 404, 404, 404])
    expect((await change(ids[1] as string, { title: 'Late' })).status).toBe(404)
    // The exception of a day stays there when the rule begins at another time from then on.
    await change(ids[0] as string, { title: 'Late' })
    await change(event.id, { start: at('2027-05-10T10:00:00') })
    const late = `${event.id}_20270524T1000`
    expect((await server.ok('GET', `/calendar/v3/events/${late}`, { as: site })).event).toMatchObject({ id: late, title: 'Late' })
    await server.ok('POST', `/calendar/v3/events/${event.id}/cancel`, { as: site, body: {} })
  })

  test('are split before a later occurrence, with the exceptions that follow it', async () => {
    const { event } = (await createHours()).body
    await change(`${event.id}_20270607T0900`, { end: at('2027-06-07T10:00:00') })
    const split = (localDate: string) => server.call('POST', `/calendar/v3/events/${event.id}/split`, { as: site, body: { splitLocalDate: localDate } })
    for (const wrong of ['2027-05-10T09:00:00', '2027-05-17T09:00:00', '2027-05-24T10:00:00', 'soon']) expect((await split(wrong)).status).toBe(400)
    const { event: before, splitEvent: after } = (await split('2027-05-24T09:00:00')).body
    expect([before.id, before.recurrenceRule.until.localDate.slice(0, 10), after.start.localDate]).toEqual([event.id, '2027-05-23', '2027-05-24T09:00:00'])
    await change(after.id, { end: at('2027-05-24T15:00:00') })
    const body = { fromLocalDate: '2027-05-10T00:00:00', toLocalDate: '2027-06-22T00:00:00', query: { filter: { scheduleId: own } } }
    const { events } = await server.ok('POST', '/calendar/v3/events/query', { as: site, body })
    expect(events.map(({ end }: { end: { localDate: string } }) => end.localDate)).toEqual([
      '2027-05-10T12:00:00',
      '2027-05-24T15:00:00',
      '2027-06-07T10:00:00',
      '2027-06-21T15:00:00',
    ])
  })
})

test('what a series was stays as it was, however long ago it began', async () => {
  const { event } = (await create(toClass({ recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'] } }))).body
  const listTitles = async () => {
    const query = { filter: {}, cursorPaging: { limit: 100 } }
    const { events } = await server.ok('POST', '/calendar/v3/events/query', {
      as: site,
      body: { fromLocalDate: '2027-05-10T00:00:00', toLocalDate: '2027-05-18T00:00:00', query },
    })
    return events.filter(({ recurringEventId }: { recurringEventId?: string }) => recurringEventId === event.id).map(({ title }: { title: string }) => title)
  }
  expect(await listTitles()).toEqual(['Flow', 'Flow'])
  // More than 400 days later.
  server.freezeClock('2028-08-01T08:00:00Z')
  expect((await change(event.id, { title: 'Slow Flow' })).status).toBe(200)
  expect(await listTitles()).toEqual(['Flow', 'Flow'])
})
