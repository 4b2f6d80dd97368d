import { Button, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Filters } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatInstant } from '../parts/format-times.ts'
import { moneySearch } from '../search-params.ts'

const messages = defineDashboardMessages(
  {
    run: 'Run check',
    none: 'No checks yet',
    about: 'Every night we compare all plans with their dates, and the ledger with its payments.',
    checks: 'Checks',
    plans: (count: number) => (count === 1 ? '1 plan' : `${count} plans`),
    running: 'Running',
    noIssues: 'No issues',
    issueCount: (count: number) => (count === 1 ? '1 issue' : `${count} issues`),
    issues: 'Issues',
    viewPlan: 'View plan',
  },
  {
    de: {
      run: 'Jetzt prüfen',
      none: 'Noch keine Prüfungen',
      about: 'Jede Nacht vergleichen wir alle Tarife mit ihren Daten und das Hauptbuch mit seinen Zahlungen.',
      checks: 'Prüfungen',
      plans: (count) => (count === 1 ? '1 Tarif' : `${count} Tarife`),
      running: 'Läuft',
      noIssues: 'Alles in Ordnung',
      issueCount: (count) => (count === 1 ? '1 Abweichung' : `${count} Abweichungen`),
      issues: 'Abweichungen',
      viewPlan: 'Tarif ansehen',
    },
  },
)

/** The nightly check compares all orders with their dates, and the ledger with the payments. */
export function Checks() {
  const t = useMessages(messages)
  const site = useSite()
  const [url, setUrl] = useSearchState(moneySearch)
  const begin = useApiMutation('checks.beginCheck')
  const found = useApiQuery('checks.listChecks', {}, { refetchInterval: ({ state }) => (state.data?.checks.some(({ isRunning }) => isRunning) ? 1000 : false) })
  const open = found.data?.checks.find(({ id }) => id === url.open)
  const check = (
    <Allowed operation="checks.beginCheck">
      <Button variant="default" size="md" loading={begin.isPending} onClick={() => begin.mutate({}, { onError: toastError })}>
        {t.run}
      </Button>
    </Allowed>
  )
  return (
    <>
      <QueryView query={found}>
        {({ checks }) =>
          checks.length === 0 ? (
            <EmptyState icon={<IconShieldCheck size={26} />} title={t.none} action={check}>
              {t.about}
            </EmptyState>
          ) : (
            <>
              <Filters>
                <Text c="dimmed" flex="1 1 260px">
                  {t.about}
                </Text>
                {check}
              </Filters>
              <List label={t.checks}>
                {checks.map(({ id, date, isRunning, orders, findings }) => (
                  <Row
                    key={id}
                    title={formatInstant(date, site)}
                    sub={t.plans(orders)}
                    facts={
                      isRunning ? (
                        <StateTag tone="wait">{t.running}</StateTag>
                      ) : findings.length === 0 ? (
                        <StateTag tone="good">{t.noIssues}</StateTag>
                      ) : (
                        <StateTag tone="bad">{t.issueCount(findings.length)}</StateTag>
                      )
                    }
                    {...(findings.length > 0 ? { onOpen: () => setUrl({ open: id }, { push: true }) } : {})}
                  />
                ))}
              </List>
            </>
          )
        }
      </QueryView>
      <SidePanel open={Boolean(open)} onClose={() => setUrl({ open: undefined })} title={t.issues} size={560}>
        <List label={t.issues}>
          {(open?.findings ?? []).map(({ what, orderId }) => (
            <Row
              key={`${orderId} ${what}`}
              title={what}
              actions={
                orderId ? (
                  <DashboardLink to="/dashboard/plans" search={{ tab: 'subscriptions', open: orderId }}>
                    {t.viewPlan}
                  </DashboardLink>
                ) : undefined
              }
            />
          ))}
        </List>
      </SidePanel>
    </>
  )
}
