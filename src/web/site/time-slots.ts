/** Times of services as the second version of availability lists them: free times of appointments, all sessions of classes. */
import { call } from '../api.ts'
import { addDays, startOfDay, toInstant } from '../kit/days.ts'
import type { ReplyOf } from '../operations.ts'

/** What of a service its times follow from. */
export interface SlotService {
  id: string
  type: string
  payment?: { rateType?: string }
  staffMemberIds?: string[]
}
export interface SlotEntry {
  slot: {
    sessionId?: string
    serviceId: string
    scheduleId?: string
    startDate: string
    endDate: string
    timezone?: string
    /** Of an appointment only who was asked for, or has to be named: the server chooses among those who are free when it is booked. */
    resource?: { id?: string; name?: string }
    location?: { id?: string; name?: string; locationType?: string; formattedAddress?: string }
  }
  bookable: boolean
  /** Free spots are reserved for the waitlist. */
  locked?: boolean
  openSpots: number
  totalSpots: number
  bookingPolicyViolations?: { tooEarlyToBook?: boolean; tooLateToBook?: boolean; bookOnlineDisabled?: boolean }
  waitingList?: { totalSpots?: number; openSpots?: number }
}
export interface SlotFilter {
  /** Of an appointment at most this many per day, bookable ones first. */
  slotsPerDay?: number
  /** At most this many in all, earliest first. */
  limit?: number
  bookableOnly?: boolean
  /** Only slots of this resource. */
  resourceId?: string
}
/** Days of a zone, YYYY-MM-DD. */
export interface DayRange {
  from: string
  days: number
  zone: string
}

type TimeSlot = ReplyOf<'timeSlots.listAvailabilityTimeSlots'>['timeSlots'][number]
const locationTypes = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const

const toEntry = (slot: TimeSlot, { askedIn, zone, namesPerson }: { askedIn: string; zone: string; namesPerson: boolean }): SlotEntry => {
  const resource = namesPerson ? slot.availableResources[0]?.resources[0] : undefined
  const waitingList = slot.eventInfo?.waitingList
  return {
    slot: {
      ...(slot.eventInfo ? { sessionId: slot.eventInfo.eventId } : {}),
      serviceId: slot.serviceId ?? '',
      ...(slot.scheduleId ? { scheduleId: slot.scheduleId } : {}),
      startDate: toInstant(slot.localStartDate, askedIn),
      endDate: toInstant(slot.localEndDate, askedIn),
      timezone: zone,
      ...(resource ? { resource } : {}),
      ...(slot.location ? { location: { ...slot.location, locationType: locationTypes[slot.location.locationType] } } : {}),
    },
    bookable: slot.bookable,
    locked: slot.nonBookableReasons.reservedForWaitingList,
    openSpots: slot.remainingCapacity,
    totalSpots: slot.totalCapacity,
    bookingPolicyViolations: slot.bookingPolicyViolations,
    ...(waitingList ? { waitingList: { totalSpots: waitingList.totalCapacity, openSpots: waitingList.remainingCapacity } } : {}),
  }
}

const slotsPerPage = 1000
const maxSlots = 5000
type Page = { timeSlots: TimeSlot[]; next: string | undefined }
/** Page after page, up to a limit. */
async function listPages(limit: number | undefined, ask: (cursorPaging: { limit: number; cursor?: string }) => Promise<Page>): Promise<TimeSlot[]> {
  const most = limit ?? maxSlots
  const found: TimeSlot[] = []
  let cursor: string | undefined
  do {
    const page = await ask({ limit: Math.min(slotsPerPage, most - found.length), ...(cursor ? { cursor } : {}) })
    found.push(...page.timeSlots)
    cursor = page.next
  } while (cursor && found.length < most)
  return found
}

const toUtcText = (day: string, zone: string) => startOfDay(day, zone).slice(0, 19)
/**
 * A range as the call takes it. UTC, where each instant has one local time; with a limit per day the zone of the reader, whose days are
 * counted: such slots say which days are free, none of them is booked.
 */
const toRange = ({ from, days, zone }: DayRange, isPerDay: boolean) => {
  const end = addDays(from, days)
  return isPerDay
    ? { timeZone: zone, fromLocalDate: `${from}T00:00:00`, toLocalDate: `${end}T00:00:00` }
    : { timeZone: 'UTC', fromLocalDate: toUtcText(from, zone), toLocalDate: toUtcText(end, zone) }
}

async function fetchAppointments(service: SlotService, days: DayRange, filter: SlotFilter, mustName: boolean): Promise<SlotEntry[]> {
  // Where the price depends on the person, it is the one of who is booked.
  const namesPerson = mustName || filter.resourceId !== undefined || service.payment?.rateType === 'VARIED' || service.staffMemberIds?.length === 1
  const range = toRange(days, filter.slotsPerDay !== undefined)
  const slots = await listPages(filter.limit, async (cursorPaging) => {
    const { timeSlots, cursorPagingMetadata } = await call('timeSlots.listAvailabilityTimeSlots', {
      body: {
        serviceId: service.id,
        ...range,
        ...(filter.bookableOnly ? { bookable: true } : {}),
        ...(filter.slotsPerDay ? { timeSlotsPerDay: filter.slotsPerDay } : {}),
        ...(filter.resourceId ? { resourceTypes: [{ resourceIds: [filter.resourceId] }] } : {}),
        ...(namesPerson ? { includeResourceTypeIds: [staffType] } : {}),
        cursorPaging,
      },
    })
    return { timeSlots, next: cursorPagingMetadata.cursors.next }
  })
  return slots.map((slot) => toEntry(slot, { askedIn: range.timeZone, zone: days.zone, namesPerson }))
}
/** The type of resource that staff members are. */
const staffType = '1cd44cf8-756f-41c3-bd90-3e2ffcaf1155'

async function fetchSessions(serviceIds: string[], days: DayRange, filter: SlotFilter): Promise<SlotEntry[]> {
  const range = toRange(days, false)
  const slots = await listPages(filter.limit, async (cursorPaging) => {
    const { timeSlots, pagingMetadata } = await call('timeSlots.listEventTimeSlots', {
      body: {
        serviceIds,
        ...range,
        ...(filter.bookableOnly ? { includeNonBookable: false } : {}),
        ...(filter.resourceId ? { eventFilter: { 'resources.id': filter.resourceId } } : {}),
        cursorPaging,
      },
    })
    return { timeSlots, next: pagingMetadata.cursors.next }
  })
  return slots.map((slot) => toEntry(slot, { askedIn: range.timeZone, zone: days.zone, namesPerson: true }))
}

/** Times of services in order. `mustName`: appointments cannot be booked without naming a person. */
export async function fetchSlots(services: readonly SlotService[], days: DayRange, filter: SlotFilter, mustName: boolean): Promise<SlotEntry[]> {
  const classes = services.filter(({ type }) => type === 'CLASS').map(({ id }) => id)
  const lists = await Promise.all([
    ...services.filter(({ type }) => type === 'APPOINTMENT').map((service) => fetchAppointments(service, days, filter, mustName)),
    ...(classes.length > 0 ? [fetchSessions(classes, days, filter)] : []),
  ])
  return lists.length === 1 ? (lists[0] ?? []) : lists.flat().toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate))
}
