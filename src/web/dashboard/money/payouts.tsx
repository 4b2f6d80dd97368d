/** What the payment provider pays into the bank account, and what is in each payout. */
import { Button, Group, Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { formatInstant, formatPrice } from '../parts/format.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { Notice } from '../parts/notice.tsx'
import { DetailList, List, Section } from '../parts/page.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import { moneySearch } from '../search-params.ts'
import { startOfDay } from '#web/kit/days.ts'

type Payout = ReplyOf<'payouts.listPayouts'>['payouts'][number]
type Item = ReplyOf<'payouts.listPayoutItems'>['items'][number]

const states: Record<Payout['state'], [string, 'good' | 'wait' | 'bad' | 'quiet']> = {
  PAID: ['Paid', 'good'],
  IN_TRANSIT: ['On its way', 'wait'],
  PENDING: ['Planned', 'wait'],
  FAILED: ['Failed', 'bad'],
  CANCELED: ['Cancelled', 'quiet'],
}
const kinds: Record<Item['kind'], string> = { PAYMENT: 'Payment', REFUND: 'Refund', DISPUTE: 'Dispute', FEE: 'Provider fee', OTHER: 'Other' }
/** Why there are none, where there can be none. */
const reasons = {
  NONE: ['No card payments', 'Payouts appear here once a payment provider is connected.'],
  TEST: ['No payouts in test mode', 'Test payments move no money, so nothing is paid out.'],
  OTHER_SITE: ['Payouts are shown elsewhere', 'The payment provider is connected by the first site of this server. Its payouts are shown there.'],
} as const

/** Pages of a provider are only reached one after the other. */
function useCursor() {
  const [cursors, setCursors] = useState<string[]>([])
  return {
    after: cursors.at(-1),
    goOn: (next: string) => setCursors([...cursors, next]),
    goBack: () => setCursors(cursors.slice(0, -1)),
    page: cursors.length + 1,
  }
}
function CursorPager({ what, cursor, next }: { what: string; cursor: ReturnType<typeof useCursor>; next: string | undefined }) {
  if (cursor.page === 1 && !next) return null
  return (
    <Group component="nav" aria-label={`Pages of ${what}`} justify="space-between" mt="md">
      <Button variant="default" size="md" disabled={cursor.page === 1} onClick={cursor.goBack}>
        Previous
      </Button>
      <Text>Page {cursor.page}</Text>
      <Button variant="default" size="md" disabled={!next} onClick={() => next && cursor.goOn(next)}>
        Next
      </Button>
    </Group>
  )
}

const useDay = () => {
  const site = useSite()
  return (day: string) => formatInstant(startOfDay(day, site.timeZone), site, 'date')
}

export function Payouts() {
  const site = useSite()
  const formatDay = useDay()
  const [url, setUrl] = useSearchState(moneySearch)
  const cursor = useCursor()
  const found = useApiQuery('payouts.listPayouts', { query: cursor.after === undefined ? {} : { after: cursor.after } }, { ...keepPrevious, retry: false })
  const open = found.data?.payouts.find(({ id }) => id === url.open)
  return (
    <>
      <QueryView query={found}>
        {({ source, payouts, next }) =>
          payouts.length === 0 ? (
            <NoPayouts source={source} />
          ) : (
            <>
              <List label="Payouts">
                {payouts.map((payout) => (
                  <Row
                    key={payout.id}
                    title={formatPrice({ value: payout.amount, currency: payout.currency }, site)}
                    sub={`${payout.state === 'PAID' ? 'Arrived' : payout.state === 'FAILED' || payout.state === 'CANCELED' ? 'Was to arrive' : 'Arrives'} ${formatDay(payout.arrivalDay)}`}
                    facts={<StateTag tone={states[payout.state][1]}>{states[payout.state][0]}</StateTag>}
                    onOpen={() => setUrl({ open: payout.id }, { push: true })}
                  />
                ))}
              </List>
              <CursorPager what="payouts" cursor={cursor} next={next} />
            </>
          )
        }
      </QueryView>
      <SidePanel open={Boolean(open)} onClose={() => setUrl({ open: undefined })} title="Payout" size={560}>
        {open && <PayoutDetails key={open.id} payout={open} />}
      </SidePanel>
    </>
  )
}

function NoPayouts({ source }: { source: ReplyOf<'payouts.listPayouts'>['source'] }) {
  const [title, text] = source === 'PROVIDER' ? ['No payouts yet', 'They appear here once your payment provider pays into your bank account.'] : reasons[source]
  return (
    <EmptyState
      icon={<IconBuildingBank size={26} />}
      title={title}
      {...((source === 'NONE' || source === 'TEST') && {
        action: (
          <Button component={DashboardLink} to="/dashboard/settings" search={{ tab: 'connections' }} variant="default" size="md">
            Connect Stripe
          </Button>
        ),
      })}
    >
      {text}
    </EmptyState>
  )
}

function PayoutDetails({ payout }: { payout: Payout }) {
  const site = useSite()
  const formatDay = useDay()
  const cursor = useCursor()
  const found = useApiQuery(
    'payouts.listPayoutItems',
    { params: { id: payout.id }, query: cursor.after === undefined ? {} : { after: cursor.after } },
    { ...keepPrevious, retry: false, enabled: !payout.isManual },
  )
  return (
    <>
      {payout.state === 'FAILED' && (
        <Notice tone="bad" title="This payout failed">
          {payout.problem ?? 'Your bank did not take it.'} Check the bank account in your payment provider’s dashboard.
        </Notice>
      )}
      <DetailList
        items={[
          ['Amount', formatPrice({ value: payout.amount, currency: payout.currency }, site)],
          ['Arrival', formatDay(payout.arrivalDay)],
          ['Status', states[payout.state][0]],
        ]}
      />
      {payout.isManual ? (
        <Text c="dimmed">This payout was requested by hand. Your payment provider doesn’t say what is in it.</Text>
      ) : (
        <QueryView query={found}>
          {({ items, next }) =>
            items.length === 0 ? (
              <Text c="dimmed">Nothing is in it yet.</Text>
            ) : (
              <Section title="In this payout">
                <List label="In this payout">
                  {items.map((item) => (
                    <ItemRow key={item.id} item={item} />
                  ))}
                </List>
                <CursorPager what="this payout" cursor={cursor} next={next} />
              </Section>
            )
          }
        </QueryView>
      )}
    </>
  )
}

function ItemRow({ item: { kind, amount, fee, net, currency, date, receiptId, buyerName, title } }: { item: Item }) {
  const site = useSite()
  const inMoney = (value: string) => formatPrice({ value, currency }, site)
  return (
    <Row
      title={[kinds[kind], buyerName && `${kind === 'PAYMENT' ? 'from' : 'to'} ${buyerName}`].filter(Boolean).join(' ')}
      sub={[title, formatInstant(date, site, 'date'), Number(fee) !== 0 && `${inMoney(amount)} less ${inMoney(fee)} fee`].filter(Boolean).join(' · ')}
      facts={<strong>{inMoney(net)}</strong>}
      actions={
        receiptId && kind === 'PAYMENT' ? (
          <Button h={44} size="sm" variant="subtle" component={DashboardLink} to="/dashboard/money" search={{ tab: 'payments', open: receiptId }}>
            Open
          </Button>
        ) : undefined
      }
    />
  )
}
