/** Formats times in the zone of the business, and prices. Apart from the words of states: the first screen needs these alone. */
import { dateFormat, joinTimes } from '#web/kit/days.ts'
import { formatMoney } from '#web/kit/money.tsx'
import { pageLanguage } from '#web/language.ts'
import type { Site } from '../entities.ts'

export const formatPrice = (value: { value?: string; currency?: string } | undefined, site?: Pick<Site, 'currency'>): string =>
  value?.value ? formatMoney(value.value, value.currency ?? site?.currency ?? 'EUR') : ''

const styles = {
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  dayTime: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>
/** An instant in the business zone. A zone-less wire time of a slot is read in the zone it came with. */
export const formatInstant = (instant: string | undefined, site: Pick<Site, 'timeZone'>, style: keyof typeof styles = 'dayTime'): string => {
  if (!instant) return ''
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? '' : dateFormat(pageLanguage(), { ...styles[style], timeZone: site.timeZone }).format(at)
}
export const formatTimeRange = (start: string | undefined, end: string | undefined, site: Pick<Site, 'timeZone'>): string => {
  const format = (at: string, style: 'date' | 'time') => formatInstant(at, site, style)
  return start ? joinTimes(start, end, (at) => `${formatInstant(at, site, 'day')}, ${format(at, 'time')}`, format) : ''
}
