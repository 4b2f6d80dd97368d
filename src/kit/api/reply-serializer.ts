/**
 * Cuts replies to their schema: undeclared fields are removed. A schema is turned into code once, when its
 * operation is mounted; walking it again for every reply took longer than everything else together.
 */
import { IsArray, IsObject, IsRecord, IsUnion, type TSchema } from 'typebox'
import { Clean } from 'typebox/value'

/** Value → its declared parts, ready for JSON. The given value is not changed; a value of the wrong type passes through for the check to find. */
export type Pruner = (value: unknown) => unknown

/** The pruning of a schema, or nothing where there is nothing to prune: texts, numbers, any. */
function createPruner(schema: TSchema): Pruner | undefined {
  if (IsObject(schema) && !('additionalProperties' in schema)) return createObjectPruner(schema.properties)
  if (IsArray(schema)) {
    const prune = createPruner(schema.items)
    return prune && ((value) => (Array.isArray(value) ? value.map(prune) : value))
  }
  if (IsRecord(schema)) return createRecordPruner(schema.patternProperties)
  if (IsUnion(schema)) return createUnionPruner(schema)
  return isPlain(schema) ? undefined : (value) => Clean(schema, toJsonValue(value))
}

/** The JSON form of a value: instants become strings, undefined is dropped. */
const toJsonValue = (value: unknown): unknown => (value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown))
const plainTypes = new Set(['string', 'number', 'integer', 'boolean', 'null'])
const isPlain = (schema: TSchema): boolean => {
  const { type } = schema as { type?: string }
  return type === undefined ? !['anyOf', 'allOf', 'oneOf', '$ref', 'not', 'if'].some((word) => word in schema) : plainTypes.has(type)
}

const isJsonObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** A value that has its own form in JSON is taken in that form. */
const toJsonForm = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON as () => unknown)() : value

/** One object literal with all declared keys: the engine gives all replies of an operation the same shape. */
function createObjectPruner(properties: Record<string, TSchema>): Pruner {
  const pruners: (Pruner | undefined)[] = []
  const parts = Object.entries(properties).map(([key, schema]) => {
    const at = pruners.push(createPruner(schema)) - 1
    const name = JSON.stringify(key)
    return `[${name}]: ${pruners[at] ? `pruners[${at}](value[${name}])` : `value[${name}]`}`
  })
  // The text is made of names in our own contracts only.
  // oxlint-disable-next-line no-new-func
  const build = new Function('pruners', `return (value) => ({ ${parts.join(', ')} })`)(pruners) as (value: object) => unknown
  return (value) => {
    const jsonForm = toJsonForm(value)
    return isJsonObject(jsonForm) ? build(jsonForm) : jsonForm
  }
}

function createRecordPruner(patterns: Record<string, TSchema>): Pruner {
  const [pattern = '', schema] = Object.entries(patterns)[0] ?? []
  const keyPattern = new RegExp(pattern)
  const prune = schema && createPruner(schema)
  return (value) => {
    const jsonForm = toJsonForm(value)
    if (!isJsonObject(jsonForm)) return jsonForm
    return Object.fromEntries(
      Object.entries(jsonForm)
        .filter(([key]) => keyPattern.test(key))
        .map(([key, inner]) => [key, prune ? prune(inner) : inner]),
    )
  }
}

/** Mostly something or null. Of several branches with structure the fitting one must be found by checking. */
function createUnionPruner(schema: TSchema & { anyOf: TSchema[] }): Pruner | undefined {
  const structured = schema.anyOf.map(createPruner).filter((prune) => prune !== undefined)
  if (structured.length < 2) return structured[0]
  return (value) => (typeof value === 'object' && value !== null ? Clean(schema, toJsonValue(value)) : value)
}

/** The JSON of replies, pruned to the schema. */
export function createReplySerializer(schema: TSchema): (reply: unknown) => string {
  const prune = createPruner(schema)
  return (reply) => JSON.stringify(prune ? prune(reply ?? {}) : (reply ?? {}))
}
