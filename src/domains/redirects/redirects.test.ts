import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { errorCode, signUp } from '../../../test/auth-helpers.ts'
import { CALLBACK, challenge, VERIFIER } from '../../../test/factories/oauth.ts'

let server: TestServer
let site: TestSite
let visitor: string
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ redirectUris: [CALLBACK], redirectDomains: ['shop.example'], allowLocalhost: false })
  visitor = await server.visitorToken(site)
})
afterAll(() => server.close())

const request = (more: Record<string, unknown> = {}) => ({
  clientId: site.clientId,
  codeChallenge: challenge,
  codeChallengeMethod: 'S256',
  responseMode: 'fragment',
  responseType: 'code',
  scope: 'offline_access',
  state: 'st',
  ...more,
})
const session = (body: unknown, token = visitor) => server.call('POST', '/v1/redirect-session', { token, body })
const linkFor = async (body: object, headers: Record<string, string>): Promise<URL> => {
  const { redirectSession } = await server.ok('POST', '/v1/redirect-session', { token: visitor, body, headers })
  return new URL(redirectSession.fullUrl)
}
const go = (url: string, headers: Record<string, string> = {}) =>
  server.call('GET', url.replace(/^https?:\/\/[^/]+/, ''), { headers: { accept: 'text/html', ...headers } })
const exchange = (code: string, more: Record<string, unknown> = {}) =>
  server.call('POST', '/oauth2/token', { body: { clientId: site.clientId, grantType: 'authorization_code', code, codeVerifier: VERIFIER, ...more } })
const email = () => `r-${randomUUID().slice(0, 8)}@shop.example`
const cookieIn = (headers: Record<string, unknown>) => String(headers['set-cookie'] ?? '').split(';')[0] as string

test('direct login: the code is posted to the page that asks, and buys member tokens once', async () => {
  const { sessionToken, id } = await signUp(server, visitor, email())
  const made = await session({ auth: { authRequest: request({ responseMode: 'web_message', sessionToken }), prompt: 'none' }, origin: 'https://shop.example' })
  expect(made.status).toBe(200)
  const { fullUrl, urlDetails } = made.body.redirectSession
  expect(fullUrl).not.toContain(sessionToken)
  expect(urlDetails.endpoint).toMatch(/\/_api\/oauth2\/authorize$/)
  const page = await go(fullUrl)
  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
  })
  expect([page.headers['x-frame-options'], page.headers['set-cookie']]).toEqual([undefined, undefined])
  expect(page.headers['content-security-policy']).toContain('frame-ancestors https://shop.example')
  expect(page.text).toContain('["https://shop.example"].forEach')
  const code = /"code":"([^"]+)"/.exec(page.text)?.[1] as string
  expect((await exchange(code, { codeVerifier: 'w'.repeat(50) })).body.error).toBe('invalid_grant')
  expect((await exchange(code, { redirectUri: CALLBACK })).body.error).toBe('invalid_grant')
  const tokens = await exchange(code)
  expect(tokens.status).toBe(200)
  expect((await server.ok('POST', '/oauth2/token-info', { body: { token: tokens.body.access_token } })).subjectId).toBe(id)
  expect((await exchange(code)).body.error).toBe('invalid_grant')
  expect((await server.call('GET', '/oauth2/user-info', { token: tokens.body.access_token })).status).toBe(200)
})

test('a visitor and a foreign parent both get a reply at once, without a code', async () => {
  const anonymous = await session({ auth: { authRequest: request({ responseMode: 'web_message' }), prompt: 'none' } })
  const refused = await go(anonymous.body.redirectSession.fullUrl)
  expect(refused.text).toContain('login_required')
  // A frame that may not show the answer would leave the client waiting.
  expect(refused.headers['content-security-policy']).not.toContain('frame-ancestors')
  const { sessionToken } = await signUp(server, visitor, email())
  const foreign = await session({
    auth: { authRequest: request({ responseMode: 'web_message', sessionToken }), prompt: 'none' },
    origin: 'https://evil.example',
  })
  const page = await go(foreign.body.redirectSession.fullUrl)
  expect(page.text).toContain('redirect_uri_not_allowed')
  expect(page.text).not.toContain('"code"')
})

test('prompt login: our page, then back with a code in the fragment', async () => {
  const made = await session({ auth: { authRequest: request({ redirectUri: CALLBACK }), prompt: 'login' } })
  const url = made.body.redirectSession.fullUrl
  const first = await go(url)
  expect(first.status).toBe(302)
  const rs = new URL(String(first.headers.location)).searchParams.get('rs') as string
  expect(String(first.headers.location)).toContain('/hosted/login?rs=')
  expect((await server.ok('GET', '/api/hosted/flow', { query: { rs } })).clientId).toBe(site.clientId)
  const { sessionToken } = await signUp(server, visitor, email())
  const started = await server.call('POST', '/api/hosted/session', { body: { sessionToken, rs } })
  expect(started.body.tokens.access_token).toBeTruthy()
  const cookie = cookieIn(started.headers)
  expect(cookie).toMatch(/ms_sso=/)
  // Who came by an identity provider has the cookie only: it is worth the same tokens and the same way on.
  const byCookie = await server.ok('POST', '/api/hosted/tokens', { headers: { cookie }, body: { rs } })
  expect(byCookie.continueTo).toBe(started.body.continueTo)
  expect((await server.ok('POST', '/oauth2/token-info', { body: { token: byCookie.tokens.access_token } })).subjectType).toBe('MEMBER')
  expect(await server.ok('POST', '/api/hosted/tokens', { body: { rs } })).toEqual({ tokens: null, continueTo: started.body.continueTo })
  const back = await go(started.body.continueTo, { cookie })
  const location = String(back.headers.location)
  expect(location).toMatch(/^https:\/\/shop\.example\/cb#code=.+&state=st$/)
  expect((await exchange(new URLSearchParams(new URL(location).hash.slice(1)).get('code') as string, { redirectUri: CALLBACK })).status).toBe(200)
  expect((await go(url)).headers.location).toContain('/hosted/login')

  const silent = await session({ auth: { authRequest: request({ redirectUri: CALLBACK, responseMode: 'query' }), prompt: 'none' } })
  expect(String((await go(silent.body.redirectSession.fullUrl, { cookie })).headers.location)).toMatch(/\/cb\?code=/)
})

test('silent misses do not go round for ever: the second within 15 s shows the login page', async () => {
  const made = await session({ auth: { authRequest: request({ redirectUri: CALLBACK, responseMode: 'query' }), prompt: 'none' } })
  const url = made.body.redirectSession.fullUrl
  const first = await go(url)
  expect(String(first.headers.location)).toContain('error=login_required')
  expect(String(first.headers['set-cookie'])).toMatch(/^ms_silent_\w+=1; Path=\/_api\/oauth2; HttpOnly; SameSite=Lax; Max-Age=15$/)
  expect(String((await go(url, { cookie: cookieIn(first.headers) })).headers.location)).toContain('/hosted/login')
})

test.each([
  [{ redirectUri: 'https://evil.example/cb' }, 400],
  [{ clientId: randomUUID(), redirectUri: CALLBACK }, 400],
])('authorize with %j answers a page, never a redirect', async (change, status) => {
  const answer = await go(`/_api/oauth2/authorize?${new URLSearchParams(request({ responseMode: 'query', ...change }) as Record<string, string>).toString()}`)
  expect([answer.status, answer.headers.location]).toEqual([status, undefined])
})

describe('flows on our pages', () => {
  const planId = randomUUID()
  const start = (callbacks: object, token = visitor) => session({ paidPlansCheckout: { planId }, callbacks }, token)

  test('enter once per browser, act as the visitor, go back with what happened', async () => {
    const made = await start({ thankYouPageUrl: 'https://shop.example/thanks?x=1', postFlowUrl: 'https://shop.example/' })
    const { fullUrl, id, sessionToken } = made.body.redirectSession
    expect(new URL(fullUrl).searchParams.get('t')).toBe(sessionToken)
    const entered = await go(fullUrl)
    expect(entered.status).toBe(303)
    expect(String(entered.headers.location)).toContain(`/hosted/plans/checkout?planId=${planId}`)
    const cookie = cookieIn(entered.headers)
    expect((await go(fullUrl, { cookie })).status).toBe(303)
    const other = await go(fullUrl)
    expect(other.status).toBe(410)
    expect(other.text).toContain('This link has expired')
    const flow = await server.ok('GET', '/api/hosted/flow', { query: { rs: id }, headers: { cookie } })
    expect(flow).toMatchObject({ intent: 'paidPlansCheckout', payload: { planId }, member: null })
    expect((await server.ok('POST', '/oauth2/token-info', { body: { token: flow.accessToken } })).subjectType).toBe('VISITOR')
    expect((await server.ok('GET', '/api/hosted/flow', { query: { rs: id } })).accessToken).toBeUndefined()
    const back = await server.ok('GET', '/api/hosted/return', { query: { rs: id, outcome: 'success', planOrderId: 'o1' }, headers: { cookie } })
    expect(back.url).toBe('https://shop.example/thanks?x=1&planOrderId=o1&wixMemberLoggedIn=false')
  })

  test('a member’s flow acts as that member but is no sign-in', async () => {
    const member = await server.registerMember(site)
    const made = await start({ postFlowUrl: 'https://shop.example/' }, member.token)
    const cookie = cookieIn((await go(made.body.redirectSession.shortUrl)).headers)
    const flow = await server.ok('GET', '/api/hosted/flow', { query: { rs: made.body.redirectSession.id }, headers: { cookie } })
    expect(flow.member.id).toBe(member.memberId)
    expect((await server.ok('POST', '/api/hosted/tokens', { headers: { cookie }, body: {} })).tokens).toBeNull()
    const back = await server.ok('GET', '/api/hosted/return', { query: { rs: made.body.redirectSession.id, outcome: 'cancel' }, headers: { cookie } })
    expect(back.url).toBe('https://shop.example/?wixMemberLoggedIn=true')
  })

  test('sign-in inside a flow falls back to the page of the app, then to ours', async () => {
    const back = async () => (await server.ok('GET', '/api/hosted/return', { query: { rs: (await start({})).body.redirectSession.id, outcome: 'login' } })).url
    expect(await back()).toBeNull()
    const loginUrl = 'https://shop.example/own-login'
    await server.ok('PATCH', `/api/oauth-apps/${site.clientId}`, { as: site, body: { oAuthApp: { loginUrl } } })
    expect(await back()).toBe(`${loginUrl}?wixMemberLoggedIn=false`)
    await server.ok('PATCH', `/api/oauth-apps/${site.clientId}`, { as: site, body: { oAuthApp: { loginUrl: null } } })
  })

  test('preferences: further parameters stand behind our own names, and the flow may run as a new visitor', async () => {
    const member = await server.registerMember(site)
    const made = await session(
      {
        paidPlansCheckout: { planId },
        preferences: { maintainIdentity: false, additionalQueryParameters: { planId: 'evil', lang: 'de', ['x'.repeat(51)]: '1' } },
      },
      member.token,
    )
    const { urlDetails, fullUrl, id } = made.body.redirectSession
    expect(urlDetails.searchParams).toEqual({ lang: 'de', planId, rs: id })
    const cookie = cookieIn((await go(fullUrl)).headers)
    const flow = await server.ok('GET', '/api/hosted/flow', { query: { rs: id }, headers: { cookie } })
    expect([flow.member, (await server.ok('POST', '/oauth2/token-info', { body: { token: flow.accessToken } })).subjectType]).toEqual([null, 'VISITOR'])
    expect((await server.emittedEvents(site)).map((event) => event.eventType)).toContain('wix.headless.v1.redirect_session_created')
  })

  test('what has ended is said: links, flows, sign-ins', async () => {
    const { redirectSession } = (await start({ postFlowUrl: 'https://shop.example/' })).body
    const gone = await server.call('GET', '/api/hosted/flow', { query: { rs: randomUUID() } })
    expect([gone.status, errorCode(gone)]).toEqual([404, 'REDIRECT_SESSION_EXPIRED'])
    expect(errorCode(await server.call('GET', '/api/hosted/return', { query: { rs: randomUUID(), outcome: 'cancel' } }))).toBe('REDIRECT_SESSION_EXPIRED')
    for (const sessionToken of ['nonsense', visitor]) {
      const refused = await server.call('POST', '/api/hosted/session', { body: { sessionToken } })
      expect([refused.status, errorCode(refused)]).toEqual([400, 'INVALID_SESSION_TOKEN'])
    }
    const elsewhere = await server.createSite()
    const foreign = await server.ok('POST', '/v2/sign-on', { as: elsewhere, body: { loginId: { email: email() } } })
    const crossed = await server.call('POST', '/api/hosted/session', { body: { sessionToken: foreign.sessionToken, rs: redirectSession.id } })
    expect(errorCode(crossed)).toBe('INVALID_SESSION_TOKEN')
    await server.ok('POST', '/_test/auth-clock', { body: { advance: 'PT10M1S' } })
    const late = await go(redirectSession.fullUrl)
    expect([late.status, late.text.includes('This link has expired'), late.text.includes('https://shop.example/')]).toEqual([410, true, true])
    visitor = await server.visitorToken(site)
  })

  test('refusals: foreign callbacks, none or two intents, no token', async () => {
    const foreign = await start({ postFlowUrl: 'https://evil.example/' })
    expect([foreign.status, foreign.body.details.applicationError]).toMatchObject([
      403,
      { code: 'REDIRECT_DOMAIN_NOT_ALLOWED', data: { domain: 'evil.example' } },
    ])
    for (const body of [{}, { login: {}, logout: {} }]) expect((await session(body)).body.details.validationError.fieldViolations[0].field).toBe('intent')
    expect((await server.call('POST', '/v1/redirect-session', { body: { login: {} } })).status).toBe(401)
  })
})

test('a visit of the sign-out link ends the session of the member who made it; a foreign address is dropped', async () => {
  const member = await server.registerMember(site)
  const made = await session({ logout: { clientId: site.clientId }, callbacks: { postFlowUrl: 'https://shop.example/bye' } }, member.token)
  expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(200)
  const out = await go(made.body.redirectSession.fullUrl)
  expect(String(out.headers.location)).toBe('https://shop.example/bye?wixMemberLoggedIn=false')
  expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(401)
  const foreign = await session({ logout: { clientId: site.clientId }, callbacks: { postFlowUrl: 'https://evil.example/' } })
  const page = await go(foreign.body.redirectSession.fullUrl)
  expect(page.text).toContain('You are signed out')
  const other = await server.registerMember(site)
  const wrapped = await server.ok('GET', '/v1/logout', { token: other.token })
  expect(wrapped).toMatchObject({ statusCode: 302, body: '' })
  expect((await server.call('GET', '/oauth2/user-info', { token: other.token })).status).toBe(401)
})

test('the warm-up link of clients is a plain login address', async () => {
  expect((await session({ login: {} })).body.redirectSession.fullUrl).toContain('/hosted/login?rs=')
})

describe('the language of our pages', () => {
  const login = { login: {} }
  const withLanguage = (lang: string) => ({ ...login, preferences: { additionalQueryParameters: { lang } } })
  test.each<[string, object, Record<string, string>, string | null]>([
    ['as the parameters say', withLanguage('de'), {}, 'de'],
    ['the parameters before the header', withLanguage('en'), { 'x-wix-linguist': 'de|de-de|true|abc' }, 'en'],
    ['a requested language that we do not speak stays as it was sent', withLanguage('it'), { 'x-wix-linguist': 'de|de-de|true|abc' }, 'it'],
    ['as the storefront speaks', login, { 'x-wix-linguist': 'de|de-de|false|abc' }, 'de'],
    ['a storefront with a region', login, { 'x-wix-linguist': 'de-AT|de-at|false|abc' }, 'de'],
    ['a storefront in a language that the site does not have', login, { 'x-wix-linguist': 'it|it-it|false|abc' }, null],
    ['a storefront that says nothing', login, { 'x-wix-linguist': '|||' }, null],
    ['without a requested language', login, {}, null],
  ])('%s', async (_, body, headers, lang) => {
    expect((await linkFor(body, headers)).searchParams.get('lang')).toBe(lang)
  })

  test('sign-in takes it along to the login page', async () => {
    const auth = { auth: { authRequest: request({ redirectUri: CALLBACK }), prompt: 'login' } }
    const there = (await go((await linkFor(auth, { 'x-wix-linguist': 'de|de-de|true|abc' })).href)).headers.location
    expect(new URL(String(there)).searchParams.get('lang')).toBe('de')
    const direct = await server.call('GET', '/_api/oauth2/authorize', {
      query: { ...request({ redirectUri: CALLBACK }), lang: 'de' } as Record<string, string>,
    })
    expect(String(direct.headers.location)).toMatch(/\/hosted\/login\?rs=[^&]+&lang=de$/)
  })

  test.each<[string, () => Promise<string>, Record<string, string>, string, string]>([
    ['a link that was used, by the browser', async () => useSession({}), { 'accept-language': 'de-CH' }, 'de', 'Dieser Link ist abgelaufen'],
    [
      'a link that was used, by its address',
      async () => useSession({ 'x-wix-linguist': 'de|de|true|x' }),
      { 'accept-language': 'en' },
      'de',
      'Weiter zur Website',
    ],
    ['a link that was used, in English', async () => useSession({}), { 'accept-language': 'it' }, 'en', 'Continue browsing'],
    ['a link that was used, in French', async () => useSession({}), { 'accept-language': 'fr' }, 'fr', 'Ce lien a expiré'],
    ['a link that was used, in Spanish', async () => useSession({}), { 'accept-language': 'es' }, 'es', 'Este enlace ha caducado'],
    ['an unknown app', async () => '/_api/oauth2/authorize?clientId=none&lang=de', {}, 'de', 'Unbekannte App'],
    [
      'a way back that is not listed',
      async () => `/_api/oauth2/authorize?clientId=${site.clientId}&redirectUri=x`,
      { 'accept-language': 'de' },
      'de',
      'Ungültige',
    ],
    ['a flow that is over', async () => `/api/hosted/return?rs=${randomUUID()}&outcome=cancel`, { 'accept-language': 'de' }, 'de', 'Geh zurück'],
    ['signing out', async () => '/_api/iam/authentication/v1/logout', { 'accept-language': 'de' }, 'de', 'Du bist abgemeldet'],
    ['a framed login page', async () => '/hosted/login', { 'accept-language': 'de', 'sec-fetch-dest': 'iframe' }, 'de', '<title>Anmelden'],
  ])('pages of the server: %s', async (_, address, headers, language, words) => {
    const page = await go(await address(), headers)
    expect(page.text).toContain(`<html lang="${language}">`)
    expect(page.text).toContain(words)
  })
  async function useSession(headers: Record<string, string>): Promise<string> {
    const link = await linkFor({ paidPlansCheckout: { planId: randomUUID() }, callbacks: { postFlowUrl: 'https://shop.example/' } }, headers)
    await go(link.href)
    return link.href
  }
})
