import { expect, test } from 'vitest'
import { formatLengths } from './length.tsx'

const appointment = (...sessionDurations: number[]) => ({ type: 'APPOINTMENT', schedule: { availabilityConstraints: { sessionDurations } } })

test.each([
  ['one length is no choice', appointment(60), ''],
  ['two', appointment(60, 30), '30 min or 1 h'],
  ['four', appointment(30, 60, 90, 120), '30 min, 1 h, 1 h 30 min or 2 h'],
  ['more: the shortest and the longest', appointment(30, 45, 60, 75, 90), '30 min – 1 h 30 min'],
  ['a class has the length of each session', { ...appointment(30, 60), type: 'CLASS' }, ''],
])('%s', (_what, service, text) => expect(formatLengths(service)).toBe(text))
