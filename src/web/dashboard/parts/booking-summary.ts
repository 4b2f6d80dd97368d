/** The part of a booking that its actions need, from a list or from the calendar. */
import type { Booking, CalendarGuest, CalendarItem } from '../entities.ts'
import { bookingEnd, bookingStart, clientName, participantCount } from './format.ts'

export interface BookingSummary {
  id: string
  revision: string
  status: string
  paymentStatus: string
  option?: string | undefined
  who: string
  what: string
  serviceId: string
  start: string
  end: string
  people: number
  /** The session whose attendance is noted. */
  eventId?: string | undefined
  /** A place in a class session; `eventId` is that session. */
  isClass: boolean
  resourceId?: string | undefined
  /** Several dates, booked as one. */
  course: boolean
}

export function toBookingSummary(booking: Booking): BookingSummary {
  const { slot, schedule, title } = booking.bookedEntity
  return {
    id: booking.id,
    revision: booking.revision,
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    option: booking.selectedPaymentOption,
    who: clientName(booking),
    what: title,
    serviceId: slot?.serviceId ?? schedule?.serviceId ?? '',
    start: bookingStart(booking),
    end: bookingEnd(booking),
    people: participantCount(booking),
    eventId: slot?.eventId,
    isClass: booking.bookedEntity.tags.includes('GROUP'),
    resourceId: slot?.resource?.id,
    course: schedule !== undefined,
  }
}

export const toGuestSummary = (item: CalendarItem, guest: CalendarGuest): BookingSummary => ({
  id: guest.id,
  revision: guest.revision,
  status: guest.status,
  paymentStatus: guest.paymentStatus,
  option: guest.selectedPaymentOption,
  who: guest.name,
  what: item.title,
  serviceId: item.serviceId,
  start: item.startDate,
  end: item.endDate,
  people: guest.participants,
  ...(item.kind === 'SESSION' ? { eventId: item.id } : {}),
  isClass: item.kind === 'SESSION',
  ...(item.kind === 'APPOINTMENT' && item.resourceIds[0] ? { resourceId: item.resourceIds[0] } : {}),
  course: false,
})
