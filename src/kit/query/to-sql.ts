/** A parsed filter as one SQL condition that is never null, so that NOT is the exact opposite. Source: contract query-language §3. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Field, Fields, Filter, Scalar } from './filter.ts'
import { isGuid } from '../pure/guid.ts'

type Sql = RawBuilder<unknown>
const yes = sql`true`
const no = sql`false`
const casts: Partial<Record<Field['type'], string>> = {
  id: 'text',
  string: 'text',
  enum: 'text',
  number: 'numeric',
  integer: 'numeric',
  boolean: 'boolean',
  instant: 'timestamptz',
  date: 'date',
}

/** The SQL of a field. */
export const toColumnSql = (field: Field): Sql => (typeof field.column === 'string' ? sql`${sql.raw(field.column)}` : field.column)

/** The field in comparable form: ids and enums as text, '' as absent where declared so, lower case where case is ignored. */
export function toComparable(field: Field): Sql {
  const column = toColumnSql(field)
  const text = field.type === 'id' ? sql`${column}::text` : field.emptyIsAbsent ? sql`nullif(${column}, '')` : column
  return field.ignoreCase === true ? sql`lower(${text})` : text
}
const MAX_INTEGER = 2_147_483_647
/** Whole numbers of columns are compared as such: as decimal numbers no index of the column would serve. What no column can hold is compared as it is. */
const findCast = (field: Field, value: Scalar): string =>
  field.type === 'integer' && Number.isInteger(Number(value)) && Math.abs(Number(value)) <= MAX_INTEGER ? 'integer' : (casts[field.type] ?? 'text')
/** A value as a parameter of the field's type. */
export function toParameter(field: Field, value: Scalar): Sql {
  const plain = field.type === 'id' && typeof value === 'string' ? value.toLowerCase() : value
  const cast = sql.raw(findCast(field, value))
  return field.ignoreCase ? sql`lower(cast(${plain} as ${cast}))` : sql`cast(${plain} as ${cast})`
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const combineAny = (parts: Sql[]): Sql => (parts.length === 0 ? no : sql`(${sql.join(parts, sql` or `)})`)
const combineAll = (parts: Sql[]): Sql => (parts.length === 0 ? yes : sql`(${sql.join(parts, sql` and `)})`)

export const toSql = (filter: Filter, fields: Fields): Expression<SqlBool> => toCondition(filter, fields) as Expression<SqlBool>

function toCondition(filter: Filter, fields: Fields): Sql {
  if ('all' in filter) return combineAll(filter.all.map((inner) => toCondition(inner, fields)))
  if ('any' in filter) return combineAny(filter.any.map((inner) => toCondition(inner, fields)))
  if ('not' in filter) return sql`(not ${toCondition(filter.not, fields)})`
  const complement = complementValues(filter, fields)
  if (complement) return toCondition({ field: filter.field, op: '$in', values: complement }, fields)
  const field = fields[filter.field] as Field
  const column = toComparable(field)
  switch (filter.op) {
    case '$eq':
      return toEquals(field, column, filter.value)
    case '$ne':
      return sql`(not ${toEquals(field, column, filter.value)})`
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte': {
      const sign = sql.raw({ $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' }[filter.op])
      return excludeNull(field, sql`${withCollation(field, column)} ${sign} ${toParameter(field, filter.value)}`)
    }
    case '$in':
      return toIn(field, column, filter.values)
    case '$nin':
      return sql`(not ${toIn(field, column, filter.values)})`
    case '$startsWith':
      return toLike(field, `${escapeLike(filter.text)}%`)
    case '$endsWith':
      return toLike(field, `%${escapeLike(filter.text)}`)
    case '$contains':
      return toLike(field, `%${escapeLike(filter.text)}%`)
    case '$exists':
      return toExists(field, column, filter.yes)
    case '$isEmpty':
      return filter.yes ? toIsEmpty(field) : sql`(not ${toIsEmpty(field)})`
    case '$hasSome':
      return field.anyOf ? field.anyOf(filter.values.map(String)) : sql`coalesce(${toColumnSql(field)} && ${toTextArray(filter.values)}, false)`
    case '$hasAll':
      return sql`coalesce(${toColumnSql(field)} @> ${toTextArray(filter.values)}, false)`
    case '$matchItems':
      return combineAll(filter.items.map((item) => sql`coalesce(${toColumnSql(field)} @> cast(${JSON.stringify([item])} as jsonb), false)`))
  }
}

/** An enum without some of its values, written so that indexes serve. */
function complementValues(filter: Extract<Filter, { field: string }>, fields: Fields): Scalar[] | undefined {
  const { required, values } = fields[filter.field] as Field
  const without = filter.op === '$ne' ? [filter.value] : filter.op === '$nin' ? filter.values : undefined
  return required && without ? values?.filter((value) => !without.includes(value)) : undefined
}

/** Comparisons with an absent value are false, not unknown; written so that indexes serve. */
const excludeNull = (field: Field, comparison: Sql): Sql =>
  field.required ? sql`(${comparison})` : sql`(${toComparable(field)} is not null and ${comparison})`
/** Texts are ordered by code point, whatever the collation of the database. */
const withCollation = (field: Field, column: Sql): Sql => (field.type === 'string' || field.type === 'id' ? sql`${column} collate "C"` : column)
const toTextArray = (values: readonly Scalar[]): Sql => sql`cast(array[${sql.join(values.map((value) => sql`${value}`))}] as text[])`
/** Without regard to case, and by code point: an index on `(lower(column) collate "C")` finds beginnings and gives the order as well. */
export const foldCase = (field: Field): Sql => sql`(${field.ignoreCase ? toComparable(field) : sql`lower(${toComparable(field)})`} collate "C")`
const toLike = (field: Field, text: string): Sql => excludeNull(field, sql`${foldCase(field)} like lower(cast(${text} as text))`)

function toEquals(field: Field, column: Sql, value: Scalar): Sql {
  if (value === null) return toExists(field, column, false)
  if (field.anyOf) return field.anyOf([String(value)])
  if (field.type === 'strings') return sql`coalesce(cast(${value} as text) = any(${toColumnSql(field)}), false)`
  if (field.type === 'id') return toIdCondition(field, [value])
  return excludeNull(field, sql`${field.byCodePoint ? withCollation(field, column) : column} = ${toParameter(field, value)}`)
}
function toIn(field: Field, column: Sql, values: readonly Scalar[]): Sql {
  const present = values.filter((value) => value !== null)
  const parts = present.length < values.length ? [toExists(field, column, false)] : []
  if (present.length === 0) return combineAny(parts)
  if (field.anyOf) parts.push(field.anyOf(present.map(String)))
  else if (field.type === 'strings') parts.push(sql`coalesce(${toColumnSql(field)} && ${toTextArray(present)}, false)`)
  else if (field.type === 'id') parts.push(toIdCondition(field, present))
  else
    parts.push(
      excludeNull(field, sql`${field.byCodePoint ? withCollation(field, column) : column} in (${sql.join(present.map((value) => toParameter(field, value)))})`),
    )
  return combineAny(parts)
}
/** Ids are compared as uuid, so that the primary key serves; what is no guid identifies nothing. */
function toIdCondition(field: Field, values: readonly Scalar[]): Sql {
  const ids = values.filter(isGuid)
  return ids.length === 0 ? no : excludeNull(field, sql`${toColumnSql(field)} in (${sql.join(ids.map((id) => sql`cast(${id} as uuid)`))})`)
}
function toExists(field: Field, column: Sql, wanted: boolean): Sql {
  if (field.required) return wanted ? yes : no
  return wanted ? sql`(${column} is not null)` : sql`(${column} is null)`
}
function toIsEmpty(field: Field): Sql {
  const column = toColumnSql(field)
  if (field.type === 'strings') return sql`coalesce(cardinality(${column}) = 0, true)`
  if (field.type === 'objects') return sql`coalesce(${column} in ('[]'::jsonb, 'null'::jsonb), true)`
  return field.type === 'id' ? sql`(${column} is null)` : sql`coalesce(${column} = '', true)`
}
