/** What a notification says, and where it leads. Pure. */
import type { ReplyOf } from '#web/operations.ts'
import type { ScreenLink } from '../search-params.ts'

export type Notification = ReplyOf<'reports.listNotifications'>['items'][number]

const booking = ({ entityId }: Notification): ScreenLink => ({ to: '/dashboard/bookings', search: { open: entityId } })
const order = ({ entityId }: Notification): ScreenLink => ({ to: '/dashboard/plans', search: { tab: 'subscriptions', open: entityId } })

const links: Readonly<Record<Notification['kind'], (one: Notification) => ScreenLink>> = {
  BOOKING: booking,
  BOOKING_REQUEST: booking,
  CANCELLATION: booking,
  RESCHEDULED: booking,
  WAITLIST: booking,
  PLAN_SOLD: order,
  MEMBER_REQUEST: ({ entityId }) => ({ to: '/dashboard/members', search: { open: entityId } }),
  PAYMENT_FAILED: (one) => (one.what === 'ORDER' ? order(one) : one.what === 'VISIT' ? { to: '/dashboard/money' } : booking(one)),
  DISPUTE: () => ({ to: '/dashboard/money', search: { tab: 'refunds' } }),
  EMAIL_FAILED: ({ entityId }) => ({ to: '/dashboard/emails', search: { open: entityId } }),
  MEMBER_REPORTED: () => ({ to: '/dashboard/members', search: { tab: 'reported' } }),
  TIME_OFF: () => ({ to: '/dashboard/staff', search: { tab: 'time-off' } }),
  BOOKING_CHANGE_FAILED: booking,
  SESSION_CHANGE_FAILED: () => ({ to: '/dashboard/calendar' }),
}
export const toScreenLink = (one: Notification): ScreenLink => links[one.kind](one)

const titles: Readonly<Record<Notification['kind'], string>> = {
  BOOKING: 'New booking',
  BOOKING_REQUEST: 'Booking request',
  CANCELLATION: 'Booking cancelled',
  RESCHEDULED: 'Booking rescheduled',
  WAITLIST: 'Joined the waitlist',
  PLAN_SOLD: 'Plan sold',
  MEMBER_REQUEST: 'Wants to join',
  PAYMENT_FAILED: 'Payment failed',
  DISPUTE: 'Payment disputed',
  EMAIL_FAILED: 'Email not delivered',
  MEMBER_REPORTED: 'Member reported',
  TIME_OFF: 'Requests time off',
  BOOKING_CHANGE_FAILED: 'Your change of a booking was not made',
  SESSION_CHANGE_FAILED: 'Your change of a session was not made',
}
interface Words {
  /** The name of a member. */
  nameOf: (memberId: string) => string
  formatMoney: (amount: string, currency: string) => string
  formatDate: (date: string) => string
}
const describesItself = new Set<Notification['kind']>([
  'BOOKING',
  'BOOKING_REQUEST',
  'CANCELLATION',
  'RESCHEDULED',
  'WAITLIST',
  'PLAN_SOLD',
  'BOOKING_CHANGE_FAILED',
  'SESSION_CHANGE_FAILED',
])

/** The headline, and a line with who, what and when. */
export function describeNotification(one: Notification, { nameOf, formatMoney, formatDate }: Words): { title: string; about: string } {
  const who = one.who ?? (one.memberId && nameOf(one.memberId))
  const parts = [
    who,
    describesItself.has(one.kind) ? one.what : undefined,
    one.startDate && formatDate(one.startDate),
    one.amount && one.currency && formatMoney(one.amount, one.currency),
  ]
  return { title: titles[one.kind], about: parts.filter(Boolean).join(' · ') }
}
