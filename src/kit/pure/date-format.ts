/** Days and times as people write them: in the language of the reader, and English as where the business is. Node and browsers write the same. */

/** English by the zone of the business: the day and the month in their order there, and a clock of 12 hours. Elsewhere as in Britain. */
const englishByZone: readonly (readonly [zones: RegExp, locale: string])[] = [
  [/^(America|US|Canada)\/|^Pacific\/(Guam|Honolulu|Pago_Pago)$/, 'en-US'],
  [/^Australia\//, 'en-AU'],
  [/^(Pacific\/(Auckland|Chatham)|NZ(-CHAT)?)$/, 'en-NZ'],
  [/^Asia\/(Kolkata|Calcutta)$/, 'en-IN'],
]
/** The locale of days and times; `businessZone` is the IANA zone of the business. Source: decision 0043. */
export const findDateLocale = (language: string, businessZone?: string): string =>
  language === 'en' ? (englishByZone.find(([zones]) => zones.test(businessZone ?? ''))?.[1] ?? 'en-GB') : language

export interface DateFormat {
  /** Milliseconds since 1970, or a date. */
  format(at: number | Date): string
  formatRange(from: number | Date, until: number | Date): string
}

const formats = new Map<string, DateFormat>()
/** A format of `Intl`, made once. `businessZone` decides how English is written; the zone of the times themselves is among the options. */
export function dateFormat(language: string, businessZone: string | undefined, options: Intl.DateTimeFormatOptions): DateFormat {
  const locale = findDateLocale(language, businessZone)
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = create(locale, options)
  formats.set(key, made)
  return made
}

function create(locale: string, options: Intl.DateTimeFormatOptions): DateFormat {
  const intl = new Intl.DateTimeFormat(locale, options)
  if (!intl.resolvedOptions().hour12) return intl
  // "9:30 am" as it is written there: without a zero before it, and on one line. Node and browsers differ in the space.
  const { hour, ...rest } = options
  const shown = hour === '2-digit' ? new Intl.DateTimeFormat(locale, { ...rest, hour: 'numeric' }) : intl
  const join = (text: string) => text.replaceAll(/\s(?=[ap]m)/gi, '\u00a0').replaceAll(/\u2009–\u2009/g, '–')
  return { format: (at) => join(shown.format(at)), formatRange: (from, until) => join(shown.formatRange(from, until)) }
}

/** A time of the wall clock, `HH:MM`, as it is read; `24:00` is midnight. */
export function formatClock(time: string, language: string, businessZone: string | undefined): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const written = dateFormat(language, businessZone, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format((hours * 60 + minutes) * 60_000)
  return halfOfDay.test(written) ? written : time
}

const halfOfDay = /\u00a0[ap]m$/i
/** "7:30" of "7:30 PM", where there is no room for more. */
export const dropHalf = (clock: string): string => clock.replace(halfOfDay, '')
/** From one written time to another; the half of the day is said once where it is the same: "14:30–15:30", "2:30–3:30 PM", "11:30 AM–12:30 PM". */
export const joinClocks = (start: string, end: string): string => `${halfOfDay.exec(start)?.[0] === halfOfDay.exec(end)?.[0] ? dropHalf(start) : start}–${end}`
