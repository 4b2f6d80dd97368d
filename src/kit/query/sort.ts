/** Sort lists of the public query language → order and keyset conditions. Source: contract query-language §2, §4. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { Violations, type Violation } from '../api/refusal.ts'
import { toWireName, type Field, type Fields } from './filter.ts'
import { toColumnSql, toComparable, foldCase } from './to-sql.ts'

export interface SortKey {
  field: string
  order: 'ASC' | 'DESC'
}
/** Values of the sort keys of one row as text; null where absent. */
export type Position = (string | null)[]

/** Reads `sort`, or else `sorting`: a list or a single entry, `order` or the older `direction`. */
export function parseSort(
  wire: { sort?: unknown; sorting?: unknown } | null | undefined,
  fields: Fields,
  of: { path?: string; maxKeys?: number } = {},
): SortKey[] {
  const name = wire?.sort === undefined || wire.sort === null ? 'sorting' : 'sort'
  const path = of.path ?? 'query.sort'
  const received = wire?.[name]
  if (received === undefined || received === null) return []
  const entries: unknown[] = Array.isArray(received) ? received : [received]
  if (entries.length > (of.maxKeys ?? 10))
    throw new Violations([
      { field: path, description: `must have at most ${of.maxKeys ?? 10} entries`, violatedRule: 'MAX_SIZE', data: { threshold: of.maxKeys ?? 10 } },
    ])
  return entries.filter((entry) => !isBlank(entry)).map((entry) => parseSortKey(entry, fields, path))
}

/** Clients send `{}` where they mean no sorting. */
const isBlank = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && Object.keys(entry).length === 0

function parseSortKey(entry: unknown, fields: Fields, path: string): SortKey {
  const throwViolation = (description: string, violatedRule: Violation['violatedRule'] = 'VALIDATION'): never => {
    throw new Violations([{ field: path, description, violatedRule, data: {} }])
  }
  if (typeof entry !== 'object' || entry === null) return throwViolation('must be a list of {fieldName, order}')
  const { fieldName, order, direction } = entry as Record<string, unknown>
  if (typeof fieldName !== 'string') return throwViolation('needs a fieldName', 'REQUIRED_FIELD')
  const field = toWireName(fieldName)
  const allowed = Object.hasOwn(fields, field) ? fields[field]?.sort : undefined
  if (!allowed) return throwViolation(`${fieldName} can't be sorted by`)
  const requested = String(order ?? direction ?? 'ASC').toUpperCase()
  if (requested !== 'ASC' && requested !== 'DESC') return throwViolation('order must be ASC or DESC', 'INVALID_ENUM_VALUE')
  if (allowed !== true && allowed !== requested) return throwViolation(`${fieldName} can only be sorted ${allowed}`)
  return { field, order: requested }
}

/** The sort with the tie-breaker at its end, so that the order is total. It goes the way of the last key: an index read backwards gives both. */
export const withTieBreaker = (sort: readonly SortKey[], tieBreaker: string): SortKey[] =>
  sort.some((key) => key.field === tieBreaker) ? [...sort] : [...sort, { field: tieBreaker, order: sort.at(-1)?.order ?? 'ASC' }]

/** What rows are ordered by: texts without regard to case and by code point, the same on every database. */
function toOrderable(field: Field): RawBuilder<unknown> {
  // Ids have the same order as text.
  if (field.type === 'id') return field.required ? toColumnSql(field) : toComparable(field)
  return field.type === 'string' || field.type === 'enum' ? foldCase(field) : toComparable(field)
}
const toCast = (field: Field): string => (field.type === 'id' && field.required ? 'uuid' : (casts[field.type] ?? 'text'))

/** The sort keys of a row as they are compared. */
export const toKeysSql = (sort: readonly SortKey[], fields: Fields): RawBuilder<unknown>[] => sort.map(({ field }) => toOrderable(fields[field] as Field))

/** Absent values come last when ascending and first when descending. For `query.orderBy(…)`: one expression per key. */
export const toOrderSql = (sort: readonly SortKey[], fields: Fields): RawBuilder<unknown>[] =>
  sort.map(({ field, order }) => sql`${toOrderable(fields[field] as Field)} ${sql.raw(order === 'ASC' ? 'asc' : 'desc')}`)

/** Select this beside the columns to learn where a row stands: `.select(positionSql(sort, fields).as('position'))`. */
export const toPositionSql = (sort: readonly SortKey[], fields: Fields): RawBuilder<Position> =>
  sql<Position>`array[${sql.join(sort.map(({ field }) => sql`(${toOrderable(fields[field] as Field)})::text`))}]`

const casts: Partial<Record<Field['type'], string>> = { number: 'numeric', integer: 'numeric', boolean: 'boolean', instant: 'timestamptz', date: 'date' }

/**
 * The rows that come after a position, as stretches without overlap, the nearest first: each is one piece of an index on
 * the sort. The next keys are equal up to one that lies behind; absent values lie behind all others when ascending.
 */
export function rangesAfter(position: Position, sort: readonly SortKey[], fields: Fields): Expression<SqlBool>[] {
  const [first, ...others] = sort.map(({ field }) => fields[field] as Field)
  const columns = sort.map(({ field }) => toOrderable(fields[field] as Field))
  const order = sort[0]?.order
  const valueAt = (at: number) => sql`cast(${position[at] ?? null} as ${sql.raw(toCast(fields[sort[at]?.field ?? ''] as Field))})`
  const hasOneDirection = sort.every((key) => key.order === order) && others.every((field) => field.required)
  // Where all keys go one way, the rows behind are one piece of the index, and it takes no longer than the first page.
  if (first && hasOneDirection && position.length === sort.length && position.every((value) => value !== null)) {
    const sign = sql.raw(order === 'ASC' ? '>' : '<')
    const afterCondition = sql<SqlBool>`((${sql.join(columns)}) ${sign} (${sql.join(sort.map((_, at) => valueAt(at)))}))`
    return order === 'ASC' && !first.required ? [afterCondition, sql<SqlBool>`(${columns[0]} is null)`] : [afterCondition]
  }
  const ranges: RawBuilder<SqlBool>[] = []
  for (let last = sort.length - 1; last >= 0; last--) {
    const { field: name, order: direction } = sort[last] as SortKey
    const field = fields[name] as Field
    const column = columns[last] as RawBuilder<unknown>
    const equal = columns.slice(0, last).map((before, at) => (position[at] == null ? sql`${before} is null` : sql`${before} = ${valueAt(at)}`))
    const addRange = (afterCondition: RawBuilder<unknown>) => void ranges.push(sql<SqlBool>`(${sql.join([...equal, afterCondition], sql` and `)})`)
    if (position[last] == null) {
      if (direction === 'DESC') addRange(sql`${column} is not null`)
    } else {
      addRange(sql`${column} ${sql.raw(direction === 'ASC' ? '>' : '<')} ${valueAt(last)}`)
      if (direction === 'ASC' && !field.required) addRange(sql`${column} is null`)
    }
  }
  return ranges
}

/** The rows that come after a position, in one condition. */
export function toAfterSql(position: Position, sort: readonly SortKey[], fields: Fields): Expression<SqlBool> {
  const ranges = rangesAfter(position, sort, fields)
  const inAnyRange = ranges.length > 0 ? sql<SqlBool>`(${sql.join(ranges, sql` or `)})` : sql<SqlBool>`false`
  const [first] = sort
  const field = first && (fields[first.field] as Field)
  const from = position[0]
  if (!first || !field?.required || typeof from !== 'string') return inAnyRange
  // Repeats the start of the page as a condition that the index serves: a deep page costs as much as the first.
  const sign = sql.raw(first.order === 'ASC' ? '>=' : '<=')
  return sql<SqlBool>`(${toOrderable(field)} ${sign} cast(${from} as ${sql.raw(toCast(field))}) and ${inAnyRange})`
}

export const reverseSort = (sort: readonly SortKey[]): SortKey[] => sort.map(({ field, order }) => ({ field, order: order === 'ASC' ? 'DESC' : 'ASC' }))
