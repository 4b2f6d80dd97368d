/** Three hundred guesses at once are no more than the limit, and strangers who guess keep nobody out. Source: guide identity 9.5. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anybody, appCode, codeOf, cookieIn, PASSWORD, tokenIn, wrongFor } from '../../../test/people.ts'
import { makeWorld, type Called, type CallOptions, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
let visitor: string
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site()
  visitor = await world.visitor(site)
}, 120_000)
afterAll(async () => {
  expect(world.problems).toEqual([])
  await world.close()
})

const MANY = 300
/** The same call so often at the same time; how often each answer came. */
async function atOnce(path: string, options: CallOptions | ((at: number) => CallOptions), times = MANY): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: times }, (_, at) => world.call('POST', path, typeof options === 'function' ? options(at) : options)))
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const cookiesOf = (answer: Called) =>
  ([] as unknown[])
    .concat(answer.headers['set-cookie'] ?? [])
    .map((line) => String(line).split(';')[0])
    .join('; ')
const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  world.call('POST', '/v2/login', { token: visitor, headers, body: { loginId: { email }, password } })
const owner = (of: TestSite, password = of.ownerPassword, headers: Record<string, string> = {}) =>
  world.call('POST', '/api/owner/sign-in', { headers, body: { email: of.ownerEmail, password } })

describe('three hundred guesses at once', { timeout: 90_000 }, () => {
  test('at the password of a member: five are judged', async () => {
    const { email } = await world.member(site)
    expect(await atOnce('/v2/login', { token: visitor, body: { loginId: { email }, password: 'wrong' } })).toEqual({ 401: 5, 429: MANY - 5 })
    // Also at an address that nobody has.
    expect(await atOnce('/v2/login', { token: visitor, body: { loginId: { email: anybody() }, password: 'wrong' } })).toEqual({ 401: 5, 429: MANY - 5 })
    expect((await world.letters(site, email)).filter(({ template }) => template === 'SIGN_IN_LOCKED')).toHaveLength(1)
  })
  test('from one address at everybody: a hundred are judged', async () => {
    const tried = await atOnce('/v2/login', () => ({
      token: visitor,
      headers: { 'x-test-ip': '203.0.113.50' },
      body: { loginId: { email: anybody() }, password: 'wrong' },
    }))
    expect(tried).toEqual({ 401: 100, 429: MANY - 100 })
  })
  test('at the password of an owner: five are judged, whichever site is asked', async () => {
    const other = await world.site({ address: 'https://other.example' })
    const body = { email: site.ownerEmail, password: 'wrong' }
    const tried = await atOnce('/api/owner/sign-in', (at) => ({
      body,
      headers: { host: at % 2 ? 'other.example' : 'localhost', 'x-site-id': at % 2 ? '' : other.metaSiteId },
    }))
    expect(tried).toEqual({ 401: 5, 429: MANY - 5 })
    const one = await atOnce('/api/owner/sign-in', () => ({ headers: { 'x-test-ip': '203.0.113.60' }, body: { email: anybody(), password: 'wrong' } }))
    expect(one).toEqual({ 401: 100, 429: MANY - 100 })
  })
  test('at a mailed code: five are judged', async () => {
    await world.policy(site, { verify: true })
    const email = anybody()
    const { stateToken } = await world.ok('POST', '/v2/register', { token: visitor, body: { loginId: { email }, password: PASSWORD } })
    await world.policy(site, {})
    const { code } = await world.letter(site, email, 'VERIFY_EMAIL_CODE')
    const answers = await Promise.all(
      Array.from({ length: MANY }, () => world.call('POST', '/v1/auth/verify', { token: visitor, body: { stateToken, code: wrongFor(code) } })),
    )
    const judged = answers.filter(({ body }) => body.details?.applicationError?.data?.verificationFailureReason === 'BAD_CODE')
    expect(judged).toHaveLength(5)
    expect((await world.call('POST', '/v1/auth/verify', { token: visitor, body: { stateToken, code } })).status).not.toBe(200)
  })
  test('at a second step, by app, recovery code and password: five are judged', async () => {
    const { token, email } = await world.member(site)
    const { secret } = await world.ok('POST', '/api/my-factors/totp/start', { token, body: {} })
    await world.ok('POST', '/api/my-factors/totp/confirm', { token, body: { code: appCode(world, secret) } })
    for (const wrong of [{ totpData: { code: '000000' } }, { recoveryCodeData: { code: 'aaaa-bbbb' } }]) {
      const { stateToken } = (await login(email, PASSWORD)).body
      const way = 'totpData' in wrong ? 'TOTP' : 'RECOVERY_CODE'
      const answers = await Promise.all(
        Array.from({ length: MANY }, () => world.call('POST', `/v2/${way}/verify`, { token: visitor, body: { stateToken, factorType: way, ...wrong } })),
      )
      const judged = answers.filter(({ body }) => body.details?.applicationError?.data?.verificationFailureReason === 'BAD_CODE')
      expect(judged.length, way).toBe(5)
    }
  })
  test('at the second step of an owner: five are judged', async () => {
    const own = await world.site()
    const desk = await world.desk(own)
    const { secret } = await world.ok('POST', '/api/owner/factors/TOTP/start', { ...desk, body: {} })
    await world.ok('POST', '/api/owner/factors/TOTP/confirm', { ...desk, body: { code: appCode(world, secret) } })
    const { stateToken } = (await owner(own)).body.secondStep
    const answers = await Promise.all(
      Array.from({ length: MANY }, () => world.call('POST', '/api/owner/second-step', { body: { stateToken, way: 'TOTP', code: '000000' } })),
    )
    const judged = answers.filter(({ body }) => body.details?.applicationError?.data?.verificationFailureReason === 'BAD_CODE')
    expect(judged).toHaveLength(5)
  })
  test('a right password among them gets in, and its owner begins afresh', async () => {
    const { email } = await world.member(site)
    for (let wrong = 0; wrong < 4; wrong++) await login(email, 'wrong')
    expect((await login(email, PASSWORD)).status).toBe(200)
    expect(await atOnce('/v2/login', { token: visitor, body: { loginId: { email }, password: PASSWORD } }, 5)).toEqual({ 200: 5 })
  })
})

describe('strangers who guess', { timeout: 60_000 }, () => {
  /** As somebody elsewhere who never stops: the account waits for whoever is not known. */
  async function besiege(tryIn: () => Promise<Called>): Promise<void> {
    for (let wrong = 0; wrong < 5; wrong++) await tryIn()
    expect((await tryIn()).status).toBe(429)
  }
  test('do not keep members out of a browser in which they signed in before', async () => {
    const { email } = await world.member(site)
    const entered = await world.call('POST', '/api/hosted/session', {
      token: visitor,
      body: { sessionToken: (await login(email, PASSWORD)).body.sessionToken },
    })
    const known = { cookie: cookieIn(entered.headers, 'ms_known') }
    expect(known.cookie).not.toBe('')
    await besiege(() => login(email, 'wrong'))
    expect((await login(email, PASSWORD)).status).toBe(429)
    expect((await login(email, PASSWORD, known)).status).toBe(200)
    // The strangers gain nothing by that: they wait on.
    expect((await login(email, PASSWORD)).status).toBe(429)
    // In the known browser, too, guesses are limited; and for anybody else it is no known one.
    const tries = await Promise.all(Array.from({ length: 20 }, () => login(email, 'wrong', known)))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5)
    const { email: other } = await world.member(site)
    await besiege(() => login(other, 'wrong'))
    expect((await login(other, PASSWORD, known)).status).toBe(429)
  })
  test('nor owners; and whoever sets a new password by mail is let in where they did it', async () => {
    const own = await world.site({ address: 'https://besieged.example' })
    const entered = await owner(own)
    const known = { cookie: cookieIn(entered.headers, 'ms_owner_known') }
    await besiege(() => owner(own, 'wrong'))
    expect((await owner(own)).status).toBe(429)
    expect((await owner(own, own.ownerPassword, known)).status).toBe(200)
    await world.ok('POST', '/api/owner/recovery', { headers: { 'x-site-id': own.metaSiteId }, body: { email: own.ownerEmail } })
    const { link } = await world.letter(own, own.ownerEmail, 'OWNER_PASSWORD_RESET')
    const recovered = await world.call('POST', '/api/owner/recover', { body: { token: tokenIn(link), password: 'a brand new morning' } })
    const here = { cookie: cookiesOf(recovered) }
    await besiege(() => owner(own, 'wrong'))
    expect((await owner(own, 'a brand new morning')).status).toBe(429)
    expect((await owner(own, 'a brand new morning', here)).status).toBe(200)
  })
  test('nor members who set a new password by mail', async () => {
    const { email } = await world.member(site)
    await world.ok('POST', '/v1/send-email', { token: visitor, body: { email } })
    const { link } = await world.letter(site, email, 'PASSWORD_RESET')
    const recovered = await world.call('POST', '/v1/recover', { token: visitor, body: { recoveryToken: tokenIn(link), password: 'a brand new morning' } })
    await besiege(() => login(email, 'wrong'))
    expect(codeOf(await login(email, 'a brand new morning'))).toBe('THROTTLED_FEATURE')
    expect((await login(email, 'a brand new morning', { cookie: cookiesOf(recovered) })).status).toBe(200)
  })
})
