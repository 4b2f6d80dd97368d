/** Questions that the calendar puts to those who booked its sessions; `domains.ts` ties them. */
import { question } from '#kit/asks.ts'

export interface SessionChange {
  eventId: string
  scheduleId: string
  isCourse: boolean
  /** Absent: whoever holds a place is told. */
  participantNotification?: { notifyParticipants?: boolean | null; message?: string | null } | undefined
}
/** A session was added, moved or cancelled: its bookings follow in the same transaction (guide: services-and-availability 13.4, 13.5). */
export const followSession = question<SessionChange, void>()
