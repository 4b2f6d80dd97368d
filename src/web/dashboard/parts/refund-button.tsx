/** Refunds a payment, in full or a part of it. */
import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { toMinor } from '#kit/pure/money.ts'
import { useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { useConfirm } from './confirm.tsx'
import { DryRunEffects } from './dry-run.tsx'
import { findRefundProblem, RefundAmount } from './refund-amount.tsx'
import type { Invoice } from './payment-labels.ts'

const messages = defineDashboardMessages(
  {
    ask: (who: string) => `Refund ${who}?`,
    outside: 'This payment was made outside the site. Return the money yourself; this only records the refund.',
    sameWay: 'Refunded to the original payment method. Card refunds take a few days to appear.',
    refund: 'Refund',
    keep: 'Keep payment',
    started: 'Refund started.',
    alsoEnd: 'Also end the plan',
    alsoEndMeans: 'Ends it right away. Otherwise the plan and its payments continue.',
  },
  {
    de: {
      ask: (who) => `Zahlung von ${who} erstatten?`,
      outside: 'Diese Zahlung lief nicht über die Website. Gib das Geld selbst zurück; hier wird die Erstattung nur vermerkt.',
      sameWay: 'Das Geld geht auf dem Weg zurück, auf dem bezahlt wurde. Bei Karten dauert es ein paar Tage.',
      refund: 'Erstatten',
      keep: 'Zahlung behalten',
      started: 'Erstattung begonnen.',
      alsoEnd: 'Auch den Tarif beenden',
      alsoEndMeans: 'Er endet sofort. Sonst laufen Tarif und Zahlungen weiter.',
    },
  },
)

export function RefundButton({ orderId, invoice, left, who }: { orderId: string; invoice: Invoice; left: string; who: string }) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const refund = useApiMutation('checkout.refundPayment')
  const open = () => {
    let amount = left
    let cancel = false
    openConfirm({
      title: t.ask(who),
      description: invoice.paidBy === 'manual' ? t.outside : t.sameWay,
      confirmLabel: t.refund,
      cancelLabel: t.keep,
      danger: true,
      successMessage: t.started,
      content: (
        <RefundFields
          orderId={orderId}
          invoiceId={invoice.id}
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
      onConfirm: () => refund.mutateAsync({ params: { id: orderId }, body: { invoiceId: invoice.id, ...(amount === left ? {} : { amount }), cancel } }),
    })
  }
  return (
    <Allowed operation="checkout.refundPayment">
      <Button variant="subtle" c="var(--bad)" onClick={open}>
        {t.refund}
      </Button>
    </Allowed>
  )
}

function RefundFields({
  orderId,
  invoiceId,
  left,
  currency,
  onAmount,
  onCancel,
}: {
  orderId: string
  invoiceId: string
  left: string
  currency: string
  onAmount: (value: string) => void
  onCancel: (value: boolean) => void
}) {
  const t = useMessages(messages)
  const [amount, setAmount] = useState(left)
  const [cancel, setCancel] = useState(false)
  const minor = toMinor(left, currency)
  const change = (to: string) => {
    setAmount(to)
    onAmount(to)
  }
  return (
    <Stack gap="sm">
      <RefundAmount amount={amount} left={minor} currency={currency} onChange={change} />
      <Checkbox
        size="md"
        label={t.alsoEnd}
        description={t.alsoEndMeans}
        checked={cancel}
        onChange={(event) => {
          setCancel(event.currentTarget.checked)
          onCancel(event.currentTarget.checked)
        }}
      />
      {findRefundProblem(amount, minor, currency) === undefined && (
        <DryRunEffects operation="checkout.refundPayment" input={{ params: { id: orderId }, body: { invoiceId, amount, cancel } }} />
      )}
    </Stack>
  )
}
