import { expect, test } from 'vitest'
import { actions, places } from './commands.ts'
import { findBest, rank } from './match.ts'

test.each([
  ['', 'New booking', '', 0],
  ['   ', 'New booking', '', 0],
  ['new', 'New booking', '', 3],
  ['NEW B', 'New booking', '', 3],
  ['boo', 'New booking', '', 2],
  ['boo new', 'New booking', '', 2],
  ['ook', 'New booking', '', 1],
  ['cafe', 'Café tour', '', 3],
  ['fluß', 'Am Fluß', '', 2],
  ['client', 'New booking', 'add client', 1],
  ['new client', 'New booking', 'add client', 1],
  ['lient', 'New booking', 'add client', 0],
  ['plan', 'New booking', 'add client', 0],
] as const)('%j in %j (%j) fits as %i', (typed, name, others, fit) => expect(rank(typed, name, others)).toBe(fit))

test('the best come first, equal ones in their order, and no more than asked for', () => {
  const list = ['A refund', 'Refunds', 'Fund', 'Refund now'].map((name) => ({ name }))
  expect(findBest('refund', list, (one) => one, 3).map(({ name }) => name)).toEqual(['Refunds', 'Refund now', 'A refund'])
})

test('no two commands have the same name and place', () => {
  const names = [...actions, ...places].map(({ label, at }) => `${at ?? ''} ${label}`)
  expect(new Set(names).size).toBe(names.length)
})
