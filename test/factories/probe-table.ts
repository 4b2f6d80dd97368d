/** A table to query in tests: its fields, and any rows and filters of it. */
import fc from 'fast-check'
import { sql, type Kysely } from 'kysely'
import { openEmptyEngine } from '../embedded-templates.ts'
import type { Fields } from '#kit/query/filter.ts'

export interface Row {
  id: string
  name: string | null
  size: number | null
  open: boolean | null
  at: string | null
  kind: string
  tags: string[] | null
}
export const fields = {
  id: { type: 'id', column: 'probe.id', required: true },
  name: {
    type: 'string',
    column: 'probe.name',
    sort: true,
    operators: ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$exists', '$in', '$nin', '$isEmpty', '$startsWith', '$endsWith', '$contains'],
  },
  size: { type: 'number', column: 'probe.size', sort: true },
  open: { type: 'boolean', column: 'probe.open' },
  at: { type: 'instant', column: 'probe.at', sort: 'DESC' },
  kind: { type: 'enum', column: 'probe.kind', values: ['A', 'B'], required: true },
  tags: { type: 'strings', column: 'probe.tags' },
} satisfies Fields

const texts = fc.constantFrom('', 'a', 'B', 'ab', 'a%b', 'A_b', 'Ba', '\\', 'z')
const sizes = fc.constantFrom(-1, 0, 1, 2.5, 10)
const times = fc.constantFrom('2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.001Z', '2031-06-30T22:00:00.000Z')
const maybe = <T>(inner: fc.Arbitrary<T>) => fc.option(inner, { nil: null, freq: 4 })
/** Any row. */
export const row: fc.Arbitrary<Row> = fc.record({
  id: fc.uuid(),
  name: maybe(texts),
  size: maybe(sizes),
  open: maybe(fc.boolean()),
  at: maybe(times),
  kind: fc.constantFrom('A', 'B'),
  tags: maybe(fc.subarray(['x', 'y', 'z'])),
})
const scalars: [string, fc.Arbitrary<unknown>, string[]][] = [
  ['name', maybe(texts), ['$eq', '$ne', '$in', '$nin']],
  ['size', maybe(sizes), ['$eq', '$ne', '$in', '$nin']],
  ['open', maybe(fc.boolean()), ['$eq', '$ne', '$in', '$nin']],
  ['at', maybe(times), ['$eq', '$ne', '$in', '$nin']],
  ['kind', fc.constantFrom('A', 'B'), ['$eq', '$ne', '$in', '$nin']],
]
const condition = fc.oneof(
  ...scalars.flatMap(([name, values]) => [
    values.map((v) => ({ [name]: v })),
    fc.tuple(fc.constantFrom('$eq', '$ne'), values).map(([op, v]) => ({ [name]: { [op]: v } })),
    fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(values, { maxLength: 3 })).map(([op, v]) => ({ [name]: { [op]: v } })),
    fc.boolean().map((yes) => ({ [name]: { $exists: yes } })),
  ]),
  ...[['name', texts] as const, ['size', sizes] as const, ['at', times] as const].map(([name, values]) =>
    fc.tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), values as fc.Arbitrary<unknown>).map(([op, v]) => ({ [name]: { [op]: v } })),
  ),
  fc.tuple(fc.constantFrom('$startsWith', '$endsWith', '$contains'), texts).map(([op, v]) => ({ name: { [op]: v } })),
  fc.tuple(fc.constantFrom('name', 'tags'), fc.boolean()).map(([name, yes]) => ({ [name]: { $isEmpty: yes } })),
  fc.tuple(fc.constantFrom('$hasSome', '$hasAll'), fc.array(fc.constantFrom('x', 'y', 'q'), { maxLength: 3 })).map(([op, v]) => ({ tags: { [op]: v } })),
)
/** Any filter, as clients send it. */
export const filters = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.array(tie('filter'), { maxLength: 3 }).map(($and) => ({ $and })),
    fc.array(tie('filter'), { maxLength: 3 }).map(($or) => ({ $or })),
    tie('filter').map(($not) => ({ $not })),
  ),
})).filter

/** A database with the empty table. */
export async function openProbe() {
  const open = await openEmptyEngine()
  await open.script('create table probe (id uuid primary key, name text, size numeric, open boolean, at timestamptz, kind text not null, tags text[])')
  return { db: open.db as unknown as Kysely<{ probe: Row }>, close: () => open.close() }
}

/** Makes these the rows of the table. */
export async function replaceRows(db: Kysely<{ probe: Row }>, rows: Row[]): Promise<void> {
  await sql`delete from probe`.execute(db)
  for (const r of rows) await db.insertInto('probe').values(r).execute()
}
