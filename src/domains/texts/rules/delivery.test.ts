import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { decideDelivery, type DueText } from './delivery.ts'

const due: DueText = {
  now: Temporal.Instant.from('2027-05-03T10:00:00Z'),
  startsAt: Temporal.Instant.from('2027-05-04T10:00:00Z'),
  consent: 'ON',
  isStillTrue: true,
  zone: 'UTC',
  quietHours: { isOn: true, from: '21:00', until: '08:00' },
}
const evening = Temporal.Instant.from('2027-05-03T22:00:00Z')
test.each<[string, Partial<DueText>, object]>([
  ['wanted and true', {}, { send: true }],
  ['never asked for', { consent: undefined }, { skip: 'NOT_WANTED' }],
  ['turned off', { consent: 'OFF' }, { skip: 'NOT_WANTED' }],
  ['stopped', { consent: 'STOPPED' }, { skip: 'STOPPED' }],
  ['canceled meanwhile', { isStillTrue: false }, { skip: 'CHANGED' }],
  ['begun', { startsAt: due.now }, { skip: 'TOO_LATE' }],
  ['in the quiet hours', { now: evening }, { waitUntil: Temporal.Instant.from('2027-05-04T08:00:00Z') }],
  ['in the quiet hours before an early start', { now: evening, startsAt: Temporal.Instant.from('2027-05-04T08:00:00Z') }, { skip: 'TOO_LATE' }],
  ['a test', { startsAt: null }, { send: true }],
])('%s', (_name, change, decision) => expect(decideDelivery({ ...due, ...change })).toEqual(decision))
