import { IconHourglass } from '@tabler/icons-react'
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
    none: 'No one has joined a waitlist yet',
    hint: 'When classes are full and clients wait for a spot, you’ll see here for which classes you could add sessions.',
    byMonth: 'Waitlists by month',
    byService: 'Waitlists by service',
    about: 'People by when they joined the waitlist.',
    got: 'Got a spot',
    gotNone: 'Did not',
  },
  {
    de: {
      none: 'Noch niemand steht auf einer Warteliste',
      hint: 'Wenn Kurse voll sind und Kunden auf einen Platz warten, siehst du hier, für welche Kurse sich weitere Termine lohnen.',
      byMonth: 'Wartelisten nach Monat',
      byService: 'Wartelisten nach Angebot',
      about: 'Personen nach dem Zeitpunkt, zu dem sie auf die Warteliste kamen.',
      got: 'Platz bekommen',
      gotNone: 'Keinen bekommen',
    },
  },
)

/** How many people asked for a spot in a full class, and how many got one. */
export function Waitlists({ months }: { months: number }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const found = useApiQuery('reports.getWaitlistDemand', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {(data) =>
        data.services.length === 0 ? (
          <EmptyState icon={<IconHourglass size={26} />} title={t.none}>
            {t.hint}
          </EmptyState>
        ) : (
          <>
            {(
              [
                [
                  'month',
                  t.byMonth,
                  shared.month,
                  data.months.map(({ month, isOpen, ...one }) => [formatMonth(month, pageLanguage()) + (isOpen ? '…' : ''), one] as const),
                ],
                ['service', t.byService, shared.service, data.services.map(({ name, ...one }) => [name, one] as const)],
              ] as const
            ).map(([by, title, first, rows]) => (
              <Chart
                key={by}
                title={title}
                about={t.about}
                kind="bars"
                first={first}
                file={`waitlists-by-${by}.csv`}
                data={{
                  labels: rows.map(([label]) => label),
                  format: formatCount,
                  series: [
                    { name: t.got, mark: 1, values: rows.map(([, { enrolled }]) => enrolled) },
                    { name: t.gotNone, mark: 4, values: rows.map(([, { joined, enrolled }]) => joined - enrolled) },
                  ],
                }}
              />
            ))}
          </>
        )
      }
    </QueryView>
  )
}
