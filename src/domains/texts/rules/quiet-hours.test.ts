import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { findSendTime, isStillUseful, type QuietHours } from './quiet-hours.ts'

const night: QuietHours = { isOn: true, from: '21:00', until: '08:00' }
const noon: QuietHours = { isOn: true, from: '12:00', until: '14:00' }
const zone = 'Europe/Berlin'
test.each([
  ['2027-05-03T10:00:00Z', night, '2027-05-03T10:00:00Z'],
  ['2027-05-03T18:59:59Z', night, '2027-05-03T18:59:59Z'],
  ['2027-05-03T19:00:00Z', night, '2027-05-04T06:00:00Z'],
  ['2027-05-04T05:59:00Z', night, '2027-05-04T06:00:00Z'],
  ['2027-05-04T06:00:00Z', night, '2027-05-04T06:00:00Z'],
  ['2027-05-04T10:30:00Z', noon, '2027-05-04T12:00:00Z'],
  ['2027-05-04T12:00:00Z', noon, '2027-05-04T12:00:00Z'],
  // The clocks change in this night: eight o'clock stays eight o'clock.
  ['2027-03-27T22:00:00Z', night, '2027-03-28T06:00:00Z'],
  ['2027-05-03T19:00:00Z', { ...night, isOn: false }, '2027-05-03T19:00:00Z'],
  ['2027-05-03T19:00:00Z', { isOn: true, from: '08:00', until: '08:00' }, '2027-05-03T19:00:00Z'],
])('%s with %o is sent at %s', (at, quiet, sendAt) => expect(findSendTime(Temporal.Instant.from(at), zone, quiet).toString()).toBe(sendAt))

test('a send time is never early, never more than a day late, and never quiet itself', () => {
  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map((parts) => parts.map((n) => String(n).padStart(2, '0')).join(':'))
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 * 365 * 24 * 60 }), time, time, zones, (minutes, from, until, timeZone) => {
      const at = Temporal.Instant.from('2026-01-01T00:00:00Z').add({ minutes })
      const sendAt = findSendTime(at, timeZone, { isOn: true, from, until })
      const wait = sendAt.since(at).total('hours')
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(25)
      expect(findSendTime(sendAt, timeZone, { isOn: true, from, until }).equals(sendAt)).toBe(true)
    }),
  )
})

test('what has begun is not announced any more', () => {
  const start = Temporal.Instant.from('2027-05-04T06:00:00Z')
  expect([isStillUseful(start.subtract({ minutes: 1 }), start), isStillUseful(start, start), isStillUseful(start, null)]).toEqual([true, false, true])
})
