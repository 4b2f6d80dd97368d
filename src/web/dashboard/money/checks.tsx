import { Button, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useAsk, useDo } from '#web/api.ts'
import { toastProblem } from '../ask.ts'
import { useSite } from '../business.tsx'
import { Answered, Empty } from '../parts/answers.tsx'
import { Filters, Row, State } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { Go } from '../parts/go.tsx'
import { useUrl } from '../parts/url.ts'
import { when } from '../parts/words.ts'

/** Every night all orders are compared with their dates, and the books with the payments they stand for. */
export function Checks() {
  const site = useSite()
  const [url, setUrl] = useUrl<{ open?: string }>()
  const begin = useDo('orders.beginCheck')
  const found = useAsk('orders.listChecks', {}, { refetchInterval: ({ state }) => (state.data?.checks.some(({ isRunning }) => isRunning) ? 1000 : false) })
  const open = found.data?.checks.find(({ id }) => id === url.open)
  const check = (
    <Button variant="default" size="md" loading={begin.isPending} onClick={() => begin.mutate({}, { onError: toastProblem })}>
      Check now
    </Button>
  )
  return (
    <>
      <Answered ask={found}>
        {({ checks }) =>
          checks.length === 0 ? (
            <Empty icon={<IconShieldCheck size={26} />} title="No check yet" action={check}>
              Every night all plans are compared with their dates, and the books with the payments they stand for.
            </Empty>
          ) : (
            <>
              <Filters>
                <Text c="dimmed" flex="1 1 260px">
                  Every night all plans are compared with their dates, and the books with the payments they stand for.
                </Text>
                {check}
              </Filters>
              <List label="Checks">
                {checks.map(({ id, date, isRunning, orders, findings }) => (
                  <Row
                    key={id}
                    title={when(date, site)}
                    sub={orders === 1 ? '1 plan' : `${orders} plans`}
                    facts={
                      isRunning ? (
                        <State tone="wait">Running</State>
                      ) : findings.length === 0 ? (
                        <State tone="good">All fits</State>
                      ) : (
                        <State tone="bad">{findings.length === 1 ? '1 finding' : `${findings.length} findings`}</State>
                      )
                    }
                    {...(findings.length > 0 ? { onOpen: () => setUrl({ open: id }, { push: true }) } : {})}
                  />
                ))}
              </List>
            </>
          )
        }
      </Answered>
      <SidePanel open={Boolean(open)} onClose={() => setUrl({ open: undefined })} title="What does not fit" size={560}>
        <List label="Findings">
          {(open?.findings ?? []).map(({ what, orderId }) => (
            <Row
              key={`${orderId} ${what}`}
              title={what}
              actions={
                orderId ? (
                  <Go to="/dashboard/plans" search={{ tab: 'subscriptions', open: orderId }}>
                    See the plan
                  </Go>
                ) : undefined
              }
            />
          ))}
        </List>
      </SidePanel>
    </>
  )
}
