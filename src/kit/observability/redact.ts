/** What a log must not contain: email addresses, tokens, keys, card numbers. Applied to messages and stacks of errors. */

const secretPatterns: readonly [RegExp, string][] = [
  // Not the folders of packages in a stack: `node_modules/@fastify/compress/index.js`.
  [/[^\s@"'()<>]+(?<!node_modules\/)@[^\s@"'()<>]+\.[^\s@"'()<>]+/g, '[email]'],
  // JSON Web Tokens, keys of payment providers, bearer values.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/\b(?:sk|rk|whsec|pk)_[A-Za-z0-9_]+/g, '[key]'],
  [/\b(?:Bearer|Basic)\s+[\w.~+/=-]+/gi, '[credentials]'],
  [/\b\d(?:[ -]?\d){12,18}\b/g, '[number]'],
  // Long random text: link keys, password hashes. Ids (with hyphens) stay readable.
  [/\b[A-Za-z0-9_]{40,}\b/g, '[secret]'],
]

/** The text without what is secret or personal. */
export const redact = (text: string): string => secretPatterns.reduce((redacted, [pattern, word]) => redacted.replaceAll(pattern, word), text)

interface LoggedError {
  type: string
  message: string
  stack?: string
  /** SQLSTATE or system error. */
  code?: string
  constraint?: string
  cause?: LoggedError
}

/** An error as it may be logged: never its detail, query or parameters, which hold data of people. */
export function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)) }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: redact(error.message),
    ...(error.stack && { stack: redact(error.stack) }),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.cause !== undefined && depth < 3 && { cause: toLoggedError(error.cause, depth + 1) }),
  }
}
