/** Events of a provider that name no site find theirs, by indexes that lead with the site. */
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { siteOfChargeQuery, siteOfTokenQuery } from './store/site-lookups.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // Rows that earlier tests deleted leave pages behind, by which plans are chosen.
  await sql`truncate receipt, payment_attempt, payment_method cascade`.execute(server.open.db)
})
afterAll(() => server.close())

const explain = (query: RawBuilder<unknown>): Promise<string> =>
  server.open.db.transaction().execute(async (tx) => {
    // What is planned for a small table says nothing about a big one: other ways are made dear.
    for (const way of ['seqscan', 'bitmapscan']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(tx)
    return rows.map((row) => Object.values(row)[0]).join('\n')
  })

// A cluster asks them of each of its nodes.
test.skipIf(process.env.TEST_CLUSTER === '1').each([
  ['a charge', siteOfChargeQuery('stripe', 'pi_1'), ['receipt_of_charge', 'attempt_of_ref']],
  ['a card', siteOfTokenQuery('pm_1'), ['payment_method_of_token']],
])('the site of %s is looked up by site, provider and name', async (_, query, indexes) => {
  const plan = await explain(query)
  for (const index of indexes) expect(plan).toContain(`using ${index}`)
  const conditions = plan.split('\n').filter((line) => line.includes('Index Cond'))
  expect(conditions).toHaveLength(indexes.length)
  for (const condition of conditions) expect(condition).toContain('(site_id = s.id)')
})
