/** What tests of sessions that change share: services, their sessions, bookings by visitors, and the emails about them. */
import { randomUUID } from 'node:crypto'
import { bookingsEmailCatalog } from '#domains/bookings/emails/catalog.ts'
import type { TestServer, TestSite } from '../test-server.ts'

interface Place {
  server: TestServer
  site: TestSite
  /** Leads the sessions. */
  resourceId: string
  /** What every service has besides. */
  service: object
}
/** Every week on a day, perhaps until a date (its last day). */
export const weekly = (day: string, until?: string) => ({
  recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: [day], ...(until ? { until: { localDate: `${until}T23:59:00` } } : {}) },
})

/** `place` is asked at each call: hooks set it before each test. */
export const bookedSessions = (place: () => Place) => ({
  async createService(service: object) {
    const { server, site, service: common } = place()
    const complete = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' }, ...common, ...service }
    return (await server.ok('POST', '/v2/services', { as: site, body: { service: complete } })).service
  },
  /** A session of an hour; `start` is local, such as `2027-05-04T18:00`. */
  async createSession(service: { schedule: { id: string }; type: string }, start: string, more: object = {}) {
    const { server, site, resourceId } = place()
    const event = {
      scheduleId: service.schedule.id,
      type: service.type,
      start: { localDate: `${start}:00` },
      end: { localDate: `${start.slice(0, 11)}${String(Number(start.slice(11, 13)) + 1).padStart(2, '0')}:00:00` },
      resources: [{ id: resourceId }],
      ...more,
    }
    return (await server.ok('POST', '/calendar/v3/events', { as: site, body: { event } })).event
  },
  async book(body: object): Promise<{ id: string; email: string }> {
    const { server, site } = place()
    const email = `${randomUUID()}@example.org`
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(site),
      body: { ...body, contactDetails: { firstName: 'Mia', email } },
    })
    return { id: booking.id, email }
  },
  async readBooking(id: string) {
    const { server, site } = place()
    return (await server.ok('POST', '/v2/extended-bookings/query', { as: site, body: { query: { filter: { id } } } })).extendedBookings[0].booking
  },
  /** Emails to an address, as they are read; the confirmation is left out. */
  async readEmails(to: string) {
    const { server, site } = place()
    const found = (await server.sentEmails(site, to)).filter((one) => one.template !== 'booking-confirmed')
    return found.map((one) => ({ template: one.template, text: bookingsEmailCatalog.en[one.template]?.(one.variables, String).paragraphs.join('\n') ?? '' }))
  },
})
