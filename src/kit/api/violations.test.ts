import { Type, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { toViolations } from './violations.ts'

const check = (schema: TSchema, value: unknown) => toViolations(Compile(schema).Errors(value), value)
const brief = (schema: TSchema, value: unknown) => check(schema, value).map(({ field, violatedRule, data }) => [field, violatedRule, data])
const one = (schema: TSchema) => Type.Object({ x: schema })

describe('a violation names the field, the rule and its limit', () => {
  test.each<[string, TSchema, unknown, string, unknown]>([
    ['short text', Type.String({ minLength: 2 }), 'a', 'MIN_LENGTH', { threshold: 2 }],
    ['long text', Type.String({ maxLength: 2 }), 'abc', 'MAX_LENGTH', { threshold: 2 }],
    ['small number', Type.Integer({ minimum: 1 }), 0, 'MIN', { threshold: 1 }],
    ['number at an open bound', Type.Number({ exclusiveMinimum: 0 }), 0, 'MIN', { threshold: 0 }],
    ['large number', Type.Integer({ maximum: 9 }), 10, 'MAX', { threshold: 9 }],
    ['short list', Type.Array(Type.String(), { minItems: 1 }), [], 'MIN_SIZE', { threshold: 1 }],
    ['long list', Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'MAX_SIZE', { threshold: 1 }],
    ['no id', Type.String({ format: 'uuid' }), 'nope', 'FORMAT', { type: 'GUID' }],
    ['no email', Type.String({ format: 'email' }), 'nope', 'FORMAT', { type: 'EMAIL' }],
    ['pattern', Type.String({ pattern: '^a$' }), 'b', 'FORMAT', {}],
    ['unknown literal', Type.Union([Type.Literal('A'), Type.Literal('B')]), 'C', 'INVALID_ENUM_VALUE', {}],
    ['unknown enum value', Type.Enum(['A', 'B']), 'C', 'INVALID_ENUM_VALUE', {}],
    ['literal or null', Type.Union([Type.Literal('A'), Type.Null()]), 'C', 'INVALID_ENUM_VALUE', {}],
    ['null where a value is needed', Type.String(), null, 'REQUIRED_FIELD', {}],
    ['wrong type', Type.Integer(), 'ten', 'VALIDATION', {}],
    ['no multiple', Type.Number({ multipleOf: 5 }), 3, 'VALIDATION', {}],
    ['nullable text', Type.Union([Type.String({ minLength: 3 }), Type.Null()]), 'a', 'MIN_LENGTH', { threshold: 3 }],
  ])('%s', (_, schema, value, rule, data) => {
    expect(brief(one(schema), { x: value })).toEqual([['x', rule, data]])
  })
})

test('every missing field is named, with its way from the root', () => {
  const Plan = Type.Object({ plan: Type.Object({ name: Type.String(), pricing: Type.Object({ price: Type.String(), currency: Type.String() }) }) })
  expect(brief(Plan, {})).toEqual([['plan', 'REQUIRED_FIELD', {}]])
  expect(brief(Plan, { plan: { pricing: {} } })).toEqual([
    ['plan.name', 'REQUIRED_FIELD', {}],
    ['plan.pricing.price', 'REQUIRED_FIELD', {}],
    ['plan.pricing.currency', 'REQUIRED_FIELD', {}],
  ])
})

test('list entries have indexes, keys that look like numbers have none', () => {
  const Shape = Type.Object({ items: Type.Array(Type.Object({ id: Type.String() })), map: Type.Record(Type.String(), Type.Number()) })
  expect(
    brief(Shape, { items: [{ id: 'a' }, { id: 7 }, {}], map: { 0: 'x' } })
      .map(([field]) => field)
      .toSorted(),
  ).toEqual(['items[1].id', 'items[2].id', 'map.0'])
})

test('more broken fields than the library reports by default are all reported', () => {
  const names = Array.from({ length: 30 }, (_, n) => `f${n}`)
  const Long = Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])))
  expect(check(Long, Object.fromEntries(names.map((name) => [name, 'x'])))).toHaveLength(30)
})

test('of a choice between shapes, the one that was meant is reported', () => {
  const Price = Type.Union([
    Type.Object({ kind: Type.Literal('FIXED'), amount: Type.Number() }),
    Type.Object({ kind: Type.Literal('VARIED'), from: Type.Number(), to: Type.Number() }),
  ])
  expect(brief(one(Price), { x: { kind: 'FIXED' } })).toEqual([['x.amount', 'REQUIRED_FIELD', {}]])
  expect(brief(one(Type.Union([Price, Type.Null()])), { x: { kind: 'FIXED', amount: 'a' } })).toEqual([['x.amount', 'VALIDATION', {}]])
})

test('an enumeration of thirty values gives one violation', () => {
  const Many = Type.Union(Array.from({ length: 30 }, (_, n) => Type.Literal(`V${n}`)))
  expect(brief(one(Many), { x: 'nope' })).toEqual([['x', 'INVALID_ENUM_VALUE', {}]])
})

test('every violation has a description and data: clients read both', () => {
  for (const violation of check(Type.Object({ a: Type.String(), b: Type.Integer({ minimum: 3 }) }), { b: 1 })) {
    expect(violation.description).not.toBe('')
    expect(violation.data).toBeTypeOf('object')
  }
})
