/** How often is too often, each row of the guide's table a case here, and what is said then. Source: guide identity §9.5, §9.7, §5.3, §5.6. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumeRateLimit } from '#kit/http/rate-limit.ts'
import { allMatched, stripMarkdown, tableAt, unmatchedRows } from '../../../test/guide-tables.ts'
import { emailedCode, randomEmail, errorCode, errorData, PASSWORD, differentCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type CallOptions, type TestReply, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let visitor: string
/** Time stands but for a millisecond a request: how long a busy machine takes for a hundred of them changes no wait. */
const began = Date.now()
let requests = 0
beforeAll(async () => {
  server = await startTestServer({ wallMs: () => began + requests, monotonicMs: () => requests })
  site = await server.createSite()
  visitor = await server.visitorToken(site)
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const call = (path: string, options: CallOptions): Promise<TestReply> => {
  requests += 1
  return server.call('POST', path, options)
}
const grant = (body: Record<string, unknown>, headers: Record<string, string> = {}) => call('/oauth2/token', { body, headers })
const post = (path: string, body: unknown, headers: Record<string, string> = {}, token = visitor) => call(path, { body, token, headers })
const tryLogin = (email: string, password = 'wrong', ip?: string) => post('/v2/login', { loginId: { email }, password }, ip ? { 'x-test-ip': ip } : {})
const isRefused = (reply: TestReply) => [reply.status, errorCode(reply)]
const THROTTLED = [429, 'THROTTLED_FEATURE']
/** 429, with the seconds in the header and in the data. */
function expectWait(reply: TestReply, seconds?: number): void {
  expect(isRefused(reply)).toEqual(THROTTLED)
  const { retryAfterSeconds } = errorData(reply) ?? {}
  expect([reply.headers['retry-after'], reply.body.message]).toEqual([
    String(retryAfterSeconds),
    `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
  ])
  if (seconds !== undefined) expect(retryAfterSeconds).toBe(seconds)
}
/** As if a thing that was done once had been done so often. */
const setCounter = (key: string, count: number) =>
  server.open.db.updateTable('throttle').set({ count }).where('siteId', '=', site.metaSiteId).where('key', '=', key).executeTakeFirstOrThrow()
const captcha = (login: string) => server.ok('POST', '/_test/auth-settings', { body: { metaSiteId: site.metaSiteId, captcha: { login } } })
const emailsTo = async (email: string, template: string) => (await server.sentEmails(site, email)).filter((sent) => sent.template === template)

describe('limits', () => {
  const rows = tableAt('identity', '### 9.5')
  const cases: Record<string, () => Promise<void>> = {
    'failed logins per account': async () => {
      const { email } = await server.registerMember(site)
      for (let i = 0; i < 5; i++) expect((await tryLogin(email)).status).toBe(401)
      expectWait(await tryLogin(email, PASSWORD), 30)
      for (const [wait, next] of [
        ['PT31S', 60],
        ['PT61S', 120],
      ] as const) {
        await server.advanceAuthClock(wait)
        expect((await tryLogin(email)).status).toBe(401)
        expectWait(await tryLogin(email, PASSWORD), next)
      }
      await server.advanceAuthClock('PT121S')
      // Success resets the counter, and one lockout email was sent.
      expect((await tryLogin(email, PASSWORD)).status).toBe(200)
      for (let i = 0; i < 4; i++) expect((await tryLogin(email)).status).toBe(401)
      expect((await tryLogin(email, PASSWORD)).status).toBe(200)
      expect(await emailsTo(email, 'SIGN_IN_LOCKED')).toHaveLength(1)
      // The hundredth failure of an hour closes its rest, however long ago the one before was.
      await tryLogin(email)
      await setCounter(`login:${email}`, 99)
      await tryLogin(email)
      expectWait(await tryLogin(email, PASSWORD), 3600)
    },
    'failed logins per IP': async () => {
      const { email } = await server.registerMember(site)
      await tryLogin(randomEmail(), 'wrong', '203.0.113.7')
      await setCounter('login-failed:203.0.113.7', 99)
      expect((await tryLogin(randomEmail(), 'wrong', '203.0.113.7')).status).toBe(401)
      expectWait(await tryLogin(email, PASSWORD, '203.0.113.7'), 600)
      expect((await tryLogin(email, PASSWORD, '203.0.113.8')).status).toBe(200)
      await captcha('SUSPICIOUS')
      expect(isRefused(await tryLogin(email, PASSWORD, '203.0.113.7'))).toEqual([400, '-19971'])
      await captcha('OFF')
      await server.advanceAuthClock('PT10M1S')
      expect((await tryLogin(email, PASSWORD, '203.0.113.7')).status).toBe(200)
    },
    'register per IP': async () => {
      const signUp = (ip: string) => post('/v2/register', { loginId: { email: 'nope' }, password: PASSWORD }, { 'x-test-ip': ip })
      expect((await signUp('198.51.100.1')).status).toBe(400)
      await setCounter('register:198.51.100.1', 19)
      expect((await signUp('198.51.100.1')).status).toBe(400)
      expectWait(await signUp('198.51.100.1'), 3600)
      expect((await signUp('198.51.100.2')).status).toBe(400)
      await server.advanceAuthClock('PT61M')
      expect((await signUp('198.51.100.1')).status).toBe(400)
    },
    'code tries': async () => {
      await server.setSignOnPolicy(site, { verify: true })
      const email = randomEmail()
      const { stateToken, identity } = (await post('/v2/register', { loginId: { email }, password: PASSWORD })).body
      await server.setSignOnPolicy(site, {})
      const code = await emailedCode(server, site, email)
      const verify = (sent: unknown) => post('/v1/auth/verify', { code: sent, stateToken })
      for (const attemptsLeft of [4, 3, 2, 1, 0])
        expect(errorData(await verify(differentCode(code)))).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft })
      expect(errorData(await verify(code))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
      await server.advanceAuthClock('PT61S')
      expect((await post('/v1/auth/resend', { stateToken })).body).toMatchObject({ state: 'REQUIRE_EMAIL_VERIFICATION', stateToken })
      await setCounter(`code-tries:${identity.id}`, 19)
      expect((await verify('xxxxxx')).status).toBe(400)
      expectWait(await verify(await emailedCode(server, site, email)))
    },
    'anonymous tokens': async () => {
      const own = await server.createSite()
      const ask = (ip: string) => grant({ clientId: own.clientId, grantType: 'anonymous' }, { 'x-test-ip': ip })
      // All but the last ones are counted without being asked for.
      const count = (key: string, times: number) => {
        for (let i = 0; i < times; i++) consumeRateLimit(key, { times: 6000, seconds: 60 }, server.clocks.authNow().epochMilliseconds)
      }
      expect((await ask('192.0.2.1')).status).toBe(200)
      count(`anonymous ${own.clientId} 192.0.2.1`, 598)
      expect((await ask('192.0.2.1')).status).toBe(200)
      const tooMany = await ask('192.0.2.1')
      expect([tooMany.status, tooMany.body.error, tooMany.headers['retry-after']]).toEqual([429, 'slow_down', '60'])
      expect((await ask('192.0.2.2')).status).toBe(200)
      count(`anonymous ${own.clientId}`, 5995)
      expect((await ask('192.0.2.3')).status).toBe(200)
      expect((await ask('192.0.2.4')).status).toBe(429)
      await server.advanceAuthClock('PT61S')
      expect((await ask('192.0.2.1')).status).toBe(200)
    },
    refresh: async () => {
      const { refreshToken } = await server.registerMember(site)
      const renew = () => grant({ grantType: 'refresh_token', refreshToken })
      let last = await renew()
      for (let i = 0; i < 59; i++) last = await renew()
      expect(last.status).toBe(200)
      last = await renew()
      expect([last.status, last.body.error, last.headers['retry-after']]).toEqual([429, 'slow_down', '60'])
      await server.advanceAuthClock('PT61S')
      expect((await renew()).status).toBe(200)
    },
    'redirect sessions': async () => {
      const token = await server.visitorToken(site)
      const { subjectId } = await server.ok('POST', '/oauth2/token-info', { body: { token } })
      const make = () => post('/v1/redirect-session', { login: {} }, {}, token)
      expect((await make()).status).toBe(200)
      await setCounter(`redirect-session:${subjectId}`, 119)
      expect((await make()).status).toBe(200)
      expectWait(await make(), 60)
      await server.advanceAuthClock('PT61S')
      expect((await make()).status).toBe(200)
    },
    'recovery emails': async () => {
      const { email } = await server.registerMember(site)
      for (let i = 0; i < 5; i++) expect([await post('/v1/send-email', { email })].map(({ status, body }) => [status, body])).toEqual([[200, {}]])
      expect(await emailsTo(email, 'PASSWORD_RESET')).toHaveLength(3)
    },
  }
  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('%s: %s, then %s', async (what) => cases[stripMarkdown(what)]?.())
})

test('emailed codes: one a minute, five an hour', async () => {
  await server.setSignOnPolicy(site, { verify: true })
  const { stateToken } = (await post('/v2/register', { loginId: { email: randomEmail() }, password: PASSWORD })).body
  await server.setSignOnPolicy(site, {})
  const resend = () => post('/v1/auth/resend', { stateToken })
  expectWait(await resend(), 60)
  for (let i = 0; i < 5; i++) {
    await server.advanceAuthClock('PT61S')
    expect((await resend()).status).toBe(200)
  }
  await server.advanceAuthClock('PT61S')
  expectWait(await resend())
  expect(errorData(await post('/v1/auth/resend', { stateToken: randomUUID() }))).toEqual({ verificationFailureReason: 'NOT_FOUND' })
})

test('a site that hides who has an account answers a used address like a new one, to the end', async () => {
  const own = await server.createSite()
  await server.setSignOnPolicy(own, { verify: true })
  await server.ok('PATCH', '/api/sign-in-settings', { as: own, body: { settings: { hideAccountExistence: true } } })
  const token = await server.visitorToken(own)
  const used = randomEmail()
  await server.ok('POST', '/v2/sign-on', { as: own, body: { loginId: { email: used }, verifyEmail: true } })
  const ask = (path: string, body: object) => post(path, body, {}, token)
  const shape = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)])) : typeof value
  const signUp = async (email: string) => (await ask('/v2/register', { loginId: { email }, password: PASSWORD, profile: { firstName: 'A' } })).body
  const [decoy, real] = [await signUp(used.toUpperCase()), await signUp(randomEmail())]
  expect(shape(decoy)).toEqual(shape(real))
  expect(decoy).toMatchObject({ state: 'REQUIRE_EMAIL_VERIFICATION', identity: { email: { address: used.toUpperCase() }, status: real.identity.status } })
  const answers = async (stateToken: string) => {
    const tries = []
    for (let i = 0; i < 6; i++) tries.push(errorData(await ask('/v1/auth/verify', { code: 'xxxxxx', stateToken })))
    return [tries, (await ask('/v1/auth/resend', { stateToken })).status]
  }
  expect(await answers(decoy.stateToken)).toEqual(await answers(real.stateToken))
  await server.advanceAuthClock('PT61S')
  const again = async (stateToken: string) => shape((await ask('/v1/auth/resend', { stateToken })).body)
  expect(await again(decoy.stateToken)).toEqual(await again(real.stateToken))
  expect((await server.sentEmails(own, used)).map((sent) => sent.template)).toContain('REGISTER_EXISTING')
  expect((await ask('/v2/login', { loginId: { email: used }, password: PASSWORD })).status).toBe(401)
})
