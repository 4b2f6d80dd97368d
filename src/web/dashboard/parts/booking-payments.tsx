/** The payments of a booking: receipts, refunds and disputes, with their actions. */
import { formatPercent } from '#kit/pure/percent.ts'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { pageLanguage } from '#web/language.ts'
import { Allowed } from '../permissions.tsx'
import { operationUrl } from '../../operation-url.ts'
import { useSite } from '../business.tsx'
import { messages } from './booking-payments.messages.ts'
import { QueryView } from './query-view.tsx'
import { useConfirm } from './confirm.tsx'
import { StateTag } from './list.tsx'
import { Notice } from './notice.tsx'
import { disputeState, providerName, refundReason, refundState } from './payment-labels.ts'
import css from './order-payments.module.css'
import { DetailList, Section } from './page.tsx'
import { formatPrice, formatInstant } from './format-times.ts'
import { DryRunEffects } from './dry-run.tsx'
import { findRefundProblem, RefundAmount } from './refund-amount.tsx'

type BookingMoney = ReplyOf<'bookingMoney.getBookingMoney'>['money']
type Payment = BookingMoney['payments'][number]

const refundableAmount = (payment: Payment, currency: string): bigint => toMinor(payment.amount, currency) - toMinor(payment.refunded, currency)

/** `only` narrows to one payment; the sums of the booking are left out then. */
export function BookingPayments({ bookingId, who, only }: { bookingId: string; who: string; only?: string }) {
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('bookingMoney.getBookingMoney', { params: { id: bookingId } })
  return (
    <QueryView query={found}>
      {({ money: of }) => {
        const shown = of.payments.filter(({ id }) => only === undefined || id === only)
        const { feeConsent } = of
        if (shown.length === 0 && !of.underWay && !feeConsent) return null
        return (
          <Section title={t.title}>
            {of.underWay && (
              <Notice tone="wait" title={of.underWay === 'WAITING' ? t.paying : t.processing}>
                {t.isHeld}
              </Notice>
            )}
            {only === undefined && <Sums of={of} />}
            {only === undefined && feeConsent && <DetailList items={[[t.feesAgreed, `${feeConsent.text} (${formatInstant(feeConsent.date, site)})`]]} />}
            <ul className={css.list}>
              {shown.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} of={of} who={who} />
              ))}
            </ul>
          </Section>
        )
      }}
    </QueryView>
  )
}

/** What is left to pay of a booking that is not paid, beside its state; nothing while it is read, and where nothing is due. */
export function OpenAmount({ bookingId }: { bookingId: string }) {
  const site = useSite()
  const of = useApiQuery('bookingMoney.getBookingMoney', { params: { id: bookingId } }).data?.money
  return of && Number(of.open) > 0 ? <span>{formatPrice({ value: of.open, currency: of.currency }, site)}</span> : null
}

function Sums({ of }: { of: BookingMoney }) {
  const t = useMessages(messages)
  const site = useSite()
  const shown = (value: string) => formatPrice({ value, currency: of.currency }, site)
  return (
    <DetailList
      items={[
        [t.price, shown(of.total)],
        [t.coupon, of.coupon && t.couponOf(of.coupon.code, shown(of.coupon.amount))],
        ...(of.taxes ?? []).map(({ name, rate, amount }): [string, string] => [t.tax(name, formatPercent(rate, pageLanguage())), shown(amount)]),
        [t.paid, shown(of.paid)],
        [t.outstanding, Number(of.open) > 0 ? shown(of.open) : undefined],
      ]}
    />
  )
}

function PaymentRow({ payment, of, who }: { payment: Payment; of: BookingMoney; who: string }) {
  const t = useMessages(messages)
  const site = useSite()
  const { currency } = of
  const shown = (value: string) => formatPrice({ value, currency }, site)
  const left = refundableAmount(payment, currency)
  const isBack = left === 0n
  return (
    <li>
      <div className={css.head}>
        <div>
          <strong>{shown(payment.amount)}</strong>
          <Text c="dimmed" size="sm">
            {[
              t.kinds[payment.kind],
              payment.number && t.number(payment.number),
              formatInstant(payment.paidDate, site, 'date'),
              payment.card ? `${payment.card.brand} •••• ${payment.card.last4}` : providerName(payment.provider),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <StateTag tone={isBack ? 'quiet' : 'good'}>{isBack ? t.refunded : Number(payment.refunded) > 0 ? t.partlyRefunded : t.paid}</StateTag>
      </div>
      <ol className={css.tries} aria-label={t.history}>
        {payment.refunds.map((refund) => (
          <li key={refund.id}>
            <span>{formatInstant(refund.createdDate, site)}</span>
            <span>
              {t.refundOf(shown(refund.amount), refundReason(refund.reason), refund.state === 'SUCCEEDED' ? undefined : refundState(refund.state)[0])}
              {refund.problem ? `. ${refund.problem}` : ''}
            </span>
          </li>
        ))}
        {payment.disputes.map((dispute) => (
          <li key={dispute.id}>
            <span>{formatInstant(dispute.openedDate, site)}</span>
            <span>
              {dispute.closedDate
                ? t.disputeClosed(shown(dispute.amount), disputeState(dispute.state)[0], formatInstant(dispute.closedDate, site, 'date'))
                : t.disputeOpen(shown(dispute.amount), disputeState(dispute.state)[0])}
            </span>
          </li>
        ))}
      </ol>
      <Group gap={6}>
        {payment.number && (
          <>
            <Button
              component="a"
              variant="default"
              href={operationUrl('money.getInvoicePage', { params: { id: payment.id } })}
              target="_blank"
              rel="noreferrer"
            >
              {t.receipt}
            </Button>
            <Button
              component="a"
              variant="subtle"
              href={operationUrl('money.getInvoicePdf', { params: { id: payment.id } })}
              aria-label={t.receiptAsPdf(payment.number)}
            >
              PDF
            </Button>
          </>
        )}
        {left > 0n && <RefundButton payment={payment} of={of} left={left} who={who} />}
      </Group>
    </li>
  )
}

function RefundButton({ payment, of, left, who }: { payment: Payment; of: BookingMoney; left: bigint; who: string }) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const refund = useApiMutation('bookingMoney.refundBooking')
  const { currency } = of
  const all = fromMinor(left, currency)
  const open = () => {
    const input = { amount: all, tell: true }
    openConfirm({
      title: t.refundAsk(who),
      description: payment.provider === 'manual' ? t.byHand : payment.card ? t.toCard(payment.card.last4) : t.toMethod,
      confirmLabel: t.refund,
      cancelLabel: t.keep,
      danger: true,
      successMessage: t.started,
      content: <RefundFields of={of} payment={payment} left={left} who={who} onChange={(change) => void Object.assign(input, change)} />,
      onConfirm: () =>
        refund.mutateAsync({
          params: { id: of.bookingId },
          body: {
            receiptId: payment.id,
            ...(input.amount === all ? {} : { amount: input.amount }),
            participantNotification: { notifyParticipants: input.tell },
          },
        }),
    })
  }
  return (
    <Allowed operation="bookingMoney.refundBooking">
      <Button variant="subtle" c="var(--bad)" onClick={open}>
        {t.refund}
      </Button>
    </Allowed>
  )
}

/** How much, and what it makes of the booking, before the button. */
function RefundFields({
  of,
  payment,
  left,
  who,
  onChange,
}: {
  of: BookingMoney
  payment: Payment
  left: bigint
  who: string
  onChange: (change: { amount?: string; tell?: boolean }) => void
}) {
  const t = useMessages(messages)
  const site = useSite()
  const { currency } = of
  const [amount, setAmount] = useState(fromMinor(left, currency))
  const [tell, setTell] = useState(true)
  const isGood = findRefundProblem(amount, left, currency) === undefined
  const paid = toMinor(of.paid, currency) - (payment.kind === 'PRICE' && isGood ? toMinor(amount, currency) : 0n)
  const rest = fromMinor(paid > 0n ? paid : 0n, currency)
  const change = (to: string) => {
    setAmount(to)
    onChange({ amount: to })
  }
  return (
    <Stack gap="sm">
      <RefundAmount amount={amount} left={left} currency={currency} onChange={change} />
      {payment.kind === 'PRICE' && isGood && (
        <Text size="sm" role="status">
          {paid > 0n ? t.staysPaid(formatPrice({ value: rest, currency }, site)) : t.allRefunded}
        </Text>
      )}
      <Checkbox
        size="md"
        checked={tell}
        label={t.notify(who)}
        onChange={(event) => {
          setTell(event.currentTarget.checked)
          onChange({ tell: event.currentTarget.checked })
        }}
      />
      {isGood && (
        <DryRunEffects
          operation="bookingMoney.refundBooking"
          input={{ params: { id: of.bookingId }, body: { receiptId: payment.id, amount, participantNotification: { notifyParticipants: tell } } }}
        />
      )}
    </Stack>
  )
}
