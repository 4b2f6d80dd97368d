/** Why a session of a class, or a course, is not offered at a time. Seats and flags are counted by the rules that all lists use. Source: guide services-and-availability §16.8. */
import { countSeats, type SeatUsage } from './sessions.ts'
import { changeGate, isGateOpen, type BookingGate, type SlotChange } from './slot-changes.ts'
import { findGateReasons, toExplanation, type Explanation, type SlotReason } from './slot-reasons.ts'

export interface SessionSituation extends BookingGate {
  /** Of a new session. */
  defaultCapacity: number
  /** The one that begins at the time; null: there is none. */
  session: (SeatUsage & { isCancelled: boolean }) | null
}

export const isSessionOffered = (situation: SessionSituation): boolean =>
  isGateOpen(situation) && situation.session !== null && !situation.session.isCancelled && countSeats(situation.session).bookableCapacity > 0

export function changeSession(situation: SessionSituation, change: SlotChange): SessionSituation {
  const { session, defaultCapacity } = situation
  if (change.kind === 'ADD_SESSION') return { ...situation, session: { isCancelled: false, capacity: defaultCapacity, taken: 0, offered: 0, reserved: 0 } }
  if (change.kind === 'SET_CAPACITY' && session) return { ...situation, session: { ...session, capacity: change.capacity } }
  if (change.kind === 'RELEASE_WAITLIST' && session) return { ...situation, session: { ...session, reserved: 0 } }
  return changeGate(situation, change)
}

export function explainSession(situation: SessionSituation): Explanation {
  if (isSessionOffered(situation)) return { isOffered: true, reasons: [], ways: [] }
  return toExplanation([[...findGateReasons(situation), ...findSeatReasons(situation.session)]])
}

function findSeatReasons(session: SessionSituation['session']): SlotReason[] {
  if (!session) return [{ code: 'NO_SESSION', change: { kind: 'ADD_SESSION' } }]
  if (session.isCancelled) return [{ code: 'SESSION_CANCELLED', change: { kind: 'ADD_SESSION' } }]
  const open = countSeats({ ...session, reserved: 0 }).bookableCapacity
  const { remainingCapacity } = countSeats(session)
  const capacity = session.taken + session.offered + 1
  return [
    ...(session.reserved > 0 ? [{ code: 'RESERVED_FOR_WAITLIST' as const, change: { kind: 'RELEASE_WAITLIST' as const } }] : []),
    ...(open > 0
      ? []
      : [
          {
            code: remainingCapacity > 0 && session.reserved === 0 ? ('RESERVED_FOR_WAITLIST' as const) : ('FULL' as const),
            change: { kind: 'SET_CAPACITY' as const, capacity },
          },
        ]),
  ]
}
