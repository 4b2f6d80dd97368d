/** Explains why a URL is allowed or refused by an app's redirect lists. Source: guide identity §2. */
import { findListEntryProblem, readUrl, isRedirectDomainAllowed, isRedirectUriAllowed, type AllowList } from './redirect-match.ts'

export interface RedirectCheck {
  /** Allowed as redirect URI: exact match. */
  asRedirectUri: boolean
  /** Allowed as a page that flows return to, or that may frame a silent sign-in. */
  asRedirectDomain: boolean
  /** One code per reason for a refusal; empty when both are allowed. */
  reasons: RedirectCheckReason[]
  /** Entries that would allow it. */
  suggestions: { list: 'allowedRedirectUris' | 'allowedRedirectDomains'; entry: string }[]
}
export type RedirectCheckReason =
  | 'NOT_AN_ADDRESS'
  | 'FORBIDDEN_SCHEME'
  | 'HAS_USER_NAME'
  | 'HAS_FRAGMENT'
  | 'LOCALHOST_SWITCHED_OFF'
  | 'DIFFERS_BY_TRAILING_SLASH'
  | 'DIFFERS_BY_QUERY'
  | 'DIFFERS_BY_CASE'
  | 'DIFFERS_BY_SCHEME'
  | 'DIFFERS_BY_PATH'
  | 'SUBDOMAIN_NOT_LISTED'
  | 'NOT_LISTED'

const FORBIDDEN = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']
const trimTrailingSlash = (text: string) => text.replace(/\/$/, '')

function nearMisses(text: string, url: URL, list: AllowList): RedirectCheckReason[] {
  const found = new Set<RedirectCheckReason>()
  for (const listed of list.redirectUris) {
    if (listed === text || !URL.canParse(listed)) continue
    const other = new URL(listed)
    if (trimTrailingSlash(listed) === trimTrailingSlash(text)) found.add('DIFFERS_BY_TRAILING_SLASH')
    else if (listed.toLowerCase() === text.toLowerCase()) found.add('DIFFERS_BY_CASE')
    else if (other.host === url.host && other.pathname === url.pathname) found.add(other.protocol === url.protocol ? 'DIFFERS_BY_QUERY' : 'DIFFERS_BY_SCHEME')
    else if (other.origin === url.origin && url.origin !== 'null') found.add('DIFFERS_BY_PATH')
  }
  for (const entry of list.redirectDomains) {
    const host = entry.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^\*\./, '')
    if (url.hostname !== host && url.hostname.endsWith(`.${host}`) && !entry.includes('*')) found.add('SUBDOMAIN_NOT_LISTED')
    if (url.host === host && url.protocol === 'http:' && !entry.startsWith('http:')) found.add('DIFFERS_BY_SCHEME')
  }
  return [...found]
}

function findMalformation(text: string): RedirectCheckReason | undefined {
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return 'NOT_AN_ADDRESS'
  const url = new URL(text)
  if (FORBIDDEN.includes(url.protocol)) return 'FORBIDDEN_SCHEME'
  return url.username !== '' || url.password !== '' ? 'HAS_USER_NAME' : undefined
}

/** Checks one URL against the lists of an app. */
export function checkAddress(text: string, list: AllowList): RedirectCheck {
  const malformation = findMalformation(text)
  if (malformation) return { asRedirectUri: false, asRedirectDomain: false, reasons: [malformation], suggestions: [] }
  const url = readUrl(text) as URL
  const asRedirectUri = isRedirectUriAllowed(text, list)
  const asRedirectDomain = isRedirectDomainAllowed(text, list)
  if (asRedirectUri && asRedirectDomain) return { asRedirectUri, asRedirectDomain, reasons: [], suggestions: [] }
  const reasons: RedirectCheckReason[] = []
  if (url.hash !== '') reasons.push('HAS_FRAGMENT')
  if (!list.allowLocalhost && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) reasons.push('LOCALHOST_SWITCHED_OFF')
  reasons.push(...nearMisses(text, url, list))
  if (reasons.length === 0) reasons.push('NOT_LISTED')
  const suggestions: RedirectCheck['suggestions'] = []
  const plain = text.split('#')[0] as string
  if (!asRedirectUri && findListEntryProblem(plain, 'uri') === undefined) suggestions.push({ list: 'allowedRedirectUris', entry: plain })
  if (!asRedirectDomain && url.protocol.startsWith('http'))
    suggestions.push({ list: 'allowedRedirectDomains', entry: url.protocol === 'https:' ? url.host : url.origin })
  return { asRedirectUri, asRedirectDomain, reasons, suggestions }
}
