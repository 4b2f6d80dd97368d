import { expect, test } from 'vitest'
import { findHoursProblems } from './weekly-hours.ts'

const known = new Set(['here'])
test.each([
  [[{}], []],
  [[{ interval: 2, from: '2027-05-03' }], []],
  [[{ interval: 2 }], ['0 from']],
  [[{ interval: 1 }, { interval: 3, from: null }], ['1 from']],
  [[{ from: '2027-05-03', until: '2027-05-03' }], []],
  [[{ from: '2027-05-03', until: '2027-05-02' }], ['0 until']],
  [[{ locationId: 'here' }, { locationId: null }], []],
  [[{ locationId: 'elsewhere' }], ['0 locationId']],
])('problems of %j are %j', (periods, problems) => {
  expect(findHoursProblems(periods, known).map(({ index, field }) => `${index} ${field}`)).toEqual(problems)
})
