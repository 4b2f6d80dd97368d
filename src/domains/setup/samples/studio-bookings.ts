/** The bookings of the sample studio: of the next classes, and appointments of two weeks around today. */
import { Temporal } from 'temporal-polyfill'
import type { CallAsOwner, Made, SampleContext } from './calls.ts'
import { APPOINTMENTS } from './studio-data.ts'
import { getSamplePerson, REGULARS } from './studio-people.ts'
import type { StudioWords } from './words.ts'

type StudioContext = SampleContext & { words: StudioWords }

/** Fills the classes of the next twelve days, each by a different number of people; the last one is full, and two wait for a spot. */
export async function makeClassBookings(call: CallAsOwner, when: StudioContext, classes: readonly string[]): Promise<void> {
  const { availabilityEntries = [] } = (await call('POST', '/v1/availability/query', {
    query: {
      filter: { serviceId: [...classes], startDate: when.now.toString(), endDate: when.now.add({ hours: 24 * 12 }).toString() },
    },
  })) as { availabilityEntries?: { slot: Record<string, unknown>; openSpots: number }[] }
  let person = 0
  const toBooking = ({ serviceId, eventId }: Record<string, unknown>) => ({
    bookedEntity: { slot: { serviceId, eventId } },
    contactDetails: getSamplePerson(when.words.people, person++ % REGULARS),
    totalParticipants: 1,
    selectedPaymentOption: 'OFFLINE',
  })
  for (const [place, { slot, openSpots }] of availabilityEntries.entries()) {
    const isLast = place === availabilityEntries.length - 1
    const people = isLast ? openSpots : Math.min(openSpots, 2 + ((place * 5) % 7))
    for (let at = 0; at < people; at++) await call('POST', '/v2/bookings', { booking: { ...toBooking(slot), status: 'CONFIRMED' } })
    for (let at = 0; isLast && at < 2; at++) await call('POST', '/bookings/v1/waitlist/register', { sessionId: slot.eventId, booking: toBooking(slot) })
  }
}

/** How long before they took place the past ones were booked, and how long ago those ahead. */
const BOOKED_DAYS_EARLIER = [3, 6, 2, 5] as const
function getBookedAt(now: Temporal.Instant, start: Temporal.Instant, turn: number): Temporal.Instant {
  const last = Temporal.Instant.compare(start, now) < 0 ? start : now
  return last.subtract({ hours: 24 * (BOOKED_DAYS_EARLIER[turn % BOOKED_DAYS_EARLIER.length] ?? 1) })
}

/** One appointment a day from six days ago to nine days ahead; two of those ahead were begun and never finished. */
export async function makeAppointmentBookings(
  call: CallAsOwner,
  when: StudioContext,
  appointments: readonly Made[],
  staff: readonly { resourceId: string }[],
): Promise<void> {
  const tomorrow = when.now.toZonedDateTimeISO(when.timeZone).toPlainDate().add({ days: 1 })
  for (let day = -6; day < 10; day++) {
    const at = Math.abs(day) % appointments.length
    const kind = APPOINTMENTS[at] as (typeof APPOINTMENTS)[number]
    const start = tomorrow.add({ days: day }).toZonedDateTime({ timeZone: when.timeZone, plainTime: Temporal.PlainTime.from(`${11 + (Math.abs(day) % 5)}:00`) })
    const isBegun = day % 4 === 3
    const input = {
      booking: {
        bookedEntity: {
          slot: {
            serviceId: (appointments[at] as Made).id,
            startDate: start.toInstant().toString(),
            endDate: start.add({ minutes: kind.minutes }).toInstant().toString(),
            timezone: when.timeZone,
            resource: { id: staff[kind.staff[0]]?.resourceId },
            location: { locationType: 'OWNER_BUSINESS' },
          },
        },
        contactDetails: getSamplePerson(when.words.people, (day + 20) % REGULARS),
        totalParticipants: 1,
        status: isBegun ? 'CREATED' : 'CONFIRMED',
        selectedPaymentOption: 'OFFLINE',
      },
      flowControlSettings: { skipAvailabilityValidation: true },
    }
    await call('POST', '/v2/bookings', input, isBegun ? undefined : { at: getBookedAt(when.now, start.toInstant(), Math.abs(day)) })
  }
}
