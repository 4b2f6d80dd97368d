/** Roles of the team: ready-made and own ones. Source: guide identity §2. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

const roles = async () => (await server.ok('GET', '/api/team-roles', { as: site })).roles as { id: string; name: string; readyMade: boolean; holders: number }[]
const add = (name: string, permissions: string[]) => server.call('POST', '/api/team-roles', { as: site, body: { name, permissions } })

test('a site has four ready-made roles, and a person invited to one may do what it says', async () => {
  expect((await roles()).map(({ id, readyMade }) => [id, readyMade])).toEqual(
    ['MANAGER', 'RECEPTIONIST', 'TEACHER', 'ACCOUNTANT'].map((id) => [id, true] as const),
  )
  const accountant = await server.inviteCollaborator(site, [], 'ACCOUNTANT')
  expect((await server.call('GET', '/api/money/payments', accountant)).status).toBe(200)
  expect((await server.call('POST', '/api/money/unclaimed/00000000-0000-4000-8000-000000000001/refund', { ...accountant, body: {} })).status).toBe(403)
  expect((await server.call('GET', '/api/team-roles', accountant)).status).toBe(403)
  const me = (await server.call('GET', '/api/owner/me', accountant)).body
  expect(me.sites[0].permissions).toContain('PRICING_PLANS.READ_ORDERS')
  const { collaborators } = await server.ok('GET', '/api/collaborators', { as: site })
  expect(collaborators.map((one: { teamRole: string | null }) => one.teamRole)).toEqual([null, 'ACCOUNTANT'])
  expect((await roles()).find(({ id }) => id === 'ACCOUNTANT')?.holders).toBe(1)
})

test('changing an own role changes what everyone who has it may do; deleting it leaves them as they are', async () => {
  const { id } = (await add('Studio lead', ['OAUTH_APPS.READ'])).body.role
  const lead = await server.inviteCollaborator(site, [], id)
  const keys = async () => (await server.call('GET', '/api/audit-log', lead)).status
  expect(await keys()).toBe(403)
  await server.ok('PUT', `/api/team-roles/${id}`, { as: site, body: { name: 'Studio lead', permissions: ['IAM.AUDIT_LOG_READ'] } })
  expect(await keys()).toBe(200)
  expect((await server.call('GET', '/api/oauth-apps', lead)).status).toBe(403)
  await server.ok('DELETE', `/api/team-roles/${id}`, { as: site })
  expect(await keys()).toBe(200)
  expect((await roles()).some((role) => role.id === id)).toBe(false)
  expect((await server.call('DELETE', `/api/team-roles/${id}`, { as: site })).status).toBe(404)
})

test('names are unique, ready-made ones taken, unknown roles refused', async () => {
  expect((await add('Host', [])).status).toBe(200)
  for (const name of ['host', 'Manager', 'owner']) expect([name, errorCode(await add(name, []))]).toEqual([name, 'TEAM_ROLE_EXISTS'])
  expect((await add('Odd', ['not a name'])).status).toBe(400)
  const invite = { email: 'invited@people.example', role: 'CONTRIBUTOR', teamRole: 'GARDENER' }
  expect((await server.call('POST', '/api/collaborators/invitations', { as: site, body: invite })).status).toBe(404)
})

test('a role beyond one’s own rights is not made, changed or given', async () => {
  const { id } = (await add('Bookkeeper', ['PRICING_PLANS.READ_ORDERS'])).body.role
  const helper = await server.inviteCollaborator(site, ['IAM.COLLABORATORS_MANAGE'])
  const wide = { name: 'Wide', permissions: ['API_KEYS.MANAGE'] }
  const calls = [
    server.call('POST', '/api/team-roles', { ...helper, body: wide }),
    server.call('PUT', `/api/team-roles/${id}`, { ...helper, body: { name: 'Bookkeeper', permissions: [] } }),
    server.call('DELETE', `/api/team-roles/${id}`, helper),
    server.call('POST', '/api/collaborators/invitations', { ...helper, body: { email: 'more@people.example', role: 'CONTRIBUTOR', teamRole: 'MANAGER' } }),
  ]
  expect((await Promise.all(calls)).map(errorCode)).toEqual(Array(4).fill('MORE_THAN_OWN_RIGHTS'))
})

test('a site has at most fifty roles of its own', async () => {
  const own = (await roles()).filter(({ readyMade }) => !readyMade).length
  for (let count = own; count < 50; count++) expect((await add(`Role ${count}`, [])).status).toBe(200)
  expect(errorCode(await add('One more', []))).toBe('TOO_MANY_TEAM_ROLES')
})
