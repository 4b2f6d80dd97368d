/** A studio with one teacher, and the calls that fill it. */
import { Temporal } from 'temporal-polyfill'
import { startTestServer, type TestReply, type TestSite, type TestServer } from '../test-server.ts'

export interface Studio {
  server: TestServer
  site: TestSite
  resourceId: string
  owner(method: string, path: string, body?: unknown): Promise<TestReply['body']>
  book(slot: object, at: number, more?: object): Promise<TestReply>
  /** A class session with so many seats, some weekdays ahead. */
  classWith(capacity: number, weekdays: number): Promise<{ serviceId: string; eventId: string }>
  appointment(name: string): Promise<string>
  slotAt(serviceId: string, start: Temporal.PlainDateTime): object
}

export const concurrency = 64
/** The refusals that say that another customer was first. */
export const capacityCodes = ['SESSION_CAPACITY_EXCEEDED', 'SLOT_NOT_AVAILABLE', 'NO_OPEN_SPOTS']
const payment = { rateType: 'FIXED', fixed: { price: { value: '20.00' } }, options: { online: true, inPerson: true, pricingPlan: false } }
const toSecond = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'second' })

/** Noon of the nth weekday from tomorrow: two numbers are two days, whatever day it is today. */
export function weekdayNoon(weekdays: number): Temporal.PlainDateTime {
  let day = Temporal.Now.plainDateISO('UTC')
  for (let ahead = 0; ahead < weekdays; ) {
    day = day.add({ days: 1 })
    if (day.dayOfWeek <= 5) ahead += 1
  }
  return day.toPlainDateTime('12:00')
}

export async function createStudio(): Promise<Studio> {
  const server = await startTestServer()
  const site = await server.createSite({ timeZone: 'UTC' })
  const owner: Studio['owner'] = (method, path, body) => server.ok(method, path, { as: site, body })
  const { staffMember } = await owner('POST', '/v1/staff-members', { staffMember: { name: 'Lena Brandt', email: 'lena@studio.example' } })
  const resourceId: string = staffMember.resourceId
  return {
    server,
    site,
    resourceId,
    owner,
    book: (slot, at, more = {}) => {
      const contactDetails = { firstName: 'Guest', lastName: String(at), email: `guest-${at}@people.example` }
      return server.call('POST', '/v2/bookings', {
        as: site,
        body: { booking: { bookedEntity: { slot }, contactDetails, totalParticipants: 1, selectedPaymentOption: 'OFFLINE', ...more } },
      })
    },
    async classWith(capacity, weekdays) {
      const { service } = await owner('POST', '/v2/services', {
        service: { type: 'CLASS', name: `Flow ${capacity}`, defaultCapacity: capacity, onlineBooking: { enabled: true }, payment },
      })
      const start = weekdayNoon(weekdays)
      const session = {
        scheduleId: service.schedule.id,
        type: 'CLASS',
        title: 'Flow',
        start: { localDate: toSecond(start) },
        end: { localDate: toSecond(start.add({ hours: 1 })) },
        resources: [{ id: resourceId }],
      }
      const { event } = await owner('POST', '/calendar/v3/events', { event: session })
      return { serviceId: service.id, eventId: event.id }
    },
    async appointment(name) {
      const { service } = await owner('POST', '/v2/services', {
        service: {
          type: 'APPOINTMENT',
          name,
          defaultCapacity: 1,
          onlineBooking: { enabled: true },
          payment,
          schedule: { availabilityConstraints: { sessionDurations: [60] } },
          staffMemberIds: [resourceId],
        },
      })
      return service.id
    },
    slotAt: (serviceId, start) => ({
      serviceId,
      startDate: toSecond(start),
      endDate: toSecond(start.add({ hours: 1 })),
      timezone: 'UTC',
      resource: { id: resourceId },
      location: { locationType: 'OWNER_BUSINESS' },
    }),
  }
}
