import { expect, test } from 'vitest'
import { isOpenAt, specialDaysIn, type OpeningHours } from './off-hours.ts'

const monday = { day: 'MONDAY', start: '09:00', end: '17:00' }
const hours: OpeningHours = {
  periods: [
    monday,
    { day: 'TUESDAY', start: '18:00', end: '24:00' },
    { day: 'WEDNESDAY', start: '09:00', end: '12:00', interval: 2, from: '2027-05-03' },
    { day: 'THURSDAY', start: '09:00', end: '12:00', until: '2027-05-06' },
  ],
  specialDays: [
    { from: '2027-05-17', until: '2027-05-18', title: 'Works', periods: [] },
    { from: '2027-05-24', until: '2027-05-24', title: 'Whit Monday', periods: [{ start: '10:00', end: '12:00' }] },
  ],
}

test.each([
  ['2027-05-10 09:00:00', true],
  ['2027-05-10 16:59:00', true],
  ['2027-05-10 17:00:00', false],
  ['2027-05-11 23:30:00', true],
  ['2027-05-11T17:30:00', false],
  // Every second week: the week of 3 May, not that of 10 May.
  ['2027-05-05 10:00:00', true],
  ['2027-05-12 10:00:00', false],
  ['2027-05-19 10:00:00', true],
  ['2027-05-06 10:00:00', true],
  ['2027-05-13 10:00:00', false],
  ['2027-05-09 10:00:00', false],
  ['2027-05-17 10:00:00', false],
  ['2027-05-24 09:30:00', false],
  ['2027-05-24 10:30:00', true],
])('at %s it is open: %s', (local, open) => expect(isOpenAt(hours, local)).toBe(open))

test('without hours nothing is shaded, but a closing day is', () => {
  expect(isOpenAt({ periods: [], specialDays: hours.specialDays }, '2027-05-09 03:00:00')).toBe(true)
  expect(isOpenAt({ periods: [], specialDays: hours.specialDays }, '2027-05-18 12:00:00')).toBe(false)
})
test('special days of a range, also those that began before it', () => {
  expect(specialDaysIn(hours, '2027-05-18', '2027-05-25').map(({ title }) => title)).toEqual(['Works', 'Whit Monday'])
  expect(specialDaysIn(hours, '2027-05-19', '2027-05-24')).toEqual([])
})
