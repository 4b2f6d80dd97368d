import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { Type } from 'typebox'
import { Clean } from 'typebox/value'
import { expect, test } from 'vitest'
import { createReplySerializer } from './reply-serializer.ts'

const Person = Type.Object({
  id: Type.String(),
  at: Type.Optional(Type.String()),
  age: Type.Union([Type.Integer(), Type.Null()]),
  home: Type.Optional(Type.Union([Type.Object({ city: Type.String() }), Type.Null()])),
  tags: Type.Array(Type.String()),
  friends: Type.Array(Type.Object({ id: Type.String() })),
  fields: Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Object({ value: Type.Unknown() })),
  anything: Type.Unknown(),
})
const serialize = (value: unknown) => JSON.parse(createReplySerializer(Person)(value)) as unknown

test('what is not declared does not leave, at every depth', () => {
  const reply = {
    id: '1',
    secret: 's',
    age: null,
    home: { city: 'Bern', street: 'x' },
    tags: ['a'],
    friends: [{ id: '2', secret: 's' }],
    fields: { eye: { value: { deep: 1 }, secret: 's' }, NO: { value: 1 } },
    anything: { goes: [1] },
  }
  expect(serialize(reply)).toEqual({
    id: '1',
    age: null,
    home: { city: 'Bern' },
    tags: ['a'],
    friends: [{ id: '2' }],
    fields: { eye: { value: { deep: 1 } } },
    anything: { goes: [1] },
  })
  expect(reply.secret).toBe('s')
})

test('instants become texts, undefined is left out, no reply is an empty one', () => {
  expect(serialize({ at: Temporal.Instant.from('2030-01-02T09:00:00Z'), id: undefined })).toEqual({ at: '2030-01-02T09:00:00Z' })
  expect(createReplySerializer(Type.Object({}))(undefined)).toBe('{}')
})

test('of two structures the one that fits is pruned', () => {
  const Either = Type.Object({ it: Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Number() })]) })
  expect(JSON.parse(createReplySerializer(Either)({ it: { b: 1, c: 2 } }))).toEqual({ it: { b: 1 } })
})

test('any JSON comes out as the schema library cuts it', () => {
  const key = fc.constantFrom('id', 'at', 'age', 'home', 'city', 'tags', 'friends', 'fields', 'value', 'anything', 'other', 'constructor')
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean()),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
    ),
  }))
  // Unions that fit no branch are pruned here and left whole there; those never pass the check.
  const Plain = Type.Object({ ...Person.properties, home: Type.Optional(Type.Object({ city: Type.String() })) })
  fc.assert(
    fc.property(fc.dictionary(key, tree), (value) => {
      // A list in the place of a map passes no check; the library leaves holes in it.
      fc.pre(!Array.isArray(value['fields']))
      expect(JSON.parse(createReplySerializer(Plain)(value))).toEqual(Clean(Plain, JSON.parse(JSON.stringify(value))))
    }),
    { numRuns: 2000 },
  )
})
