import { TextInput } from '@mantine/core'
import { currencyDigits, fromMinor, isAmount, toMinor } from '#kit/pure/money.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { readAmount, showAmount } from './amounts.ts'
import { formatPrice } from './format-times.ts'

const messages = defineDashboardMessages(
  {
    enterAmount: 'Enter an amount such as 12.50',
    tooMuch: 'More than the remaining amount',
    amountIn: (currency: string) => `Amount in ${currency}`,
    upTo: (amount: string) => `Up to ${amount}.`,
  },
  {
    de: {
      enterAmount: 'Gib einen Betrag wie 12,50 ein',
      tooMuch: 'Mehr als der restliche Betrag',
      amountIn: (currency) => `Betrag in ${currency}`,
      upTo: (amount) => `Höchstens ${amount}.`,
    },
  },
)

/** What is wrong with an amount to refund; `left` is what can still be refunded, in minor units. */
export function findRefundProblem(amount: string, left: bigint, currency: string): string | undefined {
  const text = currentMessages(messages)
  if (!isAmount(amount) || toMinor(amount, currency) === 0n) return text.enterAmount
  return toMinor(amount, currency) > left ? text.tooMuch : undefined
}

/** How much of a payment goes back. */
export function RefundAmount({ amount, left, currency, onChange }: { amount: string; left: bigint; currency: string; onChange: (amount: string) => void }) {
  const t = useMessages(messages)
  const site = useSite()
  return (
    <TextInput
      size="md"
      inputMode={currencyDigits(currency) === 0 ? 'numeric' : 'decimal'}
      label={t.amountIn(currency)}
      description={t.upTo(formatPrice({ value: fromMinor(left, currency), currency }, site))}
      error={findRefundProblem(amount, left, currency)}
      value={showAmount(amount)}
      onChange={(event) => onChange(readAmount(event.currentTarget.value))}
    />
  )
}
