/** What a discount is worth: percent or an amount in minor units, never more than the price. One rule for plans and bookings. Source: guide pricing-plans §4.2, §4.4. */
import { calculatePercent } from './money.ts'

/** `percent` is a decimal string, `amount` minor units. */
export type Discount = { percent: string } | { amount: bigint }

/** Minor units that come off the price; a percentage is rounded half up. */
export function calculateDiscount(off: Discount, price: bigint): bigint {
  if ('percent' in off) return calculatePercent(price, off.percent)
  return off.amount < price ? off.amount : price
}

/** Splits an amount off over prices in proportion, so that the shares add up to it exactly; at most the sum of the prices. */
export function splitDiscount(amount: bigint, prices: readonly bigint[]): bigint[] {
  const total = prices.reduce((sum, price) => sum + price, 0n)
  if (total === 0n) return prices.map(() => 0n)
  const off = amount < total ? amount : total
  let before = 0n
  return prices.map((price) => {
    const share = (off * (before + price)) / total - (off * before) / total
    before += price
    return share
  })
}
