/** Signing in through the unmodified client packages, in every way the strategies know. */
import { randomBytes } from 'node:crypto'
import { authentication, oauth, recovery, signOnPolicy, verification } from '@wix/identity'
import { members } from '@wix/members'
import { ApiKeyStrategy, AppStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailedCode } from '../auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../test-server.ts'

let server: TestServer
const realFetch = globalThis.fetch
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  globalThis.fetch = (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const rewritten = url.replace(/^https:\/\/(www|edge)\.wixapis\.com/, base)
    return typeof input === 'object' && 'url' in input ? realFetch(new Request(rewritten, input), init) : realFetch(rewritten, init)
  }
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await server.close()
})

const PASSWORD = 'a calm long evening'
const newEmail = () => `sdk-${randomBytes(4).toString('hex')}@example.org`
const modules = { authentication, oauth, recovery, verification, signOnPolicy, members }
const ownerClient = (site: TestSite) => createClient({ modules, auth: ApiKeyStrategy({ apiKey: site.apiKey, siteId: site.metaSiteId }) })
async function storefront(site: TestSite) {
  const client = createClient({ modules, auth: OAuthStrategy({ clientId: site.clientId }) })
  client.auth.setTokens(await client.auth.generateVisitorTokens())
  return client
}

test('every outcome of register and login comes back in the words of the strategy', async () => {
  const site = await server.createSite()
  const client = await storefront(site)
  const email = newEmail()
  expect(await client.auth.register({ email: 'nope', password: PASSWORD })).toMatchObject({ loginState: 'FAILURE', errorCode: 'invalidEmail' })
  expect(await client.auth.register({ email, password: 'short' })).toMatchObject({ loginState: 'FAILURE', error: expect.stringContaining('8 characters') })
  expect(await client.auth.register({ email, password: PASSWORD })).toMatchObject({ loginState: 'SUCCESS', data: { sessionToken: expect.any(String) } })
  expect(await client.auth.register({ email, password: PASSWORD })).toMatchObject({ loginState: 'FAILURE', errorCode: 'emailAlreadyExists' })
  expect(await client.auth.login({ email, password: 'wrong' })).toMatchObject({ loginState: 'FAILURE', errorCode: 'invalidPassword' })
  expect(await client.auth.login({ email: 'nope', password: PASSWORD })).toMatchObject({ loginState: 'FAILURE', errorCode: 'invalidEmail' })
  expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject({ loginState: 'SUCCESS' })
  const { items } = await ownerClient(site)
    .members.queryMembers({ fieldsets: ['FULL' as never] })
    .eq('loginEmail', email)
    .find()
  await server.ok('POST', `/api/members/${items[0]?._id}/demand-password`, { as: site, body: {} })
  expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject({ loginState: 'FAILURE', errorCode: 'resetPassword' })
  await server.ok('POST', '/_test/auth-settings', { body: { metaSiteId: site.metaSiteId, captcha: { signup: 'ALWAYS', login: 'OFF' } } })
  expect(await client.auth.register({ email: newEmail(), password: PASSWORD })).toMatchObject({ errorCode: 'missingCaptchaToken' })
  expect(await client.auth.register({ email: newEmail(), password: PASSWORD, captchaTokens: { recaptchaToken: 'nope' } })).toMatchObject({
    errorCode: 'invalidCaptchaToken',
  })
  expect(await client.auth.register({ email: newEmail(), password: PASSWORD, captchaTokens: { invisibleRecaptchaToken: 'test-pass' } })).toMatchObject({
    loginState: 'SUCCESS',
  })
})

test('the proof of the address and the owner’s approval, step by step', async () => {
  const site = await server.createSite()
  const owner = ownerClient(site)
  expect(await owner.signOnPolicy.updateSignOnPolicy({ requireEmailVerification: true, requireOwnerApproval: true })).toMatchObject({
    requireOwnerApproval: true,
  })
  expect((await owner.signOnPolicy.getSignOnPolicy()).signOnPolicy).toMatchObject({ requireEmailVerification: true })
  const client = await storefront(site)
  const email = newEmail()
  const waiting = await client.auth.register({ email, password: PASSWORD, profile: { firstName: 'Ann' } })
  expect(waiting).toMatchObject({ loginState: 'EMAIL_VERIFICATION_REQUIRED', data: { stateToken: expect.any(String) } })
  await expect(client.auth.processVerification({ verificationCode: '000000' }, waiting as never)).rejects.toThrow()
  const proven = await client.auth.processVerification({ verificationCode: await emailedCode(server, site, email) }, waiting as never)
  expect(proven.loginState).toBe('OWNER_APPROVAL_REQUIRED')
  const { items } = await owner.members
    .queryMembers({ fieldsets: ['FULL' as never] })
    .eq('loginEmail', email)
    .find()
  await owner.members.approveMember(items[0]?._id as string)
  expect((await client.auth.login({ email, password: PASSWORD })).loginState).toBe('SUCCESS')
})

test('a second step shows as a state that the strategy does not know, never as a crash', async () => {
  const site = await server.createSite()
  const client = await storefront(site)
  const email = newEmail()
  await client.auth.register({ email, password: PASSWORD })
  const { identity } = await client.authentication.loginV2({ email }, { password: PASSWORD })
  client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(identity?._id as string, site.apiKey))
  const token = client.auth.getTokens().accessToken.value
  await server.ok('POST', '/api/my-factors/EMAIL/start', { token, body: {} })
  const { code: sent } = await server.emailVariables(site, email, 'SIGN_IN_CODE')
  await server.ok('POST', '/api/my-factors/EMAIL/confirm', { token, body: { code: sent } })
  expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject({ loginState: 'FAILURE', error: 'Unknown _state' })
  const state = await client.authentication.loginV2({ email }, { password: PASSWORD })
  expect(state).toMatchObject({ state: 'REQUIRE_MFA', requireMfaData: { availableFactors: [{ factorType: 'EMAIL' }, { factorType: 'RECOVERY_CODE' }] } })
})

test('external login, with and without a session; the session is the member’s', async () => {
  const site = await server.createSite()
  const client = await storefront(site)
  const email = newEmail()
  const withSession = await client.auth.getMemberTokensForExternalLoginWithSession(email, site.apiKey)
  client.auth.setTokens(withSession)
  expect(client.auth.loggedIn()).toBe(true)
  const me = await client.members.getCurrentMember({ fieldsets: ['FULL' as never] })
  expect(me.member?.loginEmail).toBe(email)
  const again = await storefront(site)
  again.auth.setTokens(await again.auth.getMemberTokensForExternalLogin(me.member?._id as string, site.apiKey))
  expect((await again.members.getCurrentMember()).member?._id).toBe(me.member?._id)
  const renewed = await again.auth.renewToken(again.auth.getTokens().refreshToken)
  expect(renewed.refreshToken).toEqual(again.auth.getTokens().refreshToken)
  await again.authentication.changePassword('another quiet night')
  expect((await again.auth.login({ email, password: 'another quiet night' })).loginState).toBe('SUCCESS')
  await expect(client.members.getCurrentMember()).rejects.toMatchObject({ status: 401 })
  const { identity } = await ownerClient(site).authentication.signOn({ email })
  expect(identity?._id).toBe(me.member?._id)
})

test('recovery, activation and verification through their modules', async () => {
  const site = await server.createSite({ redirectUris: ['https://shop.example/cb'] })
  const client = await storefront(site)
  const owner = ownerClient(site)
  const email = newEmail()
  await client.auth.register({ email, password: PASSWORD })
  await client.auth.sendPasswordResetEmail(email, 'https://shop.example/cb')
  await client.recovery.sendRecoveryEmail(newEmail())
  await expect(client.auth.sendPasswordResetEmail(email, 'https://evil.example/cb')).rejects.toThrow()
  const link = String((await server.emailVariables(site, email, 'PASSWORD_RESET')).link)
  const recovered = await client.recovery.recover(new URL(link).searchParams.get('token') as string, { password: 'a brand new morning' })
  expect(recovered).toMatchObject({
    state: 'SUCCESS',
    identity: { email: { isVerified: true } },
    additionalData: { redirectUrl: { strValue: 'https://shop.example/cb' } },
  })
  expect((await client.auth.login({ email, password: 'a brand new morning' })).loginState).toBe('SUCCESS')
  const id = recovered.identity?._id as string
  await owner.recovery.sendActivationEmail(id)
  expect((await owner.verification.start({ identityId: id, target: 'EMAIL' as never })).verificationId).toBeTruthy()
  expect(await client.authentication.validateEmail('a@b.example')).toMatchObject({ valid: true })
  expect(await client.authentication.validateEmail('nope')).toMatchObject({ valid: false, failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' } })
})

test('the hosted way and back, and out again', async () => {
  const site = await server.createSite({ redirectUris: ['https://shop.example/cb'], redirectDomains: ['shop.example'] })
  const client = await storefront(site)
  const email = newEmail()
  const registered = await client.auth.register({ email, password: PASSWORD })
  const oauth = client.auth.generateOAuthData('https://shop.example/cb', 'https://shop.example/here')
  // Storefronts hand the session token along although the type of the options does not name it.
  const { sessionToken } = (registered as { data: { sessionToken: string } }).data
  const { authUrl } = await client.auth.getAuthUrl(oauth, { responseMode: 'fragment', prompt: 'login', sessionToken } as never)
  const url = new URL(authUrl)
  const back = await server.call('GET', url.pathname + url.search, { headers: { accept: 'text/html' } })
  const parsed = client.auth.parseFromUrl(String(back.headers.location))
  expect(parsed.error).toBeUndefined()
  const tokens = await client.auth.getMemberTokens(parsed.code as string, parsed.state as string, oauth)
  client.auth.setTokens(tokens)
  expect((await client.members.getCurrentMember({ fieldsets: ['FULL' as never] })).member?.loginEmail).toBe(email)
  const { logoutUrl } = await client.auth.logout('https://shop.example/bye')
  const out = new URL(logoutUrl)
  expect((await server.call('GET', out.pathname + out.search, { headers: { accept: 'text/html' } })).headers.location).toContain('https://shop.example/bye')
  expect((await server.call('GET', '/oauth2/user-info', { token: tokens.accessToken.value })).status).toBe(401)
})

test('an app acts for the business by its secret', async () => {
  const site = await server.createSite()
  const client = createClient({ modules, auth: AppStrategy({ appId: site.clientId, appSecret: site.appSecret, instanceId: site.metaSiteId }) })
  expect((await client.signOnPolicy.getSignOnPolicy()).signOnPolicy?.requireOwnerApproval).toBe(false)
  const { access_token: accessToken } = await server.ok('POST', '/oauth2/token', {
    body: { grant_type: 'client_credentials', client_id: site.clientId, client_secret: site.appSecret },
  })
  const known = createClient({ auth: AppStrategy({ appId: site.clientId, accessToken }) })
  expect(await known.auth.getTokenInfo()).toMatchObject({ active: true, subjectType: 'APP', subjectId: site.clientId, instanceId: site.metaSiteId })
})

/** Generated functions hand a whole request over as bytes; the answer of some is a whole one, too. */
const wrapMessage = (fields: object) => ({ body: new TextEncoder().encode(JSON.stringify(fields)) })
const unwrapMessage = (answer: { body?: Uint8Array }) => JSON.parse(new TextDecoder().decode(answer.body))

test('the modules that strategies do not use: sign-up and its proof, tokens, keys, who one is, and out again', async () => {
  const site = await server.createSite()
  await server.setSignOnPolicy(site, { verify: true })
  const client = await storefront(site)
  const email = newEmail()
  const begun = await client.authentication.registerV2({ email }, { password: PASSWORD, profile: { firstName: 'Ann', lastName: 'Lee' } })
  expect(begun).toMatchObject({ state: 'REQUIRE_EMAIL_VERIFICATION', identity: { email: { address: email }, identityProfile: { firstName: 'Ann' } } })
  await expect(client.verification.verifyDuringAuthentication('000000', { stateToken: begun.stateToken as string })).rejects.toMatchObject({
    details: { applicationError: { code: 'VERIFICATION_FAILED' } },
  })
  const proven = await client.verification.verifyDuringAuthentication(await emailedCode(server, site, email), { stateToken: begun.stateToken as string })
  expect(proven).toMatchObject({ state: 'SUCCESS', sessionToken: expect.any(String), identity: { email: { isVerified: true } } })

  const pair = unwrapMessage(await client.oauth.token(wrapMessage({ grantType: 'anonymous', clientId: site.clientId })))
  expect(pair).toMatchObject({ token_type: 'Bearer', expires_in: 14_400 })
  expect(await client.oauth.tokenInfo(wrapMessage({ token: pair.access_token }))).toMatchObject({ active: true, subjectType: 'VISITOR' })
  const jwks = await client.oauth.jwks()
  expect(JSON.stringify(jwks)).toContain('ES256')
  client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(proven.identity?._id as string, site.apiKey))
  expect(JSON.stringify(await client.oauth.userInfo())).toContain(email)
  const out = await client.authentication.logout({ clientId: site.clientId })
  expect(out).toMatchObject({ statusCode: 302, headers: [{ key: 'Location' }, { key: 'Set-Cookie' }] })
  await expect(client.members.getCurrentMember()).rejects.toMatchObject({ status: 401 })
})
