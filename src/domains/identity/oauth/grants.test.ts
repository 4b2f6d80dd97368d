/** What each grant gives, and what tokens say about themselves. Source: guide identity §4.3, §4.4. */
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allMatched, stripMarkdown, tableAt, unmatchedRows } from '../../../../test/guide-tables.ts'
import { PASSWORD } from '../../../../test/auth-helpers.ts'
import { createOauthCalls } from '../../../../test/factories/oauth.ts'
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

describe('grants', () => {
  const rows = tableAt('identity', '| grant | Body |')
  const cases: Record<string, () => Promise<void>> = {
    anonymous: async () => {
      const ask = async () => (await calls.grant({ clientId: site.clientId, grantType: 'anonymous' })).body
      const [one, other] = [await ask(), await ask()]
      const [first, second] = [await calls.info(one.access_token), await calls.info(other.access_token)]
      expect([first.subjectType, second.subjectType, first.subjectId === second.subjectId]).toEqual(['VISITOR', 'VISITOR', false])
      expect((await calls.info(one.refresh_token)).subjectId).toBe(first.subjectId)
    },
    refresh_token: async () => {
      const member = await server.registerMember(site)
      const renew = (more = {}) => calls.grant({ grantType: 'refresh_token', refreshToken: member.refreshToken, ...more })
      for (const reply of await Promise.all([renew(), renew({ clientId: site.clientId })])) {
        expect(reply.body.refresh_token).toBe(member.refreshToken)
        expect(await calls.info(reply.body.access_token)).toMatchObject({ subjectType: 'MEMBER', subjectId: member.memberId })
      }
      expect((await renew({ clientId: randomUUID() })).body.error).toBe('invalid_grant')
      // Use moves the idle end on.
      const before = (await calls.info(member.refreshToken)).exp
      await server.advanceAuthClock('P1D')
      await renew()
      expect((await calls.info(member.refreshToken)).exp - before).toBeGreaterThanOrEqual(86_400)
    },
    authorization_code: async () => {
      const one = await calls.registerPerson()
      const tokens = (await calls.exchange(await calls.codeFor(one.sessionToken))).body
      expect([tokens.refresh_token, await calls.info(tokens.access_token)]).toMatchObject([expect.stringMatching(/^JWS\./), { subjectId: one.memberId }])
    },
    authorized_client: async () => {
      const one = await calls.registerPerson()
      const ask = async (more = {}) =>
        (await calls.grant({ grant_type: 'authorized_client', member_id: one.memberId, ...more }, { authorization: `${one.visitor},${site.apiKey}` })).body
      const devices = async (token: string) => (await server.ok('GET', '/api/my-devices', { token })).devices.length
      const joined = await ask({ session_token: one.sessionToken, scope: 'offline_access' })
      expect(await devices(joined.access_token)).toBe(1)
      const own = await ask()
      expect([own.refresh_token, await devices(own.access_token)]).toEqual([expect.stringMatching(/^JWS\./), 2])
      expect((await ask({ session_token: (await calls.registerPerson()).sessionToken })).error).toBe('invalid_grant')
    },
    client_credentials: async () => {
      const { body } = await calls.grant({
        grant_type: 'client_credentials',
        client_id: site.clientId,
        client_secret: site.appSecret,
        instance_id: site.metaSiteId,
      })
      expect([body.refresh_token, await calls.info(body.access_token)]).toMatchObject([undefined, { subjectType: 'APP', subjectId: site.clientId }])
    },
    strip_bound_session: async () => {
      const member = await server.registerMember(site)
      const strip = (accessToken: string, clientSecret = site.appSecret) =>
        calls.grant({ grant_type: 'strip_bound_session', access_token: accessToken, client_secret: clientSecret })
      expect((await strip(member.token, 'wrong')).body.error).toBe('invalid_client')
      const stripped = await strip(member.token)
      expect(stripped.body.refresh_token).toBeUndefined()
      await server.ok('GET', '/v1/logout', { token: member.token })
      expect([await calls.isSignedIn(member.token), await calls.isSignedIn(stripped.body.access_token)]).toEqual([false, true])
      expect((await strip(member.token)).body.error).toBe('invalid_grant')
      await server.ok('POST', `/v1/members/${member.memberId}/block`, { as: site, body: {} })
      expect(await calls.isSignedIn(stripped.body.access_token)).toBe(false)
      const visitor = await server.visitorToken(site)
      expect((await server.ok('POST', '/oauth2/token-info', { body: { token: (await strip(visitor)).body.access_token } })).subjectType).toBe('VISITOR')
    },
  }
  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('%s with %s', async (name) => cases[stripMarkdown(name)]?.())

  test('token-info tells apps, members and visitors apart, for access and refresh tokens', async () => {
    const member = await server.registerMember(site)
    const app = (await calls.grant({ grant_type: 'client_credentials', client_id: site.clientId, client_secret: site.appSecret, instance_id: site.metaSiteId }))
      .body
    const common = { active: true, clientId: site.clientId, siteId: site.metaSiteId, instanceId: site.metaSiteId, accountId: site.accountId }
    expect(await calls.info(member.token)).toMatchObject({ ...common, subjectType: 'MEMBER', subjectId: member.memberId })
    expect(await calls.info(member.refreshToken)).toMatchObject({ ...common, subjectType: 'MEMBER', subjectId: member.memberId })
    expect(await calls.info(app.access_token)).toMatchObject({ ...common, subjectType: 'APP', subjectId: site.clientId })
    const { exp, iat } = await calls.info(member.token)
    expect(exp - iat).toBe(14_400)
    for (const token of ['', 'x', 'OauthNG.JWS.a.b.c', 'JWS.x'])
      expect(await calls.info(token)).toEqual({ active: false, subjectType: 'UNKNOWN', subjectId: '' })
    expect(
      (await calls.grant({ grant_type: 'client_credentials', client_id: site.clientId, client_secret: site.appSecret, instance_id: randomUUID() })).body.error,
    ).toBe('invalid_grant')
  })

  test('the compound header: site from the token part, expired or empty; a foreign site is refused', async () => {
    const member = await server.registerMember(site)
    const visitor = await server.visitorToken(site)
    const foreign = await server.visitorToken(await server.createSite())
    const ask = (authorization: string, more = {}) => calls.grant({ grant_type: 'authorized_client', member_id: member.memberId, ...more }, { authorization })
    expect((await ask(`${visitor},${site.apiKey}`)).status).toBe(200)
    expect((await ask(`,${site.apiKey}`)).body.refresh_token).toMatch(/^JWS\./)
    expect((await ask(`${foreign},${site.apiKey}`)).body.error).toBe('unauthorized_client')
    expect((await ask(visitor)).body.error).toBe('unauthorized_client')
    expect((await ask(`,msk_${'x'.repeat(43)}`)).status).toBe(403)
    await server.advanceAuthClock('PT5H')
    expect((await ask(`${visitor},${site.apiKey}`)).status).toBe(200)
    expect((await ask(`,${site.apiKey}`, { member_id: randomUUID() })).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'Member cannot sign in',
    })
    expect((await ask(`,${site.apiKey}`, { member_id: undefined })).body.error).toBe('invalid_request')
    await server.ok('POST', `/v1/members/${member.memberId}/block`, { as: site, body: {} })
    expect((await ask(`,${site.apiKey}`)).body.error_description).toBe('Member cannot sign in')
  })

  test('every answer says which request it was, and no token is written where others read', async () => {
    const reply = await calls.grant({ clientId: site.clientId, grantType: 'anonymous' })
    expect(reply.headers['x-wix-request-id']).toBeTruthy()
    expect(reply.headers['access-control-expose-headers']).toContain('x-wix-request-id')
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    expect(server.problems.join('\n')).not.toMatch(/OauthNG|JWS\.|msk_/)
    const { sessionToken } = await calls.registerPerson()
    const { rows } = await server.open.db.executeQuery<{ text: string }>(
      CompiledQuery.raw(
        'select row_to_json(t)::text as text from (select * from flow_token) t union all select row_to_json(r)::text from refresh_token r union all select row_to_json(a)::text from audit_entry a',
      ),
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map((row) => row.text).join('\n')).not.toContain(sessionToken)
    expect(rows.map((row) => row.text).join('\n')).not.toContain(PASSWORD)
  })
})
