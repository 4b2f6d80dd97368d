import { expect, test } from 'vitest'
import { identifyActor } from './actor.ts'

test.each([
  ['canceled', 'MEMBER', 'MEMBER'],
  ['created', 'ANONYMOUS_VISITOR', 'MEMBER'],
  ['paused', 'WIX_USER', 'OWNER'],
  ['paused', 'APP', 'APP'],
  ['canceled', 'UNKNOWN', 'SYSTEM'],
  ['canceled', undefined, 'SYSTEM'],
  ['cycle_started', 'APP', 'SYSTEM'],
  ['ended', 'WIX_USER', 'SYSTEM'],
] as const)('%s with %s reads as done by %s', (slug, identity, actor) => {
  expect(identifyActor(slug, identity)).toBe(actor)
})
