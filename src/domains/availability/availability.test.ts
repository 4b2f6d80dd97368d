import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import * as availability from './public.ts'

let testServer: TestServer
let site: TestSite
let resourceId: string
beforeAll(async () => {
  testServer = await startTestServer()
  testServer.freezeClock('2027-05-01T08:00:00Z')
  site = await testServer.createSite({ timeZone: 'Europe/Berlin' })
  resourceId = (await testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana' } } })).staffMember.resourceId
})
afterAll(() => testServer.close())

const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
const make = async (service: object) => (await testServer.ok('POST', '/v2/services', { as: site, body: { service: { ...base, ...service } } })).service
const ask = (filter: object, more: object = {}) =>
  testServer.ok('POST', '/availability-calendar/v1/availability/query', { as: site, body: { query: { filter }, ...more } })
/** Work inside a transaction of the site, as bookings do it. */
const inside = <T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  runTransaction(testServer.deps, createSystemMeta(site.metaSiteId, 'http://localhost'), work)
const starts = (reply: { availabilityEntries: { slot: { startDate: string } }[] }) => reply.availabilityEntries.map((e) => e.slot.startDate.slice(11, 16))

test('an appointment is offered in business hours, except at booked times', async () => {
  const talk = await make({
    type: 'APPOINTMENT',
    name: 'Talk',
    schedule: { availabilityConstraints: { sessionDurations: [60] } },
    staffMemberIds: [resourceId],
  })
  const monday = { serviceId: talk.id, startDate: '2027-05-03T00:00:00', endDate: '2027-05-04T00:00:00' }
  const all = await ask(monday)
  expect(all.availabilityEntries).toHaveLength(15)
  expect(all.availabilityEntries[0]).toMatchObject({
    slot: {
      serviceId: talk.id,
      startDate: '2027-05-03T10:00:00.000+02:00',
      endDate: '2027-05-03T11:00:00.000+02:00',
      timezone: 'Europe/Berlin',
      resource: { id: resourceId, name: 'Ana' },
      location: { locationType: 'OWNER_BUSINESS' },
    },
    bookable: true,
    totalSpots: 1,
    openSpots: 1,
  })
  const at = (h: number) => Temporal.Instant.from(`2027-05-03T${String(h).padStart(2, '0')}:00:00Z`)
  const [first, second] = [randomUUID(), randomUUID()]
  const claim = (bookingId: string, more: object = {}) =>
    inside((ctx) => availability.claimTime(ctx, { bookingId, resourceIds: [resourceId], start: at(10), end: at(11), reservedAfterMinutes: 0, ...more }))
  expect([await claim(first), await claim(second), await claim(first)]).toEqual([{ ok: true }, { ok: false }, { ok: true }])
  expect(starts(await ask({ ...monday, bookable: true }))).toEqual([
    '10:00',
    '10:30',
    '11:00',
    '13:00',
    '13:30',
    '14:00',
    '14:30',
    '15:00',
    '15:30',
    '16:00',
    '16:30',
    '17:00',
  ])
  expect(starts(await ask({ ...monday, bookable: false }))).toEqual(['11:30', '12:00', '12:30'])
  expect(await inside((ctx) => availability.findFreeResources(ctx, { serviceId: talk.id, start: at(10), end: at(11) }))).toEqual({ primary: [], others: [] })
  expect(
    (await inside((ctx) => availability.findFreeResources(ctx, { serviceId: talk.id, start: at(10), end: at(11), exceptBookingId: first }))).primary,
  ).toHaveLength(1)
  expect(await claim(first, { holdUntil: Temporal.Instant.from('2020-01-01T00:00:00Z') })).toEqual({ ok: true })
  expect(await claim(second)).toEqual({ ok: true }) // the hold ran out
  expect(await claim(first, { forced: true })).toEqual({ ok: true })
  expect(starts(await ask({ ...monday }, { slotsPerDay: 2 }))).toEqual(['10:00', '10:30'])
})

test('a class is a weekly series; seats are taken, never oversold; one date is cancelled, one is moved', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Yoga', defaultCapacity: 3 })
  const event = {
    scheduleId: yoga.schedule.id,
    type: 'CLASS',
    start: { localDate: '2027-05-05T18:00:00' },
    end: { localDate: '2027-05-05T19:00:00' },
    resources: [{ id: resourceId }],
    recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['WEDNESDAY'] },
  }
  await testServer.ok('POST', '/calendar/v3/events', { as: site, body: { event } })
  const may = { serviceId: [yoga.id], startDate: '2027-05-01T00:00:00.000Z', endDate: '2027-06-01T00:00:00.000Z' }
  const entries = (await ask(may, { timezone: 'Europe/Berlin' })).availabilityEntries
  expect(entries.map((e: { slot: { startDate: string } }) => e.slot.startDate.slice(0, 16))).toEqual(['05', '12', '19', '26'].map((d) => `2027-05-${d}T18:00`))
  testServer.freezeClock('2027-05-06T08:00:00Z')
  const soon = (await testServer.ok('GET', '/api/next-times', { query: { perService: 2, days: 28 } })).entries as {
    slot: { serviceId: string; startDate: string }
  }[]
  expect(soon.filter((e) => e.slot.serviceId === yoga.id).map((e) => e.slot.startDate.slice(0, 10))).toEqual(['2027-05-12', '2027-05-19'])
  expect((await testServer.call('GET', '/api/next-times', { query: { perService: 0 } })).status).toBe(400)
  testServer.freezeClock('2027-05-01T08:00:00Z')
  const eventId = entries[0].slot.sessionId as string
  const take = (people: number, bookingId = randomUUID(), more: object = {}) =>
    inside((ctx) => availability.takeSeats(ctx, { eventId, bookingId, people, ...more }))
  const mine = randomUUID()
  expect(await take(2, mine)).toEqual({ ok: true, left: 1 })
  expect(await take(2)).toEqual({ ok: false, left: 1 })
  expect(await take(3, mine)).toEqual({ ok: true, left: 0 })
  expect((await ask(may)).availabilityEntries[0]).toMatchObject({ openSpots: 0, totalSpots: 3, bookable: false })
  await inside((ctx) => availability.releaseSeats(ctx, mine))
  const race = await Promise.all(Array.from({ length: 6 }, () => take(1)))
  expect(race.filter((r) => r.ok)).toHaveLength(3)
  expect(await take(1, randomUUID(), { forced: true })).toEqual({ ok: true, left: 0 })
  expect(await inside((ctx) => availability.findSession(ctx, eventId))).toMatchObject({
    totalCapacity: 3,
    taken: 4,
    remainingCapacity: 0,
    localStart: '2027-05-05T18:00',
  })
  await testServer.ok('POST', `/calendar/v3/events/${entries[1].slot.eventId}/cancel`, { as: site })
  await testServer.ok('PATCH', `/calendar/v3/events/${entries[2].slot.eventId}`, {
    as: site,
    body: { event: { start: { localDate: '2027-05-20T20:00:00' }, end: { localDate: '2027-05-20T21:00:00' } } },
  })
  expect((await ask(may)).availabilityEntries.map((e: { slot: { startDate: string } }) => e.slot.startDate.slice(0, 16))).toEqual([
    '2027-05-05T18:00',
    '2027-05-20T20:00',
    '2027-05-26T18:00',
  ])
  const staffMemberIds = async (): Promise<string[]> => (await testServer.ok('GET', `/v2/services/${yoga.id}`, { as: site })).service.staffMemberIds
  expect(await staffMemberIds()).toEqual([resourceId])
  const { resourceType } = await testServer.ok('POST', '/v2/resources/resource-types', { as: site, body: { resourceType: { name: 'Hall' } } })
  const { resource: hall } = await testServer.ok('POST', '/v2/resources', { as: site, body: { resource: { name: 'Gym', typeId: resourceType.id } } })
  await testServer.ok('PATCH', `/calendar/v3/events/${entries[2].slot.eventId}`, {
    as: site,
    body: { event: { resources: [{ id: resourceId }, { id: hall.id }] } },
  })
  expect(await staffMemberIds(), 'a room is no staff').toEqual([resourceId])
})

test('a course is booked as a whole', async () => {
  const course = await make({ type: 'COURSE', name: 'Handstand', defaultCapacity: 8 })
  for (const day of ['08', '15'])
    await testServer.ok('POST', '/calendar/v3/events', {
      as: site,
      body: {
        event: {
          scheduleId: course.schedule.id,
          type: 'COURSE',
          start: { localDate: `2027-05-${day}T12:00:00` },
          end: { localDate: `2027-05-${day}T13:00:00` },
          resources: [{ id: resourceId }],
        },
      },
    })
  await inside((ctx) => availability.takeSeats(ctx, { scheduleId: course.schedule.id, bookingId: randomUUID(), people: 3 }))
  expect(await testServer.ok('GET', `/v2/availability/schedule/${course.schedule.id}`, { as: site })).toEqual({
    availability: { totalSpots: 8, openSpots: 5, bookingPolicyViolations: { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false } },
    bookingPolicySettings: { maxParticipantsPerBooking: 1 },
  })
  expect((await testServer.ok('GET', `/v2/services/${course.id}`, { as: site })).service.schedule).toMatchObject({
    firstSessionStart: '2027-05-08T10:00:00.000Z',
    lastSessionEnd: '2027-05-15T11:00:00.000Z',
  })
  expect((await testServer.call('GET', `/v2/availability/schedule/${randomUUID()}`, { as: site })).body.details.applicationError.code).toBe(
    'FAILED_RESOLVING_SCHEDULE',
  )
  const dates = await testServer.ok('GET', `/api/courses/${course.schedule.id}/sessions`, { token: await testServer.visitorToken(site) })
  expect(dates.sessions).toMatchObject([
    { startDate: '2027-05-08T10:00:00Z', endDate: '2027-05-08T11:00:00Z', staff: [expect.any(String)] },
    { startDate: '2027-05-15T10:00:00Z', endDate: '2027-05-15T11:00:00Z' },
  ])
  const yoga = await make({ type: 'CLASS', name: 'No course', defaultCapacity: 8 })
  expect((await testServer.call('GET', `/api/courses/${yoga.schedule.id}/sessions`, { as: site })).body.details.applicationError.code).toBe(
    'FAILED_VALIDATING_AVAILABILITY',
  )
  const ofClass = await testServer.call('GET', `/v2/availability/schedule/${yoga.schedule.id}`, { as: site })
  expect([ofClass.status, ofClass.body.details.applicationError.code]).toEqual([428, 'FAILED_VALIDATING_AVAILABILITY'])
})
