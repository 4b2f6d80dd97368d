import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createReplySerializer } from './reply-serializer.ts'
import { createListWriter, createTextTemplate, ReplyBytes } from './written-reply.ts'

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
      const written = write({ ...page, slots: [] }, texts, (out, one) => (one.length === 3 ? dated : plain)(out, one))
      expect(written.text).toBe(createReplySerializer(Page)({ ...page, slots: texts.map(make) }))
    }),
  )
})

test('bytes that grow are those of the whole text, whatever its characters', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 40 }), isWhole: fc.boolean() })), (parts) => {
      const out = new ReplyBytes(1)
      for (const { text, isWhole } of parts) {
        if (isWhole) out.appendText(text)
        else out.appendBytes(Buffer.from(text))
        out.appendAscii('2027-05-03')
      }
      expect(out.toBuffer().toString()).toBe(parts.map(({ text }) => `${text}2027-05-03`).join(''))
    }),
  )
})

test('a thing that leaves a text out is found when its template is made', () => {
  expect(() => createTextTemplate(serialize, 2, ([start]) => ({ start, place: { name: '' } }))).toThrow('a thing with 2 texts has 1 of them')
  expect(() => createListWriter(Page, 'name' as never)).toThrow('name is no list')
})
