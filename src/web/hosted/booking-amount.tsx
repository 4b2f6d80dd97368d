/** An amount in the currency of a service. */
import { Money } from '../kit/money.tsx'
import type { Service } from '../site/catalog.ts'

export function Amount({ service: { payment }, value }: { service: Service; value: number }) {
  return <Money value={value} currency={(payment?.fixed?.price ?? payment?.varied?.defaultPrice)?.currency} />
}
