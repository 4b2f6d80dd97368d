/** The payments of an order: attempts, documents, refunds and disputes, with their actions. */
import { Button, Group, Text } from '@mantine/core'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { operationUrl } from '../../operation-url.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from './confirm.tsx'
import { dryRun } from './dry-run-request.ts'
import { QueryView } from './query-view.tsx'
import { StateTag } from './list.tsx'
import { Section } from './page.tsx'
import { Notice } from './notice.tsx'
import { messages } from './order-payments.messages.ts'
import css from './order-payments.module.css'
import { formatPrice, formatInstant } from './format-times.ts'
import {
  disputeState,
  type Invoice,
  invoiceState,
  isOpen,
  type OrderInvoices,
  attemptOutcomes,
  providerName,
  refundReason,
  refundState,
  wasPaid,
} from './payment-labels.ts'
import { RefundButton } from './refund-button.tsx'
import { commonWords } from './common-words.ts'

/** `only` narrows to one payment of the order. */
export function OrderPayments({ orderId, who, only }: { orderId: string; who: string; only?: string }) {
  const t = useMessages(messages)
  const found = useApiQuery('checkout.getInvoices', { params: { id: orderId } })
  return (
    <QueryView query={found}>
      {(data) => {
        const shown = data.invoices.filter(({ id }) => only === undefined || id === only).toReversed()
        if (shown.length === 0) return null
        return (
          <>
            {data.onHold && <OnHold orderId={orderId} who={who} />}
            <Section title={only ? t.attempts : t.payments}>
              <ul className={css.list}>
                {shown.map((invoice) => (
                  <Payment key={invoice.id} orderId={orderId} who={who} invoice={invoice} of={data} brief={only !== undefined} />
                ))}
              </ul>
            </Section>
          </>
        )
      }}
    </QueryView>
  )
}

function OnHold({ orderId, who }: { orderId: string; who: string }) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const decide = useApiMutation('checkout.decideDispute')
  const settle = (decision: 'go-on' | 'cancel') => decide.mutateAsync({ params: { id: orderId }, body: { decision } })
  return (
    <Notice tone="wait" title={t.disputed}>
      <p>{t.onHold}</p>
      <Group gap="sm">
        <Allowed operation="checkout.decideDispute">
          <Button
            variant="default"
            onClick={() =>
              openConfirm({
                title: t.continueAsk,
                description: t.continueMeans(who),
                confirmLabel: t.continuePlan,
                effects: dryRun('checkout.decideDispute', () => ({ params: { id: orderId }, body: { decision: 'go-on' as const } })),
                successMessage: t.continued,
                onConfirm: () => settle('go-on'),
              })
            }
          >
            {t.continuePlan}
          </Button>
        </Allowed>
        <Allowed operation="checkout.decideDispute">
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              openConfirm({
                title: t.endAsk,
                description: t.endMeans(who),
                confirmLabel: t.endPlan,
                cancelLabel: commonWords.cancel,
                danger: true,
                effects: dryRun('checkout.decideDispute', () => ({ params: { id: orderId }, body: { decision: 'cancel' as const } })),
                successMessage: t.ended,
                onConfirm: () => settle('cancel'),
              })
            }
          >
            {t.endPlan}
          </Button>
        </Allowed>
      </Group>
    </Notice>
  )
}

function PaymentHead({ invoice }: { invoice: Invoice }) {
  const t = useMessages(messages)
  const [word, tone] = invoiceState(invoice.state)
  const paid = wasPaid(invoice.state)
  const setUp = isCardSetUp(invoice)
  const site = useSite()
  const paidDay = paid && invoice.paidDate ? formatInstant(invoice.paidDate, site, 'date') : undefined
  const facts = [
    invoice.number ? t.number(invoice.number) : '',
    paidDay === undefined ? t.dueOn(formatInstant(invoice.dueDate, site, 'date')) : setUp ? paidDay : t.paidOn(paidDay),
    paid && invoice.paidBy && !setUp ? providerName(invoice.paidBy) : '',
  ]
  return (
    <div className={css.head}>
      <div>
        <strong>{setUp ? t.cardSaved : formatPrice({ value: invoice.amount, currency: invoice.currency }, site)}</strong>
        <Text c="dimmed" size="sm">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      {!setUp && <StateTag tone={tone}>{word}</StateTag>}
    </div>
  )
}

function describeAttempt({ n, outcome, reason }: Invoice['attempts'][number]): string {
  const text = currentMessages(messages)
  const came = attemptOutcomes[outcome] ?? outcome
  return reason ? text.attemptWhy(n, came, reason) : text.attempt(n, came)
}

/** Attempts, refunds and disputes. */
function PaymentHistory({ invoice, of, brief }: { invoice: Invoice; of: OrderInvoices; brief: boolean }) {
  const t = useMessages(messages)
  const refunds = of.refunds.filter(({ invoiceId, reason }) => invoiceId === invoice.id && reason !== 'LATE')
  const disputes = of.disputes.filter(({ invoiceId }) => invoiceId === invoice.id)
  const site = useSite()
  return (
    <ol className={css.tries} aria-label={t.history}>
      {invoice.attempts.map((attempt) => (
        <li key={`${attempt.n}-${attempt.at}`}>
          <span>{formatInstant(attempt.at, site)}</span>
          <span>{describeAttempt(attempt)}</span>
        </li>
      ))}
      {invoice.attempts.length === 0 && brief && (
        <li>
          <span>{formatInstant(invoice.paidDate ?? invoice.dueDate, site)}</span>
          <span>{wasPaid(invoice.state) ? t.paidInPerson : t.notAttempted}</span>
        </li>
      )}
      {refunds.map((refund) => (
        <li key={refund.id}>
          <span>{formatInstant(refund.createdDate, site)}</span>
          <span>
            {t.refund(
              formatPrice({ value: refund.amount, currency: refund.currency }, site),
              refundReason(refund.reason),
              refund.state === 'SUCCEEDED' ? undefined : refundState(refund.state)[0],
            )}
            {refund.problem ? `. ${refund.problem}` : ''}
          </span>
        </li>
      ))}
      {disputes.map((dispute) => (
        <li key={dispute.id}>
          <span>{formatInstant(dispute.openedDate, site)}</span>
          <span>
            {dispute.closedDate
              ? t.disputeClosed(disputeState(dispute.state)[0], formatInstant(dispute.closedDate, site, 'date'))
              : t.disputeIs(disputeState(dispute.state)[0])}
          </span>
        </li>
      ))}
    </ol>
  )
}

function PaymentActions({ orderId, invoice, who }: { orderId: string; invoice: Invoice; who: string }) {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const record = useApiMutation('checkout.recordPayment')
  const retryCharge = useApiMutation('checkout.retryNow')
  const amount = formatPrice({ value: invoice.amount, currency: invoice.currency }, site)
  const paid = wasPaid(invoice.state)
  const left = toMinor(invoice.amount, invoice.currency) - toMinor(invoice.refunded, invoice.currency)
  return (
    <Group gap={6}>
      {paid && (
        <>
          <Button component="a" variant="default" href={operationUrl('money.getInvoicePage', { params: { id: invoice.id } })} target="_blank" rel="noreferrer">
            {t.receipt}
          </Button>
          <Button
            component="a"
            variant="subtle"
            href={operationUrl('money.getInvoicePdf', { params: { id: invoice.id } })}
            aria-label={t.receiptPdf(invoice.number ?? '')}
          >
            PDF
          </Button>
        </>
      )}
      {paid && left > 0n && <RefundButton orderId={orderId} invoice={invoice} left={fromMinor(left, invoice.currency)} who={who} />}
      {isOpen(invoice.state) && (
        <Allowed operation="checkout.recordPayment">
          <Button
            variant="default"
            onClick={() =>
              openConfirm({
                title: t.markAsk,
                description: t.markMeans(who, amount),
                confirmLabel: t.markPaid,
                effects: dryRun('checkout.recordPayment', () => ({ params: { id: orderId }, body: { invoiceId: invoice.id } })),
                successMessage: t.marked,
                onConfirm: () => record.mutateAsync({ params: { id: orderId }, body: { invoiceId: invoice.id } }),
              })
            }
          >
            {t.markPaid}
          </Button>
        </Allowed>
      )}
      {invoice.state === 'RETRYING' && (
        <Allowed operation="checkout.retryNow">
          <Button
            variant="default"
            onClick={() =>
              openConfirm({
                title: t.retryAsk,
                description: t.retryMeans(who, amount),
                confirmLabel: t.retry,
                effects: dryRun('checkout.retryNow', () => ({ params: { id: orderId } })),
                successMessage: t.retryStarted,
                onConfirm: () => retryCharge.mutateAsync({ params: { id: orderId } }),
              })
            }
          >
            {t.retryNow}
          </Button>
        </Allowed>
      )}
    </Group>
  )
}

/** The start of a trial saves a card and charges nothing. */
const isCardSetUp = (invoice: Invoice) => invoice.cycleIndex === 0

function Payment({ orderId, who, invoice, of, brief }: { orderId: string; who: string; invoice: Invoice; of: OrderInvoices; brief: boolean }) {
  const isFree = toMinor(invoice.amount, invoice.currency) === 0n
  return (
    <li>
      {!brief && <PaymentHead invoice={invoice} />}
      <PaymentHistory invoice={invoice} of={of} brief={brief} />
      {!isFree && !isCardSetUp(invoice) && <PaymentActions orderId={orderId} invoice={invoice} who={who} />}
    </li>
  )
}
