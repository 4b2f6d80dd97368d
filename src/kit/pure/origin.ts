/** Origins (scheme and host) and Host headers, in the one form in which they are compared. */

const MAX_LENGTH = 300

/** The origin of a typed address: http or https and a host, no path; undefined for anything else. */
export function parseOrigin(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > MAX_LENGTH || !URL.canParse(trimmed)) return undefined
  const url = new URL(trimmed)
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' && isBare ? url.origin : undefined
}

/** A Host header: lower case, without a usual port. */
export const normalizeHost = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:(80|443)$/, '')

const MAX_HOSTS = 1000
const hosts = new Map<string, string>()
/** The host of an origin, in the same form. Every request asks, and taking an address apart costs more than the rest of the comparison. */
export function toHost(origin: string): string {
  let host = hosts.get(origin)
  if (host === undefined) {
    if (hosts.size >= MAX_HOSTS) hosts.clear()
    hosts.set(origin, (host = normalizeHost(new URL(origin).host)))
  }
  return host
}
