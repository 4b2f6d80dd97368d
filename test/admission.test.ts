/** More callers than can be answered: those beyond the bound are told at once, the others are served. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#kit/db/open.ts'
import { readMetrics } from '#kit/observability/metrics.ts'
import { migratedTemplate } from './embedded-templates.ts'
import { startTestServer, type TestServer, type TestSite } from './test-server.ts'

const MAX_WAITING = 20
let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer(undefined, await openDatabase({ template: await migratedTemplate(), maxWaiting: MAX_WAITING }))
  site = await server.createSite()
})
afterAll(() => server.close())

const createMember = () => server.call('POST', '/v1/members', { as: site, body: { member: { loginEmail: `${randomUUID()}@people.example` } } })
const countMembers = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from member where site_id = ${site.metaSiteId}`.execute(server.open.db)).rows[0]?.n)

test('of a burst those beyond the bound get 503 at once and change nothing; the others are answered', async () => {
  expect((await createMember()).status).toBe(200)
  const before = await countMembers()
  let letGo!: () => void
  const held = new Promise<void>((done) => (letGo = done))
  const holder = server.open.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    await held
  })
  const refused: Awaited<ReturnType<typeof createMember>>[] = []
  const burst = Array.from({ length: 200 }, async () => {
    const reply = await createMember()
    if (reply.status === 503) refused.push(reply)
    return reply
  })
  await expect.poll(() => refused.length).toBe(burst.length - MAX_WAITING)
  for (const { headers, body, text } of refused) {
    expect(headers['retry-after']).toBe('1')
    expect(body, text).toMatchObject({ details: { applicationError: { code: 'UNAVAILABLE' } } })
  }
  letGo()
  await holder
  const replies = await Promise.all(burst)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(MAX_WAITING)
  expect(await countMembers()).toBe(before + MAX_WAITING)
  expect(server.problems).toEqual([])
  const { text } = await readMetrics(server.sources)
  expect(Number(/atrium_database_refusals_total\{reason="full"\} (\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(burst.length - MAX_WAITING)
})
