/** Why clients cannot book a service, in words, and where that is changed. */
import { currentMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import type { ScreenLink } from '../search-params.ts'
import { messages } from './bookability.messages.ts'

export type Bookability = ReplyOf<'availability.listBookability'>['services'][number]
export type BookabilityReason = Bookability['reasons'][number]

interface Advice {
  /** Follows “because”. */
  because: string
  /** What the link says. */
  action: string
  link: (serviceId: string) => ScreenLink
}
const inEditor = (serviceId: string): ScreenLink => ({ to: '/dashboard/services', search: { edit: serviceId } })
const inSessions = (serviceId: string): ScreenLink => ({ to: '/dashboard/services', search: { sessions: serviceId } })
const inRules = (): ScreenLink => ({ to: '/dashboard/services', search: { tab: 'rules' } })
const inStaff = (tab: string) => (): ScreenLink => ({ to: '/dashboard/staff', search: { tab } })

const t = currentMessages(messages)

export const bookabilityAdvice: Readonly<Record<BookabilityReason, Advice>> = {
  HIDDEN: { because: t.because.HIDDEN, action: t.openService, link: inEditor },
  ONLINE_BOOKING_OFF: { because: t.because.ONLINE_BOOKING_OFF, action: t.turnOn, link: inEditor },
  NO_LOCATION: { because: t.because.NO_LOCATION, action: t.chooseLocation, link: inEditor },
  NO_STAFF: { because: t.because.NO_STAFF, action: t.chooseStaff, link: inEditor },
  NO_RESOURCE: { because: t.because.NO_RESOURCE, action: t.addRoom, link: inStaff('rooms') },
  NO_HOURS: { because: t.because.NO_HOURS, action: t.setHours, link: inStaff('staff') },
  NO_SESSIONS: { because: t.because.NO_SESSIONS, action: t.addSessions, link: inSessions },
  ENDED: { because: t.because.ENDED, action: t.addSessions, link: inSessions },
  NO_PLAN: { because: t.because.NO_PLAN, action: t.choosePlans, link: inEditor },
  NO_PAYMENT_METHOD: { because: t.because.NO_PAYMENT_METHOD, action: t.choosePayment, link: inEditor },
  NO_PAYMENT_PROVIDER: {
    because: t.because.NO_PAYMENT_PROVIDER,
    action: t.setUpPayments,
    link: () => ({ to: '/dashboard/settings', search: { tab: 'connections' } }),
  },
  POLICY_TOO_EARLY: { because: t.because.POLICY_TOO_EARLY, action: t.openPolicies, link: inRules },
  POLICY_TOO_LATE: { because: t.because.POLICY_TOO_LATE, action: t.openPolicies, link: inRules },
  FULL: { because: t.because.FULL, action: t.openCalendar, link: () => ({ to: '/dashboard/calendar' }) },
}
