import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createReplySerializer } from './reply-serializer.ts'
import { createListWriter, createTextTemplate } from './written-reply.ts'

const Slot = Type.Object({ start: Type.String(), end: Type.String(), place: Type.Object({ name: Type.String() }), since: Type.Optional(Type.String()) })
const Page = Type.Object({ slots: Type.Array(Slot), name: Type.String(), meta: Type.Object({ count: Type.Integer() }) })
const serialize = createReplySerializer(Slot)
const date = fc.date({ noInvalidDate: true }).map((at) => at.toISOString())

test('a list that is made of pieces is what its schema writes', () => {
  const write = createListWriter<{ slots: unknown[]; name: string; meta: { count: number } }>(Page, 'slots')
  fc.assert(
    fc.property(fc.array(fc.tuple(date, date, fc.boolean())), fc.string(), (times, name) => {
      const make = ([start = '', end = '', since]: readonly string[]) => ({ secret: name, end, start, place: { name }, ...(since && { since }) })
      const [plain, dated] = [createTextTemplate(serialize, 2, make), createTextTemplate(serialize, 3, make)]
      const texts = times.map(([start, end, hasSince]) => (hasSince ? [start, end, start] : [start, end]))
      const page = { name, meta: { count: times.length } }
      const written = write(
        { ...page, slots: [] },
        texts.map((one) => (one.length === 3 ? dated : plain)(one)),
      )
      expect(written.text).toBe(createReplySerializer(Page)({ ...page, slots: texts.map(make) }))
    }),
  )
})

test('a thing that leaves a text out is found when its template is made', () => {
  expect(() => createTextTemplate(serialize, 2, ([start]) => ({ start, place: { name: '' } }))).toThrow('a thing with 2 texts has 1 of them')
  expect(() => createListWriter(Page, 'name' as never)).toThrow('name is no list')
})
