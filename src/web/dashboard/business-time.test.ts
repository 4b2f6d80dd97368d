import { expect, test } from 'vitest'
import { toInstant, monthGrid, toWallTime, parseTime } from './business-time.ts'

test('a session keeps its hour on the wall clock of the business, in winter and in summer', () => {
  expect(toWallTime('2026-01-15T08:00:00.000Z', 'Europe/Berlin')).toBe('2026-01-15 09:00:00')
  expect(toWallTime('2026-07-15T08:00:00.000Z', 'Europe/Berlin')).toBe('2026-07-15 10:00:00')
})
test('a wall time goes back to the instant it came from', () => {
  expect(toInstant('2026-01-15 09:00:00', 'Europe/Berlin')).toBe('2026-01-15T08:00:00.000Z')
})
test('dropping a session into the hour that spring skips moves it forward', () => {
  expect(toInstant('2026-03-29 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
})
test('the hour that autumn shows twice means the first one', () => {
  expect(toInstant('2026-10-25 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
})
test('a month is shown in whole weeks', () => {
  expect(monthGrid('2026-11-21', 1)).toEqual({ from: '2026-10-26', to: '2026-12-07' })
  expect(monthGrid('2026-02-10', 0)).toEqual({ from: '2026-02-01', to: '2026-03-01' })
})

test.each([
  ['9', '09:00'],
  ['09:30', '09:30'],
  ['930', '09:30'],
  ['1830', '18:30'],
  ['7.30 pm', '19:30'],
  ['12am', '00:00'],
  ['12 PM', '12:00'],
  ['24:00', undefined],
  ['9:75', undefined],
  ['13pm', undefined],
  ['soon', undefined],
  ['', undefined],
])('%j is the time %j', (typed, time) => expect(parseTime(typed)).toBe(time))
