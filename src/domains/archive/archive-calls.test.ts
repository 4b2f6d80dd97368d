/** Who may take a site away, how the file is made and fetched, and how an empty server takes it in. Source: guide identity §17. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSetupToken } from '#domains/setup/actions/setup-token.ts'
import { getArchiveSettings } from './actions/kept-archives.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { getManifest, readArchive, writeArchive } from '../../../test/factories/archives.ts'
import { openOtherDatabase } from '../../../test/test-databases.ts'
import { type CallOptions, startTestServer, type TestReply, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let owner: CallOptions
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ name: 'Café Ω Riverside' })
  owner = await server.signInAsOwner(site)
})
afterAll(() => server.close())

const path = '/api/site-archive'
/** Asks until it is made: the owner may leave the page meanwhile. */
const waitUntilMade = async (): Promise<TestReply['body']> => {
  for (;;) {
    const found = await server.ok('GET', path, owner)
    if (found.state !== 'RUNNING') return found
    await new Promise((done) => setTimeout(done, 25))
  }
}
const download = (url: string) => server.app.inject({ method: 'GET', url })

test('only the owner in person may take the site away, with a recent password', async () => {
  expect(await server.ok('GET', path, owner)).toEqual({ state: 'NONE' })
  expect(errorCode(await server.call('POST', `${path}/link`, owner))).toBe('NO_ARCHIVE')
  const helper = await server.inviteCollaborator(site, ['SITES.MANAGE'])
  for (const who of [helper, { as: site }])
    for (const [method, to] of [
      ['POST', path],
      ['POST', `${path}/link`],
      ['DELETE', path],
    ] as const)
      expect(errorCode(await server.call(method, to, who)), `${method} ${to}`).toBe('PERMISSION_DENIED')
  await server.advanceAuthClock('PT15M')
  expect(errorCode(await server.call('POST', path, owner))).toBe('REAUTHENTICATION_REQUIRED')
  expect(await server.ok('GET', path, owner)).toEqual({ state: 'NONE' })
  owner = await server.signInAsOwner(site)
})

test('the archive is made while the page is left, and fetched under an address that lasts five minutes', async () => {
  expect(await server.ok('POST', path, owner)).toMatchObject({ state: 'RUNNING', rows: 0 })
  const made = await waitUntilMade()
  const list = (as: CallOptions) => server.ok('GET', '/api/dashboard/notifications', as)
  expect((await list(owner)).items).toMatchObject([{ kind: 'ARCHIVE_READY', isRead: false }])
  expect((await list(await server.inviteCollaborator(site, ['SITES.MANAGE']))).items).toEqual([])
  expect(made).toMatchObject({ state: 'READY', bytes: expect.any(Number), startedDate: expect.any(String), expiresDate: expect.any(String) })
  const { url } = await server.ok('POST', `${path}/link`, owner)
  const file = await download(url)
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="cafe--?riverside-\d{4}-\d\d-\d\d[.]tar[.]gz"$/)
  expect(file.rawPayload.length).toBe(made.bytes)
  const manifest = getManifest(await readArchive(file.rawPayload))
  expect(manifest.site.id).toBe(site.metaSiteId)
  expect(manifest.tables.reduce((sum, { rows }) => sum + rows, 0)).toBe(made.rows)
  for (const wrong of [url.slice(0, -1), `${path}/../../etc/passwd`, `${path}/${site.metaSiteId}.guess`]) expect((await download(wrong)).statusCode).toBe(404)
  await server.advanceAuthClock('PT6M')
  expect((await download(url)).statusCode).toBe(404)
  owner = await server.signInAsOwner(site)
  const log = JSON.stringify(await server.ok('GET', '/api/audit-log', owner))
  for (const action of ['site.archived', 'site.archive-downloaded']) expect(log).toContain(action)
})

test('it is removed when the owner says so, and after a day', async () => {
  expect(await server.ok('DELETE', path, owner)).toEqual({ state: 'NONE' })
  owner = await server.signInAsOwner(site)
  await server.ok('POST', path, owner)
  await waitUntilMade()
  const gone = await server.ok('POST', `${path}/link`, owner)
  // A file that an operator removed by hand is refused, and the server goes on.
  const file = join(getArchiveSettings().folder, `${site.metaSiteId}.tar.gz`)
  await rename(file, `${file}.kept`)
  expect((await download(gone.url)).statusCode).toBe(404)
  await rename(`${file}.kept`, file)
  expect((await download(gone.url)).statusCode).toBe(200)
  const { url } = await server.ok('POST', `${path}/link`, owner)
  await server.advanceAuthClock('PT24H')
  owner = await server.signInAsOwner(site)
  expect(await server.ok('GET', path, owner)).toEqual({ state: 'NONE' })
  await server.runner.runDue()
  expect((await download(url)).statusCode).toBe(404)
  expect(existsSync(file)).toBe(false)
  expect(errorCode(await server.call('POST', `${path}/link`, owner))).toBe('NO_ARCHIVE')
})

test('what a process that was killed had packed of it is removed with it', async () => {
  const { folder } = getArchiveSettings()
  const at = server.clocks.authNow().toString()
  const part = join(folder, `${site.metaSiteId}.tar.gz.part`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(part, 'half of everything about everyone')
  writeFileSync(join(folder, `${site.metaSiteId}.json`), JSON.stringify({ state: 'RUNNING', startedAt: at, seenAt: at, rows: 5 }))
  await server.advanceAuthClock('PT25H')
  await server.runner.runDue()
  expect(existsSync(part)).toBe(false)
})

test('an empty server takes an archive under the token of the printed link, and without it refuses', async () => {
  const archive = await writeArchive(server, site.metaSiteId)
  const empty = await startTestServer(undefined, await openOtherDatabase())
  try {
    const token = (await createSetupToken(empty.deps)) ?? ''
    const send = (query: string, payload: Buffer) =>
      empty.app.inject({ method: 'POST', url: `/api/setup/archive${query}`, headers: { 'content-type': 'application/gzip' }, payload })
    const getCode = (body: string) => JSON.parse(body).details.applicationError.code
    expect(getCode((await send('', archive)).body)).toBe('SETUP_CODE_INVALID')
    expect(getCode((await send('?token=guess', archive)).body)).toBe('SETUP_CODE_INVALID')
    expect(getCode((await send(`?token=${token}`, archive.subarray(0, archive.length >> 1))).body)).toBe('ARCHIVE_DAMAGED')
    const reply = await send(`?token=${token}`, archive)
    expect(reply.json(), reply.body).toMatchObject({ siteId: site.metaSiteId, name: 'Café Ω Riverside' })
    expect(await empty.ok('GET', '/api/setup')).toMatchObject({ needed: false })
    expect(await empty.signInAsOwner(site)).toMatchObject({ headers: { 'x-csrf': expect.any(String) } })
    expect(getCode((await send(`?token=${token}`, archive)).body)).toBe('SERVER_NOT_EMPTY')
    expect(empty.problems).toEqual([])
  } finally {
    await empty.close()
  }
})

test('a refusal reaches a client that is still sending, however long the file', async () => {
  const base = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const reply = await fetch(`${base}/api/setup/archive`, { method: 'POST', headers: { 'content-type': 'application/gzip' }, body: new Uint8Array(30_000_000) })
  expect(reply.status).toBe(409)
  expect(((await reply.json()) as { details: { applicationError: { code: string } } }).details.applicationError.code).toBe('SERVER_NOT_EMPTY')
})
