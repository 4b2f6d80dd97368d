import { createHash, randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openIdHouse, type OpenIdHouse } from '../../../test/openid-house.ts'
import { mayReachPrivate } from '#kit/reach/reach.ts'
import { offerDevCaptcha } from './public.ts'
import { authenticator } from '../../../test/authenticator.ts'
import { makeWorld, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
let visitor: string
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site({ redirectUris: ['https://shop.example/cb'], redirectDomains: ['shop.example'] })
  visitor = await world.visitor(site)
}, 120_000)
afterAll(() => world.close())

const PASSWORD = 'a calm long evening'
const anybody = () => `w-${randomUUID().slice(0, 8)}@shop.example`
const post = (path: string, body: unknown, token = visitor, headers: Record<string, string> = {}) => world.call('POST', path, { body, token, headers })
const login = (email: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  post('/v2/login', { loginId: { email }, password: PASSWORD, ...more }, visitor, headers)
const codeOf = (answer: { body: { details?: { applicationError?: { code: unknown } } } }) => answer.body.details?.applicationError?.code
const reasonOf = (answer: { body: { details?: { applicationError?: { data: Record<string, unknown> } } } }) => answer.body.details?.applicationError?.data
const wait = (advance: string) => world.ok('POST', '/_test/auth-clock', { body: { advance } })
const letterTo = async (email: string, template: string) => (await world.letters(site, email)).findLast((letter) => letter.template === template)
const cookieIn = (headers: Record<string, unknown>, name: string) => {
  const all = ([] as unknown[]).concat(headers['set-cookie'] ?? []).map(String)
  return all.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

describe('second steps', () => {
  const appCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clocks.authNow().epochMilliseconds })
  const enrolled = async () => {
    const member = await world.member(site)
    const begun = await world.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
    const done = await world.ok('POST', '/api/my-factors/totp/confirm', { token: member.token, body: { code: appCode(begun.secret) } })
    await wait('PT31S')
    return { ...member, secret: begun.secret as string, recoveryCodes: done.recoveryCodes as string[] }
  }

  test('an authenticator app: set up with a picture, asked for at sign-in, no code works twice', async () => {
    const member = await world.member(site)
    const begun = await world.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
    expect(begun.qrSvg).toMatch(/^<svg/)
    expect((await login(member.email)).body.state).toBe('SUCCESS')
    const wrong = await post('/api/my-factors/TOTP/confirm', { code: '000000' }, member.token)
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'VERIFICATION_FAILED'])
    const { recoveryCodes } = await world.ok('POST', '/api/my-factors/TOTP/confirm', { token: member.token, body: { code: appCode(begun.secret) } })
    expect(recoveryCodes).toHaveLength(10)
    expect(codeOf(await post('/api/my-factors/TOTP/start', {}, member.token))).toBe('FACTOR_EXISTS')
    expect(await letterTo(member.email, 'FACTOR_CHANGED')).toBeDefined()
    await wait('PT31S')

    const stopped = await login(member.email)
    expect(stopped.body).toMatchObject({
      state: 'REQUIRE_MFA',
      sessionToken: null,
      requireMfaData: {
        reason: 'USER_SETTINGS',
        availableFactors: [
          { factorType: 'TOTP', factorStatus: 'ENABLED' },
          { factorType: 'RECOVERY_CODE', factorStatus: 'ENABLED' },
        ],
      },
    })
    const { stateToken } = stopped.body
    expect((await post('/v2/TOTP/verify', { stateToken })).body).toMatchObject({ state: 'MFA_CHALLENGE', stateToken, mfaChallengeData: { factorType: 'TOTP' } })
    const bad = await post('/v2/TOTP/verify', { stateToken, totpData: { code: '000000' } })
    expect(reasonOf(bad)).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    const code = appCode(begun.secret)
    const done = await post('/v2/TOTP/verify', { stateToken, totpData: { code } })
    expect(done.body).toMatchObject({ state: 'SUCCESS', identity: { factors: [{ type: 'PASSWORD' }, { type: 'TOTP', status: 'ACTIVE' }] } })
    expect(done.body.sessionToken).toBeTruthy()
    expect(reasonOf(await post('/v2/TOTP/verify', { stateToken, totpData: { code } }))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
    const again = (await login(member.email)).body.stateToken
    expect(reasonOf(await post('/v2/TOTP/verify', { stateToken: again, totpData: { code } }))).toMatchObject({ verificationFailureReason: 'BAD_CODE' })
  })

  test('five wrong codes end the flow, even for the right one', async () => {
    const member = await enrolled()
    const { stateToken } = (await login(member.email)).body
    for (const attemptsLeft of [4, 3, 2, 1, 0])
      expect(reasonOf(await post('/v2/TOTP/verify', { stateToken, totpData: { code: '000000' } }))).toMatchObject({ attemptsLeft })
    expect(reasonOf(await post('/v2/TOTP/verify', { stateToken, totpData: { code: appCode(member.secret) } }))).toEqual({
      verificationFailureReason: 'NOT_FOUND',
    })
  })

  test('a recovery code opens once, in any spelling', async () => {
    const member = await enrolled()
    const [code = ''] = member.recoveryCodes
    const use = async (spelled: string) => {
      const { stateToken } = (await login(member.email)).body
      return post('/v2/RECOVERY_CODE/verify', { stateToken, recoveryCodeData: { code: spelled } })
    }
    expect((await use(code.toLowerCase().replace('-', ' '))).body.state).toBe('SUCCESS')
    expect((await use(code)).status).toBe(400)
    const mine = await world.ok('GET', '/api/my-sign-in', { token: member.token })
    expect(mine).toMatchObject({ recoveryCodesLeft: 9, factors: [{ type: 'TOTP', status: 'ACTIVE' }] })
    const renewed = await world.ok('POST', '/api/my-factors/recovery-codes', { token: member.token, body: {} })
    expect(renewed.recoveryCodes).not.toContain(code)
  })

  test('a browser that is remembered is not asked for thirty days, nor after a new password', async () => {
    const member = await enrolled()
    const { stateToken } = (await login(member.email)).body
    const done = await post('/v2/TOTP/verify', { stateToken, totpData: { code: appCode(member.secret) }, rememberThisDevice: true })
    const cookie = cookieIn(done.headers, 'ms_device')
    expect(cookie).not.toBe('')
    expect((await login(member.email, {}, { cookie })).body.state).toBe('SUCCESS')
    const other = await enrolled()
    expect((await login(other.email, {}, { cookie })).body.state).toBe('REQUIRE_MFA')
    // A new password by letter takes the second step away as little as one that is changed.
    await world.ok('POST', '/v1/send-email', { token: visitor, body: { email: member.email } })
    const link = (await letterTo(member.email, 'PASSWORD_RESET'))?.variables.link as string
    const recovered = await post('/v1/recover', { recoveryToken: new URL(link).searchParams.get('token'), password: 'another quiet night' })
    expect([recovered.body.state, recovered.body.sessionToken]).toEqual(['SUCCESS', null])
    expect((await login(member.email, { password: 'another quiet night' }, { cookie })).body.state).toBe('REQUIRE_MFA')
  })

  test('codes by letter, text message and call; push is refused clearly', async () => {
    const member = await world.member(site)
    await world.ok('POST', '/api/my-factors/EMAIL/start', { token: member.token, body: {} })
    const first = (await letterTo(member.email, 'SIGN_IN_CODE'))?.variables.code
    expect((await world.ok('POST', '/api/my-factors/EMAIL/confirm', { token: member.token, body: { code: first } })).recoveryCodes).toHaveLength(10)
    expect((await post('/api/my-factors/SMS/start', { phone: '12' }, member.token)).status).toBe(400)
    const sms = await world.ok('POST', '/api/my-factors/SMS/start', { token: member.token, body: { phone: '+49 151 12345678' } })
    expect(sms.hint).toBe('•••• 5678')
    await world.ok('POST', '/_test/run', { body: {} })
    const { messages } = await world.ok('GET', '/api/text-messages', { as: site })
    expect(messages[0]).toMatchObject({ kind: 'SMS', recipient: '+4915112345678', state: 'KEPT', body: expect.stringMatching(/^Your code for /) })
    const texted = /(\d{6})$/.exec(messages[0].body)?.[1]
    expect((await world.ok('POST', '/api/my-factors/SMS/confirm', { token: member.token, body: { code: texted } })).recoveryCodes).toEqual([])

    expect(codeOf(await post('/api/my-factors/SMS/start', { phone: '+49 151 12345678' }, member.token))).toBe('FACTOR_EXISTS')
    // A call reads the digits one by one, in the language of whoever listens.
    await world.ok('PATCH', '/api/my-letters', { token: member.token, body: { language: 'de' } })
    await world.ok('POST', '/api/my-factors/CALL/start', { token: member.token, body: { phone: '+49 30 1234567' } })
    const [call] = (await world.ok('GET', '/api/text-messages', { as: site })).messages
    expect(call).toMatchObject({ kind: 'CALL', recipient: '+49301234567', body: expect.stringMatching(/^Dein Code für .+ ist (\d, ){5}\d$/) })
    const heard = (/((\d, ){5}\d)$/.exec(call.body)?.[1] ?? '').replaceAll(', ', '')
    await world.ok('POST', '/api/my-factors/CALL/confirm', { token: member.token, body: { code: heard } })

    const { stateToken, requireMfaData } = (await login(member.email)).body
    expect(requireMfaData.availableFactors.map((one: { factorType: string }) => one.factorType)).toEqual(['EMAIL', 'SMS', 'CALL', 'RECOVERY_CODE'])
    await wait('PT61S')
    const challenge = await post('/v2/EMAIL/verify', { stateToken })
    expect(challenge.body.mfaChallengeData.verificationChallengeData.hint).toMatch(/^me•••@example\.org$/)
    expect((await post('/v2/EMAIL/verify', { stateToken })).status).toBe(429)
    const code = (await letterTo(member.email, 'SIGN_IN_CODE'))?.variables.code
    expect((await post('/v2/EMAIL/verify', { stateToken, emailData: { code } })).body.state).toBe('SUCCESS')
    const push = await post('/v2/PUSH/verify', { stateToken, pushData: { transactionId: 'x' } })
    expect([push.status, codeOf(push)]).toEqual([501, 'UNIMPLEMENTED_FEATURE'])
    expect((await post('/v2/NONSENSE/verify', { stateToken })).status).toBe(400)
    expect((await post('/api/my-factors/PUSH/start', {}, member.token)).status).toBe(501)
  })

  test('a code by letter is good for ten minutes', async () => {
    const member = await world.member(site)
    await world.ok('POST', '/api/my-factors/EMAIL/start', { token: member.token, body: {} })
    const code = (await letterTo(member.email, 'SIGN_IN_CODE'))?.variables.code
    await wait('PT11M')
    expect((await post('/api/my-factors/EMAIL/confirm', { code }, member.token)).status).toBe(400)
  })

  test('the business resets it: the password opens once more and the factor waits to be set up anew', async () => {
    const member = await enrolled()
    expect(await world.ok('POST', `/api/members/${member.memberId}/reset-second-step`, { as: site, body: {} })).toEqual({ reset: 1 })
    const opened = await login(member.email)
    expect(opened.body).toMatchObject({ state: 'SUCCESS', identity: { factors: [{ type: 'PASSWORD' }, { type: 'TOTP', status: 'REQUIRE_REENROLL' }] } })
    const begun = await world.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
    expect(begun.secret).not.toBe(member.secret)
  })

  test('switching it off needs a fresh password and signs all other devices out', async () => {
    const member = await enrolled()
    const other = await world.ok('POST', '/oauth2/token', {
      headers: { authorization: `,${site.apiKey}` },
      body: { grant_type: 'authorized_client', member_id: member.memberId },
    })
    await wait('PT16M')
    const stale = await post('/api/my-factors/TOTP/remove', {}, member.token)
    expect([stale.status, codeOf(stale)]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect((await post('/api/my-factors/TOTP/remove', { currentPassword: 'wrong' }, member.token)).status).toBe(403)
    await world.ok('POST', '/api/my-factors/TOTP/remove', { token: member.token, body: { currentPassword: PASSWORD } })
    expect((await login(member.email)).body.state).toBe('SUCCESS')
    expect((await world.call('GET', '/api/my-sign-in', { token: other.access_token })).status).toBe(401)
    expect(await world.ok('GET', '/api/my-sign-in', { token: member.token })).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
  })
})

describe('devices', () => {
  test('the list, one device out, all others out', async () => {
    const member = await world.member(site)
    const more = async () =>
      (
        await world.ok('POST', '/oauth2/token', {
          headers: { authorization: `,${site.apiKey}`, 'user-agent': 'Other browser' },
          body: { grant_type: 'authorized_client', member_id: member.memberId },
        })
      ).access_token as string
    const [second, third] = [await more(), await more()]
    const { devices } = await world.ok('GET', '/api/my-devices', { token: member.token })
    // Registration began a session of its own, too.
    expect(devices).toHaveLength(4)
    expect(devices.filter((device: { current: boolean }) => device.current)).toHaveLength(1)
    const own = (await world.ok('GET', '/api/my-devices', { token: second })).devices.find((device: { current: boolean }) => device.current)
    await world.ok('DELETE', `/api/my-devices/${own.id}`, { token: member.token })
    expect((await world.call('GET', '/api/my-devices', { token: second })).status).toBe(401)
    expect((await world.ok('POST', '/api/my-devices/sign-out-others', { token: member.token, body: {} })).signedOut).toBe(2)
    expect((await world.call('GET', '/api/my-devices', { token: third })).status).toBe(401)
    const stranger = await world.member(site)
    expect((await world.call('DELETE', `/api/my-devices/${devices[0].id}`, { token: stranger.token })).status).toBe(404)
    await world.ok('POST', `/api/members/${member.memberId}/sign-out`, { as: site, body: {} })
    expect((await world.call('GET', '/api/my-devices', { token: member.token })).status).toBe(401)
  })
})

describe('captcha', () => {
  const settings = (own: TestSite, change: unknown) => world.ok('PATCH', '/api/sign-in-settings', { as: own, body: { settings: change } })
  const signUp = (token: string, captchaTokens?: unknown) =>
    post('/v2/register', { loginId: { email: anybody() }, password: PASSWORD, ...(captchaTokens ? { captchaTokens } : {}) }, token)

  test('our own sum: missing, wrong, right, and right only once', async () => {
    const own = await world.site()
    const token = await world.visitor(own)
    await settings(own, { captcha: { signup: 'ALWAYS' } })
    const config = await world.ok('GET', '/sign-in/v1/config', { query: { clientId: own.clientId } })
    expect(config.captcha).toMatchObject({ provider: 'altcha', signup: 'ALWAYS', login: 'OFF' })
    expect([(await signUp(token)).status, codeOf(await signUp(token))]).toEqual([400, '-19971'])
    expect(codeOf(await signUp(token, [{ Recaptcha: 'nonsense', InvisibleRecaptcha: 'nonsense' }]))).toBe('-19970')
    const challenge = await world.ok('GET', new URL(config.captcha.challengeUrl).pathname, { query: { clientId: own.clientId } })
    const solution = await solveChallenge({ challenge, deriveKey })
    const solved = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    expect((await signUp(token, [{ InvisibleRecaptcha: solved }])).body.state).toBe('SUCCESS')
    expect(codeOf(await signUp(token, [{ Recaptcha: solved }]))).toBe('-19970')
    const foreign = await world.site()
    await settings(foreign, { captcha: { signup: 'ALWAYS' } })
    const elsewhere = await world.ok('GET', '/captcha/v1/challenge', { query: { clientId: own.clientId } })
    const answer = Buffer.from(JSON.stringify({ challenge: elsewhere, solution: await solveChallenge({ challenge: elsewhere, deriveKey }) })).toString('base64')
    expect(codeOf(await signUp(await world.visitor(foreign), [{ Recaptcha: answer }]))).toBe('-19970')
  })

  test('only the suspicious are asked: after three failures of an account', async () => {
    const own = await world.site()
    const token = await world.visitor(own)
    await settings(own, { captcha: { login: 'SUSPICIOUS', provider: 'dev' } })
    const member = await world.member(own)
    const tryIn = (password: string, more: Record<string, unknown> = {}) => post('/v2/login', { loginId: { email: member.email }, password, ...more }, token)
    for (let i = 0; i < 3; i++) expect(codeOf(await tryIn('wrong password'))).toBe('-19976')
    expect(codeOf(await tryIn(PASSWORD))).toBe('-19971')
    expect(codeOf(await tryIn(PASSWORD, { captchaTokens: [{ Recaptcha: 'nope' }] }))).toBe('-19970')
    expect((await tryIn(PASSWORD, { captchaTokens: [{ recaptchaForClientSiteKey: { token: 'test-pass', siteKeyId: 'x' } }] })).body.state).toBe('SUCCESS')
    expect((await tryIn(PASSWORD)).body.state).toBe('SUCCESS')
  })

  test('only the suspicious are asked: after ten failures of an address within a quarter of an hour', async () => {
    const own = await world.site()
    const token = await world.visitor(own)
    await settings(own, { captcha: { login: 'SUSPICIOUS', provider: 'dev' } })
    const member = await world.member(own)
    const from = (email: string, password: string) => post('/v2/login', { loginId: { email }, password }, token, { 'x-test-ip': '198.51.100.70' })
    for (let i = 0; i < 5; i++) await from(anybody(), 'wrong password')
    await wait('PT11M')
    expect((await from(member.email, PASSWORD)).body.state).toBe('SUCCESS')
    for (let i = 0; i < 5; i++) await from(anybody(), 'wrong password')
    expect(codeOf(await from(member.email, PASSWORD))).toBe('-19971')
    await wait('PT16M')
    expect((await from(member.email, PASSWORD)).body.state).toBe('SUCCESS')
  })

  test('the provider of tests is none in earnest', async () => {
    const own = await world.site()
    const token = await world.visitor(own)
    await settings(own, { captcha: { signup: 'ALWAYS', provider: 'dev' } })
    offerDevCaptcha(false)
    try {
      expect(codeOf(await signUp(token, [{ Recaptcha: 'test-pass' }]))).toBe('-19970')
      const again = await world.call('PATCH', '/api/sign-in-settings', { as: own, body: { settings: { captcha: { provider: 'dev' } } } })
      expect(again.body.details.validationError.fieldViolations).toMatchObject([{ field: 'settings.captcha.provider', violatedRule: 'INVALID_ENUM_VALUE' }])
    } finally {
      offerDevCaptcha(true)
    }
    expect((await signUp(token, [{ Recaptcha: 'test-pass' }])).body.state).toBe('SUCCESS')
  })

  test('only the suspicious are asked: after a burst of sign-ups from one address', async () => {
    const own = await world.site()
    const token = await world.visitor(own)
    await settings(own, { captcha: { signup: 'SUSPICIOUS', provider: 'dev' } })
    const from = (ip: string, captchaTokens?: unknown) =>
      post('/v2/register', { loginId: { email: anybody() }, password: PASSWORD, ...(captchaTokens ? { captchaTokens } : {}) }, token, { 'x-test-ip': ip })
    for (let i = 0; i < 5; i++) expect((await from('198.51.100.60')).status).toBe(200)
    expect(codeOf(await from('198.51.100.60'))).toBe('-19971')
    expect((await from('198.51.100.61')).body.state).toBe('SUCCESS')
    expect((await from('198.51.100.60', [{ Recaptcha: 'test-pass' }])).body.state).toBe('SUCCESS')
  })

  test('a service that is down lets the suspicious in and nobody else', async () => {
    const own = await world.site()
    const token = await world.visitor(own)
    const service = { provider: 'hcaptcha', siteKey: 'k', secret: 's', verifyUrl: 'http://127.0.0.1:9/' }
    await settings(own, { captcha: { ...service, signup: 'ALWAYS' } })
    expect(codeOf(await signUp(token, [{ Recaptcha: 'x' }]))).toBe('-19970')
    const shown = await world.ok('GET', '/api/sign-in-settings', { as: own })
    expect(shown.settings.captcha).toMatchObject({ hasSecret: true })
    expect(JSON.stringify(shown)).not.toContain('"s"')
    const bad = await world.call('PATCH', '/api/sign-in-settings', { as: own, body: { settings: { captcha: { verifyUrl: 'http://evil.example/' } } } })
    expect(bad.status).toBe(400)
  })
})

describe('passkeys', () => {
  const headers = { host: 'localhost' }

  test('as the second step of a sign-in by password: the public call hands out the question and takes the answer', async () => {
    const member = await world.member(site)
    const browser = authenticator()
    const { challenge } = (await world.ok('POST', '/api/my-passkeys/options', { token: member.token, headers, body: {} })).options
    await world.ok('POST', '/api/my-passkeys', { token: member.token, headers, body: { response: browser.create(challenge), name: 'Laptop' } })
    expect((await login(member.email)).body.state).toBe('SUCCESS')
    await world.ok('POST', '/api/my-factors/EMAIL/start', { token: member.token, body: {} })
    const code = (await letterTo(member.email, 'SIGN_IN_CODE'))?.variables.code
    await world.ok('POST', '/api/my-factors/EMAIL/confirm', { token: member.token, body: { code } })

    const stopped = (await login(member.email)).body
    expect(stopped.requireMfaData.availableFactors.map((one: { factorType: string }) => one.factorType)).toEqual(['EMAIL', 'WEBAUTHN', 'RECOVERY_CODE'])
    const step = (stateToken: string, webauthnData?: object) =>
      post('/v2/WEBAUTHN/verify', { stateToken, ...(webauthnData && { webauthnData }) }, visitor, headers)
    const question = async (stateToken: string) => {
      const { challengeId, publicKeyCredentialRequestOptionsJson } = (await step(stateToken)).body.mfaChallengeData.verificationChallengeData.webauthnData
      const options = JSON.parse(publicKeyCredentialRequestOptionsJson)
      expect(options.allowCredentials.map((one: { id: string }) => one.id)).toEqual([browser.id])
      return { challengeId, challenge: options.challenge as string }
    }
    const signed = (of: { challengeId: string; challenge: string }, by = browser) => ({
      challengeId: of.challengeId,
      credential: JSON.stringify(by.get(of.challenge)),
    })
    const first = await question(stopped.stateToken)
    expect(reasonOf(await step(stopped.stateToken, signed(first, authenticator())))).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    // A question is answered once, under its own name, in its own words.
    expect(reasonOf(await step(stopped.stateToken, signed(first)))).toMatchObject({ attemptsLeft: 3 })
    expect(reasonOf(await step(stopped.stateToken, signed({ ...(await question(stopped.stateToken)), challengeId: randomUUID() })))).toMatchObject({
      attemptsLeft: 2,
    })
    expect(reasonOf(await step(stopped.stateToken, { credential: 'nonsense' }))).toMatchObject({ attemptsLeft: 1 })
    const done = await step(stopped.stateToken, signed(await question(stopped.stateToken)))
    expect(done.body).toMatchObject({ state: 'SUCCESS', identity: { id: member.memberId } })
    // The password was proven first: it is no second proof.
    const next = (await login(member.email)).body.stateToken
    expect(reasonOf(await post('/v2/PASSWORD/verify', { stateToken: next, passwordData: { password: PASSWORD } }))).toEqual({
      verificationFailureReason: 'NOT_FOUND',
    })
  })

  test('made, used instead of the password, forgotten', async () => {
    const member = await world.member(site)
    const browser = authenticator()
    const options = async () => (await world.ok('POST', '/api/my-passkeys/options', { token: member.token, headers, body: {} })).options
    const add = (response: unknown) => world.call('POST', '/api/my-passkeys', { token: member.token, headers, body: { response, name: 'Laptop' } })
    expect(codeOf(await add(browser.create((await options()).challenge, 'https://evil.example')))).toBe('PASSKEY_REFUSED')
    expect(codeOf(await add(browser.create('never asked')))).toBe('PASSKEY_REFUSED')
    const { challenge, rp, user } = await options()
    expect([rp.id, user.name]).toEqual(['localhost', member.email])
    const made = await add(browser.create(challenge))
    expect(made.body.passkey).toMatchObject({ id: browser.id, name: 'Laptop' })
    expect(codeOf(await add(browser.create(challenge)))).toBe('PASSKEY_REFUSED')

    const ask = async () => (await world.ok('POST', '/api/passkey-sign-in/options', { token: visitor, headers, body: {} })).options.challenge as string
    const signIn = (response: unknown) => world.call('POST', '/api/passkey-sign-in', { token: visitor, headers, body: { response } })
    const first = await ask()
    const done = await signIn(browser.get(first))
    expect(done.body).toMatchObject({ state: 'SUCCESS', identity: { id: member.memberId } })
    expect(codeOf(await signIn(browser.get(first)))).toBe('PASSKEY_REFUSED')
    expect(codeOf(await signIn(authenticator().get(await ask())))).toBe('PASSKEY_REFUSED')
    expect(codeOf(await signIn({}))).toBe('PASSKEY_REFUSED')
    await world.ok('POST', `/v1/members/${member.memberId}/block`, { as: site, body: {} })
    expect(codeOf(await signIn(browser.get(await ask())))).toBe('MEMBER_BLOCKED')
    await world.ok('POST', `/v1/members/${member.memberId}/approve`, { as: site, body: {} })
    const back = (await login(member.email)).body.sessionToken
    const tokens = await world.ok('POST', '/oauth2/token', {
      headers: { authorization: `,${site.apiKey}` },
      body: { grant_type: 'authorized_client', member_id: member.memberId, session_token: back },
    })
    await world.ok('POST', '/api/my-passkeys/remove', { token: tokens.access_token, body: { id: browser.id } })
    expect(codeOf(await signIn(browser.get(await ask())))).toBe('PASSKEY_REFUSED')
  })
})

describe('what somebody set up before the address was proven', () => {
  const headers = { host: 'localhost' }
  /** Somebody with a passkey whose address nobody has proven. */
  async function squatter() {
    const member = await world.member(site)
    const browser = authenticator()
    const { options } = await world.ok('POST', '/api/my-passkeys/options', { token: member.token, headers, body: {} })
    await world.ok('POST', '/api/my-passkeys', { token: member.token, headers, body: { response: browser.create(options.challenge), name: 'Theirs' } })
    const enter = async () => {
      const { challenge } = (await world.ok('POST', '/api/passkey-sign-in/options', { token: visitor, headers, body: {} })).options
      return world.call('POST', '/api/passkey-sign-in', { token: visitor, headers, body: { response: browser.get(challenge) } })
    }
    return { ...member, enter }
  }
  const recover = async (email: string) => {
    await world.ok('POST', '/v1/send-email', { token: visitor, body: { email } })
    const link = (await letterTo(email, 'PASSWORD_RESET'))?.variables.link as string
    return post('/v1/recover', { recoveryToken: new URL(link).searchParams.get('token'), password: 'a brand new morning' })
  }

  test.each([
    ['a recovery by letter', recover],
    ['the word of a trusted caller', (email: string) => world.call('POST', '/v2/sign-on', { as: site, body: { loginId: { email }, verifyEmail: true } })],
  ])('opens nothing after %s', async (_road, prove) => {
    const them = await squatter()
    expect((await them.enter()).body.state).toBe('SUCCESS')
    expect((await prove(them.email)).status).toBe(200)
    expect(codeOf(await them.enter())).toBe('PASSKEY_REFUSED')
  })

  test('stays when it was proven before', async () => {
    const one = await squatter()
    await world.ok('POST', `/api/members/${one.memberId}/verify-email`, { as: site, body: {} })
    await recover(one.email)
    expect((await one.enter()).body.state).toBe('SUCCESS')
  })

  test('goes when the old address takes the account back', async () => {
    const them = await squatter()
    const newEmail = anybody()
    const { stateToken } = await world.ok('POST', '/api/my-email', { token: them.token, body: { newEmail } })
    const code = (await letterTo(newEmail, 'EMAIL_CHANGE_CODE'))?.variables.code
    await world.ok('POST', '/api/my-email/confirm', { token: them.token, body: { stateToken, code } })
    const undo = new URL((await letterTo(them.email, 'EMAIL_CHANGED'))?.variables.undoLink as string).searchParams.get('token')
    await world.ok('POST', '/api/email-undo', { token: visitor, body: { token: undo } })
    expect(codeOf(await them.enter())).toBe('PASSKEY_REFUSED')
  })
})

describe('other houses that vouch for people', () => {
  let elsewhere: OpenIdHouse
  let providerId: string
  beforeAll(async () => {
    elsewhere = await openIdHouse('http://localhost/_api/iam/authentication/v1/callback', {
      sub: 'p1',
      email: anybody(),
      email_verified: true,
      given_name: 'Pia',
      family_name: 'Provider',
    })
    const saved = await world.ok('POST', '/api/identity-providers', {
      as: site,
      headers: { host: 'localhost' },
      body: { provider: { name: 'The other house', issuer: elsewhere.issuer, clientId: 'atrium', clientSecret: 'shh' } },
    })
    expect(saved.provider.callbackUrl).toBe('http://localhost/_api/iam/authentication/v1/callback')
    providerId = saved.provider.id
  })
  afterAll(() => elsewhere.close())

  /** Follows the provider's pages as a browser does, until it comes back to us. */
  async function throughProvider(start: string): Promise<string> {
    const jar = new Map<string, string>()
    let url = start
    for (let hop = 0; hop < 10; hop++) {
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') } })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`the provider stopped with ${response.status}: ${await response.text()}`)
      url = new URL(location, url).href
      if (url.startsWith('http://localhost/')) return url
    }
    throw new Error('the provider goes round')
  }
  const go = (url: string, cookie = '') =>
    world.call('GET', url.replace('http://localhost', ''), { headers: { host: 'localhost', accept: 'text/html', ...(cookie ? { cookie } : {}) } })
  const authorizeUrl = (more: Record<string, string> = {}) =>
    `/_api/oauth2/authorize?${new URLSearchParams({
      clientId: site.clientId,
      responseType: 'code',
      redirectUri: 'https://shop.example/cb',
      state: 'st',
      codeChallenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
      codeChallengeMethod: 'S256',
      idp: providerId,
      ...more,
    }).toString()}`
  /** From authorize to the provider; the address there and the cookie of this browser. */
  async function begin(url = authorizeUrl()) {
    const first = await go(url)
    const second = await go(String(first.headers.location))
    return { there: String(second.headers.location), cookie: cookieIn(second.headers, 'ms_idp') }
  }
  async function signIn() {
    const { there, cookie } = await begin()
    return go(await throughProvider(there), cookie)
  }

  test('the whole way: authorize, provider, back, code; the second time the same member', async () => {
    const back = await signIn()
    expect(back.status).toBe(302)
    const sso = cookieIn(back.headers, 'ms_sso')
    const answer = await go(String(back.headers.location), sso)
    const code = new URL(String(answer.headers.location)).searchParams.get('code')
    const tokens = await world.ok('POST', '/oauth2/token', {
      body: { clientId: site.clientId, grantType: 'authorization_code', code, codeVerifier: 'v'.repeat(43), redirectUri: 'https://shop.example/cb' },
    })
    const info = await world.ok('GET', '/oauth2/user-info', { token: tokens.access_token })
    expect(info).toMatchObject({ email: elsewhere.person.email, emailVerified: true })
    const mine = await world.ok('GET', '/api/my-sign-in', { token: tokens.access_token })
    expect(mine).toMatchObject({ hasPassword: false, connections: [{ providerId, email: elsewhere.person.email }] })
    expect(codeOf(await post(`/api/my-connections/${providerId}/remove`, {}, tokens.access_token))).toBe('LAST_WAY_IN')
    const again = await signIn()
    expect(cookieIn(again.headers, 'ms_sso')).not.toBe('')
    expect((await world.call('GET', '/api/my-devices', { token: tokens.access_token })).body.devices).toHaveLength(2)
  })

  test('an answer in another browser, or twice, signs nobody in', async () => {
    const { there, cookie } = await begin()
    const home = await throughProvider(there)
    const stolen = await go(home, 'ms_idp=somebody-else')
    expect(String(stolen.headers.location)).toContain('#error=sign_in_expired')
    expect(cookieIn(stolen.headers, 'ms_sso')).toBe('')
    expect(cookieIn((await go(home, cookie)).headers, 'ms_sso')).not.toBe('')
    expect(String((await go(home, cookie)).headers.location)).toContain('#error=sign_in_expired')
    expect(String((await go('/_api/iam/authentication/v1/callback?state=x&code=y')).headers.location)).toContain('#error=sign_in_expired')
  })

  test('an address proven on both sides is joined; one the provider did not prove opens nothing', async () => {
    const member = await world.member(site)
    await world.ok('POST', `/api/members/${member.memberId}/verify-email`, { as: site, body: {} })
    elsewhere.person = { ...elsewhere.person, sub: 'p2', email: member.email, email_verified: false }
    expect(String((await signIn()).headers.location)).toContain('#error=account_exists')
    elsewhere.person = { ...elsewhere.person, email_verified: true }
    expect(cookieIn((await signIn()).headers, 'ms_sso')).not.toBe('')
    expect((await login(member.email)).body.state).toBe('SUCCESS')
  })

  test('a password that was set without proof does not survive the word of the provider', async () => {
    const member = await world.member(site)
    elsewhere.person = { ...elsewhere.person, sub: 'p3', email: member.email, email_verified: true }
    expect(cookieIn((await signIn()).headers, 'ms_sso')).not.toBe('')
    expect((await login(member.email)).status).toBe(401)
    expect((await world.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(401)
  })

  test('approval and an unknown provider', async () => {
    await world.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireOwnerApproval: true } } })
    elsewhere.person = { ...elsewhere.person, sub: 'p4', email: anybody(), email_verified: true }
    expect(String((await signIn()).headers.location)).toContain('#state=REQUIRE_OWNER_APPROVAL')
    await world.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireOwnerApproval: false } } })
    const unknown = await go(authorizeUrl({ idp: randomUUID() }))
    expect(new URL(String(unknown.headers.location)).searchParams.get('error_description')).toBe('Unknown identity provider')
    const wrong = await world.call('POST', '/api/identity-providers', {
      as: site,
      body: { provider: { name: 'x', issuer: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b' } },
    })
    expect(codeOf(wrong)).toBe('PROVIDER_UNREACHABLE')
  })

  test('no address that an owner types leads into the network of the server', async () => {
    mayReachPrivate(false)
    try {
      for (const inside of ['http://10.0.0.1', 'https://10.0.0.1', 'https://localhost', 'https://169.254.169.254', elsewhere.issuer]) {
        const provider = { name: 'x', issuer: inside, clientId: 'a', clientSecret: 'b' }
        expect((await world.call('POST', '/api/identity-providers', { as: site, body: { provider } })).status).toBe(400)
        for (const settings of [
          { captcha: { provider: 'hcaptcha', siteKey: 'k', secret: 's', verifyUrl: inside } },
          { text: { provider: 'http', baseUrl: inside, account: 'a', secret: 's', from: '+1555' } },
        ])
          expect((await world.call('PATCH', '/api/sign-in-settings', { as: site, body: { settings } })).status).toBe(400)
      }
      // One that was let in before is not asked any more.
      const before = (await go(authorizeUrl())).headers.location
      expect(String((await go(String(before))).headers.location)).toContain('#error=provider_unreachable')
    } finally {
      mayReachPrivate(true)
    }
  })

  test('after the word of a provider the password is a second step', async () => {
    const member = await world.member(site)
    await world.ok('POST', `/api/members/${member.memberId}/verify-email`, { as: site, body: {} })
    await world.ok('POST', '/api/my-factors/EMAIL/start', { token: member.token, body: {} })
    const code = (await letterTo(member.email, 'SIGN_IN_CODE'))?.variables.code
    await world.ok('POST', '/api/my-factors/EMAIL/confirm', { token: member.token, body: { code } })
    elsewhere.person = { ...elsewhere.person, sub: `p-${member.memberId}`, email: member.email, email_verified: true }
    const back = String((await signIn()).headers.location)
    const stateToken = new URLSearchParams(back.slice(back.indexOf('#') + 1)).get('stateToken')
    expect(back).toContain('#state=REQUIRE_MFA')
    const step = (passwordData?: object) => post('/v2/PASSWORD/verify', { stateToken, ...(passwordData && { passwordData }) })
    expect((await step()).body).toMatchObject({ state: 'MFA_CHALLENGE', mfaChallengeData: { factorType: 'PASSWORD' } })
    expect(reasonOf(await step({ password: 'another long evening' }))).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    expect((await step({ password: PASSWORD })).body).toMatchObject({ state: 'SUCCESS', identity: { id: member.memberId } })
  })

  test('a signed-in member connects a provider and parts from it', async () => {
    const member = await world.member(site)
    elsewhere.person = { ...elsewhere.person, sub: 'p5', email: anybody() }
    const started = await world.call('POST', `/api/my-connections/${providerId}/start`, { token: member.token, headers: { host: 'localhost' }, body: {} })
    const back = await go(await throughProvider(started.body.url), cookieIn(started.headers, 'ms_idp'))
    expect(String(back.headers.location)).toContain('#state=CONNECTED')
    expect((await world.ok('GET', '/api/my-sign-in', { token: member.token })).connections).toHaveLength(1)
    const other = await world.member(site)
    const taken = await world.call('POST', `/api/my-connections/${providerId}/start`, { token: other.token, headers: { host: 'localhost' }, body: {} })
    expect(String((await go(await throughProvider(taken.body.url), cookieIn(taken.headers, 'ms_idp'))).headers.location)).toContain(
      '#error=connected_elsewhere',
    )
    await world.ok('POST', `/api/my-connections/${providerId}/remove`, { token: member.token, body: {} })
    expect((await world.ok('GET', '/api/my-sign-in', { token: member.token })).connections).toEqual([])
  })

  test('what a squatter connected is gone once the real owner of the address proves it', async () => {
    const squatter = await world.member(site)
    elsewhere.person = { ...elsewhere.person, sub: 'squatter', email: anybody() }
    const started = await world.call('POST', `/api/my-connections/${providerId}/start`, { token: squatter.token, headers: { host: 'localhost' }, body: {} })
    expect(String((await go(await throughProvider(started.body.url), cookieIn(started.headers, 'ms_idp'))).headers.location)).toContain('#state=CONNECTED')
    await world.ok('POST', '/v1/send-email', { token: visitor, body: { email: squatter.email } })
    const link = new URL((await letterTo(squatter.email, 'PASSWORD_RESET'))?.variables.link as string)
    const recovered = await post('/v1/recover', { recoveryToken: link.searchParams.get('token'), password: 'a brand new morning' })
    expect([recovered.status, recovered.body.identity.id]).toEqual([200, squatter.memberId])
    expect((await world.ok('GET', `/api/members/${squatter.memberId}/sign-in`, { as: site })).connections).toEqual([])
    // Their word opens another account now, or none: never this one.
    const sso = cookieIn((await signIn()).headers, 'ms_sso')
    const tokens = sso ? await world.ok('POST', '/api/hosted/tokens', { headers: { cookie: sso }, body: {} }) : undefined
    const whose = tokens?.tokens ? (await world.ok('POST', '/oauth2/token-info', { body: { token: tokens.tokens.access_token } })).subjectId : undefined
    expect(whose).not.toBe(squatter.memberId)
  })
})

describe('a new sign-in address', () => {
  test('proven by code, told to both, taken back by the old one', async () => {
    const member = await world.member(site)
    const newEmail = anybody()
    const taken = await world.member(site)
    expect(codeOf(await post('/api/my-email', { newEmail: taken.email }, member.token))).toBe('-19995')
    expect((await post('/api/my-email', { newEmail: 'nope' }, member.token)).status).toBe(400)
    const { stateToken } = await world.ok('POST', '/api/my-email', { token: member.token, body: { newEmail } })
    const code = (await letterTo(newEmail, 'EMAIL_CHANGE_CODE'))?.variables.code as string
    const wrong = await post('/api/my-email/confirm', { stateToken, code: code === '000000' ? '111111' : '000000' }, member.token)
    expect(reasonOf(wrong)).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    expect((await post('/api/my-email/confirm', { stateToken, code }, taken.token)).status).toBe(400)
    expect(await world.ok('POST', '/api/my-email/confirm', { token: member.token, body: { stateToken, code } })).toEqual({ email: newEmail })
    expect((await login(member.email)).status).toBe(401)
    expect((await login(newEmail)).body.state).toBe('SUCCESS')
    expect((await world.ok('GET', '/v1/members/my', { token: member.token, query: { fieldsets: 'FULL' } })).member.loginEmail).toBe(newEmail)
    const undoLink = (await letterTo(member.email, 'EMAIL_CHANGED'))?.variables.undoLink as string
    expect((await letterTo(newEmail, 'EMAIL_CHANGED'))?.variables.undoLink).toBeUndefined()
    const token = new URL(undoLink).searchParams.get('token')
    expect((await world.call('POST', '/api/email-undo', { token: visitor, body: { token: 'x' } })).status).toBe(400)
    expect(await world.ok('POST', '/api/email-undo', { token: visitor, body: { token } })).toEqual({ email: member.email })
    expect((await login(newEmail)).status).toBe(401)
    expect((await login(member.email)).status).toBe(401)
    expect((await world.call('GET', '/api/my-sign-in', { token: member.token })).status).toBe(401)
    expect((await world.call('POST', '/api/email-undo', { token: visitor, body: { token } })).status).toBe(400)
  })
})
