/** Times to which bookings can be rescheduled: as long as what was booked, with its add-ons, and another than the one that is booked. */
import type { useSlots } from './catalog.ts'
import { type BookedLocation, type SlotEntry, toBookedSlot } from './catalog.ts'
import { type ChainSlotEntry, useChainTimes } from './chain-times.ts'

export type NewTimeEntry = ChainSlotEntry

/** What of a booking its new times follow from. */
export interface BookedPart {
  serviceId: string
  serviceType: string
  booking: {
    startDate: string
    endDate?: string | undefined
    bookedAddOns?: readonly unknown[]
    bookedEntity: {
      slot?: { eventId?: string | undefined; resource?: { id?: string | undefined } | undefined; location?: BookedLocation | undefined } | undefined
    }
  }
}

interface BookedAddOn {
  addOnId: string
  durationInMinutes?: number
}
const listLongAddOns = ({ booking }: BookedPart): string[] =>
  ((booking.bookedAddOns ?? []) as BookedAddOn[]).filter(({ durationInMinutes }) => durationInMinutes).map(({ addOnId }) => addOnId)

/** A hook that finds the times of a visit, or of a booking whose add-ons take time, in place of the usual ones of one service; undefined where those do. */
export function useNewTimes(parts: readonly BookedPart[]): typeof useSlots | undefined {
  const location = parts[0]?.booking.bookedEntity.slot?.location
  const chain = parts.map((part) => ({ serviceId: part.serviceId, addOnIds: listLongAddOns(part) }))
  return useChainTimes(chain.length > 1 || chain.some(({ addOnIds }) => addOnIds.length > 0) ? chain : [], [
    { locationType: location?.locationType ?? 'OWNER_BUSINESS', id: location?.id },
  ])
}

/** Whether the booking is at this time. Another session or another person at the same time is a change. */
export function isBookedTime({ booking: { startDate, bookedEntity } }: BookedPart, { slot }: SlotEntry): boolean {
  if (Date.parse(slot.startDate) !== Date.parse(startDate)) return false
  const booked = bookedEntity.slot
  return (booked?.eventId ?? '') === (slot.sessionId ?? '') && (!slot.resource?.id || slot.resource.id === booked?.resource?.id)
}

/** The slot as a reschedule sends it: an appointment keeps its length, even if the service's has changed. */
export function toNewSlot({ booking, serviceType }: BookedPart, entry: SlotEntry) {
  const slot = toBookedSlot(entry)
  if (serviceType !== 'APPOINTMENT' || !booking.endDate) return slot
  const length = Date.parse(booking.endDate) - Date.parse(booking.startDate)
  return { ...slot, startDate: new Date(slot.startDate).toISOString(), endDate: new Date(Date.parse(slot.startDate) + length).toISOString() }
}
