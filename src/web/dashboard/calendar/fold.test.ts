import type { ScheduleEventData } from '@mantine/schedule'
import { expect, test } from 'vitest'
import type { EntryPart } from '../parts/events.ts'
import { countFolded, foldCrowded } from './fold.ts'

const day = '2027-05-04'
const event = (id: string, from: string, to: string, on = day): ScheduleEventData => {
  const [start, end] = [`${on} ${from}:00`, `${on} ${to}:00`]
  const part = { day: on, start, end, isWhole: true, isAllDay: from === '00:00' && to === '23:59' } as EntryPart
  return { id, title: id, start, end, color: 'blue', payload: { part } }
}
const fold = (events: ScheduleEventData[], most = 3) =>
  foldCrowded(events, most, (count) => `+${count}`).map((one) => `${one.title} ${String(one.start).slice(11, 16)}–${String(one.end).slice(11, 16)}`)

test('as many as there is room for stay as they are', () => {
  const three = ['a', 'b', 'c'].map((id) => event(id, '09:00', '10:00'))
  expect(foldCrowded(three, 3, String)).toEqual(three)
})

test('the last column says how many more there are, and until when', () => {
  const five = ['a', 'b', 'c', 'd'].map((id) => event(id, '09:00', '10:00'))
  expect(fold([...five, event('e', '09:30', '11:00')])).toEqual(['a 09:00–10:00', 'b 09:00–10:00', '+3 09:00–11:00'])
})

test('what is not beside them keeps its place, also on other days', () => {
  const crowd = ['a', 'b', 'c', 'd'].map((id) => event(id, '09:00', '10:00'))
  const others = [event('late', '12:00', '13:00'), event('tomorrow', '09:00', '10:00', '2027-05-05')]
  expect(fold([...crowd, ...others])).toEqual(['a 09:00–10:00', 'b 09:00–10:00', 'late 12:00–13:00', '+2 09:00–10:00', 'tomorrow 09:00–10:00'])
})

test('what covers the whole day makes room for what has its hour', () => {
  const away = ['x', 'y', 'z'].map((id) => event(id, '00:00', '23:59'))
  expect(fold([...away, event('class', '09:00', '10:00')])).toEqual(['class 09:00–10:00', 'x 00:00–23:59', '+2 00:00–23:59'])
})

test('never more beside each other than there is room for', () => {
  const many = Array.from({ length: 60 }, (_, n) => {
    const start = 8 * 60 + ((n * 37) % 600)
    const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    return event(String(n), clock(start), clock(start + 20 + (n % 4) * 25))
  })
  const folded = foldCrowded(many, 3, String)
  const most = Math.max(...folded.map((one) => folded.filter((other) => other.start <= one.start && one.start < other.end).length))
  expect(most).toBeLessThanOrEqual(3)
  const shown = folded.reduce((sum, one) => sum + (countFolded(one) ?? 1), 0)
  expect(shown).toBe(60)
})
