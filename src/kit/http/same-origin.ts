/**
 * Whether a page of another website caused this call. Browsers send `Sec-Fetch-Site`; other programs send no user's
 * cookies and are not asked. Source: guide identity §2.3.
 */
import { toHost, normalizeHost } from '../pure/origin.ts'

export interface CallOrigin {
  headers: Readonly<Record<string, string | undefined>>
  /** The Host header. Another site's page cannot choose it. */
  host: string
  /** The addresses of the site that is called. */
  origins: readonly string[]
}

export function isCrossOrigin({ headers, host, origins }: CallOrigin): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  if (origin === undefined) return false
  if (origins.includes(origin)) return false
  return !URL.canParse(origin) || toHost(origin) !== normalizeHost(host)
}

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i
/** Bodies that any page of the web may send in the name of its visitor without asking first. */
export const isFormBody = (contentType: string | undefined): boolean => FORM.test(contentType ?? '')
