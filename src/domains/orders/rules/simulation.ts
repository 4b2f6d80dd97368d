/**
 * Simulations: on a copy of the site the owner moves the business clock and sees what will be charged, mailed and ended.
 * decision: a simulation plays plans, their orders and emails; bookings are not copied. It copies orders that are not over,
 * at most 20,000, and lives for a day; three at a time per site, up to two years ahead. See decisions/0012.
 */
import { Temporal } from 'temporal-polyfill'
import type { Decision } from './decision.ts'
import type { SimulationState } from './simulation-machine.ts'

/** Whether the saved cards pay until they expire, or no card pays. */
export type SimulatedCards = 'WORK' | 'FAIL'

export const maxOrders = 20_000
export const maxSimulations = 3
export const maxYears = 2
export const lifetimeHours = 24

/** Whether another copy may be made. `orders`: how many would be copied; `running`: copies of the site. */
export function decideSimulationStart(of: { orders: number; running: number }): Decision<'start', 'SIMULATION_TOO_LARGE' | 'TOO_MANY_SIMULATIONS'> {
  if (of.running >= maxSimulations) return { refused: 'TOO_MANY_SIMULATIONS', data: { most: maxSimulations } }
  return of.orders > maxOrders ? { refused: 'SIMULATION_TOO_LARGE', data: { orders: of.orders, most: maxOrders } } : { ok: 'start' }
}

/** Where the clock goes: days are calendar days of the site, so that the wall clock stays. Time only goes forward. */
export function decideAdvance(
  of: { startedAt: Temporal.Instant; clockAt: Temporal.Instant; state: SimulationState; timeZone: string },
  input: { days?: number | undefined; to?: Temporal.Instant | undefined },
): Decision<Temporal.Instant, 'SIMULATION_RUNNING' | 'SIMULATION_DATE_INVALID'> {
  if (of.state === 'RUNNING') return { refused: 'SIMULATION_RUNNING' }
  const toZoned = (at: Temporal.Instant) => at.toZonedDateTimeISO(of.timeZone)
  const target = input.to ?? (input.days === undefined ? undefined : toZoned(of.clockAt).add({ days: input.days }).toInstant())
  const last = toZoned(of.startedAt).add({ years: maxYears }).toInstant()
  return target && Temporal.Instant.compare(target, of.clockAt) > 0 && Temporal.Instant.compare(target, last) <= 0
    ? { ok: target }
    : { refused: 'SIMULATION_DATE_INVALID', data: { after: of.clockAt.toString(), until: last.toString() } }
}

/**
 * The next stop of the clock: exactly when something is due, but on a long way with thousands of dues not more often
 * than two thousand times; what is due in between is done late, as after a stop of the server, with the right dates.
 */
export function nextClockStop(
  of: { clockAt: Temporal.Instant; targetAt: Temporal.Instant },
  distanceMs: number,
  due: Temporal.Instant | undefined,
): Temporal.Instant {
  const least = of.clockAt.add({ milliseconds: Math.floor(distanceMs / 2000) })
  const next = due && Temporal.Instant.compare(due, least) > 0 ? due : due && least
  return !next || Temporal.Instant.compare(next, of.targetAt) > 0 ? of.targetAt : next
}
