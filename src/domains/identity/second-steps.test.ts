/** Second steps of members: set up, asked for, remembered, reset, switched off. Source: guide identity §5.8. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, authenticatorCode, errorCode, cookieFrom, errorData, PASSWORD } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

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

describe('second steps', () => {
  const enrollMember = async () => {
    const member = await server.registerMember(site)
    const begun = await server.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
    const done = await server.ok('POST', '/api/my-factors/totp/confirm', { token: member.token, body: { code: authenticatorCode(server, begun.secret) } })
    await server.advanceAuthClock('PT31S')
    return { ...member, secret: begun.secret as string, recoveryCodes: done.recoveryCodes as string[] }
  }

  test('an authenticator app: set up with a picture, asked for at sign-in, no code works twice', async () => {
    const member = await server.registerMember(site)
    const begun = await server.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
    expect(begun.qrSvg).toMatch(/^<svg/)
    expect((await login(server, visitor, member.email)).body.state).toBe('SUCCESS')
    const wrong = await post('/api/my-factors/TOTP/confirm', { code: '000000' }, member.token)
    expect([wrong.status, errorCode(wrong)]).toEqual([400, 'VERIFICATION_FAILED'])
    const { recoveryCodes } = await server.ok('POST', '/api/my-factors/TOTP/confirm', {
      token: member.token,
      body: { code: authenticatorCode(server, begun.secret) },
    })
    expect(recoveryCodes).toHaveLength(10)
    expect(errorCode(await post('/api/my-factors/TOTP/start', {}, member.token))).toBe('FACTOR_EXISTS')
    expect(await server.emailVariables(site, member.email, 'FACTOR_CHANGED')).toBeDefined()
    await server.advanceAuthClock('PT31S')

    const stopped = await login(server, visitor, member.email)
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
    expect(errorData(bad)).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    const code = authenticatorCode(server, begun.secret)
    const done = await post('/v2/TOTP/verify', { stateToken, totpData: { code } })
    expect(done.body).toMatchObject({ state: 'SUCCESS', identity: { factors: [{ type: 'PASSWORD' }, { type: 'TOTP', status: 'ACTIVE' }] } })
    expect(done.body.sessionToken).toBeTruthy()
    expect(errorData(await post('/v2/TOTP/verify', { stateToken, totpData: { code } }))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
    const again = (await login(server, visitor, member.email)).body.stateToken
    expect(errorData(await post('/v2/TOTP/verify', { stateToken: again, totpData: { code } }))).toMatchObject({ verificationFailureReason: 'BAD_CODE' })
  })

  test('five wrong codes end the flow, even for the right one', async () => {
    const member = await enrollMember()
    const { stateToken } = (await login(server, visitor, member.email)).body
    for (const attemptsLeft of [4, 3, 2, 1, 0])
      expect(errorData(await post('/v2/TOTP/verify', { stateToken, totpData: { code: '000000' } }))).toMatchObject({ attemptsLeft })
    expect(errorData(await post('/v2/TOTP/verify', { stateToken, totpData: { code: authenticatorCode(server, member.secret) } }))).toEqual({
      verificationFailureReason: 'NOT_FOUND',
    })
  })

  test('a recovery code opens once, in any spelling', async () => {
    const member = await enrollMember()
    const [code = ''] = member.recoveryCodes
    const use = async (spelled: string) => {
      const { stateToken } = (await login(server, visitor, member.email)).body
      return post('/v2/RECOVERY_CODE/verify', { stateToken, recoveryCodeData: { code: spelled } })
    }
    expect((await use(code.toLowerCase().replace('-', ' '))).body.state).toBe('SUCCESS')
    expect((await use(code)).status).toBe(400)
    const mine = await server.ok('GET', '/api/my-sign-in', { token: member.token })
    expect(mine).toMatchObject({ recoveryCodesLeft: 9, factors: [{ type: 'TOTP', status: 'ACTIVE' }] })
    const renewed = await server.ok('POST', '/api/my-factors/recovery-codes', { token: member.token, body: {} })
    expect(renewed.recoveryCodes).not.toContain(code)
  })

  test('a browser that is remembered is not asked for thirty days, nor after a new password', async () => {
    const member = await enrollMember()
    const { stateToken } = (await login(server, visitor, member.email)).body
    const done = await post('/v2/TOTP/verify', { stateToken, totpData: { code: authenticatorCode(server, member.secret) }, rememberThisDevice: true })
    const cookie = cookieFrom(done.headers, 'ms_device')
    expect(cookie).not.toBe('')
    expect((await login(server, visitor, member.email, {}, { cookie })).body.state).toBe('SUCCESS')
    const other = await enrollMember()
    expect((await login(server, visitor, other.email, {}, { cookie })).body.state).toBe('REQUIRE_MFA')
    // A recovered password keeps the second step, like a changed one.
    await server.ok('POST', '/v1/send-email', { token: visitor, body: { email: member.email } })
    const link = (await server.emailVariables(site, member.email, 'PASSWORD_RESET')).link as string
    const recovered = await post('/v1/recover', { recoveryToken: new URL(link).searchParams.get('token'), password: 'another quiet night' })
    expect([recovered.body.state, recovered.body.sessionToken]).toEqual(['SUCCESS', null])
    expect((await login(server, visitor, member.email, { password: 'another quiet night' }, { cookie })).body.state).toBe('REQUIRE_MFA')
  })

  test('codes by email, text message and call; push is refused with 501', async () => {
    const member = await server.registerMember(site)
    await server.ok('POST', '/api/my-factors/EMAIL/start', { token: member.token, body: {} })
    const first = (await server.emailVariables(site, member.email, 'SIGN_IN_CODE')).code
    expect((await server.ok('POST', '/api/my-factors/EMAIL/confirm', { token: member.token, body: { code: first } })).recoveryCodes).toHaveLength(10)
    expect((await post('/api/my-factors/SMS/start', { phone: '12' }, member.token)).status).toBe(400)
    const sms = await server.ok('POST', '/api/my-factors/SMS/start', { token: member.token, body: { phone: '+49 151 12345678' } })
    expect(sms.hint).toBe('•••• 5678')
    await server.ok('POST', '/_test/run', { body: {} })
    const { messages } = await server.ok('GET', '/api/text-messages', { as: site })
    const stored = await server.open.db.selectFrom('textMessage').select('body').where('siteId', '=', site.metaSiteId).execute()
    expect(stored.map(({ body }) => body)).toEqual(stored.map(() => expect.stringMatching(/^sealed:[\w-]+$/)))
    expect(messages[0]).toMatchObject({ kind: 'SMS', recipient: '+4915112345678', state: 'KEPT', body: expect.stringMatching(/^Your code for /) })
    const texted = /(\d{6})$/.exec(messages[0].body)?.[1]
    expect((await server.ok('POST', '/api/my-factors/SMS/confirm', { token: member.token, body: { code: texted } })).recoveryCodes).toEqual([])

    expect(errorCode(await post('/api/my-factors/SMS/start', { phone: '+49 151 12345678' }, member.token))).toBe('FACTOR_EXISTS')
    // A call reads the digits one by one, in the language of the member.
    await server.ok('PATCH', '/api/my-email-preferences', { token: member.token, body: { language: 'de' } })
    await server.ok('POST', '/api/my-factors/CALL/start', { token: member.token, body: { phone: '+49 30 1234567' } })
    const [call] = (await server.ok('GET', '/api/text-messages', { as: site })).messages
    expect(call).toMatchObject({ kind: 'CALL', recipient: '+49301234567', body: expect.stringMatching(/^Dein Code für .+ ist (\d, ){5}\d$/) })
    const heard = (/((\d, ){5}\d)$/.exec(call.body)?.[1] ?? '').replaceAll(', ', '')
    await server.ok('POST', '/api/my-factors/CALL/confirm', { token: member.token, body: { code: heard } })

    const { stateToken, requireMfaData } = (await login(server, visitor, member.email)).body
    expect(requireMfaData.availableFactors.map((one: { factorType: string }) => one.factorType)).toEqual(['EMAIL', 'SMS', 'CALL', 'RECOVERY_CODE'])
    await server.advanceAuthClock('PT61S')
    const challenge = await post('/v2/EMAIL/verify', { stateToken })
    expect(challenge.body.mfaChallengeData.verificationChallengeData.hint).toMatch(/^me•••@example\.org$/)
    expect((await post('/v2/EMAIL/verify', { stateToken })).status).toBe(429)
    const code = (await server.emailVariables(site, member.email, 'SIGN_IN_CODE')).code
    expect((await post('/v2/EMAIL/verify', { stateToken, emailData: { code } })).body.state).toBe('SUCCESS')
    const push = await post('/v2/PUSH/verify', { stateToken, pushData: { transactionId: 'x' } })
    expect([push.status, errorCode(push)]).toEqual([501, 'UNIMPLEMENTED_FEATURE'])
    expect((await post('/v2/NONSENSE/verify', { stateToken })).status).toBe(400)
    expect((await post('/api/my-factors/PUSH/start', {}, member.token)).status).toBe(501)
  })

  test('an emailed code is valid for ten minutes', async () => {
    const member = await server.registerMember(site)
    await server.ok('POST', '/api/my-factors/EMAIL/start', { token: member.token, body: {} })
    const code = (await server.emailVariables(site, member.email, 'SIGN_IN_CODE')).code
    await server.advanceAuthClock('PT11M')
    expect((await post('/api/my-factors/EMAIL/confirm', { code }, member.token)).status).toBe(400)
  })

  test('the business resets it: the password opens once more and the factor waits to be set up anew', async () => {
    const member = await enrollMember()
    expect(await server.ok('POST', `/api/members/${member.memberId}/reset-second-step`, { as: site, body: {} })).toEqual({ reset: 1 })
    const opened = await login(server, visitor, member.email)
    expect(opened.body).toMatchObject({ state: 'SUCCESS', identity: { factors: [{ type: 'PASSWORD' }, { type: 'TOTP', status: 'REQUIRE_REENROLL' }] } })
    const begun = await server.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
    expect(begun.secret).not.toBe(member.secret)
  })

  test('switching it off needs a fresh password and signs all other devices out', async () => {
    const member = await enrollMember()
    const other = await server.ok('POST', '/oauth2/token', {
      headers: { authorization: `,${site.apiKey}` },
      body: { grant_type: 'authorized_client', member_id: member.memberId },
    })
    await server.advanceAuthClock('PT16M')
    const stale = await post('/api/my-factors/TOTP/remove', {}, member.token)
    expect([stale.status, errorCode(stale)]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect((await post('/api/my-factors/TOTP/remove', { currentPassword: 'wrong' }, member.token)).status).toBe(403)
    await server.ok('POST', '/api/my-factors/TOTP/remove', { token: member.token, body: { currentPassword: PASSWORD } })
    expect((await login(server, visitor, member.email)).body.state).toBe('SUCCESS')
    expect((await server.call('GET', '/api/my-sign-in', { token: other.access_token })).status).toBe(401)
    expect(await server.ok('GET', '/api/my-sign-in', { token: member.token })).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
  })
})
