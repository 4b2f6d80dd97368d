/** What the operator of the server allows a site. Source: guide identity §2.1. */
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitSiteForOperator } from '#domains/setup/public.ts'
import { errorCode, PASSWORD, randomEmail } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'
import type { SiteLimitsChange } from './public.ts'

let server: TestServer
let site: TestSite
let other: TestSite
beforeAll(async () => {
  server = await startTestServer()
  other = await server.createSite({ name: 'Other' })
})
beforeEach(async () => {
  site = await server.createSite()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const limit = (limits: SiteLimitsChange) => limitSiteForOperator(server.deps, server.addresses, { siteId: site.metaSiteId, limits })
const readLimits = async (of: TestSite) => (await server.ok('GET', '/api/site-settings', { as: of })).limits
const countMembers = async (of: TestSite) => (await server.ok('POST', '/v1/members/query', { as: of, body: { query: {} } })).metadata.total
const register = async (of: TestSite) =>
  server.call('POST', '/v2/register', { token: await server.visitorToken(of), body: { loginId: { email: randomEmail() }, password: PASSWORD } })

describe('members', () => {
  test('the last place is taken once, also by ten at once; a deleted member makes room; the owner sees both', async () => {
    const first = await server.registerMember(site)
    // The owner is a member, too.
    expect(await limit({ members: 3 })).toEqual([{ limit: 'members', allowed: 3, used: 2 }])
    const replies = await Promise.all(Array.from({ length: 10 }, () => register(site)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 429)])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused && [errorCode(refused), refused.body.details.applicationError.data]).toEqual(['RESOURCE_EXHAUSTED', { limit: 'members', allowed: 3 }])
    expect(await countMembers(site)).toBe(3)
    expect(await readLimits(site)).toEqual([{ limit: 'members', allowed: 3, used: 3 }])
    const byOwner = await server.call('POST', '/v1/members', { as: site, body: { member: { loginEmail: randomEmail() } } })
    expect([byOwner.status, errorCode(byOwner)]).toEqual([429, 'RESOURCE_EXHAUSTED'])
    await server.ok('DELETE', `/v1/members/${first.memberId}`, { as: site })
    expect((await register(site)).status).toBe(200)
  })

  test('another site has none, and says nothing of limits', async () => {
    await limit({ members: 0 })
    expect((await register(site)).status).toBe(429)
    expect((await register(other)).status).toBe(200)
    expect(await readLimits(other)).toBeUndefined()
  })

  test('a limit below what is there keeps everyone, and goes away again', async () => {
    const { token } = await server.registerMember(site)
    await server.registerMember(site)
    await limit({ members: 1 })
    expect((await server.call('GET', '/v1/members/my', { token })).status).toBe(200)
    expect((await register(site)).status).toBe(429)
    expect(await limit({ members: null })).toEqual([])
    expect((await register(site)).status).toBe(200)
  })
})

test('pictures fill the room that there is, and no more', async () => {
  const payload = await Transformer.fromSvg('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>').png()
  const headers = { 'content-type': 'image/png', authorization: site.apiKey, 'wix-site-id': site.metaSiteId }
  const upload = () => server.app.inject({ method: 'POST', url: '/api/media?filename=a.png', headers, payload })
  expect((await upload()).statusCode).toBe(200)
  const [first] = await limit({ pictureBytes: 10_000_000 })
  const { used } = first as { used: number }
  expect(used).toBeGreaterThan(0)
  await limit({ pictureBytes: used * 2 })
  expect((await upload()).statusCode).toBe(200)
  const refused = await upload()
  expect([refused.statusCode, refused.json().details.applicationError.code]).toEqual([429, 'RESOURCE_EXHAUSTED'])
  expect(await readLimits(site)).toEqual([{ limit: 'pictureBytes', allowed: used * 2, used: used * 2 }])
})

test('calls within a minute, of every caller together; others go on', async () => {
  const token = await server.visitorToken(site)
  await limit({ requestsPerMinute: 5 })
  const call = (of: { token: string } | { as: TestSite }) => server.call('GET', '/v2/plans/public', of)
  for (let n = 0; n < 5; n++) expect((await call({ token })).status).toBe(200)
  const refused = await call({ as: site })
  expect([refused.status, errorCode(refused), Number(refused.headers['retry-after']) > 0]).toEqual([429, 'RESOURCE_EXHAUSTED', true])
  expect((await call({ as: other })).status).toBe(200)
  await limit({ requestsPerMinute: null })
  expect((await call({ token })).status).toBe(200)
})

test('no settings of the owner change them', async () => {
  await limit({ members: 7 })
  await server.ok('PATCH', '/api/site-settings', { as: site, body: { tagline: 'Calm', limits: [{ limit: 'members', allowed: 100 }] } })
  expect(await readLimits(site)).toEqual([{ limit: 'members', allowed: 7, used: 1 }])
})
