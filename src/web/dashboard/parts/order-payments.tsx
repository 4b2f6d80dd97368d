/** What an order was charged: every payment with its tries and papers, money given back, disputes, and what the owner may do about each. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { currencyDigits, fromMinor, isAmount, toMinor } from '#kit/pure/money.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from './confirm.tsx'
import { QueryView } from './query-view.tsx'
import { StateTag, type Tone } from './list.tsx'
import { Section } from './page.tsx'
import { Notice } from './notice.tsx'
import css from './order-payments.module.css'
import { formatPrice, formatInstant } from './format.ts'

type OrderInvoices = ReplyOf<'checkout.getInvoices'>
type Invoice = OrderInvoices['invoices'][number]
const states: Record<string, [string, Tone]> = {
  PAID: ['Paid', 'good'],
  OPEN: ['Open', 'wait'],
  RETRYING: ['Declined, tried again', 'bad'],
  FAILED: ['Declined', 'bad'],
  SKIPPED: ['Missed, not charged', 'wait'],
  PARTIALLY_REFUNDED: ['Part given back', 'quiet'],
  REFUNDED: ['Given back', 'quiet'],
  VOID: ['Dropped', 'quiet'],
  UNCLAIMED: ['Belongs to nothing', 'bad'],
}
/** The state of a payment in words. */
export const invoiceState = (state: string): [string, Tone] => states[state] ?? [state, 'quiet']
const outcomes: Record<string, string> = {
  SENDING: 'sent, no answer yet',
  UNKNOWN: 'the answer is unclear, it is asked for again',
  PROCESSING: 'the bank is working on it',
  REQUIRES_ACTION: 'the bank asks the buyer to confirm',
  DECLINED: 'declined',
  SUCCEEDED: 'paid',
}
const providers: Record<string, string> = { sandbox: 'Test payments', stripe: 'Stripe', manual: 'Outside the site' }
export const providerName = (provider: string): string => providers[provider] ?? provider
const refundStates: Record<string, [string, Tone]> = { SENDING: ['On its way', 'wait'], SUCCEEDED: ['Given back', 'good'], FAILED: ['Did not work', 'bad'] }
export const refundState = (state: string): [string, Tone] => refundStates[state] ?? [state, 'quiet']
const refundReasons: Record<string, string> = {
  OWNER: 'given back by you',
  DECLINED: 'given back: the request was declined',
  CANCELED: 'given back: the booking was cancelled',
  LATE: 'came too late, went back by itself',
  PROVIDER: 'given back on the page of the provider',
  DISPUTE: 'lost in a dispute',
}
export const refundReason = (reason: string): string => refundReasons[reason] ?? reason
const disputeStates: Record<string, [string, Tone]> = { OPEN: ['Open', 'bad'], WON: ['Won', 'good'], LOST: ['Lost', 'quiet'] }
export const disputeState = (state: string): [string, Tone] => disputeStates[state] ?? [state, 'quiet']

const wasPaid = (state: string) => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'
const isOpen = (state: string) => state === 'OPEN' || state === 'RETRYING' || state === 'FAILED' || state === 'SKIPPED'

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
            <Section title={only ? 'Tries' : 'Payments'}>
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
    <Notice tone="wait" title="A payment is disputed">
      <p>Nothing is charged until you decide. Answer the dispute itself at your payment provider.</p>
      <Group gap="sm">
        <Button
          variant="default"
          onClick={() =>
            openConfirm({
              title: 'Let the plan go on?',
              happens: `${who} keeps the plan, and the next payments are charged as planned.`,
              verb: 'Let it go on',
              done: 'It goes on.',
              run: () => settle('go-on'),
            })
          }
        >
          Let it go on
        </Button>
        <Button
          variant="subtle"
          c="var(--bad)"
          onClick={() =>
            openConfirm({
              title: 'End the plan?',
              happens: `${who} cannot use it any more from now on. No further payment is taken.`,
              verb: 'End plan',
              keep: 'Not now',
              danger: true,
              done: 'Ended.',
              run: () => settle('cancel'),
            })
          }
        >
          End the plan
        </Button>
      </Group>
    </Notice>
  )
}

function Payment({ orderId, who, invoice, of, brief }: { orderId: string; who: string; invoice: Invoice; of: OrderInvoices; brief: boolean }) {
  const site = useSite()
  const openConfirm = useConfirm()
  const record = useApiMutation('checkout.recordPayment')
  const retryCharge = useApiMutation('checkout.tryNow')
  const [word, tone] = invoiceState(invoice.state)
  const amount = formatPrice({ value: invoice.amount, currency: invoice.currency }, site)
  const paid = wasPaid(invoice.state)
  const left = toMinor(invoice.amount, invoice.currency) - toMinor(invoice.refunded, invoice.currency)
  const isFree = toMinor(invoice.amount, invoice.currency) === 0n
  const refunds = of.refunds.filter(({ invoiceId, reason }) => invoiceId === invoice.id && reason !== 'LATE')
  const disputes = of.disputes.filter(({ invoiceId }) => invoiceId === invoice.id)
  const setUp = invoice.cycleIndex === 0
  return (
    <li>
      {!brief && (
        <div className={css.head}>
          <div>
            <strong>{setUp ? 'Card saved' : amount}</strong>
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
      )}
      <ol className={css.tries} aria-label="Tries and what followed">
        {invoice.attempts.map((attempt) => (
          <li key={`${attempt.n}-${attempt.at}`}>
            <span>{formatInstant(attempt.at, site)}</span>
            <span>
              Try {attempt.n}: {outcomes[attempt.outcome] ?? attempt.outcome}
              {attempt.reason ? `. ${attempt.reason}` : ''}
            </span>
          </li>
        ))}
        {invoice.attempts.length === 0 && brief && (
          <li>
            <span>{formatInstant(invoice.paidDate ?? invoice.dueDate, site)}</span>
            <span>{paid ? 'Noted as paid outside the site' : 'Nothing was tried yet'}</span>
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
      {!isFree && !setUp && (
        <Group gap={6}>
          {paid && (
            <>
              <Button component="a" variant="default" href={`/api/invoices/${invoice.id}/page`} target="_blank" rel="noreferrer">
                Receipt
              </Button>
              <Button component="a" variant="subtle" href={`/api/invoices/${invoice.id}/pdf`} aria-label={`Receipt ${invoice.number ?? ''} as PDF`}>
                PDF
              </Button>
            </>
          )}
          {paid && left > 0n && <RefundButton orderId={orderId} invoice={invoice} left={fromMinor(left, invoice.currency)} who={who} />}
          {isOpen(invoice.state) && (
            <Button
              variant="default"
              onClick={() =>
                openConfirm({
                  title: 'Note this payment?',
                  happens: `You received ${amount} from ${who}, outside of the site. This cannot be taken back.`,
                  verb: 'Mark as paid',
                  done: 'Marked as paid.',
                  run: () => record.mutateAsync({ params: { id: orderId }, body: { invoiceId: invoice.id } }),
                })
              }
            >
              Mark as paid
            </Button>
          )}
          {invoice.state === 'RETRYING' && (
            <Button
              variant="default"
              onClick={() =>
                openConfirm({
                  title: 'Try the card again?',
                  happens: `${amount} is charged to the card of ${who} now.`,
                  verb: 'Try again',
                  done: 'Tried. The answer shows here in a moment.',
                  run: () => retryCharge.mutateAsync({ params: { id: orderId } }),
                })
              }
            >
              Try again now
            </Button>
          )}
        </Group>
      )}
    </li>
  )
}

function RefundButton({ orderId, invoice, left, who }: { orderId: string; invoice: Invoice; left: string; who: string }) {
  const openConfirm = useConfirm()
  const refund = useApiMutation('checkout.refundPayment')
  const open = () => {
    let amount = left
    let cancel = false
    openConfirm({
      title: `Give money back to ${who}?`,
      happens:
        invoice.paidBy === 'manual'
          ? 'This payment came in outside of the site: hand the money over yourself. Here it is only written into the books.'
          : 'It goes back to where it came from; a card shows it after a few days.',
      verb: 'Give back',
      keep: 'Keep payment',
      danger: true,
      done: 'Given back.',
      extra: (
        <RefundFields
          left={left}
          currency={invoice.currency}
          onAmount={(value) => {
            amount = value
          }}
          onCancel={(value) => {
            cancel = value
          }}
        />
      ),
      run: () => refund.mutateAsync({ params: { id: orderId }, body: { invoiceId: invoice.id, ...(amount === left ? {} : { amount }), cancel } }),
    })
  }
  return (
    <Button variant="subtle" c="var(--bad)" onClick={open}>
      Give back
    </Button>
  )
}

function RefundFields({
  left,
  currency,
  onAmount,
  onCancel,
}: {
  left: string
  currency: string
  onAmount: (value: string) => void
  onCancel: (value: boolean) => void
}) {
  const site = useSite()
  const [amount, setAmount] = useState(left)
  const wrong = !isAmount(amount) || toMinor(amount, currency) === 0n
  return (
    <Stack gap="sm">
      <TextInput
        size="md"
        inputMode={currencyDigits(currency) === 0 ? 'numeric' : 'decimal'}
        label={`How much, in ${currency}`}
        description={`At most ${formatPrice({ value: left, currency }, site)}.`}
        error={wrong ? 'An amount such as 12.50' : toMinor(amount, currency) > toMinor(left, currency) ? 'More than is left of this payment' : undefined}
        value={amount}
        onChange={(event) => {
          const value = event.currentTarget.value.trim().replace(',', '.')
          setAmount(value)
          onAmount(value)
        }}
      />
      <Checkbox
        size="md"
        label="End the plan as well"
        description="It stops at once. Otherwise the plan and its next payments go on."
        onChange={(event) => onCancel(event.currentTarget.checked)}
      />
    </Stack>
  )
}
