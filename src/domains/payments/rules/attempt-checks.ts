/** When the provider is asked again about an attempt without a final answer. Source: guide pricing-plans §9.2, bookings §7.2. */
import type { Temporal } from 'temporal-polyfill'
import type { AttemptState } from './attempt-machine.ts'
import type { AttemptKind } from './payable.ts'

/** After this long without an answer the attempt counts as declined. */
export const GIVE_UP_AFTER_HOURS = 24

const mayHoldPlace = (kind: AttemptKind): boolean => kind === 'BOOKING' || kind === 'VISIT'

export interface CheckInput {
  kind: AttemptKind
  state: AttemptState
  /** The buyer pays on the provider's own page. */
  isOnPage: boolean
}

/**
 * Null when there is nothing to check. The place of a booking is held during payment, so that its attempts are checked every
 * minute; the pages of others every hour, because their events come sooner.
 */
export function calculateNextCheck({ kind, state, isOnPage }: CheckInput, now: Temporal.Instant): Temporal.Instant | null {
  const holdsPlace = mayHoldPlace(kind)
  switch (state) {
    case 'PROCESSING':
      return now.add({ minutes: 1 })
    case 'SENDING':
    case 'UNKNOWN':
      return now.add({ minutes: holdsPlace ? 1 : 10 })
    case 'REQUIRES_ACTION':
      return isOnPage ? now.add({ minutes: holdsPlace ? 1 : 60 }) : null
    default:
      return null
  }
}

/** When to ask again after the provider rejected our key or request. */
export const calculateCheckAfterOutage = (kind: AttemptKind, now: Temporal.Instant): Temporal.Instant => now.add({ minutes: mayHoldPlace(kind) ? 1 : 10 })

/** Whether an open answer is too old to wait for any longer. */
export const isTooOld = (startedAt: Temporal.Instant, now: Temporal.Instant): boolean =>
  startedAt.add({ hours: GIVE_UP_AFTER_HOURS }).epochMilliseconds <= now.epochMilliseconds
