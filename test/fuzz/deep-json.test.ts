/** Bodies that nest without end: every operation refuses them in the documented shape, and none fails. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOperations, fillPath, type MountedOperation } from '../operations.ts'
import { startTestServer, type TestSite, type TestServer } from '../test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

const withBody = allOperations().filter(({ op }) => op.method !== 'GET' && op.method !== 'DELETE' && !op.rawBody)
const GUID = '00000000-0000-4000-8000-000000000001'
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

async function send({ op }: MountedOperation, payload: string) {
  const { statusCode, body } = await server.app.inject({
    method: op.method,
    url: fillPath(op, () => GUID),
    headers: { authorization: site.apiKey, 'wix-site-id': site.metaSiteId, 'content-type': 'application/json' },
    payload,
  })
  return { statusCode, body }
}
/** The deep value under every field that the operation knows, for it is those that are looked at. */
const under = ({ op }: MountedOperation, deep: string): string => {
  const fields = Object.keys((op.body as { properties?: object } | undefined)?.properties ?? {})
  return `{${(fields.length > 0 ? fields : ['query']).map((field) => `"${field}":${deep}`).join(',')}}`
}

test('a body that nests deeper than a hundred levels is a 400 in the documented shape, whatever is called', async () => {
  expect(withBody.length).toBeGreaterThan(250)
  const wrong: string[] = []
  for (const mounted of withBody)
    for (const payload of [under(mounted, lists(101)), under(mounted, objects(5000)), lists(100_000)]) {
      const { statusCode, body } = await send(mounted, payload)
      const isDocumented = statusCode === 400 && body.includes('"code":"INVALID_ARGUMENT"')
      if (!isDocumented) wrong.push(`${mounted.name} answered ${statusCode}: ${body.slice(0, 200)}`)
    }
  expect(wrong, wrong.join('\n')).toEqual([])
})

test('a body that nests ninety levels deep never ends in a failure', async () => {
  const wrong: string[] = []
  for (const mounted of withBody)
    for (const deep of [lists(90), objects(90)]) {
      const { statusCode, body } = await send(mounted, under(mounted, deep))
      if (statusCode >= 500 && statusCode !== 501) wrong.push(`${mounted.name} answered ${statusCode}: ${body} ${server.problems.at(-1)?.slice(0, 300) ?? ''}`)
    }
  expect(wrong, wrong.join('\n')).toEqual([])
})
