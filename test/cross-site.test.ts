/** What the page of another website can make a browser do here: read what is public, and nothing in anyone's name. Source: guide identity §2.3. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOperations, fillPath } from './operations.ts'
import { randomEmail, errorCode, PASSWORD } from './auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from './test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
}, 120_000)
afterAll(() => server.close())

const FOREIGN: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://shop.example' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
]
const OURS: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }, { origin: 'http://localhost' }, {}]

describe('a form on a foreign page', () => {
  test('signs no visitor in or out: no call from another site sets a cookie', async () => {
    const token = await server.visitorToken(site)
    const email = randomEmail()
    const { sessionToken } = await server.ok('POST', '/v2/register', { token, body: { loginId: { email }, password: PASSWORD } })
    const calls: [string, object][] = [
      ['/api/owner/sign-in', { email: site.ownerEmail, password: site.ownerPassword }],
      ['/api/owner/sign-out', {}],
      ['/api/hosted/session', { sessionToken }],
    ]
    for (const [path, body] of calls) {
      for (const headers of FOREIGN) {
        const answer = await server.call('POST', path, { headers, body })
        expect([answer.status, errorCode(answer), answer.headers['set-cookie']], `${path} ${JSON.stringify(headers)}`).toEqual([
          403,
          'PERMISSION_DENIED',
          undefined,
        ])
      }
      for (const headers of OURS) {
        const answer = await server.call('POST', path, { headers, body })
        expect([answer.status, answer.headers['set-cookie'] !== undefined], `${path} ${JSON.stringify(headers)}`).toEqual([200, true])
      }
    }
    const german = await server.call('POST', '/api/owner/sign-out', { headers: { ...FOREIGN[0], 'accept-language': 'de' }, body: {} })
    expect(german.body.message).toBe('Dieser Aufruf gehört zu unseren eigenen Seiten.')
  })

  test('reaches none of our own operations, whatever cookies the browser sends along', async () => {
    const own = allOperations().filter(({ op }) => op.internal && op.method !== 'GET' && !op.crossOrigin)
    expect(own.length).toBeGreaterThan(100)
    for (const { name, op } of own) {
      const { status } = await server.call(
        op.method,
        fillPath(op, () => site.metaSiteId),
        { headers: FOREIGN[0] ?? {}, body: {} },
      )
      expect(status, name).toBe(403)
    }
  })

  test('is not read: forms are for the token endpoint', async () => {
    const send = (path: string, payload: string, headers: Record<string, string> = {}) =>
      server.app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, payload })
    expect((await send('/oauth2/token', `clientId=${site.clientId}&grantType=anonymous`)).statusCode).toBe(200)
    const answers = await Promise.all([
      send('/api/owner/sign-in', `email=${encodeURIComponent(site.ownerEmail)}&password=${encodeURIComponent(site.ownerPassword)}`),
      send('/v2/login', 'loginId.email=a%40b.example&password=x', { authorization: await server.visitorToken(site) }),
      send('/v1/members', 'member.loginEmail=a%40b.example', { authorization: site.apiKey, 'wix-site-id': site.metaSiteId }),
    ])
    for (const answer of answers) {
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([415, undefined])
      expect(answer.json()).toMatchObject({ details: { applicationError: { code: 'INVALID_ARGUMENT' } } })
    }
  })
})

test('a storefront on another origin goes on working: tokens, sign-up, sign-in, redirect sessions', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:5173' }
  const { access_token: token } = await server.ok('POST', '/oauth2/token', { headers, body: { clientId: site.clientId, grantType: 'anonymous' } })
  const email = randomEmail()
  await server.ok('POST', '/v2/register', { token, headers, body: { loginId: { email }, password: PASSWORD } })
  const signedIn = await server.call('POST', '/v2/login', { token, headers, body: { loginId: { email }, password: PASSWORD } })
  expect([signedIn.body.state, signedIn.headers['set-cookie']]).toEqual(['SUCCESS', undefined])
  expect((await server.ok('POST', '/v1/redirect-session', { token, headers, body: { login: {} } })).redirectSession.fullUrl).toContain('/hosted/login')
  // A click on a link of the storefront is no forgery.
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', accept: 'text/html' }
  const { redirectSession } = await server.ok('POST', '/v1/redirect-session', { token, headers, body: { paidPlansCheckout: { planId: site.metaSiteId } } })
  const entered = await server.call('GET', String(redirectSession.fullUrl).replace(/^https?:\/\/[^/]+/, ''), { headers: link })
  expect([entered.status, entered.headers['set-cookie'] !== undefined]).toEqual([303, true])
})
