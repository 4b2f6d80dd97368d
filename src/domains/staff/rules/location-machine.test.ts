import { expect, test } from 'vitest'
import { keepsDefaultActive, type LocationStatus } from './location-machine.ts'

const main = { isDefault: true, status: 'ACTIVE' as LocationStatus }
const annex = { isDefault: false, status: 'ACTIVE' as LocationStatus }
const archived = { isDefault: false, status: 'INACTIVE' as LocationStatus }

/** Source: guide services-and-availability §12.1. */
test.each<[string, typeof main, { default?: boolean; status?: LocationStatus }, boolean]>([
  ['the default one keeps its place', main, { default: true }, true],
  ['the default one is not archived', main, { status: 'INACTIVE' }, false],
  ['the default one makes way for another one only', main, { default: false }, false],
  ['another one becomes the default', annex, { default: true }, true],
  ['another one is archived', annex, { status: 'INACTIVE' }, true],
  ['another one does not become the default as it is archived', annex, { default: true, status: 'INACTIVE' }, false],
  ['an archived one does not become the default', archived, { default: true }, false],
  ['an archived one becomes the default as it is used again', archived, { default: true, status: 'ACTIVE' }, true],
])('%s', (_, before, change, expected) => {
  expect(keepsDefaultActive(before, change)).toBe(expected)
})
