/** The bookings of the sample studio: of the next classes, and appointments of two weeks around today. */
import { Temporal } from 'temporal-polyfill'
import { APPOINTMENTS, getSamplePerson, type CallAsOwner, type Made, type MadeClass, type MadeStaff, type When } from './sample-data.ts'

/** Members with these numbers book; the others are blocked, muted or new. */
const BOOKING_MEMBERS = 36

/** Fills the classes of the next twelve days, each by a different number of people. */
export async function makeClassBookings(call: CallAsOwner, when: When, classes: readonly MadeClass[]): Promise<void> {
  const { availabilityEntries = [] } = (await call('POST', '/v1/availability/query', {
    query: {
      filter: { serviceId: classes.map((made) => made.id), startDate: when.now.toString(), endDate: when.now.add({ hours: 24 * 12 }).toString() },
    },
  })) as { availabilityEntries?: { slot: Record<string, unknown>; openSpots: number }[] }
  let person = 0
  for (const [place, { slot, openSpots }] of availabilityEntries.entries()) {
    const people = Math.min(openSpots, 2 + ((place * 5) % 7))
    for (let at = 0; at < people; at++)
      await call('POST', '/v2/bookings', {
        booking: {
          bookedEntity: { slot: { serviceId: slot.serviceId, eventId: slot.eventId } },
          contactDetails: getSamplePerson(person++ % BOOKING_MEMBERS),
          totalParticipants: 1,
          status: 'CONFIRMED',
          selectedPaymentOption: 'OFFLINE',
        },
      })
  }
}

/** One appointment a day from six days ago to nine days ahead; every fourth is a request. */
export async function makeAppointmentBookings(call: CallAsOwner, when: When, appointments: readonly Made[], staff: readonly MadeStaff[]): Promise<void> {
  const tomorrow = when.now.toZonedDateTimeISO(when.timeZone).toPlainDate().add({ days: 1 })
  for (let day = -6; day < 10; day++) {
    const at = Math.abs(day) % appointments.length
    const kind = APPOINTMENTS[at] as (typeof APPOINTMENTS)[number]
    const start = tomorrow.add({ days: day }).toZonedDateTime({ timeZone: when.timeZone, plainTime: Temporal.PlainTime.from(`${11 + (Math.abs(day) % 5)}:00`) })
    await call('POST', '/v2/bookings', {
      booking: {
        bookedEntity: {
          slot: {
            serviceId: (appointments[at] as Made).id,
            startDate: start.toInstant().toString(),
            endDate: start.add({ minutes: kind.minutes }).toInstant().toString(),
            timezone: when.timeZone,
            resource: { id: (staff[kind.staff[0] as number] as MadeStaff).resourceId },
            location: { locationType: 'OWNER_BUSINESS' },
          },
        },
        contactDetails: getSamplePerson((day + 20) % BOOKING_MEMBERS),
        totalParticipants: 1,
        status: day % 4 === 3 ? 'CREATED' : 'CONFIRMED',
        selectedPaymentOption: 'OFFLINE',
      },
      flowControlSettings: { skipAvailabilityValidation: true },
    })
  }
}
