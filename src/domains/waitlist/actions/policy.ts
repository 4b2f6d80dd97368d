/** The waitlist rules of a service. Source: guide bookings §13.1, §13.3. */
import type { Temporal } from 'temporal-polyfill'
import { serviceById } from '#domains/services/public.ts'
import type { ReadContext } from '#kit/api/context.ts'

export interface WaitlistPolicy {
  enabled: boolean
  capacity: number
  minutes: number
  /** No offers later than this before the start; null for no limit. */
  latestMinutes: number | null
  bookAfterStart: boolean
}
/** The waitlist rules of the service's current policy. */
export async function getWaitlistPolicy(ctx: ReadContext, serviceId: string | null): Promise<WaitlistPolicy> {
  const rules = serviceId ? (await serviceById(ctx, serviceId))?.policy : undefined
  const [list, late] = [rules?.waitlistPolicy, rules?.limitLateBookingPolicy]
  return {
    enabled: list?.enabled === true,
    capacity: Number(list?.capacity ?? 10),
    minutes: Number(list?.reservationTimeInMinutes ?? 10),
    latestMinutes: late?.enabled ? Number(late.latestBookingInMinutes ?? 1440) : null,
    bookAfterStart: rules?.bookAfterStartPolicy.enabled === true,
  }
}
/** The last instant at which a customer may book the session. */
export const getLatestBookingTime = (policy: WaitlistPolicy, session: { startAt: Temporal.Instant; endAt: Temporal.Instant }): Temporal.Instant =>
  policy.latestMinutes !== null ? session.startAt.subtract({ minutes: policy.latestMinutes }) : policy.bookAfterStart ? session.endAt : session.startAt
