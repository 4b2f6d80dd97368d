/**
 * Pages of lists that may be a million rows long, by offset with a bounded total or by cursor. They hold the same rows as
 * those of `boundedPage` and `cursorPage`; only the way to them differs.
 *
 * Which way is quick depends on how many rows a filter finds and where in the order they lie, and no statistics know
 * that. So the statement finds out: it counts what the filter finds, up to a bound. Few rows are fetched and put in
 * order. Many rows are met soon on a walk along the index of the order; where the walk has gone on for long without
 * meeting enough of them, because all lie at the other end, they are fetched as well.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { noPreparedPlan, type ReadDatabase, readSql } from '../db/open.ts'
import type { Field, Fields, Filter } from './filter.ts'
import { toCursorPage, applyOrder, type BoundedList, type BoundedMeta, type CursorMeta } from './query.ts'
import { toAfterSql, toKeysSql, toPositionSql, reverseSort, rangesAfter, type Position } from './sort.ts'
import { toColumnSql, foldCase, toSql } from './to-sql.ts'

const MAX_SCANNED_PER_ROW = 200

export interface LongList<DB, TB extends keyof DB, All extends keyof DB, O> extends BoundedList<DB, TB, All, O> {
  db: ReadDatabase
  /** How many rows of the order may be looked at for one row of the page; `mostCounted` is also what counts as few. */
  scannedPerRow?: number
  /**
   * Conditions that part what the filter finds, in the order of the first sort key from low to high: each part is walked by itself, so that an index
   * knows where it begins and ends.
   */
  parts?: readonly Expression<SqlBool>[]
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

const unionAll = (all: readonly Expression<unknown>[]) =>
  sql.join(
    all.map((one) => sql`(${one})`),
    sql` union all `,
  )

/** The list with what its statements are built from. */
interface PagePlan<DB, TB extends keyof DB, All extends keyof DB, O> {
  list: LongList<DB, TB, All, O>
  byCursor: boolean
  /** In the direction of the page. */
  sort: LongList<DB, TB, All, O>['query']['sort']
  rowLimit: number
  /** The stretches of the order that follow the cursor; all of it without one. */
  ranges: readonly Expression<SqlBool>[]
  id: RawBuilder<unknown>
}

function planPage<DB, TB extends keyof DB, All extends keyof DB, O>(list: LongList<DB, TB, All, O>): PagePlan<DB, TB, All, O> {
  const { query } = list
  const { fields } = query.spec
  const byCursor = query.kind === 'cursor'
  const sort = query.from?.direction === 'prev' ? reverseSort(query.sort) : query.sort
  return {
    list,
    byCursor,
    sort,
    // One row more than asked for tells whether there is a further page.
    rowLimit: byCursor ? query.limit + 1 : query.limit,
    ranges: query.from ? rangesAfter(query.from.position, sort, fields) : [sql<SqlBool>`true`],
    id: toColumnSql(fields.id as Field),
  }
}

/** The rows of the page, whose ids are in `picked`, with `page_total` or with their position. */
function selectPicked<DB, TB extends keyof DB, All extends keyof DB, O>({ list, byCursor, sort, id }: PagePlan<DB, TB, All, O>) {
  const { candidates, query } = list
  const { fields } = query.spec
  const extra = byCursor ? toPositionSql(query.sort, fields).as('cursorPosition') : sql`(select n from tally)`.as('pageTotal')
  // One more column for rows of any shape, which kysely cannot type.
  return applyOrder(list.selectRows(candidates.where(sql<SqlBool>`${id} in (select picked.id from picked)`)).select(extra as never), sort, fields)
}

/** Without a filter every row of the order belongs to the list: the walk alone finds the page, and the shorter statement is planned in a third of the time. */
function buildUnfilteredStatement<DB, TB extends keyof DB, All extends keyof DB, O>(plan: PagePlan<DB, TB, All, O>) {
  const { list, byCursor, sort, rowLimit, ranges, id } = plan
  const { offset, spec } = list.query
  const walks = ranges.map((range) => applyOrder(list.candidates.where(range).select(sql`${id}`.as('id')), sort, spec.fields).limit(offset + rowLimit))
  return sql<PageRow<O>>`${noPreparedPlan} with
    ${byCursor ? sql`` : sql`tally as materialized (select count(*) as n from (${selectBoundedCount(list)}) as bounded),`}
    picked as materialized (select id from (${unionAll(walks)}) as walked limit ${rowLimit} offset ${offset})
    ${selectPicked(plan)}`
}

/** The walk along the index of the order, range by range: a further one is only looked at when those before gave too little. */
function walkRanges<DB, TB extends keyof DB, All extends keyof DB, O>({ list, sort, rowLimit, ranges, id }: PagePlan<DB, TB, All, O>) {
  const { candidates, query } = list
  const { fields } = query.spec
  const isMatch = matchesFilter(list)
  const bounds = toIndexBounds(query.filter, sort[0]?.field ?? '', fields)
  const parts = list.parts ?? [sql<SqlBool>`true`]
  const stretches = sort[0]?.order === 'DESC' ? parts.toReversed() : parts
  const pieces = ranges.flatMap((range) => stretches.map((part) => combineAll([range, part, ...bounds])))
  return pieces.map((piece) =>
    applyOrder(candidates.where(piece).select([sql`${id}`.as('id'), sql`${isMatch}`.as('fits')]), sort, fields).limit(
      (query.offset + rowLimit) * (list.scannedPerRow ?? MAX_SCANNED_PER_ROW),
    ),
  )
}

/** What the filter finds after the cursor, with the keys of the order as `k0`, `k1` …, and the clause that cuts the page out of it. */
function selectKeyedRows<DB, TB extends keyof DB, All extends keyof DB, O>({ list, sort, rowLimit, id }: PagePlan<DB, TB, All, O>) {
  const { from, offset, spec } = list.query
  const isMatch = matchesFilter(list)
  const keyedRows = list.candidates
    .where(from ? combineAll([isMatch, toAfterSql(from.position, sort, spec.fields)]) : isMatch)
    .select([sql`${id}`.as('id'), ...toKeysSql(sort, spec.fields).map((key, at) => sql`${key}`.as(`k${at}`))])
  const keyOrder = sql.join(sort.map(({ order }, at) => sql.raw(`k${at} ${order === 'ASC' ? 'asc' : 'desc'}`)))
  return { keyedRows, pageClause: sql`order by ${keyOrder} limit ${rowLimit} offset ${offset}` }
}

type PageRow<O> = O & { pageTotal: number; cursorPosition: Position }

/** The statement: its rows are those of the page with `page_total`, by cursor with one row more and its position. */
function buildStatement<DB, TB extends keyof DB, All extends keyof DB, O>(list: LongList<DB, TB, All, O>) {
  const { query, maxCounted } = list
  const plan = planPage(list)
  if (!list.condition && 'all' in query.filter && query.filter.all.length === 0) return buildUnfilteredStatement(plan)
  const { rowLimit } = plan
  const { keyedRows, pageClause } = selectKeyedRows(plan)
  // Words take long to look for: what was counted is kept. What a filter finds is mostly counted in an index, without its rows.
  const keepsCounted = list.condition !== undefined && !query.from
  const isFew = sql`(select n from tally) <= ${maxCounted}`
  return sql<PageRow<O>>`${noPreparedPlan} with
    ${keepsCounted ? sql`kept as materialized (${keyedRows.limit(maxCounted + 1)}),` : sql``}
    tally as materialized (select count(*) as n from ${keepsCounted ? sql`kept` : sql`(${selectBoundedCount(list)}) as bounded`}),
    met as materialized (
      select id from (${unionAll(walkRanges(plan))}) as walked
      where fits and (select n from tally) > ${maxCounted} limit ${rowLimit} offset ${query.offset}),
    picked as materialized (
      select id from met where (select count(*) from met) = ${rowLimit}
      ${keepsCounted ? sql`union all (select id from kept where ${isFew} ${pageClause})` : sql``}
      union all
      (select id from (${keyedRows.offset(0)}) as every where (select count(*) from met) < ${rowLimit} ${keepsCounted ? sql`and not ${isFew}` : sql``} ${pageClause}))
    ${selectPicked(plan)}`
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
