/** What became of the money and the plan sessions of a booking that is cancelled or declined. Source: guide bookings §11, §12.6, §17. */

export interface EndedBooking {
  /** Came in for the price, and what was written down to go back of it; fees are apart. Minor units. */
  payments: readonly { amount: number; refunded: number; isByCard: boolean }[]
  /** Of what goes back, what the provider has not confirmed yet. */
  sending: number
  /** The cancellation fee. */
  fee: number
  isByPlan: boolean
  participants: number
  /** Plan sessions that the booking still holds: zero once they were returned. */
  credits: number
}

export interface CancellationOutcome {
  /** Minor units. */
  paid: number
  refunded: number
  refunding: number
  fee: number
  /** Stays with the business beyond the fee. */
  kept: number
  /** All that goes back goes to a card. */
  isToCard: boolean
  sessionsReturned: number
  sessionsKept: number
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

export function getCancellationOutcome({ payments, sending, fee, isByPlan, participants, credits }: EndedBooking): CancellationOutcome {
  const paid = sum(payments.map(({ amount }) => amount))
  const back = sum(payments.map(({ refunded }) => refunded))
  const refunding = Math.min(sending, back)
  return {
    paid,
    refunded: back - refunding,
    refunding,
    fee,
    kept: Math.max(0, paid - back - fee),
    isToCard: payments.every(({ refunded, isByCard }) => refunded === 0 || isByCard),
    sessionsReturned: isByPlan && credits === 0 ? participants : 0,
    sessionsKept: isByPlan ? credits : 0,
  }
}

/** The parts of a visit together. */
export const addCancellationOutcomes = (parts: readonly CancellationOutcome[]): CancellationOutcome => ({
  paid: sum(parts.map(({ paid }) => paid)),
  refunded: sum(parts.map(({ refunded }) => refunded)),
  refunding: sum(parts.map(({ refunding }) => refunding)),
  fee: sum(parts.map(({ fee }) => fee)),
  kept: sum(parts.map(({ kept }) => kept)),
  isToCard: parts.every(({ isToCard }) => isToCard),
  sessionsReturned: sum(parts.map(({ sessionsReturned }) => sessionsReturned)),
  sessionsKept: sum(parts.map(({ sessionsKept }) => sessionsKept)),
})
