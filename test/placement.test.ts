/** In a cluster every table lies where it is declared to: no key and no foreign key of the schema reaches over nodes. decision 0038. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placements } from '../src/domains.ts'
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
