/** A period in the address: a named one, or from one day to another. */
import { Select } from '@mantine/core'
import type { SearchOf } from '../../search-params.ts'
import { useSite } from '../business.tsx'
import { periodSearch } from '../search-params.ts'
import { DayFilter, DayFilters } from './list-tools.tsx'
import { useSearchState } from './search-state.ts'
import { addDays, addMonths, startOfDay, todayIn } from '#web/kit/days.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'

const messages = defineDashboardMessages(
  {
    month: 'This month',
    lastMonth: 'Last month',
    year: 'This year',
    lastYear: 'Last year',
    days: 'Custom range',
    period: 'Period',
    anyTime: 'Any time',
    afterStart: 'Must be after the start date',
  },
  {
    de: {
      month: 'Dieser Monat',
      lastMonth: 'Letzter Monat',
      year: 'Dieses Jahr',
      lastYear: 'Letztes Jahr',
      days: 'Eigener Zeitraum',
      period: 'Zeitraum',
      anyTime: 'Alle Zeiträume',
      afterStart: 'Muss nach dem ersten Tag liegen',
    },
  },
)
const text = currentMessages(messages)

const presets = [
  { value: 'month', label: text.month },
  { value: 'last-month', label: text.lastMonth },
  { value: 'year', label: text.year },
  { value: 'last-year', label: text.lastYear },
  { value: 'days', label: text.days },
] as const
export const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** First day, and the day after the last one; either may be open. */
function toDayRange({ period, from, to }: SearchOf<typeof periodSearch>, today: string): { from?: string; to?: string } {
  const month = `${today.slice(0, 7)}-01`
  const year = `${today.slice(0, 4)}-01-01`
  switch (period) {
    case 'month':
      return { from: month, to: addMonths(month, 1) }
    case 'last-month':
      return { from: addMonths(month, -1), to: month }
    case 'year':
      return { from: year, to: addMonths(year, 12) }
    case 'last-year':
      return { from: addMonths(year, -12), to: year }
    case 'days':
      return { ...(isDay(from) ? { from } : {}), ...(isDay(to) && !(isDay(from) && to < from) ? { to: addDays(to, 1) } : {}) }
    default:
      return {}
  }
}

/** The period of the address as instants of the business zone, ready for a query. */
export function usePeriod(): { from?: string; to?: string } {
  const { timeZone } = useSite()
  const [url] = useSearchState(periodSearch)
  const { from, to } = toDayRange(url, todayIn(timeZone))
  return { ...(from ? { from: startOfDay(from, timeZone) } : {}), ...(to ? { to: startOfDay(to, timeZone) } : {}) }
}

export function PeriodFilter() {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(periodSearch)
  return (
    <>
      <Select
        size="md"
        w={170}
        aria-label={t.period}
        placeholder={t.anyTime}
        clearable
        value={url.period ?? null}
        onChange={(period) => setUrl({ period: period ?? undefined, from: undefined, to: undefined })}
        data={[...presets]}
      />
      {url.period === 'days' && (
        <DayFilters>
          <DayFilter label="From" value={url.from} onChange={(from) => setUrl({ from })} />
          <DayFilter
            label="To"
            min={url.from}
            value={url.to}
            error={url.from && url.to && url.to < url.from ? t.afterStart : undefined}
            onChange={(to) => setUrl({ to })}
          />
        </DayFilters>
      )}
    </>
  )
}
