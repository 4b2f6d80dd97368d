import { expect, test } from 'vitest'
import { hasOwnerAfter, canGrant, readPermissions, type Rights } from './collaborators.ts'

const owner: Rights = { role: 'OWNER', permissions: null }
const contributor = (...permissions: string[]): Rights => ({ role: 'CONTRIBUTOR', permissions })
test.each([
  [owner, owner, true],
  [owner, contributor('A.B'), true],
  [contributor('A.B', 'C.D'), contributor('A.B'), true],
  [contributor('A.B'), contributor('A.B', 'C.D'), false],
  [contributor('A.B'), owner, false],
  [contributor(), contributor(), true],
] as const)('%j may give %j: %s', (giver, given, may) => expect(canGrant(giver, given)).toBe(may))

const people = [
  { userId: 'a', ...owner },
  { userId: 'b', ...contributor('A.B') },
]
test.each([
  [people, { userId: 'a', to: undefined }, false],
  [people, { userId: 'a', to: contributor() }, false],
  [people, { userId: 'a', to: owner }, true],
  [people, { userId: 'b', to: undefined }, true],
  [[...people, { userId: 'c', ...owner }], { userId: 'a', to: undefined }, true],
])('an owner is left of %j after %j: %s', (all, change, left) => expect(hasOwnerAfter(all, change)).toBe(left))

test('permissions are names, each once, and owners need none', () => {
  expect(readPermissions('CONTRIBUTOR', ['B.C', 'A.B', 'B.C'])).toEqual(['A.B', 'B.C'])
  expect(readPermissions('CONTRIBUTOR', ['bookings:v2:booking:count_extended_bookings'])).toEqual(['bookings:v2:booking:count_extended_bookings'])
  for (const wrong of ['drop table', 'bookings', 'A.b', 'a:B']) expect(readPermissions('CONTRIBUTOR', [wrong])).toBeUndefined()
  expect(readPermissions('CONTRIBUTOR', null)).toEqual([])
  expect(readPermissions('OWNER', ['A.B'])).toBeNull()
})
