/** Filters that dashboard users keep for themselves, through HTTP. */
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

test('a filter is saved, replaced under its name, and deleted by the person who saved it', async () => {
  const [olive, helper] = [await server.signInAsOwner(site), await server.inviteCollaborator(site, ['MEMBERS.MEMBER_READ'])]
  const path = '/api/saved-filters/members'
  const save = (name: string, search: Record<string, string>, as = olive) => server.call('PUT', path, { ...as, body: { name, search } })
  expect(await server.ok('GET', path, olive)).toEqual({ filters: [] })
  const made = (await save('Lapsed with plan', { only: 'lapsed-plan' })).body.filter
  await save('Birthdays', { only: 'birthday', sort: 'name' })
  expect((await save(' lapsed WITH plan ', { only: 'lapsed' })).body.filter).toEqual({ id: made.id, name: 'lapsed WITH plan', search: { only: 'lapsed' } })
  expect((await server.ok('GET', path, olive)).filters).toEqual([
    { id: expect.any(String), name: 'Birthdays', search: { only: 'birthday', sort: 'name' } },
    { id: made.id, name: 'lapsed WITH plan', search: { only: 'lapsed' } },
  ])
  // Neither another list nor another person has it.
  expect(await server.ok('GET', '/api/saved-filters/bookings', olive)).toEqual({ filters: [] })
  expect(await server.ok('GET', path, helper)).toEqual({ filters: [] })
  expect((await server.call('DELETE', `${path}/${made.id}`, helper)).status).toBe(404)
  await server.ok('DELETE', `${path}/${made.id}`, olive)
  expect((await server.call('DELETE', `${path}/${made.id}`, olive)).status).toBe(404)
  expect((await save(' ', { only: 'lapsed' })).status).toBe(400)
  expect((await save('Nothing', {})).status).toBe(400)
})

test('thirty are enough, and an API key has none', async () => {
  const olive = await server.signInAsOwner(site)
  const path = '/api/saved-filters/bookings'
  const save = (name: string) => server.call('PUT', path, { ...olive, body: { name, search: { paid: 'UNPAID' } } })
  for (let count = 1; count <= 30; count++) expect((await save(`Filter ${count}`)).status).toBe(200)
  expect(errorCode(await save('One more'))).toBe('TOO_MANY_SAVED_FILTERS')
  expect((await save('Filter 7')).status).toBe(200)
  const key = { headers: { authorization: site.apiKey, 'wix-site-id': site.metaSiteId } }
  expect(await server.ok('GET', path, key)).toEqual({ filters: [] })
  expect((await server.call('PUT', path, { ...key, body: { name: 'Mine', search: { q: 'x' } } })).status).toBe(404)
})
