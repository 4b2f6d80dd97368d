/** The payments of an order: attempts, documents, refunds and disputes, with their actions. */
import { Button, Group, Text } from '@mantine/core'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { Allowed } from '../permissions.tsx'
import { operationUrl } from '../../operation-url.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from './confirm.tsx'
import { dryRun } from './dry-run-request.ts'
import { QueryView } from './query-view.tsx'
import { StateTag } from './list.tsx'
import { Section } from './page.tsx'
import { Notice } from './notice.tsx'
import css from './order-payments.module.css'
import { formatPrice, formatInstant } from './format.ts'
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

/** `only` narrows to one payment of the order. */
export function OrderPayments({ orderId, who, only }: { orderId: string; who: string; only?: string }) {
  const found = useApiQuery('checkout.getInvoices', { params: { id: orderId } })
  return (
    <QueryView query={found}>
      {(data) => {
        const shown = data.invoices.filter(({ id }) => only === undefined || id === only).toReversed()
        if (shown.length === 0) return null
        return (
          <>
            {data.onHold && <OnHold orderId={orderId} who={who} />}
            <Section title={only ? 'Attempts' : 'Payments'}>
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
  const openConfirm = useConfirm()
  const decide = useApiMutation('checkout.decideDispute')
  const settle = (decision: 'go-on' | 'cancel') => decide.mutateAsync({ params: { id: orderId }, body: { decision } })
  return (
    <Notice tone="wait" title="Payment disputed">
      <p>Charges are paused until you decide. Respond to the dispute in your payment provider’s dashboard.</p>
      <Group gap="sm">
        <Allowed operation="checkout.decideDispute">
          <Button
            variant="default"
            onClick={() =>
              openConfirm({
                title: 'Continue the plan?',
                description: `${who} keeps the plan and future payments are charged as scheduled.`,
                confirmLabel: 'Continue plan',
                effects: dryRun('checkout.decideDispute', () => ({ params: { id: orderId }, body: { decision: 'go-on' as const } })),
                successMessage: 'Plan continued.',
                onConfirm: () => settle('go-on'),
              })
            }
          >
            Continue plan
          </Button>
        </Allowed>
        <Allowed operation="checkout.decideDispute">
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              openConfirm({
                title: 'End plan?',
                description: `${who} loses access right away and won’t be charged again.`,
                confirmLabel: 'End plan',
                cancelLabel: 'Cancel',
                danger: true,
                effects: dryRun('checkout.decideDispute', () => ({ params: { id: orderId }, body: { decision: 'cancel' as const } })),
                successMessage: 'Plan ended.',
                onConfirm: () => settle('cancel'),
              })
            }
          >
            End plan
          </Button>
        </Allowed>
      </Group>
    </Notice>
  )
}

function PaymentHead({ invoice }: { invoice: Invoice }) {
  const [word, tone] = invoiceState(invoice.state)
  const paid = wasPaid(invoice.state)
  const setUp = isCardSetUp(invoice)
  const site = useSite()
  return (
    <div className={css.head}>
      <div>
        <strong>{setUp ? 'Card saved' : formatPrice({ value: invoice.amount, currency: invoice.currency }, site)}</strong>
        <Text c="dimmed" size="sm">
          {invoice.number ? `No. ${invoice.number} · ` : ''}
          {paid && invoice.paidDate
            ? `${setUp ? '' : 'paid '}${formatInstant(invoice.paidDate, site, 'date')}`
            : `due ${formatInstant(invoice.dueDate, site, 'date')}`}
          {paid && invoice.paidBy && !setUp ? ` · ${providerName(invoice.paidBy)}` : ''}
        </Text>
      </div>
      {!setUp && <StateTag tone={tone}>{word}</StateTag>}
    </div>
  )
}

/** Attempts, refunds and disputes. */
function PaymentHistory({ invoice, of, brief }: { invoice: Invoice; of: OrderInvoices; brief: boolean }) {
  const refunds = of.refunds.filter(({ invoiceId, reason }) => invoiceId === invoice.id && reason !== 'LATE')
  const disputes = of.disputes.filter(({ invoiceId }) => invoiceId === invoice.id)
  const site = useSite()
  return (
    <ol className={css.tries} aria-label="History">
      {invoice.attempts.map((attempt) => (
        <li key={`${attempt.n}-${attempt.at}`}>
          <span>{formatInstant(attempt.at, site)}</span>
          <span>
            Attempt {attempt.n}: {attemptOutcomes[attempt.outcome] ?? attempt.outcome}
            {attempt.reason ? `. ${attempt.reason}` : ''}
          </span>
        </li>
      ))}
      {invoice.attempts.length === 0 && brief && (
        <li>
          <span>{formatInstant(invoice.paidDate ?? invoice.dueDate, site)}</span>
          <span>{wasPaid(invoice.state) ? 'Marked as paid in person' : 'Not attempted yet'}</span>
        </li>
      )}
      {refunds.map((refund) => (
        <li key={refund.id}>
          <span>{formatInstant(refund.createdDate, site)}</span>
          <span>
            {formatPrice({ value: refund.amount, currency: refund.currency }, site)} {refundReason(refund.reason)}
            {refund.state === 'SUCCEEDED' ? '' : `: ${refundState(refund.state)[0].toLowerCase()}`}
            {refund.problem ? `. ${refund.problem}` : ''}
          </span>
        </li>
      ))}
      {disputes.map((dispute) => (
        <li key={dispute.id}>
          <span>{formatInstant(dispute.openedDate, site)}</span>
          <span>
            Disputed: {disputeState(dispute.state)[0].toLowerCase()}
            {dispute.closedDate ? ` on ${formatInstant(dispute.closedDate, site, 'date')}` : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}

function PaymentActions({ orderId, invoice, who }: { orderId: string; invoice: Invoice; who: string }) {
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
            Receipt
          </Button>
          <Button
            component="a"
            variant="subtle"
            href={operationUrl('money.getInvoicePdf', { params: { id: invoice.id } })}
            aria-label={`Receipt ${invoice.number ?? ''} as PDF`}
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
                title: 'Mark as paid?',
                description: `Confirms that ${who} paid you ${amount} in person. This can’t be undone.`,
                confirmLabel: 'Mark as paid',
                effects: dryRun('checkout.recordPayment', () => ({ params: { id: orderId }, body: { invoiceId: invoice.id } })),
                successMessage: 'Marked as paid.',
                onConfirm: () => record.mutateAsync({ params: { id: orderId }, body: { invoiceId: invoice.id } }),
              })
            }
          >
            Mark as paid
          </Button>
        </Allowed>
      )}
      {invoice.state === 'RETRYING' && (
        <Allowed operation="checkout.retryNow">
          <Button
            variant="default"
            onClick={() =>
              openConfirm({
                title: 'Retry payment?',
                description: `${amount} will be charged to ${who}’s card now.`,
                confirmLabel: 'Retry',
                effects: dryRun('checkout.retryNow', () => ({ params: { id: orderId } })),
                successMessage: 'Retry started. The result will appear shortly.',
                onConfirm: () => retryCharge.mutateAsync({ params: { id: orderId } }),
              })
            }
          >
            Retry now
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
