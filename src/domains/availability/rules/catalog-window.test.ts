import { expect, test } from 'vitest'
import { isWholeDays, matchesWindow } from './catalog-window.ts'

const at = (day: number, hour: number, minute = 0) => (day * 24 + hour) * 60 + minute
const slot = (day: number, hour: number) => ({ start: at(day, hour), end: at(day, hour + 1) })
const monday = slot(0, 9)
const tuesday = slot(1, 9)

/** Source: guide services-and-availability §16.10. */
test.each([
  ['an exact hour takes the same minutes', [monday], at(0, 9), at(0, 10), true, true],
  ['an exact hour takes no longer window', [monday], at(0, 9), at(0, 11), true, false],
  ['an hour window takes a time within it', [monday], at(0, 8), at(0, 11), false, true],
  ['an hour window takes no time that reaches over its end', [monday], at(0, 8), at(0, 9, 30), false, false],
  ['an hour window may go over midnight', [tuesday], at(0, 20), at(1, 10), false, true],
  ['one day takes any time of it, exact or not', [monday], at(0, 0), at(1, 0), true, true],
  ['one day ends in its last minute as well', [monday], at(0, 0), at(0, 23, 59), true, true],
  ['several days take any time', [monday], at(0, 0), at(2, 0), false, true],
  ['several days asked for exactly take a time on each', [monday, tuesday], at(0, 0), at(2, 0), true, true],
  ['several days asked for exactly with one that is full', [monday], at(0, 0), at(2, 0), true, false],
  ['a time after the days does not count', [tuesday], at(0, 0), at(1, 0), false, false],
  ['nothing is free', [], at(0, 0), at(1, 0), false, false],
])('%s', (_, times, start, end, isExact, expected) => {
  expect(matchesWindow(times, { start, end, isExact })).toBe(expected)
})

test.each([
  ['a day', at(0, 0), at(1, 0), true],
  ['a day to its last minute', at(0, 0), at(0, 23, 59), true],
  ['days from the morning on', at(0, 9), at(2, 0), false],
  ['days to the evening', at(0, 0), at(2, 18), false],
])('%s: whether the window is made of days', (_, start, end, expected) => {
  expect(isWholeDays({ start, end })).toBe(expected)
})
