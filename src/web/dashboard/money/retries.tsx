import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { dryRun } from '../parts/dry-run-request.ts'
import { ListExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Filters, Pager } from '../parts/list-tools.tsx'
import { Row, StateTag, type Tone } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { OrderPayments } from '../parts/order-payments.tsx'
import { useMemberNames } from '../parts/people.ts'
import { PersonFilter } from '../parts/person-picker.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import { moneySearch } from '../search-params.ts'
import { messages } from './retries.messages.ts'

type Retry = ReplyOf<'renewals.listRetries'>['retries'][number]
type Words = Parameters<typeof formatInstant>[1]
const size = 25
const tones: Record<string, Tone> = { CHECKING: 'wait', ON_HOLD: 'bad', PAUSED: 'quiet', RETRY: 'wait', BUYER: 'bad' }
const describeState = ({ waitsFor, nextDate }: Retry, site: Words): [string, Tone] => {
  const t = currentMessages(messages)
  return [waitsFor === 'RETRY' && nextDate ? t.retryOn(formatInstant(nextDate, site, 'day')) : (t.waitsFor[waitsFor] ?? waitsFor), tones[waitsFor] ?? 'quiet']
}
/** The plan, when it was due, how often it was tried, the card, why it failed, and when the plan ends. */
function describeRetry({ title, dueDate, tries, card, reason, graceEndDate }: Retry, site: Words): string {
  const t = currentMessages(messages)
  return [
    title,
    t.dueOn(formatInstant(dueDate, site, 'date')),
    t.attempts(tries),
    card && `${card.brand} •••• ${card.last4}`,
    reason,
    graceEndDate && t.endsUnpaid(formatInstant(graceEndDate, site, 'day')),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Declined renewals: when they are retried, why they failed, and the amount at risk. */
export function Retries() {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const retryCharge = useApiMutation('checkout.retryNow')
  const [url, setUrl] = useSearchState(moneySearch)
  const page = url.page ?? 1
  const filter = url.person ? { buyerId: url.person } : {}
  const found = useApiQuery('renewals.listRetries', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keepPrevious)
  const getName = useMemberNames(found.data?.retries.flatMap(({ memberId }) => memberId ?? []))
  const open = found.data?.retries.find(({ invoiceId }) => invoiceId === url.open)
  return (
    <>
      <Filters>
        <PersonFilter />
        <ListExportButton file="retries.csv" operation="renewals.exportRetries" input={{ query: filter }} />
      </Filters>
      <QueryView query={found}>
        {(data) =>
          data.retries.length === 0 ? (
            url.person ? (
              <NoResults what={t.what} onClear={() => setUrl({ person: undefined })} />
            ) : (
              <EmptyState icon={<IconRefresh size={26} />} title={t.none}>
                {t.noneHint}
              </EmptyState>
            )
          ) : (
            <>
              <List label={t.list}>
                {data.retries.map((retry) => {
                  const [word, tone] = describeState(retry, site)
                  const name = getName(retry.memberId)
                  const amount = formatPrice({ value: retry.amount, currency: retry.currency }, site)
                  return (
                    <Row
                      key={retry.invoiceId}
                      lead={<Avatar name={name} />}
                      title={t.row(amount, name)}
                      sub={describeRetry(retry, site)}
                      facts={<StateTag tone={tone}>{word}</StateTag>}
                      onOpen={() => setUrl({ open: retry.invoiceId }, { push: true })}
                      actions={
                        retry.waitsFor === 'RETRY' || retry.waitsFor === 'BUYER' ? (
                          <Allowed operation="checkout.retryNow">
                            <Button
                              variant="light"
                              onClick={() =>
                                openConfirm({
                                  title: t.retryAsk,
                                  description: t.retryEffect(amount, name),
                                  confirmLabel: t.retry,
                                  effects: dryRun('checkout.retryNow', () => ({ params: { id: retry.orderId ?? '' } })),
                                  successMessage: t.retried,
                                  onConfirm: () => retryCharge.mutateAsync({ params: { id: retry.orderId ?? '' } }),
                                })
                              }
                            >
                              {t.retryNow}
                            </Button>
                          </Allowed>
                        ) : undefined
                      }
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what={t.what} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
      <SidePanel open={open !== undefined} title={open ? `${open.title}, ${getName(open.memberId)}` : t.one} onClose={() => setUrl({ open: undefined })}>
        {open?.orderId && <OrderPayments orderId={open.orderId} who={getName(open.memberId)} only={open.invoiceId} />}
      </SidePanel>
    </>
  )
}
