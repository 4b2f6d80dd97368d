/** Why clients cannot book a service, in words, and where that is changed. */
import type { ReplyOf } from '#web/operations.ts'
import type { ScreenLink } from '../search-params.ts'

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

export const bookabilityAdvice: Readonly<Record<BookabilityReason, Advice>> = {
  HIDDEN: { because: 'it’s hidden from your site', action: 'Open service', link: inEditor },
  ONLINE_BOOKING_OFF: { because: 'online booking is off', action: 'Turn on online booking', link: inEditor },
  NO_LOCATION: { because: 'it has no active location', action: 'Choose a location', link: inEditor },
  NO_STAFF: { because: 'no staff member offers it', action: 'Choose staff', link: inEditor },
  NO_RESOURCE: { because: 'the room it needs doesn’t exist', action: 'Add a room', link: inStaff('rooms') },
  NO_HOURS: { because: 'no one who offers it has working hours', action: 'Set working hours', link: inStaff('staff') },
  NO_SESSIONS: { because: 'it has no sessions in the next 8 weeks', action: 'Add sessions', link: inSessions },
  ENDED: { because: 'its last session has ended', action: 'Add sessions', link: inSessions },
  NO_PLAN: { because: 'clients pay with a plan, and no plan includes it', action: 'Choose plans', link: inEditor },
  NO_PAYMENT_METHOD: { because: 'clients have no way to pay', action: 'Choose how clients pay', link: inEditor },
  NO_PAYMENT_PROVIDER: {
    because: 'clients pay online, and card payments aren’t set up',
    action: 'Set up payments',
    link: () => ({ to: '/dashboard/settings', search: { tab: 'connections' } }),
  },
  POLICY_TOO_EARLY: { because: 'its booking policy opens booking later', action: 'Open booking policies', link: inRules },
  POLICY_TOO_LATE: { because: 'its booking policy closes booking earlier', action: 'Open booking policies', link: inRules },
  FULL: { because: 'all times in the next 8 weeks are taken', action: 'Open calendar', link: () => ({ to: '/dashboard/calendar' }) },
}
