import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitInMemory } from '#kit/work/windows.ts'
import { makeWorld, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site({ redirectUris: ['https://shop.example/cb'] })
}, 120_000)
afterAll(() => world.close())

const PASSWORD = 'a calm long evening'
const anybody = () => `t-${randomUUID().slice(0, 8)}@shop.example`
const wait = (advance: string) => world.ok('POST', '/_test/auth-clock', { body: { advance } })
const grant = (body: Record<string, unknown>, headers: Record<string, string> = {}) => world.call('POST', '/oauth2/token', { body, headers })
const codeOf = (answer: { body: { details?: { applicationError?: { code: unknown } } } }) => answer.body.details?.applicationError?.code
const isSignedIn = async (token: string) => (await world.call('GET', '/oauth2/user-info', { token })).status === 200
const VERIFIER = 'v'.repeat(50)
const challenge = createHash('sha256').update(VERIFIER).digest('base64url')

/** A fresh person with a session token, as register gives it. */
async function person(own = site) {
  const visitor = await world.visitor(own)
  const email = anybody()
  const { sessionToken, identity } = await world.ok('POST', '/v2/register', { token: visitor, body: { loginId: { email }, password: PASSWORD } })
  return { email, visitor, sessionToken: sessionToken as string, memberId: identity.id as string }
}
const authorize = (sessionToken: string, more: Record<string, string> = {}) =>
  world.call('GET', '/_api/oauth2/authorize', {
    headers: { accept: 'text/html' },
    query: {
      clientId: site.clientId,
      responseType: 'code',
      redirectUri: 'https://shop.example/cb',
      state: 'st',
      codeChallenge: challenge,
      codeChallengeMethod: 'S256',
      sessionToken,
      ...more,
    },
  })
async function codeFor(sessionToken: string): Promise<string> {
  const answer = await authorize(sessionToken)
  return new URL(String(answer.headers.location)).searchParams.get('code') ?? ''
}
const exchange = (code: string, more: Record<string, unknown> = {}) =>
  grant({ clientId: site.clientId, grantType: 'authorization_code', code, codeVerifier: VERIFIER, redirectUri: 'https://shop.example/cb', ...more })

describe('lifetimes, by the clock of tokens', () => {
  test('an access token lives four hours', async () => {
    const member = await world.member(site)
    await wait('PT3H59M')
    expect(await isSignedIn(member.token)).toBe(true)
    await wait('PT2M')
    const expired = await world.call('GET', '/oauth2/user-info', { token: member.token })
    expect([expired.status, codeOf(expired)]).toEqual([401, 'UNAUTHENTICATED'])
    expect(await world.ok('POST', '/oauth2/token-info', { body: { token: member.token } })).toEqual({ active: false, subjectType: 'UNKNOWN', subjectId: '' })
    expect((await grant({ grantType: 'refresh_token', refreshToken: member.refreshToken })).status).toBe(200)
  })

  test('a member’s refresh token ends after 30 idle days, each use begins them anew, 180 days end it for good', async () => {
    const member = await world.member(site)
    const idle = await world.member(site)
    const renew = async (refreshToken: string) => (await grant({ grantType: 'refresh_token', refreshToken })).status
    for (let day = 0; day < 174; day += 29) {
      expect(await renew(member.refreshToken)).toBe(200)
      await wait('P29D')
    }
    expect(await renew(member.refreshToken)).toBe(200)
    expect((await grant({ grantType: 'refresh_token', refreshToken: idle.refreshToken })).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'Refresh token is invalid, expired or revoked',
    })
    await wait('P7D')
    expect(await renew(member.refreshToken)).toBe(400)
  })

  test('a visitor’s refresh token lives while it is used once a year', async () => {
    const { refresh_token: refreshToken } = (await grant({ clientId: site.clientId, grantType: 'anonymous' })).body
    await wait('P364D')
    expect((await grant({ grantType: 'refresh_token', refreshToken })).status).toBe(200)
    await wait('P364D')
    expect((await grant({ grantType: 'refresh_token', refreshToken })).status).toBe(200)
    await wait('P366D')
    expect((await grant({ grantType: 'refresh_token', refreshToken })).status).toBe(400)
  })

  test('a code lives a minute, a session token ten', async () => {
    const { sessionToken } = await person()
    const code = await codeFor(sessionToken)
    await wait('PT61S')
    expect((await exchange(code)).body.error).toBe('invalid_grant')
    expect(await codeFor(sessionToken)).not.toBe('')
    expect(await codeFor(sessionToken)).not.toBe('')
    await wait('PT10M')
    expect(String((await authorize(sessionToken)).headers.location)).toContain('/hosted/login')
  })

  test('codes of letters live 15 minutes, state tokens an hour, recovery links three hours, invitations a week', async () => {
    const own = await world.site()
    await world.ok('PATCH', '/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireEmailVerification: true } } })
    const visitor = await world.visitor(own)
    const email = anybody()
    const { stateToken, identity } = await world.ok('POST', '/v2/register', { token: visitor, body: { loginId: { email }, password: PASSWORD } })
    const code = async () => (await world.letters(own, email)).findLast((letter) => letter.template === 'VERIFY_EMAIL_CODE')?.variables.code
    const verify = async (state: string) => {
      const answer = await world.call('POST', '/v1/auth/verify', { token: visitor, body: { code: await code(), stateToken: state } })
      return answer.body.details?.applicationError.data.verificationFailureReason ?? answer.body.state
    }
    await wait('PT16M')
    expect(await verify(stateToken)).toBe('BAD_CODE')
    await world.ok('POST', '/v1/auth/resend', { token: visitor, body: { stateToken } })
    await wait('PT45M')
    expect(await verify(stateToken)).toBe('NOT_FOUND')
    const again = await world.ok('POST', '/v2/login', { token: visitor, body: { loginId: { email }, password: PASSWORD } })
    expect(await verify(again.stateToken)).toBe('SUCCESS')
    const link = async (template: string) =>
      new URL((await world.letters(own, email)).findLast((letter) => letter.template === template)?.variables.link as string).searchParams.get('token')
    const recover = async (recoveryToken: string | null) =>
      (await world.call('POST', '/v1/recover', { token: await world.visitor(own), body: { recoveryToken, password: 'a brand new morning' } })).status
    await world.ok('POST', '/v1/send-email', { token: visitor, body: { email } })
    const late = await link('PASSWORD_RESET')
    await wait('PT3H1M')
    expect(await recover(late)).toBe(400)
    await world.ok('POST', '/v1/activation-email', { as: own, body: { identityId: identity.id } })
    await wait('P6D')
    expect(await recover(await link('SET_PASSWORD'))).toBe(200)
    await world.ok('POST', '/v1/activation-email', { as: own, body: { identityId: identity.id } })
    await wait('P8D')
    expect(await recover(await link('SET_PASSWORD'))).toBe(400)
  })
})

describe('codes', () => {
  test('a double click within ten seconds does no harm; a later replay takes back what the code gave', async () => {
    const one = await person()
    const code = await codeFor(one.sessionToken)
    const tokens = (await exchange(code)).body
    expect((await exchange(code)).body.error).toBe('invalid_grant')
    expect(await isSignedIn(tokens.access_token)).toBe(true)
    await wait('PT11S')
    expect((await exchange(code)).body.error).toBe('invalid_grant')
    expect(await isSignedIn(tokens.access_token)).toBe(false)
    expect((await grant({ grantType: 'refresh_token', refreshToken: tokens.refresh_token })).body.error).toBe('invalid_grant')
    const two = await person()
    const stolen = await codeFor(two.sessionToken)
    const given = (await exchange(stolen)).body
    expect((await exchange(stolen, { codeVerifier: 'w'.repeat(50) })).body.error).toBe('invalid_grant')
    expect(await isSignedIn(given.access_token)).toBe(false)
  })

  test.each([
    [{ codeVerifier: 'w'.repeat(50) }, 400, 'invalid_grant'],
    [{ codeVerifier: 'v'.repeat(42) }, 400, 'invalid_grant'],
    [{ redirectUri: 'https://shop.example/other' }, 400, 'invalid_grant'],
    [{ redirectUri: undefined }, 400, 'invalid_grant'],
    [{ code: 'unknown' }, 400, 'invalid_grant'],
    [{ clientId: randomUUID() }, 401, 'invalid_client'],
    [{ codeVerifier: undefined }, 400, 'invalid_request'],
    [{ code: undefined }, 400, 'invalid_request'],
  ])('an exchange with %j → %i %s', async (change, status, error) => {
    const { sessionToken } = await person()
    const answer = await exchange(await codeFor(sessionToken), change)
    expect([answer.status, answer.body.error, answer.headers['cache-control']]).toEqual([status, error, 'no-store'])
    if (error === 'invalid_grant') expect(answer.body.error_description).toBe('Authorization code is invalid or expired')
  })

  test('a code of one app buys nothing for another', async () => {
    const other = await world.ok('POST', '/oauth-app/v1/oauth-apps', { as: site, body: { oAuthApp: { name: 'Other app' } } })
    const { sessionToken } = await person()
    expect((await exchange(await codeFor(sessionToken), { clientId: other.oAuthApp.id })).body.error).toBe('invalid_grant')
  })

  test('the visitor who began stays the visitor of the member’s tokens', async () => {
    const one = await person()
    const made = await world.ok('POST', '/v1/redirect-session', {
      token: one.visitor,
      body: {
        auth: {
          prompt: 'none',
          authRequest: {
            clientId: site.clientId,
            responseType: 'code',
            responseMode: 'query',
            redirectUri: 'https://shop.example/cb',
            state: 'st',
            codeChallenge: challenge,
            codeChallengeMethod: 'S256',
            sessionToken: one.sessionToken,
          },
        },
      },
    })
    const url = new URL(made.redirectSession.fullUrl)
    const answer = await world.call('GET', url.pathname + url.search, { headers: { accept: 'text/html' } })
    const tokens = (await exchange(new URL(String(answer.headers.location)).searchParams.get('code') ?? '')).body
    expect([tokens.access_token.length <= 1400, tokens.refresh_token.length <= 400]).toEqual([true, true])
    expect(`${tokens.access_token}${tokens.refresh_token}`).toMatch(/^[A-Za-z0-9._-]+$/)
    const instance = (token: string) => JSON.parse(JSON.parse(Buffer.from(token.split('.')[3] ?? '', 'base64url').toString()).data).instance
    const sub = JSON.parse(Buffer.from(one.visitor.split('.')[3] ?? '', 'base64url').toString()).sub as string
    expect(instance(tokens.access_token)).toMatchObject({
      uid: one.memberId,
      aid: sub.replace('VISITOR:', ''),
      metaSiteId: site.metaSiteId,
      siteOwnerId: site.ownerUserId,
      instanceId: site.metaSiteId,
      appDefId: site.clientId,
      permissions: 'offline_access',
      demoMode: false,
    })
    const claims = JSON.parse(Buffer.from(tokens.access_token.split('.')[3] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ sub: `MEMBER:${one.memberId}`, sid: expect.any(String), jti: expect.any(String), exp: claims.iat + 14_400 })
    expect(tokens.refresh_token).toMatch(/^JWS\.[A-Za-z0-9_-]{43}$/)
    expect(JSON.stringify(instance(tokens.access_token))).not.toContain('shop.example')
  })
})

describe('other grants', () => {
  test('renewing with another client is refused, sixty a minute are enough for anybody', async () => {
    const member = await world.member(site)
    const renew = (more = {}) => grant({ grantType: 'refresh_token', refreshToken: member.refreshToken, ...more })
    expect((await renew({ clientId: randomUUID() })).body.error).toBe('invalid_grant')
    expect((await renew({ clientId: site.clientId })).status).toBe(200)
    let last = await renew()
    for (let i = 0; i < 60; i++) last = await renew()
    expect([last.status, last.body.error, last.headers['retry-after']]).toEqual([429, 'slow_down', '60'])
    await wait('PT61S')
    expect((await renew()).status).toBe(200)
  })

  test('anonymous tokens are plenty for a storefront, and end for a flood', async () => {
    const own = await world.site()
    const ask = (ip: string) => grant({ clientId: own.clientId, grantType: 'anonymous' }, { 'x-test-ip': ip })
    // All but the last ones are counted without being asked for.
    const count = (key: string, times: number) => {
      for (let i = 0; i < times; i++) waitInMemory(key, { times: 6000, seconds: 60 }, world.clocks.authNow().epochMilliseconds)
    }
    expect((await ask('192.0.2.1')).status).toBe(200)
    count(`anonymous ${own.clientId} 192.0.2.1`, 598)
    expect((await ask('192.0.2.1')).status).toBe(200)
    const refused = await ask('192.0.2.1')
    expect([refused.status, refused.body.error, refused.headers['retry-after']]).toEqual([429, 'slow_down', '60'])
    expect((await ask('192.0.2.2')).status).toBe(200)
    count(`anonymous ${own.clientId}`, 5995)
    expect((await ask('192.0.2.3')).status).toBe(200)
    expect((await ask('192.0.2.4')).status).toBe(429)
    await wait('PT61S')
    expect((await ask('192.0.2.1')).status).toBe(200)
  })

  test('a stripped token is the same member, outlives the browser’s sign-out, and ends with a block', async () => {
    const member = await world.member(site)
    const strip = (accessToken: string, clientSecret = site.appSecret) =>
      grant({ grant_type: 'strip_bound_session', access_token: accessToken, client_secret: clientSecret })
    expect((await strip(member.token, 'wrong')).body.error).toBe('invalid_client')
    const stripped = await strip(member.token)
    expect(stripped.body.refresh_token).toBeUndefined()
    await world.ok('GET', '/v1/logout', { token: member.token })
    expect([await isSignedIn(member.token), await isSignedIn(stripped.body.access_token)]).toEqual([false, true])
    expect((await strip(member.token)).body.error).toBe('invalid_grant')
    await world.ok('POST', `/v1/members/${member.memberId}/block`, { as: site, body: {} })
    expect(await isSignedIn(stripped.body.access_token)).toBe(false)
    const visitor = await world.visitor(site)
    expect((await world.ok('POST', '/oauth2/token-info', { body: { token: (await strip(visitor)).body.access_token } })).subjectType).toBe('VISITOR')
  })

  test('token-info tells apps, members and visitors apart, for access and refresh tokens', async () => {
    const member = await world.member(site)
    const app = (await grant({ grant_type: 'client_credentials', client_id: site.clientId, client_secret: site.appSecret, instance_id: site.metaSiteId })).body
    const info = (token: string) => world.ok('POST', '/oauth2/token-info', { body: { token } })
    const common = { active: true, clientId: site.clientId, siteId: site.metaSiteId, instanceId: site.metaSiteId, accountId: site.accountId }
    expect(await info(member.token)).toMatchObject({ ...common, subjectType: 'MEMBER', subjectId: member.memberId })
    expect(await info(member.refreshToken)).toMatchObject({ ...common, subjectType: 'MEMBER', subjectId: member.memberId })
    expect(await info(app.access_token)).toMatchObject({ ...common, subjectType: 'APP', subjectId: site.clientId })
    const { exp, iat } = await info(member.token)
    expect(exp - iat).toBe(14_400)
    for (const token of ['', 'x', 'OauthNG.JWS.a.b.c', 'JWS.x']) expect(await info(token)).toEqual({ active: false, subjectType: 'UNKNOWN', subjectId: '' })
    expect(
      (await grant({ grant_type: 'client_credentials', client_id: site.clientId, client_secret: site.appSecret, instance_id: randomUUID() })).body.error,
    ).toBe('invalid_grant')
  })

  test('the compound header: site from the token part, expired or empty; a foreign site is refused', async () => {
    const member = await world.member(site)
    const visitor = await world.visitor(site)
    const foreign = await world.visitor(await world.site())
    const ask = (authorization: string, more = {}) => grant({ grant_type: 'authorized_client', member_id: member.memberId, ...more }, { authorization })
    expect((await ask(`${visitor},${site.apiKey}`)).status).toBe(200)
    expect((await ask(`,${site.apiKey}`)).body.refresh_token).toMatch(/^JWS\./)
    expect((await ask(`${foreign},${site.apiKey}`)).body.error).toBe('unauthorized_client')
    expect((await ask(visitor)).body.error).toBe('unauthorized_client')
    expect((await ask(`,msk_${'x'.repeat(43)}`)).status).toBe(403)
    await wait('PT5H')
    expect((await ask(`${visitor},${site.apiKey}`)).status).toBe(200)
    expect((await ask(`,${site.apiKey}`, { member_id: randomUUID() })).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'Member cannot sign in',
    })
    expect((await ask(`,${site.apiKey}`, { member_id: undefined })).body.error).toBe('invalid_request')
    await world.ok('POST', `/v1/members/${member.memberId}/block`, { as: site, body: {} })
    expect((await ask(`,${site.apiKey}`)).body.error_description).toBe('Member cannot sign in')
  })

  test('every answer says which request it was, and no token is written where others read', async () => {
    const answer = await grant({ clientId: site.clientId, grantType: 'anonymous' })
    expect(answer.headers['x-wix-request-id']).toBeTruthy()
    expect(answer.headers['access-control-expose-headers']).toContain('x-wix-request-id')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    expect(world.problems.join('\n')).not.toMatch(/OauthNG|JWS\.|msk_/)
    const { sessionToken } = await person()
    const { rows } = await world.open.db.executeQuery<{ text: string }>({
      sql: 'select row_to_json(t)::text as text from (select * from flow_token) t union all select row_to_json(r)::text from refresh_token r union all select row_to_json(a)::text from audit_entry a',
      parameters: [],
      query: { kind: 'RawNode' },
      queryId: { queryId: 'leak' },
    } as never)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map((row) => row.text).join('\n')).not.toContain(sessionToken)
    expect(rows.map((row) => row.text).join('\n')).not.toContain(PASSWORD)
  })
})

describe('limits and what they say', () => {
  const post = (path: string, body: unknown, token: string, headers: Record<string, string> = {}) => world.call('POST', path, { body, token, headers })
  const codeAt = (answer: { status: number; body: { details?: { applicationError?: { code: unknown } } } }) => [answer.status, codeOf(answer)]

  /** As if a thing that was done once had been done so often. */
  const counted = (own: TestSite, key: string, count: number) =>
    world.open.db.updateTable('throttle').set({ count }).where('siteId', '=', own.metaSiteId).where('key', '=', key).executeTakeFirstOrThrow()

  test('twenty sign-ups an hour from one address', async () => {
    const own = await world.site()
    const token = await world.visitor(own)
    const signUp = (ip: string) => post('/v2/register', { loginId: { email: 'nope' }, password: PASSWORD }, token, { 'x-test-ip': ip })
    expect((await signUp('198.51.100.1')).status).toBe(400)
    await counted(own, 'register:198.51.100.1', 19)
    expect((await signUp('198.51.100.1')).status).toBe(400)
    const refused = await signUp('198.51.100.1')
    expect(codeAt(refused)).toEqual([429, 'THROTTLED_FEATURE'])
    expect(Number(refused.headers['retry-after'])).toBe(refused.body.details.applicationError.data.retryAfterSeconds)
    expect((await signUp('198.51.100.2')).status).toBe(400)
    await wait('PT61M')
    expect((await signUp('198.51.100.1')).status).toBe(400)
  })

  test('a hundred failures from one address in ten minutes close it, even for a right password', async () => {
    const own = await world.site()
    const token = await world.visitor(own)
    const member = await world.member(own)
    const tryIn = (email: string, password: string, ip: string) => post('/v2/login', { loginId: { email }, password }, token, { 'x-test-ip': ip })
    await tryIn('nobody-1@shop.example', 'wrong', '203.0.113.7')
    await counted(own, 'login-failed:203.0.113.7', 99)
    expect((await tryIn('nobody-2@shop.example', 'wrong', '203.0.113.7')).status).toBe(401)
    expect(codeAt(await tryIn(member.email, PASSWORD, '203.0.113.7'))).toEqual([429, 'THROTTLED_FEATURE'])
    expect((await tryIn(member.email, PASSWORD, '203.0.113.8')).status).toBe(200)
    await wait('PT10M1S')
    expect((await tryIn(member.email, PASSWORD, '203.0.113.7')).status).toBe(200)
  })

  test('waits double: 30 s, a minute, two; success forgets them; the owner of the address is told once a day', async () => {
    const own = await world.site()
    const token = await world.visitor(own)
    const member = await world.member(own)
    const tryIn = async (password: string) => post('/v2/login', { loginId: { email: member.email }, password }, token)
    for (let i = 0; i < 5; i++) expect((await tryIn('wrong')).status).toBe(401)
    expect((await tryIn(PASSWORD)).body.details.applicationError).toMatchObject({
      data: { retryAfterSeconds: 30 },
      description: 'Too many attempts. Try again in 30 seconds.',
    })
    await wait('PT31S')
    expect((await tryIn('wrong')).status).toBe(401)
    await wait('PT31S')
    expect((await tryIn(PASSWORD)).status).toBe(429)
    await wait('PT30S')
    expect((await tryIn(PASSWORD)).status).toBe(200)
    for (let i = 0; i < 4; i++) expect((await tryIn('wrong')).status).toBe(401)
    expect((await tryIn(PASSWORD)).status).toBe(200)
    expect((await world.letters(own, member.email)).filter((letter) => letter.template === 'SIGN_IN_LOCKED')).toHaveLength(1)
  })

  test('a hundred and twenty redirect sessions a minute', async () => {
    const token = await world.visitor(site)
    const { subjectId } = await world.ok('POST', '/oauth2/token-info', { body: { token } })
    const make = () => post('/v1/redirect-session', { login: {} }, token)
    expect((await make()).status).toBe(200)
    await counted(site, `redirect-session:${subjectId}`, 119)
    expect((await make()).status).toBe(200)
    expect(codeAt(await make())).toEqual([429, 'THROTTLED_FEATURE'])
    await wait('PT61S')
    expect((await make()).status).toBe(200)
  })

  test('recovery mails: three an hour, silently', async () => {
    const member = await world.member(site)
    const visitor = await world.visitor(site)
    for (let i = 0; i < 5; i++) expect((await post('/v1/send-email', { email: member.email }, visitor)).body).toEqual({})
    expect((await world.letters(site, member.email)).filter((letter) => letter.template === 'PASSWORD_RESET')).toHaveLength(3)
  })

  test('five codes an hour, five tries for each, twenty a day; and the flow dies with the tries', async () => {
    const own = await world.site()
    await world.ok('PATCH', '/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireEmailVerification: true } } })
    const token = await world.visitor(own)
    const email = anybody()
    const { stateToken } = (await post('/v2/register', { loginId: { email }, password: PASSWORD }, token)).body
    const reason = async (code: string) => (await post('/v1/auth/verify', { code, stateToken }, token)).body.details?.applicationError.data
    const code = (await world.letters(own, email)).findLast((letter) => letter.template === 'VERIFY_EMAIL_CODE')?.variables.code as string
    const wrong = code === '000000' ? '111111' : '000000'
    for (const attemptsLeft of [4, 3, 2, 1, 0]) expect(await reason(wrong)).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft })
    expect(await reason(code)).toEqual({ verificationFailureReason: 'NOT_FOUND' })
    for (let i = 0; i < 5; i++) {
      await wait('PT61S')
      expect((await post('/v1/auth/resend', { stateToken }, token)).body).toMatchObject({ state: 'REQUIRE_EMAIL_VERIFICATION', stateToken })
      // Six tries were made above; the twenty-first is one too many, whatever it says.
      for (let n = 0; n < 3; n++) expect((await post('/v1/auth/verify', { code: 'xxxxxx', stateToken }, token)).status).toBe(7 + i * 3 + n > 20 ? 429 : 400)
    }
    await wait('PT61S')
    expect((await post('/v1/auth/resend', { stateToken }, token)).status).toBe(429)
    expect((await post('/v1/auth/resend', { stateToken: 'unknown' }, token)).body.details.applicationError.data).toEqual({
      verificationFailureReason: 'NOT_FOUND',
    })
  })

  test('a site that hides who has an account answers a used address like a new one, to the end', async () => {
    const own = await world.site()
    await world.ok('PATCH', '/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireEmailVerification: true } } })
    await world.ok('PATCH', '/api/sign-in-settings', { as: own, body: { settings: { hideAccountExistence: true } } })
    const token = await world.visitor(own)
    const used = anybody()
    await world.ok('POST', '/v2/sign-on', { as: own, body: { loginId: { email: used }, verifyEmail: true } })
    const shape = (value: unknown): unknown =>
      typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)])) : typeof value
    const signUp = async (email: string) => (await post('/v2/register', { loginId: { email }, password: PASSWORD, profile: { firstName: 'A' } }, token)).body
    const [decoy, real] = [await signUp(used.toUpperCase()), await signUp(anybody())]
    expect(shape(decoy)).toEqual(shape(real))
    expect(decoy).toMatchObject({ state: 'REQUIRE_EMAIL_VERIFICATION', identity: { email: { address: used.toUpperCase() }, status: real.identity.status } })
    const answers = async (stateToken: string) => {
      const tries = []
      for (let i = 0; i < 6; i++) tries.push((await post('/v1/auth/verify', { code: 'xxxxxx', stateToken }, token)).body.details.applicationError.data)
      return [tries, (await post('/v1/auth/resend', { stateToken }, token)).status]
    }
    expect(await answers(decoy.stateToken)).toEqual(await answers(real.stateToken))
    await wait('PT61S')
    const again = async (stateToken: string) => shape((await post('/v1/auth/resend', { stateToken }, token)).body)
    expect(await again(decoy.stateToken)).toEqual(await again(real.stateToken))
    expect((await world.letters(own, used)).map((letter) => letter.template)).toContain('REGISTER_EXISTING')
    expect((await post('/v2/login', { loginId: { email: used }, password: PASSWORD }, token)).status).toBe(401)
  })
})

/** Stands last: business time stays where it was moved to. */
describe('business time', () => {
  test('ends no token', async () => {
    const member = await world.member(site)
    await world.travel('P2D')
    expect(await isSignedIn(member.token)).toBe(true)
  })

  test('a sign-up that nobody proves gives the address back after thirty days', async () => {
    const own = await world.site()
    await world.ok('PATCH', '/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireEmailVerification: true } } })
    const email = anybody()
    const signUp = async () => world.ok('POST', '/v2/register', { token: await world.visitor(own), body: { loginId: { email }, password: PASSWORD } })
    const first = await signUp()
    expect((await signUp()).identity.id).toBe(first.identity.id)
    await world.travel('P31D')
    expect((await signUp()).identity.id).not.toBe(first.identity.id)
  })
})
