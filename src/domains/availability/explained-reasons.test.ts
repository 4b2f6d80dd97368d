/** Reasons why a time is not offered, each caused through HTTP: the doctor names it, its action is taken as the owner takes it, and the list of times has the time. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CalendarServer, startCalendarServer, toCalendarFile } from '../../../test/calendar-server.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let other: CalendarServer
beforeAll(async () => {
  server = await startTestServer()
  other = await startCalendarServer()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await other.close()
  await server.close()
})

const at = '2027-05-03T10:00:00'
const hour = { start: { localDate: at }, end: { localDate: '2027-05-03T11:00:00' } }
const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE', options: { online: false, inPerson: true, pricingPlan: false } } }

interface Studio {
  site: TestSite
  ana: { id: string; resourceId: string; own: string }
  main: string
  ok: (method: string, path: string, body?: unknown) => ReturnType<TestServer['ok']>
  /** An appointment of Ana. */
  appointment: (more?: object) => Promise<{ id: string }>
  update: (id: string, change: object) => Promise<unknown>
  place: (name?: string) => Promise<string>
}
async function openStudio(): Promise<Studio> {
  server.freezeClock('2027-05-01T08:00:00Z')
  const site = await server.createSite({ timeZone: 'Europe/Berlin' })
  const ok = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: site, ...(body === undefined ? {} : { body }) })
  const { staffMember } = await ok('POST', '/v1/staff-members', { staffMember: { name: 'Ana' }, fields: ['RESOURCE_DETAILS'] })
  const ana = { id: staffMember.id, resourceId: staffMember.resourceId, own: staffMember.resource.eventsSchedule.id }
  const schedule = { availabilityConstraints: { sessionDurations: [60], timeBetweenSessions: 0 } }
  const talk = { ...base, type: 'APPOINTMENT', name: 'Talk', schedule, staffMemberIds: [ana.resourceId] }
  return {
    site,
    ana,
    ok,
    main: (await ok('GET', '/api/locations')).locations[0].id,
    appointment: async (more = {}) => (await ok('POST', '/v2/services', { service: { ...talk, ...more } })).service,
    update: async (id, change) => {
      const { revision } = (await ok('GET', `/v2/services/${id}`)).service
      return ok('PATCH', `/v2/services/${id}`, { service: { ...change, id, revision } })
    },
    place: async (name = 'Garden') => (await ok('POST', '/api/locations', { location: { name } })).location.id,
  }
}
const toPlaces = (...ids: string[]) => ids.map((id) => ({ type: 'BUSINESS', business: { id } }))
const addRooms = async ({ ok }: Studio) => (await ok('POST', '/v2/resources/resource-types', { resourceType: { name: 'Rooms' } })).resourceType.id as string
const need = (typeId: string, ...ids: string[]) => ({ serviceResources: [{ resourceType: { id: typeId }, resourceIds: { values: ids } }] })
const servesOnly = (id: string) => ({
  availableInAllLocations: false,
  specificLocationOptions: { availableInBusinessLocations: true, businessLocations: [{ locationId: id }] },
})

type Change = { kind: string; resourceId: string; locationId: string; date: string; from: string; to: string; minutes: number }
interface Caused {
  serviceId: string
  /** The place that is asked about and at which the time is to be listed. */
  locationId?: string
  /** What the owner does about it. */
  act: (change: Change) => Promise<unknown>
}
type Row = [code: string, kind: string, words: string, cause: (studio: Studio) => Promise<Caused>]

const rows: Row[] = [
  [
    'OTHER_CALENDAR',
    'FREE_TIME',
    'Ana is busy from 10:00 to 11:00 in another calendar.',
    async ({ ok, ana, appointment }) => {
      const file = `/${randomUUID()}.ics`
      const entry = (day: string, title: string) => toCalendarFile(`DTSTART:${day}T080000Z\nDTEND:${day}T090000Z\nSUMMARY:${title}`)
      other.links.set(file, entry('20270503', 'Dentist'))
      await ok('POST', '/api/calendar-links', { staffId: ana.id, url: other.origin + file, label: 'Private' })
      await server.advanceClock('PT1M')
      const act = async () => {
        // It is changed where it was made, and read again.
        other.links.set(file, entry('20270510', 'Dentist, a week later'))
        await server.advanceClock('PT20M')
      }
      return { serviceId: (await appointment()).id, act }
    },
  ],
  [
    'IN_SESSION',
    'FREE_TIME',
    'Ana has a session from 10:00 to 11:00.',
    async ({ ok, ana, appointment }) => {
      const yoga = (await ok('POST', '/v2/services', { service: { ...base, type: 'CLASS', name: 'Yoga', defaultCapacity: 5 } })).service
      const session = { scheduleId: yoga.schedule.id, type: 'CLASS', ...hour, resources: [{ id: ana.resourceId }] }
      const { event } = await ok('POST', '/calendar/v3/events', { event: session })
      return { serviceId: (await appointment()).id, act: () => ok('POST', `/calendar/v3/events/${event.id}/cancel`, {}) }
    },
  ],
  [
    'SPECIAL_HOURS',
    'OPEN_DAY',
    'The special hours of the business on Monday 3 May leave this time out.',
    async ({ ok, appointment }) => {
      const periods = [{ start: '14:00', end: '16:00' }]
      const { specialDay } = await ok('POST', '/api/special-days', { specialDay: { from: '2027-05-03', title: 'Inventory', periods } })
      const act = ({ from, to }: Change) =>
        ok('PATCH', `/api/special-days/${specialDay.id}`, { specialDay: { periods: [{ start: from, end: to }, ...periods] } })
      return { serviceId: (await appointment()).id, act }
    },
  ],
  [
    'WORKS_ELSEWHERE',
    'ADD_HOURS',
    'Ana works at another location then.',
    async ({ ok, ana, main, appointment, place }) => {
      await ok('POST', `/v1/staff-members/${ana.id}/assign-working-hours-schedule`, { scheduleId: ana.own })
      const location = { id: await place(), type: 'BUSINESS' }
      const day = { start: { localDate: '2027-05-03T09:00:00' }, end: { localDate: '2027-05-03T17:00:00' } }
      await ok('POST', '/calendar/v3/events', { event: { scheduleId: ana.own, type: 'WORKING_HOURS', ...day, location } })
      const act = ({ date, from, to }: Change) =>
        ok('POST', '/calendar/v3/events', {
          event: { scheduleId: ana.own, type: 'WORKING_HOURS', start: { localDate: `${date}T${from}:00` }, end: { localDate: `${date}T${to}:00` } },
        })
      return { serviceId: (await appointment({ locations: toPlaces(main) })).id, act }
    },
  ],
  [
    'NOT_AT_LOCATION',
    'ADD_TO_LOCATION',
    'Blue isn’t available at {main}.',
    async (studio) => {
      const { ok, main, appointment, place } = studio
      const typeId = await addRooms(studio)
      const locationOptions = servesOnly(await place())
      const { resource } = await ok('POST', '/v2/resources', { resource: { name: 'Blue', typeId, locationOptions } })
      const service = await appointment({ locations: toPlaces(main), ...need(typeId, resource.id) })
      const act = ({ resourceId, locationId }: Change) =>
        ok('PATCH', `/v2/resources/${resourceId}`, { resource: { revision: resource.revision, locationOptions: servesOnly(locationId) } })
      return { serviceId: service.id, act }
    },
  ],
  [
    'LOCATION_INACTIVE',
    'ACTIVATE_LOCATION',
    'Garden is inactive.',
    async ({ ok, appointment, place }) => {
      const garden = await place()
      const service = await appointment({ locations: toPlaces(garden) })
      await ok('PATCH', `/api/locations/${garden}`, { location: { status: 'INACTIVE' } })
      return { serviceId: service.id, act: ({ locationId }) => ok('PATCH', `/api/locations/${locationId}`, { location: { status: 'ACTIVE' } }) }
    },
  ],
  [
    'NO_LOCATION',
    'OFFER_AT_LOCATION',
    'The service isn’t offered at Garden.',
    async ({ ok, main, appointment, place }) => {
      const garden = await place()
      const { id: serviceId } = await appointment({ locations: toPlaces(main) })
      const act = ({ locationId }: Change) => ok('POST', `/v2/services/${serviceId}/locations`, { locations: toPlaces(main, locationId) })
      return { serviceId, locationId: garden, act }
    },
  ],
  [
    'NO_RESOURCE',
    'ADD_RESOURCE',
    'The room or thing it needs doesn’t exist.',
    async (studio) => {
      const typeId = await addRooms(studio)
      const service = await studio.appointment(need(typeId))
      return { serviceId: service.id, act: () => studio.ok('POST', '/v2/resources', { resource: { name: 'Blue', typeId } }) }
    },
  ],
  [
    'NO_STAFF',
    'ADD_RESOURCE',
    'No one offers the service.',
    async ({ ok, ana, appointment, update }) => {
      const service = await appointment()
      await ok('DELETE', `/v1/staff-members/${ana.id}`)
      const act = async () => {
        // A new staff member offers the service once the service names them.
        const { staffMember } = await ok('POST', '/v1/staff-members', { staffMember: { name: 'Ben' } })
        const { reasons } = await ok('GET', `/api/bookability/${service.id}?localStartDate=${at}`)
        expect(reasons).toMatchObject([{ code: 'NOT_ASSIGNED', resourceId: staffMember.resourceId }])
        await update(service.id, { staffMemberIds: [staffMember.resourceId] })
      }
      return { serviceId: service.id, act }
    },
  ],
  [
    'NOT_BOOKABLE',
    'MAKE_BOOKABLE',
    'Ana doesn’t serve clients.',
    async ({ ok, ana, appointment }) => {
      const service = await appointment()
      const set = (serviceProvider: boolean) => ok('POST', `/v1/staff-members/${ana.id}/set-service-provider`, { serviceProvider })
      await set(false)
      return { serviceId: service.id, act: () => set(true) }
    },
  ],
  [
    'POLICY_TOO_EARLY',
    'SET_EARLY_LIMIT',
    'The booking policy “Late” opens booking later.',
    async ({ ok, appointment }) => {
      const limit = (earliestBookingInMinutes: number) => ({ limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes } })
      const { bookingPolicy } = await ok('POST', '/bookings/v1/booking-policies', { bookingPolicy: { name: 'Late', ...limit(1440) } })
      const service = await appointment({ bookingPolicy: { id: bookingPolicy.id } })
      const act = ({ minutes }: Change) =>
        ok('PATCH', `/bookings/v1/booking-policies/${bookingPolicy.id}`, { bookingPolicy: { revision: bookingPolicy.revision, ...limit(minutes) } })
      return { serviceId: service.id, act }
    },
  ],
  [
    'RESERVED_FOR_WAITLIST',
    'RELEASE_WAITLIST',
    'The free spots are kept for the waitlist.',
    async ({ ok, ana, site }) => {
      const waitlistPolicy = { enabled: true, capacity: 3, reservationTimeInMinutes: 60 }
      const { bookingPolicy } = await ok('POST', '/bookings/v1/booking-policies', { bookingPolicy: { name: 'Waits', waitlistPolicy } })
      const yoga = { ...base, type: 'CLASS', name: 'Yoga', defaultCapacity: 1, bookingPolicy: { id: bookingPolicy.id } }
      const { service } = await ok('POST', '/v2/services', { service: yoga })
      const session = { scheduleId: service.schedule.id, type: 'CLASS', ...hour, resources: [{ id: ana.resourceId }] }
      const { event } = await ok('POST', '/calendar/v3/events', { event: session })
      const slot = { serviceId: service.id, eventId: event.id }
      const contactDetails = () => ({ firstName: 'Mo', email: `${randomUUID()}@example.org` })
      const asVisitor = async () => ({ token: await server.visitorToken(site) })
      const { booking } = await server.ok('POST', '/api/checkout/bookings', { ...(await asVisitor()), body: { contactDetails: contactDetails(), slot } })
      const waiting = { sessionId: event.id, booking: { bookedEntity: { slot }, contactDetails: contactDetails() } }
      await server.ok('POST', '/bookings/v1/waitlist/register', { ...(await asVisitor()), body: waiting })
      await ok('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
      const act = async () => {
        const [list] = (await ok('POST', '/bookings/v1/waitlist/list', { sessionIds: [event.id] })).waitlists
        for (const { bookingId } of list.registrations) await ok('POST', `/v2/bookings/${bookingId}/decline`, { revision: '1' })
      }
      return { serviceId: service.id, act }
    },
  ],
]

/** Whether customers find the time in the lists of times, of appointments or of sessions. */
async function isListed(site: TestSite, { serviceId, locationId }: Caused): Promise<boolean> {
  const token = await server.visitorToken(site)
  const range = { fromLocalDate: at, toLocalDate: '2027-05-03T10:00:59', timeZone: 'Europe/Berlin' }
  const { type } = (await server.ok('GET', `/v2/services/${serviceId}`, { as: site })).service
  const locations = locationId === undefined ? {} : { locations: [{ id: locationId, locationType: 'BUSINESS' }] }
  const [path, body] =
    type === 'APPOINTMENT'
      ? (['/service-availability/v2/time-slots', { serviceId, ...range, ...locations, bookable: true }] as const)
      : (['/v2/time-slots/event', { serviceIds: [serviceId], ...range, includeNonBookable: false }] as const)
  return (await server.ok('POST', path, { token, body })).timeSlots.length > 0
}

test.each(rows)('%s: %s opens the time', async (code, kind, words, cause) => {
  const studio = await openStudio()
  const caused = await cause(studio)
  const query = `localStartDate=${at}${caused.locationId ? `&locationId=${caused.locationId}` : ''}`
  const explain = () => studio.ok('GET', `/api/bookability/${caused.serviceId}?${query}`)
  const { name } = (await studio.ok('GET', '/api/locations')).locations[0]
  const found = await explain()
  expect([found.isOffered, await isListed(studio.site, caused)]).toEqual([false, false])
  expect(found.reasons).toMatchObject([{ code, change: { kind }, text: { en: words.replace('{main}', name) } }])
  expect(found.ways).toEqual([[0]])
  await caused.act(found.reasons[0].change)
  expect(await explain()).toMatchObject({ isOffered: true, reasons: [], ways: [] })
  expect(await isListed(studio.site, caused)).toBe(true)
})
