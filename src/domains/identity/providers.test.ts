/** Sign-in through identity providers, against a real one. Source: guide identity §5.7 (callback), §7 (idp). */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOpenIdProvider, type OpenIdProvider } from '../../../test/openid-provider.ts'
import { login, randomEmail, emailedCode, errorCode, cookieFrom, errorData, PASSWORD, register } from '../../../test/auth-helpers.ts'
import { startTestServer, testSealingKeys, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { fixedProviders } from './rules/fixed-providers.ts'
import { allowPrivateTargets } from '#kit/http/fetch-public.ts'
import { configureSealing } from '#kit/secrets/sealing.ts'
import { json } from '#kit/db/open.ts'
import { readSignInSettings } from './store/identities.ts'
import { sealStoredSecrets } from './actions/seal-stored-secrets.ts'
import { sealed } from './tables.ts'

let server: TestServer
let site: TestSite
let visitor: string
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ redirectUris: ['https://shop.example/cb'], redirectDomains: ['shop.example'] })
  visitor = await server.visitorToken(site)
})
afterAll(() => server.close())

const post = (path: string, body: unknown, token = visitor, headers: Record<string, string> = {}) => server.call('POST', path, { body, token, headers })

describe('identity providers', () => {
  let elsewhere: OpenIdProvider
  let providerId: string
  beforeAll(async () => {
    elsewhere = await startOpenIdProvider('http://localhost/_api/iam/authentication/v1/callback', {
      sub: 'p1',
      email: randomEmail(),
      email_verified: true,
      given_name: 'Pia',
      family_name: 'Provider',
    })
    const saved = await server.ok('POST', '/api/identity-providers', {
      as: site,
      headers: { host: 'localhost' },
      body: { provider: { name: 'The other house', issuer: elsewhere.issuer, clientId: 'atrium', clientSecret: 'shh' } },
    })
    expect(saved.provider.callbackUrl).toBe('http://localhost/_api/iam/authentication/v1/callback')
    providerId = saved.provider.id
  })
  afterAll(() => elsewhere.close())

  /** Follows the provider's pages as a browser does, until it comes back to us. */
  async function throughProvider(start: string): Promise<string> {
    const jar = new Map<string, string>()
    let url = start
    for (let hop = 0; hop < 10; hop++) {
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') } })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`the provider stopped with ${response.status}: ${await response.text()}`)
      url = new URL(location, url).href
      if (url.startsWith('http://localhost/')) return url
    }
    throw new Error('the provider goes round')
  }
  const go = (url: string, cookie = '') =>
    server.call('GET', url.replace('http://localhost', ''), { headers: { host: 'localhost', accept: 'text/html', ...(cookie ? { cookie } : {}) } })
  const authorizeUrl = (more: Record<string, string> = {}) =>
    `/_api/oauth2/authorize?${new URLSearchParams({
      clientId: site.clientId,
      responseType: 'code',
      redirectUri: 'https://shop.example/cb',
      state: 'st',
      codeChallenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
      codeChallengeMethod: 'S256',
      idp: providerId,
      ...more,
    }).toString()}`
  /** From authorize to the provider; the address there and the cookie of this browser. */
  async function begin(url = authorizeUrl()) {
    const first = await go(url)
    const second = await go(String(first.headers.location))
    return { there: String(second.headers.location), cookie: cookieFrom(second.headers, 'ms_idp') }
  }
  async function signIn() {
    const { there, cookie } = await begin()
    return go(await throughProvider(there), cookie)
  }

  test('the whole way: authorize, provider, back, code; the second time the same member', async () => {
    const back = await signIn()
    expect(back.status).toBe(302)
    const sso = cookieFrom(back.headers, 'ms_sso')
    const reply = await go(String(back.headers.location), sso)
    const code = new URL(String(reply.headers.location)).searchParams.get('code')
    const tokens = await server.ok('POST', '/oauth2/token', {
      body: { clientId: site.clientId, grantType: 'authorization_code', code, codeVerifier: 'v'.repeat(43), redirectUri: 'https://shop.example/cb' },
    })
    const info = await server.ok('GET', '/oauth2/user-info', { token: tokens.access_token })
    expect(info).toMatchObject({ email: elsewhere.person.email, emailVerified: true })
    const { member } = await server.ok('GET', '/v1/members/my', { token: tokens.access_token, query: { fieldsets: 'FULL' } })
    expect(member.lastLoginDate).toBeDefined()
    const mine = await server.ok('GET', '/api/my-sign-in', { token: tokens.access_token })
    expect(mine).toMatchObject({ hasPassword: false, connections: [{ providerId, email: elsewhere.person.email }] })
    expect(errorCode(await post(`/api/my-connections/${providerId}/remove`, {}, tokens.access_token))).toBe('LAST_WAY_IN')
    const again = await signIn()
    expect(cookieFrom(again.headers, 'ms_sso')).not.toBe('')
    expect((await server.call('GET', '/api/my-devices', { token: tokens.access_token })).body.devices).toHaveLength(2)
  })

  test('secrets of providers, captcha and text messages are stored sealed, those of earlier versions from the next start on', async () => {
    const storedSecret = async () =>
      (await server.open.db.selectFrom('identityProvider').select('clientSecret').where('id', '=', providerId).executeTakeFirstOrThrow()).clientSecret
    const storedSettings = async () =>
      (await server.open.db.selectFrom('signOnPolicy').select('settings').where('siteId', '=', site.metaSiteId).executeTakeFirstOrThrow()).settings
    const captcha = { provider: 'hcaptcha', siteKey: 'k', secret: 'captcha-secret', verifyUrl: 'https://captcha.example/verify' }
    const text = { provider: 'http', baseUrl: 'https://texts.example', account: 'a', secret: 'text-secret', from: '+1555' }
    const { settings } = await server.ok('PATCH', '/api/sign-in-settings', { as: site, body: { settings: { captcha, text } } })
    expect([settings.captcha.hasSecret, settings.text.hasSecret]).toEqual([true, true])
    expect(await storedSecret()).toMatch(/^sealed:/)
    expect(JSON.stringify(await storedSettings())).not.toMatch(/captcha-secret|text-secret/)

    // As an earlier version left them: they work, and the next start seals them.
    await server.open.db.updateTable('identityProvider').set({ clientSecret: 'shh' }).where('id', '=', providerId).execute()
    await server.open.db
      .updateTable('signOnPolicy')
      .set({ settings: json({ ...settings, captcha, text }) })
      .where('siteId', '=', site.metaSiteId)
      .execute()
    expect((await signIn()).status).toBe(302)
    await sealStoredSecrets(server.open.db, sealed, testSealingKeys)
    const [secret, policy] = [await storedSecret(), await storedSettings()]
    expect(secret).toMatch(/^sealed:/)
    expect(JSON.stringify(policy)).not.toMatch(/captcha-secret|text-secret/)
    expect(await readSignInSettings(server.open.db, site.metaSiteId)).toMatchObject({ captcha, text })
    expect(String((await signIn()).headers.location)).not.toContain('#error')
    await sealStoredSecrets(server.open.db, sealed, testSealingKeys)
    expect([await storedSecret(), await storedSettings()]).toEqual([secret, policy])

    // What another key sealed has to be entered again.
    configureSealing({ current: randomBytes(32), former: [] })
    const lost = (await server.ok('GET', '/api/sign-in-settings', { as: site })).settings
    expect([lost.captcha.hasSecret, lost.text.hasSecret]).toEqual([false, false])
    configureSealing(testSealingKeys)
    await server.ok('PATCH', '/api/sign-in-settings', { as: site, body: { settings: { captcha: { provider: 'altcha' }, text: { provider: 'log' } } } })
    const provider = { id: providerId, clientSecret: 'shh' }
    await server.ok('POST', '/api/identity-providers', { as: site, headers: { host: 'localhost' }, body: { provider } })
    expect(String((await signIn()).headers.location)).not.toContain('#error')
  })

  test.each(fixedProviders)('$name is set up under the id by which client packages call it', async ({ id, name }) => {
    const provider = { id, name, issuer: elsewhere.issuer, clientId: 'atrium', clientSecret: 'shh' }
    const saved = await server.ok('POST', '/api/identity-providers', { as: site, headers: { host: 'localhost' }, body: { provider } })
    expect(saved.provider).toMatchObject({ id, name })
    const { there } = await begin(authorizeUrl({ idp: id }))
    expect(there).toContain(elsewhere.issuer)
    await server.ok('DELETE', `/api/identity-providers/${id}`, { as: site })
    expect(String((await go(authorizeUrl({ idp: id }))).headers.location)).toContain('error=invalid_request')
  })

  test('a callback in another browser, or a second time, opens no session', async () => {
    const { there, cookie } = await begin()
    const home = await throughProvider(there)
    const stolen = await go(home, 'ms_idp=another-browser')
    expect(String(stolen.headers.location)).toContain('#error=sign_in_expired')
    expect(cookieFrom(stolen.headers, 'ms_sso')).toBe('')
    expect(cookieFrom((await go(home, cookie)).headers, 'ms_sso')).not.toBe('')
    expect(String((await go(home, cookie)).headers.location)).toContain('#error=sign_in_expired')
    expect(String((await go('/_api/iam/authentication/v1/callback?state=x&code=y')).headers.location)).toContain('#error=sign_in_expired')
  })

  test('an address proven on both sides is joined; one the provider did not prove opens nothing', async () => {
    const member = await server.registerMember(site)
    await server.ok('POST', `/api/members/${member.memberId}/verify-email`, { as: site, body: {} })
    elsewhere.person = { ...elsewhere.person, sub: 'p2', email: member.email, email_verified: false }
    expect(String((await signIn()).headers.location)).toContain('#error=account_exists')
    elsewhere.person = { ...elsewhere.person, email_verified: true }
    expect(cookieFrom((await signIn()).headers, 'ms_sso')).not.toBe('')
    expect((await login(server, visitor, member.email)).body.state).toBe('SUCCESS')
  })

  test('a password set before the email was verified is removed by a provider sign-in', async () => {
    const member = await server.registerMember(site)
    elsewhere.person = { ...elsewhere.person, sub: 'p3', email: member.email, email_verified: true }
    expect(cookieFrom((await signIn()).headers, 'ms_sso')).not.toBe('')
    expect((await login(server, visitor, member.email)).status).toBe(401)
    expect((await server.call('GET', '/oauth2/user-info', { token: member.token })).status).toBe(401)
  })

  test('approval and an unknown provider', async () => {
    await server.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireOwnerApproval: true } } })
    elsewhere.person = { ...elsewhere.person, sub: 'p4', email: randomEmail(), email_verified: true }
    expect(String((await signIn()).headers.location)).toContain('#state=REQUIRE_OWNER_APPROVAL')
    await server.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireOwnerApproval: false } } })
    const unknown = await go(authorizeUrl({ idp: randomUUID() }))
    expect(new URL(String(unknown.headers.location)).searchParams.get('error_description')).toBe('Unknown identity provider')
    const wrong = await server.call('POST', '/api/identity-providers', {
      as: site,
      body: { provider: { name: 'x', issuer: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b' } },
    })
    expect(errorCode(wrong)).toBe('PROVIDER_UNREACHABLE')
  })

  test('no address that an owner types leads into the network of the server', async () => {
    allowPrivateTargets(false)
    try {
      for (const inside of ['http://10.0.0.1', 'https://10.0.0.1', 'https://localhost', 'https://169.254.169.254', elsewhere.issuer]) {
        const provider = { name: 'x', issuer: inside, clientId: 'a', clientSecret: 'b' }
        expect((await server.call('POST', '/api/identity-providers', { as: site, body: { provider } })).status).toBe(400)
        for (const settings of [
          { captcha: { provider: 'hcaptcha', siteKey: 'k', secret: 's', verifyUrl: inside } },
          { text: { provider: 'http', baseUrl: inside, account: 'a', secret: 's', from: '+1555' } },
        ])
          expect((await server.call('PATCH', '/api/sign-in-settings', { as: site, body: { settings } })).status).toBe(400)
      }
      // One that was let in before is not asked any more.
      const before = (await go(authorizeUrl())).headers.location
      expect(String((await go(String(before))).headers.location)).toContain('#error=provider_unreachable')
    } finally {
      allowPrivateTargets(true)
    }
  })

  /** A member with a second factor who comes by the provider: their password is asked for now. */
  async function startPasswordStep() {
    const member = await server.registerMember(site)
    await server.ok('POST', `/api/members/${member.memberId}/verify-email`, { as: site, body: {} })
    await server.ok('POST', '/api/my-factors/EMAIL/start', { token: member.token, body: {} })
    const code = (await server.emailVariables(site, member.email, 'SIGN_IN_CODE')).code
    await server.ok('POST', '/api/my-factors/EMAIL/confirm', { token: member.token, body: { code } })
    elsewhere.person = { ...elsewhere.person, sub: `p-${member.memberId}`, email: member.email, email_verified: true }
    const back = String((await signIn()).headers.location)
    const stateToken = new URLSearchParams(back.slice(back.indexOf('#') + 1)).get('stateToken')
    expect(back).toContain('#state=REQUIRE_MFA')
    const step = (passwordData?: object) => post('/v2/PASSWORD/verify', { stateToken, ...(passwordData && { passwordData }) })
    return { member, step }
  }

  test('after a provider sign-in the password is a second step', async () => {
    const { member, step } = await startPasswordStep()
    expect((await step()).body).toMatchObject({ state: 'MFA_CHALLENGE', mfaChallengeData: { factorType: 'PASSWORD' } })
    expect(errorData(await step({ password: 'another long evening' }))).toEqual({ verificationFailureReason: 'BAD_CODE', attemptsLeft: 4 })
    expect((await step({ password: PASSWORD })).body).toMatchObject({ state: 'SUCCESS', identity: { id: member.memberId } })
  })

  test('of three hundred passwords at once at this second step five are judged', async () => {
    const { step } = await startPasswordStep()
    const replies = await Promise.all(Array.from({ length: 300 }, () => step({ password: 'another long evening' })))
    const judged = replies.filter((reply) => errorData(reply)?.['verificationFailureReason'] === 'BAD_CODE')
    expect(judged).toHaveLength(5)
    expect((await step({ password: PASSWORD })).status).not.toBe(200)
  })

  test('a signed-in member connects a provider and parts from it', async () => {
    const member = await server.registerMember(site)
    elsewhere.person = { ...elsewhere.person, sub: 'p5', email: randomEmail() }
    const started = await server.call('POST', `/api/my-connections/${providerId}/start`, { token: member.token, headers: { host: 'localhost' }, body: {} })
    const back = await go(await throughProvider(started.body.url), cookieFrom(started.headers, 'ms_idp'))
    expect(String(back.headers.location)).toContain('#state=CONNECTED')
    expect((await server.ok('GET', '/api/my-sign-in', { token: member.token })).connections).toHaveLength(1)
    const other = await server.registerMember(site)
    const taken = await server.call('POST', `/api/my-connections/${providerId}/start`, { token: other.token, headers: { host: 'localhost' }, body: {} })
    expect(String((await go(await throughProvider(taken.body.url), cookieFrom(taken.headers, 'ms_idp'))).headers.location)).toContain(
      '#error=connected_elsewhere',
    )
    await server.ok('POST', `/api/my-connections/${providerId}/remove`, { token: member.token, body: {} })
    expect((await server.ok('GET', '/api/my-sign-in', { token: member.token })).connections).toEqual([])
  })

  test('a connection made before the address was proved opens nothing once its holder signs up and proves it', async () => {
    await server.setSignOnPolicy(site, { verify: true })
    try {
      const email = randomEmail()
      elsewhere.person = { ...elsewhere.person, sub: 'thief', email, email_verified: false }
      await signIn()
      const registered = await register(server, visitor, email)
      const verified = await post('/v1/auth/verify', { code: await emailedCode(server, site, email), stateToken: registered.body.stateToken })
      expect(verified.body.state).toBe('SUCCESS')
      expect(cookieFrom((await signIn()).headers, 'ms_sso') || '').toBe('')
    } finally {
      await server.setSignOnPolicy(site, {})
      elsewhere.person = { ...elsewhere.person, email_verified: true }
    }
  })

  test('what a squatter connected is gone once the real owner of the address proves it', async () => {
    const squatter = await server.registerMember(site)
    elsewhere.person = { ...elsewhere.person, sub: 'squatter', email: randomEmail() }
    const started = await server.call('POST', `/api/my-connections/${providerId}/start`, { token: squatter.token, headers: { host: 'localhost' }, body: {} })
    expect(String((await go(await throughProvider(started.body.url), cookieFrom(started.headers, 'ms_idp'))).headers.location)).toContain('#state=CONNECTED')
    await server.ok('POST', '/v1/send-email', { token: visitor, body: { email: squatter.email } })
    const link = new URL((await server.emailVariables(site, squatter.email, 'PASSWORD_RESET')).link as string)
    const recovered = await post('/v1/recover', { recoveryToken: link.searchParams.get('token'), password: 'a brand new morning' })
    expect([recovered.status, recovered.body.identity.id]).toEqual([200, squatter.memberId])
    expect((await server.ok('GET', `/api/members/${squatter.memberId}/sign-in`, { as: site })).connections).toEqual([])
    // Their word opens another account now, or none: never this one.
    const sso = cookieFrom((await signIn()).headers, 'ms_sso')
    const tokens = sso ? await server.ok('POST', '/api/hosted/tokens', { headers: { cookie: sso }, body: {} }) : undefined
    const whose = tokens?.tokens ? (await server.ok('POST', '/oauth2/token-info', { body: { token: tokens.tokens.access_token } })).subjectId : undefined
    expect(whose).not.toBe(squatter.memberId)
  })
})
