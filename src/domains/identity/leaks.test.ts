/** What an attacker could learn: secrets in answers, addresses and logs; who has an account; and pages that could be laid under others. Source: guide identity §4.1, §6, §9.7. */
import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomEmail, cookieFrom, PASSWORD, tokenFromLink } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestReply, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { hashingSemaphore } from './password-hash.ts'

let server: TestServer
let site: TestSite
let visitor: string
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ redirectUris: ['https://shop.example/cb'], redirectDomains: ['shop.example'] })
  visitor = await server.visitorToken(site)
})
afterAll(() => server.close())

const post = (path: string, body: unknown) => server.call('POST', path, { token: visitor, body })
const everything = (reply: TestReply) => `${reply.text} ${JSON.stringify(reply.headers)}`

test('no refusal repeats the secret that it refuses', async () => {
  const secret = 'S3cretS3cretS3cretS3cretS3cretS3cretS3cret12'
  const page = (path: string) => server.call('GET', path, { headers: { accept: 'text/html' } })
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
    server.call('GET', '/v1/members/my', { token: secret }),
    server.call('GET', '/v1/members/my', { headers: { authorization: secret, 'wix-site-id': site.metaSiteId } }),
    page(`/_api/oauth2/authorize?clientId=${site.clientId}&redirectUri=https%3A%2F%2Fevil.example&sessionToken=${secret}`),
    page(`/_api/redirects-api/v1/enter?rs=${randomUUID()}&t=${secret}`),
    page(`/_api/iam/authentication/v1/callback?state=${secret}&sessionToken=${secret}`),
    page(`/api/email-preferences/${secret}`),
  ])
  expect(answers.map((reply) => everything(reply).includes(secret))).toEqual(answers.map(() => false))
  expect(answers.filter((reply) => reply.status >= 500 && reply.status !== 501).map(everything)).toEqual([])
})

test('the log of a request that broke has neither its question nor its secrets', async () => {
  const secret = `S3cret${randomUUID().replaceAll('-', '')}`
  const before = server.problems.length
  // A missing table makes every call that reads it fail.
  await server.open.db.executeQuery(CompiledQuery.raw('alter table member rename to member_gone'))
  try {
    const reply = await server.call('POST', '/v2/login', {
      token: visitor,
      body: { loginId: { email: 'ann@shop.example' }, password: secret },
      query: { sessionToken: secret },
    })
    const read = await server.call('GET', `/v1/members/${randomUUID()}`, { as: site, query: { sessionToken: secret } })
    expect([reply.status, reply.body, read.status]).toEqual([500, { message: '', details: {} }, 500])
  } finally {
    await server.open.db.executeQuery(CompiledQuery.raw('alter table member_gone rename to member'))
  }
  const logged = server.problems.slice(before).join('\n')
  expect(logged).toMatch(/request [\w-]+ GET \/v1\/members\//)
  for (const word of [secret, visitor, site.apiKey, 'sessionToken']) expect(logged).not.toContain(word)
})

/** What a call costs when nothing is remembered: passwords hashed, and the statements that it waits for; what is sent ahead of the next one is not waited for. */
async function work(call: () => Promise<TestReply>) {
  const hashedBefore = hashingSemaphore.begun
  server.open.cache.clear()
  const statements: string[] = []
  server.open.watch.onStatement = (text, { isPipelined }) => void (isPipelined || statements.push(text.replaceAll(/\s+/g, ' ').slice(0, 60)))
  try {
    const { status, body, headers } = await call()
    return { hashes: hashingSemaphore.begun - hashedBefore, statements, answer: { status, body, names: Object.keys(headers).toSorted() } }
  } finally {
    server.open.watch.onStatement = undefined
  }
}

const operations: readonly (readonly [what: string, hashes: number, ask: (email: string) => Promise<TestReply>, known: () => Promise<string>])[] = [
  [
    'sign-in with a wrong password',
    1,
    (email) => post('/v2/login', { loginId: { email }, password: 'not the right one' }),
    async () => (await server.registerMember(site)).email,
  ],
  ['sign-in without a password', 1, (email) => post('/v2/login', { loginId: { email } }), async () => (await server.registerMember(site)).email],
  ['a lost password', 0, (email) => post('/v1/send-email', { email }), async () => (await server.registerMember(site)).email],
  ['the form of an address', 0, (email) => post('/v2/validate-email', { email }), async () => (await server.registerMember(site)).email],
  [
    'the dashboard with a wrong password',
    1,
    (email) => post('/api/owner/sign-in', { email, password: 'x' }),
    async () => (await server.createSite()).ownerEmail,
  ],
  ['a lost password of the dashboard', 0, (email) => post('/api/owner/recovery', { email }), async () => (await server.createSite()).ownerEmail],
]
test.each(operations)('%s does not reveal who has an account: same text, same shape, same work', async (_what, costs, ask, known) => {
  const email = await known()
  const [of, ofUnknown] = [await work(() => ask(email)), await work(() => ask(randomEmail()))]
  expect(of).toEqual(ofUnknown)
  expect(of.hashes).toBe(costs)
})

test('credentials are stored as hashes only; in emails they are sealed', async () => {
  const own = await server.createSite({ redirectUris: ['https://shop.example/cb'] })
  const token = await server.visitorToken(own)
  const member = await server.registerMember(own)
  const { sessionToken } = await server.ok('POST', '/v2/login', { token, body: { loginId: { email: member.email }, password: PASSWORD } })
  await server.ok('POST', '/v1/send-email', { token, body: { email: member.email } })
  await server.ok('POST', '/v1/activation-email', { as: own, body: { identityId: member.memberId } })
  const { redirectSession } = await server.ok('POST', '/v1/redirect-session', { token, body: { bookingsBook: {} } })
  // At the address of another site the token opens nothing.
  const entered = await server.call('POST', '/api/hosted/session', { headers: { 'x-site-id': own.metaSiteId }, body: { sessionToken } })
  const cookie = (name: string) => cookieFrom(entered.headers, name).split('=')[1]
  const query = { clientId: own.clientId, responseType: 'code', redirectUri: 'https://shop.example/cb', state: 'st', sessionToken }
  const authorize = { ...query, codeChallenge: 'x'.repeat(43), codeChallengeMethod: 'S256' }
  const { location } = (await server.call('GET', '/_api/oauth2/authorize', { headers: { accept: 'text/html' }, query: authorize })).headers
  await server.setSignOnPolicy(own, { verify: true })
  const { stateToken } = await server.ok('POST', '/v2/register', { token, body: { loginId: { email: randomEmail() }, password: PASSWORD } })
  const asOwner = await server.signInAsOwner(own)
  const links = await Promise.all(
    ['PASSWORD_RESET', 'SET_PASSWORD'].map(async (kind) => tokenFromLink((await server.emailVariables(own, member.email, kind)).link)),
  )
  const secrets: Record<string, string | undefined> = {
    'access token': member.token,
    'refresh token': member.refreshToken,
    'session token': sessionToken,
    'state token': stateToken,
    'authorization code': new URL(String(location)).searchParams.get('code') ?? undefined,
    'transfer token': redirectSession.sessionToken,
    'sign-in cookie': cookie('ms_sso'),
    'mark of a known browser': cookie('ms_known'),
    'dashboard cookie': /ms_owner=([^;]*)/.exec(asOwner.headers?.cookie ?? '')?.[1],
    'mark of a browser known to the dashboard': /ms_owner_known=([^;]*)/.exec(asOwner.headers?.cookie ?? '')?.[1],
    'API key': own.apiKey,
    'app secret': own.appSecret,
    password: PASSWORD,
    'recovery link': links[0],
    'invitation link': links[1],
  }
  // At least 128 random bits, in characters that need no escape in a URL.
  for (const [name, secret] of Object.entries(secrets))
    expect([name, secret]).toEqual([name, expect.stringMatching(name === 'password' ? /./ : /^[\w.-]{22,}$/)])
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    server.open.db,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(server.open.db)
    const text = rows.map(({ row }) => row).join('\n')
    for (const [secret, value] of Object.entries(secrets)) if (value && text.includes(value)) found.push(`${name} keeps the ${secret}`)
  }
  expect(found).toEqual([])
})

/** The pages of the app itself are tested in src/kit/http. */
test('pages of the server cannot be framed by other sites, and send no referrer to the page behind a link', async () => {
  for (const path of [
    '/_api/oauth2/authorize?clientId=x',
    `/_api/redirects-api/v1/enter?rs=${randomUUID()}&t=x`,
    `/_api/iam/authentication/v1/logout?clientId=${site.clientId}`,
    `/api/hosted/return?rs=${randomUUID()}&outcome=abandoned`,
  ]) {
    const { headers, text } = await server.call('GET', path, { headers: { accept: 'text/html' } })
    expect([path, text.startsWith('<!doctype html'), headers['content-security-policy'], headers['referrer-policy']]).toEqual([
      path,
      true,
      expect.stringContaining("frame-ancestors 'none'"),
      'no-referrer',
    ])
  }
})
