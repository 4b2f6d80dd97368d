/** Each row of the guide's tables of answers is a case here; a row without a case fails. Source: guide identity 4.3, 5.1, 5.2, 7, 9.6. */
import { createHash, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examplesAt, tableAt } from '../../../test/guide.ts'
import { makeWorld, type Called, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
/** Signs nobody in by itself: whoever signs up here proves their address. */
let proving: TestSite
let asking: TestSite
beforeAll(async () => {
  world = await makeWorld()
  const wish = { redirectUris: ['https://shop.example/cb'], allowLocalhost: false }
  site = await world.site(wish)
  proving = await world.site()
  asking = await world.site(wish)
  await policy(proving, true, false)
  await policy(asking, false, true)
}, 120_000)
afterAll(async () => {
  expect(world.problems).toEqual([])
  await world.close()
})

const PASSWORD = 'a calm long evening'
const anybody = () => `r-${randomUUID().slice(0, 8)}@shop.example`
const policy = (own: TestSite, requireEmailVerification: boolean, requireOwnerApproval: boolean) =>
  world.ok('PATCH', '/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireEmailVerification, requireOwnerApproval } } })
const grant = (body: Record<string, unknown>, authorization?: string) =>
  world.call('POST', '/oauth2/token', { body, ...(authorization === undefined ? {} : { headers: { authorization } }) })
const wait = (advance: string) => world.ok('POST', '/_test/auth-clock', { body: { advance } })
const codeOf = (answer: Called): string | undefined => answer.body.details?.applicationError?.code
const register = async (own = site, email = anybody()) => {
  const token = await world.visitor(own)
  const answer = await world.ok('POST', '/v2/register', { token, body: { loginId: { email }, password: PASSWORD } })
  return { own, email, token, id: answer.identity.id as string, sessionToken: answer.sessionToken as string, stateToken: answer.stateToken as string }
}
const move = (id: string, action: string, own = site) => world.ok('POST', `/v1/members/${id}/${action}`, { as: own, body: {} })
const remove = (id: string) => world.ok('DELETE', `/v1/members/${id}`, { as: site })
const login = async (email: unknown, password: unknown = PASSWORD, { own = site, headers = {} }: { own?: TestSite; headers?: Record<string, string> } = {}) =>
  world.call('POST', '/v2/login', { token: await world.visitor(own), body: { loginId: { email }, password }, headers })
/** The words of a row without its marks. */
const plain = (cell: string) => cell.replaceAll(/\*\*|`/g, '')
/** Rows that no case shows, and cases that are no row. */
const sameRows = (rows: string[][], cases: object) => expect(Object.keys(cases).toSorted()).toEqual(rows.map(([first]) => plain(first as string)).toSorted())

const VERIFIER = 'v'.repeat(50)
const CB = 'https://shop.example/cb'
const request = (more: Record<string, string> = {}) => ({
  clientId: site.clientId,
  responseType: 'code',
  redirectUri: CB,
  state: 'st',
  codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  codeChallengeMethod: 'S256',
  ...more,
})
const authorize = (more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  world.call('GET', '/_api/oauth2/authorize', { headers: { accept: 'text/html', ...headers }, query: request(more) })
const codeFor = async (sessionToken: string) => new URL(String((await authorize({ sessionToken })).headers.location)).searchParams.get('code') ?? ''
const exchange = (code: string, more: Record<string, unknown> = {}) =>
  grant({ clientId: site.clientId, grantType: 'authorization_code', code, codeVerifier: VERIFIER, redirectUri: CB, ...more })

describe('errors of the token endpoint', () => {
  const rows = tableAt('identity', 'Errors are IETF style')
  const pairFor = (memberId: string, own = site) => grant({ grant_type: 'authorized_client', member_id: memberId }, `,${own.apiKey}`)
  const cases: Record<string, () => Promise<Called[]>> = {
    'unknown or deleted client': async () => {
      const { oAuthApp } = await world.ok('POST', '/oauth-app/v1/oauth-apps', { as: site, body: { oAuthApp: { name: 'Short-lived' } } })
      await world.ok('DELETE', `/api/oauth-apps/${oAuthApp.id}`, { as: site })
      return Promise.all([randomUUID(), oAuthApp.id].map((clientId) => grant({ grantType: 'anonymous', clientId })))
    },
    'wrong secret': async () => [await grant({ grant_type: 'client_credentials', client_id: site.clientId, client_secret: 'x'.repeat(43) })],
    'missing field': async () => [await exchange('', { code: undefined })],
    'unknown grant': async () => [await grant({ grantType: 'magic', clientId: site.clientId })],
    'code unknown, used, expired, wrong verifier, wrong redirectUri, other client': async () => {
      const fresh = async () => codeFor((await register()).sessionToken)
      const used = await fresh()
      await exchange(used)
      const other = await world.ok('POST', '/oauth-app/v1/oauth-apps', { as: site, body: { oAuthApp: { name: 'Other' } } })
      const answers = [
        await exchange('unknown'),
        await exchange(used),
        await exchange(await fresh(), { codeVerifier: 'w'.repeat(50) }),
        await exchange(await fresh(), { redirectUri: 'https://shop.example/other' }),
        await exchange(await fresh(), { clientId: other.oAuthApp.id }),
      ]
      const old = await fresh()
      await wait('PT61S')
      return [...answers, await exchange(old)]
    },
    'refresh token unknown, expired, revoked': async () => {
      const [idle, out] = [await world.member(site), await world.member(site)]
      await world.ok('GET', '/_api/iam/authentication/v1/logout', { token: out.token })
      const refresh = (refreshToken: string) => grant({ grantType: 'refresh_token', refreshToken })
      const now = [await refresh('JWS.x'), await refresh(out.refreshToken)]
      await wait('P31D')
      return [...now, await refresh(idle.refreshToken)]
    },
    'member unknown, blocked, deleted, offline, pending': async () => {
      const [blocked, deleted, offline] = [await register(), await register(), await register()]
      await move(blocked.id, 'block')
      await remove(deleted.id)
      await move(offline.id, 'disconnect')
      const waiting = await register(asking)
      const here = [randomUUID(), blocked.id, deleted.id, offline.id].map((id) => pairFor(id))
      return Promise.all([...here, pairFor(waiting.id, asking), pairFor((await register(proving)).id, proving)])
    },
    'API key missing or lacks permission': async () => {
      const { id } = await register()
      const { key } = await keyWith(['WIX_HEADLESS.WIX_URL_CREATE'])
      return [await grant({ grant_type: 'authorized_client', member_id: id }), await grant({ grant_type: 'authorized_client', member_id: id }, `,${key}`)]
    },
    'too many requests': async () => {
      const { refreshToken } = await world.member(site)
      const answers: Called[] = []
      for (let i = 0; i < 61; i++) answers.push(await grant({ grantType: 'refresh_token', refreshToken }))
      expect(answers.slice(0, 60).every((answer) => answer.status === 200)).toBe(true)
      expect(Number(answers[60]?.headers['retry-after'])).toBeGreaterThan(0)
      return answers.slice(60)
    },
  }
  /** A key that a person made: keys make no keys. */
  const keyWith = async (permissions: readonly string[]): Promise<{ key: string }> =>
    world.ok('POST', '/api/api-keys', { ...(await world.desk(site)), body: { name: 'Small', permissions } })

  test('has a case for every row', () => sameRows(rows, cases))
  test.each(rows)('%s → %s', async (situation, status, body) => {
    const answers = (await cases[plain(situation)]?.()) ?? []
    expect(answers.length).toBeGreaterThan(0)
    const { error, error_description } = JSON.parse((body as string).replace(/^`(.*?)`.*$/, '$1')) as Record<string, string>
    // Where the guide leaves the words open they only have to be there.
    const said = error_description === '…' || error === 'invalid_request' ? expect.stringMatching(/./) : error_description
    for (const answer of answers)
      expect([answer.status, answer.body]).toMatchObject([Number.parseInt(status as string, 10), { error, error_description: said }])
  })
})

describe('login', () => {
  const rows = tableAt('identity', '### 5.2')
  const captcha = (mode: string) => world.ok('POST', '/_test/auth-settings', { body: { metaSiteId: site.metaSiteId, captcha: { login: mode } } })
  const state = (answer: Called) => [answer.status, answer.body.state]
  const refused = (answer: Called) => [answer.status, codeOf(answer)]
  const cases: Record<string, () => Promise<void>> = {
    'right password, ACTIVE, no second factor': async () => expect(state(await login((await register()).email))).toEqual([200, 'SUCCESS']),
    'right password, PENDING[EMAIL…]': async () => {
      const { email, stateToken } = await register(proving)
      const answer = await login(email, PASSWORD, { own: proving })
      expect(state(answer)).toEqual([200, 'REQUIRE_EMAIL_VERIFICATION'])
      expect([answer.body.stateToken === stateToken, (await world.letters(proving, email)).length]).toEqual([false, 1])
    },
    'right password, PENDING[ADMIN]': async () =>
      expect(state(await login((await register(asking)).email, PASSWORD, { own: asking }))).toEqual([200, 'REQUIRE_OWNER_APPROVAL']),
    'right password, second factor on': async () => {
      const member = await world.member(site)
      const { secret } = await world.ok('POST', '/api/my-factors/TOTP/start', { token: member.token, body: {} })
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clocks.authNow().epochMilliseconds })
      await world.ok('POST', '/api/my-factors/TOTP/confirm', { token: member.token, body: { code } })
      expect(state(await login(member.email))).toEqual([200, 'REQUIRE_MFA'])
    },
    'right password, owner or breach check demands a reset': async () => {
      const { id, email } = await register()
      await world.ok('POST', `/api/members/${id}/demand-password`, { as: site, body: {} })
      expect(refused(await login(email))).toEqual([403, '-19973'])
    },
    'right password, BLOCKED': async () => {
      const { id, email } = await register()
      await move(id, 'block')
      expect(refused(await login(email))).toEqual([403, 'MEMBER_BLOCKED'])
      expect(refused(await login(email, 'wrong'))).toEqual([401, '-19976'])
    },
    'wrong password, unknown email, no password set, OFFLINE, DELETED': async () => {
      const [known, offline, deleted] = [await register(), await register(), await register()]
      await move(offline.id, 'disconnect')
      await remove(deleted.id)
      const { member } = await world.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail: anybody() } } })
      const answers = [await login(known.email, 'wrong')]
      for (const email of [anybody(), member.loginEmail, offline.email, deleted.email]) answers.push(await login(email))
      for (const answer of answers) expect([answer.status, answer.body]).toEqual([401, answers[0]?.body])
      expect(codeOf(answers[0] as Called)).toBe('-19976')
    },
    'malformed or missing email': async () => {
      for (const email of ['nope', undefined, '', 7]) expect(refused(await login(email))).toEqual([400, 'INVALID_EMAIL_FORMAT'])
    },
    'missing or over-long password': async () => {
      const { email } = await register()
      for (const password of [undefined, '', 'x'.repeat(129), 'x'.repeat(100_000)])
        expect(refused(await login(email, password ?? null))).toEqual([401, '-19976'])
    },
    'captcha needed / bad': async () => {
      const { email, token } = await register()
      await captcha('ALWAYS')
      const answers = [await login(email)]
      answers.push(await world.call('POST', '/v2/login', { token, body: { loginId: { email }, password: PASSWORD, captchaTokens: [{ Recaptcha: 'nope' }] } }))
      await captcha('OFF')
      expect(answers.map(refused)).toEqual([
        [400, '-19971'],
        [400, '-19970'],
      ])
    },
    throttled: async () => {
      const { email } = await register()
      for (let i = 0; i < 5; i++) await login(email, 'wrong')
      expect(refused(await login(email))).toEqual([429, 'THROTTLED_FEATURE'])
    },
  }
  test('has a case for every row', () => sameRows(rows, cases))
  test.each(rows)('%s → %s', async (situation) => cases[plain(situation)]?.())
})

describe('authorize', () => {
  const rows = tableAt('identity', 'Who is signed in:')
  const said = (answer: Called) => {
    const to = String(answer.headers.location ?? '')
    const params = to.startsWith(CB) ? new URL(to).searchParams : undefined
    return params ? (params.get('error') ?? (params.has('code') ? 'code' : '')) : to.includes('/hosted/login') ? 'login page' : `${answer.status} ${to}`
  }
  /** Somebody with the cookie of our own pages. */
  async function withCookie() {
    const { sessionToken } = await register()
    const entered = await world.call('POST', '/api/hosted/session', { body: { sessionToken } })
    return { cookie: String(entered.headers['set-cookie'] ?? '').split(';')[0] as string }
  }
  const cases: Record<string, () => Promise<void>> = {
    'login (default; consent and select_account act the same)': async () => {
      const { cookie } = await withCookie()
      const { sessionToken } = await register()
      for (const prompt of ['login', 'consent', 'select_account', '']) {
        const more: Record<string, string> = prompt ? { prompt } : {}
        expect([prompt, said(await authorize(more, { cookie }))]).toEqual([prompt, 'login page'])
        expect([prompt, said(await authorize(more))]).toEqual([prompt, 'login page'])
        expect([prompt, said(await authorize({ ...more, sessionToken }))]).toEqual([prompt, 'code'])
      }
    },
    none: async () => {
      const { cookie } = await withCookie()
      expect(said(await authorize({ prompt: 'none' }, { cookie }))).toBe('code')
      expect(said(await authorize({ prompt: 'none' }))).toBe('login_required')
    },
    'none, identity PENDING': async () => {
      const { id, sessionToken } = await register()
      await world.open.db.updateTable('member').set({ status: 'PENDING' }).where('siteId', '=', site.metaSiteId).where('id', '=', id).execute()
      expect(said(await authorize({ prompt: 'none', sessionToken }))).toBe('interaction_required')
    },
    'any, identity BLOCKED/OFFLINE/DELETED': async () => {
      for (const end of [(id: string) => move(id, 'block'), (id: string) => move(id, 'disconnect'), remove]) {
        const { id, sessionToken } = await register()
        await end(id)
        expect(said(await authorize({ prompt: 'none', sessionToken }))).toBe('login_required')
        expect(said(await authorize({ prompt: 'login', sessionToken }))).toBe('login page')
      }
    },
  }
  test('has a case for every row', () => sameRows(rows, cases))
  test.each(rows)('prompt %s', async (prompt) => cases[plain(prompt)]?.())

  const checks = tableAt('identity', 'The URL made by a redirect session holds')
  const inside = async (more: Record<string, string>) => said(await authorize(more))
  const checkCases: Record<string, () => Promise<void>> = {
    'client exists, site live': async () => expect(await inside({ clientId: randomUUID() })).toBe('400 '),
    'redirectUri listed (query, fragment modes)': async () => {
      for (const responseMode of ['query', 'fragment']) {
        const answer = await authorize({ redirectUri: 'https://evil.example/cb', responseMode })
        expect([answer.status, answer.headers.location, answer.text.includes('Invalid redirect URI')]).toEqual([400, undefined, true])
        expect(answer.text).toContain('https://evil.example/cb')
      }
    },
    'responseType is code': async () => expect(await inside({ responseType: 'token' })).toBe('unsupported_response_type'),
    'state 1–512, codeChallenge 43 base64url characters, method S256': async () => {
      const wrongs: Record<string, string>[] = [
        { state: 'x'.repeat(513) },
        { codeChallenge: 'x'.repeat(42) },
        { codeChallenge: '!'.repeat(43) },
        { codeChallengeMethod: 'plain' },
      ]
      for (const wrong of wrongs) expect([wrong, await inside(wrong)]).toEqual([wrong, 'invalid_request'])
      expect(await inside({ state: 'x'.repeat(512), prompt: 'none' })).toBe('login_required')
    },
    'responseMode query (default), fragment, web_message': async () => expect(await inside({ responseMode: 'form_post' })).toBe('invalid_request'),
    'idp connection configured': async () => {
      const to = new URL(String((await authorize({ idp: randomUUID() })).headers.location)).searchParams
      expect([to.get('error'), to.get('error_description')]).toEqual(['invalid_request', 'Unknown identity provider'])
    },
    'unlisted parent origin (web_message)': async () => {
      const query = { ...request({ responseMode: 'web_message', prompt: 'none' }), redirectUri: '' }
      const page = await world.call('GET', '/_api/oauth2/authorize', { headers: { accept: 'text/html', referer: 'https://evil.example/' }, query })
      expect([page.status, page.text.includes('redirect_uri_not_allowed')]).toEqual([200, true])
    },
  }
  test('has a case for every check', () => sameRows(checks, checkCases))
  test.each(checks)('%s, else %s', async (check) => checkCases[plain(check)]?.())
})

describe('what ends sessions', () => {
  const rows = tableAt('identity', '### 9.6')
  /** Two devices of one person: tokens, refresh tokens; and a link and a session token that are open. */
  async function devices() {
    const one = await world.member(site)
    const again = await grant({ grant_type: 'authorized_client', member_id: one.memberId }, `,${site.apiKey}`)
    const { sessionToken } = (await login(one.email)).body
    return {
      ...one,
      other: { token: again.body.access_token as string, refreshToken: again.body.refresh_token as string },
      sessionToken: sessionToken as string,
    }
  }
  const lives = async ({ token, refreshToken }: { token: string; refreshToken: string }) => [
    (await world.call('GET', '/oauth2/user-info', { token })).status === 200,
    (await grant({ grantType: 'refresh_token', refreshToken })).status === 200,
  ]
  type Devices = Awaited<ReturnType<typeof devices>>
  const ALIVE = [true, true]
  const DEAD = [false, false]
  const mine = (of: Devices, method: string, path: string, body: unknown) => world.ok(method, path, { token: of.token, body })
  /** What ends, and what is left of the calling device, the other one, and of the session token. */
  const cases: Record<string, () => Promise<void>> = {
    logout: async () => {
      const of = await devices()
      await world.ok('GET', '/_api/iam/authentication/v1/logout', { token: of.token })
      expect([await lives(of), await lives(of.other)]).toEqual([DEAD, ALIVE])
    },
    'change password': async () => {
      const of = await devices()
      await mine(of, 'POST', '/v2/change-password', { newPassword: 'a calmer longer night', currentPassword: PASSWORD })
      expect([await lives(of), await lives(of.other), await codeFor(of.sessionToken)]).toEqual([ALIVE, DEAD, ''])
    },
    'recover / activation': async () => {
      for (const [kind, ask] of [
        ['PASSWORD_RESET', (of: Devices) => mine(of, 'POST', '/v1/send-email', { email: of.email })],
        ['SET_PASSWORD', (of: Devices) => world.ok('POST', '/v1/activation-email', { as: site, body: { identityId: of.memberId } })],
      ] as const) {
        const of = await devices()
        await ask(of)
        const link = (await world.letters(site, of.email)).findLast((letter) => letter.template === kind)?.variables.link as string
        const recoveryToken = new URL(link).searchParams.get('token')
        await world.ok('POST', '/v1/recover', { token: await world.visitor(site), body: { recoveryToken, password: 'a calmer longer night' } })
        expect([kind, await lives(of), await lives(of.other), await codeFor(of.sessionToken)]).toEqual([kind, DEAD, DEAD, ''])
      }
    },
    'block, disconnect, delete': async () => {
      for (const end of [(id: string) => move(id, 'block'), (id: string) => move(id, 'disconnect'), remove]) {
        const of = await devices()
        await end(of.memberId)
        expect([await lives(of), await lives(of.other), await codeFor(of.sessionToken)]).toEqual([DEAD, DEAD, ''])
      }
    },
    'owner "Sign out everywhere", member "Devices" page': async () => {
      const of = await devices()
      await mine(of, 'POST', '/api/my-devices/sign-out-others', {})
      expect([await lives(of), await lives(of.other)]).toEqual([ALIVE, DEAD])
      await world.ok('POST', `/api/members/${of.memberId}/sign-out`, { as: site, body: {} })
      expect(await lives(of)).toEqual(DEAD)
    },
    'email changed, second factor switched off': async () => {
      const of = await devices()
      const newEmail = anybody()
      const { stateToken } = await mine(of, 'POST', '/api/my-email', { newEmail })
      const [letter] = await world.letters(site, newEmail)
      await mine(of, 'POST', '/api/my-email/confirm', { stateToken, code: letter?.variables.code })
      expect([await lives(of), await lives(of.other), await codeFor(of.sessionToken)]).toEqual([ALIVE, DEAD, ''])
      const two = await devices()
      const { secret } = await mine(two, 'POST', '/api/my-factors/TOTP/start', {})
      const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clocks.authNow().epochMilliseconds })
      await mine(two, 'POST', '/api/my-factors/TOTP/confirm', { code: totp })
      await mine(two, 'POST', '/api/my-factors/TOTP/remove', { currentPassword: PASSWORD })
      expect([await lives(two), await lives(two.other)]).toEqual([ALIVE, DEAD])
    },
    'approve, mute, privacy change': async () => {
      const of = await devices()
      await move(of.memberId, 'approve')
      await move(of.memberId, 'mute')
      await mine(of, 'POST', '/v1/members/join-community', {})
      expect([await lives(of), await lives(of.other), (await codeFor(of.sessionToken)) !== '']).toEqual([ALIVE, ALIVE, true])
    },
  }
  test('has a case for every row', () => sameRows(rows, cases))
  test.each(rows)('%s: access tokens of %s, refresh tokens of %s', async (trigger) => cases[plain(trigger)]?.())
})

describe('worked examples', () => {
  /** Every key of the example, with the kind of its value; `null` and lists without members say nothing of theirs. */
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length > 0 ? expect.arrayContaining([shape(value[0])]) : expect.any(Array)
    if (value === null) return expect.toBeOneOf([null, expect.anything()])
    if (typeof value === 'object') return expect.objectContaining(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)])))
    return expect.any({ string: String, number: Number, boolean: Boolean }[typeof value as 'string'])
  }

  test('the answer of a sign-up that succeeded', async () => {
    const [example] = examplesAt('identity', 'Answer shape (register')
    const body = { loginId: { email: anybody() }, password: PASSWORD, profile: { firstName: 'Ann', lastName: 'Lee', language: 'en' } }
    const answer = await world.ok('POST', '/v2/register', { token: await world.visitor(site), body })
    expect(answer).toEqual(shape(example))
    expect(answer).toMatchObject({
      state: 'SUCCESS',
      identity: {
        identityProfile: { nickname: 'Ann Lee', privacyStatus: 'PRIVATE' },
        status: { name: 'ACTIVE', reasons: [] },
        factors: [{ type: 'PASSWORD', status: 'ACTIVE' }],
      },
    })
  })

  test('the claims of an access token', async () => {
    const [example] = examplesAt('identity', '### 4.1') as [{ data: string }]
    const { token } = await world.member(site)
    const claims = JSON.parse(Buffer.from(token.split('.')[3] ?? '', 'base64url').toString()) as { data: string }
    expect(Object.keys(claims).toSorted()).toEqual(Object.keys(example).toSorted())
    expect(JSON.parse(claims.data)).toEqual(shape(JSON.parse(example.data)))
  })

  test('a redirect session', async () => {
    const [example] = examplesAt('identity', 'Caller: visitor, member, app, API key, owner. Exactly one intent')
    const { token } = await world.member(site)
    expect(await world.ok('POST', '/v1/redirect-session', { token, body: { paidPlansCheckout: { planId: randomUUID() } } })).toEqual(shape(example))
  })

  test('the three refusals', async () => {
    const [wrong, violation, slow] = examplesAt('identity', 'Examples of full bodies')
    const { email, token } = await register()
    expect((await login(email, 'wrong')).body).toEqual(wrong)
    expect((await world.call('POST', '/v2/register', { token, body: { loginId: { email: 'nope' }, password: PASSWORD } })).body).toEqual(violation)
    for (let i = 0; i < 4; i++) await login(email, 'wrong')
    expect((await login(email)).body).toEqual(slow)
  })
})
