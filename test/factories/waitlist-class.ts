/** A class that people wait for, and what may never happen to its places. */
import { expect } from 'vitest'
import { guest, type BookingStudio, type CreatedService } from './booking-studio.ts'
import type { TestReply } from '../test-server.ts'

export interface Person {
  token: string
  email: string
}
export interface SeatHolder extends Person {
  id: string
  revision: string
}

export const waitlistRules = {
  waitlistPolicy: { enabled: true, capacity: 10, reservationTimeInMinutes: 10 },
  participantsPolicy: { maxParticipantsPerBooking: 3 },
  cancellationPolicy: { enabled: true },
  reschedulePolicy: { enabled: true },
}

/** A class with a waitlist, made as the dashboard makes it; free when no way to pay is given. */
export async function createWaitlistClass(
  studio: BookingStudio,
  capacity: number,
  payment: Record<string, unknown> = { rateType: 'NO_FEE' },
): Promise<CreatedService> {
  const { bookingPolicy } = await studio.server.ok('POST', '/v1/booking-policies', {
    as: studio.site,
    body: { bookingPolicy: { name: 'Waiting', ...waitlistRules } },
  })
  const service = {
    type: 'CLASS',
    name: 'Yoga',
    defaultCapacity: capacity,
    onlineBooking: { enabled: true },
    payment,
    bookingPolicy: { id: bookingPolicy.id },
  }
  const made = (await studio.server.ok('POST', '/v2/services', { as: studio.site, body: { service } })).service
  return { id: made.id, scheduleId: made.schedule.id }
}
/** The class as such has room for more or fewer people. */
export async function changeUsualCapacity(studio: BookingStudio, yoga: CreatedService, defaultCapacity: number): Promise<void> {
  const { service } = await studio.server.ok('GET', `/v2/services/${yoga.id}`, { as: studio.site })
  await studio.server.ok('PATCH', `/v2/services/${yoga.id}`, { as: studio.site, body: { service: { revision: service.revision, defaultCapacity } } })
}

export const createPerson = async (studio: BookingStudio): Promise<Person> => ({ token: await studio.server.visitorToken(studio.site), email: guest().email })

export const bookSeat = (studio: BookingStudio, yoga: CreatedService, eventId: string, who: Person, totalParticipants = 1): Promise<TestReply> =>
  studio.server.call('POST', '/api/checkout/bookings', {
    token: who.token,
    body: { slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Sam', email: who.email }, totalParticipants },
  })

export const joinWaitlist = (studio: BookingStudio, yoga: CreatedService, eventId: string, who: Person, totalParticipants = 1): Promise<TestReply> =>
  studio.server.call('POST', '/bookings/v1/waitlist/register', {
    token: who.token,
    body: {
      sessionId: eventId,
      booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Wim', email: who.email }, totalParticipants },
    },
  })

export interface WaitlistState {
  status: string
  registrations: { id: string; bookingId: string; status: string; numberOfParticipants: number }[]
}
export const readWaitlist = async (studio: BookingStudio, eventId: string): Promise<WaitlistState> =>
  (await studio.server.ok('POST', '/bookings/v1/waitlist/list', { as: studio.site, body: { sessionIds: [eventId] } })).waitlists[0]

/** Runs what is due, as the runner does every quarter of a minute. */
export async function runWaitlistSchedule(studio: BookingStudio): Promise<void> {
  await studio.server.runner.runSchedules()
  await studio.server.runner.drain()
}

/** The places of a session as a visitor sees them: all, open to everyone, and under an offer. */
export async function readCapacity(studio: BookingStudio, yoga: CreatedService, eventId: string) {
  const { timeSlot } = await studio.server.ok('GET', `/_api/service-availability/v2/time-slots/event/${eventId}`, {
    token: await studio.server.visitorToken(studio.site),
    query: { serviceId: yoga.id },
  })
  const { registrations } = await readWaitlist(studio, eventId)
  const offered = registrations.filter((one) => one.status === 'SUGGESTING').reduce((sum, one) => sum + one.numberOfParticipants, 0)
  return { total: timeSlot.totalCapacity as number, remaining: timeSlot.remainingCapacity as number, open: timeSlot.bookableCapacity as number, offered }
}
/** A free place is open to all customers or under an offer; none is kept without an offer. */
export async function expectNoPlaceLost(studio: BookingStudio, yoga: CreatedService, eventId: string): Promise<void> {
  const { remaining, open, offered } = await readCapacity(studio, yoga, eventId)
  expect({ remaining, accounted: open + offered }).toEqual({ remaining, accounted: Math.max(remaining, offered) })
}
