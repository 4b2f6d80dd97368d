import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { differentCode, emailedCode, errorCode, login, PASSWORD, randomEmail, register, verifyCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let visitor: string
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  visitor = await server.visitorToken(site)
})
afterAll(() => server.close())

const post = (path: string, body: unknown, token: string | undefined = visitor) => server.call('POST', path, { body, ...(token ? { token } : {}) })

describe('tokens', () => {
  test('an anonymous visitor gets a pair that the API accepts, and the refresh token keeps working', async () => {
    const first = await server.ok('POST', '/oauth2/token', { body: { clientId: site.clientId, grantType: 'anonymous' } })
    expect(first).toMatchObject({ token_type: 'Bearer', expires_in: 14400 })
    expect(first.access_token).toMatch(/^OauthNG\.JWS\./)
    expect(first.access_token.length).toBeLessThanOrEqual(1400)
    expect(first.refresh_token.length).toBeLessThanOrEqual(400)
    const [, , , payload] = first.access_token.split('.')
    expect(JSON.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()).data).instance.metaSiteId).toBe(site.metaSiteId)
    for (let i = 0; i < 2; i++) {
      const renewed = await server.ok('POST', '/oauth2/token', { body: { refresh_token: first.refresh_token, grant_type: 'refresh_token' } })
      expect(renewed.refresh_token).toBe(first.refresh_token)
    }
    expect((await server.ok('POST', '/oauth2/token-info', { body: { token: first.access_token } })).subjectType).toBe('VISITOR')
    expect((await post('/v2/validate-email', { email: 'a@b.example' }, `Bearer ${first.access_token}`)).status).toBe(200)
  })

  test.each([
    [{}, 400, 'invalid_request'],
    [{ grantType: 'magic' }, 400, 'unsupported_grant_type'],
    [{ grantType: 'anonymous', clientId: randomUUID() }, 401, 'invalid_client'],
    [{ grantType: 'anonymous', clientId: 'unknown' }, 401, 'invalid_client'],
    [{ grantType: 'refresh_token', refreshToken: 'JWS.x' }, 400, 'invalid_grant'],
    [{ grantType: 'authorized_client', member_id: randomUUID() }, 403, 'unauthorized_client'],
  ])('%j → %i %s', async (body, status, error) => {
    const reply = await post('/oauth2/token', body)
    expect([reply.status, reply.body.error]).toEqual([status, error])
  })

  test('form encoding works, and the raw request of the generated client too', async () => {
    const form = await server.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=anonymous&client_id=${site.clientId}`,
    })
    expect(form.statusCode).toBe(200)
    const wrapped = await server.ok('POST', '/oauth2/token', {
      body: { body: Buffer.from(JSON.stringify({ grantType: 'anonymous', clientId: site.clientId })).toString('base64') },
    })
    expect(wrapped.statusCode).toBe(200)
    expect(JSON.parse(Buffer.from(wrapped.body, 'base64').toString()).access_token).toMatch(/^OauthNG/)
  })

  test('an app gets an access token of the business, never a refresh token', async () => {
    const tokens = await server.ok('POST', '/oauth2/token', {
      body: { grant_type: 'client_credentials', client_id: site.clientId, client_secret: site.appSecret, instance_id: site.metaSiteId },
    })
    expect(tokens.refresh_token).toBeUndefined()
    expect((await server.call('GET', '/v1/sign-on-policies', { token: tokens.access_token })).status).toBe(200)
    expect((await post('/oauth2/token', { grant_type: 'client_credentials', client_id: site.clientId, client_secret: 'wrong' })).body.error).toBe(
      'invalid_client',
    )
  })

  test('an API key does not work from a browser, nor for another site', async () => {
    const key = { authorization: site.apiKey, 'wix-site-id': site.metaSiteId }
    expect((await server.call('GET', '/v1/sign-on-policies', { headers: key })).status).toBe(200)
    expect(errorCode(await server.call('GET', '/v1/sign-on-policies', { headers: { ...key, origin: 'https://x.example' } }))).toBe('TRUSTED_CLIENTS_ONLY')
    const other = await server.createSite()
    expect((await server.call('GET', '/v1/sign-on-policies', { headers: { ...key, 'wix-site-id': other.metaSiteId } })).status).toBe(403)
    expect(
      (await server.call('GET', '/v1/sign-on-policies', { headers: { authorization: `msk_${'a'.repeat(43)}`, 'wix-site-id': site.metaSiteId } })).status,
    ).toBe(401)
  })

  test('a bad or missing token is 401, a visitor at an owner operation 403', async () => {
    expect((await server.call('GET', '/v1/sign-on-policies')).status).toBe(401)
    expect((await server.call('GET', '/v1/sign-on-policies', { token: 'OauthNG.JWS.a.b.c' })).status).toBe(401)
    expect((await server.call('GET', '/v1/sign-on-policies', { token: visitor })).status).toBe(403)
  })
})

describe('registration', () => {
  test('leads to SUCCESS, a member with the same id, and a welcome', async () => {
    const email = randomEmail()
    const reply = await register(server, visitor, email, { profile: { firstName: 'Ann', lastName: 'Lee', labels: ['x'], customFields: [{ name: 'y' }] } })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      state: 'SUCCESS',
      stateToken: null,
      identity: {
        email: { address: email, isVerified: false },
        status: { name: 'ACTIVE', reasons: [] },
        identityProfile: { firstName: 'Ann', nickname: 'Ann Lee', labels: [] },
      },
    })
    expect(reply.body.sessionToken).toBeTruthy()
    expect((await server.sentEmails(site, email)).map((sent) => sent.template)).toContain('WELCOME')
  })

  test('a used email is 409 -19995, whatever its case', async () => {
    const email = randomEmail()
    await register(server, visitor, email)
    const again = await register(server, visitor, email.toUpperCase())
    expect([again.status, errorCode(again)]).toEqual([409, '-19995'])
  })

  test('violations name the field and always carry data', async () => {
    const reply = await post('/v2/register', { loginId: { email: 'nope' }, password: 'short' })
    expect(reply.status).toBe(400)
    const violations = reply.body.details.validationError.fieldViolations
    expect(violations).toMatchObject([
      { field: 'loginId.email', data: { type: 'EMAIL' } },
      { field: 'password', ruleName: 'VALUE_TOO_SHORT', data: { threshold: 8 } },
    ])
  })
})

describe('login', () => {
  test('right, wrong, unknown and malformed', async () => {
    const email = randomEmail()
    await register(server, visitor, email)
    expect((await login(server, visitor, email)).body.state).toBe('SUCCESS')
    for (const reply of [
      await login(server, visitor, email, { password: 'wrong password' }),
      await login(server, visitor, randomEmail()),
      await post('/v2/login', { loginId: { email } }),
    ]) {
      expect([reply.status, errorCode(reply), reply.body.message]).toEqual([401, '-19976', 'Wrong email or password.'])
    }
    for (const body of [{ loginId: { email: 'nope' }, password: 'x' }, {}, { loginId: null }, { loginId: { email: 7 } }]) {
      const reply = await post('/v2/login', body)
      expect([reply.status, errorCode(reply)]).toEqual([400, 'INVALID_EMAIL_FORMAT'])
    }
  })

  test('five failures in a row make everyone wait, also for unknown addresses', async () => {
    for (const email of [randomEmail(), randomEmail()]) {
      if (email) await register(server, visitor, email)
      for (let i = 0; i < 5; i++) expect((await login(server, visitor, email, { password: 'wrong password' })).status).toBe(401)
      const locked = await login(server, visitor, email)
      expect([locked.status, errorCode(locked)]).toEqual([429, 'THROTTLED_FEATURE'])
      expect(locked.headers['retry-after']).toBeDefined()
    }
    const unknown = randomEmail()
    for (let i = 0; i < 5; i++) await login(server, visitor, unknown, { password: 'wrong password' })
    expect((await login(server, visitor, unknown)).status).toBe(429)
  })
})

describe('proof of the email and approval', () => {
  test('the whole way: code, wrong code, owner approval', async () => {
    const own = await server.createSite()
    const token = await server.visitorToken(own)
    await server.ok('PATCH', '/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireOwnerApproval: true, requireEmailVerification: true } } })
    const email = randomEmail()
    const signedUp = await register(server, token, email, { profile: { firstName: 'Bo' } })
    expect(signedUp.body).toMatchObject({
      state: 'REQUIRE_EMAIL_VERIFICATION',
      sessionToken: null,
      identity: { status: { name: 'PENDING', reasons: ['PENDING_EMAIL_VERIFICATION_REQUIRED', 'PENDING_ADMIN_APPROVAL_REQUIRED'] } },
    })
    const { stateToken } = signedUp.body
    const code = await emailedCode(server, own, email)
    const wrong = await verifyCode(server, { token, stateToken }, differentCode(code))
    expect(wrong.body.details.applicationError).toMatchObject({ code: 'VERIFICATION_FAILED', data: { verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 } })
    expect((await post('/v1/auth/resend', { stateToken }, token)).status).toBe(429)
    const proven = await verifyCode(server, { token, stateToken }, code)
    expect(proven.body).toMatchObject({ state: 'REQUIRE_OWNER_APPROVAL', identity: { email: { isVerified: true } } })
    const again = await verifyCode(server, { token, stateToken }, code)
    expect(again.body.details.applicationError.data.verificationFailureReason).toBe('NOT_FOUND')
    expect((await login(server, token, email)).body.state).toBe('REQUIRE_OWNER_APPROVAL')
    expect((await server.sentEmails(own)).map((sent) => sent.template)).toEqual(expect.arrayContaining(['APPROVAL_REQUESTED', 'APPROVAL_PENDING']))
  })

  test('the sign-up that verifies the address gets it: a second one replaces an unverified one', async () => {
    const own = await server.createSite()
    const token = await server.visitorToken(own)
    await server.ok('PATCH', '/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireEmailVerification: true } } })
    const email = randomEmail()
    const squatter = await register(server, token, email, { password: 'the squatter was here' })
    const rightful = await register(server, token, email)
    expect(rightful.body.state).toBe('REQUIRE_EMAIL_VERIFICATION')
    const codes = (await server.sentEmails(own, email)).filter((sent) => sent.template === 'VERIFY_EMAIL_CODE')
    expect(codes).toHaveLength(2)
    for (const sent of codes) expect((await verifyCode(server, { token, stateToken: squatter.body.stateToken }, sent.variables.code)).status).toBe(400)
    const results = []
    for (const sent of codes) results.push((await verifyCode(server, { token, stateToken: rightful.body.stateToken }, sent.variables.code)).body.state)
    expect(results).toContain('SUCCESS')
    expect((await login(server, token, email, { password: 'the squatter was here' })).status).toBe(401)
    expect((await login(server, token, email)).body.state).toBe('SUCCESS')
  })
})

describe('passwords', () => {
  test('a change keeps the calling session and ends the others', async () => {
    const email = randomEmail()
    const one = await server.registerMember(site, email)
    const other = await server.ok('POST', '/oauth2/token', {
      headers: { authorization: `,${site.apiKey}` },
      body: { grant_type: 'authorized_client', member_id: one.memberId },
    })
    const weak = await post('/v2/change-password', { newPassword: 'short' }, one.token)
    expect(weak.body.details.validationError.fieldViolations[0]).toMatchObject({ field: 'newPassword', violatedRule: 'MIN_LENGTH' })
    const common = await post('/v2/change-password', { newPassword: 'Summer2026!' }, one.token)
    expect(common.body.details.validationError.fieldViolations[0]).toMatchObject({ field: 'newPassword', ruleName: 'PASSWORD_TOO_COMMON', data: {} })
    const same = await post('/v2/change-password', { newPassword: PASSWORD }, one.token)
    expect(same.body.details.validationError.fieldViolations[0].ruleName).toBe('PASSWORD_UNCHANGED')
    expect((await post('/v2/change-password', { newPassword: 'another quiet night' }, one.token)).status).toBe(200)
    expect((await server.call('GET', '/oauth2/user-info', { token: one.token })).status).toBe(200)
    expect((await server.call('GET', '/oauth2/user-info', { token: other.access_token })).status).toBe(401)
    expect((await post('/oauth2/token', { grantType: 'refresh_token', refreshToken: other.refresh_token })).body.error).toBe('invalid_grant')
    expect((await post('/v2/change-password', { newPassword: 'whatever it may be' })).status).toBe(403)
  })

  test('recovery: the same answer for everyone, one use, all sessions end', async () => {
    const member = await server.registerMember(site)
    expect((await post('/v1/send-email', { email: randomEmail() })).body).toEqual({})
    expect((await post('/v1/send-email', { email: member.email })).body).toEqual({})
    const bad = await post('/v1/send-email', { email: member.email, redirect: { url: 'https://evil.example/', clientId: site.clientId } })
    expect([bad.status, errorCode(bad)]).toEqual([400, 'REDIRECT_DOMAIN_NOT_ALLOWED'])
    const link = (await server.sentEmails(site, member.email)).find((sent) => sent.template === 'PASSWORD_RESET')?.variables.link as string
    const recoveryToken = new URL(link).searchParams.get('token')
    for (const [password, ruleName] of [
      ['short', 'VALUE_TOO_SHORT'],
      ['Summer2026!', 'PASSWORD_TOO_COMMON'],
    ] as const)
      expect((await post('/v1/recover', { recoveryToken, password })).body.details.validationError.fieldViolations[0]).toMatchObject({
        field: 'password',
        ruleName,
      })
    const done = await post('/v1/recover', { recoveryToken, password: 'a brand new morning' })
    expect(done.body).toMatchObject({ state: 'SUCCESS', sessionToken: null, identity: { email: { isVerified: true } } })
    expect(errorCode(await post('/v1/recover', { recoveryToken, password: 'a brand new evening' }))).toBe('INVALID_RECOVERY_TOKEN')
    expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(401)
    expect((await login(server, visitor, member.email, { password: 'a brand new morning' })).body.state).toBe('SUCCESS')
  })
})

describe('trusted callers', () => {
  test('sign-on makes a member, is the same member next time, and joins tokens to its session', async () => {
    const email = randomEmail()
    const headers = { authorization: `${visitor},${site.apiKey}` }
    const first = await server.ok('POST', '/v2/sign-on', { headers, body: { loginId: { email }, profile: { firstName: 'Cy' } } })
    const second = await server.ok('POST', '/v2/sign-on', { headers, body: { loginId: { email } } })
    expect(second.identity.id).toBe(first.identity.id)
    const tokens = await server.ok('POST', '/oauth2/token', {
      headers,
      body: { grant_type: 'authorized_client', member_id: first.identity.id, session_token: second.sessionToken },
    })
    expect((await server.ok('GET', '/oauth2/user-info', { token: tokens.access_token })).email).toBe(email)
    const foreign = await server.registerMember(site)
    expect(
      (
        await server.call('POST', '/oauth2/token', {
          headers,
          body: { grant_type: 'authorized_client', member_id: foreign.memberId, session_token: second.sessionToken },
        })
      ).body.error,
    ).toBe('invalid_grant')
    expect((await post('/v2/sign-on', { loginId: { email } })).status).toBe(403)
  })

  test('an invitation sets the first password', async () => {
    const email = randomEmail()
    const { identity } = await server.ok('POST', '/v2/sign-on', { as: site, body: { loginId: { email } } })
    await server.ok('POST', '/v1/activation-email', { as: site, body: { identityId: identity.id } })
    const link = (await server.sentEmails(site, email)).find((sent) => sent.template === 'SET_PASSWORD')?.variables.link as string
    await server.ok('POST', '/v1/recover', { token: visitor, body: { recoveryToken: new URL(link).searchParams.get('token'), password: PASSWORD } })
    expect((await login(server, visitor, email)).body.state).toBe('SUCCESS')
    expect((await server.call('POST', '/v1/activation-email', { as: site, body: { identityId: randomUUID() } })).body.details.applicationError.code).toBe(
      '-19999',
    )
  })

  test('a block works at once, on tokens in use and on sign-in', async () => {
    const member = await server.registerMember(site)
    await server.ok('POST', `/v1/members/${member.memberId}/block`, { as: site, body: {} })
    expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(401)
    expect((await post('/oauth2/token', { grantType: 'refresh_token', refreshToken: member.refreshToken })).status).toBe(400)
    expect(errorCode(await login(server, visitor, member.email))).toBe('MEMBER_BLOCKED')
  })
})

test('the keys that sign tokens are public', async () => {
  const { keys } = await server.ok('GET', '/oauth2/jwks')
  expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' })
  expect(keys[0].d).toBeUndefined()
})

describe('dashboard sign-in', () => {
  const signIn = (password: string) => server.call('POST', '/api/owner/sign-in', { body: { email: site.ownerEmail, password } })
  test('cookie and header together make the owner', async () => {
    expect((await signIn('wrong')).status).toBe(401)
    const reply = await signIn(site.ownerPassword)
    expect(reply.status).toBe(200)
    const cookie = String(reply.headers['set-cookie']).split(';')[0] as string
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
    const me = await server.ok('GET', '/api/owner/me', { headers: { cookie } })
    expect(me).toMatchObject({ user: { email: site.ownerEmail }, sites: [{ id: site.metaSiteId, role: 'OWNER' }], csrfToken: reply.body.csrfToken })
    const change = (headers: Record<string, string>) =>
      server.call('PATCH', '/v1/sign-on-policies', { headers: { cookie, ...headers }, body: { signOnPolicy: {} } })
    expect((await change({})).status).toBe(401)
    expect((await change({ 'x-csrf': me.csrfToken })).status).toBe(200)
    const made = await server.call('POST', '/api/api-keys', { headers: { cookie, 'x-csrf': me.csrfToken }, body: { name: 'Server' } })
    expect(made.body.key).toMatch(/^msk_/)
    expect((await server.call('GET', '/v1/sign-on-policies', { headers: { authorization: made.body.key, 'wix-site-id': site.metaSiteId } })).status).toBe(200)
    await server.ok('DELETE', `/api/api-keys/${made.body.apiKey.id}`, { headers: { cookie, 'x-csrf': me.csrfToken } })
    expect((await server.call('GET', '/v1/sign-on-policies', { headers: { authorization: made.body.key, 'wix-site-id': site.metaSiteId } })).status).toBe(401)
    await server.ok('POST', '/api/owner/sign-out', { headers: { cookie, 'x-csrf': me.csrfToken }, body: {} })
    expect((await server.ok('GET', '/api/owner/me', { headers: { cookie } })).user).toBeNull()
  })
})

test('redirect lists change only by mask', async () => {
  const path = `/oauth-app/v1/oauth-apps/${site.clientId}`
  const oAuthApp = { allowedRedirectUris: ['https://shop.example/cb'], name: 'Shop' }
  expect((await server.ok('PATCH', path, { as: site, body: { oAuthApp } })).oAuthApp.allowedRedirectUris).not.toContain('https://shop.example/cb')
  const changed = await server.ok('PATCH', path, { as: site, body: { oAuthApp, mask: { paths: ['allowedRedirectUris'] } } })
  expect(changed.oAuthApp).toMatchObject({ allowedRedirectUris: ['https://shop.example/cb'] })
  expect(changed.oAuthApp.name).not.toBe('Shop')
  expect(
    (await server.call('PATCH', path, { as: site, body: { oAuthApp: { allowedRedirectUris: ['javascript:alert(1)'] }, mask: 'allowedRedirectUris' } })).status,
  ).toBe(400)
})
