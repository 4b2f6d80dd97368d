import { expect, test } from 'vitest'
import { paragraphsOf, richTextOf } from './rich-text.ts'

test('text becomes paragraphs and comes back as it was', () => {
  expect(paragraphsOf(richTextOf('I teach.\n\n  I run, too. \n'))).toEqual(['I teach.', 'I run, too.'])
  expect(richTextOf('Hello')).toEqual({ nodes: [{ type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: 'Hello' } }] }] })
  expect(richTextOf('  ')).toEqual({ nodes: [] })
})
test('what another editor wrote is read as far as it has words', () => {
  const list = {
    type: 'BULLETED_LIST',
    nodes: [{ type: 'LIST_ITEM', nodes: [{ type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: 'tea' } }] }] }],
  }
  expect(paragraphsOf({ nodes: [{ type: 'IMAGE' }, list] })).toEqual(['tea'])
  for (const nothing of [undefined, null, {}, { nodes: 'x' }]) expect(paragraphsOf(nothing)).toEqual([])
})
