/** What staff members do for themselves: time off with approval (own rule of this product), profile, hours and blocked time. Source: guide services-and-availability §2.3. */
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { type CallOptions, startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let teacher: CallOptions
let staff: { id: string; resourceId: string }
const day = (inDays: number) => Temporal.Now.plainDateISO('UTC').add({ days: inDays }).toString()
const ask = (from: string, until: string, as: CallOptions = teacher) =>
  server.call('POST', '/api/my-time-off', { ...as, body: { from, until, reason: 'Holiday' } })
const answer = (id: string, how: 'approve' | 'decline', as: CallOptions = { as: site }) =>
  server.call('POST', `/api/time-off-requests/${id}/${how}`, { ...as, body: { note: 'Enjoy.' } })
const specialDays = async () =>
  (await server.ok('GET', '/api/special-days', { as: site, query: { resourceId: staff.resourceId } })).specialDays as { from: string; until: string }[]
const emails = async (to: string, template: string) => (await server.sentEmails(site, to)).filter((one) => one.template === template)

beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  teacher = await server.inviteCollaborator(site, [], 'TEACHER')
  staff = (await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Tess Teacher' } } })).staffMember
})
afterAll(() => server.close())
const teacherEmail = async (): Promise<string> => (await server.call('GET', '/api/owner/me', teacher)).body.user.email

test('only staff members ask for time off; one who was invited by email is connected by the first request', async () => {
  expect(errorCode(await ask(day(3), day(4)))).toBe('NO_STAFF_MEMBER')
  await server.ok('POST', `/v1/staff-members/${staff.id}/connect-staff-member-to-user`, { as: site, body: { email: await teacherEmail() } })
  expect((await server.ok('GET', '/api/my-time-off', teacher)).staffMember).toMatchObject({ id: staff.id, name: 'Tess Teacher' })
})

test('an approved request is time off in the calendar, and who asked is emailed', async () => {
  const { request } = (await ask(day(10), day(12))).body
  expect(request).toMatchObject({ state: 'PENDING', reason: 'Holiday', staffName: 'Tess Teacher' })
  expect(await emails(site.ownerEmail, 'time-off-requested')).toHaveLength(1)
  expect((await server.ok('GET', '/api/dashboard/today', { as: site })).waiting.timeOff).toBe(1)
  expect(await specialDays()).toEqual([])
  expect((await answer(request.id, 'approve')).status).toBe(200)
  expect(await specialDays()).toMatchObject([{ from: day(10), until: day(12), title: 'Time off', periods: [] }])
  expect((await emails(await teacherEmail(), 'time-off-approved'))[0]?.variables).toMatchObject({ note: 'Enjoy.', staffName: 'Tess Teacher' })
  expect((await server.ok('GET', '/api/dashboard/today', { as: site })).waiting.timeOff).toBe(0)
  expect(errorCode(await answer(request.id, 'decline'))).toBe('TIME_OFF_ANSWERED')
  expect((await server.ok('GET', '/api/time-off-requests', { as: site })).answered).toMatchObject([{ id: request.id, state: 'APPROVED', note: 'Enjoy.' }])
})

test('a declined or withdrawn request blocks nothing, and its days can be asked for again', async () => {
  const first = (await ask(day(20), day(21))).body.request
  expect(errorCode(await ask(day(21), day(25)))).toBe('TIME_OFF_OVERLAPS')
  await answer(first.id, 'decline')
  expect(await emails(await teacherEmail(), 'time-off-declined')).toHaveLength(1)
  const second = (await ask(day(21), day(25))).body.request
  expect((await server.call('POST', `/api/my-time-off/${second.id}/withdraw`, teacher)).status).toBe(200)
  expect(errorCode(await server.call('POST', `/api/my-time-off/${second.id}/withdraw`, teacher))).toBe('TIME_OFF_ANSWERED')
  expect((await specialDays()).map(({ from }) => from)).toEqual([day(10)])
  expect((await server.ok('GET', '/api/my-time-off', teacher)).requests.map((one: { state: string }) => one.state)).toEqual([
    'WITHDRAWN',
    'DECLINED',
    'APPROVED',
  ])
})

test('a day that is special already is not approved over it: the request goes on waiting', async () => {
  const { request } = (await ask(day(30), day(30))).body
  const specialDay = { resourceId: staff.resourceId, from: day(30), title: 'Workshop', periods: [{ start: '09:00', end: '12:00' }] }
  await server.ok('POST', '/api/special-days', { as: site, body: { specialDay } })
  expect((await answer(request.id, 'approve')).status).toBe(400)
  expect((await server.ok('GET', '/api/time-off-requests', { as: site })).pending).toMatchObject([{ id: request.id }])
})

test('days that are over are refused; others neither answer nor withdraw', async () => {
  expect((await ask(day(-3), day(-2))).status).toBe(400)
  const { request } = (await ask(day(40), day(41))).body
  const other = await server.inviteCollaborator(site, [], 'RECEPTIONIST')
  expect((await answer(request.id, 'approve', other)).status).toBe(403)
  expect((await server.call('GET', '/api/time-off-requests', teacher)).status).toBe(403)
  expect((await server.call('POST', `/api/my-time-off/${request.id}/withdraw`, other)).status).toBe(404)
})

test('the same days asked for several times at once are one request', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => ask(day(50), day(51))))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
})

/** A block of time on the schedule of a staff member, from nine to ten in thirty days. */
const toBlock = (scheduleId: string, more: object = {}) => ({
  event: { scheduleId, type: 'EVENT', title: 'Dentist', start: { localDate: `${day(30)}T09:00:00` }, end: { localDate: `${day(30)}T10:00:00` }, ...more },
})
const readStaff = async (id: string) =>
  (await server.ok('GET', `/v1/staff-members/${id}`, { as: site, query: { fields: 'RESOURCE_DETAILS' } })).staffMember as {
    revision: string
    resourceId: string
    resource: { eventsSchedule: { id: string } }
  }

test('a connected staff member changes the own profile, hours and blocked time without a permission, and nothing of others', async () => {
  const other = (await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Otto' } } })).staffMember as { id: string }
  const statuses: Record<string, number[]> = {}
  const tryOn = async (name: string, id: string) => {
    const { revision, resource } = await readStaff(id)
    const own = resource.eventsSchedule.id
    const as = (method: string, path: string, body: object) => server.call(method, path, { ...teacher, body })
    const answers = [
      await as('PATCH', `/v1/staff-members/${id}`, { staffMember: { revision, description: 'Teaches slowly' } }),
      await as('PUT', `/api/staff/${id}/hours`, { usesDefaultWorkingHours: false, periods: [] }),
      await as('POST', '/calendar/v3/events', toBlock(own)),
    ]
    const { event } = await server.ok('POST', '/calendar/v3/events', { as: site, body: toBlock(own, { title: 'By the owner' }) })
    answers.push(await as('PATCH', `/calendar/v3/events/${event.id}`, { event: { title: 'Doctor' } }))
    answers.push(await as('POST', `/calendar/v3/events/${event.id}/cancel`, {}))
    statuses[name] = answers.map(({ status }) => status)
  }
  await tryOn('own', staff.id)
  await tryOn('of another', other.id)
  expect(statuses).toEqual({ own: [200, 200, 200, 200, 200], 'of another': [403, 403, 403, 403, 403] })
  const own = await readStaff(staff.id)
  const { resourceId } = await readStaff(other.id)
  for (const more of [{ resources: [{ id: resourceId }] }, { type: 'CLASS' }])
    expect((await server.call('POST', '/calendar/v3/events', { ...teacher, body: toBlock(own.resource.eventsSchedule.id, more) })).status).toBe(403)
  // The calendar of the business, removal, and who is offered stay with those who have the permission.
  expect((await server.call('DELETE', `/v1/staff-members/${staff.id}`, teacher)).status).toBe(403)
  expect((await server.call('PUT', '/api/business-hours', { ...teacher, body: { periods: [] } })).status).toBe(403)
  // A session of a class is not of the teacher's schedule, though they give it.
  const service = { type: 'CLASS', name: 'Yoga', defaultCapacity: 3, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
  const { schedule } = (await server.ok('POST', '/v2/services', { as: site, body: { service } })).service
  const session = toBlock(schedule.id, { type: 'CLASS', resources: [{ id: own.resourceId }] })
  const { event } = await server.ok('POST', '/calendar/v3/events', { as: site, body: session })
  expect((await server.call('PATCH', `/calendar/v3/events/${event.id}`, { ...teacher, body: { event: { title: 'Mine' } } })).status).toBe(403)
  // Once the account is no longer the staff member's nothing is theirs.
  await server.ok('POST', `/v1/staff-members/${staff.id}/disconnect-staff-member-from-user`, { as: site, body: {} })
  expect((await server.call('PUT', `/api/staff/${staff.id}/hours`, { ...teacher, body: { usesDefaultWorkingHours: true } })).status).toBe(403)
})
