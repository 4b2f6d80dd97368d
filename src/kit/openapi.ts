/** OpenAPI 3.1 from the operation records: the committed docs/openapi.json and the API reference page. */
import type { Operation, Registry } from './contract.ts'

interface Part {
  domain: string
  registry: Registry
}

const who = (op: Operation): string =>
  op.may === 'anyone'
    ? 'Anyone'
    : Object.entries(op.may)
        .map(([role, reach]) => (reach === 'own' ? `${role} (own)` : role))
        .join(', ')

interface Message {
  properties?: Record<string, unknown>
  required?: readonly string[]
}
const parametersOf = (op: Operation) => {
  const named = ((op.params ?? {}) as Message).properties ?? {}
  const query = (op.query ?? {}) as Message
  return [
    ...[...op.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema: named[name] ?? { type: 'string' } })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', required: query.required?.includes(name) ?? false, schema })),
  ]
}
const refused = (description: string) => ({ description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } })
/** What any operation may answer with, and what this one refuses with. */
const refusalsOf = (op: Operation) => ({
  400: refused('The request has a wrong shape: all broken fields are named.'),
  ...(op.may === 'anyone'
    ? {}
    : {
        401: refused('No token, or one that has ended: UNAUTHENTICATED.'),
        403: refused('The caller may not do this: PERMISSION_DENIED.'),
      }),
  ...(op.path.includes('{') ? { 404: refused('There is no such thing, or the caller may not know of it: NOT_FOUND.') } : {}),
  429: refused('Too many requests; `Retry-After` says how many seconds to wait.'),
  default: refused(op.refuses.length > 0 ? `Refused with one of: ${op.refuses.join(', ')}.` : 'Refused.'),
})

/** The document of all given operations, in the order of the street. */
export function openApiOf(parts: readonly Part[], info: { title: string; version: string }): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { domain, registry } of parts)
    for (const [name, op] of Object.entries(registry)) {
      const slot = (paths[op.path] ??= {})
      slot[op.method.toLowerCase()] = {
        operationId: `${domain}.${name}`,
        summary: op.summary,
        description: [
          `Who may call: ${who(op)}.`,
          op.permission && `Permission: ${op.permission}.`,
          op.refuses.length > 0 && `Refuses with: ${op.refuses.join(', ')}.`,
        ]
          .filter(Boolean)
          .join('\n\n'),
        tags: [domain],
        parameters: parametersOf(op),
        ...(op.body ? { requestBody: { content: { 'application/json': { schema: op.body } } } } : {}),
        responses: {
          200: { description: 'Done', ...(op.raw ? {} : { content: { 'application/json': { schema: op.reply } } }) },
          ...refusalsOf(op),
        },
        security: op.may === 'anyone' ? [] : [{ token: [] }],
      }
    }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An access token or an API key, without a prefix.' } },
      schemas: {
        Error: {
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
        },
      },
    },
  }
}
