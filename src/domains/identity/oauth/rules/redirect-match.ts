/** Matches URLs against the redirect lists of an OAuth app. Source: guide identity §2. */

export interface AllowList {
  redirectUris: readonly string[]
  redirectDomains: readonly string[]
  allowLocalhost: boolean
}

const FORBIDDEN = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:'])
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
const isWeb = (url: URL) => url.protocol === 'https:' || url.protocol === 'http:'

/** Parses a URL; undefined for script or file schemes and for URLs with user info. */
export function readUrl(text: string): URL | undefined {
  // URL parsers drop tabs and line breaks and read a backslash as a slash: such texts are rejected.
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return FORBIDDEN.has(url.protocol) || url.username !== '' || url.password !== '' ? undefined : url
}

const isLocal = (url: URL) => isWeb(url) && LOCAL_HOSTS.has(url.hostname)
const stripEmptyFragment = (uri: string) => (uri.endsWith('#') ? uri.slice(0, -1) : uri)

/** Whether a code may be sent to this URI: exact match, or any localhost URI while that is allowed. */
export function isRedirectUriAllowed(uri: string, list: AllowList): boolean {
  const plain = stripEmptyFragment(uri)
  const url = readUrl(plain)
  if (!url || plain.includes('#')) return false
  if (list.allowLocalhost && isLocal(url)) return true
  return list.redirectUris.some((allowed) => stripEmptyFragment(allowed) === plain)
}

/** Matches one entry of the domain list (host, host with port, or origin). No scheme means https only. */
function domainMatches(entry: string, url: URL): boolean {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(entry)
  const wildcard = /^([a-z][a-z0-9+.-]*:\/\/)?\*\./i.test(entry)
  const text = (hasScheme ? entry : `https://${entry}`).replace('://*.', '://')
  if (!URL.canParse(text)) return false
  const allowed = new URL(text)
  if (allowed.protocol !== url.protocol || allowed.port !== url.port) return false
  return wildcard ? url.hostname.endsWith(`.${allowed.hostname}`) : url.hostname === allowed.hostname
}

/** Whether a page belongs to the app: its domain is listed, or it shares the origin of a redirect URI. */
export function isRedirectDomainAllowed(text: string, list: AllowList): boolean {
  const url = readUrl(text)
  if (!url) return false
  if (list.allowLocalhost && isLocal(url)) return true
  if (!isWeb(url)) return list.redirectUris.some((allowed) => stripEmptyFragment(allowed) === stripEmptyFragment(text))
  return (
    list.redirectDomains.some((entry) => domainMatches(entry, url)) ||
    list.redirectUris.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === url.origin)
  )
}

/** Origins that a silent sign-in may post its code to when the origin of the requesting page is unknown. */
export function allowedOrigins(list: AllowList): string[] {
  const domains = list.redirectDomains.filter((entry) => !entry.includes('*')).map((entry) => (entry.includes('://') ? entry : `https://${entry}`))
  const origins = [...list.redirectUris, ...domains]
    .filter((text) => URL.canParse(text))
    .map((text) => new URL(text))
    .filter(isWeb)
    .map((url) => url.origin)
  return [...new Set(origins)]
}

/** Sets query parameters; other parameters and the fragment are kept. */
export function addQueryParams(text: string, params: Record<string, string>): string {
  const url = new URL(text)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.toString()
}

/** Why an entry may not be listed; undefined when it may. */
export function findListEntryProblem(entry: string, kind: 'uri' | 'domain'): string | undefined {
  if (kind === 'uri') {
    const url = readUrl(stripEmptyFragment(entry))
    if (!url) return 'must be an absolute address without user name'
    return stripEmptyFragment(entry).includes('#') ? 'must not have a fragment' : undefined
  }
  const text = (entry.includes('://') ? entry : `https://${entry}`).replace('://*.', '://')
  const url = readUrl(text)
  if (!url || !isWeb(url) || url.hostname === '') return 'must be a host, a host with port, or an origin'
  return url.pathname !== '/' || url.search !== '' || url.hash !== '' ? 'must not have a path' : undefined
}
