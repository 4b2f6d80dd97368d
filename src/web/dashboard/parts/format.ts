/** Labels and formats for states, prices and times. */
import { dateFormat, joinTimes } from '#web/kit/days.ts'
import { formatMoney } from '#web/kit/money.tsx'
import { pageLanguage } from '#web/language.ts'
import type { Tone } from './list.tsx'
import type { Booking, Duration, Member, Order, Plan, Service, Site } from '../entities.ts'

export const formatPrice = (value: { value?: string; currency?: string } | undefined, site?: Pick<Site, 'currency'>): string =>
  value?.value ? formatMoney(value.value, value.currency ?? site?.currency ?? 'EUR') : ''

const styles = {
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  dayTime: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>
/** An instant in the business zone. A zone-less wire time of a slot is read in the zone it came with. */
export const formatInstant = (instant: string | undefined, site: Pick<Site, 'timeZone'>, style: keyof typeof styles = 'dayTime'): string => {
  if (!instant) return ''
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? '' : dateFormat(pageLanguage(), { ...styles[style], timeZone: site.timeZone }).format(at)
}
export const formatTimeRange = (start: string | undefined, end: string | undefined, site: Pick<Site, 'timeZone'>): string => {
  const format = (at: string, style: 'date' | 'time') => formatInstant(at, site, style)
  return start ? joinTimes(start, end, (at) => `${formatInstant(at, site, 'day')}, ${format(at, 'time')}`, format) : ''
}

const units: Record<string, string> = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' }
const unitName = ({ unit }: Duration): string => units[unit] ?? unit.toLowerCase()
export const formatDuration = (value: Duration | undefined): string =>
  value ? (value.count === 1 ? `1 ${unitName(value)}` : `${value.count} ${unitName(value)}s`) : ''
/** "every month, until cancelled", "once, for 3 months", "once, for ever". */
export function describePricing(pricing: Plan['pricing']): string {
  if (pricing?.subscription) {
    const { cycleDuration, cycleCount } = pricing.subscription
    const every = cycleDuration.count === 1 ? `every ${unitName(cycleDuration)}` : `every ${formatDuration(cycleDuration)}`
    return cycleCount === 0 ? `${every}, until cancelled` : `${every}, ${cycleCount} times`
  }
  if (pricing?.singlePaymentForDuration) return `one-time, valid for ${formatDuration(pricing.singlePaymentForDuration)}`
  return 'one-time, never expires'
}

export const memberName = (member: Member | undefined): string => {
  const full = [member?.contact?.firstName, member?.contact?.lastName].filter(Boolean).join(' ')
  return full || member?.profile?.nickname || member?.loginEmail || 'Unnamed member'
}
export const clientName = (booking: Booking): string =>
  [booking.contactDetails?.firstName, booking.contactDetails?.lastName].filter(Boolean).join(' ') || booking.contactDetails?.email || 'Guest'
export const participantCount = (booking: Booking): number => booking.totalParticipants ?? 1
export const formatPeople = (count: number): string => (count === 1 ? '1 person' : `${count} people`)
export const bookingStart = (booking: Booking): string => booking.startDate
export const bookingEnd = (booking: Booking): string => booking.endDate

type StateLabel = [string, Tone]
const pickLabel = (words: Record<string, StateLabel>, key: string | undefined, fallback: StateLabel = ['Unknown', 'quiet']): StateLabel =>
  (key && words[key]) || fallback
export const memberState = (status?: string): StateLabel =>
  pickLabel({ APPROVED: ['Member', 'good'], PENDING: ['Pending approval', 'wait'], BLOCKED: ['Blocked', 'bad'], OFFLINE: ['Left', 'quiet'] }, status)
export const bookingState = (status?: string): StateLabel =>
  pickLabel(
    {
      CREATED: ['In checkout', 'wait'],
      CONFIRMED: ['Confirmed', 'good'],
      PENDING: ['Request', 'wait'],
      CANCELED: ['Cancelled', 'quiet'],
      DECLINED: ['Declined', 'bad'],
      WAITING_LIST: ['Waitlist', 'wait'],
    },
    status,
  )
/** The label of a payment status. A booking without one is paid in person. */
export const paymentState = (status?: string, option?: string): StateLabel =>
  (status === undefined || status === 'UNDEFINED') && option === 'OFFLINE'
    ? ['Pay in person', 'wait']
    : status === 'PAID' && (option === 'MEMBERSHIP' || option === 'MEMBERSHIP_OFFLINE')
      ? ['Paid with plan', 'good']
      : pickLabel(
          {
            PAID: ['Paid', 'good'],
            NOT_PAID: ['Unpaid', 'wait'],
            PARTIALLY_PAID: ['Partially paid', 'wait'],
            REFUNDED: ['Refunded', 'quiet'],
            EXEMPT: ['Free', 'quiet'],
            UNPAID: ['Unpaid', 'wait'],
            FAILED: ['Payment failed', 'bad'],
            PENDING: ['Payment pending', 'wait'],
            NOT_APPLICABLE: ['Free', 'quiet'],
            UNDEFINED: ['No payment', 'quiet'],
          },
          status,
          ['No payment', 'quiet'],
        )
export const orderState = (order: Order): StateLabel =>
  order.status === 'ACTIVE' && order.autoRenewCanceled
    ? ['Not renewing', 'wait']
    : pickLabel(
        {
          DRAFT: ['Incomplete', 'quiet'],
          PENDING: ['Not started', 'wait'],
          ACTIVE: ['Active', 'good'],
          PAUSED: ['Paused', 'wait'],
          ENDED: ['Ended', 'quiet'],
          CANCELED: ['Cancelled', 'quiet'],
        },
        order.status,
      )
export const emailState = (state: string): StateLabel =>
  pickLabel(
    { QUEUED: ['Queued', 'wait'], SENT: ['Sent', 'good'], KEPT: ['Not sent', 'quiet'], UNWANTED: ['Unsubscribed', 'quiet'], FAILED: ['Failed', 'bad'] },
    state,
  )
export const serviceTypeLabel = (type: Service['type']): string => ({ APPOINTMENT: 'Appointment', CLASS: 'Class', COURSE: 'Course' })[type]

export const formatServicePrice = (service: Service, site: Site): string => {
  const payment = service.payment
  if (!payment || payment.rateType === 'NO_FEE') return payment?.options?.pricingPlan ? 'With a plan' : 'Free'
  if (payment.rateType === 'CUSTOM') return payment.custom?.description || 'Price on request'
  const { minPrice, maxPrice, defaultPrice } = payment.varied ?? {}
  const price = formatPrice(payment.fixed?.price ?? minPrice ?? defaultPrice, site)
  return payment.rateType === 'VARIED' && minPrice?.value !== maxPrice?.value ? `from ${price}` : price
}
