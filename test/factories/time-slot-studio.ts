/** A studio in Berlin with two staff members whose working hours are events of the calendar, its clock stopped on 1 May 2027. */
import { startTestServer } from '../test-server.ts'

/** The type of resource that staff members are. */
export const staffType = '1cd44cf8-756f-41c3-bd90-3e2ffcaf1155'
/** The first day on which both work: Ana from 9 to 11, Ben from 10 to 12. */
export const monday = { fromLocalDate: '2027-05-03T00:00:00', toLocalDate: '2027-05-04T00:00:00' }
/** Times of day at which the slots of a reply start. */
export const starts = (reply: { timeSlots: { localStartDate: string }[] }) => reply.timeSlots.map((slot) => slot.localStartDate.slice(11, 16))

export type TimeSlotStudio = Awaited<ReturnType<typeof createTimeSlotStudio>>

/** Starts a server with the studio. The caller closes the server. */
export async function createTimeSlotStudio() {
  const testServer = await startTestServer()
  testServer.freezeClock('2027-05-01T08:00:00Z')
  const site = await testServer.createSite({ timeZone: 'Europe/Berlin' })
  const token = await testServer.visitorToken(site)
  const person = async (name: string) => {
    const { staffMember } = await testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name }, fields: ['RESOURCE_DETAILS'] } })
    const own = staffMember.resource.eventsSchedule.id as string
    await testServer.ok('POST', `/v1/staff-members/${staffMember.id}/assign-working-hours-schedule`, { as: site, body: { scheduleId: own } })
    return { id: staffMember.id as string, resourceId: staffMember.resourceId as string, own }
  }
  /** Weekly hours as events of the calendar, as the dashboard or an app would write them. */
  const hours = (scheduleId: string, day: string, from: string, to: string, weekday: string) =>
    testServer.ok('POST', '/calendar/v3/events', {
      as: site,
      body: {
        event: {
          scheduleId,
          type: 'WORKING_HOURS',
          start: { localDate: `${day}T${from}:00` },
          end: { localDate: `${day}T${to}:00` },
          recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: [weekday] },
        },
      },
    })
  const ana = await person('Ana')
  const ben = await person('Ben')
  await hours(ana.own, '2027-05-03', '09:00', '11:00', 'MONDAY')
  await hours(ben.own, '2027-05-03', '10:00', '12:00', 'MONDAY')
  const make = async (service: object) =>
    (
      await testServer.ok('POST', '/v2/services', {
        as: site,
        body: { service: { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' }, ...service } },
      })
    ).service
  const appointment = (name: string, minutes: number[], more: object = {}) =>
    make({
      type: 'APPOINTMENT',
      name,
      schedule: { availabilityConstraints: { sessionDurations: minutes } },
      staffMemberIds: [ana.resourceId, ben.resourceId],
      ...more,
    })
  const list = (body: object) => testServer.ok('POST', '/_api/service-availability/v2/time-slots', { token, body })
  return { testServer, site, token, ana, ben, person, hours, make, appointment, list }
}
