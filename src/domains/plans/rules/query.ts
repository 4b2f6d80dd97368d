/** The filter and sort grammar of the public plan query, applied to a list. A site has few plans; all of them are looked at. Source: guide pricing-plans 3.6, query-language 3. */

export type Queryable = Readonly<Record<string, string | boolean | undefined>>
export interface Problem {
  field: string
  description: string
  violatedRule: 'VALIDATION'
}
type Test = (row: Queryable) => boolean

export const planQueryFields = ['id', 'primary', 'createdDate', 'updatedDate', 'slug'] as const
const dates = new Set<string>(['createdDate', 'updatedDate'])
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The test that a filter stands for; what it does not understand is collected as a problem. */
export function compileFilter(filter: unknown, problems: Problem[], at = 'query.filter'): Test {
  const fail = (description: string): Test => {
    problems.push({ field: at, description, violatedRule: 'VALIDATION' })
    return () => false
  }
  if (filter === undefined || filter === null) return () => true
  if (!isRecord(filter)) return fail('must be an object')
  const tests = Object.entries(filter).map(([key, value]): Test => {
    if (key === '$and' || key === '$or') {
      if (!Array.isArray(value)) return fail(`${key} takes a list`)
      const parts = value.map((part) => compileFilter(part, problems, at))
      return key === '$and' ? (row) => parts.every((part) => part(row)) : (row) => parts.some((part) => part(row))
    }
    if (key === '$not') {
      const inner = compileFilter(Array.isArray(value) ? value[0] : value, problems, at)
      return (row) => !inner(row)
    }
    if (!(planQueryFields as readonly string[]).includes(key)) return fail(`${key} is not a field to filter by`)
    return compileCondition(key, value, fail)
  })
  return (row) => tests.every((test) => test(row))
}

/** Dates are compared as instants, however they were written. */
function comparable(field: string, value: unknown): string | boolean | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'boolean') return value
  if (!dates.has(field)) return String(value)
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(String(value))
  return match ? new Intl.NumberFormat('en', { minimumIntegerDigits: 16, useGrouping: false }).format(epochOf(match)) : String(value)
}
function epochOf([, wall, fraction, zone = 'Z']: RegExpExecArray): number {
  const [y, mo, d, h, mi, s = 0] = String(wall).split(/[-T:]/).map(Number) as [number, number, number, number, number, number?]
  // Days from civil date, so that no clock object is needed.
  const shifted = mo <= 2 ? y - 1 : y
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const days =
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    Math.floor((153 * (mo > 2 ? mo - 3 : mo + 9) + 2) / 5) +
    d -
    1 -
    719_468
  const offset = zone === 'Z' ? 0 : (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4)))
  return ((days * 24 + h) * 60 + mi - offset) * 60_000 + s * 1000 + Math.floor(Number(fraction ?? 0) * 1000)
}

function compileCondition(field: string, condition: unknown, fail: (description: string) => Test): Test {
  const operators = isRecord(condition) ? condition : { $eq: condition }
  const tests = Object.entries(operators).map(([operator, raw]): Test => {
    const of = (row: Queryable) => comparable(field, row[field])
    const wanted = comparable(field, raw)
    const ordered = (test: (a: string, b: string) => boolean): Test =>
      field === 'primary' || typeof wanted !== 'string' ? fail(`${operator} does not fit ${field}`) : (row) => test(String(of(row) ?? ''), wanted)
    switch (operator) {
      case '$eq':
        return (row) => of(row) === wanted
      case '$ne':
        return (row) => of(row) !== wanted
      case '$gt':
        return ordered((a, b) => a > b)
      case '$gte':
        return ordered((a, b) => a >= b)
      case '$lt':
        return ordered((a, b) => a < b)
      case '$lte':
        return ordered((a, b) => a <= b)
      case '$startsWith':
        return typeof raw !== 'string' || field === 'primary'
          ? fail(`$startsWith does not fit ${field}`)
          : (row) =>
              String(row[field] ?? '')
                .toLowerCase()
                .startsWith(raw.toLowerCase())
      case '$exists':
        return (row) => (row[field] !== undefined) === (raw === true)
      case '$in': {
        if (!Array.isArray(raw)) return fail('$in takes a list')
        const values = raw.map((one) => comparable(field, one))
        return (row) => values.includes(of(row))
      }
      default:
        return fail(`${operator} is not an operator of ${field}`)
    }
  })
  return (row) => tests.every((test) => test(row))
}

/** The comparison that a sort list stands for; undefined leaves the given order. */
export function compileSort(sort: unknown, problems: Problem[]): ((a: Queryable, b: Queryable) => number) | undefined {
  const list = (Array.isArray(sort) ? sort : sort ? [sort] : []).filter(isRecord)
  if (list.length === 0) return undefined
  const keys = list.map((entry) => {
    const field = String(entry['fieldName'] ?? '')
    const direction = String(entry['order'] ?? entry['direction'] ?? 'ASC').toUpperCase()
    if (!(planQueryFields as readonly string[]).includes(field))
      problems.push({ field: 'query.sort', description: `${field} is not a field to sort by`, violatedRule: 'VALIDATION' })
    if (direction !== 'ASC' && direction !== 'DESC')
      problems.push({ field: 'query.sort', description: 'order must be ASC or DESC', violatedRule: 'VALIDATION' })
    return { field, sign: direction === 'DESC' ? -1 : 1 }
  })
  return (a, b) => {
    for (const { field, sign } of keys) {
      const [left, right] = [String(a[field] ?? ''), String(b[field] ?? '')]
      if (left !== right) return left < right ? -sign : sign
    }
    return 0
  }
}
