/** An address of a further site leads nowhere until it is proved that it comes to this server. Source: guide identity §2.1. */
import { createServer, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { approveHostForOperator, describeHosts } from '#domains/setup/public.ts'
import { allowPrivateTargets } from '#kit/http/fetch-public.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'
import { HOST_CHECK_PATH } from './public.ts'

let server: TestServer
/** The site of the operator, and two of others. */
let first: TestSite
let river: TestSite
let hill: TestSite
let ownPort: number
const hosts: Server[] = []

beforeAll(async () => {
  server = await startTestServer()
  first = await server.createSite({ name: 'First', address: 'https://first.example' })
  river = await server.createSite({ name: 'River' })
  hill = await server.createSite({ name: 'Hill' })
  ownPort = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
  // Checks call hosts on this machine.
  allowPrivateTargets(true)
})
afterEach(async () => {
  for (const site of [river, hill]) await settings(site, { otherAddresses: [] })
  await server.advanceAuthClock('PT1M')
  for (const host of hosts.splice(0)) await new Promise((done) => host.close(done))
})
afterAll(async () => {
  allowPrivateTargets(false)
  expect(server.problems).toEqual([])
  await server.close()
})

const settings = (of: TestSite, body: object) => server.call('PATCH', '/api/site-settings', { as: of, body })
const add = async (of: TestSite, ...otherAddresses: string[]) =>
  (await server.ok('PATCH', '/api/site-settings', { as: of, body: { otherAddresses } })).addresses
const check = (of: TestSite, address: string) => server.call('POST', '/api/site-settings/check-address', { as: of, body: { address } })
const readAddresses = async (of: TestSite) => (await server.ok('GET', '/api/site-settings', { as: of })).addresses
const nameAt = async (address: string) => {
  const { status, body } = await server.call('GET', '/api/site', { headers: { host: new URL(address).host } })
  return status === 200 ? (body.name as string) : status
}
const checkAfter = async (of: TestSite, address: string) => {
  await server.advanceAuthClock('PT1M')
  return (await check(of, address)).body.addresses
}

/** A host that answers so; its address. */
async function openHost(answer: RequestListener): Promise<string> {
  const host = createServer(answer)
  hosts.push(host)
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  return `http://localhost:${(host.address() as AddressInfo).port}`
}
/** As a proxy in front of this server. */
const openProxy = () =>
  openHost((incoming, outgoing) => {
    const { url, method, headers } = incoming
    incoming.pipe(
      request({ port: ownPort, host: '127.0.0.1', path: url, method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      }),
    )
  })

describe('a host that comes to this server', () => {
  test('waits, shows no site and gets no link; once it is proved the site is there, and links of a site without another address lead to it', async () => {
    const address = await openProxy()
    expect(await add(river, address)).toMatchObject({ others: [address], unchecked: [{ address }], isUnset: true })
    expect(await nameAt(address)).toBe(404)
    expect((await server.deps.loadOrigins(river.metaSiteId)).origins).not.toContain(address)
    const checked = await check(river, address)
    expect([checked.status, checked.body.addresses]).toEqual([200, { main: address, others: [], unchecked: [], isFixed: false, isUnset: false }])
    expect(await nameAt(address)).toBe('River')
    expect((await server.deps.loadOrigins(river.metaSiteId)).origin).toBe(address)
    // Proved once: a fault of its host changes nothing any more.
    await new Promise((done) => (hosts.splice(0)[0] as Server).close(done))
    expect((await checkAfter(river, address)).unchecked).toEqual([])
    await server.open.db.deleteFrom('siteAddress').where('siteId', '=', river.metaSiteId).execute()
    server.open.cache.clear()
  })

  test('two sites may wait for it; the first that proves it has it, and the other cannot take it any more', async () => {
    const address = await openProxy()
    await add(river, address)
    await add(hill, address)
    expect((await check(hill, address)).body.addresses.unchecked).toEqual([])
    expect((await check(river, address)).body.addresses.unchecked).toEqual([{ address, problem: 'TAKEN' }])
    expect(await nameAt(address)).toBe('Hill')
    await settings(river, { otherAddresses: [] })
    expect(errorCode(await settings(river, { otherAddresses: [address] }))).toBe('ADDRESS_TAKEN')
    expect(errorCode(await settings(first, { otherAddresses: [address] }))).toBe('ADDRESS_TAKEN')
    await server.open.db.deleteFrom('siteAddress').where('siteId', '=', hill.metaSiteId).execute()
    server.open.cache.clear()
  })

  test('two checks of one host at once end with one site there', async () => {
    const address = await openProxy()
    await add(river, address)
    await add(hill, address)
    await Promise.all([check(river, address), check(hill, address)])
    const problems = [await readAddresses(river), await readAddresses(hill)].map(({ unchecked }) => unchecked[0]?.problem)
    expect(problems.toSorted()).toEqual(['TAKEN', undefined])
    await server.open.db.deleteFrom('siteAddress').where('siteId', 'in', [river.metaSiteId, hill.metaSiteId]).execute()
    server.open.cache.clear()
  })
})

describe('a host that does not come to this server', () => {
  test.each<[string, RequestListener]>([
    ['a page of another server', (_, answer) => answer.end('<h1>Parked</h1>')],
    ['a page that is not there', (_, answer) => answer.writeHead(404).end()],
    ['a redirect', (_, answer) => answer.writeHead(301, { location: 'https://first.example/' }).end()],
    ['the question instead of the answer', ({ url }, answer) => answer.end(url?.split('/').at(-1))],
    ['more than an answer', (_, answer) => answer.end('x'.repeat(10_000))],
  ])('%s', async (_, answer) => {
    const address = await openHost(answer)
    await add(river, address)
    expect((await check(river, address)).body.addresses.unchecked).toEqual([{ address, problem: 'OTHER_SERVER' }])
    expect(await nameAt(address)).toBe(404)
  })

  test('nothing at all; later, when it answers, the check succeeds', async () => {
    const address = await openHost((_, answer) => answer.destroy())
    await add(river, address)
    expect((await check(river, address)).body.addresses.unchecked).toEqual([{ address, problem: 'UNREACHABLE' }])
    // What stays on the list keeps what is known of it.
    expect((await add(river, address, 'https://other.example')).unchecked).toContainEqual({ address, problem: 'UNREACHABLE' })
  })

  test('plain http elsewhere is not called; the operator may approve it', async () => {
    const address = 'http://intranet.example'
    await add(river, address)
    expect((await check(river, address)).body.addresses.unchecked).toEqual([{ address, problem: 'NOT_CALLED' }])
    await approveHostForOperator(server.deps, server.addresses, { siteId: river.metaSiteId, address })
    expect(await readAddresses(river)).toMatchObject({ main: address, unchecked: [] })
    expect(await describeHosts(server.deps, server.addresses, river.metaSiteId)).toMatchObject([{ origin: address, isMain: true, state: 'CHECKED' }])
    await server.open.db.deleteFrom('siteAddress').where('siteId', '=', river.metaSiteId).execute()
    server.open.cache.clear()
  })
})

describe('refused, and nothing changes', () => {
  test('an unproved address as the main one', async () => {
    const refused = await settings(river, { siteAddress: 'https://bank.example' })
    expect([refused.status, errorCode(refused)]).toEqual([409, 'ADDRESS_NOT_CHECKED'])
    expect(await readAddresses(river)).toMatchObject({ others: [], isUnset: true })
  })

  test('a check of what is no address of the site, of another site, or by one who may not change addresses', async () => {
    await add(hill, 'https://hill.example')
    for (const address of ['https://hill.example', 'https://nowhere.example', 'nonsense']) expect((await check(river, address)).status, address).toBe(404)
    const token = (await server.registerMember(hill)).token
    expect((await server.call('POST', '/api/site-settings/check-address', { token, body: { address: 'https://hill.example' } })).status).toBe(403)
    expect((await server.call('POST', '/api/site-settings/check-address', { as: hill, body: { address: 7 } })).status).toBe(400)
  })

  test('a check within five seconds of another one of the site', async () => {
    const address = await openHost((_, answer) => answer.end('x'))
    await add(river, address, 'https://other.example')
    // Whichever of them comes first is let through: each has a connection of its own.
    const replies = await Promise.all([check(river, address), check(river, 'https://other.example'), check(river, address)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429])
    const early = await check(river, 'https://other.example')
    expect([early.status, errorCode(early), early.body.details.applicationError.data]).toEqual([429, 'THROTTLED_FEATURE', { retryAfterSeconds: 5 }])
    await server.advanceAuthClock('PT5S')
    expect((await check(river, address)).status).toBe(200)
  })

  test('an address of the server itself, and a twenty-second one', async () => {
    expect(errorCode(await settings(river, { otherAddresses: [`http://localhost:${ownPort}`] }))).toBe('ADDRESS_TAKEN')
    const many = Array.from({ length: 21 }, (_, n) => `https://n${n}.example`)
    expect((await settings(river, { otherAddresses: many })).status).toBe(400)
    expect((await readAddresses(river)).others).toEqual([])
  })

  test('a question that was never asked, was answered long ago, or is none', async () => {
    const ask = (nonce: string) => server.app.inject({ url: `${HOST_CHECK_PATH}${nonce}` })
    for (const nonce of ['a'.repeat(48), 'A'.repeat(48), 'x', `${'a'.repeat(48)}'`]) expect((await ask(encodeURIComponent(nonce))).statusCode).toBe(404)
    await add(river, 'https://slow.example')
    const begun = { checkNonce: 'c'.repeat(48), checkAnswer: 'the answer', checkEndsAt: server.clocks.authNow().add({ seconds: 30 }) }
    await server.open.db.updateTable('siteAddress').set(begun).where('siteId', '=', river.metaSiteId).execute()
    const answered = await ask('c'.repeat(48))
    expect([answered.statusCode, answered.body, answered.headers['cache-control']]).toEqual([200, 'the answer', 'no-store'])
    await server.advanceAuthClock('PT31S')
    expect((await ask('c'.repeat(48))).statusCode).toBe(404)
  })
})

test('what the owner of the first site adds is in use at once', async () => {
  await settings(first, { otherAddresses: ['http://club.internal'] })
  expect(await readAddresses(first)).toMatchObject({ others: ['http://club.internal'], unchecked: [] })
  expect(await nameAt('http://club.internal')).toBe('First')
})
