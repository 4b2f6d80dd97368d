/**
 * Cuts replies to their schema: what is not declared does not leave the house. A schema is turned into code once, when its
 * operation is mounted; walking it again for every reply took longer than everything else together.
 */
import { IsArray, IsObject, IsRecord, IsUnion, type TSchema } from 'typebox'
import { Clean } from 'typebox/value'

/** Value → its declared parts, ready for JSON. The given value is left as it is; what has the wrong kind goes through for a check to find. */
export type Cut = (value: unknown) => unknown

/** The cut of a schema, or nothing where nothing can be cut: texts, numbers, anything goes. */
function cutOf(schema: TSchema): Cut | undefined {
  if (IsObject(schema) && !('additionalProperties' in schema)) return objectCut(schema.properties)
  if (IsArray(schema)) {
    const cut = cutOf(schema.items)
    return cut && ((value) => (Array.isArray(value) ? value.map(cut) : value))
  }
  if (IsRecord(schema)) return recordCut(schema.patternProperties)
  if (IsUnion(schema)) return unionCut(schema)
  return isPlain(schema) ? undefined : (value) => Clean(schema, asJson(value))
}

/** What JSON makes of a value: instants become texts, undefined goes. */
const asJson = (value: unknown): unknown => (value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown))
const plainTypes = new Set(['string', 'number', 'integer', 'boolean', 'null'])
const isPlain = (schema: TSchema): boolean => {
  const { type } = schema as { type?: string }
  return type === undefined ? !['anyOf', 'allOf', 'oneOf', '$ref', 'not', 'if'].some((word) => word in schema) : plainTypes.has(type)
}

const isMessage = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** A value that has its own form in JSON is taken in that form. */
const told = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON as () => unknown)() : value

/** One object literal with all declared keys: the engine gives all replies of an operation the same shape. */
function objectCut(properties: Record<string, TSchema>): Cut {
  const cuts: (Cut | undefined)[] = []
  const parts = Object.entries(properties).map(([key, schema]) => {
    const at = cuts.push(cutOf(schema)) - 1
    const name = JSON.stringify(key)
    return `[${name}]: ${cuts[at] ? `cuts[${at}](value[${name}])` : `value[${name}]`}`
  })
  // The text is made of names in our own contracts only.
  // oxlint-disable-next-line no-new-func
  const build = new Function('cuts', `return (value) => ({ ${parts.join(', ')} })`)(cuts) as (value: object) => unknown
  return (value) => {
    const plain = told(value)
    return isMessage(plain) ? build(plain) : plain
  }
}

function recordCut(patterns: Record<string, TSchema>): Cut {
  const [pattern = '', schema] = Object.entries(patterns)[0] ?? []
  const fits = new RegExp(pattern)
  const cut = schema && cutOf(schema)
  return (value) => {
    const plain = told(value)
    if (!isMessage(plain)) return plain
    return Object.fromEntries(
      Object.entries(plain)
        .filter(([key]) => fits.test(key))
        .map(([key, inner]) => [key, cut ? cut(inner) : inner]),
    )
  }
}

/** Mostly something or null. Of several branches with structure the fitting one must be found by checking. */
function unionCut(schema: TSchema & { anyOf: TSchema[] }): Cut | undefined {
  const structured = schema.anyOf.map(cutOf).filter((cut) => cut !== undefined)
  if (structured.length < 2) return structured[0]
  return (value) => (typeof value === 'object' && value !== null ? Clean(schema, asJson(value)) : value)
}

/** The JSON of replies, cut to the schema. */
export function replyWriter(schema: TSchema): (reply: unknown) => string {
  const cut = cutOf(schema)
  return (reply) => JSON.stringify(cut ? cut(reply ?? {}) : (reply ?? {}))
}
