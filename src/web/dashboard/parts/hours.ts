/** Weekly hours as they are edited. Pure. */
import type { Period } from '../entities.ts'

/** As it is sent: the server finds the stored rule by its day and times. */
export const withoutId = ({ id: _, ...period }: Period): Period => period
/** Whether a span cannot be saved; what is wrong is said beside it. */
export const hasHoursProblem = ({ start, end, interval = 1, from, until }: Period): boolean =>
  (end <= start && end !== '24:00') || (interval > 1 && !from) || Boolean(from && until && until < from)

/** Midnight at the end of a day is `24:00`, which no clock shows: a time field has it as `00:00`. */
export const endToField = (end: string): string => (end === '24:00' ? '00:00' : end)
export const fieldToEnd = (time: string): string => (time === '00:00' ? '24:00' : time)

interface Span {
  start: string
  end: string
}
const shiftHour = (time: string, hours: number): string => `${String(Number(time.slice(0, 2)) + hours).padStart(2, '0')}${time.slice(2)}`
/** What a further span of a day begins as, beside those that it has: after the last one, else before the first; times as `09:00`. */
export function toNextSpan(spans: readonly Span[]): Span {
  const [first = ''] = spans.map(({ start }) => start).toSorted()
  const last =
    spans
      .map(({ end }) => end)
      .toSorted()
      .at(-1) ?? ''
  if (last > '' && last < '20:00') return { start: last, end: '20:00' }
  if (last > '' && last < '23:00') return { start: last, end: shiftHour(last, 1) }
  return first >= '01:00' ? { start: shiftHour(first, -1), end: first } : { start: '09:00', end: '17:00' }
}
