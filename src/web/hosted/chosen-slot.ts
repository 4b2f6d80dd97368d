/** The chosen slot: from the query of our pages, a storefront's flow, or the list of nearest times. */
import { businessZone } from '../business-zone.ts'
import type { SearchOf } from '../search-params.ts'
import type { bookingSearch } from '../site-search.ts'
import { visitorZone } from '../kit/days.ts'
import { type Service, toBookedSlot, toResourceChoice, type SlotEntry } from '../site/catalog.ts'
import type { Flow } from './flow.ts'

export interface ChosenSlot {
  serviceId: string
  scheduleId?: string | undefined
  start?: string | undefined
  end?: string | undefined
  zone?: string | undefined
  eventId?: string | undefined
  resourceId?: string | undefined
  location?: Record<string, unknown> | undefined
  /** Chosen with the time: the value of an option, and add-ons as links write them. */
  choice?: string | undefined
  addOns?: string | undefined
}
export const fromSearch = (search: SearchOf<typeof bookingSearch>): ChosenSlot | undefined =>
  search.serviceId
    ? {
        ...search,
        serviceId: search.serviceId,
        location: search.locationType ? { locationType: search.locationType, ...(search.locationId ? { id: search.locationId } : {}) } : undefined,
      }
    : undefined
export function fromFlow(flow: Flow | undefined): ChosenSlot | undefined {
  const slot = flow?.payload?.slotAvailability?.slot
  return slot?.serviceId
    ? {
        serviceId: slot.serviceId,
        scheduleId: slot.scheduleId,
        start: slot.startDate,
        end: slot.endDate,
        zone: slot.timezone ?? flow?.payload?.timezone,
        eventId: slot.eventId ?? slot.sessionId,
        resourceId: slot.resource?.id,
        location: slot.location,
      }
    : undefined
}
export const fromSlotEntry = (entry: SlotEntry): ChosenSlot => {
  const { startDate, endDate, timezone, resource, ...slot } = toBookedSlot(entry)
  return { ...slot, start: startDate, end: endDate, zone: timezone, resourceId: resource?.id }
}
/** The clock by which the client is told the times: as they were chosen, and of a course on site that of the business, as its page shows them. */
export const findClientZone = ({ type, conferencing }: Service, { zone }: ChosenSlot): string =>
  zone || (type === 'COURSE' && !conferencing?.enabled && businessZone()) || visitorZone()

/** What is booked: a course as a whole, anything else by slot. */
export function toBookedEntity(service: Service, chosen: ChosenSlot) {
  const { id: serviceId, type } = service
  const { scheduleId, start, end, eventId, resourceId, location } = chosen
  const timezone = findClientZone(service, chosen)
  if (type === 'COURSE') return { schedule: { serviceId, scheduleId, timezone } }
  return {
    slot: {
      serviceId,
      scheduleId,
      startDate: start,
      endDate: end,
      timezone,
      eventId,
      sessionId: eventId,
      ...toResourceChoice(resourceId, eventId),
      ...(location ? { location } : {}),
    },
  }
}
/** A key that identifies the choice. */
export const toSlotKey = (chosen: ChosenSlot | undefined): string =>
  chosen ? [chosen.serviceId, chosen.start, chosen.resourceId, chosen.location?.id].join(' ') : 'nothing'
