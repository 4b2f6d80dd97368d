/** The aggregations that a search call asks for. Source: contract query-language §9. */
import type { Field, Fields } from './filter.ts'
import { throwSearchViolation as throwViolation } from './search-violation.ts'

type AggregationKind = 'VALUE' | 'RANGE' | 'SCALAR' | 'DATE_HISTOGRAM'
export interface Aggregation {
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
export type AnyAggregation = Aggregation | { name: string; type: 'NESTED'; parts: Aggregation[] }
/** What aggregations may name. */
interface AggregationSpec {
  fields: Fields
  aggregatable: readonly string[]
}

const kinds: readonly string[] = ['VALUE', 'RANGE', 'SCALAR', 'DATE_HISTOGRAM']
const intervals: readonly string[] = ['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND']
const bodyKeys = { VALUE: 'value', RANGE: 'range', SCALAR: 'scalar', DATE_HISTOGRAM: 'dateHistogram', NESTED: 'nested' } as const

/** What is no object says nothing, and is refused for what it lacks. */
const toRecord = (sent: unknown): Record<string, unknown> => (typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>) : {})
const readKind = (entry: Record<string, unknown>): unknown => entry.type ?? Object.entries(bodyKeys).find(([, body]) => body in entry)?.[0]

/** The aggregations of a search call; refuses what no field or kind answers. */
export function readAggregations(wire: unknown, spec: AggregationSpec): AnyAggregation[] {
  if (wire === undefined || wire === null) return []
  if (!Array.isArray(wire)) return throwViolation('aggregations', 'must be a list')
  if (wire.length > 10) return throwViolation('aggregations', 'must have at most 10 entries', 'MAX_SIZE', { threshold: 10 })
  return wire.map((sent: unknown, at) => {
    const wirePath = `aggregations[${at}]`
    const entry = toRecord(sent)
    const name = typeof entry.name === 'string' ? entry.name : ''
    if (readKind(entry) !== 'NESTED') return readAggregation(sent, wirePath, spec)
    const parts = toRecord(entry.nested).nestedAggregations
    if (!Array.isArray(parts) || parts.length < 2 || parts.length > 3) return throwViolation(`${wirePath}.nested.nestedAggregations`, 'needs 2 or 3 entries')
    const read = parts.map((part, n) => readAggregation(part, `${wirePath}.nested.nestedAggregations[${n}]`, spec))
    if (read.slice(0, -1).some((part) => part.type === 'SCALAR')) return throwViolation(wirePath, 'a scalar comes last')
    return { name, type: 'NESTED', parts: read }
  })
}

function readAggregation(sent: unknown, wirePath: string, spec: AggregationSpec): Aggregation {
  const entry = toRecord(sent)
  const type = readKind(entry)
  if (typeof type !== 'string' || !kinds.includes(type)) return throwViolation(`${wirePath}.type`, 'is not a kind of aggregation', 'INVALID_ENUM_VALUE')
  const fieldPath = typeof entry.fieldPath === 'string' ? entry.fieldPath.replace(/(^|\.)_(id|createdDate|updatedDate)(?=\.|$)/g, '$1$2') : ''
  const field = spec.aggregatable.includes(fieldPath) ? spec.fields[fieldPath] : undefined
  if (!field) return throwViolation(`${wirePath}.fieldPath`, `${fieldPath} can't be summed up`)
  const detail = toRecord(entry[bodyKeys[type as AggregationKind]])
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
  return {
    name: typeof entry.name === 'string' ? entry.name : '',
    type: type as AggregationKind,
    fieldPath,
    field,
    limit,
    byValue: detail.sortType === 'VALUE',
    descending: (detail.sortDirection ?? 'DESC') === 'DESC',
    ...(include && { missing: String((detail.includeOptions as { addToBucket?: string } | undefined)?.addToBucket ?? '') }),
    buckets: readBuckets(detail.buckets, `${wirePath}.range.buckets`),
    scalar: detail.type === 'MIN' || detail.type === 'MAX' ? detail.type : 'COUNT_DISTINCT',
    interval,
  }
}

function readBuckets(sent: unknown, wirePath: string): Aggregation['buckets'] {
  if (!Array.isArray(sent)) return []
  return sent.slice(0, 50).map((bucket: unknown, at) => {
    const bounds = typeof bucket === 'object' && bucket !== null ? Object.entries(bucket).filter(([name]) => name === 'from' || name === 'to') : undefined
    if (!bounds?.every(([, bound]) => bound === null || typeof bound === 'number')) return throwViolation(`${wirePath}[${at}]`, 'must be numbers')
    return { from: null, to: null, ...(Object.fromEntries(bounds) as { from?: number | null; to?: number | null }) }
  })
}
