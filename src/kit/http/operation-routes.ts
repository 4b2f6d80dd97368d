/**
 * Routes of operations. The framework keeps much for each route and compiles code for each branch of its tree: eight hundred of them were a quarter of
 * a start. So it knows one route for each method and first step of a path; the operations behind it are found by the router that the framework uses
 * itself, which is filled when the first of them is called.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import createRouter, { type HTTPMethod } from 'find-my-way'
import type { RawBodyForm } from '../api/read-input.ts'

export interface OperationRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As `routePath` spells it. */
  url: string
  /** Of the body, where it is not that of all operations. */
  maxBytes?: number | undefined
  /** How a body is read that is not parsed. */
  rawBody?: RawBodyForm | undefined
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Longest parameter of a path, in characters. */
export const MAX_PARAM_CHARACTERS = 4096

/** With fewer operations a route of their own costs less than it brings, and an address of pages that they share stays with the pages. */
const MIN_SHARED = 4

/** `GET /v1` for `/v1/members/:id`; undefined for paths of a single step, and for those whose first step is a parameter. */
const toSharedPath = ({ method, url, maxBytes, rawBody }: OperationRoute): string | undefined => {
  const [, first] = /^(\/[\w.-]+)\/./.exec(url) ?? []
  return first === undefined || maxBytes !== undefined || rawBody !== undefined ? undefined : `${method} ${first}`
}

function assertDistinct(routes: readonly OperationRoute[]): void {
  const known = new Set<string>()
  for (const { method, url } of routes) {
    const shape = `${method} ${url.replaceAll(/(?<!:):\w+/g, ':')}`
    if (known.has(shape)) throw new Error(`two operations are called by ${method} ${url}`)
    known.add(shape)
  }
}

/** Adds a route for each operation. Throws when two have the same method and path. */
export function addOperationRoutes(app: FastifyInstance, routes: readonly OperationRoute[]): void {
  assertDistinct(routes)
  const byPath = new Map<string | undefined, OperationRoute[]>()
  for (const route of routes) {
    const path = toSharedPath(route)
    const found = byPath.get(path)
    if (found) found.push(route)
    else byPath.set(path, [route])
  }
  for (const [path, found] of byPath) {
    if (path !== undefined && found.length >= MIN_SHARED) addSharedRoute(app, path, found)
    else for (const route of found) addOwnRoute(app, route)
  }
}

function addSharedRoute(app: FastifyInstance, path: string, routes: readonly OperationRoute[]): void {
  const [method, url] = path.split(' ') as [HTTPMethod, string]
  let find: ReturnType<typeof createFinder> | undefined
  app.route({
    method,
    url: `${url}/*`,
    handler: (request, reply) => {
      find ??= createFinder(method, routes)
      const found = find(request.url)
      if (!found) return reply.callNotFound()
      request.params = found.params
      return found.route.handler(request, reply)
    },
  })
}

/** Finds the operation of an address, as the router of the framework would with the same settings. */
function createFinder(method: HTTPMethod, routes: readonly OperationRoute[]) {
  const router = createRouter({ maxParamLength: MAX_PARAM_CHARACTERS })
  // It is asked which route fits, and never calls one.
  for (const route of routes) router.on(method, route.url, () => undefined, route)
  return (url: string): { route: OperationRoute; params: Record<string, string | undefined> } | undefined => {
    const found = router.find(method, url)
    return found ? { route: found.store as OperationRoute, params: found.params } : undefined
  }
}

function addOwnRoute(app: FastifyInstance, { method, url, maxBytes, rawBody, handler }: OperationRoute): void {
  const add = (scope: FastifyInstance) => scope.route({ method, url, ...(maxBytes && { bodyLimit: maxBytes }), handler })
  if (rawBody) void app.register(async (scope) => add(readRawBodies(scope, rawBody)))
  else add(app)
}

/** Bodies are not parsed in this place. */
function readRawBodies(scope: FastifyInstance, form: RawBodyForm): FastifyInstance {
  scope.removeAllContentTypeParsers()
  // A handler that turns the body down in the middle must not cut the connection, for its answer goes the same way.
  if (form === 'stream') scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload.iterator({ destroyOnReturn: false })))
  else scope.addContentTypeParser('*', { parseAs: form === 'binary' ? 'buffer' : 'string' }, (_request, body, done) => done(null, body))
  return scope
}
