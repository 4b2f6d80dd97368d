import { describe, expect, test } from 'vitest'
import { applyLimits, hasRoom, type SiteLimits, type SiteLimitsChange } from './limits.ts'

describe('what a change makes of the limits of a site', () => {
  test.each<[SiteLimits, SiteLimitsChange, SiteLimits]>([
    [{}, {}, {}],
    [{}, { members: 5 }, { members: 5 }],
    [{ members: 5 }, { members: undefined, requestsPerMinute: 60 }, { members: 5, requestsPerMinute: 60 }],
    [{ members: 5, pictureBytes: 9 }, { members: null }, { pictureBytes: 9 }],
    [{ members: 5 }, { members: 0 }, { members: 0 }],
  ])('%j and %j: %j', (before, change, after) => expect(applyLimits(before, change)).toEqual(after))
})

test.each<[number | undefined, number, number, boolean]>([
  [undefined, 1_000_000, 1, true],
  [3, 2, 1, true],
  [3, 3, 1, false],
  [3, 5, 0, false],
  [0, 0, 1, false],
  [100, 60, 40, true],
  [100, 60, 41, false],
])('a limit of %s has room beside %i for %i: %s', (limit, used, more, room) => expect(hasRoom(limit, used, more)).toBe(room))
