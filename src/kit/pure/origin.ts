/** Origins (scheme and host) and Host headers, in the one form in which they are compared. */

const LONGEST = 300

/** The origin that somebody typed: http or https, a host, nothing behind it; undefined for anything else. */
export function readOrigin(text: string): string | undefined {
  const typed = text.trim()
  if (typed.length > LONGEST || !URL.canParse(typed)) return undefined
  const url = new URL(typed)
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' && isBare ? url.origin : undefined
}

/** A Host header: lower case, without a usual port. */
export const normalHost = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:(80|443)$/, '')

/** The host of an origin, in the same form. */
export const hostOf = (origin: string): string => normalHost(new URL(origin).host)
