import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, errorCode, signInOwner } from '../../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

describe('apps and keys', () => {
  test('an app is made, its secret renewed, its addresses explained, and with it its tokens go', async () => {
    const made = await server.ok('POST', '/oauth-app/v1/oauth-apps', {
      as: site,
      body: { oAuthApp: { name: 'Shop', allowedRedirectDomains: ['shop.example'] } },
    })
    const id = made.oAuthApp.id as string
    const many = (entry: (n: number) => string) => Array.from({ length: 21 }, (_, n) => entry(n))
    for (const [oAuthApp, field, violatedRule] of [
      [{}, 'oAuthApp.name', 'REQUIRED_FIELD'],
      [{ name: 'x' }, 'oAuthApp.name', 'MIN_LENGTH'],
      [{ name: 'x'.repeat(257) }, 'oAuthApp.name', 'MAX_LENGTH'],
      [{ name: 'ok', description: 'x'.repeat(1001) }, 'oAuthApp.description', 'MAX_LENGTH'],
      [{ name: 'ok', applicationType: 'TV' }, 'oAuthApp.applicationType', 'INVALID_ENUM_VALUE'],
      [{ name: 'ok', allowedRedirectUris: many((n) => `https://a.example/${n}`) }, 'oAuthApp.allowedRedirectUris', 'MAX_SIZE'],
      [{ name: 'ok', allowedRedirectDomains: many((n) => `a${n}.example`) }, 'oAuthApp.allowedRedirectDomains', 'MAX_SIZE'],
      [{ name: 'ok', allowedRedirectUris: ['https://u:p@a.example/'] }, 'oAuthApp.allowedRedirectUris[0]', 'FORMAT'],
      [{ name: 'ok', allowedRedirectUris: ['https://a.example/#x'] }, 'oAuthApp.allowedRedirectUris[0]', 'FORMAT'],
    ] as const) {
      const refused = await server.call('POST', '/oauth-app/v1/oauth-apps', { as: site, body: { oAuthApp } })
      expect(refused.body.details.validationError.fieldViolations).toMatchObject([{ field, violatedRule }])
    }
    expect((await server.ok('GET', `/oauth-app/v1/oauth-apps/${id}`, { as: site })).oAuthApp).toMatchObject({ name: 'Shop', allowLocalhost: true })
    expect((await server.call('GET', `/oauth-app/v1/oauth-apps/${id}`, { as: await server.createSite() })).status).toBe(404)
    const check = await server.ok('POST', `/api/oauth-apps/${id}/check-address`, { as: site, body: { address: 'https://www.shop.example/cb' } })
    expect(check).toMatchObject({ asRedirectUri: false, asRedirectDomain: false, reasons: ['SUBDOMAIN_NOT_LISTED'] })
    const token = (clientSecret: string) => server.call('POST', '/oauth2/token', { body: { grantType: 'client_credentials', clientId: id, clientSecret } })
    const first = await token(made.secret)
    expect(first.status).toBe(200)
    expect(first.body.refresh_token).toBeUndefined()
    expect((await server.call('GET', '/v1/sign-on-policies', { token: first.body.access_token })).status).toBe(200)
    const { secret } = await server.ok('POST', `/api/oauth-apps/${id}/secret`, { as: site, body: {} })
    expect([(await token(made.secret)).body.error, (await token(secret)).status]).toEqual(['invalid_client', 200])
    await server.ok('DELETE', `/api/oauth-apps/${id}`, { as: site })
    expect((await server.call('GET', '/v1/sign-on-policies', { token: first.body.access_token })).status).toBe(401)
    expect((await server.ok('POST', '/oauth2/token-info', { body: { token: first.body.access_token } })).active).toBe(false)
    expect((await token(secret)).status).toBe(401)
  })

  test('a key names its site, works for no other, and only where it may', async () => {
    const other = await server.createSite()
    const session = await signInOwner(server, site)
    const { key } = (await callAs(server, session, 'POST', '/api/api-keys', { name: 'Reader', permissions: ['IAM.SIGN_ON_POLICY_READ'] })).body
    const call = (headers: Record<string, string>, method = 'GET') =>
      server.call(method, '/v1/sign-on-policies', { headers: { authorization: key, ...headers }, ...(method === 'GET' ? {} : { body: { signOnPolicy: {} } }) })
    expect((await call({ 'wix-site-id': site.metaSiteId })).status).toBe(200)
    expect((await call({ 'wix-account-id': site.accountId })).status).toBe(200)
    expect((await call({})).status).toBe(403)
    expect((await call({ 'wix-site-id': other.metaSiteId })).status).toBe(403)
    expect((await call({ 'wix-site-id': site.metaSiteId, 'wix-account-id': site.accountId })).status).toBe(403)
    expect((await call({ 'wix-site-id': site.metaSiteId }, 'PATCH')).status).toBe(403)
    const browser = await call({ 'wix-site-id': site.metaSiteId, origin: 'https://shop.example' })
    expect([browser.status, errorCode(browser)]).toEqual([403, 'TRUSTED_CLIENTS_ONLY'])
    const grant = await server.call('POST', '/oauth2/token', {
      headers: { authorization: `,${key}` },
      body: { grant_type: 'authorized_client', member_id: randomUUID() },
    })
    expect([grant.status, grant.body.error]).toEqual([403, 'unauthorized_client'])
    expect((await server.call('GET', '/api/api-keys', { as: site })).status).toBe(403)
    const expiring = (
      await callAs(server, session, 'POST', '/api/api-keys', { name: 'Soon', expiresDate: server.clocks.authNow().add({ hours: 1 }).toString() })
    ).body.key
    const soon = () => server.call('GET', '/v1/sign-on-policies', { headers: { authorization: expiring, 'wix-site-id': site.metaSiteId } })
    expect((await soon()).status).toBe(200)
    await server.advanceAuthClock('PT61M')
    expect((await soon()).status).toBe(401)
  })
})
