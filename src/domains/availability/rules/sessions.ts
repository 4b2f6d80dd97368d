/** Seats left in a class session or a course. Source: guide services-and-availability §15.8, §15.9. */
export interface SeatUsage {
  capacity: number
  /** People of confirmed and pending bookings and of live holds. */
  taken: number
  /** People with a live offer from the waitlist. */
  offered: number
  /** Waitlist entries without an offer for which freed seats are reserved. */
  reserved: number
}

export interface Seats {
  totalCapacity: number
  remainingCapacity: number
  /** What a new booking can take; remaining seats may be reserved for the waitlist. */
  bookableCapacity: number
  reservedForWaitingList: boolean
}

/** Seats that are left, and those that a new booking can take. Never below zero, although the business may overbook. */
export function countSeats(usage: SeatUsage): Seats {
  const remainingCapacity = Math.max(0, usage.capacity - usage.taken)
  const bookableCapacity = usage.reserved > 0 ? 0 : Math.max(0, remainingCapacity - usage.offered)
  return { totalCapacity: usage.capacity, remainingCapacity, bookableCapacity, reservedForWaitingList: remainingCapacity > 0 && bookableCapacity === 0 }
}
