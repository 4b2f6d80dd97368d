import { formatPercent } from '#kit/pure/percent.ts'
import { Button, MultiSelect } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { Allowed } from '../permissions.tsx'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { ColumnsButton } from '../parts/columns-button.tsx'
import { useShownColumns } from '../parts/use-columns.ts'
import { ListExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Filters, Pager } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { DetailList, List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { BookingPayments } from '../parts/booking-payments.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { dryRun } from '../parts/dry-run-request.ts'
import { Notice } from '../parts/notice.tsx'
import { disputeState, invoiceState, providerName } from '../parts/payment-labels.ts'
import { OrderPayments } from '../parts/order-payments.tsx'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { PersonFilter } from '../parts/person-picker.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import { moneySearch } from '../search-params.ts'
import { MoneyTotals } from './totals.tsx'
import { usePayerNames, describeSubject, type PaymentSubject } from './payer-names.ts'
import { type Payment, paymentColumns } from './payment-columns.ts'
import { messages } from './payments.messages.ts'
import { sharedMessages } from './lists.messages.ts'

const size = 25
const states = ['PAID', 'UNCLAIMED', 'OPEN', 'RETRYING', 'FAILED', 'SKIPPED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOID']
const providers = ['stripe', 'sandbox', 'manual']
const parseList = (text: string | undefined, known: string[]) => (text ?? '').split('.').filter((one) => known.includes(one))

export function Payments() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const [url, setUrl] = useSearchState(moneySearch)
  const page = url.page ?? 1
  const selected = { states: parseList(url.state, states), providers: parseList(url.by, providers) }
  const filter = { ...selected, ...usePeriod(), ...(url.person ? { buyerId: url.person } : {}) }
  const found = useApiQuery('moneyLists.listPayments', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keepPrevious)
  const columns = useShownColumns('payments', paymentColumns)
  // A link may lead to a payment that stands on another page of the list.
  const isElsewhere = url.open !== undefined && found.data !== undefined && !found.data.payments.some(({ id }) => id === url.open)
  const elsewhere = useApiQuery('moneyLists.listPayments', { query: { id: url.open ?? '' } }, { enabled: isElsewhere }).data?.payments
  const open = [...(found.data?.payments ?? []), ...(isElsewhere ? (elsewhere ?? []) : [])].find(({ id }) => id === url.open)
  const payerName = usePayerNames(open ? [...(found.data?.payments ?? []), open] : found.data?.payments)
  const filtered = Boolean(url.state || url.by || url.person || url.period)
  return (
    <>
      <MoneyTotals />
      <Filters>
        <PersonFilter />
        <MultiSelect
          size="md"
          aria-label={shared.status}
          placeholder={selected.states.length > 0 ? '' : shared.anyStatus}
          clearable
          miw={170}
          value={selected.states}
          onChange={(picked) => setUrl({ state: picked.join('.') })}
          data={states.map((value) => ({ value, label: invoiceState(value)[0] }))}
        />
        <MultiSelect
          size="md"
          aria-label={t.paymentMethod}
          placeholder={selected.providers.length > 0 ? '' : t.anyMethod}
          clearable
          miw={150}
          value={selected.providers}
          onChange={(picked) => setUrl({ by: picked.join('.') })}
          data={providers.map((value) => ({ value, label: providerName(value) }))}
        />
        <PeriodFilter />
        <ColumnsButton screen="payments" all={paymentColumns} />
        <ListExportButton file="payments.csv" operation="moneyExports.exportPayments" input={{ query: filter }} />
      </Filters>
      <QueryView query={found}>
        {(data) =>
          data.payments.length === 0 ? (
            filtered || page > 1 ? (
              <NoResults
                what={t.what}
                onClear={() =>
                  setUrl({ state: undefined, by: undefined, person: undefined, period: undefined, from: undefined, to: undefined, page: undefined })
                }
              />
            ) : (
              <EmptyState icon={<IconCash size={26} />} title={t.none}>
                {t.noneHint}
              </EmptyState>
            )
          ) : (
            <>
              <List label={shared.payments}>
                {data.payments.map((payment) => {
                  const [word, tone] = invoiceState(payment.state)
                  const name = payerName(payment)
                  return (
                    <Row
                      key={payment.id}
                      lead={<Avatar name={name} />}
                      title={t.amountFrom(formatPrice({ value: payment.amount, currency: payment.currency }, site), name)}
                      sub={columns.flatMap(({ value }) => value(payment, site) || []).join(' · ')}
                      facts={
                        <>
                          {payment.dispute && <StateTag tone={disputeState(payment.dispute)[1]}>{t.disputeState(disputeState(payment.dispute)[0])}</StateTag>}
                          <StateTag tone={tone}>{word}</StateTag>
                        </>
                      }
                      dim={payment.state === 'VOID'}
                      onOpen={() => setUrl({ open: payment.id }, { push: true })}
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what={t.what} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
      <PaymentPanel payment={open} payerName={payerName} onClose={() => setUrl({ open: undefined })} />
    </>
  )
}

function PaymentPanel({ payment, payerName, onClose }: { payment: Payment | undefined; payerName: (row: PaymentSubject) => string; onClose: () => void }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const inMoney = (value: string) => (payment ? formatPrice({ value, currency: payment.currency }, site) : '')
  return (
    <SidePanel
      open={payment !== undefined}
      title={payment ? t.amountFrom(inMoney(payment.amount), payerName(payment)) : t.payment}
      onClose={onClose}
      footer={
        payment &&
        (payment.kind === 'UNKNOWN' ? (
          payment.state === 'UNCLAIMED' && <UnclaimedActions payment={payment} shown={inMoney(payment.amount)} />
        ) : (
          <Button
            component={DashboardLink}
            {...(payment.orderId
              ? { to: '/dashboard/plans', search: { tab: 'subscriptions', open: payment.orderId } }
              : { to: '/dashboard/bookings', search: { open: payment.bookingId } })}
            variant="default"
            size="md"
          >
            {payment.orderId ? t.viewSubscription : t.viewBooking}
          </Button>
        ))
      }
    >
      {payment && (
        <>
          <DetailList
            items={[
              [payment.kind === 'ORDER' ? t.plan : payment.kind === 'BOOKING' ? t.booking : t.for, describeSubject(payment)],
              [t.period, payment.cycleIndex > 0 ? t.cycle(payment.cycleIndex) : undefined],
              [
                shared.status,
                <StateTag key="state" tone={invoiceState(payment.state)[1]}>
                  {invoiceState(payment.state)[0]}
                </StateTag>,
              ],
              payment.tax ? [t.includes(payment.tax.name, formatPercent(payment.tax.rate, pageLanguage())), inMoney(payment.tax.amount)] : ['', undefined],
              [shared.receipt, payment.number ? t.receiptNumber(payment.number) : undefined],
              [t.due, formatInstant(payment.dueDate, site)],
              [t.paid, formatInstant(payment.paidDate, site)],
              [t.refunded, Number(payment.refunded) > 0 ? inMoney(payment.refunded) : undefined],
              [shared.method, payment.provider ? providerName(payment.provider) : undefined],
              [t.card, payment.card ? `${payment.card.brand} •••• ${payment.card.last4}` : undefined],
            ]}
          />
          {payment.orderId && <OrderPayments orderId={payment.orderId} who={payerName(payment)} only={payment.id} />}
          {payment.bookingId && <BookingPayments bookingId={payment.bookingId} who={payerName(payment)} only={payment.id} />}
          {payment.state === 'UNCLAIMED' && (
            <Notice tone="wait" title={t.unmatched}>
              {t.unmatchedText(payment.title)}
            </Notice>
          )}
        </>
      )}
    </SidePanel>
  )
}

/** Actions for a payment that matches no order. */
function UnclaimedActions({ payment, shown }: { payment: Payment; shown: string }) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const refund = useApiMutation('moneyLists.refundUnclaimed')
  const resolve = useApiMutation('moneyLists.resolveUnclaimed')
  return (
    <>
      <Allowed operation="moneyLists.resolveUnclaimed">
        <Button
          variant="default"
          size="md"
          onClick={() =>
            openConfirm({
              title: t.resolveAsk,
              description: t.resolveText(shown),
              confirmLabel: t.resolve,
              successMessage: t.resolved,
              onConfirm: () => resolve.mutateAsync({ params: { id: payment.id } }),
            })
          }
        >
          {t.resolve}
        </Button>
      </Allowed>
      <Allowed operation="moneyLists.refundUnclaimed">
        <Button
          variant="subtle"
          c="var(--bad)"
          size="md"
          onClick={() =>
            openConfirm({
              title: t.refundAsk(shown),
              description: t.refundText,
              confirmLabel: t.refund,
              cancelLabel: t.keep,
              danger: true,
              effects: dryRun('moneyLists.refundUnclaimed', () => ({ params: { id: payment.id } })),
              successMessage: t.started,
              onConfirm: () => refund.mutateAsync({ params: { id: payment.id } }),
            })
          }
        >
          {t.refund}
        </Button>
      </Allowed>
    </>
  )
}
