import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchPeople } from './matching.ts'
import { checkSet, isFollowedBySamePerson, type Part } from './set.ts'

const part = (start: number, end: number, more: Partial<Part> = {}): Part => ({ type: 'APPOINTMENT', start, end, place: 'A', ...more })

describe('the parts of a set', () => {
  test.each([
    ['one after the other', 'SEQUENTIAL_BOOKINGS', [part(0, 30), part(30, 60)], undefined],
    ['a gap', 'SEQUENTIAL_BOOKINGS', [part(0, 30), part(31, 60)], { index: 1, reason: 'NOT_BACK_TO_BACK' }],
    ['another place', 'SEQUENTIAL_BOOKINGS', [part(0, 30), part(30, 60, { place: 'B' })], { index: 1, reason: 'OTHER_LOCATION' }],
    ['a class in a sequence', 'SEQUENTIAL_BOOKINGS', [part(0, 30), part(30, 60, { type: 'CLASS' })], { index: 1, reason: 'NOT_AN_APPOINTMENT' }],
    ['at the same time', 'PARALLEL_BOOKINGS', [part(0, 30), part(0, 60)], undefined],
    ['not at the same time', 'PARALLEL_BOOKINGS', [part(0, 30), part(5, 60)], { index: 1, reason: 'OTHER_START' }],
    ['a basket of all kinds', 'SEPARATE_BOOKINGS', [part(0, 30), part(90, 120, { type: 'COURSE', place: 'B' })], undefined],
    ['a basket that overlaps', 'SEPARATE_BOOKINGS', [part(0, 30), part(20, 50)], { index: 1, reason: 'OVERLAPS_ANOTHER_PART' }],
  ] as const)('%s', (_, type, parts, refused) => {
    expect(checkSet(type, parts, false)).toEqual(refused ? { refused: 'VALIDATION_FAILURE', data: refused } : { ok: true })
  })
  test('the business may let a basket overlap', () => expect(checkSet('SEPARATE_BOOKINGS', [part(0, 30), part(20, 50)], true)).toEqual({ ok: true }))
})

describe('the buffer between the parts of a row', () => {
  const row = [
    { id: 'a', resourceId: 'ana' },
    { id: 'b', resourceId: 'ana' },
    { id: 'c', resourceId: 'bo' },
  ]
  test.each([
    ['is left out where the same person goes on', 'a', true],
    ['is kept where another person goes on', 'b', false],
    ['is kept after the last part', 'c', false],
    ['is kept after what is not of the row', 'd', false],
  ])('%s', (_, id, expected) => expect(isFollowedBySamePerson(row, { id, resourceId: 'ana' })).toBe(expected))
})

describe('people for parallel parts', () => {
  test('the first choice gives way when only that lets everyone be served', () => {
    expect(matchPeople([['ana', 'bo'], ['ana']])).toEqual({ people: ['bo', 'ana'] })
    expect(matchPeople([['ana'], ['ana']])).toEqual({ left: 1 })
  })
  test('a match is found whenever one exists, and no staff member serves two parts', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const choices = fc.array(fc.uniqueArray(fc.constantFrom(...names), { maxLength: 5 }), { minLength: 1, maxLength: 5 })
    const possible = (candidates: readonly string[][], taken: string[] = []): boolean => {
      const [first, ...rest] = candidates
      return !first || first.some((person) => !taken.includes(person) && possible(rest, [...taken, person]))
    }
    fc.assert(
      fc.property(choices, (candidates) => {
        const result = matchPeople(candidates)
        if ('left' in result) return !possible(candidates)
        return new Set(result.people).size === candidates.length && result.people.every((person, n) => candidates[n]?.includes(person))
      }),
    )
  })
})
