import { expect, test } from 'vitest'
import { eventsOf, hoursOf, mayMove, moveOf } from './events.ts'
import type { CalendarItem } from '../entities.ts'

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
test('an appointment stands at its hour on the wall clock of the business', () => {
  expect(eventsOf([item], 'America/New_York')[0]).toMatchObject({ start: '2026-11-23 03:00:00', end: '2026-11-23 04:00:00' })
})
test('what was cancelled or declined is not on the calendar', () => {
  expect(
    eventsOf(
      [
        { ...item, status: 'CANCELED' },
        { ...item, status: 'DECLINED' },
      ],
      'UTC',
    ),
  ).toEqual([])
})
test('a drop is read on the wall clock of the business', () => {
  expect(moveOf('2026-11-24 10:30:00', '2026-11-24 11:30:00', 'Europe/Berlin')).toEqual({
    startDate: '2026-11-24T09:30:00.000Z',
    endDate: '2026-11-24T10:30:00.000Z',
  })
})
test('a class is moved through its series and not by dragging', () => {
  expect(mayMove(item)).toBe(true)
  expect(mayMove({ ...item, kind: 'SESSION' })).toBe(false)
})
test('the day stretches to early and late sessions', () => {
  expect(hoursOf(eventsOf([item], 'America/New_York'))).toEqual({ startTime: '03:00:00', endTime: '21:00:00' })
})
