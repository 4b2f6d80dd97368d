/** What is left of a class session or a course. guide: services-and-availability 15.8, 15.9 */
export interface SeatFacts {
  capacity: number
  /** People of confirmed and pending bookings and of live holds. */
  taken: number
  /** People with a live offer from the waitlist. */
  offered: number
  /** Waitlist entries without an offer for whom the next place is kept. */
  kept: number
}

export interface Seats {
  totalCapacity: number
  remainingCapacity: number
  /** What a newcomer can take; places may exist and still be kept for those who wait. */
  bookableCapacity: number
  reservedForWaitingList: boolean
}

export function countSeats(facts: SeatFacts): Seats {
  const remainingCapacity = Math.max(0, facts.capacity - facts.taken)
  const bookableCapacity = facts.kept > 0 ? 0 : Math.max(0, remainingCapacity - facts.offered)
  return { totalCapacity: facts.capacity, remainingCapacity, bookableCapacity, reservedForWaitingList: remainingCapacity > 0 && bookableCapacity === 0 }
}
