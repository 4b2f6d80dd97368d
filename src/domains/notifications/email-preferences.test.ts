/** Email preferences: chosen in the account, by the link in an email, by one click; and respected on delivery. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrCreateContact } from '#domains/members/public.ts'
import { createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import { hearEmails } from '../../../test/mail-server.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

/** Queues an email and delivers it; the email as it is stored. */
async function findEmail(to: string, template: string) {
  const link = 'http://here.example/account'
  const ofPlan = {
    memberName: 'Ann',
    planName: 'Pass',
    orderLink: link,
    buyAgainLink: link,
    updateCardLink: link,
    lines: [],
    total: '€40.00',
    amount: '€40.00',
  }
  const ofBooking = { customerFirstName: 'Ann', serviceName: 'Yoga', startText: 'tomorrow', timeZoneName: 'UTC', locationText: '', manageLink: link }
  const variables = { ...ofPlan, ...ofBooking }
  await runTransaction(server.deps, createSystemMeta(site.metaSiteId, 'http://here.example'), async (ctx) => ctx.queueEmail({ to, template, variables }))
  await server.ok('POST', '/_test/run', { body: {} })
  return server.open.db
    .selectFrom('email')
    .select(['template', 'state', 'html', 'bodyText', 'subject'])
    .where('siteId', '=', site.metaSiteId)
    .where('recipient', '=', to)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}
const findPreferencesLink = (email: { bodyText: string | null }) => /http:\/\/\S+\/email-preferences\/([\w-]+)\?kind=(\w+)/.exec(email.bodyText ?? '')

test('a member chooses language and emails; what is always sent has no unsubscribe link', async () => {
  const { token, email } = await server.registerMember(site)
  const mine = () => server.ok('GET', '/api/my-email-preferences', { token })
  const wanted = (await mine()).kinds
  expect(wanted).toEqual([
    { kind: 'BOOKING_REMINDERS', wanted: true },
    { kind: 'PLAN_REMINDERS', wanted: true },
    { kind: 'PLAN_NEWS', wanted: true },
    { kind: 'FOLLOW_UPS', wanted: true },
  ])
  const english = await findEmail(email, 'plan-started')
  expect([english.state, findPreferencesLink(english)?.[2]]).toEqual(['KEPT', 'PLAN_NEWS'])
  const change = await server.ok('PATCH', '/api/my-email-preferences', { token, body: { language: 'de', kinds: [{ kind: 'PLAN_NEWS', wanted: false }] } })
  expect(change).toEqual({ email, language: 'de', kinds: wanted.map((one: { kind: string }) => ({ ...one, wanted: one.kind !== 'PLAN_NEWS' })) })
  expect(await mine()).toEqual(change)
  expect((await findEmail(email, 'plan-started')).state).toBe('UNWANTED')
  const reminder = await findEmail(email, 'plan-ending')
  expect([reminder.state, reminder.html]).toEqual(['KEPT', expect.stringContaining('<html lang="de">')])
  for (const always of ['payment-receipt', 'payment-failed', 'plan-canceled']) {
    const stored = await findEmail(email, always)
    expect([always, stored.state, findPreferencesLink(stored)]).toEqual([always, 'KEPT', null])
  }
  expect((await server.ok('GET', '/api/members/my/data', { token })).records.emails).toEqual({ unsubscribedKinds: ['PLAN_NEWS'] })
  for (const body of [{ language: 'it' }, { kinds: [{ kind: 'RECEIPTS', wanted: false }] }])
    expect((await server.call('PATCH', '/api/my-email-preferences', { token, body })).status).toBe(400)
  for (const method of ['GET', 'PATCH'])
    expect(
      (await server.call(method, '/api/my-email-preferences', { token: await server.visitorToken(site), ...(method === 'PATCH' && { body: {} }) })).status,
    ).toBe(403)
})

test('a guest chooses by the link, or by one click in the email client; signing up keeps the choice, erasure deletes it', async () => {
  const email = `guest-${randomUUID().slice(0, 8)}@shop.example`
  const token = findPreferencesLink(await findEmail(email, 'booking-reminder'))?.[1] ?? ''
  const path = `/api/email-preferences/${token}`
  expect((await server.ok('GET', path, { as: site })).email).toBe('g…@shop.example')
  expect((await server.call('POST', `${path}/unsubscribe/BOOKING_REMINDERS`)).status).toBe(200)
  const one = await server.app.inject({
    method: 'POST',
    url: `/api/letters/by-link/${token}/stop/BOOKING_REMINDERS`, // as emails of earlier versions say
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(one.statusCode).toBe(200)
  const opened = await server.app.inject({ method: 'GET', url: `${path}/unsubscribe/BOOKING_REMINDERS` })
  expect([opened.statusCode, opened.headers.location]).toEqual([302, expect.stringContaining(`/email-preferences/${token}?kind=BOOKING_REMINDERS`)])
  expect((await findEmail(email, 'booking-reminder')).state).toBe('UNWANTED')
  expect((await server.call('PUT', path, { body: { kinds: [{ kind: 'PLAN_REMINDERS', wanted: false }] } })).status).toBe(200)
  for (const unknown of ['nonsense', `${token}x`]) expect((await server.call('GET', `/api/email-preferences/${unknown}`)).status).toBe(404)
  // What stands in the tables opens nothing.
  const kept = await server.open.db
    .selectFrom('emailPreference')
    .selectAll()
    .where('siteId', '=', site.metaSiteId)
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(kept)).not.toContain(token)
  expect((await server.call('GET', `/api/email-preferences/${kept.linkId}`)).status).toBe(404)

  // The address becomes a member: the choice is theirs, and the old link goes on.
  await runTransaction(server.deps, createSystemMeta(site.metaSiteId, 'http://here'), (ctx) => findOrCreateContact(ctx, { email }))
  const { member } = await server.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail: email } } })
  expect((await findEmail(email, 'plan-ending')).state).toBe('UNWANTED')
  expect((await server.ok('GET', path)).kinds).toContainEqual({ kind: 'PLAN_REMINDERS', wanted: false })
  await server.ok('POST', `/api/members/${member.id}/erase`, { as: site, body: {} })
  expect((await server.call('GET', path)).status).toBe(404)
})

test('the email has the headers that mail clients read', async () => {
  let email: Awaited<ReturnType<typeof findEmail>> | undefined
  const heard = await hearEmails(async () => {
    email = await findEmail('reader@shop.example', 'booking-reminder')
  })
  expect(email?.state).toBe('SENT')
  const token = email && findPreferencesLink(email)?.[1]
  const head = heard.replaceAll(/\r\n[ \t]+/g, ' ')
  expect(head).toMatch(new RegExp(`List-Unsubscribe: <http://\\S+/api/email-preferences/${token}/unsubscribe/BOOKING_REMINDERS>`))
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('what a member turned off stays off for their address once the account is deleted, and theirs when it comes back', async () => {
  const own = await server.createSite()
  const member = await server.registerMember(own)
  await server.ok('PATCH', '/api/my-email-preferences', { token: member.token, body: { kinds: [{ kind: 'BOOKING_REMINDERS', wanted: false }] } })
  const readRecipients = () =>
    server.open.db.selectFrom('emailPreference').select(['recipient', 'unsubscribedKinds']).where('siteId', '=', own.metaSiteId).execute()
  await server.ok('DELETE', `/v1/members/${member.memberId}`, { as: own })
  expect(await readRecipients()).toContainEqual({ recipient: member.email.toLowerCase(), unsubscribedKinds: ['BOOKING_REMINDERS'] })
  await server.ok('POST', `/api/members/${member.memberId}/restore`, { as: own, body: {} })
  const tokens = await server.ok('POST', '/oauth2/token', {
    headers: { authorization: `,${own.apiKey}`, 'wix-site-id': own.metaSiteId },
    body: { grant_type: 'authorized_client', member_id: member.memberId, scope: 'offline_access' },
  })
  const { kinds } = await server.ok('GET', '/api/my-email-preferences', { token: tokens.access_token })
  expect(kinds).toContainEqual({ kind: 'BOOKING_REMINDERS', wanted: false })
})
