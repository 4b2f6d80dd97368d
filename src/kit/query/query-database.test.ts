/** Filters and pages in the database, against the same done by hand. */
import fc from 'fast-check'
import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fields, filters, row, openProbe, replaceRows, type Row } from '../../../test/factories/probe-table.ts'
import { parseFilter, type Filter, type Scalar } from './filter.ts'
import { longPage } from './long-list.ts'
import { boundedPage, cursorPage, offsetPage, readQuery, type CursorMeta, type Query } from './query.ts'
import { toSql } from './to-sql.ts'

let probe: Awaited<ReturnType<typeof openProbe>>
beforeAll(async () => {
  probe = await openProbe()
})
afterAll(() => probe.close())

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

describe('in the database', () => {
  test('a filter finds what it finds by hand', async () => {
    const rows = fc.sample(row, { numRuns: 40, seed: 7 })
    await replaceRows(probe.db, rows)
    await fc.assert(
      fc.asyncProperty(filters, async (wire) => {
        const filter = parseFilter(wire, fields, { depth: 50 })
        const found = await probe.db.selectFrom('probe').select('id').where(toSql(filter, fields)).execute()
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
    await replaceRows(probe.db, fc.sample(row, { numRuns: 2, seed: 3 }))
    expect(
      await probe.db
        .selectFrom('probe')
        .select('id')
        .where(toSql(parseFilter({ id: 'x' }, fields), fields))
        .execute(),
    ).toEqual([])
    expect(
      await probe.db
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
      (await longPage({ db: probe.db, candidates: base.clearSelect(), selectRows, query, maxCounted: mostCounted, scannedPerRow: walkedPerRow })) as {
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
    await replaceRows(probe.db, rows)
    const base = probe.db.selectFrom('probe').selectAll()
    for (const sort of [[{ fieldName: 'name' }], [{ fieldName: 'size', order: 'DESC' }, { fieldName: 'name' }], [{ fieldName: 'at', order: 'DESC' }], []]) {
      await sql`delete from probe where id = any(${late.map(({ id }) => id)}::uuid[])`.execute(probe.db)
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
      for (const one of late) await probe.db.insertInto('probe').values(one).execute()
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
    await replaceRows(probe.db, fc.sample(row, { numRuns: 40, seed: 7 }))
    const base = probe.db.selectFrom('probe').selectAll()
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
              db: probe.db,
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
      (await offsetPage(probe.db.selectFrom('probe').selectAll(), readQuery({ paging: { limit: 0 } }, { name: 'probe', fields, paging: 'offset' }))).meta.count,
    ).toBe(0)
  })
})
