import { expect, test } from 'vitest'
import { decideFailure, nextPollSeconds } from './sync.ts'

test.each([
  ['GONE', 0, { failures: 1, isBroken: true, errorReason: 'EXTERNAL_CALENDAR_DELETED' }],
  ['UNAUTHORIZED', 0, { failures: 1, isBroken: true, errorReason: 'TOKEN_REVOKED' }],
  ['UNREACHABLE', 0, { failures: 1, isBroken: false, errorReason: null }],
  ['UNREACHABLE', 1, { failures: 2, isBroken: false, errorReason: null }],
  ['UNREACHABLE', 2, { failures: 3, isBroken: true, errorReason: null }],
  ['NOT_CONFIGURED', 0, { failures: 0, isBroken: false, errorReason: null }],
  ['NOT_CONFIGURED', 2, { failures: 2, isBroken: false, errorReason: null }],
  ['TOO_LARGE', 5, { failures: 6, isBroken: true, errorReason: null }],
] as const)('%s after %i failures in a row', (code, before, expected) => {
  expect(decideFailure(code, before)).toEqual(expected)
})

test('readings are a quarter of an hour apart, spread by a fifth; of broken calendars an hour', () => {
  expect([nextPollSeconds(false, 0), nextPollSeconds(false, 0.5), nextPollSeconds(false, 0.9999)]).toEqual([720, 900, 1080])
  expect(nextPollSeconds(true, 0.5)).toBe(3600)
})
