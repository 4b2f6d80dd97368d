import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { isCheckDue } from './check.ts'

test.each([
  ['at three at night, a day after the last', '2026-03-02T08:10Z', '2026-03-01T08:10Z', true],
  ['not twice in one night', '2026-03-02T09:40Z', '2026-03-02T08:10Z', false],
  ['not by day', '2026-03-02T15:00Z', '2026-03-01T18:00Z', false],
  ['by day when the server was off at night', '2026-03-02T15:00Z', '2026-03-01T08:00Z', true],
])('%s', (_, now, last, due) =>
  expect(isCheckDue({ now: Temporal.Instant.from(now), last: Temporal.Instant.from(last), timeZone: 'America/New_York' })).toBe(due),
)
