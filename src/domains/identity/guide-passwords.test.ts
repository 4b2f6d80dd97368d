/** Codes, passwords, sign-out and the pages of the server, as any client sees them: the guide line by line. Source: guide identity §5.3 to §5.7, §8. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomEmail, errorCode, PASSWORD, signUp, tokenFromLink } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let visitor: string
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ redirectUris: ['https://shop.example/cb'], redirectDomains: ['shop.example'], allowLocalhost: false })
  visitor = await server.visitorToken(site)
})
afterAll(() => server.close())

const post = (path: string, body: unknown, token = visitor, headers: Record<string, string> = {}) => server.call('POST', path, { body, token, headers })

describe('codes, passwords, sign-out', () => {
  test('start: by the member or the business, by email only', async () => {
    const member = await server.registerMember(site)
    const other = await server.registerMember(site)
    const start = (body: unknown, token: string) => post('/v1/start', body, token)
    expect((await start({ identityId: member.memberId, target: 'EMAIL' }, member.token)).body.verificationId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await start({ identityId: member.memberId }, member.token)).status).toBe(429)
    expect((await start({ identityId: other.memberId }, member.token)).status).toBe(403)
    expect((await start({ identityId: member.memberId }, visitor)).status).toBe(403)
    expect((await start({ identityId: other.memberId, target: 'CARRIER_PIGEON' }, other.token)).status).toBe(400)
    expect(errorCode(await server.call('POST', '/v1/Start', { as: site, body: { identityId: randomUUID() } }))).toBe('-19999')
  })

  test('a new password needs a credential check of the last quarter of an hour', async () => {
    const member = await server.registerMember(site)
    const change = (body: unknown) => post('/v2/change-password', body, member.token)
    await server.advanceAuthClock('PT16M')
    expect(errorCode(await change({ newPassword: 'another quiet night' }))).toBe('REAUTHENTICATION_REQUIRED')
    expect(errorCode(await change({ newPassword: 'another quiet night', currentPassword: 'wrong' }))).toBe('REAUTHENTICATION_REQUIRED')
    expect((await change({ newPassword: 'another quiet night', currentPassword: PASSWORD })).body).toEqual({})
    expect((await change({ newPassword: 'yet another night' })).status).toBe(200)
    expect((await server.sentEmails(site, member.email)).filter((sent) => sent.template === 'PASSWORD_CHANGED')).toHaveLength(2)
    expect((await post('/v2/change-password', { newPassword: 'x' }, visitor)).status).toBe(403)
  })

  test('a link to set a password dies with every change of it', async () => {
    const member = await server.registerMember(site)
    await server.ok('POST', '/v1/send-email', { token: visitor, body: { email: member.email } })
    const link = (await server.sentEmails(site, member.email)).findLast((sent) => sent.template === 'PASSWORD_RESET')?.variables.link as string
    expect(link).toMatch(/\/hosted\/reset-password\?token=/)
    await server.ok('POST', '/v2/change-password', { token: member.token, body: { newPassword: 'another quiet night' } })
    const recover = await post('/v1/recover', { recoveryToken: tokenFromLink(link), password: 'yet another night' })
    expect([recover.status, errorCode(recover)]).toEqual([400, 'INVALID_RECOVERY_TOKEN'])
  })

  test('recovery emails go to identities that may sign in, twenty an hour from one IP address', async () => {
    const own = await server.createSite()
    await server.setSignOnPolicy(own, { approve: true })
    const token = await server.visitorToken(own)
    const [waiting, gone] = [await signUp(server, token), await signUp(server, token)]
    await server.ok('POST', `/v1/members/${gone.id}/block`, { as: own, body: {} })
    const ask = (email: string, ip = '198.51.100.9') =>
      server.ok('POST', '/v1/send-email', { token, headers: { 'x-test-ip': ip }, body: { email, language: 'de' } })
    const resetEmails = async (email: string) => (await server.sentEmails(own, email)).filter((sent) => sent.template === 'PASSWORD_RESET')
    expect([await ask(gone.email), await resetEmails(gone.email)]).toEqual([{}, []])
    await ask(waiting.email)
    const variables = (await resetEmails(waiting.email))[0]?.variables as Record<string, unknown>
    // In the language that was asked for; the person named none.
    expect(variables).toMatchObject({
      expiresHours: 3,
      requestIp: '127.0.0.1',
      language: 'de',
      siteName: 'Test studio',
      email: waiting.email,
      siteUrl: expect.any(String),
    })
    const recovered = await server.ok('POST', '/v1/recover', {
      token,
      body: { recoveryToken: tokenFromLink(variables.link), password: 'a brand new morning' },
    })
    // The proof of the address is no approval.
    expect(recovered).toMatchObject({ state: 'REQUIRE_OWNER_APPROVAL', sessionToken: null, identity: { email: { isVerified: true } } })
    for (let i = 0; i < 18; i++) await ask(randomEmail())
    await ask(waiting.email)
    expect([(await resetEmails(waiting.email)).length, await ask(waiting.email, '198.51.100.10'), (await resetEmails(waiting.email)).length]).toEqual([
      1,
      {},
      2,
    ])
  })

  test('where a recovery may continue', async () => {
    const send = (url: string) => post('/v1/send-email', { email: randomEmail(), redirect: { url, clientId: site.clientId } })
    for (const url of ['https://shop.example/cb', 'https://shop.example/anything?x=1']) expect((await send(url)).status).toBe(200)
    expect((await send(`https://shop.example/${'x'.repeat(1000)}`)).body.details.validationError.fieldViolations[0]).toMatchObject({
      field: 'redirect.url',
      violatedRule: 'MAX_LENGTH',
    })
    for (const url of ['https://evil.example/', 'javascript:alert(1)', 'https://shop.example@evil.example/', '//evil.example', 'http://localhost:3000/'])
      expect([url, errorCode(await send(url))]).toEqual([url, 'REDIRECT_DOMAIN_NOT_ALLOWED'])
  })

  test.each([
    ['ann@shop.example', true],
    ['ann+tag@b.shop.example', true],
    ['ann@münchen.example', true],
    ['ann', false],
    ['ann@shop', false],
    ['', false],
    [`${'x'.repeat(250)}@shop.example`, false],
  ])('%s can be an address: %s', async (email, valid) => expect((await post('/v2/validate-email', { email })).body.valid).toBe(valid))

  test('sign-out: by token in a wrapper, twice the same, without effect for visitors, never to a foreign page', async () => {
    const member = await server.registerMember(site)
    const out = (query: Record<string, string>, headers: Record<string, string> = {}, token?: string) =>
      server.call('GET', '/_api/iam/authentication/v1/logout', { query, headers, ...(token ? { token } : {}) })
    const wrapped = await out({ clientId: site.clientId, postLogoutRedirectUri: 'https://shop.example/bye' }, {}, member.token)
    expect(wrapped.body).toMatchObject({ statusCode: 302, headers: [{ key: 'Location', value: 'https://shop.example/bye' }, { key: 'Set-Cookie' }], body: '' })
    expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(401)
    expect((await out({ clientId: site.clientId }, {}, member.token)).body.statusCode).toBe(302)
    expect((await out({}, {}, visitor)).status).toBe(200)
    const browser = { accept: 'text/html' }
    expect((await out({ clientId: site.clientId, postLogoutRedirectUri: 'https://shop.example/bye' }, browser)).headers.location).toBe(
      'https://shop.example/bye',
    )
    for (const evil of ['https://evil.example/', 'javascript:alert(1)', '//evil.example/', 'https://shop.example.evil.example/']) {
      const page = await out({ clientId: site.clientId, postLogoutRedirectUri: evil }, browser)
      expect([page.status, page.headers.location]).toEqual([200, undefined])
      expect(page.text).toContain('You are signed out')
    }
  })

  test('the policy takes only what it knows', async () => {
    const own = await server.createSite()
    expect((await server.ok('GET', '/iam/signon/v1/sign-on-policies', { as: own })).signOnPolicy).toMatchObject({
      requireOwnerApproval: false,
      requireEmailVerification: false,
    })
    for (const signOnPolicy of [{ requireOwnerApproval: 'yes' }, { requireEmailVerification: 1 }, 'open'])
      expect((await server.call('PATCH', '/iam/signon/v1/sign-on-policies', { as: own, body: { signOnPolicy } })).status).toBe(400)
    const first = await server.setSignOnPolicy(own, { verify: true })
    expect(first.signOnPolicy).toMatchObject({ requireEmailVerification: true, requireOwnerApproval: false })
    const second = await server.ok('PATCH', '/iam/signon/v1/sign-on-policies', { as: own, body: { signOnPolicy: { requireOwnerApproval: true } } })
    expect(second.signOnPolicy).toMatchObject({ requireEmailVerification: true, requireOwnerApproval: true })
    const events = (await server.emittedEvents(own)).filter((event) => event.eventType === 'wix.iam.signon.v1.sign_on_policy_updated')
    expect(events).toHaveLength(2)
  })
})

describe('pages and frames', () => {
  const page = (path: string, headers: Record<string, string> = {}) => server.call('GET', path, { headers: { accept: 'text/html', ...headers } })

  test('the login page in a frame is empty and cannot be laid under another page', async () => {
    const framed = await page('/hosted/login?rs=x', { 'sec-fetch-dest': 'iframe' })
    expect([framed.status, framed.text.includes('<form')]).toEqual([200, false])
    expect(framed.headers['set-cookie']).toBeUndefined()
  })

  test('the way back says no on a page, not in code', async () => {
    const made = await server.ok('POST', '/v1/redirect-session', {
      token: visitor,
      body: { paidPlansCheckout: { planId: randomUUID() }, callbacks: { postFlowUrl: 'https://shop.example/' } },
    })
    await server.ok('PATCH', `/api/oauth-apps/${site.clientId}`, { as: site, body: { oAuthApp: { allowedRedirectDomains: [], allowedRedirectUris: [] } } })
    const refused = await page(`/api/hosted/return?rs=${made.redirectSession.id}&outcome=abandoned`)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('isn&#39;t listed as an allowed redirect domain')
    expect((await page(`/api/hosted/return?rs=${randomUUID()}&outcome=abandoned`)).text).toContain('This link has expired')
    await server.ok('PATCH', `/api/oauth-apps/${site.clientId}`, {
      as: site,
      body: { oAuthApp: { allowedRedirectDomains: ['shop.example'], allowedRedirectUris: ['https://shop.example/cb'] } },
    })
  })

  test('what an attacker writes into an authorize address shows as text', async () => {
    const bad = await page(
      `/_api/oauth2/authorize?${new URLSearchParams({ clientId: site.clientId, redirectUri: 'https://x.example/"><script>alert(1)</script>' }).toString()}`,
    )
    expect(bad.status).toBe(400)
    expect(bad.text).toContain('Invalid redirect URI')
    expect(bad.text).not.toContain('<script>')
    expect(bad.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('preflights are allowed for the public API and refused for internal operations', async () => {
    const ask = (path: string) => server.call('OPTIONS', path, { headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' } })
    const open = await ask('/oauth2/token')
    expect(open.headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-max-age': '600' })
    expect(open.headers['access-control-allow-headers']).not.toContain('wix-site-id')
    expect((await ask('/api/owner/sign-in')).headers['access-control-allow-origin']).toBeUndefined()
  })
})
