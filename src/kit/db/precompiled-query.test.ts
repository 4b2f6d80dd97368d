import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmptyEngine } from '../../../test/embedded-templates.ts'
import { type OpenDatabase, readSql, writes } from './open.ts'
import { precompileQuery } from './precompiled-query.ts'
import { countStatements } from './statement-count.ts'
import { readMarks } from './writes.ts'

let open: OpenDatabase
beforeAll(async () => {
  open = await openEmptyEngine()
  await open.script('create table site_setting (site_id int, key text, value text, is_set boolean, changed_at timestamptz)')
  await open.script(`insert into site_setting values (1, 'a', 'x', true, '2027-05-01T10:00:00Z'), (2, 'a', 'y', false, null)`)
})
afterAll(() => open.close())

interface Key {
  siteId: number
  key: string
}
const settings = precompileQuery<Key, { value: string }>(({ siteId, key }, db) =>
  db
    .selectFrom('siteSetting')
    .selectAll()
    .where('siteId', '=', siteId as never)
    .where('key', '=', key)
    .limit(1),
)
const setValue = precompileQuery(
  ({ siteId, key, value }: Key & { value: string | null }) =>
    sql<{
      value: string
    }>`${writes('site_setting')} update site_setting set value = ${value}, is_set = ${false} where site_id = ${siteId} and key = ${key} returning value`,
)

describe('a query that is compiled once', () => {
  const built = (siteId: number, key: string) =>
    open.db
      .selectFrom('siteSetting')
      .selectAll()
      .where('siteId', '=', siteId as never)
      .where('key', '=', key)
      .limit(1)

  test('is the text of the builder, with the values of each call', async () => {
    for (const [siteId, key] of [
      [1, 'a'],
      [2, 'a'],
      [3, 'b'],
    ] as const) {
      const compiled = settings({ siteId, key }).compile(open.db)
      const expected = built(siteId, key).compile()
      expect([compiled.sql, compiled.parameters]).toEqual([expected.sql, expected.parameters])
      expect((await readSql(open.db, settings({ siteId, key }))).rows).toEqual(await built(siteId, key).execute())
    }
  })

  test('keeps the values that stand in it, null, and the marks of what it writes', async () => {
    const compiled = setValue({ siteId: 2, key: 'a', value: null }).compile(open.db)
    expect([compiled.parameters, readMarks(compiled.query)]).toEqual([[null, false, 2, 'a'], { writes: ['site_setting'], mayPrepare: true }])
    expect((await open.db.executeQuery(setValue({ siteId: 2, key: 'a', value: 'z' }).compile(open.db))).rows).toEqual([{ value: 'z' }])
    await expect(readSql(open.db, setValue({ siteId: 2, key: 'a', value: 'z' }))).rejects.toThrow(/needs a transaction/)
  })

  test('is counted like every other statement', async () => {
    const count = { statements: 0 }
    const counted = countStatements(open, count)
    for (const siteId of [1, 2]) await readSql(counted.db, settings({ siteId, key: 'a' }))
    expect(count.statements).toBe(2)
  })
})
