/** The set-up of a new server: only with the link in its log. Source: guide identity §2.2. */
import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { errorCode, firstViolation } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { createSetupToken } from './actions/setup-token.ts'

let server: TestServer
afterEach(() => server.close())

const fields = {
  ownerName: 'Nora',
  email: 'nora@linden.example',
  password: 'a calm long evening',
  siteName: 'Studio Linden',
  timeZone: 'UTC',
  currency: 'EUR',
  weekStartsOn: 1,
  sample: false,
}
const setUp = (more: object = {}, headers: Record<string, string> = {}) => server.call('POST', '/api/setup', { headers, body: { ...fields, ...more } })
const readStored = async () => (await server.open.db.selectFrom('setupToken').selectAll().execute()).map(({ tokenHash }) => tokenHash)

test('only the link that a start printed sets the server up, once, and the site keeps its address', async () => {
  server = await startTestServer()
  const printed = [await createSetupToken(server.deps), await createSetupToken(server.deps)] as [string, string]
  expect(new Set(await readStored())).toEqual(new Set(printed.map((token) => createHash('sha256').update(token).digest('base64url'))))
  for (const token of [undefined, '', 'guessed', (await readStored())[0]]) {
    const refused = await setUp({ token })
    expect([refused.status, errorCode(refused)]).toEqual([403, 'SETUP_CODE_INVALID'])
  }
  expect((await setUp({ token: 'x' }, { 'accept-language': 'de' })).body.message).toMatch(/^Öffne den Link/)
  expect(firstViolation(await setUp({ token: printed[0], siteAddress: 'linden' }))).toMatchObject({ field: 'siteAddress' })
  expect(await server.ok('GET', '/api/setup')).toEqual({ needed: true, address: null })

  // The link of an earlier start works, too; of two who press at once one is first.
  const answers = await Promise.all(printed.map((token) => setUp({ token, siteAddress: 'https://linden.example' }, { host: 'evil.example' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await readStored()).toEqual([])
  expect(errorCode(await setUp({ token: printed[0] }))).toBe('ALREADY_SET_UP')
  expect(await createSetupToken(server.deps)).toBeUndefined()
  const founded = answers.find(({ status }) => status === 200)
  expect((await server.deps.loadOrigins(founded?.body.siteId)).origin).toBe('https://linden.example')
  // Where there is one site, every address shows it; its links lead to its own.
  expect((await server.ok('GET', '/api/site', { headers: { host: 'evil.example' } })).name).toBe('Studio Linden')
})

test('set up where the server listens, the site follows the server, and one start keeps twenty links at most', async () => {
  server = await startTestServer()
  for (let start = 0; start < 22; start++) await createSetupToken(server.deps)
  expect(await readStored()).toHaveLength(20)
  const { siteId } = (await setUp({ token: await createSetupToken(server.deps), siteAddress: 'http://localhost' })).body
  expect(await server.open.db.selectFrom('siteAddress').selectAll().execute()).toEqual([])
  expect((await server.deps.loadOrigins(siteId)).origin).toBe('http://localhost')
})
