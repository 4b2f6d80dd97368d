/** What a notification says, and where it leads. Pure. */
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { getWorkTexts, type RunningWork, type WorkKind } from '../parts/work-texts.ts'
import type { ScreenLink } from '../search-params.ts'

const messages = defineDashboardMessages(
  {
    titles: {
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
      ARCHIVE_READY: 'Archive of the site is ready',
      ARCHIVE_FAILED: 'Archive of the site could not be made',
      BOOKING_CHANGE_FAILED: 'Your change of a booking was not made',
      SESSION_CHANGE_FAILED: 'Your change of a session was not made',
    },
    done: (done: number, total: number) => `${done} of ${total}`,
    notDone: (done: number, total: number, refused: number) => `${done} of ${total} · ${refused} not done`,
  },
  {
    de: {
      titles: {
        BOOKING: 'Neue Buchung',
        BOOKING_REQUEST: 'Buchungsanfrage',
        CANCELLATION: 'Buchung abgesagt',
        RESCHEDULED: 'Buchung verschoben',
        WAITLIST: 'Neu auf der Warteliste',
        PLAN_SOLD: 'Tarif verkauft',
        MEMBER_REQUEST: 'Möchte Mitglied werden',
        PAYMENT_FAILED: 'Zahlung fehlgeschlagen',
        DISPUTE: 'Zahlung angefochten',
        EMAIL_FAILED: 'E-Mail nicht zugestellt',
        MEMBER_REPORTED: 'Mitglied gemeldet',
        TIME_OFF: 'Beantragt Abwesenheit',
        ARCHIVE_READY: 'Archiv der Website ist fertig',
        ARCHIVE_FAILED: 'Archiv der Website konnte nicht erstellt werden',
        BOOKING_CHANGE_FAILED: 'Deine Änderung einer Buchung ist nicht erfolgt',
        SESSION_CHANGE_FAILED: 'Deine Änderung eines Termins ist nicht erfolgt',
      },
      done: (done, total) => `${done} von ${total}`,
      notDone: (done, total, refused) => `${done} von ${total} · ${refused} nicht erledigt`,
    },
  },
)
const text = currentMessages(messages)

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
  DISPUTE: () => ({ to: '/dashboard/money', search: { tab: 'disputes' } }),
  EMAIL_FAILED: ({ entityId }) => ({ to: '/dashboard/emails', search: { open: entityId } }),
  MEMBER_REPORTED: () => ({ to: '/dashboard/members', search: { tab: 'reported' } }),
  TIME_OFF: () => ({ to: '/dashboard/staff', search: { tab: 'time-off' } }),
  BOOKINGS_CHANGED: ({ entityId }) => toWorkLink('BOOKINGS_CHANGED', entityId),
  MEMBERS_CHANGED: ({ entityId }) => toWorkLink('MEMBERS_CHANGED', entityId),
  IMPORTED: ({ entityId }) => toWorkLink('IMPORTED', entityId),
  ARCHIVE_READY: ({ entityId }) => toWorkLink('ARCHIVE', entityId),
  ARCHIVE_FAILED: ({ entityId }) => toWorkLink('ARCHIVE', entityId),
  BOOKING_CHANGE_FAILED: booking,
  SESSION_CHANGE_FAILED: () => ({ to: '/dashboard/calendar' }),
}
/** Where work in the background is followed, and its result read. */
export function toWorkLink(kind: RunningWork['kind'], id: string): ScreenLink {
  const links: Readonly<Record<RunningWork['kind'], ScreenLink>> = {
    BOOKINGS_CHANGED: { to: '/dashboard/bookings', search: { job: id } },
    MEMBERS_CHANGED: { to: '/dashboard/members', search: { job: id } },
    IMPORTED: { to: '/dashboard/settings', search: { tab: 'data', import: id } },
    ARCHIVE: { to: '/dashboard/settings', search: { tab: 'data' } },
    FORECAST: { to: '/dashboard/forecast', search: { copy: id } },
  }
  return links[kind]
}
export const toScreenLink = (one: Notification): ScreenLink => links[one.kind](one)

const titles: Readonly<Record<Exclude<Notification['kind'], WorkKind>, string>> = text.titles
const isWork = (one: Notification): one is Notification & { kind: WorkKind } => one.work !== undefined
const describeWork = ({ work }: Notification): string =>
  !work ? '' : work.refused > 0 ? text.notDone(work.done, work.total, work.refused) : text.done(work.done, work.total)
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
  if (isWork(one)) return { title: getWorkTexts(one.kind, one.what).over, about: describeWork(one) }
  const who = one.who ?? (one.memberId && nameOf(one.memberId))
  const parts = [
    who,
    describesItself.has(one.kind) ? one.what : undefined,
    one.startDate && formatDate(one.startDate),
    one.amount && one.currency && formatMoney(one.amount, one.currency),
  ]
  return { title: titles[one.kind as keyof typeof titles], about: parts.filter(Boolean).join(' · ') }
}
