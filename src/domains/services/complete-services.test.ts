/** A service is read and saved with all that belongs to it, in one go. Source: guide services-and-availability §6.10. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let testServer: TestServer
let site: TestSite
let ana: string
let ben: string
beforeAll(async () => {
  testServer = await startTestServer()
  site = await testServer.createSite()
  const add = async (name: string) => (await owner('POST', '/v1/staff-members', { staffMember: { name } })).staffMember.resourceId
  ana = await add('Ana')
  ben = await add('Ben')
})
afterAll(() => testServer.close())

const owner = (method: string, path: string, body?: unknown) => testServer.ok(method, path, { as: site, ...(body === undefined ? {} : { body }) })
const massage = {
  type: 'APPOINTMENT',
  name: 'Massage',
  onlineBooking: { enabled: true },
  payment: { rateType: 'VARIED', varied: { defaultPrice: { value: '50.00' } }, options: { online: true, inPerson: true } },
  staffMemberIds: [] as string[],
  schedule: { availabilityConstraints: { sessionDurations: [30, 60] } },
}
const byLength = (short: string, long: string) => ({
  options: { values: [{ type: 'DURATION', durationData: { name: 'Length' } }] },
  variants: {
    values: [
      { choices: [{ duration: { minutes: 30 } }], price: { value: short } },
      { choices: [{ duration: { minutes: 60 } }], price: { value: long } },
    ],
  },
})
const newPlan = async () =>
  (await owner('POST', '/v2/plans', { plan: { name: 'Ten', pricing: { price: { value: '90', currency: 'USD' }, singlePaymentUnlimited: true } } })).plan.id

test('durations, their prices and the plans of a service are created and updated at once', async () => {
  const plan = await newPlan()
  const created = await owner('POST', '/api/services', {
    service: { ...massage, staffMemberIds: [ana] },
    options: byLength('35.00', '60.00'),
    pricingPlanIds: [plan],
  })
  expect(created.service.payment).toMatchObject({ varied: { minPrice: { value: '35.00' }, maxPrice: { value: '60.00' } }, pricingPlanIds: [plan] })
  const after = await owner('PATCH', `/api/services/${created.service.id}`, {
    service: { id: created.service.id, revision: created.service.revision, schedule: { availabilityConstraints: { sessionDurations: [30, 60, 90] } } },
    options: {
      id: created.options.id,
      revision: created.options.revision,
      options: created.options.options,
      variants: { values: [...created.options.variants.values, { choices: [{ duration: { minutes: 90 } }], price: { value: '85.00' } }] },
    },
    pricingPlanIds: [],
    locations: [{ type: 'CUSTOMER' }],
  })
  expect(after.service.schedule.availabilityConstraints.sessionDurations).toEqual([30, 60, 90])
  expect(after.service.payment).toMatchObject({ varied: { maxPrice: { value: '85.00' } }, pricingPlanIds: [] })
  expect(after.service.locations).toMatchObject([{ type: 'CUSTOMER' }])
  expect(await owner('GET', `/api/services/${created.service.id}`)).toEqual(after)
})

test('a violation in one part leaves all parts unchanged', async () => {
  const created = await owner('POST', '/api/services', { service: { ...massage, name: 'Reiki', staffMemberIds: [ana] }, options: byLength('35.00', '60.00') })
  const refused = await testServer.call('PATCH', `/api/services/${created.service.id}`, {
    as: site,
    body: {
      service: { revision: created.service.revision, name: 'Renamed', schedule: { availabilityConstraints: { sessionDurations: [45] } } },
      options: { ...byLength('1.00', '2.00'), revision: created.options.revision },
    },
  })
  expect(refused.status).toBe(400)
  expect(await owner('GET', `/api/services/${created.service.id}`)).toEqual(created)
  const stale = await testServer.call('PATCH', `/api/services/${created.service.id}`, {
    as: site,
    body: { service: { revision: created.service.revision }, options: { ...byLength('1.00', '2.00'), revision: '0' } },
  })
  expect(stale.body.details.applicationError.code).toBe('REVISION_MISMATCH')
})

test('staff added to the service get a price in the same save', async () => {
  const created = await owner('POST', '/api/services', {
    service: { ...massage, name: 'Coaching', staffMemberIds: [ana], schedule: { availabilityConstraints: { sessionDurations: [60] } } },
    options: { options: { values: [{ type: 'STAFF_MEMBER' }] }, variants: { values: [{ choices: [{ staffMemberId: ana }], price: { value: '70.00' } }] } },
  })
  const [optionId] = created.options.options.values.map(({ id }: { id: string }) => id)
  const after = await owner('PATCH', `/api/services/${created.service.id}`, {
    service: { revision: created.service.revision, staffMemberIds: [ana, ben] },
    options: {
      revision: created.options.revision,
      options: created.options.options,
      variants: {
        values: [ana, ben].map((staffMemberId, at) => ({ choices: [{ optionId, staffMemberId }], price: { value: at === 0 ? '70.00' : '80.00' } })),
      },
    },
  })
  expect(after.service.payment.varied).toMatchObject({ minPrice: { value: '70.00' }, maxPrice: { value: '80.00' } })
  // One price for everyone again.
  const plain = await owner('PATCH', `/api/services/${created.service.id}`, {
    service: { revision: after.service.revision, payment: { rateType: 'FIXED', fixed: { price: { value: '75.00' } } } },
    options: null,
  })
  expect(plain).toMatchObject({ options: null, service: { payment: { rateType: 'FIXED', fixed: { price: { value: '75.00' } } } } })
})

test('permission to update services does not include their plans', async () => {
  const plan = await newPlan()
  const { service } = await owner('POST', '/api/services', { service: { ...massage, name: 'Stretching', staffMemberIds: [ana] } })
  const collaborator = await testServer.inviteCollaborator(site, ['BOOKINGS.SERVICES_READ', 'BOOKINGS.SERVICES_UPDATE'])
  const refused = await testServer.call('PATCH', `/api/services/${service.id}`, {
    ...collaborator,
    body: { service: { revision: service.revision, name: 'Long Stretching' }, pricingPlanIds: [plan] },
  })
  expect(refused.status).toBe(403)
  expect((await owner('GET', `/api/services/${service.id}`)).service.name).toBe('Stretching')
})

test('on a new site customers may cancel and move up to 24 hours before', async () => {
  const { bookingPolicies } = await owner('POST', '/v1/booking-policies/query', { query: {} })
  expect(bookingPolicies).toMatchObject([
    {
      default: true,
      cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
      reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 1440 },
    },
  ])
})

test('a category is deleted, and its services move to another one or to none', async () => {
  const add = async (name: string) => (await owner('POST', '/v2/categories', { category: { name } })).category.id
  const [old, other] = [await add('Old'), await add('Other')]
  const { service } = await owner('POST', '/api/services', { service: { ...massage, name: 'Wrap', staffMemberIds: [ana], category: { id: old } } })
  expect((await testServer.call('POST', `/api/categories/${old}/remove`, { as: site, body: { moveServicesTo: old } })).status).toBe(404)
  expect(await owner('POST', `/api/categories/${old}/remove`, { moveServicesTo: other })).toEqual({ movedServices: 1 })
  expect((await owner('GET', `/api/services/${service.id}`)).service.category).toMatchObject({ id: other, name: 'Other' })
  expect(await owner('POST', `/api/categories/${other}/remove`, {})).toEqual({ movedServices: 1 })
  expect((await owner('GET', `/api/services/${service.id}`)).service.category).toBeUndefined()
  expect((await owner('GET', '/v1/categories')).categories).toEqual([])
})

test('an owner sees what uses a staff member or a room before it is removed', async () => {
  const { service } = await owner('POST', '/api/services', { service: { ...massage, name: 'Sauna', staffMemberIds: [ben] } })
  expect(service.staffMemberIds).toEqual([ben])
  const before = await owner('GET', `/api/dashboard/resources/${ben}/usage`)
  expect(before).toMatchObject({ bookings: 0, sessions: 0, series: 0 })
  expect(before.services).toContain('Sauna')
  const { resourceType } = await owner('POST', '/v2/resources/resource-types', { resourceType: { name: 'Rooms' } })
  const { resource } = await owner('POST', '/v2/resources', { resource: { name: 'Blue room', typeId: resourceType.id } })
  await owner('PATCH', `/api/services/${service.id}`, {
    service: { revision: service.revision, serviceResources: [{ resourceType: { id: resourceType.id }, resourceIds: { values: [resource.id] } }] },
  })
  expect(await owner('GET', `/api/dashboard/resources/${resource.id}/usage`)).toEqual({ services: ['Sauna'], bookings: 0, sessions: 0, series: 0 })
})

test('what is left booked with a staff member and a room is counted before they are removed, and listed as well afterwards', async () => {
  const staff = (await owner('POST', '/v1/staff-members', { staffMember: { name: 'Cleo' } })).staffMember
  const { resourceType } = await owner('POST', '/v2/resources/resource-types', { resourceType: { name: 'Cabins' } })
  const { resource: room } = await owner('POST', '/v2/resources', { resource: { name: 'Cabin', typeId: resourceType.id } })
  const serviceResources = [{ resourceType: { id: resourceType.id }, resourceIds: { values: [room.id] } }]
  const { service } = await owner('POST', '/api/services', {
    service: { ...massage, name: 'Steam', payment: { rateType: 'NO_FEE' }, staffMemberIds: [staff.resourceId], serviceResources },
  })
  const minutes = service.schedule.availabilityConstraints.sessionDurations[0] as number
  const book = async (startDate: string, firstName: string) => {
    const endDate = new Date(new Date(startDate).getTime() + minutes * 60_000).toISOString()
    const resource = { id: staff.resourceId }
    const slot = { serviceId: service.id, startDate, endDate, timezone: 'Europe/Berlin', resource, location: { locationType: 'OWNER_BUSINESS' } }
    const contactDetails = { firstName, email: `${firstName.toLowerCase()}@people.example` }
    const booking = { bookedEntity: { slot }, contactDetails, totalParticipants: 1 }
    const { booking: made } = await owner('POST', '/v2/bookings', { booking })
    return (await owner('POST', `/v2/bookings/${made.id}/confirm`, { revision: made.revision })).booking
  }
  const stays = await book('2090-05-03T15:00:00.000Z', 'Pia')
  const cancelled = await book('2090-05-04T15:00:00.000Z', 'Quentin')
  const usage = async (id: string) => (await owner('GET', `/api/dashboard/resources/${id}/usage`)).bookings as number
  expect([await usage(staff.resourceId), await usage(room.id)]).toEqual([2, 2])
  await owner('POST', `/v2/bookings/${cancelled.id}/cancel`, { revision: cancelled.revision })
  // The dashboard lists them by these filters, of staff and of rooms.
  const list = async (filter: object) =>
    (await owner('POST', '/v2/extended-bookings/query', { query: { filter: { ...filter, status: 'CONFIRMED' } } })).extendedBookings.map(
      ({ booking }: { booking: { id: string; contactDetails: { firstName: string } } }) => [booking.id, booking.contactDetails.firstName],
    )
  const left = async () => [
    [await usage(staff.resourceId), await list({ 'bookedEntity.slot.resource.id': staff.resourceId })],
    [await usage(room.id), await list({ resourceIds: { $hasSome: [room.id] } })],
  ]
  const expected = [1, [[stays.id, 'Pia']]]
  expect(await left()).toEqual([expected, expected])
  await owner('DELETE', `/v1/staff-members/${staff.id}`)
  await owner('DELETE', `/v2/resources/${room.id}`)
  expect(await left()).toEqual([expected, expected])
  expect((await owner('GET', `/api/services/${service.id}`)).service.staffMemberIds).toEqual([])
})

test('a series counts as planned until its last session has begun where the business is, and no longer', async () => {
  testServer.freezeClock('2027-05-03T12:00:00Z')
  for (const { timeZone, hour, before, after } of [
    // 18:00 in New York is 22:00 in UTC, in Auckland 06:00.
    { timeZone: 'America/New_York', hour: '18', before: '2027-05-10T21:59:00Z', after: '2027-05-10T22:01:00Z' },
    { timeZone: 'Pacific/Auckland', hour: '18', before: '2027-05-10T05:59:00Z', after: '2027-05-10T06:01:00Z' },
  ]) {
    testServer.freezeClock('2027-05-02T00:00:00Z')
    const as = await testServer.createSite({ timeZone })
    const { staffMember } = await testServer.ok('POST', '/v1/staff-members', { as, body: { staffMember: { name: 'Cleo' } } })
    const service = { type: 'CLASS', name: 'Yoga', defaultCapacity: 3, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
    const { service: yoga } = await testServer.ok('POST', '/v2/services', { as, body: { service } })
    const event = {
      scheduleId: yoga.schedule.id,
      type: 'CLASS',
      start: { localDate: `2027-05-03T${hour}:00:00` },
      end: { localDate: `2027-05-03T${hour}:30:00` },
      resources: [{ id: staffMember.resourceId }],
      recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'], until: { localDate: `2027-05-10T${hour}:00:00` } },
    }
    await testServer.ok('POST', '/calendar/v3/events', { as, body: { event } })
    const countSeries = async (now: string) => {
      testServer.freezeClock(now)
      return (await testServer.ok('GET', `/api/dashboard/resources/${staffMember.resourceId}/usage`, { as })).series
    }
    expect([timeZone, await countSeries(before), await countSeries(after)]).toEqual([timeZone, 1, 0])
  }
})
