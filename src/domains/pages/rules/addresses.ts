/** Paths of the site and its hosted pages, so that the server answers 404 for all others. */

/** Pages that are there whatever is stored. `$` stands for one part of a path. `test/pages.test.ts` holds them equal to the routes of the app. */
export const fixedPages = [
  '/',
  '/services',
  '/schedule',
  '/plans',
  '/account',
  '/hosted/login',
  '/hosted/captcha',
  '/hosted/reset-password',
  '/hosted/email-undo',
  '/email-preferences/$',
  '/hosted/plans/checkout',
  '/hosted/booking-form',
  '/hosted/visit-form',
  '/hosted/waitlist',
  '/hosted/services',
  '/hosted/checkout',
  '/checkout/basket/$',
  '/checkout/pay/$',
  '/booking/$',
  '/booking/$/form',
  '/visit/$',
  '/thank-you',
  '/embed/schedule',
  '/embed/services',
  '/embed/plans',
  '/signed-out',
  '/signed-in',
  '/setup',
] as const

export type PageAddress =
  | { kind: 'FIXED' }
  | { kind: 'UNKNOWN' }
  | { kind: 'SERVICE'; slug: string }
  /** A service in a frame of another website. */
  | { kind: 'EMBEDDED_SERVICE'; slug: string }
  | { kind: 'TEAM' }
  | { kind: 'TEAM_MEMBER'; slug: string }
  | { kind: 'MEMBERS' }
  | { kind: 'MEMBER'; slug: string }
  /** A page that the owner made. */
  | { kind: 'PAGE'; slug: string }
  /** URLs of a service in API replies: its page, its booking page, its calendar. */
  | { kind: 'SERVICE_LINK'; slug: string; to: 'PAGE' | 'BOOKING' | 'CALENDAR' }

/** Pages of entities that may not exist, be hidden or have moved, by pattern. */
export const storedPages: Readonly<Record<string, (slug: string) => PageAddress>> = {
  '/service/$': (slug) => ({ kind: 'SERVICE', slug }),
  '/embed/service/$': (slug) => ({ kind: 'EMBEDDED_SERVICE', slug }),
  '/team': () => ({ kind: 'TEAM' }),
  '/team/$': (slug) => ({ kind: 'TEAM_MEMBER', slug }),
  '/members': () => ({ kind: 'MEMBERS' }),
  '/members/$': (slug) => ({ kind: 'MEMBER', slug }),
  '/$': (slug) => (/^[a-z0-9-]+$/.test(slug) ? { kind: 'PAGE', slug } : { kind: 'UNKNOWN' }),
}

const matchesPattern = (pattern: string, parts: readonly string[]): boolean => {
  const patternParts = pattern.split('/').filter(Boolean)
  return patternParts.length === parts.length && patternParts.every((part, at) => part === '$' || part === parts[at])
}

/** Undefined for malformed percent-encoding. */
function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** The page of a path with query. Dashboard paths belong to another app and are FIXED. */
export function parsePage(url: string): PageAddress {
  const [path = '', query = ''] = url.split('?', 2)
  const parts = path.split('/').filter(Boolean).map(decodePart)
  if (!parts.every((part) => part !== undefined)) return { kind: 'UNKNOWN' }
  const [first = '', second = ''] = parts
  if (first === 'dashboard' || fixedPages.some((pattern) => matchesPattern(pattern, parts))) return { kind: 'FIXED' }
  if (matchesPattern('/service-page/$', parts)) return { kind: 'SERVICE_LINK', slug: second, to: 'PAGE' }
  if (matchesPattern('/booking-calendar/$', parts)) return { kind: 'SERVICE_LINK', slug: second, to: 'CALENDAR' }
  const slug = new URLSearchParams(query).get('service')
  if (matchesPattern('/booking-form', parts) && slug) return { kind: 'SERVICE_LINK', slug, to: 'BOOKING' }
  const stored = Object.entries(storedPages).find(([pattern]) => matchesPattern(pattern, parts))
  return stored ? stored[1](parts.at(-1) ?? first) : { kind: 'UNKNOWN' }
}
