/**
 * The sums over everything that a search found, whatever the page. Source: contract query-language §9.
 *
 * What rows have few different values of (`summed.few` of a field: types, categories, lists of places) is counted in one pass over the rows
 * (GROUPING SETS), and the value is worked out once for each of the different ones; what rows differ in is looked at row by row.
 */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { type ReadDatabase, readSql } from '../db/open.ts'
import type { Aggregation, AnyAggregation } from './aggregations.ts'
import type { Field } from './filter.ts'
import type { Search } from './search.ts'
import { toColumnSql, toSql } from './to-sql.ts'

type Sql = RawBuilder<unknown>

const listParts = (aggregation: AnyAggregation): Aggregation[] => (aggregation.type === 'NESTED' ? aggregation.parts : [aggregation])
const listFields = (aggregation: AnyAggregation): Field[] => [...new Set(listParts(aggregation).map(({ field }) => field))]
const hasFewValues = (aggregation: AnyAggregation): boolean => listParts(aggregation).every(({ field }) => field.summed?.few === true)
const isEmptyFilter = ({ query: { filter } }: Search): boolean => 'all' in filter && filter.all.length === 0

/** What is read of each row for a field, and the value that this means. */
const toSource = (field: Field): Sql => (field.summed?.column === undefined ? toColumnSql(field) : sql`${sql.raw(field.summed.column)}`)
const toValue = ({ summed }: Field, source: Sql): Sql => summed?.toValue?.(source) ?? source

/** The results on the wire, in the order of the aggregations; `base` selects nothing that matters. One statement. */
export async function aggregate<DB, TB extends keyof DB, O>(
  db: ReadDatabase,
  base: SelectQueryBuilder<DB, TB, O>,
  search: Search,
): Promise<{ results: Record<string, unknown>[] }> {
  if (search.aggregations.length === 0) return { results: [] }
  const fields = [...new Set(search.aggregations.flatMap(listFields))]
  const narrowed = base.where(search.condition).where(toSql(search.query.filter, search.query.spec.fields)).clearSelect()
  // The columns have no table: they are named by their place.
  const found = narrowed.select(fields.map((field, n) => sql`${toSource(field)}`.as(`f${n}`)) as never)
  // Words and filters are tried once; all rows of a table are read again sooner than kept.
  const kept = sql.raw(search.terms || !isEmptyFilter(search) ? 'materialized' : 'not materialized')
  const { counted, toMask } = countFewValues(search.aggregations, fields)
  const sums = search.aggregations.map((aggregation, n) => {
    const rows = toSum(aggregation, {
      toColumn: (field) => toValue(field, sql.raw(`f${fields.indexOf(field)}`)),
      rows: hasFewValues(aggregation) ? sql`counted where g = ${sql.lit(toMask(aggregation))}` : sql`(select *, 1 as n from found) found`,
      zone: search.zone,
    })
    return sql`(select coalesce(jsonb_agg(to_jsonb(sums)), '[]') from (${rows}) sums) as ${sql.raw(`a${n}`)}`
  })
  const { rows } = await readSql(db, sql<Record<string, Record<string, unknown>[]>>`with found as ${kept} ${found}${counted} select ${sql.join(sums)}`)
  return { results: search.aggregations.map((aggregation, n) => toSumResult(aggregation, rows[0]?.[`a${n}`] ?? [])) }
}

/** One pass that counts the rows for each set of fields with few values, and by which mask of `grouping()` the rows of a set are found. */
function countFewValues(aggregations: readonly AnyAggregation[], fields: readonly Field[]): { counted: Sql; toMask(aggregation: AnyAggregation): number } {
  const few = aggregations.filter(hasFewValues)
  const counted = fields.filter((field) => few.some((aggregation) => listFields(aggregation).includes(field)))
  const toName = (field: Field) => sql.raw(`f${fields.indexOf(field)}`)
  const toMask = (aggregation: AnyAggregation): number => counted.reduce((mask, field) => 2 * mask + (listFields(aggregation).includes(field) ? 0 : 1), 0)
  if (few.length === 0) return { counted: sql``, toMask }
  const sets = new Map(few.map((aggregation) => [toMask(aggregation), sql`(${sql.join(listFields(aggregation).map(toName))})`]))
  const names = sql.join(counted.map(toName))
  return {
    counted: sql`, counted as materialized (
      select grouping(${names}) as g, ${names}, count(*) as n from found group by grouping sets (${sql.join([...sets.values()])}))`,
    toMask,
  }
}

interface SumSource {
  /** The rows to sum, each of which stands for `n`. */
  rows: Sql
  toColumn(field: Field): Sql
  zone: string
}

/** What one aggregation selects from the rows that were found. */
function toSum(aggregation: AnyAggregation, { rows, toColumn, zone }: SumSource): Sql {
  const parts = listParts(aggregation)
  const last = parts.at(-1) as Aggregation
  const buckets = parts.filter((part) => part.type !== 'SCALAR')
  const columns = [...buckets.map((part) => toBucket(part, toColumn(part.field), zone)), last.type === 'SCALAR' ? toColumn(last.field) : sql`1`]
  const named = columns.map((column, n) => sql`${column} as ${n < buckets.length ? bucketColumn(n) : sql.raw('scalar')}`)
  const only = aggregation.type === 'NESTED' ? undefined : last
  return sql`select ${selectList(buckets, last)} from (select ${sql.join(named)}, n from ${rows}) bucketed ${groupClause(buckets, only)}`
}

const toSumResult = (aggregation: AnyAggregation, rows: readonly Record<string, unknown>[]): Record<string, unknown> =>
  aggregation.type === 'NESTED'
    ? {
        name: aggregation.name,
        type: aggregation.type,
        fieldPath: '',
        nested: { results: rows.map((row) => ({ results: toNestedRow(aggregation.parts, row) })) },
      }
    : { name: aggregation.name, type: aggregation.type, fieldPath: aggregation.fieldPath, ...toResult(aggregation, rows) }

const bucketColumn = (n: number) => sql.raw(`b${n}`)
/** Values are written as text once for each bucket: for each row it took longer than all else. */
const selectList = (buckets: readonly Aggregation[], last: Aggregation) =>
  sql.join([
    ...buckets.map(({ type }, n) => sql`${type === 'DATE_HISTOGRAM' ? isoText(bucketColumn(n)) : sql`${bucketColumn(n)}::text`} as ${bucketColumn(n)}`),
    sql`sum(n)::int as count`,
    ...(last.type === 'SCALAR' ? [sql`${toScalarSql(last)} as scalar`] : []),
  ])

function groupClause(buckets: readonly Aggregation[], only: Aggregation | undefined): Sql {
  if (buckets.length === 0) return sql``
  const names = sql.join(buckets.map((_, n) => bucketColumn(n)))
  const present = sql.join(
    buckets.map((_, n) => sql`${bucketColumn(n)} is not null`),
    sql` and `,
  )
  const direction = sql.raw(only?.descending === false ? 'asc' : 'desc')
  const order = only?.type !== 'VALUE' ? names : only.byValue ? sql`b0 ${direction}` : sql`count ${direction}, b0`
  return sql`where ${present} group by ${names} order by ${order} limit ${sql.lit(only?.type === 'VALUE' ? only.limit : only ? 200 : 1000)}`
}

/** The bucket of a row, of dates as an instant; lists give one per element. Null is no bucket. */
function toBucket(aggregation: Aggregation, column: Sql, zone: string): Sql {
  if (aggregation.type === 'DATE_HISTOGRAM') return sql`date_trunc(${aggregation.interval.toLowerCase()}, cast(${column} as timestamptz), ${zone})`
  if (aggregation.type === 'RANGE') {
    const toBound = (value: number | null) => sql`cast(${value} as numeric)`
    const cases = aggregation.buckets.map(
      ({ from, to }, n) =>
        sql`when (${toBound(from)} is null or ${column} >= ${toBound(from)}) and (${toBound(to)} is null or ${column} < ${toBound(to)}) then ${sql.lit(String(n))}`,
    )
    return cases.length === 0 ? sql`null::text` : sql`(case ${sql.join(cases, sql` `)} end)`
  }
  const isList = aggregation.field.type === 'strings'
  if (aggregation.missing === undefined) return isList ? sql`unnest(${column})` : column
  const missing = sql`cast(${aggregation.missing} as text)`
  return isList
    ? sql`unnest(case when coalesce(cardinality(${column}), 0) = 0 then array[${missing}] else cast(${column} as text[]) end)`
    : sql`coalesce((${column})::text, ${missing})`
}
const isoText = (instant: Sql) => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

function toScalarSql(aggregation: Aggregation): Sql {
  if (aggregation.scalar === 'COUNT_DISTINCT') return sql`count(distinct scalar)`
  const extreme = aggregation.scalar === 'MIN' ? sql`min(scalar)` : sql`max(scalar)`
  return aggregation.field.type === 'instant' ? isoText(extreme) : extreme
}
const toScalarResult = (aggregation: Aggregation, value: unknown) =>
  aggregation.field.type === 'instant' && aggregation.scalar !== 'COUNT_DISTINCT'
    ? { scalarDate: { type: aggregation.scalar, value: String(value ?? '') } }
    : { scalar: { type: aggregation.scalar, value: Number(value ?? 0) } }
const toCountedValue = (value: unknown, row: Record<string, unknown>) => ({ value: String(value), count: Number(row.count) })
const toRange = ({ from, to }: Aggregation['buckets'][number], count: number) => ({ ...(from !== null && { from }), ...(to !== null && { to }), count })

function toResult(aggregation: Aggregation, rows: readonly Record<string, unknown>[]): Record<string, unknown> {
  switch (aggregation.type) {
    case 'SCALAR':
      return toScalarResult(aggregation, rows[0]?.scalar)
    case 'VALUE':
      return { values: { results: rows.map((row) => toCountedValue(row.b0, row)) } }
    case 'DATE_HISTOGRAM':
      return { dateHistogram: { results: rows.map((row) => toCountedValue(row.b0, row)) } }
    case 'RANGE':
      return { ranges: { results: aggregation.buckets.map((bucket, n) => toRange(bucket, Number(rows.find((row) => row.b0 === String(n))?.count ?? 0))) } }
  }
}

/** One row of a nested sum: each part under its name. */
const toNestedRow = (parts: readonly Aggregation[], row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    parts.map((part, n) => {
      if (part.type === 'SCALAR') return [part.name, toScalarResult(part, row.scalar)]
      if (part.type === 'RANGE') return [part.name, { range: toRange(part.buckets[Number(row[`b${n}`])] ?? { from: null, to: null }, Number(row.count)) }]
      return [part.name, part.type === 'VALUE' ? { value: toCountedValue(row[`b${n}`], row) } : { dateHistogram: toCountedValue(row[`b${n}`], row) }]
    }),
  )
