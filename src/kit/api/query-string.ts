/**
 * Reads a query string the way public clients write it: dotted names are nested objects, repeated names are lists, and a
 * whole message may come as `.r`, base64url of its JSON, which then wins. Source: contract query-language §6.
 */
import { IsArray, IsBoolean, IsInteger, IsNumber, IsObject, IsUnion, type TSchema } from 'typebox'
import type { Violation } from './refusal.ts'
import { readJson } from './read-json.ts'

type Message = Record<string, unknown>

/** More parts than any message of the contract has; a longer name is dropped, so that it cannot be used to build deep trees. */
const MAX_DEPTH = 12
const forbiddenKeys = new Set(['__proto__', 'prototype', 'constructor'])
const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null && !Array.isArray(value)

function setAtPath(message: Message, name: string, value: string): void {
  const steps = name.split('.')
  if (steps.length > MAX_DEPTH || steps.some((step) => step === '' || forbiddenKeys.has(step))) return
  let at = message
  for (const step of steps.slice(0, -1)) {
    const next = at[step]
    // A plain value under the name of a group: the group is the better reading, for only it can be nested.
    if (isMessage(next)) at = next
    else {
      const group: Message = {}
      at[step] = group
      at = group
    }
  }
  const last = steps.at(-1) as string
  const existing = at[last]
  if (existing === undefined) at[last] = value
  else if (Array.isArray(existing)) existing.push(value)
  else if (!isMessage(existing)) at[last] = [existing, value]
}

const base64url = /^[A-Za-z0-9_-]+={0,2}$/

/** The message in `.r`, or nothing if it is not one. */
function decodeMessage(text: string): Message | undefined {
  if (!base64url.test(text)) return undefined
  try {
    // The second argument removes a key that would reach an object's prototype.
    const value = readJson(Buffer.from(text, 'base64url').toString('utf8'), (key, inner) => (key === '__proto__' ? undefined : inner))
    return isMessage(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * The message of a query string (without the question mark). All values are texts, see `fitQuery`. A `.r` that cannot be
 * read stays in the result under its name: `unreadable` turns it into a violation, since a parser has no way to refuse.
 */
export function parseQueryString(search: string): Message {
  const message: Message = {}
  if (search === '') return message
  const params = new URLSearchParams(search)
  const encoded = params.get('.r')
  for (const [name, value] of params) if (name !== '.r') setAtPath(message, name, value)
  if (encoded === null) return message
  return Object.assign(message, decodeMessage(encoded) ?? { '.r': encoded })
}

/** The violation of a query whose `.r` could not be read. */
export function findQueryViolations(query: unknown): Violation[] {
  if (!isMessage(query) || !('.r' in query)) return []
  return [{ field: '.r', description: 'must be a message in base64url JSON', violatedRule: 'FORMAT', data: {} }]
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/

/**
 * Gives texts the type that the schema hints at: numbers, booleans, a list where a single value came, dotted groups. What
 * does not fit stays as it is, for validation to name it. The schema may be any; unknown keys are kept.
 */
export function fitQuery(schema: TSchema, value: unknown): unknown {
  if (IsArray(schema)) {
    if (value === undefined) return value
    return (Array.isArray(value) ? value : [value]).map((item) => fitQuery(schema.items, item))
  }
  if (IsObject(schema)) {
    if (!isMessage(value)) return value
    const fitted: Message = { ...value }
    for (const [key, inner] of Object.entries(schema.properties)) if (key in fitted) fitted[key] = fitQuery(inner, fitted[key])
    return fitted
  }
  if (IsUnion(schema)) return fitUnion(schema.anyOf, value)
  // A repeated name where one value is expected: the last one counts, as with most servers.
  const one: unknown =
    Array.isArray(value) && typeof value.at(-1) === 'string' && (IsNumber(schema) || IsInteger(schema) || IsBoolean(schema)) ? value.at(-1) : value
  if (typeof one !== 'string') return one
  if (IsNumber(schema) || IsInteger(schema)) return decimal.test(one) ? Number(one) : one
  if (IsBoolean(schema)) return one === 'true' ? true : one === 'false' ? false : one
  return one
}

/** The first branch that changes the value wins; a text that no branch wants differently stays a text. */
function fitUnion(branches: readonly TSchema[], value: unknown): unknown {
  for (const branch of branches) {
    const fitted = fitQuery(branch, value)
    if (fitted !== value && !(isMessage(value) && JSON.stringify(fitted) === JSON.stringify(value))) return fitted
  }
  return value
}
