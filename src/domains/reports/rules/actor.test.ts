import { expect, test } from 'vitest'
import { identifyActor } from './actor.ts'

test.each([
  ['canceled', 'MEMBER', 'MEMBER'],
  ['created', 'ANONYMOUS_VISITOR', 'MEMBER'],
  ['paused', 'WIX_USER', 'OWNER'],
  ['paused', 'APP', 'APP'],
  ['canceled', 'UNKNOWN', 'HOUSE'],
  ['canceled', undefined, 'HOUSE'],
  ['cycle_started', 'APP', 'HOUSE'],
  ['ended', 'WIX_USER', 'HOUSE'],
] as const)('%s with %s reads as done by %s', (slug, identity, actor) => {
  expect(identifyActor(slug, identity)).toBe(actor)
})
