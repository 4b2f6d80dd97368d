import { expect, test } from 'vitest'
import { findRarestPart, listIndexableParts, splitIntoWords } from './search-words.ts'

test.each([
  [undefined, []],
  ['   ', []],
  [' Mia  Berg ', ['Mia', 'Berg']],
])('the words of %j are %j', (expression, words) => {
  expect(splitIntoWords(expression)).toEqual(words)
})

test.each([
  [
    ['mia', 'lindqvist'],
    ['lindqvist', 'mia'],
  ],
  [['mia', 'mia'], ['mia']],
  [['m7777@people'], ['@people', 'm7777@']],
  // Too short to be looked up by itself.
  [['mo@people'], ['@people']],
  [['lindqvist@p'], ['lindqvist@']],
  [['@p'], ['@p']],
  [['mo'], ['mo']],
])('of %j an index can look up %j', (words, parts) => {
  expect(listIndexableParts(words)).toEqual(parts)
})

test.each([
  ['the one that the fewest have', ['person', '7777'], [500, 2], '7777'],
  ['the longest of those that none has', ['lindqvist', 'mia'], [0, 0], 'lindqvist'],
  ['the only one', ['mia'], [500], 'mia'],
  ['none of nothing', [], [], undefined],
])('%s is looked up', (_, parts, counts, expected) => {
  expect(findRarestPart(parts, counts)).toBe(expected)
})
