/** Every refusal of the guide, caused through HTTP, with its status, its code and its words; and who may call what. Source: guide identity §5.1 (order of checks), §10, §11. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allMatched, stripMarkdown, tableAt, unmatchedRows } from '../../../test/guide-tables.ts'
import { login, randomEmail, register, errorCode, PASSWORD, firstViolation, signUp } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestReply, type CallOptions, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let visitor: string
let asOwner: CallOptions
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ allowLocalhost: false })
  visitor = await server.visitorToken(site)
  asOwner = await server.signInAsOwner(site)
})
afterAll(() => server.close())

const post = (path: string, body: unknown, as: CallOptions = { token: visitor }) => server.call('POST', path, { ...as, body })
const signOn = (email: string) => post('/v2/sign-on', { loginId: { email } }, { as: site })
const move = (id: string, action: string) => server.ok('POST', `/v1/members/${id}/${action}`, { as: site, body: {} })
/** What happens while sign-up and sign-in ask for a captcha. */
async function withCaptcha(work: () => Promise<TestReply[]>): Promise<TestReply[]> {
  const ask = (mode: string) => server.ok('POST', '/_test/auth-settings', { body: { metaSiteId: site.metaSiteId, captcha: { signup: mode, login: mode } } })
  await ask('ALWAYS')
  const answers = await work()
  await ask('OFF')
  return answers
}
/** The reply to a sign-up under this policy. */
async function waiting(policy: { verify?: boolean; approve?: boolean }, then: (email: string) => Promise<TestReply>): Promise<TestReply> {
  await server.setSignOnPolicy(site, policy)
  const { email } = await signUp(server, visitor)
  await server.setSignOnPolicy(site, {})
  return then(email)
}

describe('the catalogue', () => {
  const rows = tableAt('identity', '## 11').map(([status = '', code, when = '', message = '']) => [stripMarkdown(code), status, when, message] as const)
  const wrongToken = [{ Recaptcha: 'nope' }]
  const cases: Record<string, () => Promise<TestReply[]>> = {
    '-19971': () => withCaptcha(async () => [await register(server, visitor), await login(server, visitor, randomEmail())]),
    '-19970': () =>
      withCaptcha(async () => [
        await register(server, visitor, randomEmail(), { captchaTokens: wrongToken }),
        await login(server, visitor, randomEmail(), { captchaTokens: wrongToken }),
      ]),
    '-19976': async () => [await login(server, visitor, randomEmail())],
    '-19973': async () => {
      const { id, email } = await signUp(server, visitor)
      await server.ok('POST', `/api/members/${id}/demand-password`, { as: site, body: {} })
      return [await login(server, visitor, email)]
    },
    '-19995': async () => [await register(server, visitor, (await signUp(server, visitor)).email)],
    '-19999': async () => [
      await post('/v1/activation-email', { identityId: randomUUID() }, { as: site }),
      await post('/v1/Start', { identityId: randomUUID() }, { as: site }),
    ],
    INVALID_EMAIL_FORMAT: async () => [await login(server, visitor, 'nope')],
    VERIFICATION_FAILED: async () => [
      await post('/v1/auth/verify', { code: '000000', stateToken: 'unknown' }),
      await post('/v1/auth/resend', { stateToken: 'unknown' }),
      await post('/v2/TOTP/verify', { stateToken: 'unknown' }),
    ],
    INVALID_RECOVERY_TOKEN: async () => [await post('/v1/recover', { recoveryToken: 'unknown', password: PASSWORD })],
    INVALID_ARGUMENT: async () => [await register(server, visitor, 'nope'), await post('/v2/sign-on', { loginId: { email: 'nope' } }, { as: site })],
    'REDIRECT_DOMAIN_NOT_ALLOWED (recovery) / 403 (redirect session)': async () => {
      const url = 'https://shop.example/back'
      return [
        await post('/v1/send-email', { email: randomEmail(), redirect: { url, clientId: site.clientId } }),
        await post('/v1/redirect-session', { login: {}, callbacks: { postFlowUrl: url } }),
      ]
    },
    UNSUPPORTED_REDIRECT_INTENT: async () => [await post('/v1/redirect-session', { storesProduct: { productSlug: 'mat' } })],
    UNAUTHENTICATED: async () => [
      await post('/v2/login', {}, {}),
      await post('/v2/login', {}, { token: 'OauthNG.JWS.a.b.c' }),
      await post('/v2/login', {}, { headers: { authorization: `msk_${'a'.repeat(43)}`, 'wix-site-id': site.metaSiteId } }),
    ],
    PERMISSION_DENIED: async () => [await post('/v2/change-password', { newPassword: 'a brand new morning' }), await post('/v2/sign-on', { loginId: {} })],
    MEMBER_BLOCKED: async () => {
      const { id, email } = await signUp(server, visitor)
      await move(id, 'block')
      return [await login(server, visitor, email), await signOn(email)]
    },
    'OWNER_APPROVAL_REQUIRED, EMAIL_VERIFICATION_REQUIRED': async () => [await waiting({ approve: true }, signOn), await waiting({ verify: true }, signOn)],
    REAUTHENTICATION_REQUIRED: async () => {
      const { token } = await server.registerMember(site)
      await server.advanceAuthClock('PT16M')
      return [await post('/v2/change-password', { newPassword: 'a brand new morning' }, { token })]
    },
    TRUSTED_CLIENTS_ONLY: async () => [await post('/v2/login', {}, { as: site, headers: { origin: 'https://shop.example' } })],
    THROTTLED_FEATURE: async () => {
      const { email } = await signUp(server, visitor)
      for (let i = 0; i < 5; i++) await login(server, visitor, email, { password: 'wrong' })
      return [await login(server, visitor, email)]
    },
    UNIMPLEMENTED_FEATURE: async () => [
      await post('/v2/PUSH/verify', { stateToken: 'any' }),
      await post('/oauth/access', { grant_type: 'refresh_token', refresh_token: 'x' }),
    ],
    'none; body {"message":"","details":{}}': async () => {
      await sql`alter table member rename to member_gone`.execute(server.open.db)
      const reply = await login(server, visitor, randomEmail())
      await sql`alter table member_gone rename to member`.execute(server.open.db)
      expect(server.problems.splice(0)).toHaveLength(1)
      return [reply]
    },
  }
  const byCode = rows.map((row) => [...row])

  test('has a case for every row', () => expect(unmatchedRows(byCode, cases)).toEqual(allMatched))
  test.each(rows)('%s is %s (%s): %s', async (row, status, _when, message) => {
    const answers = (await cases[row]?.()) ?? []
    expect(answers.length).toBeGreaterThan(0)
    // The one row that has a second status gives it for its second case.
    const second = Number(/\/ (\d{3}) /.exec(row)?.[1] ?? status)
    const codes = row.match(/-\d+|[A-Z][A-Z_]+/g) ?? []
    for (const [at, reply] of answers.entries()) {
      expect(reply.status).toBe(at === 0 ? Number(status) : second)
      if (row.startsWith('none')) {
        expect(reply.text).toBe('{"message":"","details":{}}')
        continue
      }
      if (row === 'INVALID_ARGUMENT') {
        expect([reply.body.message, firstViolation(reply)?.data]).toEqual([row, { type: 'EMAIL' }])
        continue
      }
      const { code, description, data } = reply.body.details.applicationError
      expect([typeof code, code]).toEqual(['string', codes[at] ?? codes[0]])
      expect([description, typeof data]).toEqual([reply.body.message, 'object'])
      expect(description).toMatch(message === '…' ? /./ : new RegExp(`^${message.replaceAll(/[.?]/g, '\\$&').replace('{n}', '\\d+')}$`))
      if (status === '429') expect(reply.headers['retry-after']).toBe(String(data.retryAfterSeconds))
    }
  })
})

test('sign-up looks at the token, the limit, the fields, the captcha and the address in this order', async () => {
  const used = await signUp(server, visitor)
  const from = (ip: string, body: object, token = visitor) => server.call('POST', '/v2/register', { token, headers: { 'x-test-ip': ip }, body })
  const short = { loginId: { email: used.email }, password: 'short' }
  const fine = { loginId: { email: used.email }, password: PASSWORD }
  await withCaptcha(async () => {
    expect(errorCode(await from('198.51.100.90', short, 'nonsense'))).toBe('UNAUTHENTICATED')
    expect(firstViolation(await from('198.51.100.90', short))).toMatchObject({ field: 'password' })
    expect(errorCode(await from('198.51.100.90', fine))).toBe('-19971')
    expect(errorCode(await from('198.51.100.90', { ...fine, captchaTokens: [{ Recaptcha: 'test-pass' }] }))).toBe('-19995')
    await server.open.db.updateTable('throttle').set({ count: 20 }).where('siteId', '=', site.metaSiteId).where('key', '=', 'register:198.51.100.90').execute()
    expect(errorCode(await from('198.51.100.90', short))).toBe('THROTTLED_FEATURE')
    return []
  })
})

describe('who may call what', () => {
  const rows = tableAt('identity', '## 10')
  type Call = readonly [method: string, path: string, body?: object]
  const policies = '/v1/sign-on-policies'
  const apps = '/api/oauth-apps'
  const keys = '/api/api-keys'
  /** The calls of a row; those of the second list are not for keys. */
  const cases: Record<string, (of: { memberId: string }) => { calls: Call[]; notForKeys?: Call[] }> = {
    'token anonymous, refresh, code': () => ({ calls: [['POST', '/oauth2/token', { grantType: 'anonymous', clientId: site.clientId }]] }),
    'token authorized_client, sign-on, activation-email': ({ memberId }) => ({
      calls: [
        ['POST', '/v2/sign-on', { loginId: { email: randomEmail() } }],
        ['POST', '/v1/activation-email', { identityId: memberId }],
      ],
    }),
    'register, login, verify, resend, send-email, recover, validate-email': () => ({
      calls: ['/v2/register', '/v2/login', '/v1/auth/verify', '/v1/auth/resend', '/v1/send-email', '/v1/recover', '/v2/validate-email'].map((path) => [
        'POST',
        path,
        { email: 'a@b.example' },
      ]),
    }),
    'change-password': () => ({ calls: [['POST', '/v2/change-password', { newPassword: 'short' }]] }),
    start: ({ memberId }) => ({ calls: [['POST', '/v1/Start', { identityId: memberId }]] }),
    'redirect session': () => ({ calls: [['POST', '/v1/redirect-session', { login: {} }]] }),
    logout: () => ({ calls: [['GET', '/v1/logout']] }),
    'sign-on policy, OAuth apps, API keys': () => ({
      calls: [
        ['GET', policies],
        ['PATCH', policies, { signOnPolicy: {} }],
        ['GET', apps],
      ],
      notForKeys: [['GET', keys]],
    }),
  }
  const isLetIn = async ([method, path, body]: Call, as: CallOptions) => {
    const reply = await server.call(method, path, { ...as, ...(body ? { body } : {}) })
    return !['UNAUTHENTICATED', 'PERMISSION_DENIED'].includes(errorCode(reply) ?? '') && reply.body.error !== 'unauthorized_client'
  }

  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('%s: visitor %s, member %s, owner %s, key %s', async (first, ...cells) => {
    const member = await server.registerMember(site)
    const { calls, notForKeys = [] } = cases[stripMarkdown(first)]?.(member) ?? { calls: [] }
    // What owners do about their own password has an address of its own; a dash says nothing.
    const callers: [cell: string, as: CallOptions, calls: Call[]][] = [
      [cells[0] ?? '', { token: visitor }, [...calls, ...notForKeys]],
      [cells[1] ?? '', { token: member.token }, [...calls, ...notForKeys]],
      [stripMarkdown(first) === 'change-password' ? 'no' : (cells[2] ?? ''), asOwner, [...calls, ...notForKeys]],
      [cells[3] ?? '', { as: site }, calls],
      ['no', { as: site }, notForKeys],
    ]
    for (const [cell, as, theirs] of callers) {
      if (cell === '–') continue
      for (const call of theirs) expect([call[1], cell, await isLetIn(call, as)]).toEqual([call[1], cell, !cell.startsWith('no')])
    }
  })

  test('a member cannot start the verification of another; the grant for servers needs a key', async () => {
    const [one, other] = [await server.registerMember(site), await server.registerMember(site)]
    expect(errorCode(await post('/v1/Start', { identityId: other.memberId }, { token: one.token }))).toBe('PERMISSION_DENIED')
    for (const as of [{ token: visitor }, { token: one.token }, asOwner])
      expect((await post('/oauth2/token', { grant_type: 'authorized_client', member_id: one.memberId }, as)).body.error).toBe('unauthorized_client')
  })
})
