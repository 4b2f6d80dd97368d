/** The readable API reference. Runs in a thread of its own (`reference-worker.ts`): its package takes a fifth of a second to load, and some megabytes. */
import scalar from '@scalar/fastify-api-reference'
import Fastify, { type FastifyInstance } from 'fastify'

export interface ReferenceReply {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

async function createReferenceServer(prefix: `/${string}`, document: string): Promise<FastifyInstance> {
  const server = Fastify()
  await server.register(scalar, {
    routePrefix: prefix,
    configuration: {
      url: document,
      // Without these the page loads fonts and tools from other servers.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
    },
  })
  await server.ready()
  return server
}

let server: Promise<FastifyInstance> | undefined

export const referenceTasks = {
  /** A page or script of the reference. `prefix`: where it is served; `document`: the path of the OpenAPI document. The same for each call. */
  async getPage({ url, prefix, document }: { url: string; prefix: `/${string}`; document: string }): Promise<ReferenceReply> {
    server ??= createReferenceServer(prefix, document)
    const { statusCode, headers, rawPayload } = await (await server).inject({ method: 'GET', url })
    const kept = ['content-type', 'location', 'cache-control'].flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])] as const]))
    return { status: statusCode, headers: Object.fromEntries(kept), body: rawPayload }
  },
}
