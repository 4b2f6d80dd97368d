/** What strangers could learn: secrets in answers, addresses and logs; who has an account; and pages that could be laid under others. Source: guide identity 4.1, 6, 9.7. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type Called, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
let visitor: string
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site({ redirectUris: ['https://shop.example/cb'], redirectDomains: ['shop.example'] })
  visitor = await world.visitor(site)
}, 120_000)
afterAll(() => world.close())

const PASSWORD = 'a calm long evening'
const post = (path: string, body: unknown) => world.call('POST', path, { token: visitor, body })
const everything = (answer: Called) => `${answer.text} ${JSON.stringify(answer.headers)}`

test('no refusal repeats the secret that it refuses', async () => {
  const secret = 'S3cretS3cretS3cretS3cretS3cretS3cretS3cret12'
  const page = (path: string) => world.call('GET', path, { headers: { accept: 'text/html' } })
  const answers = await Promise.all([
    post('/v2/login', { loginId: { email: 'ann@shop.example' }, password: secret }),
    post('/v2/register', { loginId: { email: 'nope' }, password: secret }),
    post('/v1/recover', { recoveryToken: secret, password: PASSWORD }),
    post('/v1/auth/verify', { code: '123456', stateToken: secret }),
    post('/v1/auth/resend', { stateToken: secret }),
    post('/v2/TOTP/verify', { stateToken: secret, factorType: 'TOTP', totpData: { code: secret } }),
    post('/oauth2/token', { grantType: 'refresh_token', refreshToken: secret }),
    post('/oauth2/token', { grantType: 'authorization_code', clientId: site.clientId, code: secret, codeVerifier: secret }),
    post('/oauth2/token', { grant_type: 'client_credentials', client_id: site.clientId, client_secret: secret }),
    post('/oauth2/token-info', { token: secret }),
    post('/api/owner/sign-in', { email: 'ann@shop.example', password: secret }),
    post('/api/owner/recover', { token: secret, password: PASSWORD }),
    post('/api/email-undo', { token: secret }),
    world.call('GET', '/v1/members/my', { token: secret }),
    world.call('GET', '/v1/members/my', { headers: { authorization: secret, 'wix-site-id': site.metaSiteId } }),
    page(`/_api/oauth2/authorize?clientId=${site.clientId}&redirectUri=https%3A%2F%2Fevil.example&sessionToken=${secret}`),
    page(`/_api/redirects-api/v1/enter?rs=${randomUUID()}&t=${secret}`),
    page(`/_api/iam/authentication/v1/callback?state=${secret}&sessionToken=${secret}`),
    page(`/api/letters/by-link/${secret}`),
  ])
  expect(answers.map((answer) => everything(answer).includes(secret))).toEqual(answers.map(() => false))
  expect(answers.filter((answer) => answer.status >= 500 && answer.status !== 501).map(everything)).toEqual([])
})

test('the log of a request that broke has neither its question nor its secrets', async () => {
  const secret = `S3cret${randomUUID().replaceAll('-', '')}`
  const before = world.problems.length
  // A table that is gone breaks whoever reads it.
  await world.open.db.executeQuery({
    sql: 'alter table member rename to member_gone',
    parameters: [],
    query: { kind: 'RawNode' },
    queryId: { queryId: 'x' },
  } as never)
  try {
    const answer = await world.call('POST', '/v2/login', {
      token: visitor,
      body: { loginId: { email: 'ann@shop.example' }, password: secret },
      query: { sessionToken: secret },
    })
    const read = await world.call('GET', `/v1/members/${randomUUID()}`, { as: site, query: { sessionToken: secret } })
    expect([answer.status, answer.body, read.status]).toEqual([500, { message: '', details: {} }, 500])
  } finally {
    await world.open.db.executeQuery({
      sql: 'alter table member_gone rename to member',
      parameters: [],
      query: { kind: 'RawNode' },
      queryId: { queryId: 'x' },
    } as never)
  }
  const logged = world.problems.slice(before).join('\n')
  expect(logged).toMatch(/request [\w-]+ GET \/v1\/members\//)
  for (const word of [secret, visitor, site.apiKey, 'sessionToken']) expect(logged).not.toContain(word)
})

test('who has an account is not told: same words, same shape, about the same work', async () => {
  const { email } = await world.member(site)
  const nobody = () => `n-${randomUUID().slice(0, 8)}@shop.example`
  const login = (who: string) => post('/v2/login', { loginId: { email: who }, password: 'not the right one' })
  const plain = ({ status, body, headers }: Called) => ({ status, body, names: Object.keys(headers).toSorted() })
  expect(plain(await login(nobody()))).toEqual(plain(await login(email)))
  for (const path of ['/v1/send-email', '/v2/validate-email', '/api/owner/recovery'])
    expect([path, plain(await post(path, { email: path.includes('owner') ? nobody() : nobody() }))]).toEqual([
      path,
      plain(await post(path, { email: path.includes('owner') ? site.ownerEmail : email })),
    ])
  expect(plain(await post('/api/owner/sign-in', { email: nobody(), password: 'x' }))).toEqual(
    plain(await post('/api/owner/sign-in', { email: site.ownerEmail, password: 'x' })),
  )
  // A wrong password costs a hash; so does an address that nobody has. The best of several tries says what it costs.
  const cost = async (deed: () => Promise<unknown>) => {
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < 4; i++) {
      const start = performance.now()
      await deed()
      best = Math.min(best, performance.now() - start)
    }
    return best
  }
  const others = await Promise.all([world.member(site), world.member(site), world.member(site), world.member(site)])
  let at = 0
  const [known, unknown] = [await cost(() => login(others[at++ % 4]?.email ?? '')), await cost(() => login(nobody()))]
  expect(unknown / known).toBeGreaterThan(0.4)
  expect(unknown / known).toBeLessThan(2.5)
})

/** The pages of the app itself: kit/edge/web.test.ts. */
test('pages that the server writes stand in nobody else’s frame, and tell no page behind them where they came from', async () => {
  for (const path of [
    '/_api/oauth2/authorize?clientId=x',
    `/_api/redirects-api/v1/enter?rs=${randomUUID()}&t=x`,
    `/_api/iam/authentication/v1/logout?clientId=${site.clientId}`,
    `/api/hosted/return?rs=${randomUUID()}&outcome=abandoned`,
  ]) {
    const { headers, text } = await world.call('GET', path, { headers: { accept: 'text/html' } })
    expect([path, text.startsWith('<!doctype html'), headers['content-security-policy'], headers['referrer-policy']]).toEqual([
      path,
      true,
      expect.stringContaining("frame-ancestors 'none'"),
      'no-referrer',
    ])
  }
})
