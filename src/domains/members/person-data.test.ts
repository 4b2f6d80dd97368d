/** What a person gets and what is left of them: download, erasure, marks of events. Source: guide members §10.3, §12, §17. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writes } from '#kit/db/open.ts'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { rowsThatSay } from '../../../test/rows-that-say.ts'
import { configureEmail } from '#domains/notifications/public.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let site: TestSite
let planId: string
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
  site = studio.site
  const plan = { name: 'Pass', pricing: { singlePaymentForDuration: { unit: 'MONTH', count: 1 }, price: { value: '10' } } }
  planId = (await server.ok('POST', '/v2/plans', { as: site, body: { plan } })).plan.id
})
afterAll(() => server.close())

const owner = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: site, ...(body === undefined ? {} : { body }) })

/** A member with a plan, a booking, a text, a report and an email. */
async function busy() {
  const member = await server.registerMember(site, `busy-${randomUUID().slice(0, 8)}@example.org`)
  const { order } = await owner('POST', '/v2/checkout/orders/offline', { planId, memberId: member.memberId, paid: true })
  const service = await studio.service({ type: 'CLASS', capacity: 9, price: '0' })
  const slot = { serviceId: service.id, eventId: await studio.session(service) }
  const details = { firstName: 'Mia', lastName: 'Hidden', email: member.email, phone: `+1 212 ${member.memberId.slice(0, 8)}` }
  const booking = await studio.book({ slot, contactDetails: details }, member.token)
  await server.ok('POST', '/v2/abouts', { token: member.token, body: { memberAbout: { content: { nodes: ['I am Mia'] } } } })
  return { ...member, orderId: order.id as string, bookingId: booking.id as string }
}

test('the download holds what every domain stores about the member, and no data of others', async () => {
  const [one, other] = [await busy(), await busy()]
  const data = await server.ok('GET', '/api/members/my/data', { token: one.token })
  expect(Object.keys(data.records).sort()).toEqual(['bookings', 'community', 'emails', 'formAnswers', 'orders', 'signIn', 'textMessages'])
  expect(data.records.orders).toMatchObject([{ id: one.orderId, buyer: { memberId: one.memberId }, status: 'ACTIVE' }])
  expect(data.records.bookings).toMatchObject([{ id: one.bookingId, contactDetails: { email: one.email } }])
  expect(data.records.community).toMatchObject({ about: { nodes: ['I am Mia'] }, following: [], reportsMade: [] })
  expect(data.records.textMessages).toEqual({ sent: [] })
  expect(data.records.signIn.log.map((line: { action: string }) => line.action)).toContain('member.registered')
  const forOwner = await owner('GET', `/api/members/${one.memberId}/data`)
  expect({ ...forOwner, writtenDate: '' }).toEqual({ ...data, writtenDate: '' })
  for (const word of [other.email, other.orderId, other.bookingId, other.memberId]) expect(JSON.stringify(data)).not.toContain(word)
  expect((await server.call('GET', '/api/members/my/data', { token: await server.visitorToken(site) })).status).toBe(403)
})

test('of an erased member no table keeps name, address or phone; orders and bookings stay', async () => {
  const { memberId, email, orderId, bookingId } = await busy()
  await owner('POST', '/_test/run', {})
  // The owner has to end what renews; a paid month does not.
  await owner('POST', `/api/members/${memberId}/erase`, {})
  await server.advanceClock('PT2H')
  expect((await owner('GET', `/v2/orders/${orderId}`)).order.buyer.memberId).toBe(memberId)
  const booking = await server.open.db
    .selectFrom('booking')
    .select(['contactDetails', 'status'])
    .where('siteId', '=', site.metaSiteId)
    .where('id', '=', bookingId)
    .executeTakeFirst()
  expect(booking?.contactDetails).toMatchObject({ firstName: 'Deleted member' })
  expect(await rowsThatSay(server, email, `+1 212 ${memberId.slice(0, 8)}`)).toEqual([])
})

test('emails that never left are erased, too, though the mail server does not answer', async () => {
  configureEmail({ smtpUrl: 'smtp://127.0.0.1:1', from: 'studio@example.org' })
  try {
    const { memberId, email } = await busy()
    await owner('POST', '/_test/run', {})
    const failed = async () => (await owner('GET', `/api/emails?state=FAILED&to=${email}`)).emails.length
    expect(await failed()).toBeGreaterThan(0)
    await owner('POST', `/api/members/${memberId}/erase`, {})
    await server.advanceClock('PT2H')
    expect([await rowsThatSay(server, email), await failed()]).toEqual([[], 0])
    // What is tried again finds nothing to send.
    configureEmail({ smtpUrl: undefined, from: '' })
    await server.advanceAuthClock('P2D')
    await owner('POST', '/_test/run', {})
    expect([await rowsThatSay(server, email), await failed()]).toEqual([[], 0])
  } finally {
    configureEmail({ smtpUrl: undefined, from: '' })
  }
  expect(server.problems.splice(0).every((problem) => problem.includes('job email failed'))).toBe(true)
})

test('an email that still waits is sent first, and erased afterwards', async () => {
  const { memberId, email } = await busy()
  await owner('POST', '/_test/run', {})
  await sql`${writes('email')} insert into email (site_id, id, recipient, template, variables, language, state, created_at)
    values (${site.metaSiteId}, gen_random_uuid(), ${email}, 'WELCOME', '{}', 'en', 'QUEUED', timestamptz '2027-05-01')`.execute(server.open.db)
  await owner('POST', `/api/members/${memberId}/erase`, {})
  await server.advanceClock('PT2H')
  expect(await rowsThatSay(server, email)).not.toEqual([])
  await sql`${writes('email')} update email set state = 'SENT' where recipient = ${email}`.execute(server.open.db)
  await server.advanceClock('PT2H')
  expect(await rowsThatSay(server, email)).toEqual([])
})

test('a contact that only the erased member booked for is erased too; a contact of another customer is not', async () => {
  const [{ memberId, token }, friend] = [await busy(), await server.registerMember(site)]
  const [typed, shared] = [`typed-${memberId.slice(0, 8)}@elsewhere.example`, `shared-${memberId.slice(0, 8)}@elsewhere.example`]
  const service = await studio.service({ type: 'CLASS', capacity: 9, price: '0' })
  const book = async (email: string, by?: string) =>
    studio.book(
      {
        slot: { serviceId: service.id, eventId: await studio.session(service) },
        contactDetails: { firstName: 'Zoe', lastName: `Z${memberId.slice(0, 8)}`, email },
      },
      by,
    )
  for (const email of [typed, shared, friend.email]) await book(email, token)
  // The shared one booked once without the member.
  await book(shared)
  const count = async (to: string) => (await server.sentEmails(site, to)).length
  const before = await count(friend.email)
  expect([await count(typed), before > 1]).toEqual([1, true])
  await owner('POST', `/api/members/${memberId}/erase`, {})
  await server.advanceClock('PT2H')
  expect([await count(typed), await count(friend.email)]).toEqual([0, before])
  expect(await rowsThatSay(server, typed)).toEqual([])
  const contacts = (await owner('POST', '/api/contacts/query', { search: `Zoe Z${memberId.slice(0, 8)}` })).contacts as { emails: string[] }[]
  expect(contacts.map(({ emails }) => emails)).toEqual([[shared]])
})

test('what a deleted member leaves behind goes to whom they named, else to the owner of the site', async () => {
  const assignee = await server.registerMember(site)
  const { memberId, token } = await server.registerMember(site)
  await server.ok('DELETE', '/v1/members/my', { token, query: { contentAssigneeId: assignee.memberId } })
  const other = await server.registerMember(site)
  await owner('DELETE', `/v1/members/${other.memberId}`)
  const to = async (id: string) => (await server.emittedEvents(site, id)).find((event) => event.slug === 'content_reassignment_requested')?.body
  expect([await to(memberId), await to(other.memberId)]).toMatchObject([
    { actionEvent: { body: { fromMember: memberId, toMember: assignee.memberId } } },
    { actionEvent: { body: { fromMember: other.memberId, toMember: site.ownerMemberId } } },
  ])
})

test('a field that comes with a plan is for those who have it, and for no longer', async () => {
  const { memberId, orderId } = await busy()
  const { field } = await owner('POST', '/v1/custom-fields', { field: { name: 'Locker', fieldType: 'TEXT', defaultPrivacy: 'PRIVATE', section: 'GENERAL' } })
  await owner('POST', '/v1/custom-fields-applications', {
    application: { customFieldId: field.id, applications: { items: [{ applicationType: 'PRICING_PLAN', entityId: planId }] } },
  })
  const without = await server.registerMember(site)
  const applies = async (id: string) =>
    (await owner('POST', '/v1/custom-fields-applications/members', { memberIds: [id] })).results[0].applications.find(
      (one: { customFieldKey: string }) => one.customFieldKey === field.key,
    ).applies
  expect([await applies(memberId), await applies(without.memberId)]).toEqual([true, false])
  await owner('POST', `/v2/orders/${orderId}/cancel`, { effectiveAt: 'IMMEDIATELY' })
  expect(await applies(memberId)).toBe(false)
})

test('events of a job name it; events of an erasure say so; others neither', async () => {
  const marks = async (memberId: string) =>
    (
      await server.open.db
        .selectFrom('event')
        .select(['slug', 'originatedFrom', 'anonymizing'])
        .where('siteId', '=', site.metaSiteId)
        .where('entityId', '=', memberId)
        .orderBy('sequence')
        .execute()
    ).map(({ slug, originatedFrom, anonymizing }) => [slug, originatedFrom, anonymizing])
  const { memberId } = await server.registerMember(site)
  const { jobId } = await owner('POST', '/v1/members/bulk/block-by-filter', { filter: { id: memberId } })
  await owner('POST', '/_test/run', {})
  expect(await marks(memberId)).toEqual([
    ['created', '', false],
    ['updated', jobId, false],
    ['blocked', jobId, false],
  ])
  await owner('POST', `/api/members/${memberId}/erase`, {})
  expect((await marks(memberId)).slice(3)).toEqual([
    ['deleted', '', true],
    ['content_reassignment_requested', '', true],
    ['content_deletion_requested', '', true],
  ])
})

test('two contacts of one person become one: the member stays, blanks are filled, lists joined, bookings follow; two members stay two', async () => {
  const member = await server.registerMember(site)
  const guestEmail = `guest-${randomUUID().slice(0, 8)}@example.org`
  const service = await studio.service({ type: 'CLASS', capacity: 9, price: '0' })
  const slot = { serviceId: service.id, eventId: await studio.session(service) }
  const booking = await studio.book({ slot, contactDetails: { firstName: 'Maria', lastName: 'Member', email: guestEmail, phone: '+1 212 555 0123' } })
  const list = async (search: string) => (await owner('POST', '/api/contacts/query', { search })).contacts as { id: string; memberId: string | null }[]
  const [guest] = await list(guestEmail)
  const [own] = await list(member.email)
  expect([guest?.memberId, own?.memberId]).toEqual([null, member.memberId])
  expect((await list('mari memb')).map((one) => one.id)).toContain(guest?.id)
  expect(await list('no person of this name')).toEqual([])

  const merge = (id: string | undefined, otherId: string | undefined) => server.call('POST', `/api/contacts/${id}/merge`, { as: site, body: { otherId } })
  // Whichever is named first, the member's stays.
  const merged = (await merge(guest?.id, own?.id)).body.contact
  expect(merged).toMatchObject({ id: own?.id, memberId: member.memberId, firstName: 'Mia', phones: ['+1 212 555 0123'] })
  expect(merged.emails).toContain(guestEmail)
  expect(await list(guestEmail)).toMatchObject([{ id: own?.id }])
  const row = await server.open.db
    .selectFrom('booking')
    .select(['contactId', 'contactDetails'])
    .where('siteId', '=', site.metaSiteId)
    .where('id', '=', booking.id)
    .executeTakeFirst()
  expect(row).toMatchObject({ contactId: own?.id, contactDetails: { contactId: own?.id, email: guestEmail } })
  expect((await server.emittedEvents(site, member.memberId)).at(-1)?.slug).toBe('updated')

  // Who shares a name with a member may be the same person once more.
  const again = `again-${randomUUID().slice(0, 8)}@example.org`
  const second = await studio.book({ slot, contactDetails: { firstName: 'MIA', lastName: 'Member', email: again } })
  const groups = (await owner('GET', '/api/contacts/namesakes')).groups as { contacts: { id: string; emails: string[] }[] }[]
  const mias = groups.find(({ contacts }) => contacts.some(({ emails }) => emails.includes(again)))?.contacts ?? []
  expect(mias.map(({ id }) => id)).toContain(own?.id)
  expect(await owner('GET', `/api/contacts/namesakes?after=${encodeURIComponent('member\nmia')}`)).toEqual({ groups: [] })

  // A guest can ask what is kept, and to be forgotten; a member goes as a member.
  const double = mias.find(({ emails }) => emails.includes(again))?.id
  const kept = await owner('GET', `/api/contacts/${double}/data`)
  expect([kept.contact.firstName, kept.records.bookings.map(({ id }: { id: string }) => id)]).toEqual(['MIA', [second.id]])
  const erase = (id: string | undefined) => server.call('POST', `/api/contacts/${id}/erase`, { as: site, body: {} })
  const spared = await erase(own?.id)
  expect([spared.status, spared.body.details.applicationError.code]).toEqual([409, 'CONTACT_HAS_MEMBER'])
  expect((await erase(double)).status).toBe(200)
  expect(await list(again)).toEqual([])
  const blank = await server.open.db.selectFrom('booking').select(['status', 'contactDetails']).where('id', '=', second.id).executeTakeFirst()
  expect(blank).toMatchObject({ status: 'CANCELED', contactDetails: { firstName: 'Deleted member' } })
  for (const path of ['data', 'erase'])
    expect((await server.call(path === 'data' ? 'GET' : 'POST', `/api/contacts/nonsense/${path}`, { as: site })).status).toBe(404)

  const other = await server.registerMember(site)
  const refused = await merge(own?.id, (await list(other.email))[0]?.id)
  expect([refused.status, refused.body.details.applicationError.code]).toEqual([409, 'BOTH_ARE_MEMBERS'])
  for (const [one, two] of [
    [own?.id, own?.id],
    [own?.id, guest?.id],
    [own?.id, 'nonsense'],
  ])
    expect((await merge(one, two)).status).toBe(404)
})

test('a restored member is private where no member may be public any more', async () => {
  const own = await server.createSite()
  const member = await server.registerMember(own)
  await server.ok('POST', '/v1/members/join-community', { token: member.token, body: {} })
  await server.ok('DELETE', `/v1/members/${member.memberId}`, { as: own })
  const { memberPrivacySettings } = await server.ok('GET', '/v1/privacy-settings', { as: own })
  const settings = { publicMemberCandidates: 'NO_ONE', revision: memberPrivacySettings.revision }
  await server.ok('POST', '/v1/privacy-settings', { as: own, body: { memberPrivacySettings: settings } })
  await server.runner.drain()
  await server.ok('POST', `/api/members/${member.memberId}/restore`, { as: own, body: {} })
  const { member: after } = await server.ok('GET', `/v1/members/${member.memberId}`, { as: own, query: { fieldsets: 'FULL' } })
  expect(after.privacyStatus).toBe('PRIVATE')
})
