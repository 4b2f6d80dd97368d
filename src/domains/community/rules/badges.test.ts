import { expect, test } from 'vitest'
import { freeSlug, moved, namedFirst } from './badges.ts'

test('an address of a badge is made of letters and digits, and of a number when it is taken', () => {
  expect(freeSlug('Früh & spät', new Set())).toBe('fru-h-spa-t')
  expect(freeSlug('Gold', new Set(['gold', 'gold-2']))).toBe('gold-3')
  expect(freeSlug('★★★', new Set())).toBe('badge')
})

test('named badges come first, each once, the others keep their order', () => {
  expect(namedFirst(['a', 'b', 'c'], ['C', 'c'])).toEqual(['c', 'a', 'b'])
  expect(namedFirst(['a', 'b'], ['x'])).toBeUndefined()
})

test.each([
  ['FIRST', ['b', 'a', 'c']],
  ['LAST', ['a', 'c', 'b']],
  [{ after: 'c' }, ['a', 'c', 'b']],
  [{ after: 'a' }, ['a', 'b', 'c']],
  // After itself is nowhere: it goes to the front.
  [{ after: 'b' }, ['b', 'a', 'c']],
] as const)('moving to %j', (to, expected) => {
  expect(moved(['a', 'b', 'c'], 'b', to)).toEqual(expected)
})
