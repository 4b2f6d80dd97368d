/** A hundred guesses at once are no more than the limit, and attackers who keep trying do not lock members out. Source: guide identity §9.5. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  emailedCode,
  login,
  randomEmail,
  authenticatorCode,
  errorCode,
  cookieFrom,
  PASSWORD,
  tokenFromLink,
  differentCode,
} from '../../../test/auth-helpers.ts'
import { startTestServer, type TestReply, type CallOptions, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let visitor: string
/** Time stands but for a millisecond a request: a busy machine takes longer for all attempts than the first lock lasts. */
const began = Date.now()
let requests = 0
beforeAll(async () => {
  server = await startTestServer({ wallMs: () => began + requests, monotonicMs: () => requests })
  const { call } = server
  server.call = (...request) => {
    requests += 1
    return call(...request)
  }
  site = await server.createSite()
  visitor = await server.visitorToken(site)
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const MANY = Number(process.env.PARALLEL_ATTEMPTS ?? 120)
/** The same call so often at the same time; how often each answer came. */
async function atOnce(path: string, options: CallOptions | ((at: number) => CallOptions), times = MANY): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: times }, (_, at) => server.call('POST', path, typeof options === 'function' ? options(at) : options)))
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const getCookies = (reply: TestReply) =>
  ([] as unknown[])
    .concat(reply.headers['set-cookie'] ?? [])
    .map((line) => String(line).split(';')[0])
    .join('; ')
const signInOwner = (of: TestSite, password = of.ownerPassword, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/owner/sign-in', { headers, body: { email: of.ownerEmail, password } })

describe(`${MANY} parallel attempts`, () => {
  test('at the password of a member: five are checked', async () => {
    const { email } = await server.registerMember(site)
    expect(await atOnce('/v2/login', { token: visitor, body: { loginId: { email }, password: 'wrong' } })).toEqual({ 401: 5, 429: MANY - 5 })
    // Also at an address without an account.
    expect(await atOnce('/v2/login', { token: visitor, body: { loginId: { email: randomEmail() }, password: 'wrong' } })).toEqual({ 401: 5, 429: MANY - 5 })
    expect((await server.sentEmails(site, email)).filter(({ template }) => template === 'SIGN_IN_LOCKED')).toHaveLength(1)
  })
  test('from one IP address at many emails: a hundred are checked', async () => {
    const tried = await atOnce('/v2/login', () => ({
      token: visitor,
      headers: { 'x-test-ip': '203.0.113.50' },
      body: { loginId: { email: randomEmail() }, password: 'wrong' },
    }))
    expect(tried).toEqual({ 401: 100, 429: MANY - 100 })
  })
  test('at the password of an owner: five are checked, whichever site is called', async () => {
    const other = await server.createSite({ address: 'https://other.example' })
    const body = { email: site.ownerEmail, password: 'wrong' }
    const tried = await atOnce('/api/owner/sign-in', (at) => ({
      body,
      headers: { host: at % 2 ? 'other.example' : 'localhost', 'x-site-id': at % 2 ? '' : other.metaSiteId },
    }))
    expect(tried).toEqual({ 401: 5, 429: MANY - 5 })
    const one = await atOnce('/api/owner/sign-in', () => ({ headers: { 'x-test-ip': '203.0.113.60' }, body: { email: randomEmail(), password: 'wrong' } }))
    expect(one).toEqual({ 401: 100, 429: MANY - 100 })
  })
  test('at an emailed code: five are checked', async () => {
    await server.setSignOnPolicy(site, { verify: true })
    const email = randomEmail()
    const { stateToken } = await server.ok('POST', '/v2/register', { token: visitor, body: { loginId: { email }, password: PASSWORD } })
    await server.setSignOnPolicy(site, {})
    const code = await emailedCode(server, site, email)
    const answers = await Promise.all(
      Array.from({ length: MANY }, () => server.call('POST', '/v1/auth/verify', { token: visitor, body: { stateToken, code: differentCode(code) } })),
    )
    const judged = answers.filter(({ body }) => body.details?.applicationError?.data?.verificationFailureReason === 'BAD_CODE')
    expect(judged).toHaveLength(5)
    expect((await server.call('POST', '/v1/auth/verify', { token: visitor, body: { stateToken, code } })).status).not.toBe(200)
  })
  test('at a second step, by app and recovery code: five are judged', async () => {
    const { token, email } = await server.registerMember(site)
    const { secret } = await server.ok('POST', '/api/my-factors/totp/start', { token, body: {} })
    await server.ok('POST', '/api/my-factors/totp/confirm', { token, body: { code: authenticatorCode(server, secret) } })
    for (const wrong of [{ totpData: { code: '000000' } }, { recoveryCodeData: { code: 'aaaa-bbbb' } }]) {
      const { stateToken } = (await login(server, visitor, email, { password: PASSWORD })).body
      const way = 'totpData' in wrong ? 'TOTP' : 'RECOVERY_CODE'
      const answers = await Promise.all(
        Array.from({ length: MANY }, () => server.call('POST', `/v2/${way}/verify`, { token: visitor, body: { stateToken, factorType: way, ...wrong } })),
      )
      const judged = answers.filter(({ body }) => body.details?.applicationError?.data?.verificationFailureReason === 'BAD_CODE')
      expect(judged.length, way).toBe(5)
    }
  })
  test('at the second step of an owner: five are judged', async () => {
    const own = await server.createSite()
    const asOwner = await server.signInAsOwner(own)
    const { secret } = await server.ok('POST', '/api/owner/factors/TOTP/start', { ...asOwner, body: {} })
    await server.ok('POST', '/api/owner/factors/TOTP/confirm', { ...asOwner, body: { code: authenticatorCode(server, secret) } })
    const { stateToken } = (await signInOwner(own)).body.secondStep
    const answers = await Promise.all(
      Array.from({ length: MANY }, () => server.call('POST', '/api/owner/second-step', { body: { stateToken, way: 'TOTP', code: '000000' } })),
    )
    const judged = answers.filter(({ body }) => body.details?.applicationError?.data?.verificationFailureReason === 'BAD_CODE')
    expect(judged).toHaveLength(5)
  })
  test('a right password among them gets in, and its owner begins afresh', async () => {
    const { email } = await server.registerMember(site)
    for (let wrong = 0; wrong < 4; wrong++) await login(server, visitor, email, { password: 'wrong' })
    expect((await login(server, visitor, email, { password: PASSWORD })).status).toBe(200)
    expect(await atOnce('/v2/login', { token: visitor, body: { loginId: { email }, password: PASSWORD } }, 5)).toEqual({ 200: 5 })
  })
})

describe('attackers who keep trying', () => {
  /** An attacker who never stops: the account is locked for unknown browsers. */
  async function besiege(tryIn: () => Promise<TestReply>): Promise<void> {
    for (let wrong = 0; wrong < 5; wrong++) await tryIn()
    expect((await tryIn()).status).toBe(429)
  }
  test('do not keep members out of a browser in which they signed in before', async () => {
    const { email } = await server.registerMember(site)
    const entered = await server.call('POST', '/api/hosted/session', {
      token: visitor,
      body: { sessionToken: (await login(server, visitor, email, { password: PASSWORD })).body.sessionToken },
    })
    const known = { cookie: cookieFrom(entered.headers, 'ms_known') }
    expect(known.cookie).not.toBe('')
    await besiege(() => login(server, visitor, email, { password: 'wrong' }))
    expect((await login(server, visitor, email, { password: PASSWORD })).status).toBe(429)
    expect((await login(server, visitor, email, { password: PASSWORD }, known)).status).toBe(200)
    // Unknown browsers gain nothing by that: they stay locked.
    expect((await login(server, visitor, email, { password: PASSWORD })).status).toBe(429)
    // In the known browser attempts are limited, too; and it is known for that person only.
    const tries = await Promise.all(Array.from({ length: 20 }, () => login(server, visitor, email, { password: 'wrong' }, known)))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5)
    const { email: other } = await server.registerMember(site)
    await besiege(() => login(server, visitor, other, { password: 'wrong' }))
    expect((await login(server, visitor, other, { password: PASSWORD }, known)).status).toBe(429)
  })
  test('nor owners; a member who resets the password by email can sign in from that browser', async () => {
    const own = await server.createSite({ address: 'https://besieged.example' })
    const entered = await signInOwner(own)
    const known = { cookie: cookieFrom(entered.headers, 'ms_owner_known') }
    await besiege(() => signInOwner(own, 'wrong'))
    expect((await signInOwner(own)).status).toBe(429)
    expect((await signInOwner(own, own.ownerPassword, known)).status).toBe(200)
    await server.ok('POST', '/api/owner/recovery', { headers: { 'x-site-id': own.metaSiteId }, body: { email: own.ownerEmail } })
    const { link } = await server.emailVariables(own, own.ownerEmail, 'OWNER_PASSWORD_RESET')
    const recovered = await server.call('POST', '/api/owner/recover', { body: { token: tokenFromLink(link), password: 'a brand new morning' } })
    const here = { cookie: getCookies(recovered) }
    await besiege(() => signInOwner(own, 'wrong'))
    expect((await signInOwner(own, 'a brand new morning')).status).toBe(429)
    expect((await signInOwner(own, 'a brand new morning', here)).status).toBe(200)
  })
  test('nor members who set a new password by email', async () => {
    const { email } = await server.registerMember(site)
    await server.ok('POST', '/v1/send-email', { token: visitor, body: { email } })
    const { link } = await server.emailVariables(site, email, 'PASSWORD_RESET')
    const recovered = await server.call('POST', '/v1/recover', {
      token: visitor,
      body: { recoveryToken: tokenFromLink(link), password: 'a brand new morning' },
    })
    await besiege(() => login(server, visitor, email, { password: 'wrong' }))
    expect(errorCode(await login(server, visitor, email, { password: 'a brand new morning' }))).toBe('THROTTLED_FEATURE')
    expect((await login(server, visitor, email, { password: 'a brand new morning' }, { cookie: getCookies(recovered) })).status).toBe(200)
  })
})
