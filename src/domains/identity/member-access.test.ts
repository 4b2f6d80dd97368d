import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, errorCode, findEmail, randomEmail } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

describe('sign-in of a member, managed by the business', () => {
  test('an invitation, a demanded password, and the log of it all', async () => {
    const own = await server.createSite()
    const email = randomEmail()
    const { memberId, created } = await server.ok('POST', '/api/member-invitations', { as: own, body: { email, firstName: 'Ida' } })
    expect(created).toBe(true)
    expect((await server.ok('POST', '/api/member-invitations', { as: own, body: { email } })).memberId).toBe(memberId)
    const visitor = await server.visitorToken(own)
    const setPassword = async (template: string, password: string) => {
      const token = new URL((await findEmail(server, own, email, template))?.variables.link as string).searchParams.get('token')
      return server.ok('POST', '/v1/recover', { token: visitor, body: { recoveryToken: token, password } })
    }
    expect((await setPassword('SET_PASSWORD', 'a calm long evening')).state).toBe('SUCCESS')
    expect((await login(server, own, email)).body.state).toBe('SUCCESS')
    await server.ok('POST', `/api/members/${memberId}/demand-password`, { as: own, body: {} })
    const refused = await login(server, own, email)
    expect([refused.status, errorCode(refused)]).toEqual([403, '-19973'])
    expect((await login(server, own, email, { password: 'wrong password' })).status).toBe(401)
    await setPassword('PASSWORD_RESET', 'a brand new morning')
    expect((await login(server, own, email, { password: 'a brand new morning' })).body.state).toBe('SUCCESS')
    const shown = await server.ok('GET', `/api/members/${memberId}/sign-in`, { as: own })
    expect(shown).toMatchObject({ status: 'ACTIVE', hasPassword: true, passwordResetRequired: false, emailVerified: true })
    expect((await server.call('GET', `/api/members/${memberId}/sign-in`, { as: site })).status).toBe(404)

    const log = async (query: Record<string, string | number>) => server.ok('GET', '/api/audit-log', { as: own, query })
    const mine = await log({ subjectId: memberId })
    const actions = mine.entries.map((entry: { action: string }) => entry.action)
    expect(actions).toEqual(
      expect.arrayContaining(['member.invited', 'member.password-recovered', 'member.signed-in', 'member.sign-in-failed', 'member.password-demanded']),
    )
    expect(JSON.stringify(mine)).not.toMatch(/a calm long evening|brand new morning|msk_|JWS\./)
    const first = await log({ limit: 2 })
    const second = await log({ limit: 2, cursor: first.next })
    expect(new Set([...first.entries, ...second.entries].map((entry: { id: string }) => entry.id)).size).toBe(4)
    expect((await log({ action: 'member.sign-in*' })).entries.every((entry: { action: string }) => entry.action.startsWith('member.sign-in'))).toBe(true)
    expect((await server.call('GET', '/api/audit-log', { as: own, query: { cursor: 'nonsense' } })).status).toBe(400)
    expect((await server.ok('GET', '/api/audit-log', { as: await server.createSite(), query: { subjectId: memberId } })).entries).toEqual([])
    expect((await server.call('GET', '/api/audit-log', { token: visitor })).status).toBe(403)
  })

  test('addresses in the log are cut after a month, and lines go after a year', async () => {
    const own = await server.createSite()
    await login(server, own, randomEmail())
    const entries = async () => (await server.ok('GET', '/api/audit-log', { as: own, query: { action: 'member.sign-in-failed' } })).entries
    expect((await entries())[0].ip).toBe('127.0.0.1')
    await server.advanceAuthClock('P31D')
    await server.ok('POST', '/_test/run', { body: {} })
    expect((await entries())[0].ip).toBe('127.0.0.0')
    await server.advanceAuthClock('P335D')
    await server.ok('POST', '/_test/run', { body: {} })
    expect(await entries()).toEqual([])
  })

  test('a new device causes an email when the owner enables it, the first one never', async () => {
    const own = await server.createSite()
    await server.ok('PATCH', '/api/sign-in-settings', { as: own, body: { settings: { emails: { newDevice: true, welcome: false } } } })
    const member = await server.registerMember(own)
    const token = await server.visitorToken(own)
    const from = (agent: string) =>
      server.ok('POST', '/v2/login', { token, headers: { 'user-agent': agent }, body: { loginId: { email: member.email }, password: 'a calm long evening' } })
    const countNewDeviceEmails = async () => (await server.sentEmails(own, member.email)).filter((sent) => sent.template === 'NEW_DEVICE').length
    const before = await countNewDeviceEmails()
    await from('Browser A')
    expect(await countNewDeviceEmails()).toBe(before + 1)
    await from('Browser A')
    expect(await countNewDeviceEmails()).toBe(before + 1)
    expect((await server.sentEmails(own, member.email)).some((sent) => sent.template === 'WELCOME')).toBe(false)
  })
})

test('keys change with overlap: the old one verifies for a day, then it goes', async () => {
  const own = await server.createSite()
  const before = await server.visitorToken(own)
  const kids = async () => (await server.ok('GET', '/oauth2/jwks')).keys.map((key: { kid: string }) => key.kid)
  const old = await kids()
  const good = async (token: string) => (await server.ok('POST', '/oauth2/token-info', { body: { token } })).active
  expect(await good(before)).toBe(true)
  await server.advanceAuthClock('P91D')
  const fresh = await server.visitorToken(own)
  await server.ok('POST', '/_test/run', { body: {} })
  expect(await kids()).toHaveLength(old.length + 1)
  expect(await good(fresh)).toBe(true)
  const newer = await server.visitorToken(own)
  const getKid = (token: string) => JSON.parse(Buffer.from(token.split('.')[2] ?? '', 'base64url').toString()).kid
  expect(getKid(newer)).not.toBe(getKid(fresh))
  await server.advanceAuthClock('P1DT1S')
  await server.ok('POST', '/_test/run', { body: {} })
  expect(await kids()).toEqual([getKid(newer)])
})
