/** The description of the API is whole and valid: a generator of clients can work from it. */
import { validate } from '@scalar/openapi-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationGroups } from '../src/domains.ts'
import { startTestServer, type TestServer } from './test-server.ts'

interface Described {
  operationId: string
  parameters: { name: string; in: string; schema: object }[]
  requestBody?: { content: { 'application/json': { schema: object } } }
  responses: Record<string, { description: string; content?: { 'application/json': { schema: object } } }>
  security: object[]
}
let server: TestServer
let paths: Record<string, Record<string, Described>>
let document: Record<string, unknown>
beforeAll(async () => {
  server = await startTestServer()
  document = await server.ok('GET', '/openapi.json')
  paths = document['paths'] as typeof paths
})
afterAll(() => server.close())

test('it is OpenAPI 3.1 by the specification', async () => {
  const { valid, errors } = await validate(document)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(document['openapi']).toBe('3.1.0')
})

test('every operation is in it, with its shapes, callers and refusals', () => {
  const missing: string[] = []
  for (const { name: group, registry } of operationGroups)
    for (const [name, op] of Object.entries(registry)) {
      const here = paths[op.path]?.[op.method.toLowerCase()]
      const whole =
        here?.operationId === `${group}.${name}` &&
        (op.raw || here.responses['200']?.content?.['application/json'].schema) &&
        (!op.body || here.requestBody) &&
        here.responses['default'] &&
        op.refuses.every((code) => here.responses['default']?.description.includes(code)) &&
        here.security.length === (op.access === 'anyone' ? 0 : 1)
      if (!whole) missing.push(`${op.method} ${op.path} (${group}.${name})`)
    }
  expect(missing).toEqual([])
})

test('every operation has an id of its own', () => {
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  expect(new Set(ids).size).toBe(ids.length)
})
