import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, errorCode, findEmail, randomEmail, signInOwner } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('collaborators', () => {
  async function inviteAndJoin(own: TestSite, input: Record<string, unknown>) {
    const email = randomEmail()
    await server.ok('POST', '/api/collaborators/invitations', { as: own, body: { email, ...input } })
    const link = (await findEmail(server, own, email, 'OWNER_INVITATION'))?.variables.link as string
    const token = new URL(link).searchParams.get('token')
    expect(await server.ok('POST', '/api/invitations/read', { body: { token } })).toMatchObject({ email, hasAccount: false })
    expect((await server.call('POST', '/api/invitations/accept', { body: { token, name: 'Hilda Helper', password: 'Test studio' } })).status).toBe(400)
    await server.ok('POST', '/api/invitations/accept', { body: { token, name: 'Hilda Helper', password: 'helping hands today' } })
    expect(errorCode(await server.call('POST', '/api/invitations/accept', { body: { token, password: 'helping hands today' } }))).toBe('INVALID_INVITATION')
    const session = await signInOwner(server, own, email, 'helping hands today')
    const { collaborators } = await server.ok('GET', '/api/collaborators', { as: own })
    return { email, session, userId: collaborators.find((one: { email: string }) => one.email === email).userId as string }
  }

  test('an invited contributor may do what was chosen, and nothing else', async () => {
    const own = await server.createSite()
    const helper = await inviteAndJoin(own, { role: 'CONTRIBUTOR', permissions: ['IAM.SIGN_ON_POLICY_READ', 'IAM.COLLABORATORS_MANAGE'] })
    expect((await callAs(server, helper.session, 'GET', '/v1/sign-on-policies')).status).toBe(200)
    expect((await callAs(server, helper.session, 'PATCH', '/v1/sign-on-policies', { signOnPolicy: {} })).status).toBe(403)
    for (const path of ['/api/oauth-apps', '/api/api-keys', '/api/audit-log'])
      expect([path, (await callAs(server, helper.session, 'GET', path)).status]).toEqual([path, 403])
    expect(errorCode(await callAs(server, helper.session, 'POST', '/api/collaborators/invitations', { email: randomEmail(), role: 'OWNER' }))).toBe(
      'MORE_THAN_OWN_RIGHTS',
    )
    const more = { email: randomEmail(), role: 'CONTRIBUTOR', permissions: ['API_KEYS.MANAGE'] }
    expect(errorCode(await callAs(server, helper.session, 'POST', '/api/collaborators/invitations', more))).toBe('MORE_THAN_OWN_RIGHTS')
    expect(errorCode(await callAs(server, helper.session, 'DELETE', `/api/collaborators/${own.ownerUserId}`))).toBe('MORE_THAN_OWN_RIGHTS')
    await server.ok('PATCH', `/api/collaborators/${helper.userId}`, { as: own, body: { role: 'CONTRIBUTOR', permissions: ['OAUTH_APPS.READ'] } })
    expect((await callAs(server, helper.session, 'GET', '/v1/sign-on-policies')).status).toBe(403)
    expect((await callAs(server, helper.session, 'GET', '/api/oauth-apps')).status).toBe(200)
    const asMember = async () =>
      (await server.ok('POST', '/v1/members/query', { as: own, body: { query: { filter: { loginEmail: helper.email } } } })).members[0]
    const { id } = await asMember()
    const getRoles = async () => (await server.ok('GET', `/v1/roles/members/${id}`, { as: own })).roles.map((role: { roleKey: string }) => role.roleKey)
    expect(await getRoles()).toEqual(['MEMBER', 'CONTRIBUTOR'])
    expect(errorCode(await server.call('POST', `/v1/members/${id}/block`, { as: own, body: {} }))).toBe('OWNER_MEMBER_BLOCK_FORBIDDEN')
    await server.ok('PATCH', `/api/collaborators/${helper.userId}`, { as: own, body: { role: 'OWNER' } })
    expect(await getRoles()).toEqual(['MEMBER', 'OWNER'])
    await server.ok('DELETE', `/api/collaborators/${helper.userId}`, { as: own })
    expect(await getRoles()).toEqual(['MEMBER'])
    expect((await server.ok('POST', `/v1/members/${id}/block`, { as: own, body: {} })).member.status).toBe('BLOCKED')
    expect((await callAs(server, helper.session, 'GET', '/api/oauth-apps')).status).toBe(401)
  })

  test('a site keeps an owner', async () => {
    const own = await server.createSite()
    expect(errorCode(await server.call('DELETE', `/api/collaborators/${own.ownerUserId}`, { as: own }))).toBe('LAST_OWNER')
    const path = `/api/collaborators/${own.ownerUserId}`
    expect(errorCode(await server.call('PATCH', path, { as: own, body: { role: 'CONTRIBUTOR', permissions: [] } }))).toBe('LAST_OWNER')
    const second = await inviteAndJoin(own, { role: 'OWNER' })
    expect((await callAs(server, second.session, 'DELETE', path)).status).toBe(200)
    expect(errorCode(await callAs(server, second.session, 'DELETE', `/api/collaborators/${second.userId}`))).toBe('LAST_OWNER')
  })

  test('one person on several sites: the account they have is used, the header picks the site', async () => {
    const [one, two] = [await server.createSite(), await server.createSite()]
    await server.ok('POST', '/api/collaborators/invitations', { as: two, body: { email: one.ownerEmail, role: 'OWNER' } })
    const token = new URL((await findEmail(server, two, one.ownerEmail, 'OWNER_INVITATION'))?.variables.link as string).searchParams.get('token')
    expect((await server.ok('POST', '/api/invitations/read', { body: { token } })).hasAccount).toBe(true)
    expect((await server.call('POST', '/api/invitations/accept', { body: { token, password: 'a guess at most' } })).status).toBe(401)
    await server.ok('POST', '/api/invitations/accept', { body: { token, password: one.ownerPassword } })
    const session = await signInOwner(server, one)
    const me = (await callAs(server, session, 'GET', '/api/owner/me')).body
    expect(me.sites.map((entry: { id: string }) => entry.id).toSorted()).toEqual([one.metaSiteId, two.metaSiteId].toSorted())
    for (const own of [one, two]) {
      const { headers } = session
      const { collaborators } = await server.ok('GET', '/api/collaborators', { headers: { ...headers, 'x-site-id': own.metaSiteId } })
      expect(collaborators.some((entry: { email: string }) => entry.email === own.ownerEmail)).toBe(true)
    }
    const otherSite = await server.createSite()
    expect((await server.call('GET', '/api/collaborators', { headers: { ...session.headers, 'x-site-id': otherSite.metaSiteId } })).status).toBe(401)
  })

  test('an owner opens another site on the same account; a collaborator, a key and the owner of another site do not', async () => {
    const own = await server.createSite()
    const session = await signInOwner(server, own)
    const input = { name: 'Second studio', timeZone: 'Europe/Berlin', currency: 'EUR', weekStartsOn: 1, siteAddress: 'https://second.example' }
    expect((await callAs(server, session, 'POST', '/api/sites', { ...input, timeZone: 'Mars/Base' })).status).toBe(400)
    const added = await callAs(server, session, 'POST', '/api/sites', input)
    expect(added.status).toBe(200)
    const me = (await callAs(server, session, 'GET', '/api/owner/me')).body
    expect(me.sites.map((entry: { name: string }) => entry.name)).toContain('Second studio')
    const there = { headers: { ...session.headers, 'x-site-id': added.body.siteId as string } }
    expect((await callAs(server, there, 'GET', '/api/collaborators')).body.collaborators).toMatchObject([{ email: own.ownerEmail, role: 'OWNER', you: true }])
    expect((await callAs(server, there, 'GET', '/api/api-keys')).status).toBe(200)
    const tokens = await server.ok('POST', '/oauth2/token', { body: { clientId: added.body.clientId, grantType: 'anonymous' } })
    expect((await server.ok('POST', '/oauth2/token-info', { body: { token: tokens.access_token } })).accountId).toBe(own.accountId)
    const helper = await inviteAndJoin(own, { role: 'CONTRIBUTOR', permissions: ['SITES.MANAGE'] })
    expect((await callAs(server, helper.session, 'POST', '/api/sites', input)).status).toBe(403)
    expect((await server.call('POST', '/api/sites', { as: own, body: input })).status).toBe(403)
  })

  test('an invitation ends after a week, by withdrawal, or by a newer one', async () => {
    const own = await server.createSite()
    const invite = async (email: string) => {
      const { invitation } = await server.ok('POST', '/api/collaborators/invitations', { as: own, body: { email, role: 'CONTRIBUTOR' } })
      const token = new URL((await findEmail(server, own, email, 'OWNER_INVITATION'))?.variables.link as string).searchParams.get('token')
      return { id: invitation.id as string, token }
    }
    const read = (token: string | null) => server.call('POST', '/api/invitations/read', { body: { token } })
    const email = randomEmail()
    const first = await invite(email)
    const second = await invite(email.toUpperCase())
    expect([(await read(first.token)).status]).toEqual([400])
    await server.ok('DELETE', `/api/collaborators/invitations/${second.id}`, { as: own })
    expect((await server.ok('GET', '/api/collaborators', { as: own })).invitations).toEqual([])
    const third = await invite(randomEmail())
    expect((await read(third.token)).status).toBe(200)
    await server.advanceAuthClock('P7DT1S')
    expect((await read(third.token)).status).toBe(400)
    const again = await server.call('POST', '/api/collaborators/invitations', { as: own, body: { email: own.ownerEmail, role: 'OWNER' } })
    expect(errorCode(again)).toBe('ALREADY_COLLABORATOR')
  })

  test('who may manage the team ends no invitation that they could not have sent, and none at all that is over', async () => {
    const own = await server.createSite()
    const helper = await server.inviteCollaborator(own, ['IAM.COLLABORATORS_MANAGE', 'IAM.COLLABORATORS_READ'])
    const body = { email: randomEmail(), role: 'OWNER' }
    const { invitation } = await server.ok('POST', '/api/collaborators/invitations', { as: own, body })
    const path = `/api/collaborators/invitations/${invitation.id}`
    const instead = { ...body, role: 'CONTRIBUTOR', permissions: [] }
    expect(errorCode(await server.call('POST', '/api/collaborators/invitations', { ...helper, body: instead }))).toBe('MORE_THAN_OWN_RIGHTS')
    expect(errorCode(await server.call('DELETE', path, helper))).toBe('MORE_THAN_OWN_RIGHTS')
    expect((await server.ok('GET', '/api/collaborators', { as: own })).invitations).toMatchObject([{ id: invitation.id, role: 'OWNER' }])
    await server.advanceAuthClock('P8D')
    expect((await server.call('DELETE', path, { as: own })).status).toBe(404)
  })

  test('a blocked member who joins the team is approved', async () => {
    const own = await server.createSite()
    const member = await server.registerMember(own)
    await server.ok('POST', `/v1/members/${member.memberId}/block`, { as: own, body: {} })
    await server.ok('POST', '/api/collaborators/invitations', { as: own, body: { email: member.email, role: 'CONTRIBUTOR', permissions: [] } })
    const { link } = (await server.emailVariables(own, member.email, 'OWNER_INVITATION')) as { link: string }
    const body = { token: new URL(link).searchParams.get('token'), name: 'Hal', password: 'another calm long evening' }
    await server.ok('POST', '/api/invitations/accept', { body })
    expect((await server.ok('GET', `/v1/members/${member.memberId}`, { as: own, query: { fieldsets: 'FULL' } })).member.status).toBe('APPROVED')
  })
})
