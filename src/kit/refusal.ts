/** Refusals and violations: the two ways in which a request is turned down. Neither is a bug, neither is logged as one. */
export interface RefusalKind {
  status: number
  message: string
}

/** The rules say no. `code` is public and stable; `data` goes to the wire as it is. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly status: number
  readonly data: Record<string, unknown>
  constructor(code: string, kind: RefusalKind, data: Record<string, unknown> = {}, message = kind.message) {
    super(message)
    this.code = code
    this.status = kind.status
    this.data = data
  }
}

/** One broken field of a request. `field` is the wire path from the request root, list indexes as `[0]`. */
export interface Violation {
  field: string
  description: string
  violatedRule:
    | 'FORMAT'
    | 'MIN'
    | 'MAX'
    | 'MIN_LENGTH'
    | 'MAX_LENGTH'
    | 'MIN_SIZE'
    | 'MAX_SIZE'
    | 'REQUIRED_FIELD'
    | 'INVALID_ENUM_VALUE'
    | 'VALIDATION'
    | 'OTHER'
  ruleName?: string
  data?: Record<string, unknown>
}

/** The shape of the request is wrong: always 400, all violations at once. */
export class Violations extends Error {
  override name = 'Violations'
  readonly violations: readonly Violation[]
  constructor(violations: readonly Violation[], message = 'INVALID_ARGUMENT') {
    super(message)
    this.violations = violations
  }
}

/** Throws if there is any violation. */
export function orViolate(violations: readonly Violation[]): void {
  if (violations.length > 0) throw new Violations(violations)
}

/** Refusals that any operation may answer with, declared or not. */
export const standard = {
  UNAUTHENTICATED: { status: 401, message: 'Sign in again.' },
  PERMISSION_DENIED: { status: 403, message: "You don't have permission to do this." },
  TRUSTED_CLIENTS_ONLY: { status: 403, message: "API keys can't be used in a browser." },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  CONFLICT: { status: 409, message: 'Somebody else is changing this right now. Please try again.' },
  RESOURCE_EXHAUSTED: { status: 429, message: 'Too many requests. Please try again later.' },
  THROTTLED_FEATURE: { status: 429, message: 'Too many attempts. Please try again later.' },
} as const satisfies Record<string, RefusalKind>

export const refuseStandard = (code: keyof typeof standard, data?: Record<string, unknown>, message?: string): never => {
  throw new Refusal(code, standard[code], data, message)
}

/** A decision of a pure rule: it went well, or a code says why not. */
export type Decision<Ok, Code extends string> = { ok: Ok } | { refused: Code; data?: Record<string, unknown> }

/** Declares a domain's refusals: `refuse(code, data?, message?)` throws one, `orRefuse` unpacks a decision of a rule. */
export function refusals<const K extends Record<string, RefusalKind>>(kinds: K) {
  const refuse = (code: keyof K & string, data?: Record<string, unknown>, message?: string): never => {
    throw new Refusal(code, kinds[code] as RefusalKind, data, message)
  }
  const orRefuse = <Ok, Code extends keyof K & string>(decision: Decision<Ok, Code>): Ok =>
    'ok' in decision ? decision.ok : refuse(decision.refused, decision.data)
  return { kinds, codes: Object.keys(kinds) as (keyof K & string)[], refuse, orRefuse }
}
