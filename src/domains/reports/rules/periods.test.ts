import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { zoneOffsets } from '#kit/pure/zone.ts'
import { lastMonths } from './months.ts'
import { findOpenRanges, joinPeriods, listDays, listMonths, startOfDay } from './periods.ts'

const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC']
test('days follow each other, begin where the calendar says, and months begin with one of them', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 40 * 365 }), (zone, nr) => {
      const now = Temporal.Instant.from('1990-01-01T10:00:00Z').add({ hours: nr * 24 })
      const { from, starts } = lastMonths(now, zone, 3)
      const days = listDays({ from: from.epochMilliseconds, to: now.epochMilliseconds }, zoneOffsets(zone))
      expect(days[0]?.startsAt ?? from.epochMilliseconds).toBe(from.epochMilliseconds)
      for (const [at, { startsAt, endsAt }] of days.entries()) {
        const day = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(zone)
        expect(day.startOfDay().epochMilliseconds).toBe(startsAt)
        expect(startOfDay(endsAt - 1, zoneOffsets(zone))).toBe(startsAt)
        expect(days[at + 1]?.startsAt ?? endsAt).toBe(endsAt)
      }
      const months = listMonths({ from: from.epochMilliseconds, to: now.epochMilliseconds }, zoneOffsets(zone))
      expect(months.map(({ startsAt }) => startsAt)).toEqual(starts.slice(0, -1).map((one) => one.epochMilliseconds))
      const begun = new Set([...days.map(({ startsAt }) => startsAt), days.at(-1)?.endsAt])
      for (const start of starts.filter((one) => days.length > 0 && one.epochMilliseconds <= (days.at(-1)?.endsAt ?? 0)))
        expect(begun).toContain(start.epochMilliseconds)
    }),
  )
})
test('days and what they leave open are the whole time, once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 30 })), fc.nat({ max: 20 }), fc.integer({ min: 1, max: 400 }), (picked, from, length) => {
      const range = { from, to: from + length }
      const days = picked
        .toSorted((a, b) => a - b)
        .map((nr) => ({ startsAt: nr * 10, endsAt: nr * 10 + 10 }))
        .filter(({ startsAt, endsAt }) => startsAt >= range.from && endsAt <= range.to)
      const open = findOpenRanges(range, days)
      const seen = [...days.map(({ startsAt, endsAt }) => [startsAt, endsAt]), ...open.map((one) => [one.from, one.to])].toSorted(
        (a, b) => (a[0] ?? 0) - (b[0] ?? 0),
      )
      expect(seen[0]?.[0]).toBe(range.from)
      expect(seen.at(-1)?.[1]).toBe(range.to)
      for (const [at, one] of seen.entries()) if (at > 0) expect(one[0]).toBe(seen[at - 1]?.[1])
    }),
  )
})
test('neighbours are joined', () => {
  const day = (nr: number) => ({ startsAt: nr * 10, endsAt: nr * 10 + 10 })
  expect(joinPeriods([1, 2, 3, 5, 6].map(day)).map((part) => part.map(({ startsAt }) => startsAt / 10))).toEqual([
    [1, 2, 3],
    [5, 6],
  ])
  expect(joinPeriods([])).toEqual([])
})
