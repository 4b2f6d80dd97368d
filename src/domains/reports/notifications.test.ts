/** What is new for each of the team, through HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../../test/auth-helpers.ts'
import { type BookingStudio, createBookingStudio, guest } from '../../../test/factories/booking-studio.ts'
import { type CallOptions, startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let owner: CallOptions
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T09:00:00Z')
  studio = await createBookingStudio(server)
  owner = await server.signInAsOwner(studio.site)
})
afterAll(() => server.close())

type Item = { key: string; kind: string; entityId: string; isRead: boolean; who?: string; what?: string }
const list = async (as: CallOptions = owner): Promise<{ items: Item[]; unread: number }> => server.ok('GET', '/api/dashboard/notifications', as)
const kinds = async (as?: CallOptions) => (await list(as)).items.map(({ kind }) => kind)
const mark = (body: object, as: CallOptions = owner) => server.call('POST', '/api/dashboard/notifications/read', { ...as, body })

test('a booking is new for everyone who may see bookings, until it is cancelled; then that is', async () => {
  const massage = await studio.service()
  const { id } = await studio.book({
    slot: studio.slotFor(massage, '2027-05-10T12:00:00Z', '2027-05-10T13:00:00Z'),
    contactDetails: guest(),
    paymentOption: 'OFFLINE',
  })
  expect((await list()).items).toMatchObject([{ kind: 'BOOKING', entityId: id, isRead: false, what: 'Massage' }])
  const accountant = await server.inviteCollaborator(studio.site, [], 'ACCOUNTANT')
  const withoutRights = await server.inviteCollaborator(studio.site, [])
  expect([await kinds(accountant), await kinds(withoutRights)]).toEqual([['BOOKING'], []])
  server.freezeClock('2027-05-01T09:05:00Z')
  const { booking } = (await server.ok('POST', '/v2/extended-bookings/query', { as: studio.site, body: { query: { filter: { id } } } })).extendedBookings[0]
  await server.ok('POST', `/v2/bookings/${id}/cancel`, { as: studio.site, body: { revision: booking.revision } })
  expect(await kinds()).toEqual(['CANCELLATION'])
})

test('a dashboard user gets no notification of their own action', async () => {
  server.freezeClock('2027-05-01T09:10:00Z')
  const body = { plan: { name: 'Pass', pricing: { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90' } } } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: studio.site, body })
  const { memberId } = await server.registerMember(studio.site)
  await server.ok('POST', '/v2/checkout/orders/offline', { ...owner, body: { planId: plan.id, memberId, paid: true } })
  const manager = await server.inviteCollaborator(studio.site, [], 'MANAGER')
  expect([await kinds(), await kinds(manager)]).toEqual([['CANCELLATION'], ['PLAN_SOLD', 'CANCELLATION']])
})

test('requests of members and for time off are new to those who answer them', async () => {
  server.freezeClock('2027-05-01T09:15:00Z')
  await server.setSignOnPolicy(studio.site, { approve: true })
  await signUp(server, studio.site, 'new@example.org', { profile: { firstName: 'Nora' } })
  const teacher = await server.inviteCollaborator(studio.site, [], 'TEACHER')
  const { user } = (await server.call('GET', '/api/owner/me', teacher)).body
  const { staffMember } = await server.ok('POST', '/v1/staff-members', { as: studio.site, body: { staffMember: { name: 'Tess' } } })
  await server.ok('POST', `/v1/staff-members/${staffMember.id}/connect-staff-member-to-user`, { as: studio.site, body: { email: user.email } })
  server.freezeClock('2027-05-01T09:20:00Z')
  await server.ok('POST', '/api/my-time-off', { ...teacher, body: { from: '2027-06-01', until: '2027-06-02' } })
  expect((await kinds()).slice(0, 2)).toEqual(['TIME_OFF', 'MEMBER_REQUEST'])
  expect(await kinds(teacher)).not.toContain('TIME_OFF')
})

test('each of the team reads for themself: one, all, and one unread again', async () => {
  const manager = await server.inviteCollaborator(studio.site, [], 'MANAGER')
  const { items, unread } = await list()
  expect(unread).toBe(items.length)
  const [first] = items
  await mark({ key: first?.key, isRead: true })
  expect((await list()).unread).toBe(items.length - 1)
  await mark({})
  expect((await list()).unread).toBe(0)
  await mark({ key: first?.key, isRead: false })
  expect((await list()).items.map(({ isRead }) => isRead)).toEqual(items.map((_, at) => at > 0))
  expect((await list(manager)).unread).toBeGreaterThan(1)
  expect((await mark({}, { as: studio.site })).status).toBe(404)
})

test('after thirty days nothing of it is new', async () => {
  server.freezeClock('2027-06-15T09:00:00Z')
  expect(await list()).toEqual({ items: [], unread: 0, running: [] })
})

test('what happened before someone joined the team is nothing new to them', async () => {
  // The clock of invitations and sessions comes to where that of the business stands.
  await server.advanceAuthClock('P400D')
  const slot = studio.slotFor(await studio.service(), '2027-09-10T12:00:00Z', '2027-09-10T13:00:00Z')
  await studio.book({ slot, contactDetails: guest(), paymentOption: 'OFFLINE' })
  const { items, unread } = await list(await server.inviteCollaborator(studio.site, [], 'MANAGER'))
  expect(items.length).toBeGreaterThan(0)
  expect(unread).toBe(0)
})
