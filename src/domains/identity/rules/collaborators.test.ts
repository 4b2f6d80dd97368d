import { expect, test } from 'vitest'
import { leavesOwner, mayGive, readPermissions, type Rights } from './collaborators.ts'

const owner: Rights = { role: 'OWNER', permissions: null }
const helper = (...permissions: string[]): Rights => ({ role: 'CONTRIBUTOR', permissions })
test.each([
  [owner, owner, true],
  [owner, helper('A.B'), true],
  [helper('A.B', 'C.D'), helper('A.B'), true],
  [helper('A.B'), helper('A.B', 'C.D'), false],
  [helper('A.B'), owner, false],
  [helper(), helper(), true],
] as const)('%j may give %j: %s', (giver, given, may) => expect(mayGive(giver, given)).toBe(may))

const people = [
  { userId: 'a', ...owner },
  { userId: 'b', ...helper('A.B') },
]
test.each([
  [people, { userId: 'a', to: undefined }, false],
  [people, { userId: 'a', to: helper() }, false],
  [people, { userId: 'a', to: owner }, true],
  [people, { userId: 'b', to: undefined }, true],
  [[...people, { userId: 'c', ...owner }], { userId: 'a', to: undefined }, true],
])('an owner is left of %j after %j: %s', (all, change, left) => expect(leavesOwner(all, change)).toBe(left))

test('permissions are names, each once, and owners need none', () => {
  expect(readPermissions('CONTRIBUTOR', ['B.C', 'A.B', 'B.C'])).toEqual(['A.B', 'B.C'])
  expect(readPermissions('CONTRIBUTOR', ['drop table'])).toBeUndefined()
  expect(readPermissions('CONTRIBUTOR', null)).toEqual([])
  expect(readPermissions('OWNER', ['A.B'])).toBeNull()
})
