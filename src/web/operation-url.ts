/** Where an operation is reached: method and address by its name, from what the build wrote. */
import type { InputOf, OperationName } from './operations.ts'

/** Path and method of each operation with a space between, for GET the path alone. */
const operations: Record<string, string> = {}
/**
 * The build has each file call it for the operations that the file names.
 * @public
 */
export const registerOperations = (named: Readonly<Record<string, string>>): void => void Object.assign(operations, named)

/** Objects in a query become dotted keys, lists repeat their key. */
function addQuery(search: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return
  if (Array.isArray(value)) {
    for (const item of value) addQuery(search, key, item)
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) addQuery(search, `${key}.${name}`, inner)
  } else search.append(key, String(value))
}

interface UrlInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}
/** Method and address of an operation with this input; undefined when this build does not know the operation. */
export function resolveOperation(name: OperationName, input: UrlInput = {}): { method: string; url: string } | undefined {
  const operation = operations[name]
  if (!operation) return undefined
  const [template = '', method = 'GET'] = operation.split(' ')
  const path = template.replace(/\{([\w.]+)\}/g, (_, key: string) => encodeURIComponent(String(input.params?.[key] ?? '')))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) addQuery(search, key, value)
  const queryString = search.toString()
  return { method, url: queryString ? `${path}?${queryString}` : path }
}

/** The address of an operation that a link or a download opens. */
export function operationUrl<N extends OperationName>(name: N, input: Omit<InputOf<N>, 'body'>): string {
  const operation = resolveOperation(name, input as UrlInput)
  if (!operation) throw new Error(`unknown operation ${name}`)
  return operation.url
}
