import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticator } from '../../../test/authenticator.ts'
import { callAs, cookieFrom, errorCode, findEmail, randomEmail, signInOwner, type OwnerSession } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

describe('the dashboard user', () => {
  const signIn = (own: TestSite, cookie = '') =>
    server.call('POST', '/api/owner/sign-in', { body: { email: own.ownerEmail, password: own.ownerPassword }, headers: cookie ? { cookie } : {} })
  const step = (body: Record<string, unknown>, headers = {}) => server.call('POST', '/api/owner/second-step', { body, headers })
  const getReason = (reply: { body: { details: { applicationError: { data: unknown } } } }) => reply.body.details.applicationError.data
  const appCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clocks.authNow().epochMilliseconds })
  const factorEmails = async (own: TestSite) => {
    const { emails } = await server.ok('GET', '/_test/outbox', { query: { metaSiteId: own.metaSiteId, to: own.ownerEmail } })
    return emails
      .filter((sent: { template: string }) => sent.template === 'FACTOR_CHANGED')
      .map(({ variables }: { variables: { factor: string; added: boolean } }) => `${variables.added ? '+' : '-'}${variables.factor}`)
  }

  test('gets NO_SITE_HERE at an address without a site, not a wrong password', async () => {
    const own = await server.createSite()
    const nowhere = { host: 'nowhere.example' }
    const calls: [string, object][] = [
      ['/api/owner/sign-in', { email: own.ownerEmail, password: own.ownerPassword }],
      ['/api/owner/sign-in', { email: randomEmail(), password: 'wrong' }],
      ['/api/owner/passkey-sign-in/options', {}],
      ['/api/owner/passkey-sign-in', { response: {} }],
      ['/api/owner/second-step', { stateToken: 'a'.repeat(43), code: '123456' }],
      ['/api/owner/second-step/challenge', { stateToken: 'a'.repeat(43), way: 'EMAIL' }],
      ['/api/owner/recovery', { email: own.ownerEmail }],
      ['/api/owner/recover', { token: 'a'.repeat(43), password: 'a new password for it' }],
    ]
    for (const [path, body] of calls) {
      const reply = await server.call('POST', path, { headers: nowhere, body })
      expect([path, reply.status, errorCode(reply)]).toEqual([path, 404, 'NO_SITE_HERE'])
    }
    expect((await signIn(own)).status).toBe(200)
  })
  test('a second step, printed codes, a remembered browser, and off again', async () => {
    const own = await server.createSite()
    const session = await signInOwner(server, own)
    const factor = (what: string, body: unknown = {}) => callAs(server, session, 'POST', `/api/owner/factors/TOTP/${what}`, body)
    expect(errorCode(await callAs(server, session, 'POST', '/api/owner/recovery-codes', {}))).toBe('NO_SECOND_STEP')
    const { secret } = (await factor('start')).body
    expect(errorCode(await factor('confirm', { code: '000000' }))).toBe('VERIFICATION_FAILED')
    // What is not proven does not count.
    expect((await signIn(own)).body.user.email).toBe(own.ownerEmail)
    const { recoveryCodes } = (await factor('confirm', { code: appCode(secret) })).body
    expect(recoveryCodes).toHaveLength(10)
    expect(errorCode(await factor('start'))).toBe('FACTOR_EXISTS')
    await server.advanceAuthClock('PT31S')
    const stopped = await signIn(own)
    expect(stopped.body).toMatchObject({ user: null, csrfToken: '', secondStep: { ways: ['TOTP', 'RECOVERY_CODE'] } })
    expect(cookieFrom(stopped.headers, 'ms_owner')).toBe('')
    const { stateToken } = stopped.body.secondStep
    expect(getReason(await step({ stateToken, code: '000000' }))).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    expect(getReason(await step({ stateToken, way: 'EMAIL', code: '000000' }))).toMatchObject({ attemptsLeft: 3 })
    const done = await step({ stateToken, code: appCode(secret), rememberThisDevice: true })
    expect(done.body.user.email).toBe(own.ownerEmail)
    expect(cookieFrom(done.headers, 'ms_owner')).not.toBe('')
    expect(getReason(await step({ stateToken, code: recoveryCodes[0] }))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
    const device = cookieFrom(done.headers, 'ms_owner_device')
    expect((await signIn(own, device)).body.user.email).toBe(own.ownerEmail)
    const withCode = async (code: string) => step({ stateToken: (await signIn(own)).body.secondStep.stateToken, code })
    expect([(await withCode(recoveryCodes[0])).status, (await withCode(recoveryCodes[0])).status]).toEqual([200, 400])
    expect((await callAs(server, session, 'GET', '/api/owner/security')).body).toMatchObject({
      secondStep: true,
      recoveryCodesLeft: 9,
      factors: [{ type: 'TOTP', status: 'ACTIVE' }],
    })
    const renewed = (await callAs(server, session, 'POST', '/api/owner/recovery-codes', {})).body.recoveryCodes
    expect([(await withCode(recoveryCodes[1])).status, (await withCode(renewed[0])).status]).toEqual([400, 200])
    const begun = (await signIn(own)).body.secondStep.stateToken
    expect((await factor('remove')).status).toBe(200)
    // Other browsers are out, the remembered one is forgotten, and what was begun has ended.
    expect((await callAs(server, session, 'GET', '/api/owner/security')).body).toMatchObject({
      secondStep: false,
      recoveryCodesLeft: 0,
      sessions: [{ current: true }],
    })
    expect(getReason(await step({ stateToken: begun, code: renewed[1] }))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
    expect((await signIn(own)).body.user.email).toBe(own.ownerEmail)
    await factor('start')
    expect(await factorEmails(own)).toEqual(['+TOTP', '-TOTP'])
  })

  test('emailed codes, and the reset by an owner of all their sites', async () => {
    const own = await server.createSite()
    const session = await signInOwner(server, own)
    const factor = (what: string, body: unknown = {}) => callAs(server, session, 'POST', `/api/owner/factors/EMAIL/${what}`, body)
    // Sign-in emails come from the site of the called host, the oldest one; those of the signed-in dashboard from its own site.
    const code = async (from: TestSite) =>
      (await server.ok('GET', '/_test/outbox', { query: { metaSiteId: from.metaSiteId, to: own.ownerEmail } })).emails.findLast(
        (sent: { template: string }) => sent.template === 'SIGN_IN_CODE',
      ).variables.code as string
    expect((await factor('start')).body.hint).toMatch(/^ow•••@example\.org$/)
    expect((await factor('start')).status).toBe(429)
    expect((await factor('confirm', { code: await code(own) })).body.recoveryCodes).toHaveLength(10)
    await server.advanceAuthClock('PT61S')
    const { secondStep } = (await signIn(own)).body
    expect(secondStep.ways).toEqual(['EMAIL', 'RECOVERY_CODE'])
    const { stateToken } = secondStep
    const challenge = (way: string) => server.call('POST', '/api/owner/second-step/challenge', { body: { stateToken, way } })
    expect(getReason(await challenge('WEBAUTHN'))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
    expect((await challenge('EMAIL')).body).toEqual({ hint: 'ow•••@example.org', options: null })
    expect((await challenge('EMAIL')).status).toBe(429)
    expect((await step({ stateToken, way: 'EMAIL', code: await code(site) })).body.user.email).toBe(own.ownerEmail)

    const reset = (as: OwnerSession) => callAs(server, as, 'POST', `/api/collaborators/${own.ownerUserId}/reset-second-step`, {})
    const other = await server.createSite()
    await server.ok('POST', '/api/collaborators/invitations', { as: own, body: { email: other.ownerEmail, role: 'OWNER' } })
    const token = new URL((await findEmail(server, own, other.ownerEmail, 'OWNER_INVITATION'))?.variables.link as string).searchParams.get('token')
    await server.ok('POST', '/api/invitations/accept', { body: { token, password: other.ownerPassword } })
    const helper = await signInOwner(server, own, other.ownerEmail, other.ownerPassword)
    const { collaborators } = (await callAs(server, helper, 'GET', '/api/collaborators')).body
    expect(collaborators.map((one: { secondStep: boolean }) => one.secondStep)).toEqual([true, false])
    expect((await reset(helper)).body).toEqual({ reset: 1 })
    expect((await signIn(own)).body.user.email).toBe(own.ownerEmail)
    const back = await signInOwner(server, own)
    expect((await callAs(server, back, 'GET', '/api/owner/security')).body).toMatchObject({
      secondStep: false,
      recoveryCodesLeft: 0,
      factors: [{ type: 'EMAIL', status: 'REQUIRE_REENROLL' }],
    })
    // The other way round it would open a site that the caller does not own.
    const theirs = await callAs(server, back, 'POST', `/api/collaborators/${other.ownerUserId}/reset-second-step`, {})
    expect([theirs.status, errorCode(theirs)]).toEqual([403, 'MORE_THAN_OWN_RIGHTS'])
    expect((await callAs(server, back, 'POST', `/api/collaborators/${site.ownerUserId}/reset-second-step`, {})).status).toBe(404)
  })

  test('passkeys: the second step after the password, or instead of both', async () => {
    const own = await server.createSite()
    const session = await signInOwner(server, own)
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
    expect(getReason(await step({ stateToken, way: 'WEBAUTHN', response: authenticator().get(await question()) }, headers))).toMatchObject({ attemptsLeft: 4 })
    expect(getReason(await step({ stateToken, way: 'WEBAUTHN', code: '1' }, headers))).toMatchObject({ attemptsLeft: 3 })
    expect((await step({ stateToken, response: browser.get(await question()) }, headers)).body.user.email).toBe(own.ownerEmail)

    const ask = async () => (await server.ok('POST', '/api/owner/passkey-sign-in/options', { headers, body: {} })).options.challenge as string
    const enter = (response: unknown) => server.call('POST', '/api/owner/passkey-sign-in', { headers, body: { response } })
    const first = await ask()
    const done = await enter(browser.get(first))
    expect([done.body.user.email, cookieFrom(done.headers, 'ms_owner') !== '']).toEqual([own.ownerEmail, true])
    for (const response of [browser.get(first), authenticator().get(await ask()), {}, browser.get(await question().catch(() => 'gone'))])
      expect(errorCode(await enter(response))).toBe('PASSKEY_REFUSED')
    // A member's passkey is none of the dashboard's.
    const memberOptions = (await server.ok('POST', '/api/passkey-sign-in/options', { token: await server.visitorToken(site), headers, body: {} })).options
      .challenge
    expect(errorCode(await enter(browser.get(memberOptions)))).toBe('PASSKEY_REFUSED')
    expect((await keys('/remove', { id: browser.id })).status).toBe(200)
    expect((await signIn(own)).body.user.email).toBe(own.ownerEmail)
    expect(errorCode(await enter(browser.get(await ask())))).toBe('PASSKEY_REFUSED')
    expect(await factorEmails(own)).toEqual(['+WEBAUTHN', '-WEBAUTHN'])
  })

  test('sensitive changes need a password check of the last quarter of an hour', async () => {
    const own = await server.createSite()
    const reply = await server.call('POST', '/api/owner/sign-in', { body: { email: own.ownerEmail, password: own.ownerPassword, keepSignedIn: true } })
    const session = { headers: { cookie: cookieFrom(reply.headers, 'ms_owner'), 'x-csrf': reply.body.csrfToken, 'x-site-id': own.metaSiteId } }
    await server.advanceAuthClock('PT15M')
    for (const [method, path, body] of [
      ['POST', '/api/api-keys', { name: 'x' }],
      ['PATCH', '/api/sign-in-settings', { settings: {} }],
      ['PATCH', '/v1/sign-on-policies', { signOnPolicy: { requireOwnerApproval: true } }],
      ['POST', '/api/collaborators/invitations', { email: randomEmail(), role: 'OWNER' }],
      ['POST', `/api/oauth-apps/${own.clientId}/secret`, {}],
      ['POST', '/v1/members/bulk/delete', { memberIds: [own.ownerMemberId] }],
      ['POST', '/v1/members/bulk/delete-by-filter', { filter: {} }],
    ] as const)
      expect([path, errorCode(await callAs(server, session, method, path, body))]).toEqual([path, 'REAUTHENTICATION_REQUIRED'])
    expect((await callAs(server, session, 'POST', '/api/owner/confirm', { password: 'wrong' })).status).toBe(401)
    expect((await callAs(server, session, 'POST', '/api/owner/confirm', { password: own.ownerPassword })).status).toBe(200)
    expect((await callAs(server, session, 'POST', '/api/api-keys', { name: 'x' })).status).toBe(200)
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
    const other = { host: 'localhost', cookie: cookieFrom(entered.headers, 'ms_owner'), 'x-csrf': entered.body.csrfToken, 'x-site-id': own.metaSiteId }
    await server.advanceAuthClock('PT15M')
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
    const session = await signInOwner(server, own)
    await server.advanceAuthClock('PT29M')
    expect((await callAs(server, session, 'GET', '/api/owner/me')).body.user).not.toBeNull()
    await server.advanceAuthClock('PT31M')
    expect((await callAs(server, session, 'GET', '/api/owner/me')).body.user).toBeNull()
    const kept = await server.call('POST', '/api/owner/sign-in', { body: { email: own.ownerEmail, password: own.ownerPassword, keepSignedIn: true } })
    const cookie = cookieFrom(kept.headers, 'ms_owner')
    await server.advanceAuthClock('PT11H')
    expect((await server.ok('GET', '/api/owner/me', { headers: { cookie } })).user).not.toBeNull()
    await server.advanceAuthClock('PT61M')
    expect((await server.ok('GET', '/api/owner/me', { headers: { cookie } })).user).toBeNull()
  })

  test('a new password: by the old one, or by an emailed link that works once; the reply does not reveal which accounts exist', async () => {
    const own = await server.createSite()
    const session = await signInOwner(server, own)
    const other = await signInOwner(server, own)
    expect((await callAs(server, session, 'POST', '/api/owner/password', { currentPassword: 'wrong', newPassword: 'a door of my own' })).status).toBe(401)
    expect((await callAs(server, session, 'POST', '/api/owner/password', { currentPassword: own.ownerPassword, newPassword: 'short' })).status).toBe(400)
    const getRule = (reply: { body: { details: { validationError?: { fieldViolations: [{ ruleName: string }] } } } }) =>
      reply.body.details.validationError?.fieldViolations[0].ruleName
    const common = { currentPassword: own.ownerPassword, newPassword: 'Welcome2026!' }
    expect(getRule(await callAs(server, session, 'POST', '/api/owner/password', common))).toBe('PASSWORD_TOO_COMMON')
    expect((await callAs(server, session, 'POST', '/api/owner/password', { currentPassword: own.ownerPassword, newPassword: 'a door of my own' })).status).toBe(
      200,
    )
    expect((await callAs(server, session, 'GET', '/api/owner/security')).status).toBe(200)
    expect((await callAs(server, other, 'GET', '/api/owner/security')).status).toBe(401)
    for (const email of [own.ownerEmail, randomEmail()]) expect(await server.ok('POST', '/api/owner/recovery', { body: { email } })).toEqual({})
    // The email comes from the site of the called host: the oldest one.
    const outbox = await server.ok('GET', '/_test/outbox', { query: { metaSiteId: site.metaSiteId, to: own.ownerEmail } })
    const { link } = outbox.emails.findLast((sent: { template: string }) => sent.template === 'OWNER_PASSWORD_RESET').variables
    const token = new URL(link).searchParams.get('token')
    for (const [password, rule] of [
      ['short', 'VALUE_TOO_SHORT'],
      ['Welcome2026!', 'PASSWORD_TOO_COMMON'],
      ['Test studio', 'PASSWORD_TOO_COMMON'],
    ] as const)
      expect(getRule(await server.call('POST', '/api/owner/recover', { body: { token, password } }))).toBe(rule)
    expect((await server.call('POST', '/api/owner/recover', { body: { token, password: 'yet another door' } })).status).toBe(200)
    expect(errorCode(await server.call('POST', '/api/owner/recover', { body: { token, password: 'yet another door 2' } }))).toBe('INVALID_RECOVERY_TOKEN')
    expect((await callAs(server, session, 'GET', '/api/owner/security')).status).toBe(401)
    await signInOwner(server, own, own.ownerEmail, 'yet another door')
  })

  test('another site’s page cannot act with the cookie', async () => {
    const own = await server.createSite()
    const { headers } = await signInOwner(server, own)
    const { 'x-csrf': _csrf, ...withoutHeader } = headers
    const signInForged = (more: Record<string, string>) =>
      server.call('PATCH', '/v1/sign-on-policies', {
        headers: { ...withoutHeader, ...more } as Record<string, string>,
        body: { signOnPolicy: { requireOwnerApproval: true } },
      })
    expect((await signInForged({})).status).toBe(401)
    expect((await signInForged({ 'x-csrf': 'x'.repeat(43) })).status).toBe(401)
    const preflight = await server.call('OPTIONS', '/api/api-keys', { headers: { origin: 'https://evil.example', 'access-control-request-headers': 'x-csrf' } })
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
    expect((await server.ok('GET', '/v1/sign-on-policies', { as: own })).signOnPolicy.requireOwnerApproval).toBe(false)
  })
})
