/**
 * Cells of other systems as values of ours. Every function answers the canonical text of the value, or undefined when the cell cannot be
 * read. Dates are `YYYY-MM-DD`, instants ISO 8601 in UTC, amounts plain decimals, periods `P1M` or `ONCE`.
 */
import { Temporal } from 'temporal-polyfill'
import {
  free,
  hours,
  monthNames,
  noWords,
  once,
  periodAdverbs,
  periodBeginning,
  periodUnits,
  serviceLevels,
  serviceTypes,
  weekday,
  yesWords,
} from './value-words.ts'

/** Whether 03/04 is 3 April or March 4th. */
export type DateOrder = 'DMY' | 'MDY'

const findMonth = (name: string): number => monthNames.findIndex((names) => names.includes(name.toLowerCase().replace(/\.$/, ''))) + 1
/** decision: a year of two digits is one of 1940 to 2039. */
const fullYear = (text: string): number => (text.length === 2 ? Number(text) + (Number(text) < 40 ? 2000 : 1900) : Number(text))

function toDate(year: number, month: number, day: number): string | undefined {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString()
  } catch {
    return undefined
  }
}

/** Each form of a date: the text it matches, and year, month and day of the match. The rest of the text is the time. */
const dateForms: readonly { pattern: RegExp; read: (match: string[], order: DateOrder) => [number, number, number] }[] = [
  { pattern: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, read: ([, y = '', m, d]) => [Number(y), Number(m), Number(d)] },
  { pattern: /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d)/, read: ([, d, m, y = '']) => [fullYear(y), Number(m), Number(d)] },
  {
    pattern: /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/,
    read: ([, a, b, y = ''], order) => (order === 'DMY' ? [fullYear(y), Number(b), Number(a)] : [fullYear(y), Number(a), Number(b)]),
  },
  { pattern: /^([\p{L}]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u, read: ([, m = '', d, y]) => [Number(y), findMonth(m), Number(d)] },
  {
    pattern: /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]+(?:de\s)?([\p{L}]{3,10})\.?,?[\s-]+(?:de\s)?(\d{4})(?!\d)/u,
    read: ([, d, m = '', y]) => [Number(y), findMonth(m), Number(d)],
  },
]

function splitDate(text: string, order: DateOrder): { date: string; rest: string } | undefined {
  const plain = text.trim().replace(weekday, '')
  for (const { pattern, read } of dateForms) {
    const match = pattern.exec(plain)
    if (!match) continue
    const date = toDate(...read(match, order))
    return date === undefined ? undefined : { date, rest: plain.slice(match[0].length) }
  }
  return undefined
}

/**
 * The date of a cell. A time behind it is left out; an instant (a time with an offset) is the day of the business that it lies in, unless it
 * is midnight there where it was written, as dates without a time are exported.
 */
export function parseDate(text: string, { order, zone }: { order: DateOrder; zone: string }): string | undefined {
  const found = splitDate(text, order)
  if (!found || found.rest.trim() === '') return found?.date
  const time = splitTime(found.rest)
  if (!time || time.rest === '' || time.minutes === 0) return time && found.date
  const instant = parseDateTime(text, { order, zone })
  return instant && Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString()
}

const timePattern = /^(\d{1,2})(?:(?:[:.]|\s?h\s?)(\d{2}))?(?:[:.](\d{2})(?:[.,]\d+)?)?\s*(a\.?\s?m\.?|p\.?\s?m\.?|uhr|h(?![\p{L}\d]))?/iu
/** Minutes of the day, and what stands behind the time: the zone. */
function splitTime(text: string): { minutes: number; rest: string } | undefined {
  const plain = text.replace(/^[\s,·|-]*(?:T(?=\d)|at\s|um\s|à\s|a las?\s)?\s*/i, '')
  const match = timePattern.exec(plain)
  if (!match) return undefined
  const [all, hour = '', minute, , half] = match
  const isHalf = half !== undefined && /^[ap]/i.test(half)
  if (minute === undefined && half === undefined) return undefined
  const h = Number(hour)
  if (Number(minute ?? 0) > 59 || (isHalf ? h < 1 || h > 12 : h > 23)) return undefined
  const full = isHalf ? (h % 12) + (/p/i.test(half) ? 12 : 0) : h
  return { minutes: full * 60 + Number(minute ?? 0), rest: plain.slice(all.length).trim() }
}
/** A time of day as `HH:MM`. */
export function parseTime(text: string): string | undefined {
  const found = splitTime(text.trim())
  if (!found || found.rest !== '') return undefined
  return formatMinutes(found.minutes)
}
const formatMinutes = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The offset that a text names, such as `Z`, `+02:00` or `(UTC+2)`; undefined when it names none that is known. */
function parseOffset(text: string): string | undefined {
  const plain = text.replace(/[()\s]/g, '')
  if (/^(Z|UTC|GMT)$/i.test(plain)) return '+00:00'
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(plain)
  return match ? `${match[1]}${(match[2] ?? '').padStart(2, '0')}:${match[3] ?? '00'}` : undefined
}

/** The instant of a cell. Without an offset it is a time of the wall in the zone of the business; what the clock skips moves forward. */
export function parseDateTime(text: string, { order, zone }: { order: DateOrder; zone: string }): string | undefined {
  const found = splitDate(text, order)
  const time = found && splitTime(found.rest)
  if (!found || !time) return undefined
  const local = `${found.date}T${formatMinutes(time.minutes)}`
  if (time.rest === '') return toInstant(local, zone)
  const offset = parseOffset(time.rest)
  return offset && Temporal.Instant.from(`${local}${offset}`).toString()
}
/** A date and a time of the wall in a zone as an instant. */
export const toInstant = (local: string, zone: string): string => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant().toString()

/** Which order of day and month these cells have; undefined when every one of them fits both. */
export function detectDateOrder(cells: Iterable<string>): DateOrder | undefined {
  for (const cell of cells) {
    const match = /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/.exec(cell.trim().replace(weekday, ''))
    if (match && Number(match[1]) > 12) return 'DMY'
    if (match && Number(match[2]) > 12) return 'MDY'
  }
  return undefined
}

/**
 * An amount of money, without its currency. The last of point and comma parts the decimals; alone with exactly three digits behind it
 * (1.234, 1,234) it groups thousands.
 */
export function parseAmount(text: string): string | undefined {
  const plain = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^(?:[A-Z]{3}|\p{Sc})+|(?:[A-Z]{3}|\p{Sc})+$/giu, '')
  if (free.test(text.trim())) return '0'
  if (!/^\d[\d.,]*$/.test(plain) || /[.,]$/.test(plain)) return undefined
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const mark = plain[last]
  if (last < 0 || mark === undefined) return trimAmount(plain, '')
  const isBoth = plain.includes('.') && plain.includes(',')
  const isGrouping = !isBoth && (plain.indexOf(mark) !== last || (plain.length - last - 1 === 3 && !/^0[.,]/.test(plain)))
  const [whole, fraction] = isGrouping ? [plain, ''] : [plain.slice(0, last), plain.slice(last + 1)]
  if (/[.,]/.test(fraction) || !isGroupedWell(whole)) return undefined
  return trimAmount(whole.replace(/[.,]/g, ''), fraction)
}
const isGroupedWell = (whole: string): boolean => /^\d+$/.test(whole) || /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(whole)
const trimAmount = (whole: string, fraction: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, '')
  const rest = fraction.replace(/0+$/, '')
  return rest === '' ? digits : `${digits}.${fraction.length > 2 ? rest.padEnd(2, '0') : fraction}`
}

/** A whole number; a unit behind it ("60 min", "10 sessions") is left out. */
export function parseInteger(text: string): string | undefined {
  const inHours = hours.exec(text.trim())
  if (inHours) return String(Number(inHours[1]) * 60 + Number(inHours[2] ?? 0))
  const match = /^(\d{1,9})(?:[.,]0+)?\s*(?:[\p{L}.]+)?$/u.exec(text.trim())
  return match ? String(Number(match[1])) : undefined
}

export function parseYesNo(text: string): 'yes' | 'no' | undefined {
  const plain = text.trim().toLowerCase()
  if (yesWords.includes(plain)) return 'yes'
  if (noWords.includes(plain)) return 'no'
  return undefined
}

/** "every 3 months", "Monthly", "P1M", "1 year", "one time", "until canceled", "tous les 3 mois", "cada mes". */
export function parsePeriod(text: string): string | undefined {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (/^p\d{1,3}[dwmy]$/.test(plain)) return plain.toUpperCase()
  if (once.test(plain)) return 'ONCE'
  const adverb = plain.replace(/^(?:recurring|billed) /, '')
  const known = Object.keys(periodAdverbs).find((period) => periodAdverbs[period]?.includes(adverb))
  if (known) return known
  const match = /^(?:(\d{1,3}) ?|a )?(\p{L}+)$/u.exec(plain.replace(periodBeginning, ''))
  const unit = match?.[2] && periodUnits.find(([pattern]) => pattern.test(match[2] as string))?.[1]
  return unit && Number(match?.[1] ?? 1) > 0 ? `P${Number(match?.[1] ?? 1)}${unit}` : undefined
}

const findByWord = (words: Readonly<Record<string, RegExp>>, text: string): string | undefined =>
  Object.keys(words).find((name) => words[name]?.test(text.trim().toLowerCase()))
export const parseServiceType = (text: string): string | undefined => findByWord(serviceTypes, text)
export const parseServiceLevel = (text: string): string | undefined => findByWord(serviceLevels, text)
