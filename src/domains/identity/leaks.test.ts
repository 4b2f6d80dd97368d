/** What strangers could learn: secrets in answers, addresses and logs; who has an account; and pages that could be laid under others. Source: guide identity 4.1, 6, 9.7. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AHEAD } from '#kit/db/open.ts'
import { anybody, cookieIn, PASSWORD, tokenIn } from '../../../test/people.ts'
import { makeWorld, type Called, type TestSite, type World } from '../../../test/world.ts'
import { passwordTurns } from './password-hash.ts'

let world: World
let site: TestSite
let visitor: string
beforeAll(async () => {
  // What the process remembers grows old when the tests say so, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] })
  world = await makeWorld()
  site = await world.site({ redirectUris: ['https://shop.example/cb'], redirectDomains: ['shop.example'] })
  visitor = await world.visitor(site)
}, 120_000)
afterAll(async () => {
  vi.useRealTimers()
  await world.close()
})

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

/** What a call costs when nothing is remembered: passwords hashed, and the statements that it waits for; what is sent ahead of the next one is not waited for. */
async function work(deed: () => Promise<Called>) {
  const hashedBefore = passwordTurns.begun
  vi.advanceTimersByTime(2000)
  const statements: string[] = []
  world.open.watch.statement = (text) => void (text.startsWith(AHEAD) || statements.push(text.replaceAll(/\s+/g, ' ').slice(0, 60)))
  try {
    const { status, body, headers } = await deed()
    return { hashes: passwordTurns.begun - hashedBefore, statements, answer: { status, body, names: Object.keys(headers).toSorted() } }
  } finally {
    world.open.watch.statement = undefined
  }
}

const doors: readonly (readonly [what: string, hashes: number, ask: (email: string) => Promise<Called>, known: () => Promise<string>])[] = [
  [
    'sign-in with a wrong password',
    1,
    (email) => post('/v2/login', { loginId: { email }, password: 'not the right one' }),
    async () => (await world.member(site)).email,
  ],
  ['sign-in without a password', 1, (email) => post('/v2/login', { loginId: { email } }), async () => (await world.member(site)).email],
  ['a lost password', 0, (email) => post('/v1/send-email', { email }), async () => (await world.member(site)).email],
  ['the form of an address', 0, (email) => post('/v2/validate-email', { email }), async () => (await world.member(site)).email],
  ['the dashboard with a wrong password', 1, (email) => post('/api/owner/sign-in', { email, password: 'x' }), async () => (await world.site()).ownerEmail],
  ['a lost password of the dashboard', 0, (email) => post('/api/owner/recovery', { email }), async () => (await world.site()).ownerEmail],
]
test.each(doors)('who has an account is not told by %s: same words, same shape, same work', async (_what, costs, ask, known) => {
  const email = await known()
  const [of, ofNobody] = [await work(() => ask(email)), await work(() => ask(anybody()))]
  expect(of).toEqual(ofNobody)
  expect(of.hashes).toBe(costs)
})

test('nothing that opens something stands in a table as it is; letters that wait to leave carry theirs', async () => {
  const own = await world.site({ redirectUris: ['https://shop.example/cb'] })
  const token = await world.visitor(own)
  const member = await world.member(own)
  const { sessionToken } = await world.ok('POST', '/v2/login', { token, body: { loginId: { email: member.email }, password: PASSWORD } })
  await world.ok('POST', '/v1/send-email', { token, body: { email: member.email } })
  await world.ok('POST', '/v1/activation-email', { as: own, body: { identityId: member.memberId } })
  const { redirectSession } = await world.ok('POST', '/v1/redirect-session', { token, body: { bookingsBook: {} } })
  // At the address of another site the token opens nothing.
  const entered = await world.call('POST', '/api/hosted/session', { headers: { 'x-site-id': own.metaSiteId }, body: { sessionToken } })
  const cookie = (name: string) => cookieIn(entered.headers, name).split('=')[1]
  const query = { clientId: own.clientId, responseType: 'code', redirectUri: 'https://shop.example/cb', state: 'st', sessionToken }
  const authorize = { ...query, codeChallenge: 'x'.repeat(43), codeChallengeMethod: 'S256' }
  const { location } = (await world.call('GET', '/_api/oauth2/authorize', { headers: { accept: 'text/html' }, query: authorize })).headers
  await world.policy(own, { verify: true })
  const { stateToken } = await world.ok('POST', '/v2/register', { token, body: { loginId: { email: anybody() }, password: PASSWORD } })
  const desk = await world.desk(own)
  const links = await Promise.all(['PASSWORD_RESET', 'SET_PASSWORD'].map(async (kind) => tokenIn((await world.letter(own, member.email, kind)).link)))
  const secrets: Record<string, string | undefined> = {
    'access token': member.token,
    'refresh token': member.refreshToken,
    'session token': sessionToken,
    'state token': stateToken,
    'authorization code': new URL(String(location)).searchParams.get('code') ?? undefined,
    'transfer token': redirectSession.sessionToken,
    'sign-in cookie': cookie('ms_sso'),
    'mark of a known browser': cookie('ms_known'),
    'dashboard cookie': /ms_owner=([^;]*)/.exec(desk.headers?.cookie ?? '')?.[1],
    'mark of a browser known to the dashboard': /ms_owner_known=([^;]*)/.exec(desk.headers?.cookie ?? '')?.[1],
    'API key': own.apiKey,
    'app secret': own.appSecret,
    password: PASSWORD,
    'recovery link': links[0],
    'invitation link': links[1],
  }
  // At least 128 random bits, in letters that need no escape in an address.
  for (const [name, secret] of Object.entries(secrets))
    expect([name, secret]).toEqual([name, expect.stringMatching(name === 'password' ? /./ : /^[\w.-]{22,}$/)])
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    world.open.db,
  )
  const found: string[] = []
  for (const { name } of tables.filter((table) => table.name !== 'letter')) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(world.open.db)
    const text = rows.map(({ row }) => row).join('\n')
    for (const [secret, value] of Object.entries(secrets)) if (value && text.includes(value)) found.push(`${name} keeps the ${secret}`)
  }
  expect(found).toEqual([])
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
