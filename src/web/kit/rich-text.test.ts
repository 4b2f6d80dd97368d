import { expect, test } from 'vitest'
import { toParagraphs, toRichText } from './rich-text.ts'

test('text becomes paragraphs and comes back as it was', () => {
  expect(toParagraphs(toRichText('I teach.\n\n  I run, too. \n'))).toEqual(['I teach.', 'I run, too.'])
  expect(toRichText('Hello')).toEqual({ nodes: [{ type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: 'Hello' } }] }] })
  expect(toRichText('  ')).toEqual({ nodes: [] })
})
test('what another editor wrote is read as far as it has words', () => {
  const list = {
    type: 'BULLETED_LIST',
    nodes: [{ type: 'LIST_ITEM', nodes: [{ type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: 'tea' } }] }] }],
  }
  expect(toParagraphs({ nodes: [{ type: 'IMAGE' }, list] })).toEqual(['tea'])
  for (const nothing of [undefined, null, {}, { nodes: 'x' }]) expect(toParagraphs(nothing)).toEqual([])
})
