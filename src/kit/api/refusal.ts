/** Refusals and violations: the two ways in which a request is turned down. Neither is a bug, neither is logged as one. */
import { type Language, translate, type LocalizedText } from '../pure/languages.ts'

/** A refusal: its status and its message in every language. Placeholders are filled from the data. */
export type RefusalKind = LocalizedText & { readonly status: number }

/** The rules say no. `code` is public and stable; `data` goes to the wire as it is. The error's own message is English. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  readonly localizedText: LocalizedText
  constructor(code: string, kind: RefusalKind, data: Readonly<Record<string, unknown>> = {}, localizedText: LocalizedText = kind) {
    super(translate(localizedText, 'en', data))
    this.code = code
    this.status = kind.status
    this.data = data
    this.localizedText = localizedText
  }

  /** Why not, in a language. */
  toText(language: Language): string {
    return translate(this.localizedText, language, this.data)
  }

  /** The same refusal, saying more. */
  withData(extraData: Readonly<Record<string, unknown>>): Refusal {
    return new Refusal(this.code, { status: this.status, ...this.localizedText }, { ...this.data, ...extraData })
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
export function assertNoViolations(violations: readonly Violation[]): void {
  if (violations.length > 0) throw new Violations(violations)
}

/** Refuses for one violation. */
export function refuseViolation(violation: Violation): never {
  throw new Violations([violation])
}

/** Refusals that any operation may answer with, declared or not. */
export const standardRefusals = {
  UNAUTHENTICATED: { status: 401, message: 'Sign in again.', de: 'Bitte melde dich noch einmal an.', fr: 'Reconnectez-vous.', es: 'Vuelve a iniciar sesión.' },
  PERMISSION_DENIED: {
    status: 403,
    message: "You don't have permission to do this.",
    de: 'Dazu fehlt dir die Berechtigung.',
    fr: 'Vous n’avez pas l’autorisation nécessaire.',
    es: 'No tienes permiso para hacer esto.',
  },
  TRUSTED_CLIENTS_ONLY: {
    status: 403,
    message: "API keys can't be used in a browser.",
    de: 'API-Schlüssel gehören nicht in einen Browser.',
    fr: 'Les clés d’API ne peuvent pas être utilisées dans un navigateur.',
    es: 'Las claves de API no se pueden usar en un navegador.',
  },
  NOT_FOUND: { status: 404, message: 'Not found.', de: 'Nicht gefunden.', fr: 'Introuvable.', es: 'No encontrado.' },
  NOT_OFFERED: {
    status: 501,
    message: 'This server does not offer this call. What it offers is listed at /docs.',
    de: 'Dieser Server bietet diesen Aufruf nicht an. Was er anbietet, steht unter /docs.',
    fr: 'Ce serveur ne propose pas cet appel. Ce qu’il propose se trouve sous /docs.',
    es: 'Este servidor no ofrece esta llamada. Lo que ofrece está en /docs.',
  },
  CONFLICT: {
    status: 409,
    message: 'Someone else is changing this right now. Please try again.',
    de: 'Jemand anders ändert das gerade. Bitte versuche es noch einmal.',
    fr: 'Quelqu’un d’autre est en train de le modifier. Réessayez.',
    es: 'Otra persona lo está cambiando ahora mismo. Inténtalo de nuevo.',
  },
  CHANGE_WAITING: {
    status: 409,
    message: 'Another change of this is about to be made. Undo it first, or wait until it is made.',
    de: 'Daran steht schon eine Änderung an. Mach sie zuerst rückgängig, oder warte, bis sie erledigt ist.',
    fr: 'Une autre modification est déjà prévue. Annulez-la d’abord ou attendez qu’elle soit faite.',
    es: 'Ya hay otro cambio pendiente. Deshazlo primero o espera a que se haga.',
  },
  RESOURCE_EXHAUSTED: {
    status: 429,
    message: 'Too many requests. Please try again later.',
    de: 'Zu viele Anfragen. Bitte versuche es später noch einmal.',
    fr: 'Trop de demandes. Réessayez plus tard.',
    es: 'Demasiadas peticiones. Inténtalo más tarde.',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'We cannot answer right now. Please try again in a moment.',
    de: 'Das ist gerade nicht möglich. Bitte versuche es gleich noch einmal.',
    fr: 'Ce n’est pas possible pour le moment. Réessayez dans un instant.',
    es: 'Ahora mismo no es posible. Inténtalo de nuevo en un momento.',
  },
  THROTTLED_FEATURE: {
    status: 429,
    message: 'Too many attempts. Please try again later.',
    de: 'Zu viele Versuche. Bitte versuche es später noch einmal.',
    fr: 'Trop de tentatives. Réessayez plus tard.',
    es: 'Demasiados intentos. Inténtalo más tarde.',
  },
} as const satisfies Record<string, RefusalKind>

/** The names of the places of a sentence. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never
/** The arguments of a refusal besides its code: data for every placeholder, and optionally a more exact message. */
export type RefuseArguments<Kind extends RefusalKind> =
  Placeholders<Kind['message']> extends infer Name extends string
    ? [Name] extends [never]
      ? [data?: Readonly<Record<string, unknown>>, sentence?: LocalizedText]
      : [data: Readonly<Record<Name, string | number> & Record<string, unknown>>, sentence?: LocalizedText]
    : never

export const refuseStandard = <Code extends keyof typeof standardRefusals>(
  code: Code,
  ...[data, localizedText]: RefuseArguments<(typeof standardRefusals)[Code]>
): never => {
  throw new Refusal(code, standardRefusals[code], data, localizedText)
}

/** Too many attempts, and how long to wait. */
export const refuseThrottled = (retryAfterSeconds: number): never =>
  refuseStandard(
    'THROTTLED_FEATURE',
    { retryAfterSeconds },
    {
      message: 'Too many attempts. Try again in {retryAfterSeconds} seconds.',
      de: 'Zu viele Versuche. Versuche es in {retryAfterSeconds} Sekunden noch einmal.',
      fr: 'Trop de tentatives. Réessayez dans {retryAfterSeconds} secondes.',
      es: 'Demasiados intentos. Inténtalo de nuevo en {retryAfterSeconds} segundos.',
    },
  )

/** A decision of a pure rule: ok, or the code of a refusal. */
export type Decision<Ok, Code extends string> = { ok: Ok } | { refused: Code; data?: Record<string, unknown> }

/** The refusals of a domain, by code. */
export interface Refusals<Kinds extends Record<string, RefusalKind>> {
  kinds: Kinds
  codes: (keyof Kinds & string)[]
  /** Throws the refusal of the code. */
  refuse: <Code extends keyof Kinds & string>(code: Code, ...args: RefuseArguments<Kinds[Code]>) => never
  /** Unpacks a decision of a rule. */
  unwrapOrRefuse: <Ok, Code extends keyof Kinds & string>(decision: Decision<Ok, Code>) => Ok
}

/** Declares a domain's refusals: `refuse(code, data?, sentence?)` throws one, `unwrapOrRefuse` unpacks a decision of a rule. */
export const defineRefusals = <const Kinds extends Record<string, RefusalKind>>(kinds: Kinds): Refusals<Kinds> => ({
  kinds,
  codes: Object.keys(kinds) as (keyof Kinds & string)[],
  refuse: (code, ...[data, localizedText]) => {
    throw new Refusal(code, kinds[code] as RefusalKind, data, localizedText)
  },
  unwrapOrRefuse: (decision) => {
    if ('ok' in decision) return decision.ok
    throw new Refusal(decision.refused, kinds[decision.refused] as RefusalKind, decision.data)
  },
})
