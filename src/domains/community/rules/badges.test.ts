import { expect, test } from 'vitest'
import { generateSlug, moveItem, moveToFront } from './badges.ts'

test('the slug of a badge has letters and digits, and a number when it is taken', () => {
  expect(generateSlug('Früh & spät', new Set())).toBe('fru-h-spa-t')
  expect(generateSlug('Gold', new Set(['gold', 'gold-2']))).toBe('gold-3')
  expect(generateSlug('★★★', new Set())).toBe('badge')
})

test('named badges come first, each once, the others keep their order', () => {
  expect(moveToFront(['a', 'b', 'c'], ['C', 'c'])).toEqual(['c', 'a', 'b'])
  expect(moveToFront(['a', 'b'], ['x'])).toBeUndefined()
})

test.each([
  ['FIRST', ['b', 'a', 'c']],
  ['LAST', ['a', 'c', 'b']],
  [{ after: 'c' }, ['a', 'c', 'b']],
  [{ after: 'a' }, ['a', 'b', 'c']],
  // After itself is nowhere: it goes to the front.
  [{ after: 'b' }, ['b', 'a', 'c']],
] as const)('moving to %j', (to, expected) => {
  expect(moveItem(['a', 'b', 'c'], 'b', to)).toEqual(expected)
})
