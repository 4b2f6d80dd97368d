/** The state of a manage page, and what forbids changing the booking or visit. Source: guide bookings §17. */
import { Temporal } from 'temporal-polyfill'
import { isHoldActive } from './holds.ts'
import type { BookingStatus } from './machine.ts'
import { filterChangeable, leadMinutes, type ActionInput, type PolicySnapshot } from './policy.ts'

export type ManagePageState = 'CONFIRMED' | 'REQUESTED' | 'UNFINISHED' | 'LAPSED' | 'WAITING' | 'PAST' | 'CANCELED' | 'DECLINED'
export type ChangeRestriction = 'NOT_ONLINE' | 'TOO_LATE' | 'STARTED' | 'COURSE'

export type ManagedPart = ActionInput & { end: Temporal.Instant }

const isOpen = ({ status }: ManagedPart) => status !== 'CANCELED' && status !== 'DECLINED'
export const filterOpen = <P extends ManagedPart>(parts: readonly P[]): P[] => parts.filter(isOpen)

/** One state for all parts. Cancelled and declined parts count only when no other is left. */
export function getManagePageState(parts: readonly ManagedPart[], now: Temporal.Instant): ManagePageState {
  const open = filterOpen(parts)
  const has = (status: ManagedPart['status']) => open.some((part) => part.status === status)
  if (open.length === 0) return parts.some((part) => part.status === 'CANCELED') ? 'CANCELED' : 'DECLINED'
  if (has('WAITING_LIST')) return 'WAITING'
  if (has('CREATED')) return open.every((part) => part.status !== 'CREATED' || isHoldActive(part.holdUntil, now)) ? 'UNFINISHED' : 'LAPSED'
  if (open.every((part) => Temporal.Instant.compare(part.end, now) <= 0)) return 'PAST'
  return has('PENDING') ? 'REQUESTED' : 'CONFIRMED'
}

/** Minutes for which the page after booking leads on to the manage page of a guest. */
export const MANAGE_LINK_MINUTES = 60

/**
 * Whether the page that follows a booking links to its manage page.
 * decision: a guest gets there with the tokens of their browser for an hour; later it takes the link of the email. Source: guide bookings §11.1, §17.
 */
export const hasManageLink = (booking: { status: BookingStatus; createdAt: Temporal.Instant }, isGuest: boolean, now: Temporal.Instant): boolean =>
  (booking.status === 'CONFIRMED' || booking.status === 'PENDING' || booking.status === 'WAITING_LIST') &&
  (!isGuest || Temporal.Instant.compare(booking.createdAt.add({ minutes: MANAGE_LINK_MINUTES }), now) > 0)

type Limit = PolicySnapshot['cancellation']

function findRestriction(limit: Limit, start: Temporal.Instant, now: Temporal.Instant): ChangeRestriction | undefined {
  const lead = leadMinutes(start, now)
  if (lead <= 0) return 'STARTED'
  if (!limit.enabled || !limit.allowAnonymous) return 'NOT_ONLINE'
  return limit.limited && lead < limit.latestMinutes ? 'TOO_LATE' : undefined
}

export interface ChangeWindow {
  /** Customers may do it until then; absent when they never may. */
  until?: Temporal.Instant
  /** What forbids it now; absent when it is allowed. */
  why?: ChangeRestriction
}

/** Until when the customer may cancel or move all parts, by the strictest of them. `separate`: each is measured at its own start. */
export function getChangeWindow(action: 'cancel' | 'reschedule', parts: readonly ManagedPart[], separate: boolean, now: Temporal.Instant): ChangeWindow {
  const open = filterChangeable(filterOpen(parts), separate, now)
  const first = open.map((part) => part.start).sort(Temporal.Instant.compare)[0]
  if (!first) return {}
  if (action === 'reschedule' && open.some((part) => part.type === 'COURSE')) return { why: 'COURSE' }
  const windows = open.map((part) => {
    const limit = action === 'cancel' ? part.policy.cancellation : part.policy.reschedule
    const start = separate ? part.start : first
    const until = limit.enabled && limit.allowAnonymous ? start.subtract({ minutes: limit.limited ? limit.latestMinutes : 0 }) : undefined
    return { until, why: findRestriction(limit, start, now) }
  })
  const why = windows.find((window) => window.why !== undefined)?.why
  const instants = windows.flatMap(({ until }) => until ?? []).sort(Temporal.Instant.compare)
  const until = instants.length === windows.length ? instants[0] : undefined
  return { ...(until && { until }), ...(why && { why }) }
}
