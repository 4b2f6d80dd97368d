import { expect, test } from 'vitest'
import type { CalendarEvent, CalendarItem } from '../entities.ts'
import { entryTitle, toEntries, eventsByResource, keepInHours, toParts, toScheduleEvents, visibleHours, canMove, toMove, type Entry } from './events.ts'

const item: CalendarItem = {
  kind: 'APPOINTMENT',
  id: 'a',
  serviceId: 's',
  title: 'Massage',
  startDate: '2026-11-23T08:00:00.000Z',
  endDate: '2026-11-23T09:00:00.000Z',
  status: 'CONFIRMED',
  resourceIds: ['r'],
  participants: 1,
  bookings: [{ id: 'b', revision: '1', status: 'CONFIRMED', paymentStatus: 'PAID', selectedPaymentOption: 'ONLINE', name: 'Ada', participants: 1 }],
}
const event: CalendarEvent = {
  id: 'e',
  scheduleId: 'x',
  type: 'EVENT',
  title: 'Dentist',
  start: { localDate: '2026-11-23T07:00:00', utcDate: '2026-11-23T06:00:00.000Z' },
  end: { localDate: '2026-11-23T08:00:00', utcDate: '2026-11-23T07:00:00.000Z' },
  resources: [{ id: 'r' }, { id: 'q' }],
  transparency: 'BUSY',
  status: 'CONFIRMED',
  recurrenceType: 'NONE',
  revision: '1',
}
const inZone = (zone: string) => ({ from: '2026-11-20', to: '2026-11-30', zone })
const before = '2026-11-22T00:00:00.000Z'

test('an appointment stands at its hour on the wall clock of the business', () => {
  expect(toScheduleEvents(toParts(toEntries([item], []), inZone('America/New_York')))[0]).toMatchObject({
    start: '2026-11-23 03:00:00',
    end: '2026-11-23 04:00:00',
  })
})
test('what was cancelled or declined is not on the calendar', () => {
  expect(
    toEntries(
      [
        { ...item, status: 'CANCELED' },
        { ...item, status: 'DECLINED' },
      ],
      [{ ...event, status: 'CANCELLED' }],
    ),
  ).toEqual([])
})
test('blocked time stands between the bookings, and a session takes its places from the calendar', () => {
  const session: CalendarItem = { ...item, kind: 'SESSION', id: 'c' }
  const entries = toEntries([session], [event, { ...event, id: 'c', type: 'CLASS', totalCapacity: 12 }])
  expect(entries.map((entry) => (entry.kind === 'BOOKED' ? entry.seats : entryTitle(entry)))).toEqual(['Dentist', 12])
})
test('the calendar of one person shows what needs that person', () => {
  expect(toEntries([item], [event], 'q')).toHaveLength(1)
})
test('what needs two people stands in the line of each', () => {
  expect(eventsByResource(toParts(toEntries([], [event]), inZone('UTC'))).map(({ resourceId }) => resourceId)).toEqual(['r', 'q'])
})
test('a drop is read on the wall clock of the business', () => {
  expect(toMove('2026-11-24 10:30:00', '2026-11-24 11:30:00', 'Europe/Berlin')).toEqual({
    startDate: '2026-11-24T09:30:00.000Z',
    endDate: '2026-11-24T10:30:00.000Z',
  })
})
test('appointments, sessions and blocked time are moved by hand, but not once they are over', () => {
  const booked: Entry = { kind: 'BOOKED', item, resourceIds: ['r'] }
  expect(canMove(booked, before)).toBe(true)
  expect(canMove({ kind: 'BLOCKED', event, resourceIds: [] }, before)).toBe(true)
  expect(canMove({ ...booked, item: { ...item, kind: 'SESSION', bookings: [] } }, before)).toBe(true)
  expect(canMove(booked, '2026-11-23T09:00:00.000Z')).toBe(false)
  expect(canMove({ ...booked, item: { ...item, bookings: [] } }, before)).toBe(false)
})
test('the day stretches to early and late sessions', () => {
  expect(visibleHours(toScheduleEvents(toParts(toEntries([item], []), inZone('America/New_York'))))).toEqual({ startTime: '03:00:00', endTime: '21:00:00' })
})

const blockedFrom = (start: string, end: string): CalendarEvent => ({
  ...event,
  start: { ...event.start, utcDate: start },
  end: { ...event.end, utcDate: end },
})
test('what lasts for days is a part of each of them, in order with the others, and each of them once for each person', () => {
  const holiday = blockedFrom('2026-11-22T00:00:00.000Z', '2026-11-24T12:00:00.000Z')
  const parts = toParts(toEntries([item], [holiday]), inZone('UTC'))
  expect(toScheduleEvents(parts).map(({ id, start }) => [id, start])).toEqual([
    ['e/2026-11-22', '2026-11-22 00:00:00'],
    ['e/2026-11-23', '2026-11-23 00:00:00'],
    ['a', '2026-11-23 08:00:00'],
    ['e/2026-11-24', '2026-11-24 00:00:00'],
  ])
  const ids = eventsByResource(parts).map(({ id }) => id)
  expect(new Set(ids).size).toBe(7)
})
test('what covers a day stays in a grid of hours, and stretches none', () => {
  const day = toScheduleEvents(toParts(toEntries([], [blockedFrom('2026-11-23T00:00:00.000Z', '2026-11-24T00:00:00.000Z')]), inZone('UTC')))
  expect(day[0]).toMatchObject({ start: '2026-11-23 00:00:00', end: '2026-11-24 00:00:00' })
  expect(keepInHours(day)[0]).toMatchObject({ start: '2026-11-23 00:00:00', end: '2026-11-23 23:59:00' })
  expect(visibleHours(keepInHours(day))).toEqual({ startTime: '07:00:00', endTime: '21:00:00' })
})
