/** Devices, captcha, passkeys, and what becomes of them when an address changes hands. Source: guide identity §5.4, §9.3, §9.6. */
import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticator } from '../../../test/authenticator.ts'
import { login, randomEmail, errorCode, errorData, PASSWORD, register } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { enableDevCaptcha } from './actions/captcha.ts'

let server: TestServer
let site: TestSite
let visitor: string
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ redirectUris: ['https://shop.example/cb'], redirectDomains: ['shop.example'] })
  visitor = await server.visitorToken(site)
})
afterAll(() => server.close())

const post = (path: string, body: unknown, token = visitor, headers: Record<string, string> = {}) => server.call('POST', path, { body, token, headers })

describe('devices', () => {
  test('the list, one device out, all others out', async () => {
    const member = await server.registerMember(site)
    const more = async () =>
      (
        await server.ok('POST', '/oauth2/token', {
          headers: { authorization: `,${site.apiKey}`, 'user-agent': 'Other browser' },
          body: { grant_type: 'authorized_client', member_id: member.memberId },
        })
      ).access_token as string
    const [second, third] = [await more(), await more()]
    const { devices } = await server.ok('GET', '/api/my-devices', { token: member.token })
    // Registration began a session of its own, too.
    expect(devices).toHaveLength(4)
    expect(devices.filter((device: { current: boolean }) => device.current)).toHaveLength(1)
    const own = (await server.ok('GET', '/api/my-devices', { token: second })).devices.find((device: { current: boolean }) => device.current)
    await server.ok('DELETE', `/api/my-devices/${own.id}`, { token: member.token })
    expect((await server.call('GET', '/api/my-devices', { token: second })).status).toBe(401)
    expect((await server.ok('POST', '/api/my-devices/sign-out-others', { token: member.token, body: {} })).signedOut).toBe(2)
    expect((await server.call('GET', '/api/my-devices', { token: third })).status).toBe(401)
    const otherMember = await server.registerMember(site)
    expect((await server.call('DELETE', `/api/my-devices/${devices[0].id}`, { token: otherMember.token })).status).toBe(404)
    await server.ok('POST', `/api/members/${member.memberId}/sign-out`, { as: site, body: {} })
    expect((await server.call('GET', '/api/my-devices', { token: member.token })).status).toBe(401)
  })
})

describe('captcha', () => {
  const settings = (own: TestSite, change: unknown) => server.ok('PATCH', '/api/sign-in-settings', { as: own, body: { settings: change } })
  const signUpSolving = (token: string, captchaTokens?: unknown, headers = {}) =>
    register(server, token, randomEmail(), captchaTokens ? { captchaTokens } : {}, headers)

  test('our own sum: missing, wrong, right, and right only once', async () => {
    const own = await server.createSite()
    const token = await server.visitorToken(own)
    await settings(own, { captcha: { signup: 'ALWAYS' } })
    const config = await server.ok('GET', '/sign-in/v1/config', { query: { clientId: own.clientId } })
    expect(config.captcha).toMatchObject({ provider: 'altcha', signup: 'ALWAYS', login: 'OFF' })
    expect([(await signUpSolving(token)).status, errorCode(await signUpSolving(token))]).toEqual([400, '-19971'])
    expect(errorCode(await signUpSolving(token, [{ Recaptcha: 'nonsense', InvisibleRecaptcha: 'nonsense' }]))).toBe('-19970')
    const challenge = await server.ok('GET', new URL(config.captcha.challengeUrl).pathname, { query: { clientId: own.clientId } })
    const solution = await solveChallenge({ challenge, deriveKey })
    const solved = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    expect((await signUpSolving(token, [{ InvisibleRecaptcha: solved }])).body.state).toBe('SUCCESS')
    expect(errorCode(await signUpSolving(token, [{ Recaptcha: solved }]))).toBe('-19970')
    const foreign = await server.createSite()
    await settings(foreign, { captcha: { signup: 'ALWAYS' } })
    const elsewhere = await server.ok('GET', '/captcha/v1/challenge', { query: { clientId: own.clientId } })
    const reply = Buffer.from(JSON.stringify({ challenge: elsewhere, solution: await solveChallenge({ challenge: elsewhere, deriveKey }) })).toString('base64')
    expect(errorCode(await signUpSolving(await server.visitorToken(foreign), [{ Recaptcha: reply }]))).toBe('-19970')
  })

  test('only the suspicious are asked: after three failures of an account', async () => {
    const own = await server.createSite()
    const token = await server.visitorToken(own)
    await settings(own, { captcha: { login: 'SUSPICIOUS', provider: 'dev' } })
    const member = await server.registerMember(own)
    const tryIn = (password: string, more: Record<string, unknown> = {}) => login(server, token, member.email, { password, ...more })
    for (let i = 0; i < 3; i++) expect(errorCode(await tryIn('wrong password'))).toBe('-19976')
    expect(errorCode(await tryIn(PASSWORD))).toBe('-19971')
    expect(errorCode(await tryIn(PASSWORD, { captchaTokens: [{ Recaptcha: 'nope' }] }))).toBe('-19970')
    expect((await tryIn(PASSWORD, { captchaTokens: [{ recaptchaForClientSiteKey: { token: 'test-pass', siteKeyId: 'x' } }] })).body.state).toBe('SUCCESS')
    expect((await tryIn(PASSWORD)).body.state).toBe('SUCCESS')
  })

  test('only the suspicious are asked: after ten failures of an address within a quarter of an hour', async () => {
    const own = await server.createSite()
    const token = await server.visitorToken(own)
    await settings(own, { captcha: { login: 'SUSPICIOUS', provider: 'dev' } })
    const member = await server.registerMember(own)
    const from = (email: string, password: string) => login(server, token, email, { password }, { 'x-test-ip': '198.51.100.70' })
    for (let i = 0; i < 5; i++) await from(randomEmail(), 'wrong password')
    await server.advanceAuthClock('PT11M')
    expect((await from(member.email, PASSWORD)).body.state).toBe('SUCCESS')
    for (let i = 0; i < 5; i++) await from(randomEmail(), 'wrong password')
    expect(errorCode(await from(member.email, PASSWORD))).toBe('-19971')
    await server.advanceAuthClock('PT16M')
    expect((await from(member.email, PASSWORD)).body.state).toBe('SUCCESS')
  })

  test('the provider of tests is none in earnest', async () => {
    const own = await server.createSite()
    const token = await server.visitorToken(own)
    await settings(own, { captcha: { signup: 'ALWAYS', provider: 'dev' } })
    enableDevCaptcha(false)
    try {
      expect(errorCode(await signUpSolving(token, [{ Recaptcha: 'test-pass' }]))).toBe('-19970')
      const again = await server.call('PATCH', '/api/sign-in-settings', { as: own, body: { settings: { captcha: { provider: 'dev' } } } })
      expect(again.body.details.validationError.fieldViolations).toMatchObject([{ field: 'settings.captcha.provider', violatedRule: 'INVALID_ENUM_VALUE' }])
    } finally {
      enableDevCaptcha(true)
    }
    expect((await signUpSolving(token, [{ Recaptcha: 'test-pass' }])).body.state).toBe('SUCCESS')
  })

  test('only the suspicious are asked: after a burst of sign-ups from one address', async () => {
    const own = await server.createSite()
    const token = await server.visitorToken(own)
    await settings(own, { captcha: { signup: 'SUSPICIOUS', provider: 'dev' } })
    const from = (ip: string, captchaTokens?: unknown) => signUpSolving(token, captchaTokens, { 'x-test-ip': ip })
    for (let i = 0; i < 5; i++) expect((await from('198.51.100.60')).status).toBe(200)
    expect(errorCode(await from('198.51.100.60'))).toBe('-19971')
    expect((await from('198.51.100.61')).body.state).toBe('SUCCESS')
    expect((await from('198.51.100.60', [{ Recaptcha: 'test-pass' }])).body.state).toBe('SUCCESS')
  })

  test('with the captcha service down, a sign-up that requires a captcha is refused', async () => {
    const own = await server.createSite()
    const token = await server.visitorToken(own)
    const service = { provider: 'hcaptcha', siteKey: 'k', secret: 's', verifyUrl: 'http://127.0.0.1:9/' }
    await settings(own, { captcha: { ...service, signup: 'ALWAYS' } })
    expect(errorCode(await signUpSolving(token, [{ Recaptcha: 'x' }]))).toBe('-19970')
    const shown = await server.ok('GET', '/api/sign-in-settings', { as: own })
    expect(shown.settings.captcha).toMatchObject({ hasSecret: true })
    expect(JSON.stringify(shown)).not.toContain('"s"')
    const bad = await server.call('PATCH', '/api/sign-in-settings', { as: own, body: { settings: { captcha: { verifyUrl: 'http://evil.example/' } } } })
    expect(bad.status).toBe(400)
  })
})

describe('passkeys', () => {
  const headers = { host: 'localhost' }

  test('as the second step of a sign-in by password: the public call hands out the question and takes the answer', async () => {
    const member = await server.registerMember(site)
    const browser = authenticator()
    const { challenge } = (await server.ok('POST', '/api/my-passkeys/options', { token: member.token, headers, body: {} })).options
    await server.ok('POST', '/api/my-passkeys', { token: member.token, headers, body: { response: browser.create(challenge), name: 'Laptop' } })
    expect((await login(server, visitor, member.email)).body.state).toBe('SUCCESS')
    await server.ok('POST', '/api/my-factors/EMAIL/start', { token: member.token, body: {} })
    const code = (await server.emailVariables(site, member.email, 'SIGN_IN_CODE')).code
    await server.ok('POST', '/api/my-factors/EMAIL/confirm', { token: member.token, body: { code } })

    const stopped = (await login(server, visitor, member.email)).body
    expect(stopped.requireMfaData.availableFactors.map((one: { factorType: string }) => one.factorType)).toEqual(['EMAIL', 'WEBAUTHN', 'RECOVERY_CODE'])
    const step = (stateToken: string, webauthnData?: object) =>
      post('/v2/WEBAUTHN/verify', { stateToken, ...(webauthnData && { webauthnData }) }, visitor, headers)
    const question = async (stateToken: string) => {
      const { challengeId, publicKeyCredentialRequestOptionsJson } = (await step(stateToken)).body.mfaChallengeData.verificationChallengeData.webauthnData
      const options = JSON.parse(publicKeyCredentialRequestOptionsJson)
      expect(options.allowCredentials.map((one: { id: string }) => one.id)).toEqual([browser.id])
      return { challengeId, challenge: options.challenge as string }
    }
    const signChallenge = (of: { challengeId: string; challenge: string }, by = browser) => ({
      challengeId: of.challengeId,
      credential: JSON.stringify(by.get(of.challenge)),
    })
    const first = await question(stopped.stateToken)
    expect(errorData(await step(stopped.stateToken, signChallenge(first, authenticator())))).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    // A question is answered once, under its own name, in its own words.
    expect(errorData(await step(stopped.stateToken, signChallenge(first)))).toMatchObject({ attemptsLeft: 3 })
    expect(errorData(await step(stopped.stateToken, signChallenge({ ...(await question(stopped.stateToken)), challengeId: randomUUID() })))).toMatchObject({
      attemptsLeft: 2,
    })
    expect(errorData(await step(stopped.stateToken, { credential: 'nonsense' }))).toMatchObject({ attemptsLeft: 1 })
    const done = await step(stopped.stateToken, signChallenge(await question(stopped.stateToken)))
    expect(done.body).toMatchObject({ state: 'SUCCESS', identity: { id: member.memberId } })
    // The password was proven first: it is no second proof.
    const next = (await login(server, visitor, member.email)).body.stateToken
    expect(errorData(await post('/v2/PASSWORD/verify', { stateToken: next, passwordData: { password: PASSWORD } }))).toEqual({
      verificationFailureReason: 'NOT_FOUND',
    })
  })

  test('made, used instead of the password, forgotten', async () => {
    const member = await server.registerMember(site)
    const browser = authenticator()
    const options = async () => (await server.ok('POST', '/api/my-passkeys/options', { token: member.token, headers, body: {} })).options
    const add = (response: unknown) => server.call('POST', '/api/my-passkeys', { token: member.token, headers, body: { response, name: 'Laptop' } })
    expect(errorCode(await add(browser.create((await options()).challenge, 'https://evil.example')))).toBe('PASSKEY_REFUSED')
    expect(errorCode(await add(browser.create('never asked')))).toBe('PASSKEY_REFUSED')
    const { challenge, rp, user } = await options()
    expect([rp.id, user.name]).toEqual(['localhost', member.email])
    const made = await add(browser.create(challenge))
    expect(made.body.passkey).toMatchObject({ id: browser.id, name: 'Laptop' })
    expect(errorCode(await add(browser.create(challenge)))).toBe('PASSKEY_REFUSED')

    const ask = async () => (await server.ok('POST', '/api/passkey-sign-in/options', { token: visitor, headers, body: {} })).options.challenge as string
    const signIn = (response: unknown) => server.call('POST', '/api/passkey-sign-in', { token: visitor, headers, body: { response } })
    const first = await ask()
    const done = await signIn(browser.get(first))
    expect(done.body).toMatchObject({ state: 'SUCCESS', identity: { id: member.memberId } })
    expect(errorCode(await signIn(browser.get(first)))).toBe('PASSKEY_REFUSED')
    expect(errorCode(await signIn(authenticator().get(await ask())))).toBe('PASSKEY_REFUSED')
    expect(errorCode(await signIn({}))).toBe('PASSKEY_REFUSED')
    await server.ok('POST', `/v1/members/${member.memberId}/block`, { as: site, body: {} })
    expect(errorCode(await signIn(browser.get(await ask())))).toBe('MEMBER_BLOCKED')
    await server.ok('POST', `/v1/members/${member.memberId}/approve`, { as: site, body: {} })
    const back = (await login(server, visitor, member.email)).body.sessionToken
    const tokens = await server.ok('POST', '/oauth2/token', {
      headers: { authorization: `,${site.apiKey}` },
      body: { grant_type: 'authorized_client', member_id: member.memberId, session_token: back },
    })
    await server.ok('POST', '/api/my-passkeys/remove', { token: tokens.access_token, body: { id: browser.id } })
    expect(errorCode(await signIn(browser.get(await ask())))).toBe('PASSKEY_REFUSED')
  })
})

describe('what was set up before the address was verified', () => {
  const headers = { host: 'localhost' }
  /** A member with a passkey and an unverified address. */
  async function squatter() {
    const member = await server.registerMember(site)
    const browser = authenticator()
    const { options } = await server.ok('POST', '/api/my-passkeys/options', { token: member.token, headers, body: {} })
    await server.ok('POST', '/api/my-passkeys', { token: member.token, headers, body: { response: browser.create(options.challenge), name: 'Theirs' } })
    const enter = async () => {
      const { challenge } = (await server.ok('POST', '/api/passkey-sign-in/options', { token: visitor, headers, body: {} })).options
      return server.call('POST', '/api/passkey-sign-in', { token: visitor, headers, body: { response: browser.get(challenge) } })
    }
    return { ...member, enter }
  }
  const recover = async (email: string) => {
    await server.ok('POST', '/v1/send-email', { token: visitor, body: { email } })
    const link = (await server.emailVariables(site, email, 'PASSWORD_RESET')).link as string
    return post('/v1/recover', { recoveryToken: new URL(link).searchParams.get('token'), password: 'a brand new morning' })
  }

  test.each([
    ['a recovery by email', recover],
    ['the word of a trusted caller', (email: string) => server.call('POST', '/v2/sign-on', { as: site, body: { loginId: { email }, verifyEmail: true } })],
  ])('opens nothing after %s', async (_road, prove) => {
    const them = await squatter()
    expect((await them.enter()).body.state).toBe('SUCCESS')
    expect((await prove(them.email)).status).toBe(200)
    expect(errorCode(await them.enter())).toBe('PASSKEY_REFUSED')
  })

  test('stays when it was proven before', async () => {
    const one = await squatter()
    await server.ok('POST', `/api/members/${one.memberId}/verify-email`, { as: site, body: {} })
    await recover(one.email)
    expect((await one.enter()).body.state).toBe('SUCCESS')
  })

  test('goes when the old address takes the account back', async () => {
    const them = await squatter()
    const newEmail = randomEmail()
    const { stateToken } = await server.ok('POST', '/api/my-email', { token: them.token, body: { newEmail } })
    const code = (await server.emailVariables(site, newEmail, 'EMAIL_CHANGE_CODE')).code
    await server.ok('POST', '/api/my-email/confirm', { token: them.token, body: { stateToken, code } })
    const undo = new URL((await server.emailVariables(site, them.email, 'EMAIL_CHANGED')).undoLink as string).searchParams.get('token')
    await server.ok('POST', '/api/email-undo', { token: visitor, body: { token: undo } })
    expect(errorCode(await them.enter())).toBe('PASSKEY_REFUSED')
  })
})

describe('a new sign-in address', () => {
  test('verified by code, emailed to both addresses, reverted by the old one', async () => {
    const member = await server.registerMember(site)
    const newEmail = randomEmail()
    const taken = await server.registerMember(site)
    expect(errorCode(await post('/api/my-email', { newEmail: taken.email }, member.token))).toBe('-19995')
    expect((await post('/api/my-email', { newEmail: 'nope' }, member.token)).status).toBe(400)
    const { stateToken } = await server.ok('POST', '/api/my-email', { token: member.token, body: { newEmail } })
    const code = (await server.emailVariables(site, newEmail, 'EMAIL_CHANGE_CODE')).code as string
    const wrong = await post('/api/my-email/confirm', { stateToken, code: code === '000000' ? '111111' : '000000' }, member.token)
    expect(errorData(wrong)).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    expect((await post('/api/my-email/confirm', { stateToken, code }, taken.token)).status).toBe(400)
    expect(await server.ok('POST', '/api/my-email/confirm', { token: member.token, body: { stateToken, code } })).toEqual({ email: newEmail })
    expect((await login(server, visitor, member.email)).status).toBe(401)
    expect((await login(server, visitor, newEmail)).body.state).toBe('SUCCESS')
    expect((await server.ok('GET', '/v1/members/my', { token: member.token, query: { fieldsets: 'FULL' } })).member.loginEmail).toBe(newEmail)
    const undoLink = (await server.emailVariables(site, member.email, 'EMAIL_CHANGED')).undoLink as string
    expect((await server.emailVariables(site, newEmail, 'EMAIL_CHANGED')).undoLink).toBeUndefined()
    const token = new URL(undoLink).searchParams.get('token')
    expect((await server.call('POST', '/api/email-undo', { token: visitor, body: { token: 'x' } })).status).toBe(400)
    expect(await server.ok('POST', '/api/email-undo', { token: visitor, body: { token } })).toEqual({ email: member.email })
    expect((await login(server, visitor, newEmail)).status).toBe(401)
    expect((await login(server, visitor, member.email)).status).toBe(401)
    expect((await server.call('GET', '/api/my-sign-in', { token: member.token })).status).toBe(401)
    expect((await server.call('POST', '/api/email-undo', { token: visitor, body: { token } })).status).toBe(400)
  })

  test('the first address takes the account back, also after who holds the second one undid the next change', async () => {
    const member = await server.registerMember(site)
    const changeTo = async (newEmail: string) => {
      const { stateToken } = await server.ok('POST', '/api/my-email', { token: member.token, body: { newEmail } })
      const { code } = await server.emailVariables(site, newEmail, 'EMAIL_CHANGE_CODE')
      await server.ok('POST', '/api/my-email/confirm', { token: member.token, body: { stateToken, code } })
      // Two links are not made at the same instant.
      await server.advanceAuthClock('PT1M')
    }
    const getUndoToken = async (address: string) => {
      const sent = (await server.sentEmails(site, address)).filter(({ template, variables }) => template === 'EMAIL_CHANGED' && variables.undoLink)
      return new URL(sent.at(-1)?.variables.undoLink as string).searchParams.get('token')
    }
    const second = randomEmail()
    await changeTo(second)
    await changeTo(randomEmail())
    const own = await getUndoToken(member.email)
    const other = await getUndoToken(second)
    await server.ok('POST', '/api/email-undo', { token: visitor, body: { token: other } })
    expect(await server.ok('POST', '/api/email-undo', { token: visitor, body: { token: own } })).toEqual({ email: member.email })
    expect((await server.call('POST', '/api/email-undo', { token: visitor, body: { token: other } })).status).toBe(400)
  })
})
