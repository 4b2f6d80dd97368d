/** Why a session of a class, or a course, is not offered at a time. Seats and flags are counted by the rules that all lists use. Source: guide services-and-availability §16.9. */
import { countSeats, type SeatUsage } from './sessions.ts'
import { changeGate, isGateOpen, type BookingGate, type SlotChange } from './slot-changes.ts'
import { dropUnless, findGateReasons, toExplanation, type Explanation, type SlotReason } from './slot-reasons.ts'

export interface SessionSituation extends BookingGate {
  /** Whether a session begins at the time. */
  session: 'ON' | 'CANCELLED' | 'NONE'
  /** Its seats; of a course those of the whole course, of a session that is not on those that a new one would have. */
  seats: SeatUsage
}

export const isSessionOffered = (situation: SessionSituation): boolean =>
  isGateOpen(situation) && situation.session === 'ON' && countSeats(situation.seats).bookableCapacity > 0

/** As if no one were offered a seat or waited for one. */
const release = (seats: SeatUsage): SeatUsage => ({ ...seats, offered: 0, reserved: 0 })
/** The situation after a change. */
export function changeSession(situation: SessionSituation, change: SlotChange): SessionSituation {
  const { seats } = situation
  switch (change.kind) {
    case 'ADD_SESSION':
      return { ...situation, session: 'ON' }
    case 'SET_CAPACITY':
      return { ...situation, seats: { ...seats, capacity: change.capacity } }
    case 'RELEASE_WAITLIST':
      return { ...situation, seats: release(seats) }
    default:
      return changeGate(situation, change)
  }
}

export function explainSession(situation: SessionSituation): Explanation {
  if (isSessionOffered(situation)) return { isOffered: true, reasons: [], ways: [] }
  const { session } = situation
  const missing: SlotReason[] = session === 'ON' ? [] : [{ code: session === 'NONE' ? 'NO_SESSION' : 'SESSION_CANCELLED', change: { kind: 'ADD_SESSION' } }]
  const all = [...findGateReasons(situation), ...missing, ...findSeatReasons(situation.seats)]
  const opens = (way: readonly SlotReason[]) => isSessionOffered(way.reduce((now, { change }) => (change ? changeSession(now, change) : now), situation))
  return toExplanation([opens(all) ? all.toReversed().reduce((kept, reason) => dropUnless(kept, reason, opens), all) : all])
}

function findSeatReasons(seats: SeatUsage): SlotReason[] {
  const { taken, offered, reserved } = seats
  const kept: SlotReason[] = reserved + offered > 0 ? [{ code: 'RESERVED_FOR_WAITLIST', change: { kind: 'RELEASE_WAITLIST' } }] : []
  if (countSeats(release(seats)).bookableCapacity > 0) return kept
  const full: SlotReason = { code: 'FULL', change: { kind: 'SET_CAPACITY', capacity: taken + offered + 1 } }
  // Room for one more is enough while seats are only offered; those who wait without an offer would come first.
  return reserved > 0 ? [...kept, full] : [full]
}
