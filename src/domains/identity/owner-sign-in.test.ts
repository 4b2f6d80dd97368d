import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticator } from '../../../test/authenticator.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
}, 120_000)
afterAll(() => server.close())

const randomEmail = () => `o-${randomUUID().slice(0, 8)}@shop.example`
const errorCode = (reply: { body: { details?: { applicationError?: { code: unknown } } } }) => reply.body.details?.applicationError?.code
const wait = (advance: string) => server.ok('POST', '/_test/auth-clock', { body: { advance } })
const emailTo = async (own: TestSite, email: string, template: string) =>
  (await server.sentEmails(own, email)).findLast((letter) => letter.template === template)
const cookieIn = (headers: Record<string, unknown>, name: string) => {
  const all = ([] as unknown[]).concat(headers['set-cookie'] ?? []).map(String)
  return all.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

/** A browser at the dashboard: cookie, header, and the site it works on. */
interface OwnerSession {
  headers: Record<string, string>
}
async function signInOwner(own: TestSite, email = own.ownerEmail, password = own.ownerPassword): Promise<OwnerSession> {
  const reply = await server.call('POST', '/api/owner/sign-in', { body: { email, password } })
  expect(reply.status).toBe(200)
  return { headers: { cookie: cookieIn(reply.headers, 'ms_owner'), 'x-csrf': reply.body.csrfToken, 'x-site-id': own.metaSiteId } }
}
const callAs = (session: OwnerSession, method: string, path: string, body?: unknown) =>
  server.call(method, path, { headers: session.headers, ...(body === undefined ? {} : { body }) })

describe('the dashboard user', () => {
  const signIn = (own: TestSite, cookie = '') =>
    server.call('POST', '/api/owner/sign-in', { body: { email: own.ownerEmail, password: own.ownerPassword }, headers: cookie ? { cookie } : {} })
  const step = (body: Record<string, unknown>, headers = {}) => server.call('POST', '/api/owner/second-step', { body, headers })
  const reasonOf = (reply: { body: { details: { applicationError: { data: unknown } } } }) => reply.body.details.applicationError.data
  const appCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clocks.authNow().epochMilliseconds })
  const factorEmails = async (own: TestSite) => {
    const { emails } = await server.ok('GET', '/_test/outbox', { query: { metaSiteId: own.metaSiteId, to: own.ownerEmail } })
    return emails
      .filter((letter: { template: string }) => letter.template === 'FACTOR_CHANGED')
      .map(({ variables }: { variables: { factor: string; added: boolean } }) => `${variables.added ? '+' : '-'}${variables.factor}`)
  }

  test('is told that no site is at the address that was called, not that the password is wrong', async () => {
    const own = await server.createSite()
    const nowhere = { host: 'nowhere.example' }
    const calls: [string, object][] = [
      ['/api/owner/sign-in', { email: own.ownerEmail, password: own.ownerPassword }],
      ['/api/owner/sign-in', { email: randomEmail(), password: 'wrong' }],
      ['/api/owner/passkey-sign-in/options', {}],
      ['/api/owner/recovery', { email: own.ownerEmail }],
    ]
    for (const [path, body] of calls) {
      const reply = await server.call('POST', path, { headers: nowhere, body })
      expect([path, reply.status, errorCode(reply)]).toEqual([path, 404, 'NO_SITE_HERE'])
    }
    expect((await signIn(own)).status).toBe(200)
  })
  test('a second step, printed codes, a remembered browser, and off again', async () => {
    const own = await server.createSite()
    const session = await signInOwner(own)
    const factor = (what: string, body: unknown = {}) => callAs(session, 'POST', `/api/owner/factors/TOTP/${what}`, body)
    expect(errorCode(await callAs(session, 'POST', '/api/owner/recovery-codes', {}))).toBe('NO_SECOND_STEP')
    const { secret } = (await factor('start')).body
    expect(errorCode(await factor('confirm', { code: '000000' }))).toBe('VERIFICATION_FAILED')
    // What is not proven does not count.
    expect((await signIn(own)).body.user.email).toBe(own.ownerEmail)
    const { recoveryCodes } = (await factor('confirm', { code: appCode(secret) })).body
    expect(recoveryCodes).toHaveLength(10)
    expect(errorCode(await factor('start'))).toBe('FACTOR_EXISTS')
    await wait('PT31S')
    const stopped = await signIn(own)
    expect(stopped.body).toMatchObject({ user: null, csrfToken: '', secondStep: { ways: ['TOTP', 'RECOVERY_CODE'] } })
    expect(cookieIn(stopped.headers, 'ms_owner')).toBe('')
    const { stateToken } = stopped.body.secondStep
    expect(reasonOf(await step({ stateToken, code: '000000' }))).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    expect(reasonOf(await step({ stateToken, way: 'EMAIL', code: '000000' }))).toMatchObject({ attemptsLeft: 3 })
    const done = await step({ stateToken, code: appCode(secret), rememberThisDevice: true })
    expect(done.body.user.email).toBe(own.ownerEmail)
    expect(cookieIn(done.headers, 'ms_owner')).not.toBe('')
    expect(reasonOf(await step({ stateToken, code: recoveryCodes[0] }))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
    const device = cookieIn(done.headers, 'ms_owner_device')
    expect((await signIn(own, device)).body.user.email).toBe(own.ownerEmail)
    const withCode = async (code: string) => step({ stateToken: (await signIn(own)).body.secondStep.stateToken, code })
    expect([(await withCode(recoveryCodes[0])).status, (await withCode(recoveryCodes[0])).status]).toEqual([200, 400])
    expect((await callAs(session, 'GET', '/api/owner/security')).body).toMatchObject({
      secondStep: true,
      recoveryCodesLeft: 9,
      factors: [{ type: 'TOTP', status: 'ACTIVE' }],
    })
    const renewed = (await callAs(session, 'POST', '/api/owner/recovery-codes', {})).body.recoveryCodes
    expect([(await withCode(recoveryCodes[1])).status, (await withCode(renewed[0])).status]).toEqual([400, 200])
    const begun = (await signIn(own)).body.secondStep.stateToken
    expect((await factor('remove')).status).toBe(200)
    // Other browsers are out, the remembered one is forgotten, and what was begun has ended.
    expect((await callAs(session, 'GET', '/api/owner/security')).body).toMatchObject({ secondStep: false, recoveryCodesLeft: 0, sessions: [{ current: true }] })
    expect(reasonOf(await step({ stateToken: begun, code: renewed[1] }))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
    expect((await signIn(own)).body.user.email).toBe(own.ownerEmail)
    await factor('start')
    expect(await factorEmails(own)).toEqual(['+TOTP', '-TOTP'])
  })

  test('codes by letter, and an owner of all their sites lets somebody in who lost them', async () => {
    const own = await server.createSite()
    const session = await signInOwner(own)
    const factor = (what: string, body: unknown = {}) => callAs(session, 'POST', `/api/owner/factors/EMAIL/${what}`, body)
    // Letters of the door come from the site of the host that was asked, the oldest one; those of the desk from its own.
    const code = async (from: TestSite) =>
      (await server.ok('GET', '/_test/outbox', { query: { metaSiteId: from.metaSiteId, to: own.ownerEmail } })).emails.findLast(
        (letter: { template: string }) => letter.template === 'SIGN_IN_CODE',
      ).variables.code as string
    expect((await factor('start')).body.hint).toMatch(/^ow•••@example\.org$/)
    expect((await factor('start')).status).toBe(429)
    expect((await factor('confirm', { code: await code(own) })).body.recoveryCodes).toHaveLength(10)
    await wait('PT61S')
    const { secondStep } = (await signIn(own)).body
    expect(secondStep.ways).toEqual(['EMAIL', 'RECOVERY_CODE'])
    const { stateToken } = secondStep
    const challenge = (way: string) => server.call('POST', '/api/owner/second-step/challenge', { body: { stateToken, way } })
    expect(reasonOf(await challenge('WEBAUTHN'))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
    expect((await challenge('EMAIL')).body).toEqual({ hint: 'ow•••@example.org', options: null })
    expect((await challenge('EMAIL')).status).toBe(429)
    expect((await step({ stateToken, way: 'EMAIL', code: await code(site) })).body.user.email).toBe(own.ownerEmail)

    const reset = (as: OwnerSession) => callAs(as, 'POST', `/api/collaborators/${own.ownerUserId}/reset-second-step`, {})
    const other = await server.createSite()
    await server.ok('POST', '/api/collaborators/invitations', { as: own, body: { email: other.ownerEmail, role: 'OWNER' } })
    const token = new URL((await emailTo(own, other.ownerEmail, 'OWNER_INVITATION'))?.variables.link as string).searchParams.get('token')
    await server.ok('POST', '/api/invitations/accept', { body: { token, password: other.ownerPassword } })
    const helper = await signInOwner(own, other.ownerEmail, other.ownerPassword)
    const { collaborators } = (await callAs(helper, 'GET', '/api/collaborators')).body
    expect(collaborators.map((one: { secondStep: boolean }) => one.secondStep)).toEqual([true, false])
    expect((await reset(helper)).body).toEqual({ reset: 1 })
    expect((await signIn(own)).body.user.email).toBe(own.ownerEmail)
    const back = await signInOwner(own)
    expect((await callAs(back, 'GET', '/api/owner/security')).body).toMatchObject({
      secondStep: false,
      recoveryCodesLeft: 0,
      factors: [{ type: 'EMAIL', status: 'REQUIRE_REENROLL' }],
    })
    // The other way round it would open a site that the caller does not own.
    const theirs = await callAs(back, 'POST', `/api/collaborators/${other.ownerUserId}/reset-second-step`, {})
    expect([theirs.status, errorCode(theirs)]).toEqual([403, 'MORE_THAN_OWN_RIGHTS'])
    expect((await callAs(back, 'POST', `/api/collaborators/${site.ownerUserId}/reset-second-step`, {})).status).toBe(404)
  })

  test('passkeys: the second step after the password, or instead of both', async () => {
    const own = await server.createSite()
    const session = await signInOwner(own)
    const browser = authenticator()
    const headers = { host: 'localhost' }
    const keys = (path: string, body: unknown) => server.call('POST', `/api/owner/passkeys${path}`, { headers: { ...session.headers, ...headers }, body })
    const { options } = (await keys('/options', {})).body
    expect([options.rp.id, options.user.name]).toEqual(['localhost', own.ownerEmail])
    expect(errorCode(await keys('', { response: browser.create('never asked') }))).toBe('PASSKEY_REFUSED')
    const made = await keys('', { response: browser.create(options.challenge), name: 'Laptop' })
    expect([made.body.passkey.name, made.body.recoveryCodes.length]).toEqual(['Laptop', 10])
    expect(errorCode(await keys('', { response: browser.create(options.challenge) }))).toBe('PASSKEY_REFUSED')

    const { stateToken, ways } = (await signIn(own)).body.secondStep
    expect(ways).toEqual(['WEBAUTHN', 'RECOVERY_CODE'])
    const question = async () =>
      (await server.ok('POST', '/api/owner/second-step/challenge', { headers, body: { stateToken, way: 'WEBAUTHN' } })).options.challenge as string
    expect(reasonOf(await step({ stateToken, way: 'WEBAUTHN', response: authenticator().get(await question()) }, headers))).toMatchObject({ attemptsLeft: 4 })
    expect(reasonOf(await step({ stateToken, way: 'WEBAUTHN', code: '1' }, headers))).toMatchObject({ attemptsLeft: 3 })
    expect((await step({ stateToken, response: browser.get(await question()) }, headers)).body.user.email).toBe(own.ownerEmail)

    const ask = async () => (await server.ok('POST', '/api/owner/passkey-sign-in/options', { headers, body: {} })).options.challenge as string
    const enter = (response: unknown) => server.call('POST', '/api/owner/passkey-sign-in', { headers, body: { response } })
    const first = await ask()
    const done = await enter(browser.get(first))
    expect([done.body.user.email, cookieIn(done.headers, 'ms_owner') !== '']).toEqual([own.ownerEmail, true])
    for (const response of [browser.get(first), authenticator().get(await ask()), {}, browser.get(await question().catch(() => 'gone'))])
      expect(errorCode(await enter(response))).toBe('PASSKEY_REFUSED')
    // A member's passkey is none of the dashboard's.
    const memberAsk = (await server.ok('POST', '/api/passkey-sign-in/options', { token: await server.visitorToken(site), headers, body: {} })).options.challenge
    expect(errorCode(await enter(browser.get(memberAsk)))).toBe('PASSKEY_REFUSED')
    expect((await keys('/remove', { id: browser.id })).status).toBe(200)
    expect((await signIn(own)).body.user.email).toBe(own.ownerEmail)
    expect(errorCode(await enter(browser.get(await ask())))).toBe('PASSKEY_REFUSED')
    expect(await factorEmails(own)).toEqual(['+WEBAUTHN', '-WEBAUTHN'])
  })

  test('what is grave needs a password of the last half hour', async () => {
    const own = await server.createSite()
    const reply = await server.call('POST', '/api/owner/sign-in', { body: { email: own.ownerEmail, password: own.ownerPassword, keepSignedIn: true } })
    const session = { headers: { cookie: cookieIn(reply.headers, 'ms_owner'), 'x-csrf': reply.body.csrfToken, 'x-site-id': own.metaSiteId } }
    await wait('PT31M')
    for (const [method, path, body] of [
      ['POST', '/api/api-keys', { name: 'x' }],
      ['PATCH', '/api/sign-in-settings', { settings: {} }],
      ['PATCH', '/v1/sign-on-policies', { signOnPolicy: { requireOwnerApproval: true } }],
      ['POST', '/api/collaborators/invitations', { email: randomEmail(), role: 'OWNER' }],
      ['POST', `/api/oauth-apps/${own.clientId}/secret`, {}],
      ['POST', '/v1/members/bulk/delete', { memberIds: [own.ownerMemberId] }],
      ['POST', '/v1/members/bulk/delete-by-filter', { filter: {} }],
    ] as const)
      expect([path, errorCode(await callAs(session, method, path, body))]).toEqual([path, 'REAUTHENTICATION_REQUIRED'])
    expect((await callAs(session, 'POST', '/api/owner/confirm', { password: 'wrong' })).status).toBe(401)
    expect((await callAs(session, 'POST', '/api/owner/confirm', { password: own.ownerPassword })).status).toBe(200)
    expect((await callAs(session, 'POST', '/api/api-keys', { name: 'x' })).status).toBe(200)
  })

  test('who signs in by passkey proves it again by passkey, in this session and with their own', async () => {
    const own = await server.createSite()
    const session = await server.signInAsOwner(own)
    const headers = { ...session.headers, host: 'localhost' }
    const post = (path: string, body: unknown = {}) => server.call('POST', `/api/owner/${path}`, { headers, body })
    expect((await post('confirm/options')).body).toEqual({ options: null })
    const browser = authenticator()
    await post('passkeys', { response: browser.create((await post('passkeys/options')).body.options.challenge) })
    const entered = await server.call('POST', '/api/owner/passkey-sign-in', {
      headers: { host: 'localhost' },
      body: {
        response: browser.get((await server.ok('POST', '/api/owner/passkey-sign-in/options', { headers: { host: 'localhost' }, body: {} })).options.challenge),
        keepSignedIn: true,
      },
    })
    const other = { host: 'localhost', cookie: cookieIn(entered.headers, 'ms_owner'), 'x-csrf': entered.body.csrfToken, 'x-site-id': own.metaSiteId }
    await wait('PT31M')
    const makeKey = () => server.call('POST', '/api/api-keys', { headers: other, body: { name: 'x' } })
    const confirm = (body: object) => server.call('POST', '/api/owner/confirm', { headers: other, body })
    const question = async () => (await server.ok('POST', '/api/owner/confirm/options', { headers: other, body: {} })).options.challenge as string
    expect(errorCode(await makeKey())).toBe('REAUTHENTICATION_REQUIRED')
    const signInChallenge = (await server.ok('POST', '/api/owner/passkey-sign-in/options', { headers: { host: 'localhost' }, body: {} })).options.challenge
    for (const response of [authenticator().get(await question()), browser.get(signInChallenge), browser.get('never asked'), {}])
      expect(errorCode(await confirm({ response }))).toBe('PASSKEY_REFUSED')
    expect((await confirm({})).status).toBe(401)
    expect(errorCode(await makeKey())).toBe('REAUTHENTICATION_REQUIRED')
    const asked = await question()
    expect((await confirm({ response: browser.get(asked) })).status).toBe(200)
    expect(errorCode(await confirm({ response: browser.get(asked) }))).toBe('PASSKEY_REFUSED')
    expect((await makeKey()).status).toBe(200)
  })

  test('a dashboard left alone closes after half an hour, at the latest after twelve', async () => {
    const own = await server.createSite()
    const session = await signInOwner(own)
    await wait('PT29M')
    expect((await callAs(session, 'GET', '/api/owner/me')).body.user).not.toBeNull()
    await wait('PT31M')
    expect((await callAs(session, 'GET', '/api/owner/me')).body.user).toBeNull()
    const kept = await server.call('POST', '/api/owner/sign-in', { body: { email: own.ownerEmail, password: own.ownerPassword, keepSignedIn: true } })
    const cookie = cookieIn(kept.headers, 'ms_owner')
    await wait('PT11H')
    expect((await server.ok('GET', '/api/owner/me', { headers: { cookie } })).user).not.toBeNull()
    await wait('PT61M')
    expect((await server.ok('GET', '/api/owner/me', { headers: { cookie } })).user).toBeNull()
  })

  test('a new password: by the old one, or by a mailed link that works once and tells nobody who exists', async () => {
    const own = await server.createSite()
    const session = await signInOwner(own)
    const other = await signInOwner(own)
    expect((await callAs(session, 'POST', '/api/owner/password', { currentPassword: 'wrong', newPassword: 'a door of my own' })).status).toBe(401)
    expect((await callAs(session, 'POST', '/api/owner/password', { currentPassword: own.ownerPassword, newPassword: 'short' })).status).toBe(400)
    const ruleOf = (reply: { body: { details: { validationError?: { fieldViolations: [{ ruleName: string }] } } } }) =>
      reply.body.details.validationError?.fieldViolations[0].ruleName
    const common = { currentPassword: own.ownerPassword, newPassword: 'Welcome2026!' }
    expect(ruleOf(await callAs(session, 'POST', '/api/owner/password', common))).toBe('PASSWORD_TOO_COMMON')
    expect((await callAs(session, 'POST', '/api/owner/password', { currentPassword: own.ownerPassword, newPassword: 'a door of my own' })).status).toBe(200)
    expect((await callAs(session, 'GET', '/api/owner/security')).status).toBe(200)
    expect((await callAs(other, 'GET', '/api/owner/security')).status).toBe(401)
    for (const email of [own.ownerEmail, randomEmail()]) expect(await server.ok('POST', '/api/owner/recovery', { body: { email } })).toEqual({})
    // The letter comes from the site of the host that was asked: the oldest one.
    const letters = await server.ok('GET', '/_test/outbox', { query: { metaSiteId: site.metaSiteId, to: own.ownerEmail } })
    const { link } = letters.emails.findLast((letter: { template: string }) => letter.template === 'OWNER_PASSWORD_RESET').variables
    const token = new URL(link).searchParams.get('token')
    for (const [password, rule] of [
      ['short', 'VALUE_TOO_SHORT'],
      ['Welcome2026!', 'PASSWORD_TOO_COMMON'],
      ['Test studio', 'PASSWORD_TOO_COMMON'],
    ] as const)
      expect(ruleOf(await server.call('POST', '/api/owner/recover', { body: { token, password } }))).toBe(rule)
    expect((await server.call('POST', '/api/owner/recover', { body: { token, password: 'yet another door' } })).status).toBe(200)
    expect(errorCode(await server.call('POST', '/api/owner/recover', { body: { token, password: 'yet another door 2' } }))).toBe('INVALID_RECOVERY_TOKEN')
    expect((await callAs(session, 'GET', '/api/owner/security')).status).toBe(401)
    await signInOwner(own, own.ownerEmail, 'yet another door')
  })

  test('another site’s page cannot act with the cookie', async () => {
    const own = await server.createSite()
    const { headers } = await signInOwner(own)
    const { 'x-csrf': _csrf, ...withoutHeader } = headers
    const forged = (more: Record<string, string>) =>
      server.call('PATCH', '/v1/sign-on-policies', {
        headers: { ...withoutHeader, ...more } as Record<string, string>,
        body: { signOnPolicy: { requireOwnerApproval: true } },
      })
    expect((await forged({})).status).toBe(401)
    expect((await forged({ 'x-csrf': 'x'.repeat(43) })).status).toBe(401)
    const preflight = await server.call('OPTIONS', '/api/api-keys', { headers: { origin: 'https://evil.example', 'access-control-request-headers': 'x-csrf' } })
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
    expect((await server.ok('GET', '/v1/sign-on-policies', { as: own })).signOnPolicy.requireOwnerApproval).toBe(false)
  })
})

describe('collaborators', () => {
  async function joined(own: TestSite, input: Record<string, unknown>) {
    const email = randomEmail()
    await server.ok('POST', '/api/collaborators/invitations', { as: own, body: { email, ...input } })
    const link = (await emailTo(own, email, 'OWNER_INVITATION'))?.variables.link as string
    const token = new URL(link).searchParams.get('token')
    expect(await server.ok('POST', '/api/invitations/read', { body: { token } })).toMatchObject({ email, hasAccount: false })
    expect((await server.call('POST', '/api/invitations/accept', { body: { token, name: 'Hilda Helper', password: 'Test studio' } })).status).toBe(400)
    await server.ok('POST', '/api/invitations/accept', { body: { token, name: 'Hilda Helper', password: 'helping hands today' } })
    expect(errorCode(await server.call('POST', '/api/invitations/accept', { body: { token, password: 'helping hands today' } }))).toBe('INVALID_INVITATION')
    const session = await signInOwner(own, email, 'helping hands today')
    const { collaborators } = await server.ok('GET', '/api/collaborators', { as: own })
    return { email, session, userId: collaborators.find((one: { email: string }) => one.email === email).userId as string }
  }

  test('an invited contributor may do what was chosen, and nothing else', async () => {
    const own = await server.createSite()
    const helper = await joined(own, { role: 'CONTRIBUTOR', permissions: ['IAM.SIGN_ON_POLICY_READ', 'IAM.COLLABORATORS_MANAGE'] })
    expect((await callAs(helper.session, 'GET', '/v1/sign-on-policies')).status).toBe(200)
    expect((await callAs(helper.session, 'PATCH', '/v1/sign-on-policies', { signOnPolicy: {} })).status).toBe(403)
    for (const path of ['/api/oauth-apps', '/api/api-keys', '/api/audit-log'])
      expect([path, (await callAs(helper.session, 'GET', path)).status]).toEqual([path, 403])
    expect(errorCode(await callAs(helper.session, 'POST', '/api/collaborators/invitations', { email: randomEmail(), role: 'OWNER' }))).toBe(
      'MORE_THAN_OWN_RIGHTS',
    )
    const more = { email: randomEmail(), role: 'CONTRIBUTOR', permissions: ['API_KEYS.MANAGE'] }
    expect(errorCode(await callAs(helper.session, 'POST', '/api/collaborators/invitations', more))).toBe('MORE_THAN_OWN_RIGHTS')
    expect(errorCode(await callAs(helper.session, 'DELETE', `/api/collaborators/${own.ownerUserId}`))).toBe('MORE_THAN_OWN_RIGHTS')
    await server.ok('PATCH', `/api/collaborators/${helper.userId}`, { as: own, body: { role: 'CONTRIBUTOR', permissions: ['OAUTH_APPS.READ'] } })
    expect((await callAs(helper.session, 'GET', '/v1/sign-on-policies')).status).toBe(403)
    expect((await callAs(helper.session, 'GET', '/api/oauth-apps')).status).toBe(200)
    const asMember = async () =>
      (await server.ok('POST', '/v1/members/query', { as: own, body: { query: { filter: { loginEmail: helper.email } } } })).members[0]
    const { id } = await asMember()
    const rolesOf = async () => (await server.ok('GET', `/v1/roles/members/${id}`, { as: own })).roles.map((role: { roleKey: string }) => role.roleKey)
    expect(await rolesOf()).toEqual(['MEMBER', 'CONTRIBUTOR'])
    expect(errorCode(await server.call('POST', `/v1/members/${id}/block`, { as: own, body: {} }))).toBe('OWNER_MEMBER_BLOCK_FORBIDDEN')
    await server.ok('PATCH', `/api/collaborators/${helper.userId}`, { as: own, body: { role: 'OWNER' } })
    expect(await rolesOf()).toEqual(['MEMBER', 'OWNER'])
    await server.ok('DELETE', `/api/collaborators/${helper.userId}`, { as: own })
    expect(await rolesOf()).toEqual(['MEMBER'])
    expect((await server.ok('POST', `/v1/members/${id}/block`, { as: own, body: {} })).member.status).toBe('BLOCKED')
    expect((await callAs(helper.session, 'GET', '/api/oauth-apps')).status).toBe(401)
  })

  test('a site keeps an owner', async () => {
    const own = await server.createSite()
    expect(errorCode(await server.call('DELETE', `/api/collaborators/${own.ownerUserId}`, { as: own }))).toBe('LAST_OWNER')
    const path = `/api/collaborators/${own.ownerUserId}`
    expect(errorCode(await server.call('PATCH', path, { as: own, body: { role: 'CONTRIBUTOR', permissions: [] } }))).toBe('LAST_OWNER')
    const second = await joined(own, { role: 'OWNER' })
    expect((await callAs(second.session, 'DELETE', path)).status).toBe(200)
    expect(errorCode(await callAs(second.session, 'DELETE', `/api/collaborators/${second.userId}`))).toBe('LAST_OWNER')
  })

  test('one person on several sites: the account they have is used, the header picks the site', async () => {
    const [one, two] = [await server.createSite(), await server.createSite()]
    await server.ok('POST', '/api/collaborators/invitations', { as: two, body: { email: one.ownerEmail, role: 'OWNER' } })
    const token = new URL((await emailTo(two, one.ownerEmail, 'OWNER_INVITATION'))?.variables.link as string).searchParams.get('token')
    expect((await server.ok('POST', '/api/invitations/read', { body: { token } })).hasAccount).toBe(true)
    expect((await server.call('POST', '/api/invitations/accept', { body: { token, password: 'a guess at most' } })).status).toBe(401)
    await server.ok('POST', '/api/invitations/accept', { body: { token, password: one.ownerPassword } })
    const session = await signInOwner(one)
    const me = (await callAs(session, 'GET', '/api/owner/me')).body
    expect(me.sites.map((entry: { id: string }) => entry.id).toSorted()).toEqual([one.metaSiteId, two.metaSiteId].toSorted())
    for (const own of [one, two]) {
      const { headers } = session
      const { collaborators } = await server.ok('GET', '/api/collaborators', { headers: { ...headers, 'x-site-id': own.metaSiteId } })
      expect(collaborators.some((entry: { email: string }) => entry.email === own.ownerEmail)).toBe(true)
    }
    const stranger = await server.createSite()
    expect((await server.call('GET', '/api/collaborators', { headers: { ...session.headers, 'x-site-id': stranger.metaSiteId } })).status).toBe(401)
  })

  test('an owner opens another site on the same account; a helper, a key and a stranger do not', async () => {
    const own = await server.createSite()
    const session = await signInOwner(own)
    const input = { name: 'Second studio', timeZone: 'Europe/Berlin', currency: 'EUR', weekStartsOn: 1, siteAddress: 'https://second.example' }
    expect((await callAs(session, 'POST', '/api/sites', { ...input, timeZone: 'Mars/Base' })).status).toBe(400)
    const added = await callAs(session, 'POST', '/api/sites', input)
    expect(added.status).toBe(200)
    const me = (await callAs(session, 'GET', '/api/owner/me')).body
    expect(me.sites.map((entry: { name: string }) => entry.name)).toContain('Second studio')
    const there = { headers: { ...session.headers, 'x-site-id': added.body.siteId as string } }
    expect((await callAs(there, 'GET', '/api/collaborators')).body.collaborators).toMatchObject([{ email: own.ownerEmail, role: 'OWNER', you: true }])
    expect((await callAs(there, 'GET', '/api/api-keys')).status).toBe(200)
    const tokens = await server.ok('POST', '/oauth2/token', { body: { clientId: added.body.clientId, grantType: 'anonymous' } })
    expect((await server.ok('POST', '/oauth2/token-info', { body: { token: tokens.access_token } })).accountId).toBe(own.accountId)
    const helper = await joined(own, { role: 'CONTRIBUTOR', permissions: ['SITES.MANAGE'] })
    expect((await callAs(helper.session, 'POST', '/api/sites', input)).status).toBe(403)
    expect((await server.call('POST', '/api/sites', { as: own, body: input })).status).toBe(403)
  })

  test('an invitation ends after a week, by withdrawal, or by a newer one', async () => {
    const own = await server.createSite()
    const invite = async (email: string) => {
      const { invitation } = await server.ok('POST', '/api/collaborators/invitations', { as: own, body: { email, role: 'CONTRIBUTOR' } })
      const token = new URL((await emailTo(own, email, 'OWNER_INVITATION'))?.variables.link as string).searchParams.get('token')
      return { id: invitation.id as string, token }
    }
    const read = (token: string | null) => server.call('POST', '/api/invitations/read', { body: { token } })
    const email = randomEmail()
    const first = await invite(email)
    const second = await invite(email.toUpperCase())
    expect([(await read(first.token)).status]).toEqual([400])
    await server.ok('DELETE', `/api/collaborators/invitations/${second.id}`, { as: own })
    expect((await server.ok('GET', '/api/collaborators', { as: own })).invitations).toEqual([])
    const third = await invite(randomEmail())
    expect((await read(third.token)).status).toBe(200)
    await wait('P7DT1S')
    expect((await read(third.token)).status).toBe(400)
    const again = await server.call('POST', '/api/collaborators/invitations', { as: own, body: { email: own.ownerEmail, role: 'OWNER' } })
    expect(errorCode(again)).toBe('ALREADY_COLLABORATOR')
  })
})

describe('apps and keys', () => {
  test('an app is made, its secret renewed, its addresses explained, and with it its tokens go', async () => {
    const made = await server.ok('POST', '/oauth-app/v1/oauth-apps', {
      as: site,
      body: { oAuthApp: { name: 'Shop', allowedRedirectDomains: ['shop.example'] } },
    })
    const id = made.oAuthApp.id as string
    const many = (entry: (n: number) => string) => Array.from({ length: 21 }, (_, n) => entry(n))
    for (const [oAuthApp, field, violatedRule] of [
      [{}, 'oAuthApp.name', 'REQUIRED_FIELD'],
      [{ name: 'x' }, 'oAuthApp.name', 'MIN_LENGTH'],
      [{ name: 'x'.repeat(257) }, 'oAuthApp.name', 'MAX_LENGTH'],
      [{ name: 'ok', description: 'x'.repeat(1001) }, 'oAuthApp.description', 'MAX_LENGTH'],
      [{ name: 'ok', applicationType: 'TV' }, 'oAuthApp.applicationType', 'INVALID_ENUM_VALUE'],
      [{ name: 'ok', allowedRedirectUris: many((n) => `https://a.example/${n}`) }, 'oAuthApp.allowedRedirectUris', 'MAX_SIZE'],
      [{ name: 'ok', allowedRedirectDomains: many((n) => `a${n}.example`) }, 'oAuthApp.allowedRedirectDomains', 'MAX_SIZE'],
      [{ name: 'ok', allowedRedirectUris: ['https://u:p@a.example/'] }, 'oAuthApp.allowedRedirectUris[0]', 'FORMAT'],
      [{ name: 'ok', allowedRedirectUris: ['https://a.example/#x'] }, 'oAuthApp.allowedRedirectUris[0]', 'FORMAT'],
    ] as const) {
      const refused = await server.call('POST', '/oauth-app/v1/oauth-apps', { as: site, body: { oAuthApp } })
      expect(refused.body.details.validationError.fieldViolations).toMatchObject([{ field, violatedRule }])
    }
    expect((await server.ok('GET', `/oauth-app/v1/oauth-apps/${id}`, { as: site })).oAuthApp).toMatchObject({ name: 'Shop', allowLocalhost: true })
    expect((await server.call('GET', `/oauth-app/v1/oauth-apps/${id}`, { as: await server.createSite() })).status).toBe(404)
    const check = await server.ok('POST', `/api/oauth-apps/${id}/check-address`, { as: site, body: { address: 'https://www.shop.example/cb' } })
    expect(check).toMatchObject({ asRedirectUri: false, asRedirectDomain: false, reasons: ['SUBDOMAIN_NOT_LISTED'] })
    const token = (clientSecret: string) => server.call('POST', '/oauth2/token', { body: { grantType: 'client_credentials', clientId: id, clientSecret } })
    const first = await token(made.secret)
    expect(first.status).toBe(200)
    expect(first.body.refresh_token).toBeUndefined()
    expect((await server.call('GET', '/v1/sign-on-policies', { token: first.body.access_token })).status).toBe(200)
    const { secret } = await server.ok('POST', `/api/oauth-apps/${id}/secret`, { as: site, body: {} })
    expect([(await token(made.secret)).body.error, (await token(secret)).status]).toEqual(['invalid_client', 200])
    await server.ok('DELETE', `/api/oauth-apps/${id}`, { as: site })
    expect((await server.call('GET', '/v1/sign-on-policies', { token: first.body.access_token })).status).toBe(401)
    expect((await server.ok('POST', '/oauth2/token-info', { body: { token: first.body.access_token } })).active).toBe(false)
    expect((await token(secret)).status).toBe(401)
  })

  test('a key names its site, works for no other, and only where it may', async () => {
    const other = await server.createSite()
    const session = await signInOwner(site)
    const { key } = (await callAs(session, 'POST', '/api/api-keys', { name: 'Reader', permissions: ['IAM.SIGN_ON_POLICY_READ'] })).body
    const call = (headers: Record<string, string>, method = 'GET') =>
      server.call(method, '/v1/sign-on-policies', { headers: { authorization: key, ...headers }, ...(method === 'GET' ? {} : { body: { signOnPolicy: {} } }) })
    expect((await call({ 'wix-site-id': site.metaSiteId })).status).toBe(200)
    expect((await call({ 'wix-account-id': site.accountId })).status).toBe(200)
    expect((await call({})).status).toBe(403)
    expect((await call({ 'wix-site-id': other.metaSiteId })).status).toBe(403)
    expect((await call({ 'wix-site-id': site.metaSiteId, 'wix-account-id': site.accountId })).status).toBe(403)
    expect((await call({ 'wix-site-id': site.metaSiteId }, 'PATCH')).status).toBe(403)
    const browser = await call({ 'wix-site-id': site.metaSiteId, origin: 'https://shop.example' })
    expect([browser.status, errorCode(browser)]).toEqual([403, 'TRUSTED_CLIENTS_ONLY'])
    const grant = await server.call('POST', '/oauth2/token', {
      headers: { authorization: `,${key}` },
      body: { grant_type: 'authorized_client', member_id: randomUUID() },
    })
    expect([grant.status, grant.body.error]).toEqual([403, 'unauthorized_client'])
    expect((await server.call('GET', '/api/api-keys', { as: site })).status).toBe(403)
    const expiring = (await callAs(session, 'POST', '/api/api-keys', { name: 'Soon', expiresDate: server.clocks.authNow().add({ hours: 1 }).toString() })).body
      .key
    const soon = () => server.call('GET', '/v1/sign-on-policies', { headers: { authorization: expiring, 'wix-site-id': site.metaSiteId } })
    expect((await soon()).status).toBe(200)
    await wait('PT61M')
    expect((await soon()).status).toBe(401)
  })
})

describe('what the business does about a member’s way in', () => {
  const login = async (own: TestSite, email: string, password = 'a calm long evening') =>
    server.call('POST', '/v2/login', { token: await server.visitorToken(own), body: { loginId: { email }, password } })

  test('an invitation, a demanded password, and the log of it all', async () => {
    const own = await server.createSite()
    const email = randomEmail()
    const { memberId, created } = await server.ok('POST', '/api/member-invitations', { as: own, body: { email, firstName: 'Ida' } })
    expect(created).toBe(true)
    expect((await server.ok('POST', '/api/member-invitations', { as: own, body: { email } })).memberId).toBe(memberId)
    const visitor = await server.visitorToken(own)
    const setPassword = async (template: string, password: string) => {
      const token = new URL((await emailTo(own, email, template))?.variables.link as string).searchParams.get('token')
      return server.ok('POST', '/v1/recover', { token: visitor, body: { recoveryToken: token, password } })
    }
    expect((await setPassword('SET_PASSWORD', 'a calm long evening')).state).toBe('SUCCESS')
    expect((await login(own, email)).body.state).toBe('SUCCESS')
    await server.ok('POST', `/api/members/${memberId}/demand-password`, { as: own, body: {} })
    const refused = await login(own, email)
    expect([refused.status, errorCode(refused)]).toEqual([403, '-19973'])
    expect((await login(own, email, 'wrong password')).status).toBe(401)
    await setPassword('PASSWORD_RESET', 'a brand new morning')
    expect((await login(own, email, 'a brand new morning')).body.state).toBe('SUCCESS')
    const shown = await server.ok('GET', `/api/members/${memberId}/sign-in`, { as: own })
    expect(shown).toMatchObject({ status: 'ACTIVE', hasPassword: true, resetDemanded: false, emailVerified: true })
    expect((await server.call('GET', `/api/members/${memberId}/sign-in`, { as: site })).status).toBe(404)

    const log = async (query: Record<string, string | number>) => server.ok('GET', '/api/audit-log', { as: own, query })
    const mine = await log({ subjectId: memberId })
    const actions = mine.entries.map((entry: { action: string }) => entry.action)
    expect(actions).toEqual(
      expect.arrayContaining(['member.invited', 'member.password-recovered', 'member.signed-in', 'member.sign-in-failed', 'member.password-demanded']),
    )
    expect(JSON.stringify(mine)).not.toMatch(/a calm long evening|brand new morning|msk_|JWS\./)
    const first = await log({ limit: 2 })
    const second = await log({ limit: 2, cursor: first.next })
    expect(new Set([...first.entries, ...second.entries].map((entry: { id: string }) => entry.id)).size).toBe(4)
    expect((await log({ action: 'member.sign-in*' })).entries.every((entry: { action: string }) => entry.action.startsWith('member.sign-in'))).toBe(true)
    expect((await server.call('GET', '/api/audit-log', { as: own, query: { cursor: 'nonsense' } })).status).toBe(400)
    expect((await server.ok('GET', '/api/audit-log', { as: await server.createSite(), query: { subjectId: memberId } })).entries).toEqual([])
    expect((await server.call('GET', '/api/audit-log', { token: visitor })).status).toBe(403)
  })

  test('addresses in the log are cut after a month, and lines go after a year', async () => {
    const own = await server.createSite()
    await login(own, randomEmail())
    const entries = async () => (await server.ok('GET', '/api/audit-log', { as: own, query: { action: 'member.sign-in-failed' } })).entries
    expect((await entries())[0].ip).toBe('127.0.0.1')
    await wait('P31D')
    await server.ok('POST', '/_test/run', { body: {} })
    expect((await entries())[0].ip).toBe('127.0.0.0')
    await wait('P335D')
    await server.ok('POST', '/_test/run', { body: {} })
    expect(await entries()).toEqual([])
  })

  test('a new device is told when the owner wants it, the first one never', async () => {
    const own = await server.createSite()
    await server.ok('PATCH', '/api/sign-in-settings', { as: own, body: { settings: { letters: { newDevice: true, welcome: false } } } })
    const member = await server.registerMember(own)
    const token = await server.visitorToken(own)
    const from = (agent: string) =>
      server.ok('POST', '/v2/login', { token, headers: { 'user-agent': agent }, body: { loginId: { email: member.email }, password: 'a calm long evening' } })
    const told = async () => (await server.sentEmails(own, member.email)).filter((letter) => letter.template === 'NEW_DEVICE').length
    const before = await told()
    await from('Browser A')
    expect(await told()).toBe(before + 1)
    await from('Browser A')
    expect(await told()).toBe(before + 1)
    expect((await server.sentEmails(own, member.email)).some((letter) => letter.template === 'WELCOME')).toBe(false)
  })
})

test('keys change with overlap: the old one verifies for a day, then it goes', async () => {
  const own = await server.createSite()
  const before = await server.visitorToken(own)
  const kids = async () => (await server.ok('GET', '/oauth2/jwks')).keys.map((key: { kid: string }) => key.kid)
  const old = await kids()
  const good = async (token: string) => (await server.ok('POST', '/oauth2/token-info', { body: { token } })).active
  expect(await good(before)).toBe(true)
  await wait('P91D')
  const fresh = await server.visitorToken(own)
  await server.ok('POST', '/_test/run', { body: {} })
  expect(await kids()).toHaveLength(old.length + 1)
  expect(await good(fresh)).toBe(true)
  const newer = await server.visitorToken(own)
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[2] ?? '', 'base64url').toString()).kid
  expect(kidOf(newer)).not.toBe(kidOf(fresh))
  await wait('P1DT1S')
  await server.ok('POST', '/_test/run', { body: {} })
  expect(await kids()).toEqual([kidOf(newer)])
})
