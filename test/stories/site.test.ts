import { expect, test } from 'vitest'
import { startTestServer } from '../test-server.ts'

test('a fresh site answers with its name', async () => {
  const server = await startTestServer()
  const site = await server.createSite({ name: 'Riverside' })
  expect(site.clientId).toMatch(/-/)
  expect((await server.ok('GET', '/api/site')).name).toBe('Riverside')
  await server.close()
})
