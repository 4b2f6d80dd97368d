/** Reads JSON bodies. Text that PostgreSQL cannot hold is refused here once, not found out by every column. */
const suspicious = /\\u(?:0000|d[89a-f])/i

/** Whether a text can be stored: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

const refused = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 })

/** The value of a body; an empty one is an empty message. Throws an error with status 400 for the caller. */
export function readJson(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  if (text === '') return {}
  const check = (key: string, value: unknown): unknown => {
    if (!isStorable(key) || (typeof value === 'string' && !isStorable(value)))
      throw refused('The body holds text that cannot be stored: a NUL or half a character.')
    return revive ? revive(key, value) : value
  }
  try {
    return JSON.parse(text, suspicious.test(text) ? check : revive)
  } catch (error) {
    throw error instanceof SyntaxError ? refused('The body is not valid JSON.') : error
  }
}
