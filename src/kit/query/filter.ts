/**
 * Filters of the public query language → SQL. A domain declares its fields once; everything undeclared is a violation.
 * Source: contract query-language §3.
 *
 *   const fields = {
 *     id: { type: 'id', column: 'member.id' },
 *     'profile.nickname': { type: 'string', column: 'member.nickname', sort: true },
 *     price: { type: 'number', column: sql`(plan.pricing ->> 'price')::numeric` },
 *     category: { type: 'strings', column: 'service.category_ids' },       // list of scalars, a text[] column
 *   } satisfies Fields
 *   const filter = parseFilter(body.query?.filter, fields)                  // throws Violations on query.filter
 *   query.where(toSql(filter, fields))
 */
import { Temporal } from 'temporal-polyfill'
import type { RawBuilder } from 'kysely'
import { Violations } from '../api/refusal.ts'

export type FieldType = 'id' | 'string' | 'number' | 'integer' | 'boolean' | 'instant' | 'date' | 'enum' | 'strings' | 'object' | 'objects'
export type Scalar = string | number | boolean | null
export type Compare = '$eq' | '$ne' | '$gt' | '$gte' | '$lt' | '$lte'
export type Operator = Compare | '$in' | '$nin' | '$startsWith' | '$endsWith' | '$contains' | '$exists' | '$isEmpty' | '$hasSome' | '$hasAll' | '$matchItems'

export interface Field {
  type: FieldType
  /** `table.column` in SQL spelling (snake_case), or any SQL expression. */
  column: string | RawBuilder<unknown>
  /** Values of an enum; another one is a violation. */
  values?: readonly string[]
  /** Narrows what the type allows. */
  operators?: readonly Operator[]
  /** May be sorted by, in both directions or in one. */
  sort?: boolean | 'ASC' | 'DESC'
  /** The column is `not null`: sorting and cursors get simpler SQL, `$exists` is constant. */
  required?: boolean
  /** An index holds the column by code point (`collate "C"`): equality uses the same collation, as ranges do. */
  byCodePoint?: boolean
  /** Every comparison ignores case (emails); `'lower'`: the column holds lower case only, so that its own index serves. */
  ignoreCase?: boolean | 'lower'
  /** The text of an absent value is stored as '' (then '' counts as absent). */
  emptyIsAbsent?: boolean
  /** For lists that are rows of another table: whether one of these is among them, in a form that indexes serve. */
  anyOf?: (values: readonly string[]) => RawBuilder<unknown>
  /** How rows are summed up by this field; absent: by its column, row by row. */
  summed?: {
    /** What is read of each row in its place (`table.column`), where the column of the field takes longer to work out. */
    column?: string
    /** Makes the value of the field of that. */
    toValue?: (column: RawBuilder<unknown>) => RawBuilder<unknown>
    /** Thousands of rows have hardly any different ones: rows are counted by it in one pass, and the value is made once for each. */
    few?: true
  }
  /** Not for filters: the field can only be sorted by. */
  filter?: false
  /** Fields of the elements of a list of objects; `column` is then a jsonb array. For `$matchItems`. */
  items?: Readonly<Record<string, 'string' | 'number' | 'boolean'>>
}
export type Fields = Readonly<Record<string, Field>>

export type Filter =
  | { all: Filter[] }
  | { any: Filter[] }
  | { not: Filter }
  | { field: string; op: Compare; value: Scalar }
  | { field: string; op: '$in' | '$nin' | '$hasSome' | '$hasAll'; values: Scalar[] }
  | { field: string; op: '$startsWith' | '$endsWith' | '$contains'; text: string }
  | { field: string; op: '$exists' | '$isEmpty'; yes: boolean }
  | { field: string; op: '$matchItems'; items: Record<string, Scalar>[] }

const orderedOperators: readonly Operator[] = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$exists', '$in', '$nin']
/** Operators that a type takes. `$endsWith` and `$contains` are for fields that name them in `operators`. */
export const operatorsOf: Record<FieldType, readonly Operator[]> = {
  id: ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$exists', '$in', '$nin', '$isEmpty', '$startsWith'],
  string: [...orderedOperators, '$isEmpty', '$startsWith'],
  number: orderedOperators,
  integer: orderedOperators,
  instant: orderedOperators,
  date: orderedOperators,
  boolean: ['$eq', '$ne', '$in', '$nin', '$exists'],
  enum: ['$eq', '$ne', '$in', '$nin', '$exists'],
  strings: ['$hasAll', '$hasSome', '$isEmpty', '$exists'],
  object: ['$exists'],
  objects: ['$isEmpty', '$exists', '$matchItems'],
}

export interface FilterLimits {
  /** Wire path of the filter for violations. Default `query.filter`. */
  path?: string
  depth?: number
  conditions?: number
  listSize?: number
}
const defaults = { path: 'query.filter', depth: 8, conditions: 100, listSize: 1000 }

type FilterProblem = 'VALIDATION' | 'INVALID_ENUM_VALUE' | 'FORMAT' | 'MAX_SIZE'

/** Reads a filter from the wire. Absent, null and {} mean everything. Throws `Violations` on `limits.path`. */
export const parseFilter = (wire: unknown, fields: Fields, limits: FilterLimits = {}): Filter => new FilterParser(fields, limits).parseGroup(wire, 1)

/** The parse of one filter; counts its conditions. */
class FilterParser {
  readonly #fields: Fields
  readonly #path: string
  readonly #maxDepth: number
  readonly #maxConditions: number
  readonly #maxListSize: number
  #conditions = 0

  constructor(fields: Fields, { path, depth, conditions, listSize }: FilterLimits) {
    this.#fields = fields
    this.#path = path ?? defaults.path
    this.#maxDepth = depth ?? defaults.depth
    this.#maxConditions = conditions ?? defaults.conditions
    this.#maxListSize = listSize ?? defaults.listSize
  }

  /** A violation of the filter as a whole: the path says where in the request, the description what is wrong. */
  #fail(description: string, violatedRule: FilterProblem = 'VALIDATION', data: Record<string, unknown> = {}): never {
    throw new Violations([{ field: this.#path, description, violatedRule, data }])
  }

  /** An object of fields and of `$and`, `$or`, `$not`. */
  parseGroup(value: unknown, level: number): Filter {
    if (value === undefined || value === null) return { all: [] }
    if (typeof value !== 'object' || Array.isArray(value)) return this.#fail('must be an object')
    if (level > this.#maxDepth) return this.#fail(`must not be nested deeper than ${this.#maxDepth} levels`)
    return combineFilters(Object.entries(value).map(([key, inner]) => this.#parseEntry(key, inner, level)))
  }

  #parseGroups(key: string, value: unknown, level: number): Filter[] {
    if (!Array.isArray(value)) return this.#fail(`${key} takes a list of filters`)
    return value.map((inner) => this.parseGroup(inner, level + 1))
  }

  #parseEntry(sentName: string, value: unknown, level: number): Filter {
    const key = toWireName(sentName)
    if (key === '$and') return combineFilters(this.#parseGroups(key, value, level))
    if (key === '$or') return { any: this.#parseGroups(key, value, level) }
    if (key === '$not') return { not: Array.isArray(value) ? combineFilters(this.#parseGroups(key, value, level)) : this.parseGroup(value, level + 1) }
    if (key.startsWith('$')) return this.#fail(`${key} is not known`)
    const field = Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined
    if (!field || field.filter === false) return this.#fail(`${key} can't be filtered by`)
    if (value === null || typeof value !== 'object') return this.#parseCondition(key, field, '$eq', value)
    if (Array.isArray(value)) return this.#fail(`${key} needs an operator for a list`)
    const all = Object.entries(value).map(([op, operand]) => this.#parseCondition(key, field, op, operand))
    return all.length === 0 ? this.#fail(`${key} needs an operator`) : combineFilters(all)
  }

  #parseCondition(name: string, field: Field, sentOp: string, operand: unknown): Filter {
    if (++this.#conditions > this.#maxConditions)
      return this.#fail(`must have at most ${this.#maxConditions} conditions`, 'MAX_SIZE', { threshold: this.#maxConditions })
    const op = (field.operators ?? operatorsOf[field.type]).find((one) => one === sentOp) ?? this.#fail(`${name} does not take ${sentOp}`)
    switch (op) {
      case '$eq':
      case '$ne':
        return { field: name, op, value: this.#parseScalar(name, field, operand) }
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        if (operand === null || operand === undefined) return this.#fail(`${name} can't be compared with nothing`)
        return { field: name, op, value: this.#parseScalar(name, field, operand) }
      case '$in':
      case '$nin':
      case '$hasSome':
      case '$hasAll':
        return { field: name, op, values: this.#parseScalars(name, field, op, operand) }
      case '$startsWith':
      case '$endsWith':
      case '$contains':
        return typeof operand === 'string' ? { field: name, op, text: operand } : this.#fail(`${name}: ${op} takes a text`)
      case '$exists':
      case '$isEmpty':
        return typeof operand === 'boolean' ? { field: name, op, yes: operand } : this.#fail(`${name}: ${op} takes true or false`)
      case '$matchItems':
        if (!Array.isArray(operand)) return this.#fail(`${name}: $matchItems takes a list of filters`)
        return { field: name, op, items: operand.map((item) => this.#parseItem(name, field.items ?? {}, item)) }
    }
  }

  #parseScalar(name: string, field: Field, raw: unknown): Scalar {
    return toScalar(raw, field, (why, rule) => this.#fail(`${name} ${why}`, rule))
  }

  #parseScalars(name: string, field: Field, op: Operator, operand: unknown): Scalar[] {
    if (!Array.isArray(operand)) return this.#fail(`${name}: ${op} takes a list`)
    if (operand.length > this.#maxListSize)
      return this.#fail(`${name}: ${op} takes at most ${this.#maxListSize} values`, 'MAX_SIZE', { threshold: this.#maxListSize })
    return operand.map((raw) => this.#parseScalar(name, field, raw))
  }

  /** The fields that an element of a list must have: `{ id: 'x' }` or `{ id: { $eq: 'x' } }`. */
  #parseItem(name: string, items: NonNullable<Field['items']>, raw: unknown): Record<string, Scalar> {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return this.#fail(`${name}: $matchItems takes filters`)
    return Object.fromEntries(
      Object.entries(raw).map(([key, given]): [string, Scalar] => {
        const plain = typeof given === 'object' && given !== null && Object.keys(given).length === 1 && '$eq' in given ? given.$eq : given
        const type = Object.hasOwn(items, key) ? items[key] : undefined
        return type !== undefined && (plain === null || typeof plain === type) ? [key, plain as Scalar] : this.#fail(`${name}.${key} can't be matched this way`)
      }),
    )
  }
}

/** Hand-written queries may hold the spelling of the client: `_id`, `_createdDate`, `_updatedDate`. */
export const toWireName = (path: string): string => path.replace(/(^|\.)_(id|createdDate|updatedDate)(?=\.|$)/g, '$1$2')

/** One condition stands for itself. */
const combineFilters = (filters: Filter[]): Filter => (filters.length === 1 ? (filters[0] as Filter) : { all: filters })

type ThrowProblem = (why: string, rule?: 'VALIDATION' | 'INVALID_ENUM_VALUE' | 'FORMAT') => never

/** A value in its canonical form: instants in UTC milliseconds, numbers as numbers. */
function toScalar(raw: unknown, field: Field, throwProblem: ThrowProblem): Scalar {
  if (raw === null || raw === undefined) return null
  switch (field.type) {
    case 'number':
    case 'integer': {
      const number = typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw
      if (typeof number !== 'number' || !Number.isFinite(number)) return throwProblem('must be compared with a number')
      return number
    }
    case 'boolean':
      return typeof raw === 'boolean' ? raw : throwProblem('must be compared with true or false')
    case 'enum':
      if (typeof raw !== 'string') return throwProblem('must be compared with one of its values')
      return field.values && !field.values.includes(raw) ? throwProblem(`has no value ${raw}`, 'INVALID_ENUM_VALUE') : raw
    case 'instant':
      return typeof raw === 'string' ? parseOrThrow(raw, toInstantText, throwProblem) : throwProblem('must be compared with a timestamp')
    case 'date':
      return typeof raw === 'string'
        ? parseOrThrow(raw, (text) => Temporal.PlainDate.from(text.slice(0, 10)).toString(), throwProblem)
        : throwProblem('must be compared with a date')
    default:
      if (typeof raw !== 'string') return throwProblem('must be compared with a text')
      return raw.includes('\0') ? throwProblem('must not hold control characters') : raw
  }
}

/** Any RFC 3339 text; a date alone is its first moment in UTC, and a time without a zone is taken as UTC. */
const toInstantText = (text: string): string => {
  const whole = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : /[zZ]|[+-]\d\d(:?\d\d)?$/.test(text) ? text : `${text}Z`
  return Temporal.Instant.fromEpochMilliseconds(Temporal.Instant.from(whole).epochMilliseconds).toString({ smallestUnit: 'millisecond' })
}
const parseOrThrow = (text: string, read: (text: string) => string, throwProblem: ThrowProblem): string => {
  try {
    return read(text)
  } catch {
    return throwProblem(`can't be compared with ${JSON.stringify(text.slice(0, 40))}`, 'FORMAT')
  }
}
