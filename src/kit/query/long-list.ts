/**
 * Pages of lists that may be a million rows long, by offset with a bounded total or by cursor. They hold the same rows as
 * those of `boundedPage` and `cursorPage`; only the way to them differs.
 *
 * Which way is quick depends on how many rows a filter finds and where in the order they lie, and no statistics know
 * that. So the statement finds out: it counts what the filter finds, up to a bound. Few rows are fetched and put in
 * order. Many rows are met soon on a walk along the index of the order; where the walk has gone on for long without
 * meeting enough of them, because all lie at the other end, they are fetched as well.
 */
import { sql, type Expression, type QueryExecutorProvider, type SqlBool } from 'kysely'
import { PLANNED_ANEW } from '../db/open.ts'
import type { Field, Fields, Filter } from './filter.ts'
import { cursorAnswer, inOrder, type BoundedList, type BoundedMeta, type CursorMeta } from './query.ts'
import { afterSql, keysSql, positionSql, reversed, stretchesAfter, type Position } from './sort.ts'
import { columnOf, folded, toSql } from './to-sql.ts'

const WALKED_PER_ROW = 200

export interface LongList<DB, TB extends keyof DB, All extends keyof DB, O> extends BoundedList<DB, TB, All, O> {
  tx: QueryExecutorProvider
  /** How many rows of the order may be looked at for one row of the page; `mostCounted` is also what counts as few. */
  walkedPerRow?: number
}

/** What the filter demands of one field of every row, in the words of its order: where the walk begins and ends. */
function boundsOn(filter: Filter, name: string, fields: Fields): Expression<SqlBool>[] {
  if ('all' in filter) return filter.all.flatMap((inner) => boundsOn(inner, name, fields))
  if (!('field' in filter) || filter.field !== name) return []
  const field = fields[name] as Field
  if (field.type !== 'string' || filter.op === '$startsWith' || filter.op === '$exists') return [toSql(filter, fields)]
  // Texts are ordered without regard to case, and compared with it.
  const values = filter.op === '$eq' ? [filter.value] : filter.op === '$in' ? filter.values : [null]
  return values.includes(null) ? [] : [sql<SqlBool>`${folded(field)} in (${sql.join(values.map((value) => sql`lower(cast(${value} as text))`))})`]
}
const allOf = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> => sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`

const fitting = <DB, TB extends keyof DB, All extends keyof DB, O>({ query, also }: LongList<DB, TB, All, O>): Expression<SqlBool> =>
  allOf([toSql(query.filter, query.spec.fields), ...(also ? [also] : [])])
const boundedCount = <DB, TB extends keyof DB, All extends keyof DB, O>(list: LongList<DB, TB, All, O>) =>
  list.among
    .where(fitting(list))
    .select(sql`1`.as('one'))
    .limit(list.mostCounted + 1)

/** The statement: its rows are those of the page with `page_total`, by cursor with one row more and its position. */
function statementOf<DB, TB extends keyof DB, All extends keyof DB, O>(list: LongList<DB, TB, All, O>) {
  const { among, query, mostCounted } = list
  const { from, offset } = query
  const { fields } = query.spec
  const byCursor = query.kind === 'cursor'
  const sort = from?.direction === 'prev' ? reversed(query.sort) : query.sort
  // One row more than asked for tells whether there is a further page.
  const wanted = byCursor ? query.limit + 1 : query.limit
  const id = columnOf(fields.id as Field)
  const fits = fitting(list)
  const bounds = boundsOn(query.filter, sort[0]?.field ?? '', fields)
  const stretches = from ? stretchesAfter(from.position, sort, fields) : [sql<SqlBool>`true`]
  // One after the other in this order: a further stretch is only looked at when those before gave too little.
  const walks = stretches.map((stretch) =>
    inOrder(among.where(allOf([stretch, ...bounds])).select([sql`${id}`.as('id'), sql`${fits}`.as('fits')]), sort, fields).limit(
      (offset + wanted) * (list.walkedPerRow ?? WALKED_PER_ROW),
    ),
  )
  const page = inOrder(
    list
      .whole(among.where(sql<SqlBool>`${id} in (select picked.id from picked)`))
      .select((byCursor ? positionSql(query.sort, fields).as('cursorPosition') : sql`(select n from tally)`.as('pageTotal')) as never),
    sort,
    fields,
  )
  const inSuccession = (all: readonly Expression<unknown>[]) =>
    sql.join(
      all.map((walk) => sql`(${walk})`),
      sql` union all `,
    )
  // A list of everything is met at once, and the shorter statement is planned in a third of the time.
  if (!list.also && 'all' in query.filter && query.filter.all.length === 0) {
    const all = stretches.map((stretch) => inOrder(among.where(stretch).select(sql`${id}`.as('id')), sort, fields).limit(offset + wanted))
    return sql<O & { pageTotal: number; cursorPosition: Position }>`${sql.raw(PLANNED_ANEW)} with
      ${byCursor ? sql`` : sql`tally as materialized (select count(*) as n from (${boundedCount(list)}) as bounded),`}
      picked as materialized (select id from (${inSuccession(all)}) as walked limit ${wanted} offset ${offset})
      ${page}`
  }
  const keys = keysSql(sort, fields)
  const keyed = among
    .where(from ? allOf([fits, afterSql(from.position, sort, fields)]) : fits)
    .select([sql`${id}`.as('id'), ...keys.map((key, at) => sql`${key}`.as(`k${at}`))])
  const byKeys = sql.join(sort.map(({ order }, at) => sql.raw(`k${at} ${order}`)))
  const thePage = sql`order by ${byKeys} limit ${wanted} offset ${offset}`
  // Words take long to look for: what was counted is kept. What a filter finds is mostly counted in an index, without its rows.
  const isKept = list.also !== undefined && !from
  const few = sql`(select n from tally) <= ${mostCounted}`

  return sql<O & { pageTotal: number; cursorPosition: Position }>`${sql.raw(PLANNED_ANEW)} with
    ${isKept ? sql`kept as materialized (${keyed.limit(mostCounted + 1)}),` : sql``}
    tally as materialized (select count(*) as n from ${isKept ? sql`kept` : sql`(${boundedCount(list)}) as bounded`}),
    met as materialized (
      select id from (${inSuccession(walks)}) as walked
      where fits and (select n from tally) > ${mostCounted} limit ${wanted} offset ${offset}),
    picked as materialized (
      select id from met where (select count(*) from met) = ${wanted}
      ${isKept ? sql`union all (select id from kept where ${few} ${thePage})` : sql``}
      union all
      (select id from (${keyed.offset(0)}) as every where (select count(*) from met) < ${wanted} ${isKept ? sql`and not ${few}` : sql``} ${thePage}))
    ${page}`
}

/** One page of a long list, in the form of paging that the query asks for. */
export async function longPage<DB, TB extends keyof DB, All extends keyof DB, O>(
  list: LongList<DB, TB, All, O>,
): Promise<{ rows: O[]; meta: BoundedMeta | CursorMeta }> {
  const { query, mostCounted } = list
  const { rows } = await statementOf(list).execute(list.tx)
  if (query.kind === 'cursor') return cursorAnswer(rows, query) as { rows: O[]; meta: CursorMeta }
  // Only a page without rows cannot carry the total.
  const total = rows[0]?.pageTotal ?? (query.offset === 0 ? 0 : (await boundedCount(list).execute()).length)
  for (const row of rows as { pageTotal?: number }[]) delete row.pageTotal
  const meta = { count: rows.length, offset: query.offset }
  return { rows, meta: total > mostCounted ? { ...meta, tooManyToCount: true } : { ...meta, total, tooManyToCount: false } }
}
