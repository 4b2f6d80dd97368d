import { expect, test } from 'vitest'
import { endToField, fieldToEnd, toNextSpan } from './hours.ts'

test.each<[string, [string, string][], [string, string]]>([
  ['a closed day', [], ['09:00', '17:00']],
  ['a morning', [['09:00', '12:00']], ['12:00', '20:00']],
  ['a whole day', [['07:00', '21:00']], ['21:00', '22:00']],
  [
    'two spans',
    [
      ['07:00', '12:00'],
      ['14:00', '22:30'],
    ],
    ['22:30', '23:30'],
  ],
  ['until midnight', [['10:30', '24:00']], ['09:30', '10:30']],
  ['around the clock', [['00:00', '24:00']], ['09:00', '17:00']],
])('a further span beside %s does not overlap while there is room', (_, spans, [start, end]) => {
  expect(toNextSpan(spans.map(([from, to]) => ({ start: from, end: to })))).toEqual({ start, end })
})

test.each([
  ['24:00', '00:00'],
  ['23:59', '23:59'],
  ['09:00', '09:00'],
])('an end of %s stands in its field as %s and is saved as it was', (end, field) => {
  expect(endToField(end)).toBe(field)
  expect(fieldToEnd(field)).toBe(end)
})
