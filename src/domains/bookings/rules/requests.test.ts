import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { getLatestUnanswered } from './requests.ts'

const at = (day: string, time = '10:00') => Temporal.Instant.from(`2027-06-${day}T${time}:00Z`)
const sessions = [at('01'), at('08'), at('15')]

test.each([
  ['at the first session, what was asked for before it', at('01'), at('01')],
  ['until the next session, no more than that', at('07'), at('01')],
  ['at the next session, what was asked for between the two', at('08'), at('08')],
  ['while the last session takes place, all', at('15', '10:30'), at('15', '10:30')],
  ['after the last session, all', at('20'), at('20')],
])('requests for a course that go without an answer: %s', (_, now, expected) => {
  expect(getLatestUnanswered(sessions, now).toString()).toBe(expected.toString())
})
test('a course without sessions leaves no request open', () => {
  expect(getLatestUnanswered([], at('07')).toString()).toBe(at('07').toString())
})
