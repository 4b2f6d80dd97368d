import { Button, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
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
import { formatInstant } from '../parts/format.ts'
import { moneySearch } from '../search-params.ts'

/** The nightly check compares all orders with their dates, and the ledger with the payments. */
export function Checks() {
  const site = useSite()
  const [url, setUrl] = useSearchState(moneySearch)
  const begin = useApiMutation('checks.beginCheck')
  const found = useApiQuery('checks.listChecks', {}, { refetchInterval: ({ state }) => (state.data?.checks.some(({ isRunning }) => isRunning) ? 1000 : false) })
  const open = found.data?.checks.find(({ id }) => id === url.open)
  const check = (
    <Allowed operation="checks.beginCheck">
      <Button variant="default" size="md" loading={begin.isPending} onClick={() => begin.mutate({}, { onError: toastError })}>
        Run check
      </Button>
    </Allowed>
  )
  return (
    <>
      <QueryView query={found}>
        {({ checks }) =>
          checks.length === 0 ? (
            <EmptyState icon={<IconShieldCheck size={26} />} title="No checks yet" action={check}>
              Every night we compare all plans with their dates, and the ledger with its payments.
            </EmptyState>
          ) : (
            <>
              <Filters>
                <Text c="dimmed" flex="1 1 260px">
                  Every night we compare all plans with their dates, and the ledger with its payments.
                </Text>
                {check}
              </Filters>
              <List label="Checks">
                {checks.map(({ id, date, isRunning, orders, findings }) => (
                  <Row
                    key={id}
                    title={formatInstant(date, site)}
                    sub={orders === 1 ? '1 plan' : `${orders} plans`}
                    facts={
                      isRunning ? (
                        <StateTag tone="wait">Running</StateTag>
                      ) : findings.length === 0 ? (
                        <StateTag tone="good">No issues</StateTag>
                      ) : (
                        <StateTag tone="bad">{findings.length === 1 ? '1 issue' : `${findings.length} issues`}</StateTag>
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
      <SidePanel open={Boolean(open)} onClose={() => setUrl({ open: undefined })} title="Issues" size={560}>
        <List label="Issues">
          {(open?.findings ?? []).map(({ what, orderId }) => (
            <Row
              key={`${orderId} ${what}`}
              title={what}
              actions={
                orderId ? (
                  <DashboardLink to="/dashboard/plans" search={{ tab: 'subscriptions', open: orderId }}>
                    View plan
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
