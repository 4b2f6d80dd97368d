/**
 * Who this browser is. On the site and the hosted pages: an anonymous visitor or a member, with tokens from the same
 * endpoint that every storefront uses. On the dashboard: the owner, by cookie and a token against forged requests.
 */
import { forgetDrafts } from './kit/draft.ts'

export interface TokenSet {
  access: string
  expiresAt: number
  refresh: string
  role: 'visitor' | 'member'
  /** Whose tokens these are; several sites may share an address. */
  clientId?: string
}
export type Mode = 'site' | 'dashboard'

const key = 'atrium.tokens'
let clientId = ''
let csrf = ''
let mode: Mode = 'site'
let fetching: Promise<TokenSet> | undefined
const listeners = new Set<() => void>()

let siteId = ''
/** The site of this page: its tokens are asked for with its client id, and calls without a token name it. */
export const setSite = (facts: { clientId: string; siteId: string }) => {
  clientId = facts.clientId
  siteId = facts.siteId
}
/** What names the site in a call without a token; the dashboard is on the site of its address. */
export const siteHeaders = (): Record<string, string> => (mode === 'site' && siteId ? { 'x-site-id': siteId } : {})
export const getClientId = () => clientId
export const setCsrf = (token: string) => {
  csrf = token
}
export const setMode = (next: Mode) => {
  mode = next
}
export const getMode = () => mode

export function readTokens(): TokenSet | undefined {
  try {
    const stored = localStorage.getItem(key)
    const tokens = stored ? (JSON.parse(stored) as TokenSet) : undefined
    return tokens?.clientId && clientId && tokens.clientId !== clientId ? undefined : tokens
  } catch {
    return undefined
  }
}

export function saveTokens(tokens: TokenSet | undefined): void {
  try {
    if (tokens) localStorage.setItem(key, JSON.stringify(tokens))
    else {
      localStorage.removeItem(key)
      forgetDrafts()
    }
  } catch {
    /* private windows without storage: the tokens live as long as the page */
  }
  memory = tokens
  for (const tell of listeners) tell()
}
let memory: TokenSet | undefined

/** For useSyncExternalStore: told whenever somebody signs in or out, in this tab or another. */
export function onAuthChange(tell: () => void): () => void {
  listeners.add(tell)
  const other = (event: StorageEvent) => {
    if (event.key === key) tell()
  }
  addEventListener('storage', other)
  return () => {
    listeners.delete(tell)
    removeEventListener('storage', other)
  }
}

export const isMember = (): boolean => flowToken?.member ?? (readTokens() ?? memory)?.role === 'member'

export interface TokenAnswer {
  access_token: string
  refresh_token: string
  expires_in: number
}
async function ask(body: Record<string, string>): Promise<TokenAnswer> {
  const answer = await fetch('/oauth2/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!answer.ok) throw Object.assign(new Error('No token'), { status: answer.status })
  return (await answer.json()) as TokenAnswer
}
const toSet = (answer: TokenAnswer, role: TokenSet['role']): TokenSet => ({
  access: answer.access_token,
  refresh: answer.refresh_token,
  expiresAt: Date.now() + answer.expires_in * 1000,
  role,
  clientId,
})

/** Exchanges a code for a member's tokens and remembers them. */
export async function exchangeCode(code: string, codeVerifier: string, redirectUri?: string): Promise<void> {
  saveTokens(toSet(await ask({ clientId, grantType: 'authorization_code', code, codeVerifier, ...(redirectUri ? { redirectUri } : {}) }), 'member'))
}

/** Remembers tokens that the server gave together with a sign-in on our own pages. */
export function acceptMemberTokens(answer: TokenAnswer): void {
  flowToken = undefined
  saveTokens(toSet(answer, 'member'))
}

/** Inside a storefront's flow the page acts for whom the storefront said, without signing this browser in. */
let flowToken: { access: string; member: boolean } | undefined
export function setFlowToken(token: { access: string; member: boolean } | undefined): void {
  if (flowToken?.access === token?.access) return
  flowToken = token
  for (const tell of listeners) tell()
}

async function obtain(): Promise<TokenSet> {
  const old = readTokens() ?? memory
  if (old) {
    try {
      const answer = await ask({ clientId, grantType: 'refresh_token', refreshToken: old.refresh })
      return { ...toSet(answer, old.role), refresh: old.refresh }
    } catch (error) {
      // A network failure must not sign anybody out; only a refusal by the server does.
      if ((error as { status?: number }).status === undefined) throw error
    }
  }
  return toSet(await ask({ clientId, grantType: 'anonymous' }), 'visitor')
}

/** A token that is good for at least the next half minute. Concurrent callers share one request. */
export async function accessToken(renew = false): Promise<string> {
  if (flowToken && !renew) return flowToken.access
  const now = readTokens() ?? memory
  if (!renew && now && now.expiresAt > Date.now() + 30_000) return now.access
  fetching ??= obtain()
    .then((tokens) => {
      saveTokens(tokens)
      return tokens
    })
    .finally(() => {
      fetching = undefined
    })
  return (await fetching).access
}

export async function authHeaders(renew = false): Promise<Record<string, string>> {
  if (mode === 'dashboard') return csrf ? { 'x-csrf': csrf } : {}
  return clientId ? { authorization: await accessToken(renew) } : {}
}
