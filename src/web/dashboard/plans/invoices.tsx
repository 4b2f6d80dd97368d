/** What an order was charged, with receipts, and money given back. */
import { Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Section, State, type Tone } from '../parts/frame.tsx'
import { money, when } from '../parts/words.ts'
import css from './plans.module.css'

type Invoice = ReplyOf<'orders.getInvoices'>['invoices'][number]
const states: Record<string, [string, Tone]> = {
  PAID: ['Paid', 'good'],
  OPEN: ['Open', 'wait'],
  UNPAID: ['Not paid', 'wait'],
  FAILED: ['Declined', 'bad'],
  REFUNDED: ['Refunded', 'quiet'],
  VOID: ['Dropped', 'quiet'],
}

export function Invoices({ orderId, who }: { orderId: string; who: string }) {
  const site = useSite()
  const found = useAsk('orders.getInvoices', { params: { id: orderId } })
  const record = useDo('orders.recordPayment')
  const again = useDo('orders.tryNow')
  const ask = useConfirm()
  if (!found.data || found.data.invoices.length === 0) return null
  return (
    <Section title="Payments">
      <ul className={css.invoices}>
        {found.data.invoices.map((invoice) => {
          const [word, tone] = states[invoice.state.toUpperCase()] ?? [invoice.state, 'quiet']
          const amount = money({ value: invoice.amount, currency: invoice.currency }, site)
          const paid = invoice.state.toUpperCase() === 'PAID'
          const left = Number(invoice.amount) - Number(invoice.refunded)
          return (
            <li key={invoice.id}>
              <div>
                <strong>{amount}</strong>
                <Text c="dimmed" size="sm">
                  {invoice.number ? `No. ${invoice.number} · ` : ''}
                  {paid ? `paid ${when(invoice.paidDate, site, 'date')}` : `due ${when(invoice.dueDate, site, 'date')}`}
                  {Number(invoice.refunded) > 0 ? ` · ${money({ value: invoice.refunded, currency: invoice.currency }, site)} given back` : ''}
                </Text>
              </div>
              <State tone={tone}>{word}</State>
              <Group gap={6}>
                {paid && (
                  <Button component="a" variant="subtle" href={`/api/invoices/${invoice.id}/page`} target="_blank" rel="noreferrer">
                    Receipt
                  </Button>
                )}
                {paid && left > 0 && <RefundButton orderId={orderId} invoice={invoice} left={left} who={who} />}
                {!paid && Number(invoice.amount) > 0 && (
                  <Button
                    variant="default"
                    onClick={() =>
                      ask({
                        title: 'Note this payment?',
                        happens: `You received ${amount} from ${who}, outside of the site.`,
                        verb: 'Mark as paid',
                        done: 'Marked as paid.',
                        run: () => record.mutateAsync({ params: { id: orderId }, body: { invoiceId: invoice.id } }),
                      })
                    }
                  >
                    Mark as paid
                  </Button>
                )}
                {invoice.attempts.some(({ outcome }) => outcome === 'declined') && !paid && (
                  <Button
                    variant="default"
                    onClick={() =>
                      ask({
                        title: 'Try the card again?',
                        happens: `${amount} is charged to the card of ${who} now.`,
                        verb: 'Try again',
                        done: 'Trying.',
                        run: () => again.mutateAsync({ params: { id: orderId } }),
                      })
                    }
                  >
                    Try again
                  </Button>
                )}
              </Group>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function RefundButton({ orderId, invoice, left, who }: { orderId: string; invoice: Invoice; left: number; who: string }) {
  const ask = useConfirm()
  const refund = useDo('orders.refundPayment')
  const open = () => {
    let amount = String(left)
    let cancel = false
    ask({
      title: `Give money back to ${who}?`,
      happens: 'It goes back to where it came from; a card shows it after a few days. Cash you hand over yourself.',
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
      run: () => refund.mutateAsync({ params: { id: orderId }, body: { invoiceId: invoice.id, ...(Number(amount) === left ? {} : { amount }), cancel } }),
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
  left: number
  currency: string
  onAmount: (value: string) => void
  onCancel: (value: boolean) => void
}) {
  const [amount, setAmount] = useState<string | number>(left)
  return (
    <Stack gap="sm">
      <NumberInput
        size="md"
        label={`How much, in ${currency}`}
        min={0.01}
        max={left}
        decimalScale={2}
        hideControls
        value={amount}
        onChange={(value) => {
          setAmount(value)
          onAmount(String(value))
        }}
      />
      <Checkbox size="md" label="End the plan as well" onChange={(event) => onCancel(event.currentTarget.checked)} />
    </Stack>
  )
}
