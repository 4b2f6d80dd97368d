/** Where links lead, and which site an address shows. A Host header is anyone's to write. Source: guide identity §2.1. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmail } from '#domains/notifications/public.ts'
import { approveHostForOperator } from '#domains/setup/public.ts'
import { buildApp, type Server } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { emailedCode, randomEmail, errorCode, cookieFrom, PASSWORD, tokenFromLink, firstViolation } from '../../../test/auth-helpers.ts'
import { allOperations, fillPath } from '../../../test/operations.ts'
import { startTestServer, type CallOptions, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
/** Reached at https://studio.example; the second has another address, the third none. */
let site: TestSite
let second: TestSite
let third: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ name: 'Studio Alpha', address: 'https://studio.example', redirectDomains: ['shop.example'] })
  second = await server.createSite({ name: 'Studio Beta', address: 'https://beta.example', redirectDomains: ['shop.example'] })
  third = await server.createSite({ name: 'Studio Gamma', redirectDomains: ['shop.example'] })
})
afterAll(() => server.close())

const FORGED = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example;proto=https' }
const forgeHost = (options: CallOptions = {}): CallOptions => ({ ...options, headers: { ...FORGED, ...options.headers } })
const post = (path: string, options: CallOptions = {}) => server.ok('POST', path, forgeHost(options))
/** All that was ever written to anyone at this site, as it was sent. */
async function listEmails(of: TestSite): Promise<{ template: string; text: string }[]> {
  await server.runner.drain()
  const rows = await server.open.db.selectFrom('email').selectAll().where('siteId', '=', of.metaSiteId).execute()
  return rows.map((row) => ({ template: row.template, text: JSON.stringify(openEmail(row)) }))
}

describe('a forged Host header', () => {
  test('moves no link of any email: sign-up, recovery, invitations, lock-out, owners', async () => {
    const token = await server.visitorToken(site)
    const email = randomEmail()
    await server.setSignOnPolicy(site, { verify: true, approve: true })
    const { stateToken, identity } = await post('/v2/register', { token, body: { loginId: { email }, password: PASSWORD } })
    await server.setSignOnPolicy(site, {})
    const code = await emailedCode(server, site, email)
    await post('/v1/auth/verify', { token, body: { code, stateToken } })
    await post(`/v1/members/${identity.id}/approve`, { as: site })
    await post('/v2/login', { token, body: { loginId: { email }, password: PASSWORD } })
    await post('/v1/send-email', { token, body: { email } })
    await post('/v1/recover', {
      token,
      body: { recoveryToken: tokenFromLink((await server.emailVariables(site, email, 'PASSWORD_RESET')).link), password: 'a brand new morning' },
    })
    for (let wrong = 0; wrong < 5; wrong++) await server.call('POST', '/v2/login', forgeHost({ token, body: { loginId: { email }, password: 'wrong' } }))
    await post('/v1/activation-email', { as: site, body: { identityId: identity.id } })
    await post('/api/owner/recovery', { headers: { 'x-site-id': site.metaSiteId }, body: { email: site.ownerEmail } })
    await post('/api/collaborators/invitations', { as: site, body: { email: randomEmail(), role: 'CONTRIBUTOR', permissions: ['MEMBERS.MEMBER_READ'] } })
    const emails = await listEmails(site)
    expect(new Set(emails.map(({ template }) => template))).toEqual(
      new Set([
        'VERIFY_EMAIL_CODE',
        'APPROVAL_PENDING',
        'APPROVAL_REQUESTED',
        'MEMBER_APPROVED',
        'WELCOME',
        'PASSWORD_RESET',
        'PASSWORD_CHANGED',
        'SIGN_IN_LOCKED',
        'SET_PASSWORD',
        'OWNER_PASSWORD_RESET',
        'OWNER_INVITATION',
      ]),
    )
    expect(emails.filter(({ text }) => text.includes('evil.example'))).toEqual([])
    for (const template of ['PASSWORD_RESET', 'OWNER_PASSWORD_RESET', 'SET_PASSWORD', 'WELCOME', 'OWNER_INVITATION'])
      expect(emails.find((one) => one.template === template)?.text, template).toContain('https://studio.example/')
  })

  test('is found in no answer of any operation, and in no email that they cause', async () => {
    const leaks: string[] = []
    for (const { name, op } of allOperations())
      for (const who of [{ as: site }, {}] as CallOptions[]) {
        const body = op.method === 'GET' || op.method === 'DELETE' || op.rawBody ? undefined : { email: randomEmail(), language: 'en' }
        const { headers, text } = await server.call(
          op.method,
          fillPath(op, () => randomUUID()),
          forgeHost({ ...who, ...(body && { body }) }),
        )
        if (`${JSON.stringify(headers)}${text}`.includes('evil.example')) leaks.push(name)
      }
    expect(leaks).toEqual([])
    for (const of of [site, second]) expect((await listEmails(of)).filter(({ text }) => text.includes('evil.example'))).toEqual([])
  })

  test('moves no redirect session, no sign-in page and no cookie', async () => {
    const token = await server.visitorToken(site)
    const { redirectSession } = await post('/v1/redirect-session', { token, body: { login: {}, callbacks: { postFlowUrl: 'https://shop.example/' } } })
    expect(redirectSession.fullUrl).toMatch(/^https:\/\/studio\.example\/hosted\/login\?/)
    const { redirectSession: plans } = await post('/v1/redirect-session', { token, body: { paidPlansCheckout: { planId: randomUUID() } } })
    for (const url of [plans.fullUrl, plans.shortUrl, plans.urlDetails.endpoint]) expect(url).toMatch(/^https:\/\/studio\.example\//)
    const logout = await server.ok('POST', '/v1/redirect-session', forgeHost({ token, body: { logout: { clientId: site.clientId } } }))
    expect(logout.redirectSession.fullUrl).toMatch(/^https:\/\/studio\.example\//)
    const service = await server.call('GET', '/_api/iam/authentication/v1/provider', forgeHost({ query: { clientId: site.clientId, idp: randomUUID() } }))
    expect(String(service.headers.location)).not.toContain('evil.example')
  })

  test('names the address when it is one of the site', async () => {
    const token = await server.visitorToken(site)
    await server.ok('PATCH', '/api/site-settings', { as: site, body: { otherAddresses: ['https://members.studio.example'] } })
    const body = { login: {} }
    const at = async (host: string) => (await server.ok('POST', '/v1/redirect-session', { token, headers: { host }, body })).redirectSession.fullUrl as string
    expect(await at('members.studio.example')).toMatch(/^https:\/\/members\.studio\.example\//)
    expect(await at('MEMBERS.studio.example:443')).toMatch(/^https:\/\/members\.studio\.example\//)
    // Of another site on this server it is as good as forged.
    expect(await at('beta.example')).toMatch(/^https:\/\/studio\.example\//)
  })

  test('is read in four places, which look a site up or choose a header, and build nothing', () => {
    const files = (folder: string): string[] =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory()
          ? files(join(folder, entry.name))
          : entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')
            ? [join(folder, entry.name)]
            : [],
      )
    const reads =
      /\brequest\.(?:host|hostname|protocol|originalUrl)\b|headers(?:\.|\[['"])(?:host|x-forwarded|forwarded)\b|\b(?:host|hostname|protocol|originalUrl)\b[^{}]*\}: FastifyRequest/
    const found = files('src').filter((file) => !file.startsWith('src/web/') && reads.test(readFileSync(file, 'utf8')))
    expect(found.toSorted()).toEqual(['src/domains/collaborators/caller.ts', 'src/framework.ts', 'src/kit/api/mount.ts', 'src/kit/http/static-web.ts'])
  })
})

describe('several sites on one server', () => {
  const nameAt = async (headers: Record<string, string>, query = {}) => {
    const { status, body } = await server.call('GET', '/api/site', { headers, query })
    return status === 200 ? (body.name as string) : status
  }
  test('each address shows its own site; the server itself the first; an unknown one none', async () => {
    expect(await nameAt({ host: 'studio.example' })).toBe('Studio Alpha')
    expect(await nameAt({ host: 'beta.example' })).toBe('Studio Beta')
    expect(await nameAt({ host: 'localhost' })).toBe('Studio Alpha')
    expect(await nameAt({ host: 'gamma.example' })).toBe(404)
    expect(await nameAt({ host: 'evil.example' })).toBe(404)
    expect(await nameAt({ host: 'evil.example', 'x-site-id': second.metaSiteId })).toBe('Studio Beta')
    expect(await nameAt({ host: 'beta.example', 'x-site-id': 'nonsense' })).toBe('Studio Beta')
  })

  test('the pages of a flow are those of its site, wherever they are opened, and sign in to that site only', async () => {
    for (const own of [second, third]) {
      const token = await server.visitorToken(own)
      const { redirectSession } = await server.ok('POST', '/v1/redirect-session', { token, body: { login: {} } })
      const rs = String(new URL(redirectSession.fullUrl).searchParams.get('rs') ?? redirectSession.id)
      expect(await nameAt({ host: 'localhost' }, { rs })).toBe(own === second ? 'Studio Beta' : 'Studio Gamma')
      const flow = await server.ok('GET', '/api/hosted/flow', { headers: { host: 'localhost' }, query: { rs } })
      expect([flow.siteId, flow.clientId]).toEqual([own.metaSiteId, own.clientId])
      // The same email and password at the first site open nothing here.
      const email = randomEmail()
      const { sessionToken } = await server.ok('POST', '/v2/register', {
        token: await server.visitorToken(site),
        body: { loginId: { email }, password: PASSWORD },
      })
      expect(errorCode(await server.call('POST', '/api/hosted/session', { body: { sessionToken, rs } }))).toBe('INVALID_SESSION_TOKEN')
      const entered = await server.call('POST', '/api/hosted/session', { headers: { host: 'studio.example' }, body: { sessionToken } })
      const sso = { cookie: cookieFrom(entered.headers, '__Host-ms_sso') }
      expect(entered.status).toBe(200)
      expect((await server.ok('GET', '/api/hosted/flow', { headers: { ...sso, host: 'studio.example' } })).member).toMatchObject({ email })
      expect((await server.ok('GET', '/api/hosted/flow', { headers: { ...sso, host: 'beta.example' } })).member).toBeNull()
      expect((await server.ok('GET', '/api/hosted/flow', { headers: sso, query: { rs } })).member).toBeNull()
      expect((await server.ok('POST', '/api/hosted/tokens', { headers: { ...sso, host: 'beta.example' }, body: {} })).tokens).toBeNull()
      expect((await server.ok('POST', '/api/hosted/tokens', { headers: sso, body: { rs } })).tokens).toBeNull()
      expect(errorCode(await server.call('POST', '/api/hosted/session', { headers: { host: 'beta.example' }, body: { sessionToken } }))).toBe(
        'INVALID_SESSION_TOKEN',
      )
    }
  })

  test('emails of each lead to its own address, also those that a job writes', async () => {
    const email = randomEmail()
    await server.ok('POST', '/v1/send-email', { token: await server.visitorToken(second), headers: { host: 'studio.example' }, body: { email } })
    const { email: known } = await server.registerMember(second)
    await server.ok('POST', '/v1/send-email', { token: await server.visitorToken(second), headers: { host: 'studio.example' }, body: { email: known } })
    expect((await server.emailVariables(second, known, 'PASSWORD_RESET')).link).toMatch(/^https:\/\/beta\.example\//)
    expect(await server.deps.loadOrigins(second.metaSiteId)).toMatchObject({ origin: 'https://beta.example' })
  })

  test('another one needs an address of its own', async () => {
    const fields = { name: 'Studio Delta', timeZone: 'UTC', currency: 'EUR' }
    const owner = await server.signInAsOwner(site)
    expect((await server.call('POST', '/api/sites', { ...owner, body: fields })).status).toBe(400)
    const taken = await server.call('POST', '/api/sites', { ...owner, body: { ...fields, siteAddress: 'https://beta.example' } })
    expect([taken.status, errorCode(taken)]).toEqual([409, 'ADDRESS_TAKEN'])
    const { siteId } = await server.ok('POST', '/api/sites', { ...owner, body: { ...fields, siteAddress: 'https://delta.example' } })
    expect(await nameAt({ host: 'delta.example' })).toBe('Studio Delta')
    expect((await server.ok('GET', '/api/owner/me', { headers: { ...owner.headers, 'x-site-id': siteId } })).user.email).toBe(site.ownerEmail)
  })
})

describe('the addresses of a site', () => {
  const settings = (of: TestSite, body?: object) => server.call(body ? 'PATCH' : 'GET', '/api/site-settings', { as: of, ...(body && { body }) })
  test('are the owner’s to change; the former one goes on leading here', async () => {
    const own = await server.createSite({ address: 'https://first.example' })
    expect((await settings(own)).body.addresses).toEqual({ main: 'https://first.example', others: [], unchecked: [], isFixed: false, isUnset: false })
    // The owner of a further site proves an address before links lead there.
    await settings(own, { otherAddresses: ['https://second.example'] })
    await approveHostForOperator(server.deps, server.addresses, { siteId: own.metaSiteId, address: 'https://second.example' })
    const moved = await settings(own, { siteAddress: ' HTTPS://Second.example/ ', otherAddresses: ['https://first.example'] })
    expect(moved.body.addresses).toMatchObject({ main: 'https://second.example', others: ['https://first.example'] })
    expect((await settings(own, { siteAddress: 'https://second.example', otherAddresses: [] })).body.addresses.others).toEqual([])
    // An address that no site has any more is free for others.
    expect((await settings(second, { otherAddresses: ['https://first.example'] })).status).toBe(200)
    await settings(second, { otherAddresses: [] })
    expect((await settings(third)).body.addresses).toMatchObject({ isUnset: true })
  })
  test('what is none is refused at its field, in the language of the reader', async () => {
    for (const siteAddress of ['studio', 'ftp://studio.example', 'https://studio.example/path', 'https://a:b@studio.example', 'javascript:alert(1)'])
      expect(firstViolation(await settings(site, { siteAddress }))).toMatchObject({ field: 'siteAddress', violatedRule: 'FORMAT' })
    expect(firstViolation(await settings(site, { otherAddresses: ['https://ok.example', 'nope'] }))).toMatchObject({ field: 'otherAddresses[1]' })
    const german = await server.call('PATCH', '/api/site-settings', { as: site, headers: { 'accept-language': 'de' }, body: { siteAddress: 'x' } })
    expect(firstViolation(german)?.description).toBe('bitte gib eine Adresse wie https://studio.example ein')
  })
  test('of another site, and of the server itself, are refused and nothing changes', async () => {
    const before = (await settings(third)).body.addresses
    for (const siteAddress of ['https://beta.example', 'http://beta.example', 'http://localhost'])
      expect(errorCode(await settings(third, { siteAddress })), siteAddress).toBe('ADDRESS_TAKEN')
    expect((await settings(third)).body.addresses).toEqual(before)
  })
  test('no helper changes them, and an owner only as themselves', async () => {
    const helper = await server.inviteCollaborator(site, ['SITES.MANAGE'])
    expect((await server.call('PATCH', '/api/site-settings', { ...helper, body: { tagline: 'Calm' } })).status).toBe(200)
    expect((await server.call('PATCH', '/api/site-settings', { ...helper, body: { siteAddress: 'https://helper.example' } })).status).toBe(403)
    const owner = await server.signInAsOwner(site)
    await server.advanceAuthClock('PT15M')
    expect(errorCode(await server.call('PATCH', '/api/site-settings', { ...owner, body: { siteAddress: 'https://studio.example' } }))).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    await server.ok('POST', '/api/owner/confirm', { ...owner, body: { password: site.ownerPassword } })
    expect((await server.call('PATCH', '/api/site-settings', { ...owner, body: { siteAddress: 'https://studio.example' } })).status).toBe(200)
  })
})

describe('with PUBLIC_URL', () => {
  let other: Server
  beforeAll(async () => {
    const config = { ...readConfig({ TEST_HOOKS: '1', PUBLIC_URL: 'https://public.example' }, process.cwd()), port: 0 }
    other = await buildApp(server.open, config, server.clocks, () => undefined)
  })
  afterAll(() => other.app.close())
  test('the first site is there, whatever is stored; the others stay where they are', async () => {
    expect((await other.addresses.getOrigins(site.metaSiteId)).origin).toBe('https://public.example')
    expect((await other.addresses.getOrigins(second.metaSiteId)).origin).toBe('https://beta.example')
    expect(await other.addresses.findSiteByHost('public.example')).toBe(site.metaSiteId)
    expect(await other.addresses.findSiteByHost('localhost')).toBeUndefined()
    const change = await other.app.inject({
      method: 'PATCH',
      url: '/api/site-settings',
      headers: { authorization: site.apiKey, 'wix-site-id': site.metaSiteId, 'content-type': 'application/json' },
      payload: JSON.stringify({ siteAddress: 'https://mine.example' }),
    })
    expect([change.statusCode, change.json().details.applicationError.code]).toEqual([409, 'ADDRESS_FIXED'])
    const setup = await other.app.inject({ url: '/api/setup' })
    expect(setup.json()).toEqual({ needed: false, address: 'https://public.example' })
  })
})
