/** Which addresses the site and its hosted pages have, so that the server can say of every other one that it is not there. */

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
  '/letters/$',
  '/hosted/plans/checkout',
  '/hosted/booking-form',
  '/hosted/waitlist',
  '/hosted/services',
  '/hosted/checkout',
  '/checkout/basket/$',
  '/checkout/pay/$',
  '/booking/$',
  '/visit/$',
  '/thank-you',
  '/signed-out',
  '/signed-in',
  '/setup',
] as const
/** Pages of something that may not exist, be hidden or have a new address. */
export const storedPages = ['/service/$', '/members', '/members/$'] as const

export type PageAddress =
  | { kind: 'FIXED' }
  | { kind: 'UNKNOWN' }
  | { kind: 'SERVICE'; slug: string }
  | { kind: 'MEMBERS' }
  | { kind: 'MEMBER'; slug: string }
  /** Addresses of a service in the reply of the API: its page, its booking page, its calendar. */
  | { kind: 'SERVICE_LINK'; slug: string; to: 'PAGE' | 'BOOKING' | 'CALENDAR' }

const matches = (pattern: string, parts: readonly string[]): boolean => {
  const patternParts = pattern.split('/').filter(Boolean)
  return patternParts.length === parts.length && patternParts.every((part, at) => part === '$' || part === parts[at])
}

/** Undefined for text that no address decodes to. */
function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** What a path with its query leads to. Dashboard addresses belong to an app of their own and are FIXED. */
export function parsePage(url: string): PageAddress {
  const [path = '', query = ''] = url.split('?', 2)
  const parts = path.split('/').filter(Boolean).map(decodePart)
  if (!parts.every((part) => part !== undefined)) return { kind: 'UNKNOWN' }
  const [first, second = ''] = parts
  if (first === 'dashboard' || fixedPages.some((pattern) => matches(pattern, parts))) return { kind: 'FIXED' }
  if (matches('/service/$', parts)) return { kind: 'SERVICE', slug: second }
  if (matches('/members', parts)) return { kind: 'MEMBERS' }
  if (matches('/members/$', parts)) return { kind: 'MEMBER', slug: second }
  if (matches('/service-page/$', parts)) return { kind: 'SERVICE_LINK', slug: second, to: 'PAGE' }
  if (matches('/booking-calendar/$', parts)) return { kind: 'SERVICE_LINK', slug: second, to: 'CALENDAR' }
  const slug = new URLSearchParams(query).get('service')
  if (matches('/booking-form', parts) && slug) return { kind: 'SERVICE_LINK', slug, to: 'BOOKING' }
  return { kind: 'UNKNOWN' }
}
