/** When a declined renewal is tried again, and until when the buyer has time. Source: guide pricing-plans §9.3. */
import { Temporal } from 'temporal-polyfill'
import { shiftByPauses, type Pause } from './cycles.ts'

const hardDeclines = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'expired_card',
  'incorrect_number',
  'invalid_account',
  'revocation_of_authorization',
  'stop_payment_order',
  'card_not_supported',
  'no_method',
])

/** The same card will never work again: it is not tried again, the buyer must bring another. */
export const isHardDecline = (code: string): boolean => hardDeclines.has(code)

const offsets = [1, 3, 5, 7]

/** What a payment became due with. Pauses that began since then move what lies after them. Source: guide pricing-plans §8.3. */
export interface PaymentDue {
  at: Temporal.Instant
  timeZone: string
  nextBoundary?: Temporal.Instant | undefined
  pauses?: readonly Pause[]
  /** The end of grace as it stands: beyond pauses a dispute may have moved it. Source: guide pricing-plans §11. */
  graceEnd?: Temporal.Instant | null | undefined
}

/** Instants of the retries after a decline on the due date: wall-clock days of the order's zone, all before the next boundary. */
export function retryInstants({ at: due, timeZone, nextBoundary, pauses = [], graceEnd }: PaymentDue): Temporal.Instant[] {
  const wall = due.toZonedDateTimeISO(timeZone)
  const since = pauses.filter((pause) => Temporal.Instant.compare(pause.from, due) >= 0)
  const isInTime = (at: Temporal.Instant) => !nextBoundary || Temporal.Instant.compare(at, nextBoundary) < 0
  const all = offsets.map((days) => shiftByPauses(wall.add({ days }).toInstant(), since)).filter(isInTime)
  const last = all.at(-1)
  const milliseconds = graceEnd && last ? graceEnd.epochMilliseconds - last.epochMilliseconds : 0
  return milliseconds > 0 ? all.map((at) => at.add({ milliseconds })).filter(isInTime) : all
}

/** The end of grace of a payment whose tries begin so much later than it was due; none for a cycle that is too short for any. */
export const moveTries = (due: PaymentDue, milliseconds: number): Temporal.Instant | null => retryInstants(due).at(-1)?.add({ milliseconds }) ?? null

export type AfterDecline = { retryAt: Temporal.Instant; graceEnd: Temporal.Instant } | { graceEnd: Temporal.Instant } | 'give-up'

/** What follows a decline at `now`: the next attempt, only the wait for another card, or the end. Attempts that time has run past are dropped. */
export function decideAfterDecline(due: PaymentDue, now: Temporal.Instant, retryWith: 'same-card' | 'new-card-only'): AfterDecline {
  const left = retryInstants(due).filter((at) => Temporal.Instant.compare(now, at) < 0)
  const [next] = left
  const last = left.at(-1)
  if (!next || !last) return 'give-up'
  return retryWith === 'same-card' ? { retryAt: next, graceEnd: last } : { graceEnd: last }
}
