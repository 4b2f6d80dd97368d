/**
 * Search calls: a query by cursor with words to look for, sorted by relevance, and sums over all that was found.
 * Source: contract query-language §9.
 *
 *   const search = readSearch(body.search, { name: 'services.search', fields, searchable: { name: 'service.name' }, aggregatable: ['type'] })
 *   const { rows, meta } = await searchPage(base, search)
 *   const aggregationData = await aggregate(ctx.db, base, search)
 */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { type ReadDatabase, readSql } from '../db/open.ts'
import { Violations, type Violation } from '../api/refusal.ts'
import { readCursor } from './cursor.ts'
import type { Field } from './filter.ts'
import { cursorPage, readQuery, type CursorMeta, type Query, type QuerySpec, type WireQuery } from './query.ts'
import { toColumnSql, toSql } from './to-sql.ts'

export interface SearchSpec extends Omit<QuerySpec, 'paging' | 'path'> {
  /** Names that words are looked for in, and their text columns in SQL spelling. */
  searchable: Readonly<Record<string, string>>
  /** Names of `fields` that may be summed up. */
  aggregatable: readonly string[]
  /** Longest expression. Default 200. */
  maxExpression?: number
}

export interface WireSearch extends WireQuery {
  search?: { mode?: string | null; expression?: string | null; fields?: readonly string[] | null; fuzzy?: boolean | null } | null
  aggregations?: unknown
  timeZone?: string | null
}

interface SearchTerms {
  expression: string
  mode: 'AND' | 'OR'
  fuzzy: boolean
  fields: string[]
}
type AggregationKind = 'VALUE' | 'RANGE' | 'SCALAR' | 'DATE_HISTOGRAM'
interface Aggregation {
  name: string
  type: AggregationKind
  fieldPath: string
  field: Field
  limit: number
  byValue: boolean
  descending: boolean
  /** Bucket of those without a value; undefined leaves them out. */
  missing?: string | undefined
  buckets: { from: number | null; to: number | null }[]
  scalar: 'COUNT_DISTINCT' | 'MIN' | 'MAX'
  interval: string
}
export interface Search {
  query: Query
  terms: SearchTerms | undefined
  condition: Expression<SqlBool>
  aggregations: (Aggregation | { name: string; type: 'NESTED'; parts: Aggregation[] })[]
  zone: string
}

const path = 'search'
const throwViolation = (field: string, description: string, rule: Violation['violatedRule'] = 'VALIDATION', data = {}): never => {
  throw new Violations([{ field: `${path}.${field}`, description, violatedRule: rule, data }])
}

export function readSearch(wire: WireSearch | null | undefined, spec: SearchSpec): Search {
  const cursor = wire?.cursorPaging?.cursor
  const carried = cursor ? (readCursor(spec.name, cursor)?.options.words as SearchTerms | undefined) : undefined
  const words = cursor ? carried : readTerms(wire, spec)
  const relevance: Field = { type: 'number', column: words ? toRelevance(words, spec) : sql`0`, sort: true, filter: false, required: true }
  const query = readQuery(wire, {
    ...spec,
    path,
    paging: 'cursor',
    fields: { ...spec.fields, relevance },
    ...(words && { defaultSort: [{ field: 'relevance', order: 'DESC' as const }, ...(spec.defaultSort ?? [])] }),
    options: { ...spec.options, words },
  })
  return {
    query,
    terms: words,
    condition: words ? matchesTerms(words, spec) : sql<SqlBool>`true`,
    aggregations: cursor ? [] : readAggregations(wire?.aggregations, spec),
    zone: wire?.timeZone ?? 'UTC',
  }
}

function readTerms(wire: WireSearch | null | undefined, { searchable, maxExpression = 200 }: SearchSpec): SearchTerms | undefined {
  const requested = wire?.search
  const expression = requested?.expression?.trim() ?? ''
  if (expression.length > maxExpression)
    throwViolation('search.expression', `must have at most ${maxExpression} characters`, 'MAX_LENGTH', { threshold: maxExpression })
  if (requested?.mode && requested.mode !== 'AND' && requested.mode !== 'OR') throwViolation('search.mode', 'must be AND or OR', 'INVALID_ENUM_VALUE')
  const fields = requested?.fields?.length ? [...requested.fields] : Object.keys(searchable)
  for (const field of fields) if (!Object.hasOwn(searchable, field)) throwViolation('search.fields', `${field} can't be searched`)
  return expression === '' ? undefined : { expression, mode: requested?.mode === 'AND' ? 'AND' : 'OR', fuzzy: requested?.fuzzy === true, fields }
}

const splitTerms = (words: SearchTerms): string[] => words.expression.split(/\s+/).slice(0, 20)
const toLikePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
const columns = (words: SearchTerms, spec: SearchSpec): RawBuilder<unknown>[] =>
  words.fields.map((name) => sql`lower(coalesce(${sql.raw(spec.searchable[name] as string)}, ''))`)

/** Whether the words are found: each (AND) or one of them (OR), as a part of a text; fuzzy also takes what is spelled alike. */
function matchesTerms(words: SearchTerms, spec: SearchSpec): Expression<SqlBool> {
  const matchWord = (word: string) =>
    sql`(${sql.join(
      columns(words, spec).map((column) =>
        words.fuzzy
          ? sql`(${column} like ${toLikePattern(word)} or word_similarity(${word.toLowerCase()}, ${column}) >= 0.5)`
          : sql`${column} like ${toLikePattern(word)}`,
      ),
      sql` or `,
    )})`
  return sql<SqlBool>`(${sql.join(splitTerms(words).map(matchWord), words.mode === 'AND' ? sql` and ` : sql` or `)})`
}

/** The first field weighs more than the next; whole phrases and beginnings weigh more than parts. */
function toRelevance(words: SearchTerms, spec: SearchSpec): RawBuilder<unknown> {
  const whole = words.expression.toLowerCase()
  const parts = columns(words, spec).map((column, at) => {
    const weight = sql.raw(String(words.fields.length - at))
    const hits = sql.join(
      splitTerms(words).map((word) => sql`(case when ${column} like ${toLikePattern(word)} then 2 else 0 end)`),
      sql` + `,
    )
    return sql`${weight} * (${hits} + case when ${column} = ${whole} then 8 when ${column} like ${toLikePattern(whole).slice(1)} then 4 else 0 end)`
  })
  return sql`(${sql.join(parts, sql` + `)})::numeric`
}

const kinds: readonly string[] = ['VALUE', 'RANGE', 'SCALAR', 'DATE_HISTOGRAM']
const intervals: readonly string[] = ['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND']
const bodyKeys = { VALUE: 'value', RANGE: 'range', SCALAR: 'scalar', DATE_HISTOGRAM: 'dateHistogram', NESTED: 'nested' } as const

function readAggregations(wire: unknown, spec: SearchSpec): Search['aggregations'] {
  if (wire === undefined || wire === null) return []
  if (!Array.isArray(wire)) return throwViolation('aggregations', 'must be a list')
  if (wire.length > 10) return throwViolation('aggregations', 'must have at most 10 entries', 'MAX_SIZE', { threshold: 10 })
  return wire.map((entry: Record<string, unknown>, at) => {
    const wirePath = `aggregations[${at}]`
    const type = entry?.type ?? Object.entries(bodyKeys).find(([, body]) => entry && body in entry)?.[0]
    const name = typeof entry?.name === 'string' ? entry.name : ''
    if (type !== 'NESTED') return readAggregation(entry, wirePath, spec)
    const parts = (entry.nested as { nestedAggregations?: unknown } | undefined)?.nestedAggregations
    if (!Array.isArray(parts) || parts.length < 2 || parts.length > 3) return throwViolation(`${wirePath}.nested.nestedAggregations`, 'needs 2 or 3 entries')
    const read = parts.map((part, n) => readAggregation(part, `${wirePath}.nested.nestedAggregations[${n}]`, spec))
    if (read.slice(0, -1).some((part) => part.type === 'SCALAR')) return throwViolation(wirePath, 'a scalar comes last')
    return { name, type, parts: read }
  })
}

function readAggregation(entry: Record<string, unknown>, wirePath: string, spec: SearchSpec): Aggregation {
  const type = entry?.type ?? Object.entries(bodyKeys).find(([, body]) => entry && body in entry)?.[0]
  if (typeof type !== 'string' || !kinds.includes(type)) return throwViolation(`${wirePath}.type`, 'is not a kind of aggregation', 'INVALID_ENUM_VALUE')
  const fieldPath = typeof entry.fieldPath === 'string' ? entry.fieldPath.replace(/(^|\.)_(id|createdDate|updatedDate)(?=\.|$)/g, '$1$2') : ''
  const field = spec.aggregatable.includes(fieldPath) ? spec.fields[fieldPath] : undefined
  if (!field) return throwViolation(`${wirePath}.fieldPath`, `${fieldPath} can't be summed up`)
  const detail = (entry[bodyKeys[type as AggregationKind]] ?? {}) as Record<string, unknown>
  const numeric = field.type === 'number' || field.type === 'integer'
  if (type === 'RANGE' && !numeric) return throwViolation(wirePath, 'ranges are for numbers')
  if (type === 'DATE_HISTOGRAM' && field.type !== 'instant' && field.type !== 'date') return throwViolation(wirePath, 'a date histogram is for dates')
  if (type === 'SCALAR' && detail.type !== 'COUNT_DISTINCT' && !numeric && field.type !== 'instant')
    return throwViolation(wirePath, 'the least and the most are for numbers and dates')
  const limit = detail.limit ?? 10
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > 250)
    return throwViolation(`${wirePath}.value.limit`, 'must be from 1 to 250')
  const interval = detail.interval ?? 'DAY'
  if (typeof interval !== 'string' || !intervals.includes(interval))
    return throwViolation(`${wirePath}.dateHistogram.interval`, 'is not an interval', 'INVALID_ENUM_VALUE')
  const include = detail.missingValues === 'INCLUDE' || detail.includeOptions !== undefined
  const buckets = Array.isArray(detail.buckets) ? (detail.buckets as { from?: number; to?: number }[]).slice(0, 50) : []
  return {
    name: typeof entry.name === 'string' ? entry.name : '',
    type: type as AggregationKind,
    fieldPath,
    field,
    limit,
    byValue: detail.sortType === 'VALUE',
    descending: (detail.sortDirection ?? 'DESC') === 'DESC',
    ...(include && { missing: String((detail.includeOptions as { addToBucket?: string } | undefined)?.addToBucket ?? '') }),
    buckets: buckets.map(({ from, to }) => ({ from: from ?? null, to: to ?? null })),
    scalar: detail.type === 'MIN' || detail.type === 'MAX' ? detail.type : 'COUNT_DISTINCT',
    interval,
  }
}

type Select<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>

export const searchPage = <DB, TB extends keyof DB, O>(base: Select<DB, TB, O>, { query, condition }: Search): Promise<{ rows: O[]; meta: CursorMeta }> =>
  cursorPage(base.where(condition), query)

/**
 * The sums over everything that was found, whatever the page, in one statement: what was found is looked at once, each of its fields worked out once, and the
 * sums are of that. `base` selects nothing that matters.
 */
export async function aggregate<DB, TB extends keyof DB, O>(
  db: ReadDatabase,
  base: Select<DB, TB, O>,
  search: Search,
): Promise<{ results: Record<string, unknown>[] }> {
  if (search.aggregations.length === 0) return { results: [] }
  const narrowed = base.where(search.condition).where(toSql(search.query.filter, search.query.spec.fields)).clearSelect()
  const fields = [...new Set(search.aggregations.flatMap((aggregation) => listParts(aggregation).map(({ field }) => field)))]
  // The columns have no table: they are named by their place.
  const found = narrowed.select(fields.map((field, n) => sql`${toColumnSql(field)}`.as(`f${n}`)) as never)
  const toColumn = (field: Field) => sql.raw(`f${fields.indexOf(field)}`)
  const sums = search.aggregations.map((aggregation, n) => {
    const rows = sql`select ${toSum(aggregation, toColumn, search.zone)}`
    return sql`(select coalesce(jsonb_agg(to_jsonb(sums)), '[]') from (${rows}) sums) as ${sql.raw(`a${n}`)}`
  })
  const { rows } = await readSql(db, sql<Record<string, Record<string, unknown>[]>>`with found as materialized ${found} select ${sql.join(sums)}`)
  return { results: search.aggregations.map((aggregation, n) => toSumResult(aggregation, rows[0]?.[`a${n}`] ?? [])) }
}

type AnyAggregation = Search['aggregations'][number]
const listParts = (aggregation: AnyAggregation): Aggregation[] => (aggregation.type === 'NESTED' ? aggregation.parts : [aggregation])

/** What one aggregation selects from the rows that were found. */
function toSum(aggregation: AnyAggregation, toColumn: (field: Field) => RawBuilder<unknown>, zone: string): RawBuilder<unknown> {
  const parts = listParts(aggregation)
  const last = parts.at(-1) as Aggregation
  const buckets = parts.filter((part) => part.type !== 'SCALAR')
  const columns = [...buckets.map((part) => toBucket(part, toColumn(part.field), zone)), last.type === 'SCALAR' ? toColumn(last.field) : sql`1`]
  const named = columns.map((column, n) => sql`${column} as ${n < buckets.length ? bucketColumn(n) : sql.raw('scalar')}`)
  const only = aggregation.type === 'NESTED' ? undefined : last
  return sql`${selectList(buckets, last)} from (select ${sql.join(named)} from found) bucketed ${groupClause(buckets, only)}`
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
/** Dates are written once for each bucket: for each row it took longer than all else. */
const selectList = (buckets: readonly Aggregation[], last: Aggregation) =>
  sql.join([
    ...buckets.map(({ type }, n) => (type === 'DATE_HISTOGRAM' ? sql`${isoText(bucketColumn(n))} as ${bucketColumn(n)}` : bucketColumn(n))),
    sql`count(*) as count`,
    ...(last.type === 'SCALAR' ? [sql`${toScalarSql(last)} as scalar`] : []),
  ])

function groupClause(buckets: readonly Aggregation[], only: Aggregation | undefined): RawBuilder<unknown> {
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

/** The bucket of a row, of dates as an instant, else as text; lists give one per element. Null is no bucket. */
function toBucket(aggregation: Aggregation, column: RawBuilder<unknown>, zone: string): RawBuilder<unknown> {
  if (aggregation.type === 'DATE_HISTOGRAM') return sql`date_trunc(${aggregation.interval.toLowerCase()}, cast(${column} as timestamptz), ${zone})`
  if (aggregation.type === 'RANGE') {
    const toBound = (value: number | null) => sql`cast(${value} as numeric)`
    const cases = aggregation.buckets.map(
      ({ from, to }, n) =>
        sql`when (${toBound(from)} is null or ${column} >= ${toBound(from)}) and (${toBound(to)} is null or ${column} < ${toBound(to)}) then ${sql.lit(String(n))}`,
    )
    return cases.length === 0 ? sql`null::text` : sql`(case ${sql.join(cases, sql` `)} end)`
  }
  const missing = sql`cast(${aggregation.missing ?? null} as text)`
  if (aggregation.field.type !== 'strings') return aggregation.missing === undefined ? sql`(${column})::text` : sql`coalesce((${column})::text, ${missing})`
  const texts = sql`cast(${column} as text[])`
  return aggregation.missing === undefined
    ? sql`unnest(${texts})`
    : sql`unnest(case when coalesce(cardinality(${column}), 0) = 0 then array[${missing}] else ${texts} end)`
}
const isoText = (instant: RawBuilder<unknown>) => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

function toScalarSql(aggregation: Aggregation): RawBuilder<unknown> {
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
