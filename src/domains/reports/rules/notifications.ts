/** Notifications of the team: which of them a dashboard user may see, and which they have read. Own rule of this product. */
import { Temporal } from 'temporal-polyfill'

/** Work on many things, or an import, that has come to its end. */
export type WorkKind = 'BOOKINGS_CHANGED' | 'MEMBERS_CHANGED' | 'IMPORTED'
export type NotificationKind =
  | 'BOOKING'
  | 'BOOKING_REQUEST'
  | 'CANCELLATION'
  | 'RESCHEDULED'
  | 'WAITLIST'
  | 'PLAN_SOLD'
  | 'MEMBER_REQUEST'
  | 'PAYMENT_FAILED'
  | 'DISPUTE'
  | 'EMAIL_FAILED'
  | 'MEMBER_REPORTED'
  | 'TIME_OFF'
  | WorkKind
  | 'ARCHIVE_READY'
  | 'ARCHIVE_FAILED'
  | 'BOOKING_CHANGE_FAILED'
  | 'SESSION_CHANGE_FAILED'

/** How long something is new, and how much of it is listed. */
export const DAYS_LISTED = 30
export const MAX_LISTED = 50

/** The sources of notifications, and the permission to see each. */
export const sourcePermissions = {
  bookings: 'BOOKINGS.BOOKING_READ',
  orders: 'PRICING_PLANS.READ_ORDERS',
  members: 'MEMBERS.MEMBER_APPROVE',
  charges: 'PRICING_PLANS.READ_ORDERS',
  disputes: 'PRICING_PLANS.READ_ORDERS',
  emails: 'MEMBERS.MEMBER_READ',
  reports: 'MEMBERS.REPORTS_READ',
  timeOff: 'BOOKINGS.STAFF_MEMBER_UPDATE',
  bookingJobs: 'BOOKINGS.BOOKING_READ',
  memberJobs: 'MEMBERS.MEMBER_READ',
  imports: 'SITES.IMPORT',
  // Their own: a user who lost the right has to hear of it.
  heldChanges: undefined,
} as const satisfies Record<string, string | undefined>
export type NotificationSource = keyof typeof sourcePermissions

/** Undefined permissions are all. */
export const visibleSources = (permissions: readonly string[] | undefined): NotificationSource[] =>
  (Object.keys(sourcePermissions) as NotificationSource[]).filter((source) => {
    const needed = sourcePermissions[source]
    return permissions === undefined || needed === undefined || permissions.includes(needed)
  })

export interface FoundNotification {
  kind: NotificationKind
  /** What it is about: of several about the same thing the last one is listed. */
  entityId: string
  at: Temporal.Instant
}
/** The latest first, each thing once. */
export function toListed<One extends FoundNotification>(found: readonly One[]): One[] {
  const latest = new Map<string, One>()
  for (const one of found.toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))) if (!latest.has(one.entityId)) latest.set(one.entityId, one)
  return [...latest.values()].slice(0, MAX_LISTED)
}

export interface Reading {
  /** Undefined: nothing was read yet. */
  readUntil: Temporal.Instant | undefined
  /** What was marked on its own. */
  marks: ReadonlyMap<string, boolean>
}
/** The key of something new: another time about the same thing is another one. */
export const toNotificationKey = ({ kind, entityId, at }: FoundNotification): string => `${kind}:${entityId}:${at.epochMilliseconds}`

export const isRead = (one: FoundNotification, { readUntil, marks }: Reading): boolean =>
  marks.get(toNotificationKey(one)) ?? (readUntil !== undefined && Temporal.Instant.compare(one.at, readUntil) <= 0)

/** How far the clock of a billing forecast has come, in days of its way. */
export function toForecastProgress({ startedAt, clockAt, targetAt }: Record<'startedAt' | 'clockAt' | 'targetAt', Temporal.Instant>): {
  done: number
  total: number
} {
  const toDays = (until: Temporal.Instant) => Math.max(0, Math.round(startedAt.until(until).total('hours') / 24))
  return { done: Math.min(toDays(clockAt), toDays(targetAt)), total: toDays(targetAt) }
}
