/** What ends when someone leaves: the secret address of their calendar, and the calendars that are read for them. Source: guide services-and-availability §14.2. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CalendarServer, startCalendarServer, toCalendarFile } from '../../../test/calendar-server.ts'
import { type CallOptions, startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let other: CalendarServer
beforeAll(async () => {
  server = await startTestServer()
  other = await startCalendarServer()
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(async () => {
  server.freezeClock('2027-05-01T08:00:00Z')
  site = await server.createSite()
})

interface Person {
  id: string
  resourceId: string
  account: CallOptions
  userId: string
}
/** A staff member with an account of their own. */
async function hire(): Promise<Person> {
  const { staffMember } = await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana' } } })
  const account = await server.inviteCollaborator(site, [])
  const { user } = await server.ok('GET', '/api/owner/me', account)
  await server.ok('POST', `/v1/staff-members/${staffMember.id}/connect-staff-member-to-user`, { as: site, body: { email: user.email } })
  return { id: staffMember.id, resourceId: staffMember.resourceId, account, userId: user.id }
}
/** The path of the secret address of a staff member's calendar. */
async function subscribe({ resourceId }: Person, as: CallOptions): Promise<string> {
  const { url } = await server.ok('POST', '/api/calendar-feeds', { ...as, body: { kind: 'STAFF', subjectId: resourceId } })
  return new URL(url).pathname
}
const readStatus = async (at: string) => (await server.call('GET', at, { headers: { 'x-site-id': site.metaSiteId } })).status

test('the address of a calendar ends when its staff member leaves the team', async () => {
  const ana = await hire()
  const address = await subscribe(ana, ana.account)
  expect(await readStatus(address)).toBe(200)
  await server.ok('DELETE', `/api/collaborators/${ana.userId}`, { as: site })
  expect(await readStatus(address)).toBe(404)
  // The business makes one anew for who works there without an account.
  expect(await readStatus(await subscribe(ana, { as: site }))).toBe(200)
})

test('the address of a calendar ends when the account is no longer that of the staff member', async () => {
  const ana = await hire()
  const address = await subscribe(ana, ana.account)
  await server.ok('POST', `/v1/staff-members/${ana.id}/disconnect-staff-member-from-user`, { as: site, body: {} })
  expect(await readStatus(address)).toBe(404)
})

test('the address of a calendar ends with its staff member, for good', async () => {
  const ana = await hire()
  const address = await subscribe(ana, ana.account)
  await server.ok('DELETE', `/v1/staff-members/${ana.id}`, { as: site })
  expect(await readStatus(address)).toBe(404)
  await server.ok('POST', `/api/staff/${ana.id}/restore`, { as: site, body: {} })
  expect(await readStatus(address)).toBe(404)
})

test('the calendars of a staff member who was deleted are read no more, and their passwords are gone', async () => {
  const ana = await hire()
  other.links.set('/ana.ics', toCalendarFile('DTSTART:20270503T080000Z\nDTEND:20270503T090000Z\nSUMMARY:Dentist'))
  await server.ok('POST', '/api/calendar-links', { as: site, body: { staffId: ana.id, url: `${other.origin}/ana.ics`, label: 'Private' } })
  await server.advanceClock('PT1M')
  await server.ok('DELETE', `/v1/staff-members/${ana.id}`, { as: site })
  other.log.length = 0
  await server.advanceClock('PT2H')
  expect(other.log.filter((line) => line.includes('/ana.ics'))).toEqual([])
  const { db } = server.open
  const kept = db.selectFrom('calendarConnection').select(['status', 'sealed']).where('resourceId', '=', ana.resourceId)
  expect(await kept.execute()).toEqual([{ status: 'DISCONNECTED', sealed: null }])
  expect(await db.selectFrom('externalEvent').select('calendarId').where('resourceId', '=', ana.resourceId).execute()).toEqual([])
})

test('the address of the own bookings ends with its member, and rests while they are blocked', async () => {
  const member = await server.registerMember(site)
  const { url } = await server.ok('POST', '/api/my-calendar-feed', { token: member.token })
  const address = new URL(url).pathname
  expect(await readStatus(address)).toBe(200)
  await server.ok('POST', `/v1/members/${member.memberId}/block`, { as: site, body: {} })
  expect(await readStatus(address)).toBe(404)
  await server.ok('POST', `/v1/members/${member.memberId}/approve`, { as: site, body: {} })
  expect(await readStatus(address)).toBe(200)
  await server.ok('DELETE', `/v1/members/${member.memberId}`, { as: site })
  expect(await readStatus(address)).toBe(404)
})
