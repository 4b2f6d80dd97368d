/** The invariants of the calendar can be broken: each breach that is planted here is found, and named. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedSessions, weekly } from './factories/booked-sessions.ts'
import { brokenInvariants } from './invariants.ts'
import { startTestServer, type TestServer, type TestSite } from './test-server.ts'

let server: TestServer
let site: TestSite
let ana: string
let series: { id: string }
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T08:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
  ana = (await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana' } } })).staffMember.resourceId
  await bookEverything()
})
afterAll(() => server.close())

const { createService, createSession, book } = bookedSessions(() => ({ server, site, resourceId: ana, service: {} }))

/** A weekly class, one of its sessions moved, a course of two evenings and an appointment, all of them booked. */
async function bookEverything(): Promise<void> {
  const yoga = await createService({ type: 'CLASS', name: 'Yoga', defaultCapacity: 5 })
  series = await createSession(yoga, '2027-05-05T18:00', weekly('WEDNESDAY', '2027-07-07'))
  const toId = (day: string) => `${series.id}_202705${day}T1800`
  for (const day of ['05', '12']) await book({ slot: { serviceId: yoga.id, eventId: toId(day) } })
  const moved = { start: { localDate: '2027-05-12T20:00:00' }, end: { localDate: '2027-05-12T21:00:00' } }
  await server.ok('PATCH', `/calendar/v3/events/${toId('12')}`, { as: site, body: { event: moved } })
  const pottery = await createService({ type: 'COURSE', name: 'Pottery', defaultCapacity: 5 })
  await createSession(pottery, '2027-05-06T18:00', weekly('THURSDAY', '2027-05-13'))
  await book({ schedule: { serviceId: pottery.id, scheduleId: pottery.schedule.id } })
  const talk = await createService({
    type: 'APPOINTMENT',
    name: 'Talk',
    staffMemberIds: [ana],
    schedule: { availabilityConstraints: { sessionDurations: [60] } },
  })
  const times = { startDate: '2027-05-10T10:00:00', endDate: '2027-05-10T11:00:00', timezone: 'Europe/Berlin' }
  await book({ slot: { serviceId: talk.id, ...times, resource: { id: ana }, location: { locationType: 'OWNER_BUSINESS' } } })
  await server.runner.drain()
}

class Undone extends Error {}
/** What is broken after a change that is not kept. */
async function breakWith(change: string): Promise<string[]> {
  let broken: string[] = []
  await server.open.db
    .transaction()
    .execute(async (tx) => {
      const { numAffectedRows } = await sql.raw(change).execute(tx)
      expect(numAffectedRows).toBeGreaterThan(0n)
      broken = await brokenInvariants(tx)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return broken.map((sentence) => sentence.slice(0, sentence.indexOf(':')))
}

test('a calendar that is booked keeps them all', async () => {
  expect(await brokenInvariants(server.open.db)).toEqual([])
})

const ofClass = 'a booking of a class has its session, at its time'
const ofRooms = 'a booking of a class has the people and rooms of its session'
const ofCourse = 'a booking of a course lasts from its first session to its last'
const ofAppointment = 'an appointment has its people and rooms for its time, and one that was cancelled has none'
test.each([
  [
    'a session moves alone',
    `update calendar_event set start_at = add_hours(start_at, 1), end_at = add_hours(end_at, 1) where master_id is not null and type = 'CLASS' and local_start like '%T20:00'`,
    [ofClass],
  ],
  [
    'a session is cancelled alone',
    `update calendar_event set status = 'CANCELLED' where master_id is not null and type = 'CLASS' and local_start like '%T20:00'`,
    [ofClass],
  ],
  [
    'a held booking stays behind',
    `update booking set status = 'CREATED', hold_until = null, start_at = add_hours(start_at, -1) where service_type = 'CLASS' and start_at = '2027-05-12T18:00Z'`,
    ['every confirmed booking of a session has its seats, and no seat is taken without a booking', ofClass].slice(1),
  ],
  [
    'a session changes its room alone',
    `update calendar_event set resource_ids = array['0a1b2c3d-0000-4000-8000-000000000001'::uuid] where master_id is not null and type = 'CLASS' and local_start like '%T20:00'`,
    [ofRooms],
  ],
  [
    'a course ends earlier alone',
    `update calendar_event set until_local = '2027-05-06T18:00' where type = 'COURSE' and recurrence_type = 'MASTER'`,
    [ofCourse],
  ],
  ['a course is cancelled alone', `update calendar_event set status = 'CANCELLED' where type = 'COURSE'`, [ofCourse]],
  [
    'a session that moved to another series leaves its id to a second one',
    `update calendar_event set original_local_start = '2027-05-19T18:00' where master_id is not null and type = 'CLASS' and local_start like '%T20:00'`,
    ['no two sessions share an id'],
  ],
  ['an appointment loses its room', `delete from resource_use`, [ofAppointment]],
  [
    'an appointment moves alone',
    `update booking set start_at = add_hours(start_at, 1), end_at = add_hours(end_at, 1) where service_type = 'APPOINTMENT'`,
    [ofAppointment],
  ],
  ['a cancelled appointment keeps its room', `update booking set status = 'CANCELED' where service_type = 'APPOINTMENT'`, [ofAppointment]],
])('%s: that is found', async (_, change, found) => {
  expect(await breakWith(change)).toEqual(found)
})
