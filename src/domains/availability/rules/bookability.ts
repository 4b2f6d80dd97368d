/** Why customers cannot book a service online: all reasons, the one to fix first in front. Source: guide services-and-availability §16.8. */
import type { BookabilityReason } from './reason-codes.ts'

/** What is known about a service for the days that are looked at. Counts of times are capped: only whether there are any matters. */
export interface BookabilityInput {
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  isHidden: boolean
  isOnline: boolean
  /** Active places where it is offered. */
  places: number
  /** Who or what drives its times: staff members who serve customers, or resources of its main type. */
  providers: number
  /** Those of them with any hours. */
  providersWithHours: number
  /** Required kinds of resources of which there is none. */
  missingResources: number
  /** Sessions that are still to come; for a course all of its sessions. */
  sessions: number
  hasEnded: boolean
  /** Times with room, whatever the policy says. */
  openTimes: number
  /** Of these, those too far ahead and too close for the policy. */
  tooEarly: number
  tooLate: number
  payment: { isFree: boolean; online: boolean; inPerson: boolean; withPlan: boolean; plans: number; hasProvider: boolean }
}

/** All reasons, in the order in which they are mended. Empty: it can be booked. */
export function findBookabilityReasons(input: BookabilityInput): BookabilityReason[] {
  const reasons: BookabilityReason[] = []
  if (input.isHidden) reasons.push('HIDDEN')
  if (!input.isOnline) reasons.push('ONLINE_BOOKING_OFF')
  // Who works where is not known without a place.
  const supply = input.places === 0 ? 'NO_LOCATION' : input.type === 'APPOINTMENT' ? findStaffReason(input) : findSessionReason(input)
  if (supply) reasons.push(supply)
  const payment = findPaymentReason(input.payment)
  if (payment) reasons.push(payment)
  // Without a place, people, hours or sessions there are no times to ask about.
  const times = supply ? undefined : findTimeReason(input)
  if (times) reasons.push(times)
  return reasons
}

const findStaffReason = ({ providers, providersWithHours, missingResources }: BookabilityInput): BookabilityReason | undefined =>
  providers === 0 ? 'NO_STAFF' : missingResources > 0 ? 'NO_RESOURCE' : providersWithHours === 0 ? 'NO_HOURS' : undefined

const findSessionReason = ({ sessions, hasEnded }: BookabilityInput): BookabilityReason | undefined =>
  hasEnded ? 'ENDED' : sessions === 0 ? 'NO_SESSIONS' : undefined

function findPaymentReason({ isFree, online, inPerson, withPlan, plans, hasProvider }: BookabilityInput['payment']): BookabilityReason | undefined {
  if (isFree || inPerson) return undefined
  if (withPlan && plans > 0) return undefined
  if (online) return hasProvider ? undefined : 'NO_PAYMENT_PROVIDER'
  return withPlan ? 'NO_PLAN' : 'NO_PAYMENT_METHOD'
}

function findTimeReason({ openTimes, tooEarly, tooLate }: BookabilityInput): BookabilityReason | undefined {
  if (openTimes === 0) return 'FULL'
  if (openTimes > tooEarly + tooLate) return undefined
  return tooEarly > 0 ? 'POLICY_TOO_EARLY' : 'POLICY_TOO_LATE'
}
