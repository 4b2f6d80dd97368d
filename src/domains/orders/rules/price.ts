/** What each cycle of an order costs: price, coupon, fees, tax, and the spans in which that stays the same. Source: guide pricing-plans §4.4, §4.5. */
import { calculateDiscount } from '#kit/pure/discount.ts'
import { fromMinor, calculatePercent, toMinor, excludeIncludedTax } from '#kit/pure/money.ts'

export interface Tax {
  name: string
  rate: string
  includedInPrice: boolean
}
export interface Coupon {
  id: string
  code: string
  off: { percent: string } | { amount: string }
  /** How many cycles it discounts; absent means all. */
  cycles?: number | undefined
}
export interface PriceTerms {
  price: string
  currency: string
  fees: readonly { name: string; amount: string }[]
  tax?: Tax | undefined
  coupon?: Coupon | undefined
  /** Number of paid cycles; 0 runs until cancelled; a one-payment order has 1. */
  cycleCount: number
}

/** The price of one cycle in wire form. Computed amounts always carry the digits of the currency. */
export interface CyclePrice {
  subtotal: string
  coupon?: { id: string; code: string; amount: string }
  discount: string
  fees?: { name: string; amount: string }[]
  tax?: { name: string; includedInPrice: boolean; rate: string; amount: string }
  total: string
  currency: string
  proration: string
}
export interface PriceSpan {
  duration: { cycleFrom: number; numberOfCycles?: number }
  price: CyclePrice
}

/** A rate has two or more decimals on the wire. Source: guide pricing-plans §4.3. */
const wireRate = (rate: string): string => {
  const [whole = '0', fraction = ''] = rate.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n)

const couponValue = ({ off }: Coupon, price: bigint, currency: string): bigint =>
  calculateDiscount('percent' in off ? off : { amount: toMinor(off.amount, currency) }, price)

/** Price of cycle `index` (from 1). Fees belong to the first payment; every line is rounded separately. */
export function priceOfCycle(terms: PriceTerms, index: number): CyclePrice {
  const { currency, tax } = terms
  const money = (minor: bigint) => fromMinor(minor, currency)
  const price = toMinor(terms.price, currency)
  const coupon = terms.coupon && index <= (terms.coupon.cycles ?? Infinity) ? terms.coupon : undefined
  const off = coupon ? couponValue(coupon, price, currency) : 0n
  const fees = index === 1 ? terms.fees.map((fee) => ({ name: fee.name, amount: toMinor(fee.amount, currency) })) : []
  const lines = [price - off, ...fees.map((fee) => fee.amount)]
  const net = (gross: bigint) => (tax?.includedInPrice ? excludeIncludedTax(gross, tax.rate) : gross)
  const taxOn = (line: bigint) => (!tax ? 0n : tax.includedInPrice ? line - net(line) : calculatePercent(line, tax.rate))
  const taxAmount = sum(lines.map(taxOn))
  return {
    subtotal: money(net(price)),
    ...(coupon && { coupon: { id: coupon.id, code: coupon.code, amount: money(off) } }),
    discount: money(net(price) - net(price - off)),
    ...(fees.length > 0 && { fees: fees.map((fee) => ({ name: fee.name, amount: money(fee.amount) })) }),
    ...(tax && { tax: { name: tax.name, includedInPrice: tax.includedInPrice, rate: wireRate(tax.rate), amount: money(taxAmount) } }),
    total: money(sum(lines) + (tax && !tax.includedInPrice ? taxAmount : 0n)),
    currency,
    proration: money(0n),
  }
}

/** Runs of cycles with one price. A new span begins after the fees and after the last discounted cycle; a trial is not a span. */
export function priceSpans(terms: PriceTerms): PriceSpan[] {
  const count = terms.cycleCount === 0 ? Infinity : terms.cycleCount
  const starts = new Set([1])
  if (terms.fees.length > 0) starts.add(2)
  if (terms.coupon?.cycles !== undefined) starts.add(terms.coupon.cycles + 1)
  const ordered = [...starts].filter((cycle) => cycle <= count).sort((a, b) => a - b)
  return ordered.map((cycleFrom, i) => {
    const until = ordered[i + 1] ?? count + 1
    return { duration: until === Infinity ? { cycleFrom } : { cycleFrom, numberOfCycles: until - cycleFrom }, price: priceOfCycle(terms, cycleFrom) }
  })
}

/** A line of a receipt above the tax. */
export interface ReceiptLine {
  kind: 'plan' | 'coupon' | 'fee'
  /** Of a fee its name, of a coupon its code. */
  name: string
  /** What the buyer sees: tax is in it when prices include tax. A coupon takes its amount off. */
  amount: string
}

/** What a cycle's price is made of, in the prices that buyers were shown: less coupon, plus fees and, where it is added, the tax, this is the total. Source: guide pricing-plans §4.4. */
export const receiptLines = (price: CyclePrice, plan: { name: string; price: string }): ReceiptLine[] => [
  { kind: 'plan', name: plan.name, amount: plan.price },
  ...(price.coupon ? [{ kind: 'coupon' as const, name: price.coupon.code, amount: price.coupon.amount }] : []),
  ...(price.fees ?? []).map((fee) => ({ kind: 'fee' as const, ...fee })),
]

/** Whether the buyer never pays anything, fees included. */
export const isFree = (spans: readonly PriceSpan[]): boolean => spans.every((span) => /^[0.]*$/.test(span.price.total))

/** The span that holds a cycle; the trial has none. */
export const findSpan = (spans: readonly PriceSpan[], cycle: number): PriceSpan | undefined => spans.findLast((span) => span.duration.cycleFrom <= cycle)
