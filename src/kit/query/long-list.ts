/**
 * Pages of lists that may be a million rows long, by offset with a bounded total or by cursor. They hold the same rows as
 * those of `boundedPage` and `cursorPage`; only the way to them differs.
 *
 * Which way is quick depends on how many rows a filter finds and where in the order they lie, and no statistics know
 * that. So the statement finds out: it counts what the filter finds, up to a bound. Few rows are fetched and put in
 * order. Many rows are met soon on a walk along the index of the order; where the walk has gone on for long without
 * meeting enough of them, because all lie at the other end, they are fetched as well.
 */
import { sql, type Expression, type SqlBool } from 'kysely'
import { noPreparedPlan, type ReadDatabase, readSql } from '../db/open.ts'
import type { Field, Fields, Filter } from './filter.ts'
import { toCursorPage, applyOrder, type BoundedList, type BoundedMeta, type CursorMeta } from './query.ts'
import { toAfterSql, toKeysSql, toPositionSql, reverseSort, rangesAfter, type Position } from './sort.ts'
import { columnOf, foldCase, toSql } from './to-sql.ts'

const MAX_SCANNED_PER_ROW = 200

export interface LongList<DB, TB extends keyof DB, All extends keyof DB, O> extends BoundedList<DB, TB, All, O> {
  db: ReadDatabase
  /** How many rows of the order may be looked at for one row of the page; `mostCounted` is also what counts as few. */
  scannedPerRow?: number
}

/** What the filter demands of one field of every row, in the words of its order: where the walk begins and ends. */
function toIndexBounds(filter: Filter, name: string, fields: Fields): Expression<SqlBool>[] {
  if ('all' in filter) return filter.all.flatMap((inner) => toIndexBounds(inner, name, fields))
  if (!('field' in filter) || filter.field !== name) return []
  const field = fields[name] as Field
  if (field.type !== 'string' || filter.op === '$startsWith' || filter.op === '$exists') return [toSql(filter, fields)]
  // Texts are ordered without regard to case, and compared with it.
  const values = filter.op === '$eq' ? [filter.value] : filter.op === '$in' ? filter.values : [null]
  return values.includes(null) ? [] : [sql<SqlBool>`${foldCase(field)} in (${sql.join(values.map((value) => sql`lower(cast(${value} as text))`))})`]
}
const combineAll = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> => sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`

const matchesFilter = <DB, TB extends keyof DB, All extends keyof DB, O>({ query, condition }: LongList<DB, TB, All, O>): Expression<SqlBool> =>
  combineAll([toSql(query.filter, query.spec.fields), ...(condition ? [condition] : [])])
const selectBoundedCount = <DB, TB extends keyof DB, All extends keyof DB, O>(list: LongList<DB, TB, All, O>) =>
  list.candidates
    .where(matchesFilter(list))
    .select(sql`1`.as('one'))
    .limit(list.maxCounted + 1)

/** The statement: its rows are those of the page with `page_total`, by cursor with one row more and its position. */
function buildStatement<DB, TB extends keyof DB, All extends keyof DB, O>(list: LongList<DB, TB, All, O>) {
  const { candidates, query, maxCounted } = list
  const { from, offset } = query
  const { fields } = query.spec
  const byCursor = query.kind === 'cursor'
  const sort = from?.direction === 'prev' ? reverseSort(query.sort) : query.sort
  // One row more than asked for tells whether there is a further page.
  const rowLimit = byCursor ? query.limit + 1 : query.limit
  const id = columnOf(fields.id as Field)
  const isMatch = matchesFilter(list)
  const bounds = toIndexBounds(query.filter, sort[0]?.field ?? '', fields)
  const ranges = from ? rangesAfter(from.position, sort, fields) : [sql<SqlBool>`true`]
  // One after the other in this order: a further stretch is only looked at when those before gave too little.
  const rangeScans = ranges.map((stretch) =>
    applyOrder(candidates.where(combineAll([stretch, ...bounds])).select([sql`${id}`.as('id'), sql`${isMatch}`.as('fits')]), sort, fields).limit(
      (offset + rowLimit) * (list.scannedPerRow ?? MAX_SCANNED_PER_ROW),
    ),
  )
  const page = applyOrder(
    list
      .selectRows(candidates.where(sql<SqlBool>`${id} in (select picked.id from picked)`))
      .select((byCursor ? toPositionSql(query.sort, fields).as('cursorPosition') : sql`(select n from tally)`.as('pageTotal')) as never),
    sort,
    fields,
  )
  const unionAll = (all: readonly Expression<unknown>[]) =>
    sql.join(
      all.map((walk) => sql`(${walk})`),
      sql` union all `,
    )
  // A list of everything is met at once, and the shorter statement is planned in a third of the time.
  if (!list.condition && 'all' in query.filter && query.filter.all.length === 0) {
    const all = ranges.map((stretch) => applyOrder(candidates.where(stretch).select(sql`${id}`.as('id')), sort, fields).limit(offset + rowLimit))
    return sql<O & { pageTotal: number; cursorPosition: Position }>`${noPreparedPlan} with
      ${byCursor ? sql`` : sql`tally as materialized (select count(*) as n from (${selectBoundedCount(list)}) as bounded),`}
      picked as materialized (select id from (${unionAll(all)}) as walked limit ${rowLimit} offset ${offset})
      ${page}`
  }
  const keys = toKeysSql(sort, fields)
  const keyedRows = candidates
    .where(from ? combineAll([isMatch, toAfterSql(from.position, sort, fields)]) : isMatch)
    .select([sql`${id}`.as('id'), ...keys.map((key, at) => sql`${key}`.as(`k${at}`))])
  const keyOrder = sql.join(sort.map(({ order }, at) => sql.raw(`k${at} ${order}`)))
  const pageClause = sql`order by ${keyOrder} limit ${rowLimit} offset ${offset}`
  // Words take long to look for: what was counted is kept. What a filter finds is mostly counted in an index, without its rows.
  const keepsCounted = list.condition !== undefined && !from
  const isFew = sql`(select n from tally) <= ${maxCounted}`

  return sql<O & { pageTotal: number; cursorPosition: Position }>`${noPreparedPlan} with
    ${keepsCounted ? sql`kept as materialized (${keyedRows.limit(maxCounted + 1)}),` : sql``}
    tally as materialized (select count(*) as n from ${keepsCounted ? sql`kept` : sql`(${selectBoundedCount(list)}) as bounded`}),
    met as materialized (
      select id from (${unionAll(rangeScans)}) as walked
      where fits and (select n from tally) > ${maxCounted} limit ${rowLimit} offset ${offset}),
    picked as materialized (
      select id from met where (select count(*) from met) = ${rowLimit}
      ${keepsCounted ? sql`union all (select id from kept where ${isFew} ${pageClause})` : sql``}
      union all
      (select id from (${keyedRows.offset(0)}) as every where (select count(*) from met) < ${rowLimit} ${keepsCounted ? sql`and not ${isFew}` : sql``} ${pageClause}))
    ${page}`
}

/** One page of a long list, in the form of paging that the query asks for. */
export async function longPage<DB, TB extends keyof DB, All extends keyof DB, O>(
  list: LongList<DB, TB, All, O>,
): Promise<{ rows: O[]; meta: BoundedMeta | CursorMeta }> {
  const { query, maxCounted } = list
  const { rows } = await readSql(list.db, buildStatement(list))
  if (query.kind === 'cursor') return toCursorPage(rows, query) as { rows: O[]; meta: CursorMeta }
  // Only a page without rows cannot carry the total.
  const total = rows[0]?.pageTotal ?? (query.offset === 0 ? 0 : (await selectBoundedCount(list).execute()).length)
  for (const row of rows as { pageTotal?: number }[]) delete row.pageTotal
  const meta = { count: rows.length, offset: query.offset }
  return { rows, meta: total > maxCounted ? { ...meta, tooManyToCount: true } : { ...meta, total, tooManyToCount: false } }
}
