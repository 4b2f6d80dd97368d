/** Labels of states, names and lengths. */
import { currentMessages } from '#web/kit/messages.ts'
import { formatMessages } from './format.messages.ts'
import { formatPrice } from './format-times.ts'
import type { Tone } from './list.tsx'
import type { Booking, Duration, Member, Order, Plan, Service, Site } from '../entities.ts'

const t = currentMessages(formatMessages)

const hasUnit = (unit: string): unit is keyof typeof t.durations => unit in t.durations
export const formatDuration = (value: Duration | undefined): string =>
  value ? (hasUnit(value.unit) ? t.durations[value.unit](value.count) : `${value.count} ${value.unit.toLowerCase()}`) : ''
/** "every month, until cancelled", "once, for 3 months", "once, for ever". */
export function describePricing(pricing: Plan['pricing']): string {
  if (pricing?.subscription) {
    const { cycleDuration, cycleCount } = pricing.subscription
    const every = hasUnit(cycleDuration.unit) ? t.every[cycleDuration.unit](cycleDuration.count) : formatDuration(cycleDuration)
    return cycleCount === 0 ? t.untilCancelled(every) : t.times(every, cycleCount)
  }
  if (pricing?.singlePaymentForDuration) return t.validFor(formatDuration(pricing.singlePaymentForDuration))
  return t.neverExpires
}

export const memberName = (member: Member | undefined): string => {
  const full = [member?.contact?.firstName, member?.contact?.lastName].filter(Boolean).join(' ')
  return full || member?.profile?.nickname || member?.loginEmail || t.unnamedMember
}
export const clientName = (booking: Booking): string =>
  [booking.contactDetails?.firstName, booking.contactDetails?.lastName].filter(Boolean).join(' ') || booking.contactDetails?.email || t.guest
export const participantCount = (booking: Booking): number => booking.totalParticipants ?? 1
export const bookingStart = (booking: Booking): string => booking.startDate
export const bookingEnd = (booking: Booking): string => booking.endDate

type StateLabel = [string, Tone]
const pickLabel = (words: Record<string, StateLabel>, key: string | undefined, fallback: StateLabel = [t.unknown, 'quiet']): StateLabel =>
  (key && words[key]) || fallback
export const memberState = (status?: string): StateLabel =>
  pickLabel({ APPROVED: [t.member, 'good'], PENDING: [t.pendingApproval, 'wait'], BLOCKED: [t.blocked, 'bad'], OFFLINE: [t.left, 'quiet'] }, status)
export const bookingState = (status?: string): StateLabel =>
  pickLabel(
    {
      CREATED: [t.inCheckout, 'wait'],
      CONFIRMED: [t.confirmed, 'good'],
      PENDING: [t.request, 'wait'],
      CANCELED: [t.bookingCancelled, 'quiet'],
      DECLINED: [t.declined, 'bad'],
      WAITING_LIST: [t.waitlist, 'wait'],
    },
    status,
  )
/** The label of a payment status. A booking without one is paid in person. */
export const paymentState = (status?: string, option?: string): StateLabel =>
  (status === undefined || status === 'UNDEFINED') && option === 'OFFLINE'
    ? [t.payInPerson, 'wait']
    : status === 'PAID' && (option === 'MEMBERSHIP' || option === 'MEMBERSHIP_OFFLINE')
      ? [t.paidWithPlan, 'good']
      : pickLabel(
          {
            PAID: [t.paid, 'good'],
            NOT_PAID: [t.unpaid, 'wait'],
            PARTIALLY_PAID: [t.partiallyPaid, 'wait'],
            REFUNDED: [t.refunded, 'quiet'],
            EXEMPT: [t.free, 'quiet'],
            UNPAID: [t.unpaid, 'wait'],
            FAILED: [t.paymentFailed, 'bad'],
            PENDING: [t.paymentPending, 'wait'],
            NOT_APPLICABLE: [t.free, 'quiet'],
            UNDEFINED: [t.noPayment, 'quiet'],
          },
          status,
          [t.noPayment, 'quiet'],
        )
export const orderState = (order: Order): StateLabel =>
  order.status === 'ACTIVE' && order.autoRenewCanceled
    ? [t.notRenewing, 'wait']
    : pickLabel(
        {
          DRAFT: [t.incomplete, 'quiet'],
          PENDING: [t.notStarted, 'wait'],
          ACTIVE: [t.active, 'good'],
          PAUSED: [t.paused, 'wait'],
          ENDED: [t.ended, 'quiet'],
          CANCELED: [t.planCancelled, 'quiet'],
        },
        order.status,
      )
export const emailState = (state: string): StateLabel =>
  pickLabel(
    { QUEUED: [t.queued, 'wait'], SENT: [t.sent, 'good'], KEPT: [t.notSent, 'quiet'], UNWANTED: [t.unsubscribed, 'quiet'], FAILED: [t.failed, 'bad'] },
    state,
  )
export const serviceTypeLabel = (type: Service['type']): string => ({ APPOINTMENT: t.appointment, CLASS: t.class, COURSE: t.course })[type]

export const formatServicePrice = (service: Service, site: Site): string => {
  const payment = service.payment
  if (!payment || payment.rateType === 'NO_FEE') return payment?.options?.pricingPlan ? t.withPlan : t.free
  if (payment.rateType === 'CUSTOM') return payment.custom?.description || t.priceOnRequest
  const { minPrice, maxPrice, defaultPrice } = payment.varied ?? {}
  const price = formatPrice(payment.fixed?.price ?? minPrice ?? defaultPrice, site)
  return payment.rateType === 'VARIED' && minPrice?.value !== maxPrice?.value ? t.from(price) : price
}
