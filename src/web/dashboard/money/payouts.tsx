/** What the payment provider pays into the bank account, and what is in each payout. */
import { Button, Group, Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Allowed } from '../permissions.tsx'
import { formatInstant, formatPrice } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Row, StateTag, type Tone } from '../parts/list.tsx'
import { Notice } from '../parts/notice.tsx'
import { DetailList, List, Section } from '../parts/page.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import { moneySearch } from '../search-params.ts'
import { startOfDay } from '#web/kit/days.ts'
import { messages } from './payouts.messages.ts'

type Payout = ReplyOf<'payouts.listPayouts'>['payouts'][number]
type Item = ReplyOf<'payouts.listPayoutItems'>['items'][number]

const tones: Record<Payout['state'], Tone> = { PAID: 'good', IN_TRANSIT: 'wait', PENDING: 'wait', FAILED: 'bad', CANCELED: 'quiet' }

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
function CursorPager({ label, cursor, next }: { label: string; cursor: ReturnType<typeof useCursor>; next: string | undefined }) {
  const t = useMessages(messages)
  if (cursor.page === 1 && !next) return null
  return (
    <Group component="nav" aria-label={label} justify="space-between" mt="md">
      <Button variant="default" size="md" disabled={cursor.page === 1} onClick={cursor.goBack}>
        {t.previous}
      </Button>
      <Text>{t.page(cursor.page)}</Text>
      <Button variant="default" size="md" disabled={!next} onClick={() => next && cursor.goOn(next)}>
        {t.next}
      </Button>
    </Group>
  )
}

const useDay = () => {
  const site = useSite()
  return (day: string) => formatInstant(startOfDay(day, site.timeZone), site, 'date')
}

function describeArrival(state: Payout['state'], day: string): string {
  const t = currentMessages(messages)
  if (state === 'PAID') return t.arrived(day)
  return state === 'FAILED' || state === 'CANCELED' ? t.wasToArrive(day) : t.arrives(day)
}

export function Payouts() {
  const t = useMessages(messages)
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
              <List label={t.payouts}>
                {payouts.map((payout) => (
                  <Row
                    key={payout.id}
                    title={formatPrice({ value: payout.amount, currency: payout.currency }, site)}
                    sub={describeArrival(payout.state, formatDay(payout.arrivalDay))}
                    facts={<StateTag tone={tones[payout.state]}>{t.states[payout.state]}</StateTag>}
                    onOpen={() => setUrl({ open: payout.id }, { push: true })}
                  />
                ))}
              </List>
              <CursorPager label={t.pages} cursor={cursor} next={next} />
            </>
          )
        }
      </QueryView>
      <SidePanel open={Boolean(open)} onClose={() => setUrl({ open: undefined })} title={t.payout} size={560}>
        {open && <PayoutDetails key={open.id} payout={open} />}
      </SidePanel>
    </>
  )
}

function NoPayouts({ source }: { source: ReplyOf<'payouts.listPayouts'>['source'] }) {
  const t = useMessages(messages)
  const { title, text } = t.empty[source]
  return (
    <EmptyState
      icon={<IconBuildingBank size={26} />}
      title={title}
      {...((source === 'NONE' || source === 'TEST') && {
        action: (
          <Allowed operation="connections.getConnections">
            <Button component={DashboardLink} to="/dashboard/settings" search={{ tab: 'connections' }} variant="default" size="md">
              {t.connect}
            </Button>
          </Allowed>
        ),
      })}
    >
      {text}
    </EmptyState>
  )
}

function PayoutDetails({ payout }: { payout: Payout }) {
  const t = useMessages(messages)
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
        <Notice tone="bad" title={t.failed}>
          {t.failedHint(payout.problem)}
        </Notice>
      )}
      <DetailList
        items={[
          [t.amount, formatPrice({ value: payout.amount, currency: payout.currency }, site)],
          [t.arrival, formatDay(payout.arrivalDay)],
          [t.status, t.states[payout.state]],
        ]}
      />
      {payout.isManual ? (
        <Text c="dimmed">{t.manual}</Text>
      ) : (
        <QueryView query={found}>
          {({ items, next }) =>
            items.length === 0 ? (
              <Text c="dimmed">{t.nothing}</Text>
            ) : (
              <Section title={t.items}>
                <List label={t.items}>
                  {items.map((item) => (
                    <ItemRow key={item.id} item={item} />
                  ))}
                </List>
                <CursorPager label={t.itemPages} cursor={cursor} next={next} />
              </Section>
            )
          }
        </QueryView>
      )}
    </>
  )
}

function ItemRow({ item: { kind, amount, fee, net, currency, date, receiptId, buyerName, title } }: { item: Item }) {
  const t = useMessages(messages)
  const site = useSite()
  const inMoney = (value: string) => formatPrice({ value, currency }, site)
  return (
    <Row
      title={buyerName ? t.named(kind, t.kinds[kind], buyerName) : t.kinds[kind]}
      sub={[title, formatInstant(date, site, 'date'), Number(fee) !== 0 && t.lessFee(inMoney(amount), inMoney(fee))].filter(Boolean).join(' · ')}
      facts={<strong>{inMoney(net)}</strong>}
      actions={
        receiptId && kind === 'PAYMENT' ? (
          <Button h={44} size="sm" variant="subtle" component={DashboardLink} to="/dashboard/money" search={{ tab: 'payments', open: receiptId }}>
            {t.open}
          </Button>
        ) : undefined
      }
    />
  )
}
