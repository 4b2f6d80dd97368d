/** What a late cancellation or a no-show costs. Source: guide bookings §14. */
import type { FeeStatus } from './fee-machine.ts'
import type { FeePolicy } from './policy.ts'

export interface FeeInput {
  policy: FeePolicy
  /** Minutes from now to the start; ignored for a no-show. */
  lead: number
  /** Frozen price of the booking in minor units; 0 for free, custom and plan-paid bookings. */
  price: number
  /** Minor units per major unit: 100 for EUR. */
  minorPerMajor: number
  trigger: 'CANCELED' | 'NOT_ATTENDED'
}

/** The fee in minor units; 0 means no fee. Percentages round half up; a fee never exceeds a known price. */
export function calculateFee(input: FeeInput): number {
  if (!input.policy.enabled) return 0
  const window = findFeeWindow(input.policy.windows, input.trigger === 'NOT_ATTENDED' ? 0 : input.lead)
  if (!window) return 0
  if (window.amount !== undefined) {
    const amount = Math.round(Number(window.amount) * input.minorPerMajor)
    // A booking without a price of its own still owes a fixed amount; any other fee stops at the price.
    return input.price > 0 ? Math.min(amount, input.price) : amount
  }
  return Math.min(input.price, Math.floor((input.price * Number(window.percentage ?? 0)) / 100 + 0.5))
}

/** Whether a recorded fee makes room for that of a cancellation: a booking has one, and what was missed and not charged is nothing beside it. */
export const givesWay = ({ trigger, status }: { trigger: 'BOOKING_CANCELED' | 'NOT_ATTENDED'; status: FeeStatus }): boolean =>
  trigger === 'NOT_ATTENDED' && status !== 'APPLIED_TO_ORDER'

/**
 * How a fee that the business charges is settled. KEPT: what was paid covers it. CARD: the saved card pays what is open. OWED: there is nothing
 * to take it from, it is only written down.
 */
export type FeeSettlement = 'KEPT' | 'CARD' | 'OWED'

export interface OpenFeeInput {
  /** All in minor units. */
  amount: number
  /** What was put on the order; null before that. */
  applied: number | null
  collected: number
  isWaived: boolean
  /** The booking stands (a no-show): what was paid for it is its price. Of a cancelled one it is kept for the fee. */
  isStanding: boolean
  /** Payments for the price of the booking, minus refunds. */
  kept: number
}
/** What of a fee is still to be paid, in minor units. */
export function calculateOpenFee({ amount, applied, collected, isWaived, isStanding, kept }: OpenFeeInput): number {
  return isWaived ? 0 : Math.max(0, (applied ?? amount) - collected - (isStanding ? 0 : kept))
}

export interface SettlementInput {
  hasOrder: boolean
  hasCard: boolean
  /** Minor units: the fee, what was paid for this booking and is kept for it, what the order asks for beside it, and what was paid on the order. */
  fee: number
  own: number
  others: number
  paid: number
}
/**
 * The settlement and what of the fee is still open, in minor units. Payments that are already on the order count first. decision: those of the booking
 * itself before all, so that what another part of its visit still owes is not taken for its fee.
 */
export function settleFee({ hasOrder, hasCard, fee, own, others, paid }: SettlementInput): { settlement: FeeSettlement; open: number } {
  const open = Math.max(0, Math.min(fee - own, others + fee - paid))
  if (!hasOrder) return { settlement: 'OWED', open: fee }
  if (open === 0) return { settlement: 'KEPT', open }
  return { settlement: hasCard ? 'CARD' : 'OWED', open }
}

/** The smallest window that covers the lead time; a window without a start ends at the start. */
function findFeeWindow(windows: FeePolicy['windows'], lead: number): FeePolicy['windows'][number] | undefined {
  return windows.filter((window) => (window.startInMinutes ?? 0) >= lead).sort((a, b) => (a.startInMinutes ?? 0) - (b.startInMinutes ?? 0))[0]
}
