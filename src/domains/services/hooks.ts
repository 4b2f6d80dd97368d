/** Hooks of services for availability and bookings. */
import { hook } from '#kit/api/hooks.ts'

export interface ServiceDeletion {
  serviceId: string
  preserveFutureSessionsWithParticipants: boolean
  /** Customers of cancelled bookings are notified only on request. */
  participantNotification?: { notifyParticipants?: boolean | null; message?: string | null } | undefined
}
/** The service is about to be deleted: sessions and bookings end in the same transaction. Source: guide services-and-availability §6.4. */
export const onServiceDeleted = hook<ServiceDeletion, void>({ dependentsFirst: true })

/** The default capacity of a class or course changed: freed seats are offered to its waitlist in the same transaction. Source: guide bookings §13.3. */
export const onCapacityChanged = hook<{ scheduleId: string }, void>()

/** A location as the calendar stores it. */
export interface SessionLocation {
  type: 'BUSINESS' | 'CUSTOM' | 'CUSTOMER'
  id?: string
  name?: string
  formattedAddress?: string
}
/** The locations of a service changed: its future sessions and appointments stay, move or are cancelled. Source: guide services-and-availability §6.5. */
export interface LocationsChange {
  serviceId: string
  scheduleId: string
  /** Ids of business or custom locations that are no longer offered. */
  locationIds: readonly string[]
  /** What happens to future sessions there. */
  action: 'KEEP' | 'MOVE' | 'CANCEL'
  /** The new location, with MOVE. */
  to?: SessionLocation | undefined
  /** The location of sessions without their own: the first of the service, before and after. */
  inherited: { before: SessionLocation | undefined; after: SessionLocation | undefined }
  participantNotification?: { notifyParticipants?: boolean | null; message?: string | null } | undefined
}
export const onLocationsChanged = hook<LocationsChange, void>()

/** A service was cloned: copies its running series. False when they could not be copied. */
export const copySeries = hook<{ fromScheduleId: string; to: { serviceId: string; scheduleId: string } }, boolean>()
