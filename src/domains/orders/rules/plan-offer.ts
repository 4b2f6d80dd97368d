/** Which plans are offered to who books a session without one. Source: guide pricing-plans §13.3, guide bookings §12.7. */
import type { Temporal } from 'temporal-polyfill'
import { isWithin } from './coverage.ts'
import { endDate, type Model } from './cycles.ts'

export interface OfferedPlan {
  model: Model
  trialDays: number
  /** Of each cycle; null: unlimited. */
  credits: number | null
  /** 0: as often as one likes. */
  maxPurchases: number
}

/** Whether the plan, bought now, pays for the session; and whether this buyer may still buy it. */
export function isOffered(
  plan: OfferedPlan,
  { start, people }: { start: Temporal.Instant; people: number },
  { now, timeZone, purchases }: { now: Temporal.Instant; timeZone: string; purchases: number },
): boolean {
  if (plan.maxPurchases > 0 && purchases >= plan.maxPurchases) return false
  if (plan.credits !== null && plan.credits < people) return false
  const end = endDate({ start: now, timeZone, model: plan.model, trialDays: plan.trialDays, pauses: [] })
  return isWithin({ start: now, endDate: end }, start)
}
