/** What each screen keeps in its address: tab, filters, page and the side panel that is open. */
import { type Language, languages } from '#kit/pure/languages.ts'
import { oneOf, pageNumber, type SearchOf, text } from '../search-params.ts'

const languageName = oneOf(...(Object.keys(languages) as Language[]))

/** A named period, or one from a first to a last day. */
export const periodSearch = { period: oneOf('month', 'last-month', 'year', 'last-year', 'days'), from: text, to: text }
export const personSearch = { person: text }

export const signInSearch = { to: text }
export const tokenSearch = { token: text }

export const todaySearch = {}
export const calendarSearch = { view: text, date: text, open: text, with: text, new: text, at: text, row: text, move: text, by: oneOf('rooms') }
/** `id` names the session. */
export const rosterSearch = { id: text, message: text }
export const checkInSearch = { session: text, q: text }
export const bookingsSearch = {
  tab: text,
  q: text,
  service: text,
  with: text,
  /** A location. */
  where: text,
  /** A room or device. */
  room: text,
  /** First and last day, of the business. */
  from: text,
  to: text,
  paid: oneOf('UNPAID', 'PAID'),
  nr: pageNumber,
  after: text,
  open: text,
  move: text,
  /** Work on several bookings whose progress is shown. */
  job: text,
  new: text,
}
/** `part` is the tab inside the panel of a member, `after` where the list of contacts continues. */
export const membersSearch = {
  tab: text,
  q: text,
  only: text,
  sort: text,
  page: pageNumber,
  after: text,
  open: text,
  part: text,
  job: text,
  new: text,
}
export const plansSearch = {
  tab: text,
  state: text,
  paid: text,
  renews: text,
  plan: text,
  ...personSearch,
  sort: text,
  page: pageNumber,
  open: text,
  edit: text,
}
export const forecastSearch = { tab: text, copy: text, open: text, new: text }
export const moneySearch = {
  tab: text,
  state: text,
  by: text,
  kind: text,
  account: text,
  order: text,
  ...personSearch,
  ...periodSearch,
  page: pageNumber,
  open: text,
  new: oneOf('sale'),
}
export const insightsSearch = { tab: text, months: text, currency: text }
/** `why`: the service of which a time is explained, or `any`; `at`: the time, `2026-11-24T14:30`. */
export const servicesSearch = { tab: text, q: text, edit: text, sessions: text, why: text, at: text }
/** `calendar`: what came of a consent at a provider of calendars. */
export const staffSearch = { tab: text, open: text, calendar: text }
export const emailsSearch = {
  tab: text,
  q: text,
  state: oneOf('SENT', 'QUEUED', 'FAILED', 'KEPT', 'UNWANTED', 'DELIVERED', 'SKIPPED'),
  template: text,
  page: pageNumber,
  open: text,
  edit: text,
  /** Of the tab of text messages; absent: what was sent. */
  part: oneOf('replies', 'settings'),
  /** The language of the template that is edited. */
  in: languageName,
}
export const mediaSearch = { q: text, page: pageNumber, open: text }
export const siteSearch = {}
/** The page (absent: home), the part of the editor, the block that is open, the language that is written. */
export const websiteSearch = { sitePage: text, part: text, block: text, in: languageName }
/** `import`: the panel of an import: `new`, a kind, or an id. */
export const settingsSearch = { tab: text, action: text, open: text, import: text }

interface ScreenSearch {
  '/dashboard': typeof todaySearch
  '/dashboard/calendar': typeof calendarSearch
  '/dashboard/roster': typeof rosterSearch
  '/dashboard/check-in': typeof checkInSearch
  '/dashboard/bookings': typeof bookingsSearch
  '/dashboard/members': typeof membersSearch
  '/dashboard/plans': typeof plansSearch
  '/dashboard/forecast': typeof forecastSearch
  '/dashboard/money': typeof moneySearch
  '/dashboard/insights': typeof insightsSearch
  '/dashboard/services': typeof servicesSearch
  '/dashboard/staff': typeof staffSearch
  '/dashboard/emails': typeof emailsSearch
  '/dashboard/media': typeof mediaSearch
  '/dashboard/site': typeof siteSearch
  '/dashboard/website': typeof websiteSearch
  '/dashboard/settings': typeof settingsSearch
}
export type ScreenPath = keyof ScreenSearch
/** A screen together with search params that it knows. */
export type ScreenLink = { [P in ScreenPath]: { to: P; search?: SearchOf<ScreenSearch[P]> } }[ScreenPath]
