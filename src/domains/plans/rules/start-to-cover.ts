/** How far a plan that is bought now reaches, and whether it would pay for something on a day. Source: guide pricing-plans §13.5. */
import { Temporal } from 'temporal-polyfill'
import type { Pricing } from './plan.ts'

const units = { DAY: 'days', WEEK: 'weeks', MONTH: 'months', YEAR: 'years' } as const

/** The end of an order that starts at an instant; undefined when it runs until it is cancelled. */
function orderEndAt(pricing: Pricing, start: Temporal.Instant, timeZone: string): Temporal.Instant | undefined {
  const cycle = pricing.subscription?.cycleDuration ?? pricing.singlePaymentForDuration
  const times = pricing.subscription ? pricing.subscription.cycleCount : 1
  if (!cycle || times === 0) return undefined
  return start
    .toZonedDateTimeISO(timeZone)
    .add({ days: pricing.freeTrialDays ?? 0 })
    .add({ [units[cycle.unit]]: cycle.count * times })
    .toInstant()
}

/** The start with which the plan covers the day: now, or the day itself where buyers may choose a later start. Undefined: it cannot. */
export function startToCover(
  plan: { pricing: Pricing; allowFutureStartDate: boolean },
  target: Temporal.Instant | undefined,
  now: Temporal.Instant,
  timeZone: string,
): Temporal.Instant | undefined {
  if (!target) return now
  if (Temporal.Instant.compare(target, now) < 0) return undefined
  const end = orderEndAt(plan.pricing, now, timeZone)
  if (!end || Temporal.Instant.compare(target, end) < 0) return now
  return plan.allowFutureStartDate ? target : undefined
}
