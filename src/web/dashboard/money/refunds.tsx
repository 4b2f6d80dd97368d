import { Select } from '@mantine/core'
import { IconArrowBackUp, IconShieldCheck } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { ListExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Filters, Pager } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { BookingPayments } from '../parts/booking-payments.tsx'
import { disputeState, providerName, refundReason, refundState } from '../parts/payment-labels.ts'
import { OrderPayments } from '../parts/order-payments.tsx'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { PersonFilter } from '../parts/person-picker.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import { moneySearch } from '../search-params.ts'
import { describeSubject, usePayerNames, type PaymentSubject } from './payer-names.ts'
import { sharedMessages } from './lists.messages.ts'

const messages = defineDashboardMessages(
  {
    what: { one: 'refund', many: 'refunds' },
    none: 'No refunds yet',
    noneHint: 'Open a payment to refund all or part of it. Card refunds take a few days to appear.',
    amountTo: (amount: string, payer: string) => `${amount} to ${payer}`,
    creditNoteNumber: (number: string | number) => `Credit note ${number}`,
    whatDisputes: { one: 'dispute', many: 'disputes' },
    noDisputes: 'No disputes',
    disputesHint: 'When a customer disputes a payment with their bank, it appears here. Charges for that plan are paused until you decide.',
    openedOn: (subject: string, opened: string) => `${subject} · opened ${opened}`,
    closedOn: (subject: string, opened: string, closed: string) => `${subject} · opened ${opened} · closed ${closed}`,
    needsDecision: 'Needs your decision',
    dispute: 'Dispute',
  },
  {
    de: {
      what: { one: 'Erstattung', many: 'Erstattungen' },
      none: 'Noch keine Erstattungen',
      noneHint: 'Öffne eine Zahlung, um sie ganz oder teilweise zu erstatten. Erstattungen auf Karten brauchen ein paar Tage.',
      amountTo: (amount, payer) => `${amount} an ${payer}`,
      creditNoteNumber: (number) => `Gutschrift ${number}`,
      whatDisputes: { one: 'Anfechtung', many: 'Anfechtungen' },
      noDisputes: 'Keine Anfechtungen',
      disputesHint: 'Wenn jemand eine Zahlung bei der Bank anficht, erscheint es hier. Abbuchungen für diesen Tarif ruhen, bis du entscheidest.',
      openedOn: (subject, opened) => `${subject} · eröffnet am ${opened}`,
      closedOn: (subject, opened, closed) => `${subject} · eröffnet am ${opened} · abgeschlossen am ${closed}`,
      needsDecision: 'Wartet auf dich',
      dispute: 'Anfechtung',
    },
  },
)

const size = 25
const cleared = { state: undefined, person: undefined, period: undefined, from: undefined, to: undefined, page: undefined }

/** Money that went back, or is on its way. */
export function Refunds() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const [url, setUrl] = useSearchState(moneySearch)
  const page = url.page ?? 1
  const filter = { ...usePeriod(), ...(url.person ? { buyerId: url.person } : {}), ...(url.state ? { states: [url.state] } : {}) }
  const found = useApiQuery('moneyLists.listRefunds', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keepPrevious)
  // A link may lead to a refund that stands on another page of the list.
  const isElsewhere = url.open !== undefined && found.data !== undefined && !found.data.refunds.some(({ id }) => id === url.open)
  const elsewhere = useApiQuery('moneyLists.listRefunds', { query: { id: url.open ?? '' } }, { enabled: isElsewhere }).data?.refunds
  const shown = [...(found.data?.refunds ?? []), ...(isElsewhere ? (elsewhere ?? []) : [])]
  const payerName = usePayerNames(shown)
  const open = shown.find(({ id }) => id === url.open)
  return (
    <>
      <Filters>
        <PersonFilter />
        <Select
          size="md"
          w={170}
          aria-label={shared.status}
          placeholder={shared.anyStatus}
          clearable
          value={url.state ?? null}
          onChange={(state) => setUrl({ state: state ?? undefined })}
          data={['SENDING', 'SUCCEEDED', 'FAILED'].map((value) => ({ value, label: refundState(value)[0] }))}
        />
        <PeriodFilter />
        <ListExportButton file="refunds.csv" operation="moneyExports.exportRefunds" input={{ query: filter }} />
      </Filters>
      <QueryView query={found}>
        {(data) =>
          data.refunds.length === 0 ? (
            url.state || url.person || url.period ? (
              <NoResults what={t.what} onClear={() => setUrl(cleared)} />
            ) : (
              <EmptyState icon={<IconArrowBackUp size={26} />} title={t.none}>
                {t.noneHint}
              </EmptyState>
            )
          ) : (
            <>
              <List label={shared.refunds}>
                {data.refunds.map((refund) => {
                  const [word, tone] = refundState(refund.state)
                  const name = payerName(refund)
                  return (
                    <Row
                      key={refund.id}
                      lead={<Avatar name={name} />}
                      title={t.amountTo(formatPrice({ value: refund.amount, currency: refund.currency }, site), name)}
                      sub={`${describeSubject(refund)} · ${refundReason(refund.reason)} · ${providerName(refund.provider)} · ${formatInstant(refund.createdDate, site, 'date')}${refund.problem ? ` · ${refund.problem}` : ''}`}
                      facts={
                        <>
                          {refund.number && <span>{t.creditNoteNumber(refund.number)}</span>}
                          <StateTag tone={tone}>{word}</StateTag>
                        </>
                      }
                      onOpen={() => setUrl({ open: refund.id }, { push: true })}
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what={t.what} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
      <PaymentSidePanel title={shared.refund} of={open} payerName={payerName} onClose={() => setUrl({ open: undefined })} />
    </>
  )
}

/** Disputed payments: the money is held until the bank decides. */
export function Disputes() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const [url, setUrl] = useSearchState(moneySearch)
  const page = url.page ?? 1
  const filter = url.state ? { states: [url.state] } : {}
  const found = useApiQuery('moneyLists.listDisputes', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keepPrevious)
  const payerName = usePayerNames(found.data?.disputes)
  return (
    <>
      <Filters>
        <Select
          size="md"
          w={170}
          aria-label={shared.status}
          placeholder={shared.anyStatus}
          clearable
          value={url.state ?? null}
          onChange={(state) => setUrl({ state: state ?? undefined })}
          data={['OPEN', 'WON', 'LOST'].map((value) => ({ value, label: disputeState(value)[0] }))}
        />
        <ListExportButton file="disputes.csv" operation="moneyExports.exportDisputes" input={{ query: filter }} />
      </Filters>
      <QueryView query={found}>
        {(data) =>
          data.disputes.length === 0 ? (
            url.state ? (
              <NoResults what={t.whatDisputes} onClear={() => setUrl(cleared)} />
            ) : (
              <EmptyState icon={<IconShieldCheck size={26} />} title={t.noDisputes}>
                {t.disputesHint}
              </EmptyState>
            )
          ) : (
            <>
              <List label={shared.disputes}>
                {data.disputes.map((dispute) => {
                  const [word, tone] = disputeState(dispute.state)
                  const name = payerName(dispute)
                  return (
                    <Row
                      key={dispute.id}
                      lead={<Avatar name={name} />}
                      title={`${formatPrice({ value: dispute.amount, currency: dispute.currency }, site)}, ${name}`}
                      sub={
                        dispute.closedDate
                          ? t.closedOn(
                              describeSubject(dispute),
                              formatInstant(dispute.openedDate, site, 'date'),
                              formatInstant(dispute.closedDate, site, 'date'),
                            )
                          : t.openedOn(describeSubject(dispute), formatInstant(dispute.openedDate, site, 'date'))
                      }
                      facts={
                        <>
                          {dispute.onHold && <StateTag tone="wait">{t.needsDecision}</StateTag>}
                          <StateTag tone={tone}>{word}</StateTag>
                        </>
                      }
                      onOpen={() => setUrl({ open: dispute.id }, { push: true })}
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what={t.whatDisputes} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
      <PaymentSidePanel
        title={t.dispute}
        of={found.data?.disputes.find(({ id }) => id === url.open)}
        payerName={payerName}
        onClose={() => setUrl({ open: undefined })}
      />
    </>
  )
}

/** The payment behind a refund or a dispute, with all that happened to it. */
function PaymentSidePanel({
  title,
  of,
  payerName,
  onClose,
}: {
  title: string
  of: (PaymentSubject & { invoiceId: string }) | undefined
  payerName: (row: PaymentSubject) => string
  onClose: () => void
}) {
  return (
    <SidePanel open={of !== undefined} title={of ? `${title}: ${describeSubject(of)}, ${payerName(of)}` : title} onClose={onClose}>
      {of?.orderId && <OrderPayments orderId={of.orderId} who={payerName(of)} only={of.invoiceId} />}
      {of?.bookingId && <BookingPayments bookingId={of.bookingId} who={payerName(of)} only={of.invoiceId} />}
    </SidePanel>
  )
}
