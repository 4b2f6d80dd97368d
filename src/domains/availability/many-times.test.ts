import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let testServer: TestServer
let site: TestSite
let talk: { id: string }
let yoga: { id: string; schedule: { id: string } }
const people = 20
/** Mondays to Fridays of March and April 2027. */
const workingDays = 45

beforeAll(async () => {
  testServer = await startTestServer()
  testServer.freezeClock('2027-03-01T08:00:00Z')
  site = await testServer.createSite({ timeZone: 'Europe/Berlin' })
  const staff: string[] = []
  for (let n = 0; n < people; n++)
    staff.push(
      (await testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: `Person ${String(n).padStart(2, '0')}` } } })).staffMember
        .resourceId,
    )
  const make = async (service: object) =>
    (
      await testServer.ok('POST', '/v2/services', {
        as: site,
        body: { service: { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' }, ...service } },
      })
    ).service
  talk = await make({ type: 'APPOINTMENT', name: 'Talk', staffMemberIds: staff, schedule: { availabilityConstraints: { sessionDurations: [60] } } })
  yoga = await make({ type: 'CLASS', name: 'Yoga', defaultCapacity: 5 })
  await testServer.ok('POST', '/calendar/v3/events', {
    as: site,
    body: {
      event: {
        scheduleId: yoga.schedule.id,
        type: 'CLASS',
        start: { localDate: '2027-05-20T18:00:00' },
        end: { localDate: '2027-05-20T19:00:00' },
        resources: [{ id: staff[0] }],
      },
    },
  })
})
afterAll(() => testServer.close())

const range = { startDate: '2027-03-01T00:00:00', endDate: '2027-05-01T00:00:00' }
interface Entry {
  slot: { serviceId: string; startDate: string; resource?: { id: string } }
  bookable: boolean
}
const ask = (body: object) => testServer.ok('POST', '/v1/availability/query', { as: site, body: { timezone: 'Europe/Berlin', ...body } })
const getDay = (entry: Entry) => entry.slot.startDate.slice(0, 10)

test('with twenty staff members, a class in May still has its next session, and each time is listed once', async () => {
  const { entries } = await testServer.ok('GET', '/api/next-times', { query: { perService: 2 } })
  const shown = (entries as Entry[]).map(({ slot }) => [slot.serviceId, slot.startDate])
  expect(shown).toEqual([
    [talk.id, '2027-03-01T10:00:00.000+01:00'],
    [talk.id, '2027-03-01T10:30:00.000+01:00'],
    [yoga.id, '2027-05-20T18:00:00.000+02:00'],
  ])
  expect((await testServer.ok('GET', '/api/next-times', { query: { perService: 1, days: 28 } })).entries).toHaveLength(1)
})

// A page may end between the people of one start.
test.each([
  [1000, 'ASC'],
  [997, 'ASC'],
  [997, 'DESC'],
])('pages of %i of the first version of the availability call cover two months with twenty staff members, %s', async (limit, order) => {
  const found: Entry[] = []
  let cursor: string | undefined
  do {
    const page = await ask({
      query: { filter: { serviceId: talk.id, ...range }, cursorPaging: cursor ? { cursor } : { limit }, sort: [{ fieldName: 'startDate', order }] },
    })
    found.push(...page.availabilityEntries)
    cursor = page.pagingMetadata.cursors.next
  } while (cursor)
  // Fifteen starts a day.
  expect(found).toHaveLength(workingDays * 15 * people)
  expect(new Set(found.map(({ slot }) => `${slot.startDate} ${slot.resource?.id}`)).size).toBe(found.length)
  const starts = found.map(({ slot }) => slot.startDate)
  expect(starts).toEqual(order === 'ASC' ? starts.toSorted() : starts.toSorted().toReversed())
  expect(new Set(found.map(getDay)).size).toBe(workingDays)
  const last = await ask({ query: { filter: { serviceId: talk.id, ...range }, sort: [{ fieldName: 'startDate', order: 'DESC' }], cursorPaging: { limit: 3 } } })
  expect(last.availabilityEntries.map(({ slot }: Entry) => slot.startDate)).toEqual(Array.from({ length: 3 }, () => '2027-04-30T17:00:00.000+02:00'))
})

test('a few times of each day reach to the last day of the range', async () => {
  const { availabilityEntries } = await ask({ query: { filter: { serviceId: talk.id, ...range } }, slotsPerDay: 1 })
  expect(availabilityEntries.map(getDay).at(-1)).toBe('2027-04-30')
  expect(availabilityEntries).toHaveLength(workingDays)
  expect(
    (await ask({ query: { filter: { serviceId: [talk.id, yoga.id], ...range, endDate: '2027-05-30T00:00:00', bookable: true } }, slotsPerDay: 2 }))
      .availabilityEntries,
  ).toHaveLength((workingDays + 20) * 2)
})

test('a service that has times on each of thirty days is found, and not when one of them is closed', async () => {
  const own = await testServer.createSite({ timeZone: 'Europe/Berlin' })
  const call = (method: string, path: string, body: object) => testServer.ok(method, path, { as: own, body })
  const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
  await call('PUT', '/api/business-hours', { periods: days.map((day) => ({ day, start: '00:00', end: '24:00' })) })
  const { staffMember } = await call('POST', '/v1/staff-members', { staffMember: { name: 'Ana' } })
  const schedule = { availabilityConstraints: { sessionDurations: [60] } }
  const online = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
  await call('POST', '/v2/services', { service: { type: 'APPOINTMENT', name: 'Talk', schedule, staffMemberIds: [staffMember.resourceId], ...online } })
  const count = async (): Promise<number> => {
    const serviceFilters = { localStartDate: '2027-03-02T00:00:00', localEndDate: '2027-04-01T00:00:00', exactMatch: true }
    return (await call('POST', '/v1/catalog/search/services/query', { query: {}, serviceFilters })).results.length
  }
  expect(await count()).toBe(1)
  await call('POST', '/api/special-days', { specialDay: { from: '2027-03-30', until: '2027-03-30', title: 'Closed', periods: [] } })
  expect(await count()).toBe(0)
})
