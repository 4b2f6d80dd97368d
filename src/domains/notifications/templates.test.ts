/** Emails in the words of the business: edited, previewed, tested, sent, and sent again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { configureEmail } from './public.ts'
import { emailedCode, errorCode, signUp } from '../../../test/auth-helpers.ts'
import { languages } from '#kit/pure/languages.ts'

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

const asOwner = (method: string, path: string, body?: unknown) => server.call(method, path, { as: site, ...(body === undefined ? {} : { body }) })
const path = (template: string, language = 'en') => `/api/email-templates/${template}/${language}`
/** The newest email to an address, delivered. */
async function deliver(to: string, template: string) {
  await server.ok('POST', '/_test/run', { body: {} })
  const { emails } = await server.ok('GET', '/api/emails', { as: site, query: { to, template } })
  return { ...emails[0], ...(await server.ok('GET', `/api/emails/${emails[0].id}`, { as: site })), count: emails.length }
}
const welcome = { subject: 'Hey {{firstName}}', body: 'Good to have you at {{siteName}}.\n\n{{unknown}}', button: 'Have a look' }

test('every email is listed, with the words that the product writes', async () => {
  const { templates } = await server.ok('GET', '/api/email-templates', { as: site })
  expect(templates.length).toBeGreaterThan(60)
  expect(templates.find((one: { template: string }) => one.template === 'booking-reminder')).toMatchObject({
    domain: 'bookings',
    optionalKind: 'BOOKING_REMINDERS',
    ownLanguages: [],
    subject: 'Reminder: {{serviceName}}',
  })
  expect(templates.map((one: { template: string }) => one.template)).not.toContain('template-test')
  expect((await asOwner('GET', path('NO_SUCH_EMAIL'))).status).toBe(404)
})

test('words of the business are sent in their language alone, until it returns to those of the product', async () => {
  const unknown = await asOwner('PUT', path('WELCOME'), welcome)
  expect([unknown.status, errorCode(unknown)]).toEqual([400, 'UNKNOWN_EMAIL_VARIABLE'])
  const saved = await server.ok('PUT', path('WELCOME'), { as: site, body: { ...welcome, body: 'Good to have you at {{siteName}}.\n\nFrom all of us' } })
  expect(saved.template).toMatchObject({ isOwn: true, standard: { button: 'Go to your account' } })
  const { member } = await server.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail: 'x@words.example' } } })
  expect(member.id).toBeTruthy()
  const { email } = await server.registerMember(site)
  const sent = await deliver(email, 'WELCOME')
  expect(sent.subject).toBe('Hey Mia')
  expect(sent.text).toContain('From all of us')
  expect(sent.text).toContain('Have a look: http')
  expect((await server.ok('GET', path('WELCOME', 'de'), { as: site })).template.isOwn).toBe(false)
  const { template } = await server.ok('GET', path('WELCOME'), { as: site })
  expect(template.examples[0]).toMatchObject({ to: email, subject: 'Hey Mia' })
  const preview = await server.ok('POST', `${path('WELCOME')}/preview`, { as: site, body: { ...template.standard, exampleId: template.examples[0].id } })
  expect(preview.text).toContain('Hi Mia,')
  expect((await server.ok('DELETE', path('WELCOME'), { as: site })).template.isOwn).toBe(false)
  // Saving the words of the product keeps none of them: a better text of a later version is sent.
  expect((await server.ok('PUT', path('WELCOME'), { as: site, body: template.standard })).template.isOwn).toBe(false)
})

test('a code cannot be left out, and no preview shows a real one', async () => {
  const without = await asOwner('PUT', path('VERIFY_EMAIL_CODE'), { subject: 'Your code', body: 'It is somewhere.', button: '' })
  expect([without.status, errorCode(without)]).toEqual([400, 'MISSING_EMAIL_VARIABLE'])
  await server.setSignOnPolicy(site, { verify: true })
  const email = 'ann@words.example'
  await signUp(server, site, email)
  await server.setSignOnPolicy(site, {})
  const real = await emailedCode(server, site, email)
  const { template } = await server.ok('GET', path('VERIFY_EMAIL_CODE'), { as: site })
  expect(JSON.stringify(template)).not.toContain(real)
  expect(template.variables).toContainEqual({ name: 'code', isRequired: true })
  const preview = await server.ok('POST', `${path('VERIFY_EMAIL_CODE')}/preview`, {
    as: site,
    body: { ...template.wording, exampleId: template.examples[0].id },
  })
  expect(JSON.stringify(preview)).not.toContain(real)
})

test('every email has a preview without an example, in every language', async () => {
  const { templates } = await server.ok('GET', '/api/email-templates', { as: site })
  const broken: string[] = []
  for (const { template } of templates)
    for (const language of Object.keys(languages)) {
      const { wording } = (await server.ok('GET', path(template, language), { as: site })).template
      const { subject, text } = await server.ok('POST', `${path(template, language)}/preview`, { as: site, body: wording })
      if (!subject || /undefined|\{\{|\[\[|\[object/.test(subject + text)) broken.push(`${template} ${language}: ${text}`)
    }
  expect(broken).toEqual([])
})

test('a test goes to the address named; who may only read changes and sends nothing', async () => {
  const body = { subject: 'Hey {{firstName}}', body: 'Welcome!', button: '' }
  await server.ok('POST', `${path('WELCOME')}/test`, { as: site, body: { ...body, to: 'me@words.example' } })
  expect((await deliver('me@words.example', 'template-test')).subject).toBe('Test: Hey Ida')
  const reader = await server.inviteCollaborator(site, ['MEMBERS.MEMBER_READ'])
  expect((await server.call('POST', `${path('WELCOME')}/preview`, { ...reader, body })).status).toBe(200)
  for (const [method, where, sent] of [
    ['PUT', '', body],
    ['DELETE', '', undefined],
    ['POST', '/test', { ...body, to: 'me@words.example' }],
  ] as const)
    expect((await server.call(method, path('WELCOME') + where, { ...reader, ...(sent ? { body: sent } : {}) })).status).toBe(403)
})

test('an email that could not be sent says why, and is tried again; a sent one goes out once more', async () => {
  configureEmail({ smtpUrl: 'smtp://127.0.0.1:1', from: 'studio@example.org' })
  const { email } = await server.registerMember(site)
  const failed = await deliver(email, 'WELCOME')
  expect(failed).toMatchObject({ state: 'FAILED', error: expect.stringMatching(/ECONNREFUSED|connect/i) })
  expect((await server.ok('GET', '/api/emails', { as: site, query: { state: 'FAILED' } })).emails.map((one: { id: string }) => one.id)).toContain(
    failed.email.id,
  )
  const { html, text } = await server.ok('GET', `/api/emails/${failed.email.id}`, { as: site })
  expect([html.includes('<html'), text.length > 20]).toEqual([true, true])
  expect(server.problems.splice(0).every((problem) => problem.includes('job email failed'))).toBe(true)
  configureEmail({ smtpUrl: undefined, from: '' })
  const resend = (id: string) => asOwner('POST', `/api/emails/${id}/resend`, {})
  expect((await resend(failed.email.id)).status).toBe(200)
  expect(errorCode(await resend(failed.email.id))).toBe('EMAIL_IS_QUEUED')
  const again = await deliver(email, 'WELCOME')
  expect([again.state, again.email.error, again.count]).toEqual(['KEPT', undefined, 1])
  expect((await resend(again.email.id)).status).toBe(200)
  expect((await deliver(email, 'WELCOME')).count).toBe(2)
  await server.ok('POST', '/v1/send-email', { token: await server.visitorToken(site), body: { email } })
  expect(errorCode(await resend((await deliver(email, 'PASSWORD_RESET')).email.id))).toBe('EMAIL_HAS_SECRET')
  expect((await resend('0c9dd6ba-5f8a-4f56-9d5a-0b4f2f3f7a11')).status).toBe(404)
})
