/** Questions that services put to those who sell their time; `domains.ts` ties them. */
import { question } from '#kit/asks.ts'

export interface ServiceEnd {
  serviceId: string
  preserveFutureSessionsWithParticipants: boolean
  /** Customers of cancelled bookings are told only when it says so. */
  participantNotification?: { notifyParticipants?: boolean | null; message?: string | null } | undefined
}
/** The service is deleted: its bookings follow in the same transaction (guide: services-and-availability 6.4). */
export const followServiceEnd = question<ServiceEnd, void>()
