import { expect, test } from 'vitest'
import { isCustomSlug, toSlugCandidate, toSlug } from './slug.ts'

test.each([
  ['My Service! Name 2023', 'my-service-name-2023'],
  ['A simple_test', 'a-simple-test'],
  ['@@@', 'untitled'],
  ['Crème Brûlée', 'creme-brulee'],
  ['Йога утром', 'йога-утром'],
])('the slug of %s is %s', (name, slug) => expect(toSlug(name)).toBe(slug))
test('a taken slug gets a number and stays short', () => {
  expect([toSlugCandidate('yoga', 0), toSlugCandidate('yoga', 2)]).toEqual(['yoga', 'yoga-2'])
  expect(toSlugCandidate('x'.repeat(500), 12)).toHaveLength(500)
})
test('custom slugs are letters, digits and hyphens', () => {
  expect(['yoga-1', 'Yoga', '', 'a_b', 'ü'].map(isCustomSlug)).toEqual([true, true, false, false, false])
})
