import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmailContent } from '#kit/email/render.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { bookingsEmailCatalog } from './emails/catalog.ts'

let server: TestServer
let site: TestSite
let resourceId: string
let placeId: string
const address = 'High Street 1, 10115 Berlin'
const mia = { firstName: 'Mia', email: 'mia@example.org' }
const monday = { startDate: '2027-05-03T10:00:00', endDate: '2027-05-03T11:00:00', timezone: 'Europe/Berlin' }

beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T08:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
  resourceId = (await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana', email: 'ana@example.org' } } })).staffMember
    .resourceId
  placeId = (await server.ok('POST', '/api/locations', { as: site, body: { location: { name: 'Studio East', address } } })).location.id
})
afterAll(() => server.close())

const make = async (service: object) =>
  (
    await server.ok('POST', '/v2/services', {
      as: site,
      body: {
        service: {
          onlineBooking: { enabled: true },
          payment: { rateType: 'NO_FEE' },
          ...((service as { type: string }).type === 'APPOINTMENT' && { schedule: { availabilityConstraints: { sessionDurations: [60] } } }),
          ...service,
        },
      },
    })
  ).service
/** Books as a guest on the hosted page, which confirms what is free. */
const book = async (slot: object, contact: object = {}) =>
  (await server.ok('POST', '/api/checkout/bookings', { token: await server.visitorToken(site), body: { slot, contactDetails: { ...mia, ...contact } } }))
    .booking
/** The latest email of a template, as it is read in English. */
async function emailTo(to: string, template: string, serviceName: string) {
  const email = (await server.sentEmails(site, to)).find((one) => one.template === template && one.variables.serviceName === serviceName)
  return bookingsEmailCatalog.en[template]?.(email?.variables ?? {}, String)
}
const bookConfirmed = async (service: string) => (await emailTo(mia.email, 'booking-confirmed', service)) as EmailContent
const forAna = async (service: string) => ((await emailTo('ana@example.org', 'new-booking', service)) as EmailContent).paragraphs.join('\n')
const atPlace = { id: '', name: 'Studio East', formattedAddress: address, locationType: 'OWNER_BUSINESS' }

test('an appointment carries name and address of its place in reply, event, email and calendar file', async () => {
  const talk = await make({ type: 'APPOINTMENT', name: 'Talk', staffMemberIds: [resourceId], locations: [{ type: 'BUSINESS', business: { id: placeId } }] })
  const booking = await book({ serviceId: talk.id, ...monday, resource: { id: resourceId }, location: { locationType: 'OWNER_BUSINESS' } })
  const copy = { ...atPlace, id: placeId }
  expect(booking.bookedEntity.slot.location).toEqual(copy)
  const created = (await server.emittedEvents(site, booking.id)).find((event) => event.slug === 'created')
  expect(JSON.stringify(created)).toContain(address)
  const email = await bookConfirmed('Talk')
  expect(email.paragraphs.join('\n')).toContain(`Where: Studio East, ${address}`)
  expect(email.calendar?.replaceAll('\r\n ', '')).toContain('LOCATION:Studio East\\, High Street 1\\, 10115 Berlin')
  expect(await forAna('Talk')).toContain(`Where: Studio East, ${address}`)
  // The copy stays what the customer was emailed.
  await server.ok('PATCH', `/api/locations/${placeId}`, { as: site, body: { location: { address: 'Elsewhere 9' } } })
  const again = await server.ok('POST', '/v2/extended-bookings/query', { as: site, body: { query: { filter: { id: booking.id } } } })
  expect(again.extendedBookings[0].booking.bookedEntity.slot.location).toEqual(copy)
  await server.ok('PATCH', `/api/locations/${placeId}`, { as: site, body: { location: { address } } })
  const { items } = await server.ok('POST', '/api/bookings/calendar', { as: site, body: { from: '2027-05-03T00:00:00Z', to: '2027-05-04T00:00:00Z' } })
  expect(items.map((item: { where: string }) => item.where)).toEqual([`Studio East, ${address}`])
})

test('a class is where its session is, else where its service is', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Yoga', defaultCapacity: 5, locations: [{ type: 'BUSINESS', business: { id: placeId } }] })
  const session = async (day: string, location?: object) =>
    (
      await server.ok('POST', '/calendar/v3/events', {
        as: site,
        body: {
          event: {
            scheduleId: yoga.schedule.id,
            type: 'CLASS',
            start: { localDate: `${day}T18:00:00` },
            end: { localDate: `${day}T19:00:00` },
            resources: [{ id: resourceId }],
            ...(location ? { location } : {}),
          },
        },
      })
    ).event.id
  const here = await book({ serviceId: yoga.id, eventId: await session('2027-05-04') })
  expect(here.bookedEntity.slot.location).toEqual({ ...atPlace, id: placeId })
  const park = await book({ serviceId: yoga.id, eventId: await session('2027-05-05', { type: 'CUSTOM', name: 'Park', formattedAddress: 'By the lake' }) })
  expect(park.bookedEntity.slot.location).toEqual({ name: 'Park', formattedAddress: 'By the lake', locationType: 'OWNER_CUSTOM' })
  // An event that only names the place by its id.
  const named = await book({ serviceId: yoga.id, eventId: await session('2027-05-06', { type: 'BUSINESS', id: placeId }) })
  expect(named.bookedEntity.slot.location).toEqual({ ...atPlace, id: placeId })
})

test("an appointment at the customer's carries the customer's own address, and the person who goes there reads it", async () => {
  const visit = await make({ type: 'APPOINTMENT', name: 'Home visit', staffMemberIds: [resourceId], locations: [{ type: 'CUSTOMER' }] })
  const booking = await book(
    {
      serviceId: visit.id,
      ...monday,
      startDate: '2027-05-03T12:00:00',
      endDate: '2027-05-03T13:00:00',
      resource: { id: resourceId },
      location: { locationType: 'CUSTOM' },
    },
    { fullAddress: { addressLine: 'Lake Road 2', city: 'Potsdam', postalCode: '14467' } },
  )
  expect(booking.bookedEntity.slot.location).toEqual({ locationType: 'CUSTOM', formattedAddress: 'Lake Road 2, 14467 Potsdam' })
  expect((await bookConfirmed('Home visit')).paragraphs.join('\n')).toContain('Where: Lake Road 2, 14467 Potsdam')
  expect(await forAna('Home visit')).toContain('Where: Lake Road 2, 14467 Potsdam')
})

test('a course says where, and a session online says so with its link', async () => {
  const course = await make({
    type: 'COURSE',
    name: 'Pottery',
    defaultCapacity: 5,
    locations: [{ type: 'CUSTOM', custom: { address: { formattedAddress: 'Kiln Lane 3' } } }],
  })
  await server.ok('POST', '/calendar/v3/events', {
    as: site,
    body: {
      event: {
        scheduleId: course.schedule.id,
        type: 'COURSE',
        start: { localDate: '2027-05-07T18:00:00' },
        end: { localDate: '2027-05-07T19:00:00' },
        resources: [{ id: resourceId }],
      },
    },
  })
  const booked = await server.ok('POST', '/api/checkout/bookings', {
    token: await server.visitorToken(site),
    body: { schedule: { serviceId: course.id, scheduleId: course.schedule.id }, contactDetails: mia },
  })
  expect(booked.booking.bookedEntity.schedule.location).toMatchObject({ formattedAddress: 'Kiln Lane 3', locationType: 'OWNER_CUSTOM' })
  const call = await make({
    type: 'APPOINTMENT',
    name: 'Video call',
    staffMemberIds: [resourceId],
    locations: [{ type: 'BUSINESS', business: { id: placeId } }],
    conferencing: { enabled: true, guestUrl: 'https://meet.example.org/ana' },
  })
  const online = await book({
    serviceId: call.id,
    ...monday,
    startDate: '2027-05-03T15:00:00',
    endDate: '2027-05-03T16:00:00',
    resource: { id: resourceId },
    location: { locationType: 'OWNER_BUSINESS' },
  })
  expect(online.bookedEntity.slot.location).toMatchObject({ locationType: 'OWNER_BUSINESS' })
  const email = await bookConfirmed('Video call')
  expect(email.paragraphs.join('\n')).toContain('Where: Online')
  expect(email.paragraphs.join('\n')).toContain('https://meet.example.org/ana')
  expect(email.paragraphs.join('\n')).not.toContain(address)
  expect(email.calendar).toContain('LOCATION:https://meet.example.org/ana')
})
