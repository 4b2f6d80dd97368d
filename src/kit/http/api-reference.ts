/** The readable API reference, loaded at its first request. */
import Fastify, { type FastifyInstance } from 'fastify'

async function createReferenceServer(prefix: `/${string}`, document: object): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(reference, {
    routePrefix: prefix,
    // Without these the page loads fonts and tools from other servers.
    configuration: {
      content: document as Record<string, unknown>,
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

/** Serves the page under `prefix`. `content` makes the OpenAPI document. */
export function serveApiReference(app: FastifyInstance, prefix: `/${string}`, document: () => object): void {
  let server: Promise<FastifyInstance> | undefined
  for (const url of [prefix, `${prefix}/*`])
    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      server ??= createReferenceServer(prefix, document())
      const { statusCode, headers, rawPayload } = await (await server).inject({ method: 'GET', url: request.url })
      for (const name of ['content-type', 'location', 'cache-control']) if (headers[name] !== undefined) reply.header(name, headers[name])
      return reply.code(statusCode).send(rawPayload)
    })
  app.addHook('onClose', async () => (await server)?.close())
}
