/** Free times of a service on a day for the owner, by the second version of availability: each with every person who is free, so that one press picks both. */
import { useApiQuery } from '#web/api.ts'
import { addDays, startOfDay } from '#web/kit/days.ts'
import type { ReplyOf } from '#web/operations.ts'

type TimeSlot = ReplyOf<'timeSlots.listAvailabilityTimeSlots'>['timeSlots'][number]
type Available = TimeSlot['availableResources']

export interface FreeTime {
  slot: {
    serviceId: string
    scheduleId?: string | undefined
    /** Instants. */
    startDate: string
    endDate: string
    eventId?: string | undefined
    /** Absent where anyone may give the appointment. */
    resource?: { id: string; name: string } | undefined
    location?: { id?: string; name?: string; formattedAddress?: string; locationType: string } | undefined
  }
  openSpots: number
  /** More people are free than are named: this stands for any of them. */
  isAnyone?: boolean
  /** The parts of a visit of several services, in their order. */
  parts?: { serviceId: string; scheduleId: string; startDate: string; endDate: string; resource?: { id: string; name: string } | undefined }[]
}
/** What of a service its times follow from. */
export interface TimedService {
  id: string
  type: string
  primaryResourceType?: string | null | undefined
}
/** Further services of the same visit, and where it takes place. */
export interface VisitChain {
  serviceIds: readonly string[]
  location: { id?: string; locationType: string }
}

/** The type of resource that staff members are. */
const staffType = '1cd44cf8-756f-41c3-bd90-3e2ffcaf1155'
const locationTypes = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const
const slotLocationTypes: Record<string, keyof typeof locationTypes> = { OWNER_BUSINESS: 'BUSINESS', OWNER_CUSTOM: 'CUSTOM', CUSTOM: 'CUSTOMER' }

// Asked in UTC, where each instant has one local time.
const toInstant = (local: string): string => `${local}.000Z`
const toLocal = (day: string, zone: string): string => startOfDay(day, zone).slice(0, 19)
const toRange = (from: string, to: string, zone: string) => ({ timeZone: 'UTC', fromLocalDate: toLocal(from, zone), toLocalDate: toLocal(to, zone) })
const findFirst = (available: Available) => available[0]?.resources[0]

const toSlot = (slot: TimeSlot): FreeTime['slot'] => ({
  serviceId: slot.serviceId ?? '',
  ...(slot.scheduleId ? { scheduleId: slot.scheduleId } : {}),
  startDate: toInstant(slot.localStartDate),
  endDate: toInstant(slot.localEndDate),
  ...(slot.location ? { location: { ...slot.location, locationType: locationTypes[slot.location.locationType] } } : {}),
})

/** One entry per person who is free; where more are free than are listed, one more for any of them. */
function toAppointmentTimes(slot: TimeSlot): FreeTime[] {
  const [kind] = slot.availableResources
  const named: FreeTime[] = (kind?.resources ?? []).map((resource) => ({ slot: { ...toSlot(slot), resource }, openSpots: slot.remainingCapacity }))
  return kind && !kind.hasMoreAvailableResources ? named : [...named, { slot: toSlot(slot), openSpots: slot.remainingCapacity, isAnyone: kind !== undefined }]
}
const toSession = (slot: TimeSlot): FreeTime => ({
  slot: { ...toSlot(slot), ...(slot.eventInfo ? { eventId: slot.eventInfo.eventId } : {}), resource: findFirst(slot.availableResources) },
  openSpots: slot.remainingCapacity,
})
const toVisit = (slot: TimeSlot): FreeTime => ({
  slot: toSlot(slot),
  openSpots: slot.remainingCapacity,
  parts: slot.nestedTimeSlots.map(({ serviceId, scheduleId, localStartDate, localEndDate, availableResources }) => ({
    serviceId,
    scheduleId,
    startDate: toInstant(localStartDate),
    endDate: toInstant(localEndDate),
    resource: findFirst(availableResources),
  })),
})

/** What the list of an appointment, or of the sessions of a class, is asked with. */
const toAppointmentsInput = (service: TimedService, range: ReturnType<typeof toRange>, limit?: number) => ({
  body: { serviceId: service.id, ...range, includeResourceTypeIds: [service.primaryResourceType ?? staffType], ...(limit ? { cursorPaging: { limit } } : {}) },
})
const toSessionsInput = (service: TimedService, range: ReturnType<typeof toRange>) => ({ body: { serviceIds: [service.id], ...range } })

interface FreeTimesInput {
  service: TimedService
  date: string
  /** The zone of the business. */
  zone: string
  chain: VisitChain | undefined
}
/** The times of a day: of one service, or those at which several fit one after the other. The booking policy does not bind the owner. */
export function useFreeTimes({ service, date, zone, chain }: FreeTimesInput) {
  const range = toRange(date, addDays(date, 1), zone)
  const isVisit = chain !== undefined && chain.serviceIds.length > 0
  const isClass = service.type === 'CLASS'
  const appointments = useApiQuery('timeSlots.listAvailabilityTimeSlots', toAppointmentsInput(service, range), { enabled: !isVisit && !isClass })
  const sessions = useApiQuery('timeSlots.listEventTimeSlots', toSessionsInput(service, range), { enabled: !isVisit && isClass })
  const visits = useApiQuery(
    'timeSlots.listMultiServiceAvailabilityTimeSlots',
    {
      body: {
        ...range,
        services: [service.id, ...(chain?.serviceIds ?? [])].map((serviceId) => ({ serviceId, includeResourceTypeIds: [staffType] })),
        ...(chain ? { location: { ...chain.location, locationType: slotLocationTypes[chain.location.locationType] ?? 'BUSINESS' } } : {}),
      },
    },
    { enabled: isVisit },
  )
  const found = isVisit ? visits : isClass ? sessions : appointments
  const times = isVisit
    ? visits.data?.timeSlots.map(toVisit)
    : isClass
      ? sessions.data?.timeSlots.map(toSession)
      : appointments.data?.timeSlots.flatMap(toAppointmentTimes)
  return { times, isPending: found.isPending, error: found.error }
}

/** The first free time after a day; undefined while it is loaded, null when there is none within `days`. */
export function useNextFreeTime(service: TimedService, { date, days, zone, people }: { date: string; days: number; zone: string; people: number }) {
  const range = toRange(addDays(date, 1), addDays(date, days), zone)
  const isClass = service.type === 'CLASS'
  const appointments = useApiQuery('timeSlots.listAvailabilityTimeSlots', toAppointmentsInput(service, range, 1), { enabled: !isClass })
  const sessions = useApiQuery(
    'timeSlots.listEventTimeSlots',
    { body: { ...toSessionsInput(service, range).body, minBookableCapacity: people, cursorPaging: { limit: 1 } } },
    { enabled: isClass },
  )
  const slots = (isClass ? sessions : appointments).data?.timeSlots
  return slots && (slots[0] ? toInstant(slots[0].localStartDate) : null)
}
