/** The list of emails: found by a part of the address, rare or common, newest first. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writes } from '#kit/db/open.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  // The older ones to Ada, the newer ones to many at one domain.
  await sql`${writes('email')} insert into email (site_id, id, recipient, template, variables, language, state, subject, created_at)
    select ${site.metaSiteId}, gen_random_uuid(), case when n <= 3 then 'Ada_' || n || '@rare.example' else 'm' || n || '@common.example' end, 'WELCOME', '{}', 'en', 'SENT',
      'Hello', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 120) n`.execute(server.open.db)
})
afterAll(() => server.close())

const list = async (query: Record<string, string | number>) => {
  const { emails, total } = await server.ok('GET', '/api/emails', { as: site, query })
  return { to: emails.map((one: { to: string }) => one.to) as string[], total }
}
test.each([
  ['a whole address, in any case', 'ADA_2@rare.example', ['Ada_2@rare.example']],
  ['a part that few have, newest first', 'rare', ['Ada_3@rare.example', 'Ada_2@rare.example', 'Ada_1@rare.example']],
  ['two letters', 'a_', ['Ada_3@rare.example', 'Ada_2@rare.example', 'Ada_1@rare.example']],
  ['what none has', 'nowhere', []],
  ['signs that stand for others in SQL', 'a%rare', []],
])('by %s', async (_, to, expected) => {
  expect(await list({ to })).toEqual({ to: expected, total: expected.length })
})
test('a part that many have, page by page', async () => {
  expect(await list({ to: '@common', limit: 2 })).toEqual({ to: ['m120@common.example', 'm119@common.example'], total: 117 })
  expect(await list({ to: '@common', limit: 2, offset: 116 })).toEqual({ to: ['m4@common.example'], total: 117 })
  expect(await list({ to: 'rare', limit: 2, offset: 2 })).toEqual({ to: ['Ada_1@rare.example'], total: 3 })
  expect(await list({ to: 'rare', limit: 2, offset: 20 })).toEqual({ to: [], total: 3 })
})
