import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
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
test('instants and wall times are those of the calendar of the world', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca', 'America/St_Johns', 'UTC']
  const [first, last] = [Date.parse('2012-01-01T00:00:00Z'), Date.parse('2035-01-01T00:00:00Z')]
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: first / 1000, max: last / 1000 }), (zone, second) => {
      const instant = Temporal.Instant.fromEpochMilliseconds(second * 1000)
      const wall = instant.toZonedDateTimeISO(zone).toPlainDateTime()
      expect(toWallTime(second * 1000, zone)).toBe(wall.toString({ smallestUnit: 'second' }).replace('T', ' '))
      const back = wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant()
      expect(toInstant(wall.toString({ smallestUnit: 'second' }), zone)).toBe(back.toString({ fractionalSecondDigits: 3 }))
    }),
    { numRuns: 500 },
  )
})
test('where the clock is changed, each half hour of the day has its instant', () => {
  for (const [zone, day] of [
    ['Europe/Berlin', '2027-03-28'],
    ['Europe/Berlin', '2027-10-31'],
    ['Australia/Lord_Howe', '2027-04-04'],
    ['America/Asuncion', '2023-10-01'],
  ] as const)
    for (let minute = 0; minute < 1440; minute += 30) {
      const wall = Temporal.PlainDate.from(day).toPlainDateTime().add({ minutes: minute })
      expect(toInstant(wall.toString({ smallestUnit: 'second' }), zone)).toBe(wall.toZonedDateTime(zone).toInstant().toString({ fractionalSecondDigits: 3 }))
    }
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
