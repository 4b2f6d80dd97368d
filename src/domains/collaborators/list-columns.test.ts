/** Columns of lists that dashboard users choose for themselves, through HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())
const path = '/api/list-columns/members'

test('the columns of a list are chosen with their order, for oneself and one list, on every device', async () => {
  const olive = await server.signInAsOwner(site)
  expect(await server.ok('GET', path, olive)).toEqual({})
  await server.ok('PUT', path, { ...olive, body: { columns: ['owed', 'plan'] } })
  await server.ok('PUT', path, { ...olive, body: { columns: ['plan', 'owed', 'phone'] } })
  const onPhone = await server.signInAsOwner(site)
  expect(await server.ok('GET', path, onPhone)).toEqual({ columns: ['plan', 'owed', 'phone'] })
  for (const list of ['bookings', 'payments', 'services', 'subscriptions']) {
    expect(await server.ok('GET', `/api/list-columns/${list}`, olive)).toEqual({})
    await server.ok('PUT', `/api/list-columns/${list}`, { ...olive, body: { columns: [list] } })
  }
  expect(await server.ok('GET', path, await server.inviteCollaborator(site, ['MEMBERS.MEMBER_READ']))).toEqual({})
  // None is a choice, too.
  await server.ok('PUT', path, { ...olive, body: { columns: [] } })
  expect(await server.ok('GET', path, olive)).toEqual({ columns: [] })
  await server.ok('DELETE', path, olive)
  expect(await server.ok('GET', path, olive)).toEqual({})
})

test('one column twice, names that are none and unknown lists are refused; an API key has no choice', async () => {
  const olive = await server.signInAsOwner(site)
  const save = async (columns: unknown, to = path) => (await server.call('PUT', to, { ...olive, body: { columns } })).status
  expect(await save(['plan', 'plan'])).toBe(400)
  expect(await save(['a b'])).toBe(400)
  expect(await save(['plan'], '/api/list-columns/nothing')).toBe(400)
  expect(await server.ok('GET', path, olive)).toEqual({})
  const key = { headers: { authorization: site.apiKey, 'wix-site-id': site.metaSiteId } }
  expect(await server.ok('GET', path, key)).toEqual({})
  expect((await server.call('PUT', path, { ...key, body: { columns: ['plan'] } })).status).toBe(404)
  expect((await server.call('DELETE', path, key)).status).toBe(404)
})
