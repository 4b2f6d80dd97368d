/** Questions that services put to those who sell their time; handled in the `index.ts` of others. */
import { hook } from '#kit/api/hooks.ts'

export interface ServiceDeletion {
  serviceId: string
  preserveFutureSessionsWithParticipants: boolean
  /** Customers of cancelled bookings are told only when it says so. */
  participantNotification?: { notifyParticipants?: boolean | null; message?: string | null } | undefined
}
/** The service is deleted: its bookings follow in the same transaction (guide: services-and-availability 6.4). */
export const onServiceDeleted = hook<ServiceDeletion, void>({ dependentsFirst: true })

/** The usual capacity of a class or course changed: those who wait for its sessions are asked in the same transaction (guide bookings §13.3). */
export const onCapacityChanged = hook<{ scheduleId: string }, void>()

/** A place as the calendar keeps it. */
export interface SessionLocation {
  type: 'BUSINESS' | 'CUSTOM' | 'CUSTOMER'
  id?: string
  name?: string
  formattedAddress?: string
}
/** The places of a service changed: its future sessions and appointments stay, move or end (guide 6.5). */
export interface LocationsChange {
  serviceId: string
  scheduleId: string
  /** Ids of business places, or of places outside, that are no longer offered. */
  locationIds: readonly string[]
  /** What becomes of what lies ahead there. */
  action: 'KEEP' | 'MOVE' | 'CANCEL'
  /** Where to instead, with MOVE. */
  to?: SessionLocation | undefined
  /** Where sessions without a place of their own take place: the first place of the service, before and after. */
  inherited: { before: SessionLocation | undefined; after: SessionLocation | undefined }
  participantNotification?: { notifyParticipants?: boolean | null; message?: string | null } | undefined
}
export const onLocationsChanged = hook<LocationsChange, void>()

/** A copy of a service wants its running series. False: they could not be copied. */
export const copySeries = hook<{ fromScheduleId: string; to: { serviceId: string; scheduleId: string } }, boolean>()
