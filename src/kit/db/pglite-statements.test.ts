import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_PREPARED } from './pglite-statements.ts'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { openPglite } from './pglite.ts'

let engine: EmbeddedEngine
beforeAll(async () => {
  engine = await openPglite({})
  await engine.script('create table thing (id int primary key, name text, tags text[], data jsonb, is_on boolean, raw bytea)')
})
afterAll(() => engine.close())

const countPrepared = async (): Promise<number> => Number((await engine.query('select count(*)::int from pg_prepared_statements', [], true)).rows[0]?.[0])
const getFailure = (running: Promise<unknown>): Promise<{ code?: string; message: string }> =>
  running.then(
    () => ({ message: 'no failure' }),
    (error: { code?: string; message: string }) => error,
  )

describe('a statement that comes again', () => {
  test('gives the same values whether it is prepared or not', async () => {
    const insert = 'insert into thing values ($1, $2, $3, $4, $5, $6)'
    const values = (id: number) => [id, 'O’Hara "x"', ['a,b', 'c"d', '\\'], { deep: [1, null] }, id % 2 === 0, new Uint8Array([0, 255])]
    for (const id of [1, 2, 3]) expect((await engine.query(insert, values(id), true)).affected).toBe(1)
    await engine.query(insert, [4, null, null, null, null, undefined], true)
    const select = 'select id, name, tags, data, is_on, raw from thing where id = $1'
    const kept = []
    for (const id of [1, 2, 3, 4]) kept.push((await engine.query(select, [id], true)).rows[0])
    expect(kept).toEqual([...[1, 2, 3].map(values), [4, null, null, null, null, null]])
    for (const id of [1, 2, 3, 4]) expect((await engine.query(`${select} and true`, [id], false)).rows[0]).toEqual(kept[id - 1])
    const fields = (await engine.query(select, [99], true)).fields
    expect(fields.map(({ name }) => name)).toEqual(['id', 'name', 'tags', 'data', 'is_on', 'raw'])
  })

  test('is prepared from the second time on; one without values or with a plan that suits not all never is', async () => {
    await engine.script('select 1')
    expect(await countPrepared()).toBe(0)
    await engine.query('select $1::int', [1], true)
    expect(await countPrepared()).toBe(0)
    for (let again = 0; again < 3; again++) {
      await engine.query('select $1::int', [1], true)
      await engine.query('select $1::int + 1', [1], false)
      await engine.query('select 2', [], true)
    }
    expect(await countPrepared()).toBe(1)
  })

  test('is given up when too many others came since', async () => {
    const often = 'select $1::int + 1000000'
    await engine.query(often, [1], true)
    for (let at = 0; at < MAX_PREPARED + 20; at++) {
      for (const id of [1, 2]) expect((await engine.query(`select $1::int + ${at}`, [id], true)).rows).toEqual([[at + id]])
      expect((await engine.query(often, [at], true)).rows).toEqual([[1_000_000 + at]])
    }
    expect(await countPrepared()).toBe(MAX_PREPARED)
    expect((await engine.query('select $1::int + 0', [5], true)).rows).toEqual([[5]])
  })

  test('sees columns that a migration added', async () => {
    const all = 'select * from thing where id = $1'
    for (const id of [1, 2, 3]) expect((await engine.query(all, [id], true)).fields).toHaveLength(6)
    await engine.script('alter table thing add column more int default 7')
    const { rows, fields } = await engine.query(all, [1], true)
    expect([fields.at(-1)?.name, rows[0]?.at(-1)]).toEqual(['more', 7])
  })
})

describe('a transaction', () => {
  test('is kept by its commit, undone by its rollback, and has the isolation it was opened with', async () => {
    const count = async () => (await engine.query('select count(*)::int from thing where id >= $1', [500], true)).rows[0]?.[0]
    for (const [end, kept] of [
      ['rollback', 0],
      ['commit', 1],
    ] as const) {
      await engine.query('begin isolation level serializable', [], false)
      expect((await engine.query('show transaction_isolation', [], false)).rows).toEqual([['serializable']])
      await engine.query('insert into thing (id) values ($1)', [500], true)
      expect(await engine.query(end, [], false)).toMatchObject({ rows: [], affected: 0 })
      expect(await count()).toBe(kept)
    }
  })
})

describe('a statement that fails', () => {
  test('says why, and the next one is carried out', async () => {
    const insert = 'insert into thing (id) values ($1)'
    for (let again = 0; again < 3; again++) expect(await getFailure(engine.query(insert, [1], true))).toMatchObject({ code: '23505' })
    expect(await getFailure(engine.query('select $1::int / 0', [1], true))).toMatchObject({ code: '22012' })
    expect(await getFailure(engine.query('select nothing from thing', [], true))).toMatchObject({ code: '42703' })
    expect(await getFailure(engine.query('select nothing from thing where id = $1', [1], true))).toMatchObject({ code: '42703' })
    expect((await engine.query('select $1::text', ['fine'], true)).rows).toEqual([['fine']])
  })

  test('aborts its transaction, and what was prepared in it stays usable', async () => {
    const text = 'select name from thing where id = $1 and 1 = 1'
    await engine.query('begin', [], false)
    for (const id of [1, 2]) await engine.query(text, [id], true)
    expect(await getFailure(engine.query('insert into thing (id) values ($1)', [1], true))).toMatchObject({ code: '23505' })
    expect(await getFailure(engine.query(text, [1], true))).toMatchObject({ code: '25P02' })
    await engine.query('rollback', [], false)
    expect((await engine.query(text, [1], true)).rows).toHaveLength(1)
  })
})
