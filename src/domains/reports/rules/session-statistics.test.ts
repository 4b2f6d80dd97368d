import { expect, test } from 'vitest'
import { sumByHour, aggregateStatistics } from './session-statistics.ts'

const sessions = [
  { month: '2030-03', serviceId: 'flow', name: 'Flow', sessions: 1, places: 12, taken: 9 },
  { month: '2030-03', serviceId: 'yin', name: 'Yin', sessions: 1, places: 8, taken: 10 },
  { month: '2030-04', serviceId: 'flow', name: 'Flow', sessions: 1, places: 12, taken: 0 },
]
const visits = [
  { month: '2030-03', serviceId: 'flow', name: 'Flow', booked: 9, attended: 6, missed: 2, cancelled: 3 },
  { month: '2030-03', serviceId: 'talk', name: 'Talk', booked: 1, attended: 0, missed: 1, cancelled: 0 },
]
test('sessions and visits are summed by month and by service', () => {
  expect(Object.fromEntries(aggregateStatistics(({ month }) => month, sessions, visits))).toEqual({
    '2030-03': { sessions: 2, places: 20, taken: 19, booked: 10, attended: 6, missed: 3, cancelled: 3 },
    '2030-04': { sessions: 1, places: 12, taken: 0, booked: 0, attended: 0, missed: 0, cancelled: 0 },
  })
  const byService = aggregateStatistics(({ serviceId }) => serviceId, sessions, visits)
  expect(byService.get('flow')).toEqual({ sessions: 2, places: 24, taken: 9, booked: 9, attended: 6, missed: 2, cancelled: 3 })
  expect(byService.get('talk')).toEqual({ sessions: 0, places: 0, taken: 0, booked: 1, attended: 0, missed: 1, cancelled: 0 })
})

test('sessions are summed by weekday and hour, in this order', () => {
  const at = (weekday: number, hour: number, taken: number) => ({ sessions: 1, places: 4, taken, weekday, hour })
  expect(sumByHour([at(1, 18, 4), at(0, 9, 1), at(1, 18, 1), at(1, 7, 0)])).toEqual([
    { weekday: 0, hour: 9, sessions: 1, places: 4, taken: 1 },
    { weekday: 1, hour: 7, sessions: 1, places: 4, taken: 0 },
    { weekday: 1, hour: 18, sessions: 2, places: 8, taken: 5 },
  ])
})
