import { expect, test } from 'vitest'
import { isRecentCopy } from './offline-copy-age.ts'

const minutes = 60_000
test.each([
  ['no copy', null, false],
  ['a copy of a moment ago', `en ${10 * minutes}`, true],
  ['a copy of less than five minutes ago', `en ${5 * minutes + 1}`, true],
  ['a copy of five minutes ago', `en ${5 * minutes}`, false],
  ['a copy in another language', `de ${10 * minutes}`, false],
  ['a copy from the future, written before the clock was set back', `en ${11 * minutes}`, false],
  ['something else', 'nonsense', false],
])('of the next bookings: %s', (_, saved, isRecent) => {
  expect(isRecentCopy(saved, 'en', 10 * minutes)).toBe(isRecent)
})
