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
