/**
 * Who this browser is. On the site and the hosted pages: an anonymous visitor or a member, with tokens from the same
 * endpoint that every storefront uses. On the dashboard: the owner, by cookie and a token against forged requests.
 */
import { OFFLINE_CACHE } from '#domains/pages/rules/offline-copy.ts'
import { clearDrafts } from './kit/draft.ts'
import { forgetOfflineCopyAge } from './offline-copy-age.ts'
import { operationUrl } from './operation-url.ts'

export interface TokenSet {
  access: string
  expiresAt: number
  refresh: string
  role: 'visitor' | 'member'
  /** Whose tokens these are; several sites may share an address. */
  clientId?: string
}
export type Mode = 'site' | 'dashboard'

const STORAGE_KEY = 'atrium.tokens'
let clientId = ''
let csrf = ''
let mode: Mode = 'site'
let pendingTokens: Promise<TokenSet> | undefined
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
    const stored = localStorage.getItem(STORAGE_KEY)
    const tokens = stored ? (JSON.parse(stored) as TokenSet) : undefined
    return tokens?.clientId && clientId && tokens.clientId !== clientId ? undefined : tokens
  } catch {
    return undefined
  }
}

/** Deletes what `OfflineCopy` keeps: it is of a person who is signed in. Browsers have no caches on addresses that are not safe. */
export async function forgetOfflineCopy(): Promise<void> {
  forgetOfflineCopyAge()
  await globalThis.caches?.delete(OFFLINE_CACHE).catch(() => false)
}

export function saveTokens(tokens: TokenSet | undefined): void {
  try {
    if (tokens) localStorage.setItem(STORAGE_KEY, JSON.stringify(tokens))
    else {
      localStorage.removeItem(STORAGE_KEY)
      clearDrafts()
    }
  } catch {
    /* private windows without storage: the tokens live as long as the page */
  }
  if (tokens?.role !== 'member') void forgetOfflineCopy()
  inMemoryTokens = tokens
  for (const notify of listeners) notify()
}
let inMemoryTokens: TokenSet | undefined

/** For useSyncExternalStore: notified at every sign-in and sign-out, in this tab or another. */
export function onAuthChange(notify: () => void): () => void {
  listeners.add(notify)
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) notify()
  }
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(notify)
    removeEventListener('storage', onStorage)
  }
}

export const isMember = (): boolean => flowToken?.member ?? (readTokens() ?? inMemoryTokens)?.role === 'member'

export interface TokenReply {
  access_token: string
  refresh_token: string
  expires_in: number
}
async function requestToken(body: Record<string, string>): Promise<TokenReply> {
  const reply = await fetch(operationUrl('identity.token', {}), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!reply.ok) throw Object.assign(new Error('No token'), { status: reply.status })
  return (await reply.json()) as TokenReply
}
const toTokenSet = (reply: TokenReply, role: TokenSet['role']): TokenSet => ({
  access: reply.access_token,
  refresh: reply.refresh_token,
  expiresAt: Date.now() + reply.expires_in * 1000,
  role,
  clientId,
})

/** Stores the tokens of who has just signed in: nothing is kept of who was there before. */
function startSession(tokens: TokenSet): void {
  void forgetOfflineCopy()
  saveTokens(tokens)
}

/** Exchanges a code for a member's tokens and stores them. */
export async function exchangeCode(code: string, codeVerifier: string, redirectUri?: string): Promise<void> {
  startSession(
    toTokenSet(await requestToken({ clientId, grantType: 'authorization_code', code, codeVerifier, ...(redirectUri ? { redirectUri } : {}) }), 'member'),
  )
}

/** Stores tokens that came with a sign-in on our own pages. */
export function acceptMemberTokens(reply: TokenReply): void {
  flowToken = undefined
  startSession(toTokenSet(reply, 'member'))
}

/** Inside a storefront's flow the page acts for whom the storefront said, without signing this browser in. */
let flowToken: { access: string; member: boolean } | undefined
export function setFlowToken(token: { access: string; member: boolean } | undefined): void {
  if (flowToken?.access === token?.access) return
  flowToken = token
  for (const notify of listeners) notify()
}

/** Names the session of the member who is signed in to this browser; undefined for visitors and inside a storefront's flow, which acts for its own. */
export function findOwnSession(): string | undefined {
  const tokens = flowToken ? undefined : readTokens()
  return tokens?.role === 'member' ? tokens.refresh : undefined
}

async function obtainTokens(): Promise<TokenSet> {
  const current = readTokens() ?? inMemoryTokens
  if (current) {
    try {
      const reply = await requestToken({ clientId, grantType: 'refresh_token', refreshToken: current.refresh })
      return { ...toTokenSet(reply, current.role), refresh: current.refresh }
    } catch (error) {
      // A network failure must not sign anyone out; only a refusal by the server does.
      if ((error as { status?: number }).status === undefined) throw error
    }
  }
  return toTokenSet(await requestToken({ clientId, grantType: 'anonymous' }), 'visitor')
}

/** A token that is good for at least the next half minute. Concurrent callers share one request. */
export async function accessToken(renew = false): Promise<string> {
  if (flowToken && !renew) return flowToken.access
  const now = readTokens() ?? inMemoryTokens
  if (!renew && now && now.expiresAt > Date.now() + 30_000) return now.access
  pendingTokens ??= obtainTokens()
    .then((tokens) => {
      saveTokens(tokens)
      return tokens
    })
    .finally(() => {
      pendingTokens = undefined
    })
  return (await pendingTokens).access
}

export async function authHeaders(renew = false): Promise<Record<string, string>> {
  if (mode === 'dashboard') return csrf ? { 'x-csrf': csrf } : {}
  return clientId ? { authorization: await accessToken(renew) } : {}
}
