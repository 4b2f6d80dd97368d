/** The period of a money screen and the one it is compared with. Pure, but for the hook that reads address and business. */
import { addDays, addMonths, formatMonth, todayIn } from '#web/kit/days.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { useSite } from '../business.tsx'
import { isDay } from '../parts/period.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { moneySearch } from '../search-params.ts'

const text = currentMessages(
  defineDashboardMessages(
    {
      soFar: (period: string) => `${period} so far`,
      sameDays: (period: string) => `the same days of ${period}`,
      days: (from: string, to: string) => `${from} to ${to}`,
    },
    {
      de: {
        soFar: (period) => `${period} bisher`,
        sameDays: (period) => `Gleicher Zeitraum ${period}`,
        days: (from, to) => `${from} bis ${to}`,
      },
    },
  ),
)

export interface ComparedPeriod {
  label: string
  /** First day, and the day after the last one. */
  range: { from: string; to: string }
  before?: { label: string; range: { from: string; to: string } }
}

/** Without a period in the address: this month so far. Open ranges have no totals. A part of a month or year is compared with the same part of the one before. */
export function toComparedPeriod(
  { period, from, to }: { period?: string; from?: string; to?: string },
  today: string,
  language: string,
): ComparedPeriod | undefined {
  const month = `${today.slice(0, 7)}-01`
  const year = `${today.slice(0, 4)}-01-01`
  const tomorrow = addDays(today, 1)
  const nameMonth = (day: string) => formatMonth(day.slice(0, 7), language, 'long')
  const whole = (first: string, months: number, name: (day: string) => string): ComparedPeriod => {
    const previous = addMonths(first, -months)
    return { label: name(first), range: { from: first, to: addMonths(first, months) }, before: { label: name(previous), range: { from: previous, to: first } } }
  }
  const soFar = (first: string, months: number, name: (day: string) => string): ComparedPeriod => {
    const previous = addMonths(first, -months)
    const until = addDays(addMonths(today, -months), 1)
    return {
      label: text.soFar(name(first)),
      range: { from: first, to: tomorrow },
      before: { label: text.sameDays(name(previous)), range: { from: previous, to: until } },
    }
  }
  const nameYear = (day: string) => day.slice(0, 4)
  if (period === 'last-month') return whole(addMonths(month, -1), 1, nameMonth)
  if (period === 'year') return soFar(year, 12, nameYear)
  if (period === 'last-year') return whole(addMonths(year, -12), 12, nameYear)
  if (period !== 'days') return soFar(month, 1, nameMonth)
  if (!isDay(from) || !isDay(to) || to < from || to >= addDays(from, 400)) return undefined
  return { label: from === to ? from : text.days(from, to), range: { from, to: addDays(to, 1) } }
}

export function useComparedPeriod(): ComparedPeriod | undefined {
  const { timeZone } = useSite()
  const [url] = useSearchState(moneySearch)
  return toComparedPeriod(url, todayIn(timeZone), pageLanguage())
}
