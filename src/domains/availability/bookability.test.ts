/** The owner reads why customers cannot book a service, or the next bookable time. The rule has its own table test. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T08:00:00Z')
  studio = await createBookingStudio(server)
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const find = async (id: string) =>
  (await server.ok('GET', '/api/bookability', { as: studio.site })).services.find((one: { serviceId: string }) => one.serviceId === id)

test('a class: no sessions, then a time, then full; hidden comes first when it is', async () => {
  const yoga = await studio.service({ type: 'CLASS', capacity: 1, price: '0' })
  expect(await find(yoga.id)).toEqual({ serviceId: yoga.id, reasons: ['NO_SESSIONS'] })
  const eventId = await studio.session(yoga)
  expect(await find(yoga.id)).toMatchObject({ next: expect.stringMatching(/^2027-05-10T/), reasons: [] })
  await studio.book({ slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Mo', email: 'mo@example.org' } })
  expect((await find(yoga.id)).reasons).toEqual(['FULL'])
  await server.open.db.updateTable('service').set({ hidden: true }).where('id', '=', yoga.id).execute()
  expect((await find(yoga.id)).reasons).toEqual(['HIDDEN', 'FULL'])
})

test('a class whose sessions lie beyond the window of its policy', async () => {
  const rules = { limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 60 } }
  const pilates = await studio.service({ type: 'CLASS', capacity: 5, price: '0', rules })
  await studio.session(pilates, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z')
  expect((await find(pilates.id)).reasons).toEqual(['POLICY_TOO_EARLY'])
})

test('an appointment: no active location, then no staff member with hours', async () => {
  const massage = await studio.service()
  expect((await find(massage.id)).reasons).toEqual(['NO_LOCATION'])
  const alone = await studio.service({ staff: [] })
  await server.open.db
    .updateTable('service')
    .set({ locations: JSON.stringify([{ type: 'CUSTOM' }]) as never })
    .where('id', '=', alone.id)
    .execute()
  expect((await find(alone.id)).reasons).toEqual(['NO_STAFF'])
})

test('a course that has begun and ended, and who may not read services', async () => {
  const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0' })
  expect((await find(course.id)).reasons).toEqual(['NO_SESSIONS'])
  await studio.session(course, '2027-04-01T10:00:00Z', '2027-04-01T11:00:00Z', 'COURSE')
  expect((await find(course.id)).reasons).toEqual(['ENDED'])
  const collaborator = await server.inviteCollaborator(studio.site, ['MEMBERS.MEMBER_READ'])
  expect((await server.call('GET', '/api/bookability', collaborator)).status).toBe(403)
})
