import { expect, test } from 'vitest'
import { usageText } from './usage-text.ts'

test('the question before a room is removed names what uses it', () => {
  expect(usageText({ services: [], bookings: 0, sessions: 0, series: 0 }, 'this room')).toBe('No services use this room. Nothing upcoming is affected.')
  expect(usageText({ services: ['Yoga', 'Massage'], bookings: 2, sessions: 0, series: 1 }, 'this room')).toBe(
    'Yoga and Massage will no longer use this room. 2 upcoming bookings and 1 weekly series stay on the calendar. Reschedule them if needed.',
  )
  expect(usageText({ services: ['Yoga'], bookings: 1, sessions: 0, series: 0 }, 'Ana')).toBe(
    'Yoga will no longer use Ana. 1 upcoming booking stays on the calendar. Reschedule it if needed.',
  )
})
