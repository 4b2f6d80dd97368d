/** Emails that open an account: who sees the link or the code in the dashboard. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailedCode, signUp } from '../../../test/auth-helpers.ts'
import { hearEmails } from '../../../test/mail-server.ts'
import { startTestServer, type CallOptions, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { configureEmail } from './public.ts'

let server: TestServer
let site: TestSite
let ownerSession: CallOptions
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  ownerSession = await server.signInAsOwner(site)
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

/** Everything that the dashboard shows this caller of the last email to an address. */
async function readEmails(as: CallOptions, to: string): Promise<string> {
  const { emails } = await server.ok('GET', '/api/emails', { ...as, query: { to } })
  return JSON.stringify([emails, await server.ok('GET', `/api/emails/${emails[0].id}`, as)])
}
const recover = async (email: string) => server.ok('POST', '/v1/send-email', { token: await server.visitorToken(site), body: { email } })
const tokenIn = async (to: string, template: string) => {
  const link = (await server.sentEmails(site, to)).findLast((sent) => sent.template === template)?.variables.link as string
  return new URL(link).searchParams.get('token') as string
}

test('without an SMTP server the owner sees the link; collaborators, keys and apps see the email without it', async () => {
  const { email } = await server.registerMember(site)
  await recover(email)
  const token = await tokenIn(email, 'PASSWORD_RESET')
  expect(token.length).toBeGreaterThan(20)
  expect(await readEmails(ownerSession, email)).toContain(token)
  for (const as of [await server.inviteCollaborator(site, ['MEMBERS.MEMBER_READ']), { as: site }]) expect(await readEmails(as, email)).not.toContain(token)
  const collaborator = await server.inviteCollaborator(site, [])
  expect((await server.call('GET', '/api/emails', collaborator)).status).toBe(403)
})

test('links to a dashboard and codes of the second step are never shown', async () => {
  await server.ok('POST', '/api/owner/recovery', { body: { email: site.ownerEmail } })
  expect(await readEmails(ownerSession, site.ownerEmail)).not.toContain(await tokenIn(site.ownerEmail, 'OWNER_PASSWORD_RESET'))
})

test('a code is in no list of subjects either', async () => {
  await server.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireEmailVerification: true } } })
  const email = 'ann@emails.example'
  await signUp(server, site, email)
  const code = await emailedCode(server, site, email)
  expect(await readEmails(await server.inviteCollaborator(site, ['MEMBERS.MEMBER_READ']), email)).not.toContain(code)
  await server.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireEmailVerification: false } } })
})

test('an email that could not be sent is shown to everyone without its secret', async () => {
  configureEmail({ smtpUrl: 'smtp://127.0.0.1:1', from: 'studio@example.org' })
  try {
    const { email } = await server.registerMember(site)
    await recover(email)
    const token = await tokenIn(email, 'PASSWORD_RESET')
    await server.ok('POST', '/_test/run', { body: {} })
    const shown = await readEmails(ownerSession, email)
    expect([shown.includes('FAILED'), shown.includes('•••'), shown.includes(token)]).toEqual([true, true, false])
  } finally {
    configureEmail({ smtpUrl: undefined, from: '' })
  }
  expect(server.problems.splice(0).every((problem) => problem.includes('job email failed'))).toBe(true)
})

test('once an email is sent, no row keeps its secret', async () => {
  const { email } = await server.registerMember(site)
  const heard = await hearEmails(async () => {
    await recover(email)
    await server.ok('POST', '/_test/run', { body: {} })
  })
  const row = await server.open.db
    .selectFrom('email')
    .selectAll()
    .where('recipient', '=', email)
    .where('template', '=', 'PASSWORD_RESET')
    .executeTakeFirstOrThrow()
  const token = /token=([\w-]+)/.exec(heard)?.[1]
  expect([row.state, token?.length]).toEqual(['SENT', 64])
  expect(JSON.stringify(row)).not.toContain(token)
  expect(row.bodyText).toContain('•••')
})
