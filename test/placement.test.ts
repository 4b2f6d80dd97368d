/** In a cluster every table lies where it is declared to: no key and no foreign key of the schema reaches over nodes. decision 0038. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placements } from '../src/domains.ts'
import { DELEGATED } from '#kit/db/cluster/distribute.ts'
import { findPlacementProblems, toPlacement } from '#kit/db/cluster/placement.ts'
import { readKeys, readTables } from '#kit/db/cluster/read-tables.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('every key holds on the node of its table', async () => {
  const tables = await readTables(server.open.db)
  const withSite = new Set(tables.filter(({ hasSite }) => hasSite).map(({ name }) => name))
  const keys = await readKeys(server.open.db)
  expect(keys.filter(({ table, refersTo }) => table === 'booking' && refersTo === 'site')).toMatchObject([{ columns: ['site_id'] }])
  expect(keys.some(({ name, columns }) => name === 'resource_is_used_once_at_a_time' && columns.includes('resource_id'))).toBe(true)
  expect(findPlacementProblems((table) => toPlacement(placements, table, withSite.has(table)), keys)).toEqual([])
})

test('what is declared is there, and most tables are spread', async () => {
  const tables = await readTables(server.open.db)
  const names = new Set(tables.map(({ name }) => name))
  expect(Object.keys(placements).filter((name) => !names.has(name))).toEqual([])
  const spread = tables.filter(({ name, hasSite }) => toPlacement(placements, name, hasSite) === 'SPREAD')
  expect(spread.length).toBeGreaterThan(100)
})

/** Functions that run on the node of a site. */
const readDelegated = async () =>
  (
    await sql<{ name: string; arguments: string[]; body: string }>`
    select proname as name, proargnames as arguments, prosrc as body from pg_proc where obj_description(oid, 'pg_proc') = ${DELEGATED} order by 1`.execute(
      server.open.db,
    )
  ).rows

test('functions that run on the node of a site are called with it, and take no advisory lock: those are the coordinator’s', async () => {
  const functions = await readDelegated()
  expect(functions.map(({ name }) => name)).toEqual(['save_outbox', 'store_class_bookings', 'store_seated_booking'])
  for (const one of functions) {
    expect(one.arguments[0]).toBe('p_site')
    expect(one.body).not.toContain('advisory')
  }
})

test.runIf(process.env.TEST_CLUSTER === '1')('the coordinator calls them there, also within a transaction', async () => {
  const { metaSiteId } = await server.createSite({})
  for (const { name, arguments: all } of await readDelegated()) {
    const others = sql.raw(all.slice(1).fill('null').join())
    const plan = await server.open.db
      .transaction()
      .execute((tx) => sql`explain (format json) select * from ${sql.ref(name)}(cast(${metaSiteId} as uuid), ${others})`.execute(tx))
    expect(JSON.stringify(plan.rows), name).toMatch(/Citus Adaptive.*"Task Count":1,/)
  }
})
