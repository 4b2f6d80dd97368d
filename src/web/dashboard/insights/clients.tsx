import { IconUsers } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { keepPrevious } from '../api-helpers.ts'
import { Chart } from '../parts/chart.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { formatMonth } from '#web/kit/days.ts'
import { formatCount } from './format.ts'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    none: 'No visits yet',
    hint: 'After the first classes and appointments, you’ll see new, returning and lapsed clients here.',
    title: 'Clients by month',
    about: 'New: first visit. Returning: visited before. Lapsed: visited the month before, but not this one.',
    lapsed: 'Lapsed',
  },
  {
    de: {
      none: 'Noch keine Besuche',
      hint: 'Nach den ersten Kursen und Terminen siehst du hier, welche Kunden neu sind, wiederkommen oder wegbleiben.',
      title: 'Kunden nach Monat',
      about: 'Neu: erster Besuch. Wiedergekehrt: war schon einmal da. Weggeblieben: war im Vormonat da, in diesem nicht.',
      lapsed: 'Weggeblieben',
    },
  },
)

/** Who came for the first time, who came again, and who stayed away. */
export function Clients({ months }: { months: number }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const found = useApiQuery('reports.getClientMovements', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {(data) =>
        data.months.every((one) => one.new + one.returning + (one.lapsed ?? 0) === 0) ? (
          <EmptyState icon={<IconUsers size={26} />} title={t.none}>
            {t.hint}
          </EmptyState>
        ) : (
          <Chart
            title={t.title}
            about={t.about}
            kind="bars"
            first={shared.month}
            file="clients.csv"
            data={{
              labels: data.months.map(({ month, isOpen }) => `${formatMonth(month, pageLanguage())}${isOpen ? '…' : ''}`),
              format: formatCount,
              series: [
                { name: shared.new, mark: 1, values: data.months.map((one) => one.new) },
                { name: shared.returning, mark: 2, values: data.months.map((one) => one.returning) },
                { name: t.lapsed, mark: 5, values: data.months.map(({ lapsed }) => -(lapsed ?? 0)) },
              ],
            }}
            rows={data.months.map((one) => [one.month, one.new, one.returning, one.lapsed ?? ''])}
          />
        )
      }
    </QueryView>
  )
}
