/** Field masks and partial changes of entities. Source: contract query-language §8. */

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype

/** `"name,pricing.price"`, `{paths: [...]}` or a list; undefined when there is none. */
export function parseMask(wire: unknown): string[] | undefined {
  const paths = typeof wire === 'string' ? wire.split(',') : Array.isArray(wire) ? wire : isObject(wire) && Array.isArray(wire.paths) ? wire.paths : undefined
  const named = paths
    ?.filter((path): path is string => typeof path === 'string')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  return named && named.length > 0 ? named : undefined
}

/**
 * The entity after a PATCH. Without a mask exactly the fields that are present change: null clears, lists are replaced,
 * objects are merged. With a mask exactly the masked paths change, and one that is absent is cleared.
 * Paths in `readOnly` never change.
 */
export function applyMask<T extends object>(
  entity: T,
  patch: object,
  mask?: readonly string[],
  readOnly: readonly string[] = ['id', 'createdDate', 'updatedDate'],
): T {
  const readOnlyPaths = new Set(readOnly)
  if (!mask) return mergePatch(entity as Json, patch as Json, readOnlyPaths, '') as T
  let result: Json = { ...(entity as Json) }
  for (const path of mask)
    if (![...readOnlyPaths].some((name) => path === name || path.startsWith(`${name}.`)))
      result = setAtPath(result, path.split('.'), getAtPath(patch, path.split('.')))
  return result as T
}

function mergePatch(entity: Json, patch: Json, readOnly: ReadonlySet<string>, path: string): Json {
  const result: Json = { ...entity }
  for (const [key, value] of Object.entries(patch)) {
    const fullPath = path === '' ? key : `${path}.${key}`
    if (value === undefined || readOnly.has(fullPath) || key === '__proto__') continue
    if (value === null) delete result[key]
    else if (isObject(value)) result[key] = mergePatch(isObject(result[key]) ? result[key] : {}, value, readOnly, fullPath)
    else result[key] = value
  }
  return result
}

const getAtPath = (from: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), from)

function setAtPath(entity: Json, [key, ...rest]: readonly string[], value: unknown): Json {
  if (key === undefined || key === '__proto__') return entity
  const result = { ...entity }
  if (rest.length > 0) result[key] = setAtPath(isObject(result[key]) ? result[key] : {}, rest, value)
  else if (value === undefined || value === null) delete result[key]
  else result[key] = value
  return result
}
