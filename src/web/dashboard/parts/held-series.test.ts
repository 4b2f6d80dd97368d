import { expect, test } from 'vitest'
import { isChanged } from './held-series.ts'

const now = Date.parse('2027-05-04T10:00:00Z')
const session = (startDate: string) => ({ masterId: 'series', startDate })

test.each([
  ['of all: a session that lies ahead', '2027-05-05T10:00:00.000Z', undefined, true],
  ['of all: a session that has begun', '2027-05-04T09:30:00.000Z', undefined, false],
  ['of all: a session that begins now', '2027-05-04T10:00:00.000Z', undefined, false],
  ['from one on: the one itself', '2027-05-12T10:00:00.000Z', '2027-05-12T10:00:00Z', true],
  ['from one on: a later one', '2027-05-19T10:00:00.000Z', '2027-05-12T10:00:00Z', true],
  ['from one on: an earlier one that lies ahead', '2027-05-05T10:00:00.000Z', '2027-05-12T10:00:00Z', false],
])('a change %s', (_, startDate, firstSessionDate, expected) => {
  expect(isChanged(session(startDate), firstSessionDate === undefined ? {} : { firstSessionDate }, now)).toBe(expected)
})
