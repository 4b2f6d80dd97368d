/** Each row of the guide's tables of answers is a case here; a row without a case fails. Source: guide identity §4.3, §5.2, §9.6; its worked examples. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allMatched, examplesAt, toMatchExample, stripMarkdown, findQuotes, findQuote, tableAt, unmatchedRows } from '../../../test/guide-tables.ts'
import { authenticatorCode, errorCode, login, PASSWORD, randomEmail, signUp, tokenFromLink } from '../../../test/auth-helpers.ts'
import { createOauthCalls } from '../../../test/factories/oauth.ts'
import { startTestServer, type TestReply, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
/** Opens no session by itself: a visitor who signs up here verifies the address. */
let proving: TestSite
let asking: TestSite
let calls: ReturnType<typeof createOauthCalls>
beforeAll(async () => {
  server = await startTestServer()
  const input = { redirectUris: ['https://shop.example/cb'], allowLocalhost: false }
  site = await server.createSite(input)
  calls = createOauthCalls(server, site)
  proving = await server.createSite()
  asking = await server.createSite(input)
  await server.setSignOnPolicy(proving, { verify: true })
  await server.setSignOnPolicy(asking, { approve: true })
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const grant = (body: Record<string, unknown>, authorization?: string) =>
  server.call('POST', '/oauth2/token', { body, ...(authorization === undefined ? {} : { headers: { authorization } }) })
const move = (id: string, action: string, own = site) => server.ok('POST', `/v1/members/${id}/${action}`, { as: own, body: {} })
const remove = (id: string) => server.ok('DELETE', `/v1/members/${id}`, { as: site })

describe('errors of the token endpoint', () => {
  const rows = tableAt('identity', 'Errors are IETF style')
  const pairFor = (memberId: string, own = site) => grant({ grant_type: 'authorized_client', member_id: memberId }, `,${own.apiKey}`)
  const cases: Record<string, () => Promise<TestReply[]>> = {
    'unknown or deleted client': async () => {
      const { oAuthApp } = await server.ok('POST', '/oauth-app/v1/oauth-apps', { as: site, body: { oAuthApp: { name: 'Short-lived' } } })
      await server.ok('DELETE', `/api/oauth-apps/${oAuthApp.id}`, { as: site })
      return Promise.all([randomUUID(), oAuthApp.id].map((clientId) => grant({ grantType: 'anonymous', clientId })))
    },
    'wrong secret': async () => [await grant({ grant_type: 'client_credentials', client_id: site.clientId, client_secret: 'x'.repeat(43) })],
    'missing field': async () => [await calls.exchange('', { code: undefined })],
    'unknown grant': async () => [await grant({ grantType: 'magic', clientId: site.clientId })],
    'code unknown, used, expired, wrong verifier, wrong redirectUri, other client': async () => {
      const fresh = async () => calls.codeFor((await signUp(server, site)).sessionToken)
      const used = await fresh()
      await calls.exchange(used)
      const other = await server.ok('POST', '/oauth-app/v1/oauth-apps', { as: site, body: { oAuthApp: { name: 'Other' } } })
      const answers = [
        await calls.exchange('unknown'),
        await calls.exchange(used),
        await calls.exchange(await fresh(), { codeVerifier: 'w'.repeat(50) }),
        await calls.exchange(await fresh(), { redirectUri: 'https://shop.example/other' }),
        await calls.exchange(await fresh(), { clientId: other.oAuthApp.id }),
      ]
      const old = await fresh()
      await server.advanceAuthClock('PT61S')
      return [...answers, await calls.exchange(old)]
    },
    'refresh token unknown, expired, revoked': async () => {
      const [idle, out] = [await server.registerMember(site), await server.registerMember(site)]
      await server.ok('GET', '/_api/iam/authentication/v1/logout', { token: out.token })
      const refresh = (refreshToken: string) => grant({ grantType: 'refresh_token', refreshToken })
      const now = [await refresh('JWS.x'), await refresh(out.refreshToken)]
      await server.advanceAuthClock('P31D')
      return [...now, await refresh(idle.refreshToken)]
    },
    'member unknown, blocked, deleted, offline, pending': async () => {
      const [blocked, deleted, offline] = [await signUp(server, site), await signUp(server, site), await signUp(server, site)]
      await move(blocked.id, 'block')
      await remove(deleted.id)
      await move(offline.id, 'disconnect')
      const waiting = await signUp(server, asking)
      const here = [randomUUID(), blocked.id, deleted.id, offline.id].map((id) => pairFor(id))
      return Promise.all([...here, pairFor(waiting.id, asking), pairFor((await signUp(server, proving)).id, proving)])
    },
    'API key missing or lacks permission': async () => {
      const { id } = await signUp(server, site)
      const { key } = await keyWith(['WIX_HEADLESS.WIX_URL_CREATE'])
      return [await grant({ grant_type: 'authorized_client', member_id: id }), await grant({ grant_type: 'authorized_client', member_id: id }, `,${key}`)]
    },
    'too many requests': async () => {
      const { refreshToken } = await server.registerMember(site)
      const answers: TestReply[] = []
      for (let i = 0; i < 61; i++) answers.push(await grant({ grantType: 'refresh_token', refreshToken }))
      expect(answers.slice(0, 60).every((reply) => reply.status === 200)).toBe(true)
      expect(Number(answers[60]?.headers['retry-after'])).toBeGreaterThan(0)
      return answers.slice(60)
    },
  }
  /** A key that a person made: keys make no keys. */
  const keyWith = async (permissions: readonly string[]): Promise<{ key: string }> =>
    server.ok('POST', '/api/api-keys', { ...(await server.signInAsOwner(site)), body: { name: 'Small', permissions } })

  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('%s → %s', async (situation, status, body) => {
    const answers = (await cases[stripMarkdown(situation)]?.()) ?? []
    expect(answers.length).toBeGreaterThan(0)
    const { error, error_description } = JSON.parse((body as string).replace(/^`(.*?)`.*$/, '$1')) as Record<string, string>
    // Where the guide leaves the words open they only have to be there.
    const said = error_description === '…' || error === 'invalid_request' ? expect.stringMatching(/./) : error_description
    for (const reply of answers) expect([reply.status, reply.body]).toMatchObject([Number.parseInt(status as string, 10), { error, error_description: said }])
  })
})

describe('login', () => {
  const rows = tableAt('identity', '### 5.2')
  const captcha = (mode: string) => server.ok('POST', '/_test/auth-settings', { body: { metaSiteId: site.metaSiteId, captcha: { login: mode } } })
  const state = (reply: TestReply) => [reply.status, reply.body.state]
  const readRefusal = (reply: TestReply) => [reply.status, errorCode(reply)]
  const cases: Record<string, () => Promise<void>> = {
    'right password, ACTIVE, no second factor': async () =>
      expect(state(await login(server, site, (await signUp(server, site)).email))).toEqual([200, 'SUCCESS']),
    'right password, PENDING[EMAIL…]': async () => {
      const { email, stateToken } = await signUp(server, proving)
      const reply = await login(server, proving, email)
      expect(state(reply)).toEqual([200, 'REQUIRE_EMAIL_VERIFICATION'])
      expect([reply.body.stateToken === stateToken, (await server.sentEmails(proving, email)).length]).toEqual([false, 1])
    },
    'right password, PENDING[ADMIN]': async () =>
      expect(state(await login(server, asking, (await signUp(server, asking)).email))).toEqual([200, 'REQUIRE_OWNER_APPROVAL']),
    'right password, second factor on': async () => {
      const member = await server.registerMember(site)
      const { secret } = await server.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
      const code = authenticatorCode(server, secret)
      await server.ok('POST', '/api/my-factors/TOTP/confirm', { token: member.token, body: { code } })
      expect(state(await login(server, site, member.email))).toEqual([200, 'REQUIRE_MFA'])
    },
    'right password, owner or breach check demands a reset': async () => {
      const { id, email } = await signUp(server, site)
      await server.ok('POST', `/api/members/${id}/demand-password`, { as: site, body: {} })
      expect(readRefusal(await login(server, site, email))).toEqual([403, '-19973'])
    },
    'right password, BLOCKED': async () => {
      const { id, email } = await signUp(server, site)
      await move(id, 'block')
      expect(readRefusal(await login(server, site, email))).toEqual([403, 'MEMBER_BLOCKED'])
      expect(readRefusal(await login(server, site, email, { password: 'wrong' }))).toEqual([401, '-19976'])
    },
    'wrong password, unknown email, no password set, OFFLINE, DELETED': async () => {
      const [known, offline, deleted] = [await signUp(server, site), await signUp(server, site), await signUp(server, site)]
      await move(offline.id, 'disconnect')
      await remove(deleted.id)
      const { member } = await server.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail: randomEmail() } } })
      const answers = [await login(server, site, known.email, { password: 'wrong' })]
      for (const email of [randomEmail(), member.loginEmail, offline.email, deleted.email]) answers.push(await login(server, site, email))
      for (const reply of answers) expect([reply.status, reply.body]).toEqual([401, answers[0]?.body])
      expect(errorCode(answers[0] as TestReply)).toBe('-19976')
    },
    'malformed or missing email': async () => {
      for (const email of ['nope', undefined, '', 7]) expect(readRefusal(await login(server, site, email))).toEqual([400, 'INVALID_EMAIL_FORMAT'])
    },
    'missing or over-long password': async () => {
      const { email } = await signUp(server, site)
      for (const password of [undefined, '', 'x'.repeat(129), 'x'.repeat(100_000)])
        expect(readRefusal(await login(server, site, email, { password: password ?? null }))).toEqual([401, '-19976'])
    },
    'captcha needed / bad': async () => {
      const { email, token } = await signUp(server, site)
      await captcha('ALWAYS')
      const answers = [await login(server, site, email)]
      answers.push(await server.call('POST', '/v2/login', { token, body: { loginId: { email }, password: PASSWORD, captchaTokens: [{ Recaptcha: 'nope' }] } }))
      await captcha('OFF')
      expect(answers.map(readRefusal)).toEqual([
        [400, '-19971'],
        [400, '-19970'],
      ])
    },
    throttled: async () => {
      const { email } = await signUp(server, site)
      for (let i = 0; i < 5; i++) await login(server, site, email, { password: 'wrong' })
      expect(readRefusal(await login(server, site, email))).toEqual([429, 'THROTTLED_FEATURE'])
    },
  }
  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('%s → %s', async (situation) => cases[stripMarkdown(situation)]?.())
})

describe('what ends sessions', () => {
  const rows = tableAt('identity', '### 9.6')
  /** Two devices of one person: tokens, refresh tokens; and a link and a session token that are open. */
  async function devices() {
    const one = await server.registerMember(site)
    const again = await grant({ grant_type: 'authorized_client', member_id: one.memberId }, `,${site.apiKey}`)
    const { sessionToken } = (await login(server, site, one.email)).body
    return {
      ...one,
      other: { token: again.body.access_token as string, refreshToken: again.body.refresh_token as string },
      sessionToken: sessionToken as string,
    }
  }
  const lives = async ({ token, refreshToken }: { token: string; refreshToken: string }) => [
    (await server.call('GET', '/oauth2/user-info', { token })).status === 200,
    (await grant({ grantType: 'refresh_token', refreshToken })).status === 200,
  ]
  type Devices = Awaited<ReturnType<typeof devices>>
  const ALIVE = [true, true]
  const DEAD = [false, false]
  const mine = (of: Devices, method: string, path: string, body: unknown) => server.ok(method, path, { token: of.token, body })
  /** What ends, and what is left of the calling device, the other one, and of the session token. */
  const cases: Record<string, () => Promise<void>> = {
    logout: async () => {
      const of = await devices()
      await server.ok('GET', '/_api/iam/authentication/v1/logout', { token: of.token })
      expect([await lives(of), await lives(of.other)]).toEqual([DEAD, ALIVE])
    },
    'change password': async () => {
      const of = await devices()
      await mine(of, 'POST', '/v2/change-password', { newPassword: 'a calmer longer night', currentPassword: PASSWORD })
      expect([await lives(of), await lives(of.other), await calls.codeFor(of.sessionToken)]).toEqual([ALIVE, DEAD, ''])
    },
    'recover / activation': async () => {
      for (const [kind, ask] of [
        ['PASSWORD_RESET', (of: Devices) => mine(of, 'POST', '/v1/send-email', { email: of.email })],
        ['SET_PASSWORD', (of: Devices) => server.ok('POST', '/v1/activation-email', { as: site, body: { identityId: of.memberId } })],
      ] as const) {
        const of = await devices()
        await ask(of)
        const { link } = await server.emailVariables(site, of.email, kind)
        const recoveryToken = tokenFromLink(link)
        await server.ok('POST', '/v1/recover', { token: await server.visitorToken(site), body: { recoveryToken, password: 'a calmer longer night' } })
        expect([kind, await lives(of), await lives(of.other), await calls.codeFor(of.sessionToken)]).toEqual([kind, DEAD, DEAD, ''])
      }
    },
    'block, disconnect, delete': async () => {
      for (const end of [(id: string) => move(id, 'block'), (id: string) => move(id, 'disconnect'), remove]) {
        const of = await devices()
        await end(of.memberId)
        expect([await lives(of), await lives(of.other), await calls.codeFor(of.sessionToken)]).toEqual([DEAD, DEAD, ''])
      }
    },
    'owner "Sign out everywhere", member "Devices" page': async () => {
      const of = await devices()
      await mine(of, 'POST', '/api/my-devices/sign-out-others', {})
      expect([await lives(of), await lives(of.other)]).toEqual([ALIVE, DEAD])
      await server.ok('POST', `/api/members/${of.memberId}/sign-out`, { as: site, body: {} })
      expect(await lives(of)).toEqual(DEAD)
    },
    'email changed, second factor switched off': async () => {
      const of = await devices()
      const newEmail = randomEmail()
      const { stateToken } = await mine(of, 'POST', '/api/my-email', { newEmail })
      const [sent] = await server.sentEmails(site, newEmail)
      await mine(of, 'POST', '/api/my-email/confirm', { stateToken, code: sent?.variables.code })
      expect([await lives(of), await lives(of.other), await calls.codeFor(of.sessionToken)]).toEqual([ALIVE, DEAD, ''])
      const two = await devices()
      const { secret } = await mine(two, 'POST', '/api/my-factors/TOTP/start', {})
      const totp = authenticatorCode(server, secret)
      await mine(two, 'POST', '/api/my-factors/TOTP/confirm', { code: totp })
      await mine(two, 'POST', '/api/my-factors/TOTP/remove', { currentPassword: PASSWORD })
      expect([await lives(two), await lives(two.other)]).toEqual([ALIVE, DEAD])
    },
    'approve, mute, privacy change': async () => {
      const of = await devices()
      await move(of.memberId, 'approve')
      await move(of.memberId, 'mute')
      await mine(of, 'POST', '/v1/members/join-community', {})
      expect([await lives(of), await lives(of.other), (await calls.codeFor(of.sessionToken)) !== '']).toEqual([ALIVE, ALIVE, true])
    },
  }
  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('%s: access tokens of %s, refresh tokens of %s', async (trigger) => cases[stripMarkdown(trigger)]?.())
})

describe('paths', () => {
  /** `/a/{b,c}` names two. */
  const listNamed = (path: string): string[] => {
    const [, head = '', list, tail = ''] = /^(.*?)\{([^}]*,[^}]*)\}(.*)$/.exec(path) ?? []
    return list === undefined ? [path] : list.split(',').flatMap((one) => listNamed(`${head}${one}${tail}`))
  }
  /** Every path between the backticks of a cell with each method before it; `method` where none stands. What is cut by `…` is named elsewhere. */
  const pathsIn = (cell = '', method = 'POST'): [method: string, path: string][] =>
    [...cell.matchAll(/`([^`…]*)`/g)].flatMap(([, text = '']) => {
      const [path] = /\/\S*$/.exec(text) ?? []
      const verbs = text.match(/GET|POST|PATCH/g) ?? [method]
      return path === undefined ? [] : listNamed(path).flatMap((one) => verbs.map((verb): [string, string] => [verb, one]))
    })
  const rows = tableAt('identity', '## 3').map(([what, own, aliases]) => [what, pathsIn(own), aliases] as const)

  test.each(rows)('%s is served under its path and its older spellings', async (_what, own, aliases) => {
    const all = [...own, ...pathsIn(aliases, own[0]?.[0])]
    expect(all.length).toBeGreaterThan(0)
    for (const [verb, path] of all) {
      const reply = await server.call(verb, path.replace('{factorType}', 'TOTP'), verb === 'GET' ? {} : { body: {} })
      expect([verb, path, reply.status === 404 && errorCode(reply) === 'NOT_FOUND']).toEqual([verb, path, false])
    }
  })
})

describe('worked examples', () => {
  const guid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  const number = expect.any(Number)

  test('the answer of a sign-up that succeeded', async () => {
    const [example] = examplesAt('identity', 'Answer shape (register')
    const body = { loginId: { email: 'ann@shop.example' }, password: PASSWORD, profile: { firstName: 'Ann', lastName: 'Lee', language: 'en' } }
    const reply = await server.ok('POST', '/v2/register', { token: await server.visitorToken(site), body })
    expect(reply).toEqual(toMatchExample(example, { id: guid, createdDate: instant, updatedDate: instant }))
  })

  test('the claims of an access token', async () => {
    const [example] = examplesAt('identity', '### 4.1') as [{ data: string }]
    const member = await server.registerMember(site)
    const claims = JSON.parse(Buffer.from(member.token.split('.')[3] ?? '', 'base64url').toString()) as { data: string; iat: number }
    expect(Object.keys(claims).toSorted()).toEqual(Object.keys(example).toSorted())
    const ofThisKind = { data: expect.any(String), sub: `MEMBER:${member.memberId}`, sid: guid, iat: number, exp: claims.iat + 14_400 }
    expect(claims).toEqual(toMatchExample(example, ofThisKind))
    const { instance } = JSON.parse(claims.data)
    expect({ instance }).toEqual(
      toMatchExample(JSON.parse(example.data), { signDate: instant, expirationDate: instant, aid: guid, appDefId: site.clientId, uid: member.memberId }),
    )
    expect([instance.metaSiteId, instance.instanceId, instance.siteOwnerId]).toEqual([site.metaSiteId, site.metaSiteId, site.ownerUserId])
  })

  test('the answer of the token endpoint', async () => {
    const reply = await grant({ grantType: 'anonymous', clientId: site.clientId })
    expect(reply.body).toEqual(toMatchExample(findQuote('identity', 'Answer for every grant:')))
    expect([Object.keys(reply.body).length, reply.headers['cache-control']]).toEqual([4, 'no-store'])
  })

  test('what a token is worth', async () => {
    const { token, memberId } = await server.registerMember(site)
    const of = (sent: string) => server.ok('POST', '/oauth2/token-info', { body: { token: sent } })
    const live = await of(token)
    expect(live).toEqual(toMatchExample(findQuote('identity', '`{"active":true'), { exp: number, iat: number }))
    expect(live).toMatchObject({
      subjectId: memberId,
      clientId: site.clientId,
      siteId: site.metaSiteId,
      accountId: site.accountId,
      instanceId: site.metaSiteId,
    })
    expect(await of('JWS.unknown')).toEqual(findQuote('identity', 'Unknown, expired or revoked →'))
  })

  test('what is said of an address', async () => {
    const token = await server.visitorToken(site)
    const [valid, invalid] = findQuotes('identity', '- `POST v2/validate-email`')
    expect(await server.ok('POST', '/v2/validate-email', { token, body: { email: 'ann@shop.example' } })).toEqual(valid)
    expect(await server.ok('POST', '/v2/validate-email', { token, body: { email: 'ann' } })).toEqual(invalid)
  })

  test('a sign-out by token', async () => {
    const { token } = await server.registerMember(site)
    const reply = await server.ok('GET', '/_api/iam/authentication/v1/logout', { token, query: { clientId: site.clientId } })
    expect(reply).toEqual(toMatchExample(findQuotes('identity', '  Called with an `Authorization` header')[0]))
  })

  test('the policy of a site that never set it', async () => {
    const untouched = await server.createSite()
    const reply = await server.ok('GET', '/iam/signon/v1/sign-on-policies', { as: untouched })
    expect(reply).toEqual({ signOnPolicy: toMatchExample((findQuotes('identity', '`GET` → `{"signOnPolicy"')[0] as { signOnPolicy: object }).signOnPolicy) })
  })

  test('the three refusals', async () => {
    const [wrong, violation, slow] = examplesAt('identity', 'Examples of full bodies')
    const { email, token } = await signUp(server, site)
    expect((await login(server, site, email, { password: 'wrong' })).body).toEqual(wrong)
    expect((await server.call('POST', '/v2/register', { token, body: { loginId: { email: 'nope' }, password: PASSWORD } })).body).toEqual(violation)
    for (let i = 0; i < 4; i++) await login(server, site, email, { password: 'wrong' })
    expect((await login(server, site, email)).body).toEqual(slow)
  })
})
