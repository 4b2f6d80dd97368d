import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { routePath } from './route-path.ts'

test('parameters, verbs behind parameters and verbs behind names each reach their own route', async () => {
  const app = Fastify()
  for (const path of [
    '/v1/policies/{id}',
    '/v1/policies/{policyId}:setDefault',
    '/v2/connections/{id}',
    '/v2/connections:connectByOAuth',
    '/v2/confirmation/{bookingId}:confirmOrDecline',
  ]) {
    app.post(routePath(path), (request) => ({ path, ...(request.params as object) }))
  }
  const call = async (url: string) => (await app.inject({ method: 'POST', url })).json<unknown>()
  expect(await call('/v1/policies/a-1')).toEqual({ path: '/v1/policies/{id}', id: 'a-1' })
  expect(await call('/v1/policies/a-1:setDefault')).toEqual({ path: '/v1/policies/{policyId}:setDefault', policyId: 'a-1' })
  expect(await call('/v2/connections/c.1')).toEqual({ path: '/v2/connections/{id}', id: 'c.1' })
  expect(await call('/v2/connections:connectByOAuth')).toEqual({ path: '/v2/connections:connectByOAuth' })
  expect(await call('/v2/confirmation/b-1:confirmOrDecline')).toEqual({ path: '/v2/confirmation/{bookingId}:confirmOrDecline', bookingId: 'b-1' })
})

test('a parameter with a dotted name is refused when the routes are built, not lost later', () => {
  expect(() => routePath('/v1/members/{member.id}')).toThrow('needs a plain name')
})
