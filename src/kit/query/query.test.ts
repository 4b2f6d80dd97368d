import fc from 'fast-check'
import { Kysely, sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { Violations } from '../api/refusal.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { parseFilter, type Fields, type Filter, type Scalar } from './filter.ts'
import { applyMask, parseMask } from './mask.ts'
import { longPage } from './long-list.ts'
import { boundedPage, cursorPage, offsetPage, readQuery, type CursorMeta, type Query } from './query.ts'
import { toSql } from './to-sql.ts'

interface Row {
  id: string
  name: string | null
  size: number | null
  open: boolean | null
  at: string | null
  kind: string
  tags: string[] | null
}
const fields = {
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

let open: OpenDatabase
let db: Kysely<{ probe: Row }>
beforeAll(async () => {
  open = await openDatabase({})
  await open.script('create table probe (id uuid primary key, name text, size numeric, open boolean, at timestamptz, kind text not null, tags text[])')
  db = open.db as unknown as Kysely<{ probe: Row }>
})
afterAll(() => open.close())

const violation = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Violations) return error.violations[0]
    throw error
  }
  return undefined
}

describe('what a filter may say', () => {
  test.each([
    ['an undeclared field', { age: 3 }, 'VALIDATION'],
    ['an inherited name', { constructor: 'x' }, 'VALIDATION'],
    ['an unknown operator', { name: { $regex: 'x' } }, 'VALIDATION'],
    ['an unknown combinator', { $nor: [] }, 'VALIDATION'],
    ['an operator that the type does not take', { open: { $gt: true } }, 'VALIDATION'],
    ['a value of the wrong type', { size: 'many' }, 'VALIDATION'],
    ['an unknown enum value', { kind: 'C' }, 'INVALID_ENUM_VALUE'],
    ['a timestamp that is none', { at: { $gt: 'yesterday' } }, 'FORMAT'],
    ['a list without operator', { name: ['a'] }, 'VALIDATION'],
    ['a filter that is a list', [{ name: 'a' }], 'VALIDATION'],
    ['$in without a list', { name: { $in: 'a' } }, 'VALIDATION'],
  ])('%s is a violation of query.filter', (_, filter, violatedRule) => {
    expect(violation(() => parseFilter(filter, fields))).toMatchObject({ field: 'query.filter', violatedRule })
  })
  test('depth, conditions and list sizes are bounded', () => {
    let deep: unknown = { name: 'a' }
    for (let i = 0; i < 6; i++) deep = { $not: deep }
    expect(violation(() => parseFilter(deep, fields, { depth: 5 }))).toBeDefined()
    expect(violation(() => parseFilter({ $and: [{ name: 'a' }, { name: 'b' }] }, fields, { conditions: 1 }))).toMatchObject({
      violatedRule: 'MAX_SIZE',
      data: { threshold: 1 },
    })
    expect(violation(() => parseFilter({ name: { $in: ['a', 'b'] } }, fields, { listSize: 1 }))).toMatchObject({ violatedRule: 'MAX_SIZE' })
  })
  test('timestamps may have an offset and no milliseconds, and the spelling of the client is understood', () => {
    expect(parseFilter({ at: '2030-01-02T10:00:00+02:00' }, fields)).toEqual({ field: 'at', op: '$eq', value: '2030-01-02T08:00:00.000Z' })
    expect(parseFilter({ _id: 'x' }, fields)).toEqual({ field: 'id', op: '$eq', value: 'x' })
  })
  test('absent, null and {} mean everything', () => {
    for (const none of [undefined, null, {}]) expect(parseFilter(none, fields)).toEqual({ all: [] })
  })
})

describe('sorting and paging', () => {
  const spec = { name: 'probe.query', fields, paging: 'offset' as const }
  test('a list or one object, sort or sorting, order or direction, the client spelling', () => {
    expect(readQuery({ sorting: { fieldName: 'name', direction: 'desc' } }, spec).sort).toEqual([
      { field: 'name', order: 'DESC' },
      { field: 'id', order: 'DESC' },
    ])
    expect(readQuery({ sort: [{ fieldName: 'size' }], sorting: [{ fieldName: 'name' }] }, spec).sort[0]).toEqual({ field: 'size', order: 'ASC' })
  })
  test.each([
    [{ fieldName: 'open' }, 'VALIDATION'],
    [{ fieldName: 'at', order: 'ASC' }, 'VALIDATION'],
    [{ fieldName: 'name', order: 'UP' }, 'INVALID_ENUM_VALUE'],
    [{ order: 'ASC' }, 'REQUIRED_FIELD'],
  ])('%j is a violation of query.sort', (entry, violatedRule) => {
    expect(violation(() => readQuery({ sort: [entry] }, spec))).toMatchObject({ field: 'query.sort', violatedRule })
  })
  test('limits are checked', () => {
    expect(violation(() => readQuery({ paging: { limit: 101 } }, spec))).toMatchObject({
      field: 'query.paging.limit',
      violatedRule: 'MAX',
      data: { threshold: 100 },
    })
    expect(violation(() => readQuery({ paging: { offset: -1 } }, spec))).toMatchObject({ field: 'query.paging.offset', violatedRule: 'MIN' })
    expect(violation(() => readQuery({ paging: { limit: 0 } }, { ...spec, minLimit: 1, pagingRule: 'PAGING_LIMIT_OUT_OF_RANGE' }))).toMatchObject({
      violatedRule: 'OTHER',
      ruleName: 'PAGING_LIMIT_OUT_OF_RANGE',
    })
    expect(readQuery({}, spec).limit).toBe(50)
  })
  test('a damaged or foreign cursor is a violation', () => {
    const state = {
      filter: { name: 'a' },
      sort: [{ field: 'id', order: 'ASC' as const }],
      position: ['x'],
      direction: 'next' as const,
      limit: 2,
      options: { full: true },
    }
    const cursor = writeCursor('probe.query', state)
    expect(readCursor('probe.query', cursor)).toEqual(state)
    expect(readCursor('others.query', cursor)).toBeUndefined()
    expect(readCursor('probe.query', `${cursor.slice(0, -2)}AA`)).toBeUndefined()
    expect(violation(() => readQuery({ cursorPaging: { cursor: 'nonsense' } }, { ...spec, paging: 'cursor' }))).toMatchObject({
      field: 'query.cursorPaging.cursor',
    })
  })
})

test('whatever comes is read or refused by naming its place, and what is read can be asked of the database', async () => {
  const key = fc.constantFrom(
    ...Object.keys(fields),
    '$and',
    '$or',
    '$not',
    '$eq',
    '$in',
    '$gt',
    '$exists',
    '$hasSome',
    '$startsWith',
    '$nope',
    '_id',
    'other',
    '__proto__',
    '',
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constantFrom('A', '2030-01-01T00:00:00Z', '\u0000', '\ud800')),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
    ),
  }))
  const wire = fc.record(
    { filter: tree, sort: tree, sorting: tree, paging: fc.record({ limit: tree, offset: tree }), cursorPaging: tree },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(wire, async (sent) => {
      let query: ReturnType<typeof readQuery> | undefined
      const refused = violation(() => {
        query = readQuery(sent as never, { name: 'probe.query', fields, paging: 'offset' })
      })
      if (refused) expect(refused.field).toMatch(/^query\./)
      else if (query) await offsetPage(db.selectFrom('probe').select('probe.id'), query)
    }),
    { numRuns: 1500 },
  )
})

describe('masks', () => {
  const plan = { id: '1', name: 'Gold', pricing: { price: '3', tax: '1' }, tags: ['a'] }
  test('without a mask what is present changes: null clears, lists are replaced, objects are merged', () => {
    expect(applyMask(plan, { id: '2', name: null, pricing: { price: '4' }, tags: [] })).toEqual({ id: '1', pricing: { price: '4', tax: '1' }, tags: [] })
  })
  test('with a mask exactly the masked paths change, and absent ones are cleared', () => {
    expect(applyMask(plan, { name: 'Silver', pricing: {} }, parseMask('pricing.price,id'))).toEqual({
      id: '1',
      name: 'Gold',
      pricing: { tax: '1' },
      tags: ['a'],
    })
    expect(parseMask({ paths: ['a.b'] })).toEqual(['a.b'])
    expect(parseMask('')).toBeUndefined()
  })
})

// The same filter, evaluated by hand.
const value = (row: Row, field: string): Scalar | string[] => {
  const raw = row[field as keyof Row] as Scalar | string[]
  return field === 'at' && typeof raw === 'string' ? new Date(raw).toISOString() : raw
}
const compareScalars = (a: Scalar, b: Scalar): number =>
  typeof a === 'string' && typeof b === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : a === b ? 0 : (a as number) < (b as number) ? -1 : 1
function matches(filter: Filter, row: Row): boolean {
  if ('all' in filter) return filter.all.every((inner) => matches(inner, row))
  if ('any' in filter) return filter.any.some((inner) => matches(inner, row))
  if ('not' in filter) return !matches(filter.not, row)
  const has = value(row, filter.field)
  const one = has as Scalar
  switch (filter.op) {
    case '$eq':
      return one === filter.value
    case '$ne':
      return one !== filter.value
    case '$gt':
      return one !== null && compareScalars(one, filter.value) > 0
    case '$gte':
      return one !== null && compareScalars(one, filter.value) >= 0
    case '$lt':
      return one !== null && compareScalars(one, filter.value) < 0
    case '$lte':
      return one !== null && compareScalars(one, filter.value) <= 0
    case '$in':
      return filter.values.includes(one)
    case '$nin':
      return !filter.values.includes(one)
    case '$startsWith':
      return typeof has === 'string' && has.toLowerCase().startsWith(filter.text.toLowerCase())
    case '$endsWith':
      return typeof has === 'string' && has.toLowerCase().endsWith(filter.text.toLowerCase())
    case '$contains':
      return typeof has === 'string' && has.toLowerCase().includes(filter.text.toLowerCase())
    case '$exists':
      return (has !== null) === filter.yes
    case '$isEmpty':
      return (has === null || (has as string | string[]).length === 0) === filter.yes
    case '$hasSome':
      return Array.isArray(has) && filter.values.some((v) => has.includes(v as string))
    case '$hasAll':
      return Array.isArray(has) && filter.values.every((v) => has.includes(v as string))
    case '$matchItems':
      return false
  }
}

const texts = fc.constantFrom('', 'a', 'B', 'ab', 'a%b', 'A_b', 'Ba', '\\', 'z')
const sizes = fc.constantFrom(-1, 0, 1, 2.5, 10)
const times = fc.constantFrom('2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.001Z', '2031-06-30T22:00:00.000Z')
const maybe = <T>(inner: fc.Arbitrary<T>) => fc.option(inner, { nil: null, freq: 4 })
const row: fc.Arbitrary<Row> = fc.record({
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
const filters = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.array(tie('filter'), { maxLength: 3 }).map(($and) => ({ $and })),
    fc.array(tie('filter'), { maxLength: 3 }).map(($or) => ({ $or })),
    tie('filter').map(($not) => ({ $not })),
  ),
})).filter

const insert = async (rows: Row[]) => {
  await sql`delete from probe`.execute(db)
  for (const r of rows) await db.insertInto('probe').values(r).execute()
}

describe('in the database', () => {
  test('a filter finds what it finds by hand', async () => {
    const rows = fc.sample(row, { numRuns: 40, seed: 7 })
    await insert(rows)
    await fc.assert(
      fc.asyncProperty(filters, async (wire) => {
        const filter = parseFilter(wire, fields, { depth: 50 })
        const found = await db.selectFrom('probe').select('id').where(toSql(filter, fields)).execute()
        expect(found.map((r) => r.id).sort()).toEqual(
          rows
            .filter((r) => matches(filter, r))
            .map((r) => r.id)
            .sort(),
        )
      }),
      { numRuns: 400, seed: 11 },
    )
  })
  test('ids that are no guid identify nothing and break nothing', async () => {
    await insert(fc.sample(row, { numRuns: 2, seed: 3 }))
    expect(
      await db
        .selectFrom('probe')
        .select('id')
        .where(toSql(parseFilter({ id: 'x' }, fields), fields))
        .execute(),
    ).toEqual([])
    expect(
      await db
        .selectFrom('probe')
        .select('id')
        .where(toSql(parseFilter({ id: { $nin: ['x'] } }, fields), fields))
        .execute(),
    ).toHaveLength(2)
  })
  type Base = SelectQueryBuilder<{ probe: Row }, 'probe', Row>
  const selectRows = (rows: SelectQueryBuilder<{ probe: Row }, 'probe', object>) => rows.selectAll('probe')
  type Pager = (base: Base, query: Query) => Promise<{ rows: Row[]; meta: CursorMeta }>
  const toLongList =
    (mostCounted: number, walkedPerRow: number): Pager =>
    async (base, query) =>
      (await longPage({ db, candidates: base.clearSelect(), selectRows, query, maxCounted: mostCounted, scannedPerRow: walkedPerRow })) as {
        rows: Row[]
        meta: CursorMeta
      }
  test.each<[string, Pager]>([
    ['as one condition', cursorPage],
    ['few rows, put in order', toLongList(100, 1)],
    ['many rows, met on the way', toLongList(3, 100)],
    ['many rows, fetched because the way is long', toLongList(3, 1)],
  ])('walking by cursor meets every row once, in the order of the offset pages, and the way back is the same: %s', async (_, pager) => {
    const rows = fc.sample(row, { numRuns: 37, seed: 5 })
    const late = fc.sample(row, { numRuns: 6, seed: 6 })
    await insert(rows)
    const base = db.selectFrom('probe').selectAll()
    for (const sort of [[{ fieldName: 'name' }], [{ fieldName: 'size', order: 'DESC' }, { fieldName: 'name' }], [{ fieldName: 'at', order: 'DESC' }], []]) {
      await sql`delete from probe where id = any(${late.map(({ id }) => id)}::uuid[])`.execute(db)
      const wire = { filter: { kind: { $in: ['A', 'B'] } }, sort }
      const selectRows = await offsetPage(base, readQuery({ ...wire, paging: { limit: 100 } }, { name: 'probe', fields, paging: 'offset' }))
      expect(selectRows.meta).toEqual({ count: 37, offset: 0, total: 37, tooManyToCount: false })
      const spec = { name: 'probe', fields, paging: 'cursor' as const }
      let page = await pager(base, readQuery({ ...wire, cursorPaging: { limit: 5 } }, { ...spec, options: { full: true } }))
      const walked = [...page.rows]
      while (page.meta.cursors.next) {
        const query = readQuery({ cursorPaging: { cursor: page.meta.cursors.next, limit: 5 } }, spec)
        expect(query.options).toEqual({ full: true })
        page = await pager(base, query)
        walked.push(...page.rows)
      }
      expect(walked.map((r) => r.id)).toEqual(selectRows.rows.map((r) => r.id))
      expect(walked[0]).not.toHaveProperty('cursorPosition')
      const back = [...page.rows]
      // Rows that come in between neither hide others nor show them twice.
      for (const one of late) await db.insertInto('probe').values(one).execute()
      while (page.meta.cursors.prev) {
        page = await pager(base, readQuery({ cursorPaging: { cursor: page.meta.cursors.prev } }, spec))
        back.unshift(...page.rows)
      }
      const known = new Set(rows.map(({ id }) => id))
      expect(back.map((r) => r.id).filter((id) => known.has(id))).toEqual(selectRows.rows.map((r) => r.id))
      expect(new Set(back.map((r) => r.id)).size).toBe(back.length)
    }
  })
  test('a page of a long list holds what a page of a short one does', async () => {
    await insert(fc.sample(row, { numRuns: 40, seed: 7 }))
    const base = db.selectFrom('probe').selectAll()
    const sorts = fc.constantFrom<object[]>(
      [],
      [{ fieldName: 'name' }],
      [{ fieldName: 'name', order: 'DESC' }],
      [{ fieldName: 'size' }, { fieldName: 'name', order: 'DESC' }],
    )
    await fc.assert(
      fc.asyncProperty(
        filters,
        sorts,
        fc.nat(12),
        fc.constantFrom(0, 3, 100),
        fc.constantFrom(1, 20),
        fc.boolean(),
        async (filter, sort, offset, mostCounted, walkedPerRow, texts) => {
          const query = readQuery({ filter, sort, paging: { limit: 4, offset } }, { name: 'probe', fields, paging: 'offset', filterLimits: { depth: 50 } })
          const also = texts ? sql<SqlBool>`coalesce(probe.name, 'a') like '%a%'` : undefined
          expect(
            await longPage({
              db,
              candidates: base.clearSelect(),
              selectRows,
              query,
              condition: also,
              maxCounted: mostCounted,
              scannedPerRow: walkedPerRow,
            }),
          ).toEqual(await boundedPage({ candidates: base.clearSelect(), selectRows, query, condition: also, maxCounted: mostCounted }))
        },
      ),
      { numRuns: 150, seed: 12 },
    )
  })
  test('a limit of 0 answers with the total only', async () => {
    expect(
      (await offsetPage(db.selectFrom('probe').selectAll(), readQuery({ paging: { limit: 0 } }, { name: 'probe', fields, paging: 'offset' }))).meta.count,
    ).toBe(0)
  })
})
