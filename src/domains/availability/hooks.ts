/** Questions that the calendar puts to those who booked its sessions; `domains.ts` ties them. */
import { hook } from '#kit/api/hooks.ts'

/** What became different about a session; an added or cancelled one counts as another time. */
export type SessionAspect = 'time' | 'place' | 'staff'
export interface SessionChange {
  eventId: string
  scheduleId: string
  isCourse: boolean
  changed: readonly SessionAspect[]
  /** Absent: whoever holds a place is told. */
  participantNotification?: { notifyParticipants?: boolean | null; message?: string | null } | undefined
}
/** A session was added, moved, cancelled, or got another place or other staff: its bookings follow in the same transaction (guide: services-and-availability 13.4, 13.5). */
export const onSessionChanged = hook<SessionChange, void>()
