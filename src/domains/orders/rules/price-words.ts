/** The price of an order as a sentence: "7 days free, then $44.00 once, then $40.00 every month". Source: guide pricing-plans 6.4. */
import type { WireModel } from './order.ts'
import type { PriceSpan } from './price.ts'

/** Money in words of a language; the amount stays exact. */
export const moneyIn = (amount: string, currency: string, language = 'en'): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral)

const every = (count: number, unit: string): string => (count === 1 ? `every ${unit.toLowerCase()}` : `every ${count} ${unit.toLowerCase()}s`)
const lasting = (count: number, unit: string): string => `${count} ${unit.toLowerCase()}${count === 1 ? '' : 's'}`

export function priceSentence(
  of: { model: WireModel; spans: readonly PriceSpan[]; trialDays: number },
  money: (amount: string, currency: string) => string = moneyIn,
): string {
  const parts: string[] = of.trialDays > 0 ? [`${lasting(of.trialDays, 'DAY')} free`] : []
  const { subscription, singlePaymentForDuration } = of.model
  for (const { duration, price } of of.spans) {
    const amount = /[1-9]/.test(price.total) ? money(price.total, price.currency) : 'free'
    if (!subscription) parts.push(singlePaymentForDuration ? `${amount} for ${lasting(singlePaymentForDuration.count, singlePaymentForDuration.unit)}` : amount)
    else {
      const { count, unit } = subscription.cycleDuration
      const times = duration.numberOfCycles
      parts.push(times === 1 ? `${amount} once` : `${amount} ${every(count, unit)}${times === undefined ? '' : `, ${times} times`}`)
    }
  }
  return parts.join(', then ')
}
