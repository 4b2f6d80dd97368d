import { Select } from '@mantine/core'
import { Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { insightsSearch } from '../search-params.ts'
import { Clients } from './clients.tsx'
import { Recurring } from './recurring.tsx'
import { Revenue } from './revenue.tsx'
import { Sessions } from './sessions.tsx'
import { Waitlists } from './waitlists.tsx'

const monthSpans = ['6', '12', '24']

/** How the business does: what comes in, who stays, how full it is. */
export function InsightsScreen() {
  const [url, setUrl] = useSearchState(insightsSearch)
  const tab = url.tab ?? 'recurring'
  const months = monthSpans.includes(url.months ?? '') ? String(url.months) : '12'
  return (
    <Page
      title="Insights"
      action={
        <Select
          size="md"
          w={190}
          aria-label="Period"
          allowDeselect={false}
          value={months}
          onChange={(value) => setUrl({ months: value === '12' ? undefined : (value ?? undefined) })}
          data={monthSpans.map((value) => ({ value, label: `Last ${value} months` }))}
        />
      }
    >
      <Tabs
        label="Insights"
        current={tab}
        keep={{ months: url.months }}
        items={[
          { value: 'recurring', label: 'Subscriptions' },
          { value: 'revenue', label: 'Revenue' },
          { value: 'sessions', operation: 'reports.getSessionStatistics', label: 'Attendance' },
          { value: 'clients', operation: 'reports.getClientMovements', label: 'Clients' },
          { value: 'waitlists', operation: 'reports.getWaitlistDemand', label: 'Waitlists' },
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
