import { Select } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { insightsSearch } from '../search-params.ts'
import { Clients } from './clients.tsx'
import { Recurring } from './recurring.tsx'
import { Revenue } from './revenue.tsx'
import { Sessions } from './sessions.tsx'
import { Waitlists } from './waitlists.tsx'

const messages = defineDashboardMessages(
  {
    title: 'Insights',
    period: 'Period',
    lastMonths: (months: string) => `Last ${months} months`,
    subscriptions: 'Subscriptions',
    revenue: 'Revenue',
    attendance: 'Attendance',
    clients: 'Clients',
    waitlists: 'Waitlists',
  },
  {
    de: {
      title: 'Auswertungen',
      period: 'Zeitraum',
      lastMonths: (months) => `Letzte ${months} Monate`,
      subscriptions: 'Abos',
      revenue: 'Umsatz',
      attendance: 'Anwesenheit',
      clients: 'Kunden',
      waitlists: 'Wartelisten',
    },
  },
)

const monthSpans = ['6', '12', '24']

/** How the business does: what comes in, who stays, how full it is. */
export function InsightsScreen() {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(insightsSearch)
  const tab = url.tab ?? 'recurring'
  const months = monthSpans.includes(url.months ?? '') ? String(url.months) : '12'
  return (
    <Page
      title={t.title}
      action={
        <Select
          size="md"
          w={190}
          aria-label={t.period}
          allowDeselect={false}
          value={months}
          onChange={(value) => setUrl({ months: value === '12' ? undefined : (value ?? undefined) })}
          data={monthSpans.map((value) => ({ value, label: t.lastMonths(value) }))}
        />
      }
    >
      <Tabs
        label={t.title}
        current={tab}
        keep={{ months: url.months }}
        items={[
          { value: 'recurring', label: t.subscriptions },
          { value: 'revenue', label: t.revenue },
          { value: 'sessions', operation: 'reports.getSessionStatistics', label: t.attendance },
          { value: 'clients', operation: 'reports.getClientMovements', label: t.clients },
          { value: 'waitlists', operation: 'reports.getWaitlistDemand', label: t.waitlists },
        ]}
      />
      {tab === 'revenue' ? (
        <Revenue months={Number(months)} />
      ) : tab === 'sessions' ? (
        <Sessions months={Number(months)} />
      ) : tab === 'clients' ? (
        <Clients months={Number(months)} />
      ) : tab === 'waitlists' ? (
        <Waitlists months={Number(months)} />
      ) : (
        <Recurring months={Number(months)} />
      )}
    </Page>
  )
}
