/** Values made from schemas: one that fits, and many that do not. */
import type { TSchema } from 'typebox'
import type { Random } from '../kill/random.ts'

/** The JSON-schema side of a TypeBox schema. */
interface Shape {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  allOf?: readonly Shape[]
  properties?: Readonly<Record<string, Shape>>
  patternProperties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  items?: Shape
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Text for a field by its name and shape; undefined leaves it to the generator. */
export type TextFor = (field: string, shape: { format?: string | undefined; pattern?: string | undefined }) => string | undefined

const GUID = '00000000-0000-4000-8000-000000000001'
const byFormat: Record<string, string> = {
  uuid: GUID,
  email: 'visitor@people.example',
  date: '2031-01-02',
  'date-time': '2031-01-02T09:30:00.000Z',
  uri: 'https://people.example/',
  url: 'https://people.example/',
}

function text(field: string, shape: Shape, textFor: TextFor): string {
  const given = textFor(field, shape)
  if (given !== undefined) return given
  if (shape.format && byFormat[shape.format]) return byFormat[shape.format] as string
  const pattern = shape.pattern
  if (pattern) {
    const tries = [
      GUID,
      '10',
      '10.00',
      'USD',
      '2031-01-02T09:30:00Z',
      '2031-01-02',
      '2031-01-02T09:30:00',
      '09:30',
      'abc',
      'en',
      '#336655',
      'https://people.example/',
    ]
    const fits = tries.find((one) => new RegExp(pattern).test(one))
    if (fits !== undefined) return fits
  }
  return 'word'.repeat(Math.ceil((shape.minLength ?? 1) / 4)).slice(0, Math.max(shape.minLength ?? 4, 4))
}

/** A value that has the shape: required fields, and optional ones when `chance` says so. */
export function generateValid(schema: TSchema | undefined, textFor: TextFor, random: Random | undefined, field = '', depth = 0): unknown {
  const shape = (schema ?? {}) as Shape
  const inner = (next: Shape | undefined, name: string) => generateValid(next as TSchema | undefined, textFor, random, name, depth + 1)
  if ('const' in shape) return shape.const
  if (shape.enum) return random ? random.pick(shape.enum) : shape.enum[0]
  if (shape.anyOf) {
    const real = shape.anyOf.filter(({ type }) => type !== 'null')
    return inner(random ? random.pick(real) : real[0], field)
  }
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((part) => inner(part, field)))
  switch (shape.type) {
    case 'object': {
      const entries = Object.entries(shape.properties ?? {}).filter(
        ([name]) => shape.required?.includes(name) || (depth < 6 && (random ? random.next() < 0.5 : /(^id$|Ids?$)/.test(name))),
      )
      return Object.fromEntries(entries.map(([name, part]) => [name, inner(part, name)]))
    }
    case 'array':
      return Array.from({ length: Math.max(1, shape.minItems ?? 1) }, () => inner(shape.items, field))
    case 'string':
      return text(field, shape, textFor)
    case 'integer':
    case 'number':
      return shape.minimum ?? Math.min(1, shape.maximum ?? 1)
    case 'boolean':
      return random ? random.next() < 0.5 : true
    case 'null':
      return null
    default:
      return {}
  }
}

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = { a: [value] }
  return value
}

/** What people, programs and attackers send by mistake or on purpose. */
const nonsense: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -9_007_199_254_740_991,
  '',
  ' ',
  'null',
  '0',
  "'; drop table member; --",
  "' or '1'='1",
  '%_\\%',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066abc',
  '𝕬𝖙𝖗𝖎𝖚𝖒 👩‍👩‍👧‍👦 עִבְרִית',
  'é'.repeat(300),
  'x'.repeat(20_000),
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '2031-13-45T99:99:99Z',
  '0000-00-00',
  '-271821-04-20T00:00:00Z',
  '9999999999999999999999',
  '1e400',
  'NaN',
  'not-a-guid',
  '00000000-0000-0000-0000-000000000000',
  [],
  [[]],
  [null],
  Array.from({ length: 600 }, () => 1),
  {},
  { $gt: '' },
  { $ne: null },
  { id: null },
  { constructor: { prototype: { polluted: true } } },
  deep(40),
]

const oddFilters: readonly unknown[] = [
  { $or: [] },
  { $and: 'x' },
  { $not: null },
  { nosuchfield: 1 },
  { id: { $in: 'x' } },
  { id: { $in: Array.from({ length: 2000 }, () => GUID) } },
  { id: { $regex: '(a+)+$' } },
  { createdDate: { $gt: 'yesterday' } },
  { 'a"; select pg_sleep(9); --': 1 },
  deep(30),
]
const oddSorts: readonly unknown[] = [
  [{ fieldName: 'nosuch', order: 'ASC' }],
  [{ fieldName: 'id; drop table plan', order: 'DESC' }],
  [{}],
  'id',
  [null],
  [{ fieldName: 'id', order: 'UP' }],
]
const oddPages: readonly unknown[] = [
  { limit: -1 },
  { limit: 1e9 },
  { offset: -5 },
  { limit: 1.5 },
  { limit: 'x' },
  { cursor: 'bm9uc2Vuc2U' },
  { cursor: '\u0000' },
  { limit: 1, offset: 1e15 },
]

/** A copy of the value with something wrong put in somewhere. */
export function corrupt(value: unknown, random: Random, depth = 0): unknown {
  if (depth === 0 && random.next() < 0.08) return random.pick(nonsense)
  if (typeof value !== 'object' || value === null || random.next() < 0.15) return random.pick(nonsense)
  const keys = Object.keys(value)
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
  const key = keys.length > 0 ? random.pick(keys) : undefined
  const dice = random.next()
  if (key === undefined || dice < 0.06)
    return Object.assign(copy, { [random.pick(['__proto__x', 'unknown', 'filter', 'paging', 'sort', 'id'])]: random.pick(nonsense) })
  const at = copy as Record<string, unknown>
  if (key === 'filter' && dice < 0.7) at[key] = random.pick(oddFilters)
  else if (key === 'sort' && dice < 0.7) at[key] = random.pick(oddSorts)
  else if (/paging/i.test(key) && dice < 0.7) at[key] = random.pick(oddPages)
  else if (dice < 0.2) delete at[key]
  else at[key] = corrupt(at[key], random, depth + 1)
  return copy
}

export const randomNonsense = (random: Random): unknown => random.pick(nonsense)
