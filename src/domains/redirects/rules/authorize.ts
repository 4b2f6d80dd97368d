/** The authorize request: parameters, validation, answer URL. Source: guide identity §7. */
import type { Payload } from './intent.ts'

export interface AuthorizeRequest {
  clientId: string
  responseType: string
  redirectUri?: string
  state: string
  responseMode: 'query' | 'fragment' | 'web_message'
  codeChallenge: string
  codeChallengeMethod: string
  prompt: 'login' | 'none'
  sessionToken?: string
  idp?: string
  rs?: string
  /** The language of our pages. */
  lang?: string
}

/** Reads the parameters in camelCase or snake_case; unknown response modes are kept so that they can be refused. */
export function readAuthorizeRequest(query: Payload): Omit<AuthorizeRequest, 'responseMode'> & { responseMode: string } {
  const of = (name: string): string | undefined => {
    const value = query[name] ?? query[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const readOptional = (name: 'redirectUri' | 'sessionToken' | 'idp' | 'rs' | 'lang') => {
    const value = of(name)
    return value === undefined ? {} : { [name]: value }
  }
  return {
    clientId: of('clientId') ?? '',
    responseType: of('responseType') ?? '',
    state: of('state') ?? '',
    responseMode: of('responseMode') ?? 'query',
    codeChallenge: of('codeChallenge') ?? '',
    codeChallengeMethod: of('codeChallengeMethod') ?? '',
    prompt: of('prompt') === 'none' ? 'none' : 'login',
    ...readOptional('redirectUri'),
    ...readOptional('sessionToken'),
    ...readOptional('idp'),
    ...readOptional('rs'),
    ...readOptional('lang'),
  }
}

export type AuthorizeError = { error: string; error_description: string }

/** The first error of a request with a valid client and redirect URI; undefined when it is valid. */
export function findAuthorizeError(
  request: ReturnType<typeof readAuthorizeRequest>,
  known: { challengeFits: boolean; providerExists: boolean },
): AuthorizeError | undefined {
  const invalid = (error_description: string): AuthorizeError => ({ error: 'invalid_request', error_description })
  if (request.responseType !== 'code') return { error: 'unsupported_response_type', error_description: 'Only the response type code is supported' }
  if (!['query', 'fragment', 'web_message'].includes(request.responseMode)) return invalid('Unknown response mode')
  if (request.state === '' || request.state.length > 512) return invalid('state must have 1 to 512 characters')
  if (!known.challengeFits) return invalid('A code challenge of method S256 is required')
  if (request.idp && !known.providerExists) return invalid('Unknown identity provider')
  return undefined
}

/** The answer URL of query and fragment mode. Existing parameters are kept. */
export function createAnswerUrl(redirectUri: string, mode: string, params: Record<string, string>): string {
  const plain = redirectUri.endsWith('#') ? redirectUri.slice(0, -1) : redirectUri
  const search = new URLSearchParams(params).toString()
  return mode === 'fragment' ? `${plain}#${search}` : `${plain}${plain.includes('?') ? '&' : '?'}${search}`
}

/** JSON that is safe inside a script element. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
/** Text that is safe inside an element and an attribute. */
export const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Where a silent sign-in may post its answer. */
export type PostTargets =
  /** The parent is known and allowed. */
  | { to: string[] }
  /** The parent is known and not allowed: it gets nothing but that error. */
  | { rejected: string }

/**
 * The parent of a silent sign-in: the origin recorded when the redirect session was made, else the page that framed us; the
 * first of them that is allowed. When neither is known, each listed origin is tried: the browser drops the wrong ones.
 */
export function decidePostTargets(
  candidates: readonly (string | undefined)[],
  list: { allowed: (origin: string) => boolean; origins: readonly string[] },
): PostTargets {
  const named = candidates.flatMap((text) => (text && URL.canParse(text) && new URL(text).origin !== 'null' ? [new URL(text).origin] : []))
  const fits = named.find((origin) => list.allowed(origin))
  if (fits) return { to: [fits] }
  const [first] = named
  return first === undefined && list.origins.length > 0 ? { to: [...list.origins] } : { rejected: first ?? '' }
}
