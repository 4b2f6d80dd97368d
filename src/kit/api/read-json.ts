/** Reads JSON bodies. Text that PostgreSQL cannot hold is refused here once, not found out by every column. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/i

/** Whether a text can be stored: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

const badRequest = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 })

/** The maximum nesting depth. No message of the contract comes near it; recursive code may rely on it. */
export const MAX_JSON_DEPTH = 100

/** Whether a JSON text nests deeper than `MAX_JSON_DEPTH`. Reads the text only, so that no value of that depth is ever made. */
export function exceedsMaxDepth(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_JSON_DEPTH) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return false
}
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** The value of a body; an empty one is an empty message. Throws an error with status 400 for the caller. */
export function readJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  if (text === '') return {}
  if (exceedsMaxDepth(text)) throw badRequest(`The body nests deeper than ${MAX_JSON_DEPTH} levels.`)
  const check = (key: string, value: unknown): unknown => {
    if (!isStorable(key) || (typeof value === 'string' && !isStorable(value)))
      throw badRequest('The body holds text that cannot be stored: a NUL or half a character.')
    return reviver ? reviver(key, value) : value
  }
  try {
    return JSON.parse(text, unstorableEscape.test(text) ? check : reviver)
  } catch (error) {
    throw error instanceof SyntaxError ? badRequest('The body is not valid JSON.') : error
  }
}
