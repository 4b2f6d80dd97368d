/** Files of other systems, and calls of imports as an owner makes them, for tests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestReply, TestServer, TestSite } from '../test-server.ts'

/** A file in the shape in which another system exports it. */
export const readFixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../fixtures/imports', name))

export function createImportCalls(server: TestServer, site: TestSite) {
  const owner = (method: string, path: string, body?: unknown, of = site): Promise<TestReply> =>
    server.call(method, path, { as: of, ...(body === undefined ? {} : { body }) })
  /** Sends bytes as they are. */
  async function upload(kind: string, content: string | Uint8Array, of = site): Promise<TestReply> {
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/imports?kind=${kind}&fileName=file.csv`,
      headers: { 'content-type': 'text/csv', authorization: of.apiKey, 'wix-site-id': of.metaSiteId },
      payload: Buffer.from(content),
    })
    return { status: reply.statusCode, body: JSON.parse(reply.body) as unknown, headers: reply.headers, text: reply.body } as TestReply
  }
  const uploaded = async (kind: string, content: string | Uint8Array): Promise<{ id: string } & Record<string, unknown>> => {
    const reply = await upload(kind, content)
    if (reply.status !== 200) throw new Error(`upload answered ${reply.status}: ${reply.text}`)
    return reply.body.import
  }
  const preview = async (id: string, options: object = {}) => await server.ok('POST', `/api/imports/${id}/preview`, { as: site, body: options })
  const read = async (id: string) => server.ok('GET', `/api/imports/${id}`, { as: site })
  /** Uploads, starts and runs to the end; answers the import with its reasons. */
  async function run(kind: string, content: string | Uint8Array, options: object = {}) {
    const { id } = await uploaded(kind, content)
    await server.ok('POST', `/api/imports/${id}/start`, { as: site, body: options })
    await server.ok('POST', '/_test/run', { body: {} })
    return read(id)
  }
  /** The orders of the member with this address. */
  const listOrders = async (email: string) => {
    const { members } = await server.ok('POST', '/v1/members/query', { as: site, body: { query: { filter: { loginEmail: email } } } })
    return (await server.ok('GET', '/v2/orders', { as: site, query: { buyerIds: members[0].id } })).orders
  }
  return { owner, upload, uploaded, preview, read, run, listOrders }
}
