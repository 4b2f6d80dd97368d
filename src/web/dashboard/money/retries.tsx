import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { Allowed } from '../permissions.tsx'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { dryRun } from '../parts/dry-run-request.ts'
import { ExportButton } from '../parts/export.tsx'
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
import { formatPrice, formatInstant } from '../parts/format.ts'
import { moneySearch } from '../search-params.ts'
import { toCsvPages } from './csv-pages.ts'

type Retry = ReplyOf<'renewals.listRetries'>['retries'][number]
type Words = Parameters<typeof formatInstant>[1]
const size = 25
const waitLabels: Record<string, [string, Tone]> = {
  CHECKING: ['Checking', 'wait'],
  ON_HOLD: ['Disputed, needs your decision', 'bad'],
  PAUSED: ['Paused', 'quiet'],
  RETRY: ['Retrying', 'wait'],
  BUYER: ['Needs a new card', 'bad'],
}
const describeState = ({ waitsFor, nextDate }: Retry, site: Words): [string, Tone] => {
  const [word, tone] = waitLabels[waitsFor] ?? [waitsFor, 'quiet']
  return [waitsFor === 'RETRY' && nextDate ? `Retry on ${formatInstant(nextDate, site, 'day')}` : word, tone]
}

/** Declined renewals: when they are retried, why they failed, and the amount at risk. */
export function Retries() {
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
        <ExportButton
          pages={toCsvPages({
            file: 'retries.csv',
            page: async (window) => {
              const { retries, total } = await call('renewals.listRetries', { query: { ...filter, ...window } })
              return { found: retries, total }
            },
            rest: [
              ['Due', (one) => one.dueDate],
              ['Attempts', (one) => one.tries],
              ['Why', (one) => one.reason],
              ['Waits for', (one) => one.waitsFor],
              ['Next', (one) => one.nextDate],
              ['Ends', (one) => one.graceEndDate],
              ['Order id', (one) => one.orderId],
            ],
          })}
        />
      </Filters>
      <QueryView query={found}>
        {(data) =>
          data.retries.length === 0 ? (
            url.person ? (
              <NoResults what="failed payments" onClear={() => setUrl({ person: undefined })} />
            ) : (
              <EmptyState icon={<IconRefresh size={26} />} title="No failed payments">
                We retry declined renewals after 1, 3, 5 and 7 days and ask the member for another card. They appear here until they are paid.
              </EmptyState>
            )
          ) : (
            <>
              <List label="Failed payments">
                {data.retries.map((retry) => {
                  const [word, tone] = describeState(retry, site)
                  const name = getName(retry.memberId)
                  const amount = formatPrice({ value: retry.amount, currency: retry.currency }, site)
                  return (
                    <Row
                      key={retry.invoiceId}
                      lead={<Avatar name={name} />}
                      title={`${amount} from ${name}`}
                      sub={
                        <>
                          {retry.title} · due {formatInstant(retry.dueDate, site, 'date')} · {retry.tries === 1 ? '1 attempt' : `${retry.tries} attempts`}
                          {retry.card ? ` · ${retry.card.brand} •••• ${retry.card.last4}` : ''}
                          {retry.reason ? ` · ${retry.reason}` : ''}
                          {retry.graceEndDate ? ` · plan ends ${formatInstant(retry.graceEndDate, site, 'day')} if unpaid` : ''}
                        </>
                      }
                      facts={<StateTag tone={tone}>{word}</StateTag>}
                      onOpen={() => setUrl({ open: retry.invoiceId }, { push: true })}
                      actions={
                        retry.waitsFor === 'RETRY' || retry.waitsFor === 'BUYER' ? (
                          <Allowed operation="checkout.retryNow">
                            <Button
                              variant="light"
                              onClick={() =>
                                openConfirm({
                                  title: 'Retry payment?',
                                  description: `${amount} will be charged to ${name}’s card now. If it is declined, the retry schedule doesn’t change.`,
                                  confirmLabel: 'Retry',
                                  effects: dryRun('checkout.retryNow', () => ({ params: { id: retry.orderId ?? '' } })),
                                  successMessage: 'Retry started. The result will appear shortly.',
                                  onConfirm: () => retryCharge.mutateAsync({ params: { id: retry.orderId ?? '' } }),
                                })
                              }
                            >
                              Retry now
                            </Button>
                          </Allowed>
                        ) : undefined
                      }
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what="failed payments" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
      <SidePanel
        open={open !== undefined}
        title={open ? `${open.title}, ${getName(open.memberId)}` : 'Failed payment'}
        onClose={() => setUrl({ open: undefined })}
      >
        {open?.orderId && <OrderPayments orderId={open.orderId} who={getName(open.memberId)} only={open.invoiceId} />}
      </SidePanel>
    </>
  )
}
