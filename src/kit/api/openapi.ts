/** OpenAPI 3.1 from the operation records: `/openapi.json` and the API reference page. */
import { mapInSlices } from '../jobs/slices.ts'
import { listRefusals, type Operation, type Registry } from './contract.ts'

interface DocumentedGroup {
  name: string
  registry: Registry
}

const describeAccess = (op: Operation): string =>
  op.access === 'anyone'
    ? 'Anyone'
    : Object.entries(op.access)
        .map(([role, scope]) => (scope === 'own' ? `${role} (own)` : role))
        .join(', ')

interface ObjectSchema {
  properties?: Record<string, unknown>
  required?: readonly string[]
}
const toParameters = (op: Operation) => {
  const named = ((op.params ?? {}) as ObjectSchema).properties ?? {}
  const query = (op.query ?? {}) as ObjectSchema
  return [
    ...[...op.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema: named[name] ?? { type: 'string' } })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', required: query.required?.includes(name) ?? false, schema })),
  ]
}
const errorResponse = (description: string) => ({ description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } })
/** What any operation may answer with, and what this one refuses with. */
const errorResponses = (op: Operation) => ({
  400: errorResponse('The request has a wrong shape: all broken fields are named.'),
  ...(op.access === 'anyone'
    ? {}
    : {
        401: errorResponse('No token, or one that has ended: UNAUTHENTICATED.'),
        403: errorResponse('The caller may not do this: PERMISSION_DENIED.'),
      }),
  ...(op.path.includes('{') ? { 404: errorResponse('There is no such thing, or the caller may not know of it: NOT_FOUND.') } : {}),
  429: errorResponse('Too many requests; `Retry-After` says how many seconds to wait.'),
  default: errorResponse(listRefusals(op).length > 0 ? `Refused with one of: ${listRefusals(op).join(', ')}.` : 'Refused.'),
})

const describeOperation = (op: Operation): string =>
  [
    `Who may call: ${describeAccess(op)}.`,
    op.permission && `Permission: ${op.permission}.${op.orOwn ? ' A staff member needs none for what is their own.' : ''}`,
    op.dryRun && 'With the header `dry-run: true` it changes nothing and answers with its effects and emails.',
    op.holdable && 'With the header `hold-for-undo: true` of a person at the dashboard it is tried at once and made in 30 seconds, unless it is undone.',
    listRefusals(op).length > 0 && `Refuses with: ${listRefusals(op).join(', ')}.`,
  ]
    .filter(Boolean)
    .join('\n\n')

/** One operation object of a path item. */
const toOperationObject = (group: string, name: string, op: Operation) => ({
  operationId: `${group}.${name}`,
  summary: op.summary,
  description: describeOperation(op),
  tags: [group],
  parameters: toParameters(op),
  ...(op.body ? { requestBody: { content: { 'application/json': { schema: op.body } } } } : {}),
  responses: {
    200: { description: 'Done', ...(op.raw ? {} : { content: { 'application/json': { schema: op.reply } } }) },
    ...errorResponses(op),
  },
  security: op.access === 'anyone' ? [] : [{ token: [] }],
})

const errorSchema = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    details: {
      type: 'object',
      properties: {
        applicationError: { type: 'object', properties: { code: { type: 'string' }, description: { type: 'string' }, data: { type: 'object' } } },
        validationError: { type: 'object', properties: { fieldViolations: { type: 'array', items: { type: 'object' } } } },
      },
    },
  },
}
const tokenScheme = { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An access token or an API key, without a prefix.' }

/** The document of all given operations, in the order of the domains. */
function buildOpenApi(parts: readonly DocumentedGroup[], info: { title: string; version: string }): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name: group, registry } of parts)
    for (const [name, op] of Object.entries(registry)) {
      const pathItem = (paths[op.path] ??= {})
      pathItem[op.method.toLowerCase()] = toOperationObject(group, name, op)
    }
  return { openapi: '3.1.0', info, paths, components: { securitySchemes: { token: tokenScheme }, schemas: { Error: errorSchema } } }
}

/**
 * The document as JSON, made once. Some megabytes: it is made in slices, so that other calls are served meanwhile, and kept as text.
 */
export function createOpenApiText(parts: readonly DocumentedGroup[], info: { title: string; version: string }): () => Promise<string> {
  let text: Promise<string> | undefined
  const write = async () => {
    const { paths, ...rest } = buildOpenApi(parts, info)
    const written = await mapInSlices(Object.entries(paths as object), ([path, item]) => `${JSON.stringify(path)}:${JSON.stringify(item)}`)
    return `${JSON.stringify(rest).slice(0, -1)},"paths":{${written.join(',')}}}`
  }
  return () => (text ??= write())
}
