/** What the actions on a booking need to know about it, whether it stands in a list or in the calendar. */
import type { Booking, CalendarGuest, CalendarItem } from '../entities.ts'
import { bookingEnd, bookingStart, clientName, people } from './words.ts'

export interface BookingFacts {
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
  resourceId?: string | undefined
  /** Several dates, booked as one. */
  course: boolean
}

export function factsOf(booking: Booking): BookingFacts {
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
    people: people(booking),
    eventId: slot?.eventId,
    resourceId: slot?.resource?.id,
    course: schedule !== undefined,
  }
}

export const factsOfGuest = (item: CalendarItem, guest: CalendarGuest): BookingFacts => ({
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
  ...(item.kind === 'APPOINTMENT' && item.resourceIds[0] ? { resourceId: item.resourceIds[0] } : {}),
  course: false,
})
