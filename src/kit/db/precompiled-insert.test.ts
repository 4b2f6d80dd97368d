import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from './handles.ts'
import { precompileInsert } from './precompiled-insert.ts'
import type { Tables } from './tables.gen.ts'
import { camelCasePlugin } from './values.ts'
import { readMarks } from './writes.ts'

const db = new Kysely<Tables>({
  plugins: [camelCasePlugin],
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const tx = db as unknown as Tx

test.each([
  ['all of them', { siteId: 'a', sessionId: 'b', capacity: 3 }],
  ['in another order', { capacity: 3, sessionId: 'b', siteId: 'a' }],
  ['without those that take their default', { siteId: 'a', sessionId: 'b', capacity: undefined }],
])('the columns are written as the query builder writes them: %s', (_title, row) => {
  const insert = precompileInsert('sessionSeat')
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
  const built = db
    .insertInto('sessionSeat')
    .values(known as never)
    .compile()
  for (const compiled of [insert(row).compile(tx), insert(row).compile(tx)]) {
    expect([compiled.sql, compiled.parameters]).toEqual([built.sql, built.parameters])
    expect(readMarks(compiled.query)).toEqual(readMarks(built.query))
  }
})

test('an expression takes the value of its column', () => {
  const { sql, parameters } = precompileInsert('booking', { search: (value) => `plain_text(${value})` })({ id: 'a', search: 'Zoë' }).compile(tx)
  expect([sql, parameters]).toEqual(['insert into "booking" ("id", "search") values ($1, plain_text($2))', ['a', 'Zoë']])
})
