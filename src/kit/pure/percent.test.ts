import { expect, test } from 'vitest'
import { formatPercent } from './percent.ts'

/** Which one of these a language takes depends on the version of its data. */
const unbreakable = /[\u00a0\u202f]/

test.each([
  ['en', '19.00', '19%'],
  ['en', '7.25', '7.25%'],
  ['en', 0, '0%'],
  ['en', 1250, '1,250%'],
  ['de', '7.25', '7,25_%'],
  ['fr', 5.5, '5,5_%'],
  ['es', '21', '21_%'],
])('in %s a rate of %s is written %s', (language, rate, expected) => {
  expect(formatPercent(rate, language).replace(unbreakable, '_')).toBe(expected)
})

test('a share has as many decimals as are asked for', () => {
  expect([formatPercent(33.333, 'en', 1), formatPercent(33.333, 'en', 0), formatPercent(40, 'en', 1)]).toEqual(['33.3%', '33%', '40%'])
})
