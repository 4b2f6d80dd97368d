/** Hooks of the calendar for the domains that book its sessions. */
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'
import type { Interval } from '#kit/pure/intervals.ts'

/** What changed about a session; adding or cancelling one counts as a change of time. */
export type SessionAspect = 'time' | 'place' | 'staff'
export interface SessionChange {
  eventId: string
  scheduleId: string
  isCourse: boolean
  changed: readonly SessionAspect[]
  /** Absent: participants are notified. */
  participantNotification?: { notifyParticipants?: boolean | null; message?: string | null } | undefined
}
/** A session was added, moved or cancelled, or its location or staff changed: its bookings follow in the same transaction. Source: guide services-and-availability §13.4, §13.5. */
export const onSessionChanged = hook<SessionChange, void>()

export type AppointmentsQuery = { range: Interval } | { id: string }
/** An appointment as the calendar shows it. Times in epoch milliseconds. */
export interface BookedAppointment extends Interval {
  /** The id of the booking. */
  id: string
  scheduleId: string
  serviceId: string
  title: string
  resourceIds: readonly string[]
  location: { type: 'BUSINESS' | 'CUSTOM' | 'CUSTOMER'; id?: string; name?: string; formattedAddress?: string } | undefined
  /** Absent while a hold waits for its checkout. */
  approval: 'PENDING' | 'APPROVED' | 'DECLINED' | undefined
  isCancelled: boolean
  revision: number
}
/** Appointments that hold time in a range, or the one with an id. */
export const listBookedAppointments = hook<AppointmentsQuery, BookedAppointment[], ReadContext>()

/** Which of these sessions have bookings whose hold ran out: they have no seat, and may still be paid or confirmed while one is free. */
export const findSessionsWithLapsedHolds = hook<readonly string[], readonly string[], ReadContext>()

/** The ends of bookings without the buffer after them, in epoch milliseconds by booking id. */
export const findBookingEnds = hook<readonly string[], ReadonlyMap<string, number>, ReadContext>()
