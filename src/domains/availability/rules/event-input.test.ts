/** Times that a calendar event may have. Source: guide services-and-availability §13.2. */
import { expect, test } from 'vitest'
import { findTimeViolations, findZoneViolations, toResourceColumns, type EventTimes } from './event-input.ts'

const at = (start: string, end: string, more: EventTimes = {}): EventTimes => ({ start: { localDate: start }, end: { localDate: end }, ...more })
/** A Monday. */
const today = Date.parse('2027-05-03T00:00:00Z')

test.each<[string, EventTimes, string[]]>([
  ['an hour', at('2027-05-03T09:00:00', '2027-05-03T10:00:00'), []],
  ['no start', { end: { localDate: '2027-05-03T10:00:00' } }, ['event.start.localDate']],
  ['an end that is no time', at('2027-05-03T09:00:00', 'later'), ['event.end.localDate']],
  ['an end before the start', at('2027-05-03T09:00:00', '2027-05-03T09:00:00'), ['event.end']],
  ['31 days', at('2027-05-03T00:00:00', '2027-06-03T00:00:00'), []],
  ['more than 31 days', at('2027-05-03T00:00:00', '2027-06-03T00:01:00'), ['event.end']],
  ['a whole day', at('2027-05-03T00:00:00', '2027-05-04T00:00:00', { allDay: true }), []],
  ['a whole day of thirty minutes', at('2027-05-03T09:00:00', '2027-05-03T09:30:00', { allDay: true }), ['event.allDay']],
  ['a series from today on', at('2027-05-03T09:00:00', '2027-05-03T10:00:00', { recurrenceRule: { days: ['MONDAY'] } }), []],
  ['a series on another weekday', at('2027-05-03T09:00:00', '2027-05-03T10:00:00', { recurrenceRule: { days: ['SUNDAY'] } }), ['event.recurrenceRule.days']],
  ['a series that began', at('2027-04-26T09:00:00', '2027-04-26T10:00:00', { recurrenceRule: { days: ['MONDAY'] } }), ['event.start']],
  [
    'a series that ends with its first session',
    at('2027-05-03T09:00:00', '2027-05-03T10:00:00', { recurrenceRule: { until: { localDate: '2027-05-03T09:00:00' } } }),
    [],
  ],
  [
    'a series that ends before its first session',
    at('2027-05-03T09:00:00', '2027-05-03T10:00:00', { recurrenceRule: { until: { localDate: '2027-05-03T00:00:00' } } }),
    ['event.recurrenceRule.until'],
  ],
  ['a daily series', at('2027-05-03T09:00:00', '2027-05-03T10:00:00', { recurrenceRule: { frequency: 'DAILY' } }), ['event.recurrenceRule.frequency']],
])('%s', (_, times, fields) => {
  expect(findTimeViolations(times, today).map(({ field }) => field)).toEqual(fields)
})

test('times are those of the site', () => {
  const moment = (timeZone?: string) => ({ localDate: '2027-05-03T09:00:00', ...(timeZone && { timeZone }) })
  expect(findZoneViolations({ start: moment('Europe/Berlin'), end: moment() }, 'Europe/Berlin')).toEqual([])
  expect(findZoneViolations({ start: moment('Asia/Tokyo'), end: moment('UTC') }, 'Europe/Berlin').map(({ field }) => field)).toEqual([
    'event.start.timeZone',
    'event.end.timeZone',
  ])
})

const [ana, room] = [{ id: 'ana' }, { id: 'room', transparency: 'TRANSPARENT' }]
test.each([
  ['a person, and a room that stays free', [ana, room], ['ana', 'room'], ['room']],
  ['a person twice', [ana, ana], ['ana'], []],
  ['a room that stays free, twice', [room, room], ['room'], ['room']],
  ['a room that stays free and is taken', [room, { id: 'room', transparency: 'OPAQUE' }], ['room'], []],
])('an event names %s', (_, resources, resourceIds, freeResourceIds) => {
  expect(toResourceColumns(resources)).toEqual({ resourceIds, freeResourceIds })
})
