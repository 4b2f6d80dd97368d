import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { type FoundNotification, isRead, toForecastProgress, toNotificationKey, MAX_LISTED, toListed, visibleSources } from './notifications.ts'

const at = (hour: number) => Temporal.Instant.from('2027-05-01T00:00:00Z').add({ hours: hour })
const one = (kind: FoundNotification['kind'], entityId: string, hour: number): FoundNotification => ({ kind, entityId, at: at(hour) })

test('a collaborator sees notifications by permission; the owner sees all', () => {
  expect(visibleSources(['BOOKINGS.BOOKING_READ', 'MEMBERS.MEMBER_READ'])).toEqual(['bookings', 'emails', 'bookingJobs', 'memberJobs', 'heldChanges'])
  expect(visibleSources([])).toEqual(['heldChanges'])
  expect(visibleSources(undefined)).toHaveLength(12)
})

test('of several about the same booking the last one is listed, the latest first', () => {
  const listed = toListed([one('BOOKING', 'a', 1), one('CANCELLATION', 'a', 3), one('BOOKING', 'b', 2)])
  expect(listed.map(({ kind, entityId }) => [kind, entityId])).toEqual([
    ['CANCELLATION', 'a'],
    ['BOOKING', 'b'],
  ])
  expect(toListed(Array.from({ length: 80 }, (_, number) => one('BOOKING', `${number}`, number)))).toHaveLength(MAX_LISTED)
})

test('what came before the last reading is read, unless it was marked on its own', () => {
  const old = one('BOOKING', 'a', 1)
  const recent = one('BOOKING', 'b', 3)
  expect([old, recent].map((each) => isRead(each, { readUntil: undefined, marks: new Map() }))).toEqual([false, false])
  expect([old, recent].map((each) => isRead(each, { readUntil: at(2), marks: new Map() }))).toEqual([true, false])
  const marks = new Map([
    [toNotificationKey(old), false],
    [toNotificationKey(recent), true],
  ])
  expect([old, recent].map((each) => isRead(each, { readUntil: at(2), marks }))).toEqual([false, true])
})

test('a forecast has come as many days of its way as its clock has', () => {
  const day = (days: number) => at(24 * days)
  expect(toForecastProgress({ startedAt: day(0), clockAt: day(12).add({ hours: 3 }), targetAt: day(90) })).toEqual({ done: 12, total: 90 })
  expect(toForecastProgress({ startedAt: day(0), clockAt: day(0), targetAt: day(1) })).toEqual({ done: 0, total: 1 })
  expect(toForecastProgress({ startedAt: day(0), clockAt: day(3), targetAt: day(2) })).toEqual({ done: 2, total: 2 })
})
