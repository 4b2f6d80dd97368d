/** Every email of the guides identity and members: caused by its real trigger, with every variable rendered. Source: guide identity §13, members §14. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmail } from '#domains/notifications/public.ts'
import { stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { login, randomEmail, authenticatorCode, PASSWORD, register } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ name: 'Quiet Corner' })
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const BROWSER = { 'user-agent': 'Reading Browser 7' }
const asOwner = (method: string, path: string, body: unknown = {}) => server.ok(method, path, { as: site, ...(method === 'GET' ? {} : { body }) })
const settings = (change: object) => asOwner('PATCH', '/api/sign-in-settings', { settings: change })

/** A sign-up under a policy, which is open again afterwards. */
async function signUpUnder(email: string, verify = false, approve = false): Promise<{ id: string; email: string }> {
  await server.setSignOnPolicy(site, { verify, approve })
  const reply = await register(server, site, email, { profile: { firstName: 'Ann', lastName: 'Lee' } }, BROWSER)
  await server.setSignOnPolicy(site, {})
  return { id: reply.body.identity.id, email }
}
async function withSecondStep() {
  const member = await server.registerMember(site)
  const { secret } = await server.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
  const code = authenticatorCode(server, secret)
  await server.ok('POST', '/api/my-factors/TOTP/confirm', { token: member.token, body: { code } })
  return member.email
}
async function startEmailChange() {
  const member = await server.registerMember(site)
  const newEmail = randomEmail()
  const { stateToken } = await server.ok('POST', '/api/my-email', { token: member.token, body: { newEmail } })
  return { member, newEmail, stateToken }
}
async function confirmEmailChange() {
  const { member, newEmail, stateToken } = await startEmailChange()
  const { code } = await server.emailVariables(site, newEmail, 'EMAIL_CHANGE_CODE')
  await server.ok('POST', '/api/my-email/confirm', { token: member.token, body: { stateToken, code } })
  return { oldEmail: member.email, newEmail }
}

/** Template, its variables beside the common ones, and its trigger (returns the recipient). `when` is rendered as a date. */
const emailCases: readonly (readonly [kind: string, variables: readonly string[], cause: () => Promise<string>])[] = [
  ['VERIFY_EMAIL_CODE', ['code', 'expiresMinutes'], async () => (await signUpUnder(randomEmail(), true)).email],
  [
    'PASSWORD_RESET',
    ['link', 'expiresHours', 'requestIp'],
    async () => {
      const { email } = await server.registerMember(site)
      await server.ok('POST', '/v1/send-email', { token: await server.visitorToken(site), body: { email }, headers: { 'x-test-ip': '198.51.100.77' } })
      return email
    },
  ],
  [
    'SET_PASSWORD',
    ['link', 'expiresDays', 'invitedBy'],
    async () => {
      const { member } = await asOwner('POST', '/v1/members', { member: { loginEmail: randomEmail() } })
      await asOwner('POST', '/v1/activation-email', { identityId: member.id })
      return member.loginEmail
    },
  ],
  [
    'PASSWORD_CHANGED',
    ['when', 'device', 'supportLink'],
    async () => {
      const { token, email } = await server.registerMember(site)
      await server.ok('POST', '/v2/change-password', { token, headers: BROWSER, body: { newPassword: 'a calmer longer night', currentPassword: PASSWORD } })
      return email
    },
  ],
  ['APPROVAL_REQUESTED', ['memberName', 'approveLink'], async () => signUpUnder(randomEmail(), false, true).then(() => site.ownerEmail)],
  ['APPROVAL_PENDING', [], async () => (await signUpUnder(randomEmail(), false, true)).email],
  [
    'MEMBER_APPROVED',
    ['signInLink'],
    async () => {
      const { id, email } = await signUpUnder(randomEmail(), false, true)
      await asOwner('POST', `/v1/members/${id}/approve`)
      return email
    },
  ],
  ['WELCOME', ['firstName', 'accountLink'], async () => (await signUpUnder(randomEmail())).email],
  [
    'SIGN_IN_LOCKED',
    ['when', 'ip', 'resetLink'],
    async () => {
      const { email } = await server.registerMember(site)
      for (let i = 0; i < 5; i++) await login(server, site, email, { password: 'wrong' }, BROWSER)
      return email
    },
  ],
  [
    'NEW_DEVICE',
    ['device', 'when', 'ip'],
    async () => {
      const { email } = await server.registerMember(site)
      await settings({ emails: { newDevice: true } })
      await login(server, site, email, {}, BROWSER)
      await settings({ emails: { newDevice: false } })
      return email
    },
  ],
  [
    'REGISTER_EXISTING',
    ['resetLink'],
    async () => {
      const { email } = await server.registerMember(site)
      await settings({ hideAccountExistence: true })
      await signUpUnder(email)
      await settings({ hideAccountExistence: false })
      return email
    },
  ],
  ['EMAIL_CHANGED', ['oldEmail', 'newEmail', 'undoLink'], async () => (await confirmEmailChange()).oldEmail],
  ['EMAIL_CHANGED', ['oldEmail', 'newEmail'], async () => (await confirmEmailChange()).newEmail],
  [
    'ACCOUNT_DELETED',
    ['when'],
    async () => {
      const { memberId, email } = await server.registerMember(site)
      await asOwner('DELETE', `/v1/members/${memberId}`)
      return email
    },
  ],
  // Templates beside those of the guides' table.
  ['FACTOR_CHANGED', ['when', 'supportLink'], withSecondStep],
  ['EMAIL_CHANGE_CODE', ['code', 'expiresMinutes'], async () => (await startEmailChange()).newEmail],
  [
    'OWNER_INVITATION',
    ['link', 'expiresDays'],
    async () => {
      const email = randomEmail()
      await asOwner('POST', '/api/collaborators/invitations', { email, role: 'CONTRIBUTOR', permissions: [] })
      return email
    },
  ],
  [
    'OWNER_PASSWORD_RESET',
    ['link', 'expiresHours'],
    async () => {
      await server.ok('POST', '/api/owner/recovery', { body: { email: site.ownerEmail } })
      return site.ownerEmail
    },
  ],
  [
    'MEMBERS_REPORTED',
    ['count', 'url'],
    async () => {
      const [ann, bob] = [await server.registerMember(site), await server.registerMember(site)]
      await server.ok('POST', '/v1/members/join-community', { token: bob.token, body: {} })
      await server.ok('POST', '/v1/member-reports', {
        token: ann.token,
        body: { memberReport: { reportedMemberId: bob.memberId, reason: { category: 'SPAM' } } },
      })
      await server.advanceClock('P1D')
      return site.ownerEmail
    },
  ],
]

/** What was put into the envelope. */
async function findEmailTo(to: string, template: string) {
  const row = await server.open.db
    .selectFrom('email')
    .selectAll()
    .where('siteId', '=', site.metaSiteId)
    .where('recipient', '=', to)
    .where('template', '=', template)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  return { ...row, ...openEmail(row) }
}

test('the guide lists no template and no variable that is not among them', () => {
  const missing = tableAt('identity', '## 13').flatMap(([kind, , variables = '']) => {
    const name = stripMarkdown(kind).replace(' (activation)', '')
    const named = [...variables.matchAll(/[a-z]\w+(?= \(|,|`|$)/g)].map(([variable]) => variable)
    const said = emailCases.filter(([one]) => one === name).map(([, own]) => own)
    return said.some((own) => named.every((variable) => own.includes(variable))) ? [] : [[name, named]]
  })
  expect(missing).toEqual([])
})

test.each(emailCases)('%s says %j', async (kind, wanted, cause) => {
  const to = await cause()
  const variables = await server.emailVariables(site, to, kind)
  for (const always of ['siteName', 'siteUrl', 'email', 'language', 'sentAt']) expect([always, variables[always]]).toEqual([always, expect.stringMatching(/./)])
  const { html, bodyText, subject } = await findEmailTo(to, kind)
  const words = `${subject}\n${bodyText}`
  expect(words).toContain('Quiet Corner')
  for (const name of wanted) {
    const value = variables[name]
    expect([name, String(value ?? '')]).toEqual([name, expect.stringMatching(/./)])
    // One report is named in words, several by their number.
    if (name === 'when') expect(words).toContain(String(server.clocks.authNow().toZonedDateTimeISO('UTC').year))
    else if (name !== 'count') expect(words).toContain(String(value))
    if (/Link$|^link$|^url$/.test(name)) expect(String(value)).toMatch(/^http:\/\/[^/]+\/(hosted|account|dashboard)\S*/)
  }
  expect(`${words}\n${html}`).not.toMatch(/\{\{|undefined|null|NaN|\[object|Invalid|href=""|: \n/)
})

test('the last email is in the language of the deleted member, too', async () => {
  const member = await server.registerMember(site)
  await server.ok('PATCH', '/api/my-email-preferences', { token: member.token, body: { language: 'de' } })
  await asOwner('DELETE', `/v1/members/${member.memberId}`)
  await server.emailVariables(site, member.email, 'ACCOUNT_DELETED')
  expect(await findEmailTo(member.email, 'ACCOUNT_DELETED')).toMatchObject({ language: 'de', subject: 'Dein Konto wurde gelöscht' })
})

test('a password reset by the business does not show its IP address', async () => {
  const member = await server.registerMember(site)
  await asOwner('POST', `/api/members/${member.memberId}/demand-password`)
  const variables = await server.emailVariables(site, member.email, 'PASSWORD_RESET')
  expect([variables.requestIp, (await findEmailTo(member.email, 'PASSWORD_RESET')).bodyText]).toEqual(['', expect.not.stringContaining('network address')])
})

test('after a recovery the person goes on where the storefront wanted, by the row on the server and not by the address of the page', async () => {
  const app = `/api/oauth-apps/${site.clientId}`
  await asOwner('PATCH', app, { oAuthApp: { allowedRedirectDomains: ['shop.example'], allowedRedirectUris: [] } })
  const { email } = await server.registerMember(site)
  const token = await server.visitorToken(site)
  const url = 'https://shop.example/back?to=class'
  await server.ok('POST', '/v1/send-email', { token, body: { email, redirect: { url, clientId: site.clientId } } })
  const link = new URL((await server.emailVariables(site, email, 'PASSWORD_RESET')).link as string)
  expect([...link.searchParams.keys()]).toEqual(['token'])
  const done = await server.ok('POST', '/v1/recover', { token, body: { recoveryToken: link.searchParams.get('token'), password: 'a calmer longer night' } })
  expect(done.additionalData).toEqual({ redirectUrl: { strValue: url } })
})
