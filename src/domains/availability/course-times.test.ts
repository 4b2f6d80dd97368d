import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
  testServer.freezeClock('2027-01-04T08:00:00Z')
})
afterAll(() => testServer.close())

interface Course {
  zone: string
  /** Local start of the first session, an hour long. */
  first: string
  day: string
  until: string
}
/** A site in the zone with a course of one weekly series, and a booking of it. */
async function courseIn({ zone, first, day, until }: Course) {
  const site = await testServer.createSite({ timeZone: zone })
  const { staffMember } = await testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana' } } })
  const { service } = await testServer.ok('POST', '/v2/services', {
    as: site,
    body: { service: { type: 'COURSE', name: 'Pottery', defaultCapacity: 8, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } } },
  })
  const [date, time] = first.split('T') as [string, string]
  const event = {
    scheduleId: service.schedule.id,
    type: 'COURSE',
    start: { localDate: first },
    end: { localDate: `${date}T${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}` },
    resources: [{ id: staffMember.resourceId }],
    recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: [day], until: { localDate: until } },
  }
  const made = (await testServer.ok('POST', '/calendar/v3/events', { as: site, body: { event } })).event
  const shown = (await testServer.ok('GET', `/v2/services/${service.id}`, { as: site })).service
  const { booking } = await testServer.ok('POST', '/v2/bookings', {
    token: await testServer.visitorToken(site),
    body: {
      booking: {
        bookedEntity: { schedule: { scheduleId: service.schedule.id, timezone: zone } },
        contactDetails: { firstName: 'Mia', email: 'mia@example.org' },
        totalParticipants: 1,
      },
    },
  })
  return { site, service, shown, booking, made }
}

test.each([
  // Summer time, and a course that crosses the change in spring, in autumn, and on the other half of the earth.
  {
    zone: 'Europe/Berlin',
    first: '2027-06-07T09:00:00',
    day: 'MONDAY',
    until: '2027-06-28T23:59:00',
    start: '2027-06-07T07:00:00.000Z',
    end: '2027-06-28T08:00:00.000Z',
  },
  {
    zone: 'Europe/Berlin',
    first: '2027-03-15T09:00:00',
    day: 'MONDAY',
    until: '2027-04-05T23:59:00',
    start: '2027-03-15T08:00:00.000Z',
    end: '2027-04-05T08:00:00.000Z',
  },
  {
    zone: 'America/New_York',
    first: '2027-10-25T18:00:00',
    day: 'MONDAY',
    until: '2027-11-15T23:59:00',
    start: '2027-10-25T22:00:00.000Z',
    end: '2027-11-16T00:00:00.000Z',
  },
  {
    zone: 'Pacific/Auckland',
    first: '2027-03-22T09:00:00',
    day: 'MONDAY',
    until: '2027-04-19T23:59:00',
    start: '2027-03-21T20:00:00.000Z',
    end: '2027-04-18T22:00:00.000Z',
  },
])('a course made of a series in $zone from $first begins and ends when its sessions do', async ({ start, end, ...course }) => {
  const { shown, booking, made } = await courseIn(course)
  expect(made.start.utcDate).toBe(start)
  expect(shown.schedule).toMatchObject({ firstSessionStart: start, lastSessionEnd: end })
  expect(booking).toMatchObject({ startDate: start, endDate: end, bookedEntity: { schedule: { firstSessionStart: start, lastSessionEnd: end } } })
})

test('editing the calendar does not make an open editor of the service fail', async () => {
  const { site, service, shown, made } = await courseIn({ zone: 'Europe/Berlin', first: '2027-06-07T09:00:00', day: 'MONDAY', until: '2027-06-28T23:59:00' })
  expect(shown.revision).toBe(service.revision)
  await testServer.ok('PATCH', `/calendar/v3/events/${made.id}`, {
    as: site,
    body: { event: { start: { localDate: '2027-06-07T10:00:00' }, end: { localDate: '2027-06-07T11:00:00' } } },
  })
  const saved = await testServer.ok('PATCH', `/v2/services/${service.id}`, {
    as: site,
    body: { service: { id: service.id, revision: service.revision, tagLine: 'By hand' } },
  })
  expect(saved.service).toMatchObject({ tagLine: 'By hand', revision: '2', schedule: { firstSessionStart: '2027-06-07T08:00:00.000Z' } })
  const copy = await testServer.ok('POST', '/v2/services/clone', { as: site, body: { sourceServiceId: service.id } })
  expect(copy.service.revision).toBe('1')
})
