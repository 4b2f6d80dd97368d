import { expect, test } from 'vitest'
import { toExamples } from './examples.ts'

test('each column shows up to three different values, in the order of the file', () => {
  const rows = [
    ['Ada', ' ada@example.org ', ''],
    ['Ada', 'ada2@example.org', ''],
    ['Bo', '', ''],
    ['Cy', 'cy@example.org', ''],
    ['Di', 'di@example.org'],
  ]
  expect(toExamples(['Name', 'Email', 'Notes'], rows)).toEqual({
    Name: ['Ada', 'Bo', 'Cy'],
    Email: ['ada@example.org', 'ada2@example.org', 'cy@example.org'],
    Notes: [],
  })
})

test('long values and line breaks are shortened to one line', () => {
  expect(toExamples(['Notes'], [[`left\nknee ${'x'.repeat(100)}`]])).toEqual({ Notes: [`left knee ${'x'.repeat(49)}…`] })
})

test.each([
  ['a column of that name', 'Password hash', 'whatever'],
  ['what looks like one', 'Secret', `$2b$12$${'a'.repeat(53)}`],
  ['one that is not understood', 'Secret', '$1$salt$hash'],
])('password hashes are never shown: %s', (_, column, value) => {
  expect(toExamples(['Email', column], [['ada@example.org', value]])).toEqual({ Email: ['ada@example.org'] })
})

test('a dollar is no hash, and a file without rows has no examples', () => {
  expect(toExamples(['Price'], [['$12.00']])).toEqual({ Price: ['$12.00'] })
  expect(toExamples(['Email'], [])).toEqual({ Email: [] })
})
