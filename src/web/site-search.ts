/** Search params of the site and its hosted pages, per route. */
import { flag, pageNumber, text } from './search-params.ts'

export const servicesSearch = { q: text, type: text, category: text, resourceId: text }
export const scheduleSearch = { week: text, service: text, teacher: text, place: text, part: text, level: text, view: text }
export const directorySearch = { q: text, page: pageNumber }
export const profileSearch = { list: text }
export const accountSearch = { tab: text, card: text, past: flag }

/** `rs` is the redirect session that the visitor came with. */
export const loginSearch = { rs: text, returnUrl: text, mode: text, prompt: text }
export const captchaSearch = { provider: text, siteKey: text }
export const resetPasswordSearch = { token: text, recoveryToken: text }
export const emailUndoSearch = { token: text }
export const emailPreferencesSearch = { kind: text }
export const planCheckoutSearch = { planId: text, rs: text, checkoutData: text, order: text }
export const bookingSearch = {
  rs: text,
  serviceId: text,
  scheduleId: text,
  start: text,
  end: text,
  zone: text,
  eventId: text,
  resourceId: text,
  locationType: text,
  locationId: text,
  choice: text,
  addOns: text,
  /** A plan that was bought for this booking. */
  planOrder: text,
}
export const visitSearch = { start: text, zone: text, parts: text, locationType: text, locationId: text, choice: text, addOns: text }
export const hostedServicesSearch = { rs: text, ...servicesSearch }
export const checkoutSearch = { rs: text, checkoutId: text }
export const paySearch = { rs: text, returned: text }
export const thankYouSearch = { planOrderId: text, bookingId: text, orderId: text, rs: text }
export const signedInSearch = { code: text, state: text, error: text, error_description: text }

export interface SiteSearch {
  '/': Record<never, never>
  '/plans': Record<never, never>
  '/services': typeof servicesSearch
  '/schedule': typeof scheduleSearch
  '/team': Record<never, never>
  '/members': typeof directorySearch
  '/account': typeof accountSearch
}
export type SitePath = keyof SiteSearch
