/** What is sent to move a booking; its dry run asks the same. */
import type { ParticipantNotification } from './confirm-dialog.tsx'

export interface NewSlot {
  serviceId: string
  scheduleId?: string | undefined
  startDate: string
  endDate: string
  eventId?: string | undefined
  resourceId?: string | undefined
}

/** The call that moves a booking to a slot, whatever the policy of its service says. */
export const toReschedule = (
  booking: { id: string; revision: string; timezone: string },
  { serviceId, scheduleId, startDate, endDate, eventId, resourceId }: NewSlot,
  participantNotification: ParticipantNotification | undefined,
) => ({
  params: { bookingId: booking.id },
  body: {
    slot: {
      serviceId,
      scheduleId,
      startDate,
      endDate,
      timezone: booking.timezone,
      ...(eventId ? { eventId } : {}),
      ...(resourceId && !eventId ? { resource: { id: resourceId } } : {}),
    },
    revision: booking.revision,
    participantNotification,
    flowControlSettings: { ignoreReschedulePolicy: true },
  },
})
