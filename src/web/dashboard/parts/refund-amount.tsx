import { TextInput } from '@mantine/core'
import { currencyDigits, fromMinor, isAmount, toMinor } from '#kit/pure/money.ts'
import { useSite } from '../business.tsx'
import { formatPrice } from './format.ts'

/** What is wrong with an amount to refund; `left` is what can still be refunded, in minor units. */
export function findRefundProblem(amount: string, left: bigint, currency: string): string | undefined {
  if (!isAmount(amount) || toMinor(amount, currency) === 0n) return 'Enter an amount such as 12.50'
  return toMinor(amount, currency) > left ? 'More than the remaining amount' : undefined
}

/** How much of a payment goes back. */
export function RefundAmount({ amount, left, currency, onChange }: { amount: string; left: bigint; currency: string; onChange: (amount: string) => void }) {
  const site = useSite()
  return (
    <TextInput
      size="md"
      inputMode={currencyDigits(currency) === 0 ? 'numeric' : 'decimal'}
      label={`Amount in ${currency}`}
      description={`Up to ${formatPrice({ value: fromMinor(left, currency), currency }, site)}.`}
      error={findRefundProblem(amount, left, currency)}
      value={amount}
      onChange={(event) => onChange(event.currentTarget.value.trim().replace(',', '.'))}
    />
  )
}
