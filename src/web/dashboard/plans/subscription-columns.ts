/** What the list of subscriptions can say about each of them beside the member and its status. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { Order, Site } from '../entities.ts'
import type { ListColumn } from '../parts/list-columns.ts'
import { formatInstant, formatPrice } from '../parts/format-times.ts'
import { currentPrice, describeSale } from './order-actions.tsx'
import { planMessages } from './plans.messages.ts'

const messages = defineDashboardMessages(
  {
    price: 'Price',
    free: 'free',
    nextDate: 'Next payment or end',
    ends: (day: string) => `ends ${day}`,
    nextPayment: (day: string) => `next payment ${day}`,
    until: (day: string) => `until ${day}`,
    started: (day: string) => `started ${day}`,
    starts: (day: string) => `starts ${day}`,
    boughtOn: 'Bought on',
    bought: (day: string) => `bought ${day}`,
    sold: 'Sold',
    pausedSince: 'Paused since',
    paused: (day: string) => `paused since ${day}`,
    couponCode: (code: string) => `coupon ${code}`,
  },
  {
    de: {
      price: 'Preis',
      free: 'kostenlos',
      nextDate: 'Nächste Zahlung oder Ende',
      ends: (day) => `endet am ${day}`,
      nextPayment: (day) => `nächste Zahlung am ${day}`,
      until: (day) => `bis ${day}`,
      started: (day) => `begonnen am ${day}`,
      starts: (day) => `beginnt am ${day}`,
      boughtOn: 'Gekauft am',
      bought: (day) => `gekauft am ${day}`,
      sold: 'Verkauft',
      pausedSince: 'Pausiert seit',
      paused: (day) => `pausiert seit ${day}`,
      couponCode: (code) => `Gutschein ${code}`,
    },
  },
)
const text = currentMessages(messages)
const word = currentMessages(planMessages)

export interface SubscriptionColumn extends ListColumn {
  /** Empty: nothing is said. */
  value: (order: Order, site: Site) => string | undefined
}
/** The payment is shown as a tag, of subscriptions that run. */
export const PAYMENT = 'payment'
export const subscriptionColumns: readonly SubscriptionColumn[] = [
  { key: 'plan', label: word.plan, isDefault: true, value: ({ planName }) => planName },
  { key: 'price', label: text.price, isDefault: true, value: (order, site) => formatPrice(currentPrice(order), site) || text.free },
  { key: 'nextDate', label: text.nextDate, isDefault: true, value: (order, site) => describeNextDate(order, site) },
  { key: PAYMENT, label: word.payment, isDefault: true, value: () => undefined },
  {
    key: 'start',
    label: word.startDate,
    value: ({ startDate, status }, site) => (status === 'PENDING' || status === 'DRAFT' ? text.starts : text.started)(formatInstant(startDate, site, 'date')),
  },
  { key: 'boughtOn', label: text.boughtOn, value: ({ createdDate }, site) => text.bought(formatInstant(createdDate, site, 'date')) },
  { key: 'sold', label: text.sold, value: describeSale },
  {
    key: 'pausedSince',
    label: text.pausedSince,
    value: ({ status, pausePeriods }, site) => (status === 'PAUSED' ? text.paused(formatInstant(pausePeriods.at(-1)?.pauseDate, site, 'date')) : undefined),
  },
  {
    key: 'coupon',
    label: word.coupon,
    value: ({ pricing }) => {
      const code = pricing.prices[0]?.price.coupon?.code
      return code && text.couponCode(code)
    },
  },
]

/** When it starts, or when the running period ends and what then: a payment, the end, or nothing more to pay. */
function describeNextDate(order: Order, site: Site): string | undefined {
  if (order.status === 'PENDING') return text.starts(formatInstant(order.startDate, site, 'date'))
  const periodEnd = order.currentCycle?.endedDate
  if (order.status !== 'ACTIVE' || !periodEnd) return undefined
  const day = formatInstant(periodEnd, site, 'date')
  if (order.autoRenewCanceled) return text.ends(day)
  return order.pricing.subscription && periodEnd !== order.endDate ? text.nextPayment(day) : text.until(day)
}
