/** What is booked at the practice in the two weeks ahead: appointments, a visit of three services, classes with a waitlist, requests, the course. */
import { Temporal } from 'temporal-polyfill'
import { bookAll, listSessions, type BookedBooking } from './history.ts'
import { getToday, nextWeekday, toInstant, toLocal, type CallAsOwner, type SampleContext } from './calls.ts'
import { busyWeek, visit, type ServiceKey, type StaffKey, type WeekEntry } from './practice-facts.ts'
import type { MadeMember, Person } from './practice-members.ts'
import type { MadeServices } from './practice-services.ts'
import type { Team } from './practice-team.ts'
import type { PracticeWords } from './words.ts'

export interface Practice {
  words: PracticeWords
  team: Team
  services: MadeServices
  members: readonly MadeMember[]
}
/** The slot of an appointment, as the public calls name it. */
export function toSlot(
  when: SampleContext,
  { team, services }: Practice,
  at: { service: ServiceKey; staff: StaffKey; start: Temporal.PlainDateTime; minutes: number },
) {
  return {
    serviceId: services[at.service].id,
    startDate: toInstant(at.start, when).toString(),
    endDate: toInstant(at.start.add({ minutes: at.minutes }), when).toString(),
    timezone: when.timeZone,
    resource: { id: team.staff[at.staff] },
    location: { locationType: 'OWNER_BUSINESS' },
  }
}

/** The choice that the price depends on, where the service has one. */
function toChoices({ words, services }: Practice, { service, minutes }: WeekEntry, turn: number): object {
  const { facts, optionId } = services[service]
  if (!facts.prices || 'staff' in facts.prices) return { totalParticipants: 1 }
  const choice = 'lengths' in facts.prices ? { duration: { minutes } } : { custom: words.facial.choices[turn % 3] }
  return { participantsChoices: { serviceChoices: [{ numberOfParticipants: 1, choices: [{ optionId, ...choice }] }] } }
}

/** An appointment of the week on its date; `turn` varies what is chosen. */
export function toBooking(
  when: SampleContext,
  practice: Practice,
  { entry, date, person, turn }: { entry: WeekEntry; date: Temporal.PlainDate; person: Person; turn: number },
): object {
  const slot = toSlot(when, practice, { ...entry, start: toLocal(date, entry.time) })
  const isStrict = practice.services[entry.service].facts.isStrict === true
  return {
    booking: {
      bookedEntity: { slot },
      contactDetails: person,
      status: 'CONFIRMED',
      selectedPaymentOption: isStrict ? 'ONLINE' : 'OFFLINE',
      ...toChoices(practice, entry, turn),
    },
    ...(turn % 5 === 1 && { formSubmission: { note: practice.words.notes[turn % practice.words.notes.length] } }),
    ...(isStrict && { flowControlSettings: { skipBusinessConfirmation: true } }),
  }
}

/** A place in a session of a class. */
export const toClassBooking = ({ services }: Practice, { eventId, person }: { eventId: string; person: Person }) => ({
  booking: {
    bookedEntity: { slot: { serviceId: services.backClass.id, eventId } },
    contactDetails: person,
    totalParticipants: 1,
    status: 'CONFIRMED',
    selectedPaymentOption: 'OFFLINE',
  },
})

/** The others are new or blocked. */
export const BOOKING_MEMBERS = 25
const personAt = ({ members }: Practice, at: number): Person => (members[at % BOOKING_MEMBERS] as MadeMember).person

/** Whether an entry of the week that begins on this Monday has ended. */
export const isOver = (when: SampleContext, monday: Temporal.PlainDate, { day, time, minutes }: WeekEntry): boolean =>
  Temporal.Instant.compare(toInstant(toLocal(monday.add({ days: day - 1 }), time).add({ minutes }), when), when.now) <= 0

/** When what lies ahead was booked. */
const BOOKED_DAYS_AGO = [20, 15, 11, 8, 4, 1] as const
/** The rest of this week and the two after it, booked over the last weeks. */
async function makeAppointments(call: CallAsOwner, when: SampleContext, practice: Practice): Promise<void> {
  const today = getToday(when)
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const inputs = [0, 1, 2].flatMap((ahead) =>
    busyWeek.flatMap((entry, turn) => {
      const start = monday.add({ weeks: ahead })
      const isTaken = !isOver(when, start, entry) && (ahead < 2 || turn % 3 === 0) && !(entry.service === 'assessment' && ahead > 0)
      const date = start.add({ days: entry.day - 1 })
      return isTaken ? [toBooking(when, practice, { entry, date, person: personAt(practice, turn * 7 + ahead * 3), turn })] : []
    }),
  )
  for (const [round, daysAgo] of BOOKED_DAYS_AGO.entries())
    await bookAll(
      call,
      inputs.filter((_, at) => at % BOOKED_DAYS_AGO.length === round),
      when.now.subtract({ hours: 24 * daysAgo }),
    )
}

/** The next session is full and two wait for a spot; the others fill up. */
async function makeClassBookings(call: CallAsOwner, when: SampleContext, practice: Practice): Promise<void> {
  const today = getToday(when)
  const later = when.now.toZonedDateTimeISO(when.timeZone).toPlainDateTime().toString()
  const sessions = (await listSessions(call, practice.services.backClass.scheduleId, today, today.add({ days: 14 }))).filter(
    ({ start }) => start.localDate > later,
  )
  const inputs = sessions.flatMap(({ id }, place) =>
    Array.from({ length: place === 0 ? 6 : 2 + (place % 3) }, (_, at) => toClassBooking(practice, { eventId: id, person: personAt(practice, place * 3 + at) })),
  )
  await bookAll(call, inputs)
  const full = sessions[0]?.id
  for (const at of [18, 19])
    if (full) {
      const { booking } = toClassBooking(practice, { eventId: full, person: personAt(practice, at) })
      await call('POST', '/bookings/v1/waitlist/register', { sessionId: full, booking: { ...booking, status: undefined } })
    }
}

/** ISO weekday and start. */
const REQUESTS = [
  [1, '11:30'],
  [2, '13:00'],
  [3, '11:00'],
] as const
/** Requests for a first hour wait for an answer. */
async function makeRequests(call: CallAsOwner, when: SampleContext, practice: Practice): Promise<void> {
  const from = getToday(when).add({ days: 3 })
  for (const [at, [day, time]] of REQUESTS.entries()) {
    const slot = toSlot(when, practice, { service: 'assessment', staff: 'hannah', start: toLocal(nextWeekday(from, day), time), minutes: 60 })
    const { booking } = (await call('POST', '/v2/bookings', {
      booking: { bookedEntity: { slot }, contactDetails: personAt(practice, 15 + at), totalParticipants: 1, selectedPaymentOption: 'ONLINE' },
      formSubmission: { note: practice.words.notes[at] },
    })) as { booking: BookedBooking }
    await call('POST', `/v2/bookings/${booking.id}/mark_booking_as_pending`, { revision: booking.revision })
  }
}

async function makeVisit(call: CallAsOwner, when: SampleContext, practice: Practice): Promise<void> {
  let start = toLocal(nextWeekday(getToday(when).add({ days: 2 }), 4), '13:00')
  const bookings = visit.map((service) => {
    const minutes = practice.services[service].facts.minutes[0] ?? 0
    const slot = toSlot(when, practice, { service, staff: 'priya', start, minutes })
    start = start.add({ minutes })
    return { bookedEntity: { slot }, contactDetails: personAt(practice, 7), totalParticipants: 1, status: 'CONFIRMED', selectedPaymentOption: 'OFFLINE' }
  })
  await call('POST', '/v2/multi_service_bookings', { bookings, multiServiceBookingType: 'SEQUENTIAL_BOOKINGS' })
}

async function makeCourseBookings(call: CallAsOwner, when: SampleContext, practice: Practice): Promise<void> {
  const { id: serviceId, scheduleId } = practice.services.course
  const schedule = { serviceId, scheduleId, timezone: when.timeZone }
  const inputs = [2, 4, 10, 13, 21].map((at) => ({
    booking: {
      bookedEntity: { schedule },
      contactDetails: personAt(practice, at),
      totalParticipants: 1,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
    },
  }))
  const [first, second] = await bookAll(call, inputs)
  for (const booking of [first, second]) if (booking) await call('POST', `/api/bookings/${booking.id}/mark-paid`)
}

export async function makeBookings(call: CallAsOwner, when: SampleContext, practice: Practice): Promise<void> {
  await makeAppointments(call, when, practice)
  await makeClassBookings(call, when, practice)
  await makeVisit(call, when, practice)
  await makeRequests(call, when, practice)
  await makeCourseBookings(call, when, practice)
}
