import { expect, test } from 'vitest'
import { findConflicts } from './conflicts.ts'
import type { Entry } from './events.ts'

const blocked = (id: string, from: string, to: string, ...resourceIds: string[]): Entry => ({
  kind: 'BLOCKED',
  resourceIds,
  event: {
    id,
    scheduleId: 'x',
    type: 'EVENT',
    title: id,
    start: { localDate: '', utcDate: `2027-05-10T${from}:00.000Z` },
    end: { localDate: '', utcDate: `2027-05-10T${to}:00.000Z` },
    resources: [],
    transparency: 'BUSY',
    status: 'CONFIRMED',
    recurrenceType: 'NONE',
    revision: '1',
  },
})
const day = [blocked('Dentist', '09:00', '10:00', 'ana'), blocked('Course', '10:00', '11:00', 'ana', 'hall'), blocked('Lunch', '10:30', '11:30', 'ben')]
const to = (from: string, end: string) => ({ startDate: `2027-05-10T${from}:00.000Z`, endDate: `2027-05-10T${end}:00.000Z` })

test.each([
  [undefined, '09:30', '10:30', ['ana'], ['Dentist', 'Course']],
  ['Dentist', '09:30', '10:30', ['ana'], ['Course']],
  [undefined, '10:00', '10:30', ['ana'], ['Course']],
  [undefined, '11:00', '12:00', ['ana', 'hall'], []],
  [undefined, '10:00', '12:00', ['ben', 'hall'], ['Course', 'Lunch']],
  [undefined, '10:00', '12:00', [], []],
])('%s moved to %s–%s meets %j', (movedId, from, end, resourceIds, titles) => {
  expect(findConflicts(day, movedId, to(from, end), resourceIds).map(({ title }) => title)).toEqual(titles)
})
