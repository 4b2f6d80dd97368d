import { expect, test } from 'vitest'
import { makeWorld } from '../world.ts'

test('a fresh site answers with its name', async () => {
  const world = await makeWorld()
  const site = await world.site({ name: 'Riverside' })
  expect(site.clientId).toMatch(/-/)
  expect((await world.ok('GET', '/api/site')).name).toBe('Riverside')
  await world.close()
})
