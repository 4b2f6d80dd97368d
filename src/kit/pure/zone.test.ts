import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { isZone, formatLocal, formatWithOffset, parseLocal, zoneOffsets } from './zone.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'Pacific/Auckland', 'Asia/Kolkata', 'Africa/Casablanca']
const from = Date.UTC(2026, 0, 1)
const to = Date.UTC(2028, 0, 1)

test('offsets of a zone agree with the calendar library, both ways', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: from / 60_000, max: to / 60_000 }), (zone, minute) => {
      const ms = minute * 60_000
      const offsets = zoneOffsets(zone)
      const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
      expect(formatLocal(offsets.toLocal(ms))).toBe(zoned.toPlainDateTime().toString({ smallestUnit: 'second' }))
      const local = formatLocal(ms)
      expect(offsets.toInstant(ms)).toBe(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds)
      expect(offsets.isSecondPass(ms)).toBe(zoned.toPlainDateTime().toZonedDateTime(zone).epochMilliseconds !== ms)
      expect(parseLocal(local)).toBe(ms)
      const exists = formatLocal(offsets.toLocal(offsets.toInstant(ms))) === local
      const end = offsets.findGapEnd(ms)
      expect(end === undefined).toBe(exists)
      if (end !== undefined) expect([offsets.toLocal(offsets.toInstant(end)), offsets.findGapEnd(end)]).toEqual([end, undefined])
    }),
    { numRuns: 2000 },
  )
})
test('the offsets are right for every year of every zone, whichever instant was converted before', () => {
  const every = Intl.supportedValuesOf('timeZone')
  fc.assert(
    fc.property(fc.constantFrom(...every), fc.integer({ min: Date.UTC(1970, 0, 1) / 60_000, max: Date.UTC(2060, 0, 1) / 60_000 }), (zone, minute) => {
      const [ms, offsets] = [minute * 60_000, zoneOffsets(zone)]
      const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
      expect(formatLocal(offsets.toLocal(ms))).toBe(zoned.toPlainDateTime().toString({ smallestUnit: 'second' }))
      expect(offsets.toInstant(ms)).toBe(Temporal.PlainDateTime.from(formatLocal(ms)).toZonedDateTime(zone).epochMilliseconds)
    }),
    { numRuns: 500 },
  )
})
test('the first time after a gap is the one to which the clock is put forward', () => {
  const find = (zone: string, text: string) => {
    const end = zoneOffsets(zone).findGapEnd(parseLocal(text) as number)
    return end === undefined ? undefined : formatLocal(end)
  }
  expect(find('Europe/Berlin', '2027-03-28T02:00')).toBe('2027-03-28T03:00:00')
  expect(find('Europe/Berlin', '2027-03-28T02:59')).toBe('2027-03-28T03:00:00')
  for (const real of ['2027-03-28T01:59', '2027-03-28T03:00', '2027-10-31T02:30']) expect(find('Europe/Berlin', real)).toBeUndefined()
  expect(find('Australia/Lord_Howe', '2027-10-03T02:15')).toBe('2027-10-03T02:30:00')
  expect(find('America/Santiago', '2027-09-05T00:30')).toBe('2027-09-05T01:00:00')
  expect(find('Pacific/Apia', '2011-12-30T12:00')).toBe('2011-12-31T00:00:00')
})
test('local text is strict', () => {
  for (const text of ['2027-05-03', '2027-05-03T10:00:00Z', '2027-02-30T10:00:00', '2027-05-03T24:00:00', 'x']) expect(parseLocal(text)).toBeUndefined()
  expect(formatWithOffset(Date.UTC(2027, 2, 29, 7), zoneOffsets('Europe/Berlin'))).toBe('2027-03-29T09:00:00.000+02:00')
  expect([isZone('US/Eastern'), isZone('Nowhere/Town'), isZone('+02:00')]).toEqual([true, false, false])
})
