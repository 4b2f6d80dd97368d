import { expect, test } from 'vitest'
import { shiftSeries, swapResource } from './session-change.ts'

const from = { startDate: '2027-05-10T08:00:00.000Z', endDate: '2027-05-10T09:00:00.000Z' }
test.each([
  ['an hour later', '2027-05-10T09:00:00.000Z', '2027-05-10T10:00:00.000Z', '2027-01-04T11:00:00', '2027-01-04T12:00:00'],
  ['a day earlier and longer', '2027-05-09T08:00:00.000Z', '2027-05-09T09:30:00.000Z', '2027-01-03T10:00:00', '2027-01-03T11:30:00'],
  ['the same time and shorter', '2027-05-10T08:00:00.000Z', '2027-05-10T08:45:00.000Z', '2027-01-04T10:00:00', '2027-01-04T10:45:00'],
])('moved %s, on the clock of the business in winter as in summer', (_, startDate, endDate, start, end) => {
  expect(shiftSeries('2027-01-04T10:00:00', from, { startDate, endDate }, 'Europe/Berlin')).toEqual({ start: { localDate: start }, end: { localDate: end } })
})

test.each([
  [['ana', 'hall'], 'ana', 'ben', ['ben', 'hall']],
  [['ana', 'hall'], 'hall', 'loft', ['ana', 'loft']],
  [['ana', 'ben'], 'ana', 'ben', ['ben']],
  [['hall'], 'ana', 'ben', ['hall', 'ben']],
])('%j, moved from %s to %s, needs %j', (ids, from, to, after) => expect(swapResource(ids, { from, to })).toEqual(after))
