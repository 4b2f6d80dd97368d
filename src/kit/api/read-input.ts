/** Reads the parts of a request by the schemas of its operation. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Convert, Default } from 'typebox/value'
import type { Input, Operation } from './contract.ts'
import { findQueryViolations, fitQuery } from './query-string.ts'
import { type Violation, Violations } from './refusal.ts'
import { toViolations } from './violations.ts'

interface RequestParts {
  params: unknown
  query: unknown
  body: unknown
}
/** How the body of an operation is read that gets it as it comes. */
export type RawBodyForm = NonNullable<Operation['rawBody']>
type RawBody = string | Uint8Array | AsyncIterable<Uint8Array>

/** One part of the request: what is missing is filled in, text is converted where the wire only knows text, then it is checked. */
function createPartReader(schema: TSchema | undefined, part: 'params' | 'query' | 'body'): (request: RequestParts, found: Violation[]) => unknown {
  if (!schema) return () => undefined
  const validator = Compile(schema)
  const text = JSON.stringify(schema)
  const fill = text.includes('"default"')
  const convert = part !== 'body' && /"type":"(?!string|object)|"anyOf"|"enum"|"const"/.test(text)
  // The compiled check costs a fraction of converting: what fits as it came is not converted, and what fits with its texts read is not converted further.
  const fit = (received: unknown): unknown => {
    if (validator.Check(received)) return received
    const fitted = fitQuery(schema, received)
    return validator.Check(fitted) ? fitted : Convert(schema, received)
  }
  return (request, found) => {
    const received = part === 'body' ? (request.body ?? {}) : { ...(request[part] as object) }
    const converted = convert ? fit(received) : received
    const value = fill ? Default(schema, converted) : converted
    if (!validator.Check(value)) found.push(...toViolations(validator.Errors(value), value))
    return value
  }
}

/** The request pruned to its schemas. All violations are reported at once. */
export function createInputReader(op: Operation): (request: RequestParts) => Input<Operation> {
  const params = createPartReader(op.params, 'params')
  const query = createPartReader(op.query, 'query')
  const body = createPartReader(op.body, 'body')
  return (request) => {
    const found: Violation[] = findQueryViolations(request.query)
    const input = {
      params: params(request, found),
      query: query(request, found),
      body: op.rawBody ? toRawBody(op.rawBody, request.body) : body(request, found),
    }
    if (found.length > 0) throw new Violations(found)
    return input as Input<Operation>
  }
}

/** A body that was not parsed; one that did not come is empty. */
function toRawBody(form: RawBodyForm, body: unknown): RawBody {
  if (form === 'text') return String(body ?? '')
  if (form === 'binary') return body instanceof Uint8Array ? body : new Uint8Array()
  return (body as AsyncIterable<Uint8Array> | undefined) ?? (async function* () {})()
}
