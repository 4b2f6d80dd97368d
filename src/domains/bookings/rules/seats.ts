/** Whether a party still fits into a class or course. Source: guide: bookings 7.1; services-and-availability 15.8. */
import type { Decision } from './decision.ts'

export interface SeatAsk {
  type: 'CLASS' | 'COURSE'
  capacity: number
  /** Places of all other holding bookings. */
  taken: number
  people: number
}

export function decideSeats(ask: SeatAsk): Decision<'SEATED', 'SESSION_CAPACITY_EXCEEDED' | 'SCHEDULE_CAPACITY_EXCEEDED'> {
  const left = Math.max(0, ask.capacity - ask.taken)
  if (ask.people <= left) return { ok: 'SEATED' }
  return { refused: ask.type === 'CLASS' ? 'SESSION_CAPACITY_EXCEEDED' : 'SCHEDULE_CAPACITY_EXCEEDED', data: { left } }
}
