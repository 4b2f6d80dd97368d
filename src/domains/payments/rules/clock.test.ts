import { expect, test } from 'vitest'
import { findClockProblem } from './clock.ts'

const hour = 3_600_000
test.each([
  ['right', 0, -5, undefined],
  ['corrected by less than an hour', hour, 0, undefined],
  ['moved ahead', hour + 1, 0, 'moved ahead by 1 hour while'],
  ['moved back', -2.5 * hour, 0, 'moved back by 2.5 hours while'],
  ['a little behind after a start', 0, hour, undefined],
  ['far behind after a start', 0, 30 * hour, '30 hours behind what has happened'],
  ['nothing has happened yet', 0, undefined, undefined],
])('a clock that is %s', (_, driftMs, aheadMs, says) => {
  const nowMs = 1_700_000_000_000
  const trouble = findClockProblem({ driftMs, nowMs, newestMs: aheadMs === undefined ? undefined : nowMs + aheadMs })
  if (says === undefined) expect(trouble).toBeUndefined()
  else expect(trouble).toContain(says)
})
