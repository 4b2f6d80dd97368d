/** A class that people wait for, and what may never happen to its places. */
import { expect } from 'vitest'
import { guest, type BookingStudio, type MadeService } from './booking-studio.ts'
import type { Called } from './world.ts'

export interface Person {
  token: string
  email: string
}
export interface Seated extends Person {
  id: string
  revision: string
}

export const waitlistRules = {
  waitlistPolicy: { enabled: true, capacity: 10, reservationTimeInMinutes: 10 },
  participantsPolicy: { maxParticipantsPerBooking: 3 },
  cancellationPolicy: { enabled: true },
  reschedulePolicy: { enabled: true },
}

/** A class with a waiting list, made as the dashboard makes it; free when no way to pay is given. */
export async function makeWaitableClass(
  studio: BookingStudio,
  capacity: number,
  payment: Record<string, unknown> = { rateType: 'NO_FEE' },
): Promise<MadeService> {
  const { bookingPolicy } = await studio.world.ok('POST', '/v1/booking-policies', {
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
  const made = (await studio.world.ok('POST', '/v2/services', { as: studio.site, body: { service } })).service
  return { id: made.id, scheduleId: made.schedule.id }
}
/** The class as such has room for more or fewer people. */
export async function changeUsualCapacity(studio: BookingStudio, yoga: MadeService, defaultCapacity: number): Promise<void> {
  const { service } = await studio.world.ok('GET', `/v2/services/${yoga.id}`, { as: studio.site })
  await studio.world.ok('PATCH', `/v2/services/${yoga.id}`, { as: studio.site, body: { service: { revision: service.revision, defaultCapacity } } })
}

export const makePerson = async (studio: BookingStudio): Promise<Person> => ({ token: await studio.world.visitor(studio.site), email: guest().email })

export const bookSeat = (studio: BookingStudio, yoga: MadeService, eventId: string, who: Person, totalParticipants = 1): Promise<Called> =>
  studio.world.call('POST', '/api/checkout/bookings', {
    token: who.token,
    body: { slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Sam', email: who.email }, totalParticipants },
  })

export const joinWaitlist = (studio: BookingStudio, yoga: MadeService, eventId: string, who: Person, totalParticipants = 1): Promise<Called> =>
  studio.world.call('POST', '/bookings/v1/waitlist/register', {
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
export const waitlistOf = async (studio: BookingStudio, eventId: string): Promise<WaitlistState> =>
  (await studio.world.ok('POST', '/bookings/v1/waitlist/list', { as: studio.site, body: { sessionIds: [eventId] } })).waitlists[0]

/** Runs what is due, as the runner does every quarter of a minute. */
export async function sweep(studio: BookingStudio): Promise<void> {
  await studio.world.runner.sweepAll()
  await studio.world.runner.drain()
}

/** The places of a session as a visitor sees them: all, open to everybody, and under an offer. */
export async function placesOf(studio: BookingStudio, yoga: MadeService, eventId: string) {
  const { timeSlot } = await studio.world.ok('GET', `/_api/service-availability/v2/time-slots/event/${eventId}`, {
    token: await studio.world.visitor(studio.site),
    query: { serviceId: yoga.id },
  })
  const { registrations } = await waitlistOf(studio, eventId)
  const offered = registrations.filter((one) => one.status === 'SUGGESTING').reduce((sum, one) => sum + one.numberOfParticipants, 0)
  return { total: timeSlot.totalCapacity as number, remaining: timeSlot.remainingCapacity as number, open: timeSlot.bookableCapacity as number, offered }
}
/** A place that is free is open to everybody or under an offer; none is kept for nobody. */
export async function expectNoPlaceLost(studio: BookingStudio, yoga: MadeService, eventId: string): Promise<void> {
  const { remaining, open, offered } = await placesOf(studio, yoga, eventId)
  expect({ remaining, accounted: open + offered }).toEqual({ remaining, accounted: Math.max(remaining, offered) })
}
