import { expect, test } from 'vitest'
import { addCheckIn, afterSending, type CheckIn, dismissRefused, emptyQueue, findWaiting, isWorthRetrying, parseQueue } from './queue.ts'

const entry = (key: string, more: Partial<CheckIn> = {}): CheckIn => ({ key, bookingId: 'b', eventId: 'e', status: 'ATTENDED', people: 1, who: 'Mia', ...more })
const getQueue = (...entries: CheckIn[]) => entries.reduce(addCheckIn, emptyQueue)

test('check-ins wait in their order; what was sent is gone, what could not be sent stays first', () => {
  const queue = getQueue(entry('1'), entry('2', { bookingId: 'c' }))
  expect(queue.waiting.map(({ key }) => key)).toEqual(['1', '2'])
  expect(afterSending(queue, entry('1'), 'unreachable')).toBe(queue)
  expect(afterSending(queue, entry('1'), 'sent').waiting.map(({ key }) => key)).toEqual(['2'])
})

test('what the server refuses is set aside with the reason until it is dismissed, and holds up nothing', () => {
  const queue = afterSending(getQueue(entry('1'), entry('2')), entry('1'), { refused: 'Cancelled.' })
  expect(queue).toMatchObject({ waiting: [{ key: '2' }], refused: [{ key: '1', reason: 'Cancelled.' }] })
  expect(dismissRefused(queue, '1').refused).toEqual([])
})

test('the last choice for a booking in a session counts', () => {
  const queue = getQueue(entry('1'), entry('2', { status: 'NOT_SET' }), entry('3', { eventId: 'other' }))
  expect(findWaiting(queue, 'b', 'e')?.status).toBe('NOT_SET')
  expect(findWaiting(queue, 'b', 'other')?.status).toBe('ATTENDED')
  expect(findWaiting(queue, 'b', undefined)).toBeUndefined()
})

test.each([
  [0, true],
  [401, true],
  [429, true],
  [500, true],
  [503, true],
  [400, false],
  [403, false],
  [404, false],
  [409, false],
  [428, false],
])('a reply of %i is tried again: %s', (status, again) => expect(isWorthRetrying(status)).toBe(again))

test('survives a reload; what is not a queue is none', () => {
  const queue = getQueue(entry('1'))
  expect(parseQueue(JSON.stringify(queue))).toEqual(queue)
  for (const stored of [null, '', '{', '[]', '{"waiting":1}', 'null']) expect(parseQueue(stored)).toEqual(emptyQueue)
})
