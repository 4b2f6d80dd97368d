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

const parametersOf = (op: Operation) => [
  ...[...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  ...Object.entries(((op.query ?? {}) as { properties?: Record<string, unknown> }).properties ?? {}).map(([name, schema]) => ({ name, in: 'query', schema })),
]

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
          default: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
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
