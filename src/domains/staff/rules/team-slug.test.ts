import { expect, test } from 'vitest'
import { parseTeamSlug, toTeamSlug } from './team-slug.ts'

const id = '1a2b3c4d-1111-4222-8333-444455556666'
test.each([
  ['Lena Brandt', 'lena-brandt-1a2b3c4d'],
  ['Zoë  O’Neill', 'zoe-o-neill-1a2b3c4d'],
  ['…', 'team-1a2b3c4d'],
])('the address of %s', (name, slug) => {
  expect(toTeamSlug(id, name)).toBe(slug)
  const range = parseTeamSlug(slug)
  expect(range && range.from <= id && id <= range.to).toBe(true)
})
test.each(['lena-brandt', '1a2b3c4d', 'lena-1a2b3c4', 'lena-1a2b3c4g', ''])('%j is no address of a team member', (slug) =>
  expect(parseTeamSlug(slug)).toBeUndefined(),
)
