/** Sites by the operator's command: opened with an address and an owner who is invited, listed, invited again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImpossibleCommand, type SitesRequest } from './read-command.ts'
import { carryOutSites } from './sites.ts'
import { startTestServer, type TestServer, type TestSite } from '../../test/test-server.ts'

let server: TestServer
let first: TestSite

beforeAll(async () => {
  server = await startTestServer()
  first = await server.createSite({ name: 'Riverside' })
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const carryOut = (request: SitesRequest) => carryOutSites(server.deps, server.addresses, request)
const list = async (): Promise<{ id: string; name: string; address: string; owners: string[]; invited: string[] }[]> =>
  JSON.parse(await carryOut({ action: 'list', json: true })) as never
const findLink = (text: string) => text.split('\n').at(-1) as string
const findToken = (link: string) => new URL(link).searchParams.get('token') as string
const hill = { name: 'Hill', address: 'https://hill.example', ownerEmail: 'olive@hill.example', timeZone: 'Europe/Paris', currency: 'EUR', language: 'fr' }

test('a site is opened with its address, and its owner begins with the printed link', async () => {
  const printed = await carryOut({ action: 'create', site: hill })
  const [, made] = await list()
  expect(made).toMatchObject({ name: 'Hill', address: 'https://hill.example', owners: [], invited: ['olive@hill.example'] })
  expect(printed).toContain(`“Hill” is open: ${made?.id}.`)
  const link = findLink(printed)
  expect(link).toMatch(/^https:\/\/hill\.example\/dashboard\/invitation\?token=/)
  const password = 'a calm long evening'
  expect(await server.ok('POST', '/api/invitations/accept', { body: { token: findToken(link), name: 'Olive', password } })).toMatchObject({ siteId: made?.id })
  expect((await server.call('POST', '/api/invitations/accept', { body: { token: findToken(link), password } })).status).toBe(400)
  const owner = await server.signInAsOwner({ ...first, metaSiteId: made?.id as string }, { email: 'olive@hill.example', password })
  expect(await server.ok('GET', '/api/site-settings', owner)).toMatchObject({ name: 'Hill', timeZone: 'Europe/Paris', currency: 'EUR', language: 'fr' })
  expect((await list())[1]).toMatchObject({ owners: ['olive@hill.example'], invited: [] })
  // The owner of one site has no role at the other.
  expect([401, 403]).toContain((await server.call('GET', '/api/site-settings', { headers: { ...owner.headers, 'x-site-id': first.metaSiteId } })).status)
})
test('the first site keeps its owner, and a list for people names all sites', async () => {
  const text = await carryOut({ action: 'list', json: false })
  expect(text).toContain(`Riverside\n  id      ${first.metaSiteId}\n`)
  expect(text).toContain(first.ownerEmail)
})
test('who lost the link gets another one; the lost one ends', async () => {
  const lost = findLink(await carryOut({ action: 'create', site: { ...hill, name: 'Lake', address: 'https://lake.example', ownerEmail: 'lou@lake.example' } }))
  const siteId = (await list()).find(({ name }) => name === 'Lake')?.id as string
  const link = findLink(await carryOut({ action: 'invite', siteId, email: 'lou@lake.example' }))
  const open = (token: string) => server.call('POST', '/api/invitations/accept', { body: { token, password: 'a calm long evening' } })
  expect((await open(findToken(lost))).status).toBe(400)
  expect((await open(findToken(link))).status).toBe(200)
  await expect(carryOut({ action: 'invite', siteId, email: 'lou@lake.example' })).rejects.toThrow(ImpossibleCommand)
})
test('addresses of a site are listed with their proof, and approved', async () => {
  const own = await server.createSite({ name: 'Mill' })
  await server.ok('PATCH', '/api/site-settings', { as: own, body: { otherAddresses: ['http://mill.intranet'] } })
  const hosts = (approve?: string) => carryOut({ action: 'hosts', siteId: own.metaSiteId, approve })
  expect(await hosts()).toBe('http://mill.intranet  waiting for its check')
  await server.ok('POST', '/api/site-settings/check-address', { as: own, body: { address: 'http://mill.intranet' } })
  expect(await hosts()).toBe('http://mill.intranet  failed: plain http or a private network, which this server does not call')
  await expect(hosts('http://hill.intranet')).rejects.toThrow(ImpossibleCommand)
  expect(await hosts('http://mill.intranet')).toBe('http://mill.intranet  checked, links lead here')
})
test('limits of a site are set, listed with what is used, and taken away', async () => {
  const own = await server.createSite({ name: 'Pond' })
  await server.registerMember(own)
  const limits = { members: 500, pictureBytes: 2_000_000_000, requestsPerMinute: 600 }
  expect(await carryOut({ action: 'limit', siteId: own.metaSiteId, limits })).toBe('2 of 500 members\n0.0 MB of 2000.0 MB of pictures\n600 requests a minute')
  const none = { members: null, pictureBytes: null, requestsPerMinute: null }
  expect(await carryOut({ action: 'limit', siteId: own.metaSiteId, limits: none })).toBe('This site has no limits.')
})
test.for<[what: string, request: SitesRequest, sentence: RegExp]>([
  ['an address of another site', { action: 'create', site: { ...hill, address: 'http://HILL.example' } }, /belongs to another site/],
  ['an address with a path', { action: 'create', site: { ...hill, address: 'https://new.example/x' } }, /siteAddress must be an address/],
  ['no email address', { action: 'create', site: { ...hill, address: 'https://new.example', ownerEmail: 'olive' } }, /email/],
  [
    'an unknown time zone',
    { action: 'create', site: { ...hill, address: 'https://new.example', timeZone: 'Mars/North' } },
    /^timeZone is not a known time zone/,
  ],
  ['no currency', { action: 'create', site: { ...hill, address: 'https://new.example', currency: 'euro' } }, /^currency must be/],
  ['an empty name', { action: 'create', site: { ...hill, address: 'https://new.example', name: ' ' } }, /^name must have/],
  ['limits of an unknown site', { action: 'limit', siteId: '00000000-0000-4000-8000-000000000000', limits: { members: 1 } }, /./],
  ['an unknown site’s address', { action: 'hosts', siteId: '00000000-0000-4000-8000-000000000000' }, /./],
  ['an unknown site', { action: 'invite', siteId: '00000000-0000-4000-8000-000000000000', email: 'a@b.example' }, /./],
])('%s is refused in one sentence, and nothing is changed', async ([, request, sentence]) => {
  const before = await list()
  const refused = carryOut(request)
  await expect(refused).rejects.toThrow(ImpossibleCommand)
  await expect(refused).rejects.toThrow(sentence)
  expect(await list()).toEqual(before)
})
