/** Tokens: how long each lives, and what a code is worth. Source: guide identity §4. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allMatched, stripMarkdown, tableAt, unmatchedRows } from '../../../../test/guide-tables.ts'
import { emailedCode, randomEmail, errorCode, cookieFrom, errorData, PASSWORD, signUp, tokenFromLink, verifyCode } from '../../../../test/auth-helpers.ts'
import { challenge, createOauthCalls } from '../../../../test/factories/oauth.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let calls: ReturnType<typeof createOauthCalls>
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ redirectUris: ['https://shop.example/cb'] })
  calls = createOauthCalls(server, site)
})
afterAll(() => server.close())

describe('lifetimes, by the clock of tokens', () => {
  const rows = tableAt('identity', '### 4.2')
  const renew = async (refreshToken: string) => (await calls.grant({ grantType: 'refresh_token', refreshToken })).status
  /** A sign-up that waits for email verification, and the credentials in its emails. */
  async function createUnprovenCode() {
    await server.setSignOnPolicy(site, { verify: true })
    const person = await signUp(server, site)
    await server.setSignOnPolicy(site, {})
    const { id, email, token, stateToken } = person
    const verify = async () => {
      const reply = await verifyCode(server, person, await emailedCode(server, site, email))
      return errorData(reply)?.verificationFailureReason ?? reply.body.state
    }
    return { email, token, verify, id, resend: () => server.ok('POST', '/v1/auth/resend', { token, body: { stateToken } }) }
  }
  const recover = async (email: string, template: string) =>
    (
      await server.call('POST', '/v1/recover', {
        token: await server.visitorToken(site),
        body: { recoveryToken: tokenFromLink((await server.emailVariables(site, email, template)).link), password: 'a brand new morning' },
      })
    ).status
  const cases: Record<string, () => Promise<void>> = {
    'Access token': async () => {
      const member = await server.registerMember(site)
      await server.advanceAuthClock('PT3H59M')
      expect(await calls.isSignedIn(member.token)).toBe(true)
      await server.advanceAuthClock('PT2M')
      const expired = await server.call('GET', '/oauth2/user-info', { token: member.token })
      expect([expired.status, errorCode(expired)]).toEqual([401, 'UNAUTHENTICATED'])
      expect(await calls.info(member.token)).toEqual({ active: false, subjectType: 'UNKNOWN', subjectId: '' })
      expect(await renew(member.refreshToken)).toBe(200)
    },
    'Visitor refresh token': async () => {
      const { refresh_token: refreshToken } = (await calls.grant({ clientId: site.clientId, grantType: 'anonymous' })).body
      for (const [wait, status] of [
        ['P364D', 200],
        ['P364D', 200],
        ['P366D', 400],
      ] as const) {
        await server.advanceAuthClock(wait)
        expect(await renew(refreshToken)).toBe(status)
      }
    },
    'Member refresh token': async () => {
      const [used, idle] = [await server.registerMember(site), await server.registerMember(site)]
      for (let day = 0; day < 174; day += 29) {
        expect(await renew(used.refreshToken)).toBe(200)
        await server.advanceAuthClock('P29D')
      }
      expect([await renew(used.refreshToken), await renew(idle.refreshToken)]).toEqual([200, 400])
      // The holder gets the instant at which it really expires.
      const { exp } = await calls.info(used.refreshToken)
      expect(exp - server.clocks.authNow().epochMilliseconds / 1000).toBeLessThan(6.1 * 86_400)
      await server.advanceAuthClock('P7D')
      expect(await renew(used.refreshToken)).toBe(400)
    },
    'App access token': async () => {
      const { body } = await calls.grant({ grant_type: 'client_credentials', client_id: site.clientId, client_secret: site.appSecret })
      const works = async () => (await server.call('GET', '/v1/sign-on-policies', { token: body.access_token })).status
      await server.advanceAuthClock('PT3H59M')
      expect([body.expires_in, await works()]).toEqual([14_400, 200])
      await server.advanceAuthClock('PT2M')
      expect(await works()).toBe(401)
    },
    'Authorization code': async () => {
      const code = await calls.codeFor((await calls.registerPerson()).sessionToken)
      await server.advanceAuthClock('PT61S')
      expect((await calls.exchange(code)).body.error).toBe('invalid_grant')
    },
    'Session token': async () => {
      const { sessionToken } = await calls.registerPerson()
      await server.advanceAuthClock('PT9M')
      expect([await calls.codeFor(sessionToken), await calls.codeFor(sessionToken)]).not.toContain('')
      await server.advanceAuthClock('PT61S')
      expect(String((await calls.authorize(sessionToken)).headers.location)).toContain('/hosted/login')
    },
    'State token': async () => {
      const waiting = await createUnprovenCode()
      await server.advanceAuthClock('PT59M')
      await waiting.resend()
      await server.advanceAuthClock('PT2M')
      expect(await waiting.verify()).toBe('NOT_FOUND')
    },
    'Redirect session (entry)': async () => {
      const token = await server.visitorToken(site)
      const enter = async (wait: string) => {
        const { redirectSession } = await server.ok('POST', '/v1/redirect-session', { token, body: { bookingsBook: {} } })
        const { pathname, search } = new URL(redirectSession.fullUrl)
        await server.advanceAuthClock(wait)
        return (await server.call('GET', pathname + search, { headers: { accept: 'text/html' } })).status
      }
      expect([await enter('PT9M'), await enter('PT10M1S')]).toEqual([303, 410])
    },
    'SSO cookie on SITE': async () => {
      const enter = async () =>
        cookieFrom(
          (await server.call('POST', '/api/hosted/session', { body: { sessionToken: (await calls.registerPerson()).sessionToken } })).headers,
          'ms_sso',
        )
      const [used, idle] = [await enter(), await enter()]
      const silent = async (cookie: string) => String((await calls.authorize('', { prompt: 'none' }, cookie)).headers.location).includes('code=')
      for (let day = 0; day < 174; day += 29) {
        expect(await silent(used)).toBe(true)
        await server.advanceAuthClock('P29D')
      }
      expect([await silent(used), await silent(idle)]).toEqual([true, false])
      await server.advanceAuthClock('P7D')
      expect(await silent(used)).toBe(false)
    },
    'Email code': async () => {
      const [late, soon] = [await createUnprovenCode(), await createUnprovenCode()]
      await server.advanceAuthClock('PT14M')
      expect(await soon.verify()).toBe('SUCCESS')
      await server.advanceAuthClock('PT2M')
      expect(await late.verify()).toBe('BAD_CODE')
    },
    'Recovery link': async () => {
      const { email, token } = await createUnprovenCode()
      const ask = () => server.ok('POST', '/v1/send-email', { token, body: { email } })
      await ask()
      await server.advanceAuthClock('PT3H1M')
      expect(await recover(email, 'PASSWORD_RESET')).toBe(400)
      await ask()
      await server.advanceAuthClock('PT2H59M')
      expect([await recover(email, 'PASSWORD_RESET'), await recover(email, 'PASSWORD_RESET')]).toEqual([200, 400])
    },
    'Activation link': async () => {
      const { email, id } = await createUnprovenCode()
      const ask = () => server.ok('POST', '/v1/activation-email', { as: site, body: { identityId: id } })
      await ask()
      await server.advanceAuthClock('P7DT1M')
      expect(await recover(email, 'SET_PASSWORD')).toBe(400)
      await ask()
      await server.advanceAuthClock('P6DT23H')
      expect([await recover(email, 'SET_PASSWORD'), await recover(email, 'SET_PASSWORD')]).toEqual([200, 400])
    },
  }
  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('%s: %s', async (thing) => cases[stripMarkdown(thing)]?.())
})

describe('codes', () => {
  test('a double click within ten seconds does no harm; a later replay takes back what the code gave', async () => {
    const one = await calls.registerPerson()
    const code = await calls.codeFor(one.sessionToken)
    const tokens = (await calls.exchange(code)).body
    expect((await calls.exchange(code)).body.error).toBe('invalid_grant')
    expect(await calls.isSignedIn(tokens.access_token)).toBe(true)
    await server.advanceAuthClock('PT11S')
    expect((await calls.exchange(code)).body.error).toBe('invalid_grant')
    expect(await calls.isSignedIn(tokens.access_token)).toBe(false)
    expect((await calls.grant({ grantType: 'refresh_token', refreshToken: tokens.refresh_token })).body.error).toBe('invalid_grant')
    const two = await calls.registerPerson()
    const stolen = await calls.codeFor(two.sessionToken)
    const given = (await calls.exchange(stolen)).body
    expect((await calls.exchange(stolen, { codeVerifier: 'w'.repeat(50) })).body.error).toBe('invalid_grant')
    expect(await calls.isSignedIn(given.access_token)).toBe(false)
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
    const { sessionToken } = await calls.registerPerson()
    const reply = await calls.exchange(await calls.codeFor(sessionToken), change)
    expect([reply.status, reply.body.error, reply.headers['cache-control']]).toEqual([status, error, 'no-store'])
    if (error === 'invalid_grant') expect(reply.body.error_description).toBe('Authorization code is invalid or expired')
  })

  test('a code of one app buys nothing for another', async () => {
    const other = await server.ok('POST', '/oauth-app/v1/oauth-apps', { as: site, body: { oAuthApp: { name: 'Other app' } } })
    const { sessionToken } = await calls.registerPerson()
    expect((await calls.exchange(await calls.codeFor(sessionToken), { clientId: other.oAuthApp.id })).body.error).toBe('invalid_grant')
  })

  test('the visitor who began stays the visitor of the member’s tokens', async () => {
    const one = await calls.registerPerson()
    const made = await server.ok('POST', '/v1/redirect-session', {
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
    const reply = await server.call('GET', url.pathname + url.search, { headers: { accept: 'text/html' } })
    const tokens = (await calls.exchange(new URL(String(reply.headers.location)).searchParams.get('code') ?? '')).body
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
    expect(tokens.refresh_token).toMatch(/^JWS\.[A-Za-z0-9_-]{64}$/)
    expect(JSON.stringify(instance(tokens.access_token))).not.toContain('shop.example')
  })
})

/** Stands last: business time stays where it was moved to. */
describe('business time', () => {
  test('ends no token', async () => {
    const member = await server.registerMember(site)
    await server.advanceClock('P2D')
    expect(await calls.isSignedIn(member.token)).toBe(true)
  })

  test('an unverified sign-up releases the address after thirty days', async () => {
    const own = await server.createSite()
    await server.ok('PATCH', '/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireEmailVerification: true } } })
    const email = randomEmail()
    const first = await signUp(server, own, email)
    expect((await signUp(server, own, email)).id).toBe(first.id)
    await server.advanceClock('P31D')
    expect((await signUp(server, own, email)).id).not.toBe(first.id)
  })
})

test("a visitor's token says which visitor it is, and the member that they become keeps it", async () => {
  const instanceIn = (token: string) => {
    const claims = JSON.parse(Buffer.from(token.replace('OauthNG.JWS.', '').split('.')[1] ?? '', 'base64url').toString()) as { sub: string; data: string }
    return { sub: claims.sub, ...(JSON.parse(claims.data) as { instance: { aid?: string; uid?: string; metaSiteId: string } }).instance }
  }
  const visitor = await server.visitorToken(site)
  const { aid, sub } = instanceIn(visitor)
  expect(aid).toMatch(/^[0-9a-f-]{36}$/)
  expect(sub).toBe(`VISITOR:${aid}`)
  const { refresh_token } = await server.ok('POST', '/oauth2/token', { body: { clientId: site.clientId, grantType: 'anonymous' } })
  const renewed = [1, 2].map(() => calls.grant({ grantType: 'refresh_token', refreshToken: refresh_token }))
  const [first, second] = (await Promise.all(renewed)).map(({ body }) => instanceIn(body.access_token).aid)
  expect(first).toBe(second)
  // A flow that this visitor begins and signs in to goes on under the same visitor.
  const { sessionToken } = await server.ok('POST', '/v2/register', { token: visitor, body: { loginId: { email: randomEmail() }, password: PASSWORD } })
  const authRequest = { clientId: site.clientId, codeChallenge: challenge, codeChallengeMethod: 'S256', responseMode: 'query', responseType: 'code' }
  const { redirectSession } = await server.ok('POST', '/v1/redirect-session', {
    token: visitor,
    body: { auth: { authRequest: { ...authRequest, redirectUri: 'https://shop.example/cb', scope: 'offline_access', state: 'st', sessionToken } } },
  })
  const reply = await server.call('GET', String(redirectSession.fullUrl).replace(/^https?:\/\/[^/]+/, ''), { headers: { accept: 'text/html' } })
  const code = new URL(String(reply.headers.location)).searchParams.get('code') ?? ''
  const { body } = await calls.exchange(code)
  expect(instanceIn(body.access_token)).toMatchObject({ aid, uid: expect.any(String) })
})

test('a sign-in by an identity provider sets the last login date, like any other', async () => {
  const lastLogin = async (memberId: string) =>
    (await server.ok('GET', `/v1/members/${memberId}`, { as: site, query: { fieldsets: 'FULL' } })).member.lastLoginDate
  const headers = { authorization: `,${site.apiKey}`, 'wix-site-id': site.metaSiteId }
  const { identity } = await server.ok('POST', '/v2/sign-on', { headers, body: { loginId: { email: randomEmail() }, verifyEmail: true } })
  const before = await lastLogin(identity.id)
  expect(before).toBeDefined()
  const byOwner = await server.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail: randomEmail() } } })
  expect(await lastLogin(byOwner.member.id)).toBeUndefined()
  await calls.grant({ grant_type: 'authorized_client', member_id: byOwner.member.id }, headers)
  expect(await lastLogin(byOwner.member.id)).toBeDefined()
})
