/** Calendar events in bulk, as scripts that fill a site send them. Source: guide services-and-availability §13.2, §13.4. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type CallOptions, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let scheduleId: string
let businessScheduleId: string
let resourceId: string
let defaultLocation: { id: string; name: string }
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T08:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
  resourceId = (await post('/v1/staff-members', { staffMember: { name: 'Ana' } })).staffMember.resourceId
  const { schedules } = await post('/calendar/v3/schedules/query', { query: { filter: { externalId: '4e0579a5-491e-4e70-a872-d097eed6e520' } } })
  businessScheduleId = schedules[0].id
  defaultLocation = (await server.ok('GET', '/api/locations', { as: site })).locations[0]
})
beforeEach(async () => {
  const service = { type: 'CLASS', name: 'Flow', defaultCapacity: 8, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
  scheduleId = (await post('/v2/services', { service })).service.schedule.id
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const post = (path: string, body: object) => server.ok('POST', path, { as: site, body })
const call = (path: string, body: object, as: CallOptions = { as: site }) => server.call('POST', `/calendar/v3/bulk/events/${path}`, { ...as, body })
const toClass = (day: string, more: object = {}) => ({
  type: 'CLASS',
  scheduleId,
  start: { localDate: `${day}T09:00:00` },
  end: { localDate: `${day}T10:00:00` },
  resources: [{ id: resourceId }],
  ...more,
})
const create = async (...events: object[]) => (await call('create', { events: events.map((event) => ({ event })), returnEntity: true })).body
const query = async () =>
  (await post('/calendar/v3/events/query', { fromLocalDate: '2027-05-01T00:00:00', toLocalDate: '2027-06-01T00:00:00', query: { filter: { scheduleId } } }))
    .events
const weekly = { recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'], until: { localDate: '2027-05-24T23:00:00' } } }

test('sessions and a series are created, what is refused fails alone', async () => {
  const reply = await call('create', {
    events: [
      { event: toClass('2027-05-11') },
      { event: toClass('2027-05-12', { resources: [] }) },
      { event: toClass('2027-05-10', weekly), participantNotification: { notifyParticipants: false } },
    ],
    timeZone: 'Europe/Berlin',
    returnEntity: true,
  })
  expect(reply.status).toBe(200)
  const { results, bulkActionMetadata } = reply.body
  expect(bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 })
  expect(results).toMatchObject([
    { itemMetadata: { originalIndex: 0, success: true }, item: { type: 'CLASS', start: { localDate: '2027-05-11T09:00:00' } } },
    { itemMetadata: { originalIndex: 1, success: false, error: { code: 'VALIDATION' } } },
    { itemMetadata: { originalIndex: 2, success: true }, item: { recurrenceType: 'MASTER' } },
  ])
  expect((await query()).map(({ start }: { start: { localDate: string } }) => start.localDate.slice(8, 10))).toEqual(['10', '11', '17', '24'])
})

test('without returnEntity the items stay away', async () => {
  const { results } = (await call('create', { events: [{ event: toClass('2027-05-11') }] })).body
  expect(results).toEqual([{ itemMetadata: { id: expect.any(String), originalIndex: 0, success: true } }])
})

test('a request that is repeated with its key creates nothing twice', async () => {
  const send = () =>
    server.ok('POST', '/calendar/v3/bulk/events/create', {
      as: site,
      body: { events: [{ event: toClass('2027-05-11') }] },
      headers: { 'idempotency-key': 'seed-1' },
    })
  const first = await send()
  expect(await send()).toEqual(first)
  expect(await query()).toHaveLength(1)
})

test('events are updated, each with its mask and from its revision', async () => {
  const { results } = await create(toClass('2027-05-11', { title: 'Early', notes: 'Mats' }), toClass('2027-05-12'), toClass('2027-05-10', weekly))
  const [first, second, series] = results.map(({ item }: { item: { id: string; revision: string } }) => item)
  const reply = await call('update', {
    events: [
      { event: { id: first.id, revision: first.revision, title: 'Late', start: { localDate: '2027-05-20T09:00:00' } }, fieldmask: 'title,notes' },
      { event: { id: second.id, revision: '99', title: 'Other' } },
      { event: { id: randomUUID(), title: 'Gone' } },
      { event: { id: series.id, revision: series.revision, totalCapacity: 3 }, fieldmask: { paths: ['totalCapacity'] } },
    ],
    returnEntity: true,
  })
  expect(reply.body.results).toMatchObject([
    { itemMetadata: { id: first.id, success: true }, item: { title: 'Late', start: { localDate: '2027-05-11T09:00:00' } } },
    { itemMetadata: { id: second.id, success: false, error: { code: 'REVISION_MISMATCH' } } },
    { itemMetadata: { success: false, error: { code: 'NOT_FOUND' } } },
    { itemMetadata: { id: series.id, success: true }, item: { totalCapacity: 3, recurrenceType: 'MASTER' } },
  ])
  expect(reply.body.results[0].item).not.toHaveProperty('notes')
  expect((await server.ok('GET', `/calendar/v3/events/${second.id}`, { as: site })).event.title).toBe('Flow')
})

test('working hours are written as the recipe of the public platform writes them', async () => {
  const monday = { type: 'WORKING_HOURS', scheduleId: businessScheduleId, recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'] } }
  const { results } = await create({ ...monday, start: { localDate: '2027-05-10T19:00:00' }, end: { localDate: '2027-05-10T20:00:00' } })
  const { id, revision } = results[0].item
  const moved = { id, revision, start: { localDate: '2027-05-10T18:30:00' }, end: { localDate: '2027-05-10T20:30:00' } }
  const updated = (await call('update', { events: [{ event: moved, fieldmask: 'start,end' }], timeZone: 'Europe/Berlin', returnEntity: true })).body
  expect(updated.results).toMatchObject([{ item: { start: { localDate: '2027-05-10T18:30:00' }, end: { localDate: '2027-05-10T20:30:00' } } }])
  expect((await call('cancel', { eventIds: [id], timeZone: 'Europe/Berlin', returnEntity: true })).body.bulkActionMetadata.totalSuccesses).toBe(1)
})

test('a place of the business without an id is its default location', async () => {
  const { results } = await create(toClass('2027-05-11', { location: { type: 'BUSINESS' } }))
  const { id, location } = results[0].item
  expect(location).toMatchObject({ type: 'BUSINESS', id: defaultLocation.id, name: defaultLocation.name })
  const custom = { type: 'CUSTOM', name: 'The park' }
  const [there, back] = [
    { id, location: custom },
    { id, location: { type: 'BUSINESS' } },
  ]
  for (const [event, expected] of [
    [there, custom],
    [back, { id: defaultLocation.id }],
  ] as const)
    expect((await call('update', { events: [{ event }], returnEntity: true })).body.results[0].item.location).toMatchObject(expected)
})

test('for the business alone, 1 to 50 at a time', async () => {
  const events = [{ event: toClass('2027-05-11') }]
  for (const path of ['create', 'update']) {
    expect((await call(path, { events }, {})).status).toBe(401)
    expect((await call(path, { events }, { token: await server.visitorToken(site) })).status).toBe(403)
    expect((await call(path, { events: [] })).status).toBe(400)
    expect((await call(path, { events: Array.from({ length: 51 }, () => ({ event: { id: 'x', ...toClass('2027-05-11') } })) })).status).toBe(400)
  }
  expect(await query()).toEqual([])
})
