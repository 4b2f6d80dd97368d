import { expect, test } from 'vitest'
import { usageText } from './usage-text.ts'

test('what needs a room is said before it goes', () => {
  expect(usageText({ services: [], bookings: 0, sessions: 0, series: 0 }, 'this room')).toBe('No service needs this room. Nothing ahead is booked or planned.')
  expect(usageText({ services: ['Yoga', 'Massage'], bookings: 2, sessions: 0, series: 1 }, 'this room')).toBe(
    'Yoga and Massage will do without this room. 2 bookings and 1 weekly series ahead stay on the calendar as they are: move them if they cannot take place.',
  )
})
