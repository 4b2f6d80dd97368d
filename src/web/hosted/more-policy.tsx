/** The part of a booking policy that follows the sentence about cancelling: rescheduling, fees, the words of the business. */
import { formatMoney } from '../kit/money.tsx'
import type { Service } from '../site/catalog.ts'
import { describePolicy } from '../site/policy-text.ts'
import { useSite } from '../site-context.tsx'

export function MorePolicy({ service, start }: { service: Service; start: string | undefined }) {
  const { currency, language } = useSite()
  return describePolicy(service, (value) => formatMoney(value, currency, language), start).map((sentence) => (
    <span className="block" key={sentence}>
      {sentence}
    </span>
  ))
}
