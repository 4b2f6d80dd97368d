import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let testServer: TestServer
let site: TestSite
let ana: { id: string; resourceId: string }
let ben: { id: string; resourceId: string }
let talk: { id: string }
beforeAll(async () => {
  testServer = await startTestServer()
})
afterAll(() => testServer.close())
beforeEach(async () => {
  testServer.freezeClock('2027-12-01T08:00:00Z')
  site = await testServer.createSite({ timeZone: 'Europe/Berlin' })
  const staff = async (name: string) => (await testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name } } })).staffMember
  ana = await staff('Ana')
  ben = await staff('Ben')
  talk = (
    await testServer.ok('POST', '/v2/services', {
      as: site,
      body: {
        service: {
          type: 'APPOINTMENT',
          name: 'Talk',
          staffMemberIds: [ana.resourceId, ben.resourceId],
          schedule: { availabilityConstraints: { sessionDurations: [60] } },
          onlineBooking: { enabled: true },
          payment: { rateType: 'NO_FEE' },
        },
      },
    })
  ).service
})

/** Starts of a day on the clock, of one person or of both. */
async function starts(day: string, person?: { resourceId: string }): Promise<string[]> {
  const filter = {
    serviceId: talk.id,
    startDate: `${day}T00:00:00`,
    endDate: `${day}T23:59:00`,
    bookable: true,
    ...(person ? { resourceId: person.resourceId } : {}),
  }
  const { availabilityEntries } = await testServer.ok('POST', '/v1/availability/query', { as: site, body: { query: { filter }, timezone: 'Europe/Berlin' } })
  return [...new Set<string>(availabilityEntries.map((entry: { slot: { startDate: string } }) => entry.slot.startDate.slice(11, 16)))]
}
const close = async (specialDay: object) => (await testServer.ok('POST', '/api/special-days', { as: site, body: { specialDay } })).specialDay
const list = async (query: Record<string, string> = {}) => (await testServer.ok('GET', '/api/special-days', { as: site, query })).specialDays
const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']
const setHours = (start: string, end: string) =>
  testServer.ok('PUT', '/api/business-hours', { as: site, body: { periods: weekdays.map((day) => ({ day, start, end })) } })

test('closing days and special hours survive a change of the weekly hours, are listed and deleted', async () => {
  const closed = await close({ from: '2027-12-24', until: '2027-12-27', title: 'Christmas' })
  const special = await close({
    from: '2027-12-18',
    periods: [
      { start: '10:00', end: '12:00' },
      { start: '14:00', end: '15:00' },
    ],
    title: 'Open Saturday',
  })
  await setHours('09:00', '12:00')
  expect(await starts('2027-12-23')).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00'])
  for (const day of ['2027-12-24', '2027-12-27']) expect(await starts(day)).toEqual([])
  expect(await starts('2027-12-28')).toHaveLength(5)
  expect(await starts('2027-12-18')).toEqual(['10:00', '10:30', '11:00', '14:00'])
  expect(await list()).toEqual([special, closed])
  expect(special).toMatchObject({
    from: '2027-12-18',
    until: '2027-12-18',
    periods: [
      { start: '10:00', end: '12:00' },
      { start: '14:00', end: '15:00' },
    ],
  })
  // The calendar of the business shows no hours on these days.
  const { schedules } = await testServer.ok('POST', '/calendar/v3/schedules/query', { as: site, body: {} })
  const { events } = await testServer.ok('POST', '/calendar/v3/events/query', {
    as: site,
    body: { fromLocalDate: '2027-12-23T00:00:00', toLocalDate: '2027-12-29T00:00:00', query: { filter: { scheduleId: schedules[0].id } } },
  })
  expect(events.map((event: { start: { localDate: string } }) => event.start.localDate.slice(0, 10))).toEqual(['2027-12-23', '2027-12-28'])
  await testServer.ok('DELETE', `/api/special-days/${closed.id}`, { as: site })
  expect(await starts('2027-12-24')).toHaveLength(5)
  expect((await testServer.call('DELETE', `/api/special-days/${closed.id}`, { as: site })).status).toBe(404)
  // What is over is not listed any more.
  testServer.freezeClock('2027-12-19T08:00:00Z')
  expect(await list()).toEqual([])
})

test('a closing day applies to staff with their own hours, special hours do not; their own days take precedence', async () => {
  await testServer.ok('PUT', `/api/staff/${ben.id}/hours`, {
    as: site,
    body: { usesDefaultWorkingHours: false, periods: [...weekdays, 'SATURDAY'].map((day) => ({ day, start: '15:00', end: '17:00' })) },
  })
  await close({ from: '2027-12-23', periods: [{ start: '09:00', end: '11:00' }] })
  await close({ from: '2027-12-24' })
  expect([await starts('2027-12-23', ana), await starts('2027-12-23', ben)]).toEqual([
    ['09:00', '09:30', '10:00'],
    ['15:00', '15:30', '16:00'],
  ])
  expect(await starts('2027-12-24')).toEqual([])
  await close({ resourceId: ben.resourceId, from: '2027-12-24', periods: [{ start: '08:00', end: '09:00' }] })
  await close({ resourceId: ana.resourceId, from: '2027-12-22', title: 'Dentist' })
  expect([await starts('2027-12-24', ana), await starts('2027-12-24', ben)]).toEqual([[], ['08:00']])
  expect([await starts('2027-12-22', ana), await starts('2027-12-22', ben)]).toEqual([[], ['15:00', '15:30', '16:00']])
  expect((await list({ resourceId: ana.resourceId })).map((one: { title: string }) => one.title)).toEqual(['Dentist'])
  expect(await list()).toHaveLength(2)
})

test('closing days and special hours are changed in place', async () => {
  const change = (id: string, specialDay: object) => testServer.call('PATCH', `/api/special-days/${id}`, { as: site, body: { specialDay } })
  const closed = await close({ from: '2027-12-24', until: '2027-12-27', title: 'Christmas' })
  const open = await close({ from: '2027-12-18', periods: [{ start: '10:00', end: '12:00' }] })
  // One field changes one field.
  expect((await change(closed.id, { until: '2027-12-28' })).body.specialDay).toEqual({ ...closed, until: '2027-12-28' })
  expect(await starts('2027-12-28')).toEqual([])
  expect((await change(closed.id, { title: ' Holidays ' })).body.specialDay).toEqual({ ...closed, until: '2027-12-28', title: 'Holidays' })
  expect((await change(closed.id, {})).body.specialDay).toEqual({ ...closed, until: '2027-12-28', title: 'Holidays' })
  expect((await change(closed.id, { from: '2027-12-27', periods: [{ start: '10:00', end: '11:00' }] })).status).toBe(200)
  expect([await starts('2027-12-24'), await starts('2027-12-27'), await starts('2027-12-28')]).toEqual([
    expect.arrayContaining(['17:00']),
    ['10:00'],
    ['10:00'],
  ])
  await setHours('09:00', '12:00')
  expect(await starts('2027-12-27')).toEqual(['10:00'])
  // Its own days are no obstacle, those of another one are.
  const refused = await change(open.id, { from: '2027-12-18', until: '2027-12-27' })
  expect([refused.status, refused.body.details.validationError.fieldViolations[0]]).toMatchObject([400, { field: 'specialDay.from' }])
  expect((await change(open.id, { until: '2027-12-17' })).status).toBe(400)
  expect((await change(open.id, { periods: [{ start: '12:00', end: '10:00' }] })).status).toBe(400)
  expect((await list()).map((one: { id: string }) => one.id)).toEqual([open.id, closed.id])
  expect((await change(site.metaSiteId, { title: 'None' })).status).toBe(404)
  const otherSite = await testServer.createSite()
  expect((await testServer.call('PATCH', `/api/special-days/${open.id}`, { as: otherSite, body: { specialDay: { title: 'Mine' } } })).status).toBe(404)
})

test('a location has closing days and special hours of its own', async () => {
  const { location: garden } = await testServer.ok('POST', '/api/locations', { as: site, body: { location: { name: 'Garden' } } })
  const [main] = (await testServer.ok('GET', '/api/locations', { as: site })).locations
  const locations = [main.id, garden.id].map((id) => ({ type: 'BUSINESS', business: { id } }))
  await testServer.ok('POST', `/v2/services/${talk.id}/locations`, { as: site, body: { locations } })
  const startsAt = async (day: string, place: { id: string }) => {
    const { timeSlots } = await testServer.ok('POST', '/_api/service-availability/v2/time-slots', {
      as: site,
      body: {
        serviceId: talk.id,
        fromLocalDate: `${day}T00:00:00`,
        toLocalDate: `${day}T23:59:00`,
        timeZone: 'Europe/Berlin',
        bookable: true,
        locations: [{ id: place.id, locationType: 'BUSINESS' }],
      },
    })
    return timeSlots.map((slot: { localStartDate: string }) => slot.localStartDate.slice(11, 16))
  }
  const closed = await close({ locationId: garden.id, from: '2027-12-24', title: 'Flooded' })
  await close({ locationId: garden.id, from: '2027-12-25', periods: [{ start: '10:00', end: '11:00' }] })
  expect((await startsAt('2027-12-23', garden)).length).toBeGreaterThan(0)
  expect([await startsAt('2027-12-24', garden), (await startsAt('2027-12-24', main)).length > 0]).toEqual([[], true])
  // The business is closed on Saturdays; the garden is not on this one.
  expect([await startsAt('2027-12-25', garden), await startsAt('2027-12-25', main)]).toEqual([['10:00'], []])
  expect([closed.locationId, await list(), (await list({ locationId: garden.id })).length]).toEqual([garden.id, [], 2])
  // Both may close on the same day, and the calendar of the business keeps its hours where only one location is closed.
  await close({ from: '2027-12-24' })
  expect(await startsAt('2027-12-24', main)).toEqual([])
  await setHours('09:00', '12:00')
  expect(await startsAt('2027-12-24', garden)).toEqual([])
  const send = (specialDay: object) => testServer.call('POST', '/api/special-days', { as: site, body: { specialDay } })
  expect((await send({ locationId: garden.id, resourceId: ana.resourceId, from: '2027-12-30' })).status).toBe(400)
  expect((await send({ locationId: ana.resourceId, from: '2027-12-30' })).status).toBe(404)
})

test('a room has closing days of its own', async () => {
  const { resourceType } = await testServer.ok('POST', '/v2/resources/resource-types', { as: site, body: { resourceType: { name: 'Rooms' } } })
  const { resource: room } = await testServer.ok('POST', '/v2/resources', { as: site, body: { resource: { name: 'Blue', typeId: resourceType.id } } })
  const { service } = await testServer.ok('GET', `/v2/services/${talk.id}`, { as: site })
  const serviceResources = [{ resourceType: { id: resourceType.id }, resourceIds: { values: [room.id] } }]
  await testServer.ok('PATCH', `/v2/services/${talk.id}`, { as: site, body: { service: { revision: service.revision, serviceResources } } })
  expect((await starts('2027-12-24')).length).toBeGreaterThan(0)
  await close({ resourceId: room.id, from: '2027-12-24', title: 'Painting' })
  expect([await starts('2027-12-24'), (await starts('2027-12-23')).length > 0]).toEqual([[], true])
  expect(await list({ resourceId: room.id })).toMatchObject([{ title: 'Painting', resourceId: room.id }])
})

test('what is booked on the days is listed before they are closed', async () => {
  const book = (start: string, person: { resourceId: string }, firstName: string) =>
    testServer.ok('POST', '/v2/bookings', {
      as: site,
      body: {
        booking: {
          bookedEntity: {
            slot: {
              serviceId: talk.id,
              startDate: `2027-12-${start}:00+01:00`,
              endDate: `2027-12-${start.slice(0, 3)}${String(Number(start.slice(3, 5)) + 1)}:00:00+01:00`,
              timezone: 'Europe/Berlin',
              resource: { id: person.resourceId },
              location: { locationType: 'OWNER_BUSINESS' },
            },
          },
          contactDetails: { firstName, email: `${firstName.toLowerCase()}@people.example` },
          totalParticipants: 1,
        },
      },
    })
  for (const [start, person, name] of [
    ['23T10:00', ana, 'Pia'],
    ['24T10:00', ana, 'Quentin'],
    ['24T16:00', ben, 'Rosa'],
  ] as const) {
    const { booking } = await book(start, person, name)
    await testServer.ok('POST', `/v2/bookings/${booking.id}/confirm`, { as: site, body: { revision: booking.revision } })
  }
  const names = async (body: object) => {
    const reply = await testServer.ok('POST', '/api/bookings/booked-on-days', { as: site, body })
    const found = reply.items.flatMap((item: { bookings: { name: string }[] }) => item.bookings.map((one) => one.name))
    expect(reply.total).toBe(found.length)
    return found
  }
  const day = { from: '2027-12-24', until: '2027-12-24' }
  expect(await names(day)).toEqual(['Quentin', 'Rosa'])
  expect(await names({ from: '2027-12-20', until: '2028-12-19' })).toEqual(['Pia', 'Quentin', 'Rosa'])
  expect(await names({ ...day, resourceId: ben.resourceId })).toEqual(['Rosa'])
  const [main] = (await testServer.ok('GET', '/api/locations', { as: site })).locations
  expect([await names({ ...day, locationId: main.id }), await names({ ...day, locationId: ana.resourceId })]).toEqual([['Quentin', 'Rosa'], []])
  // What fits into the special hours stays within them.
  expect(await names({ ...day, periods: [{ start: '09:00', end: '12:00' }] })).toEqual(['Rosa'])
  const ask = (options: object) => testServer.call('POST', '/api/bookings/booked-on-days', options)
  expect((await ask({ as: site, body: { from: '2027-12-24', until: '2027-12-23' } })).status).toBe(400)
  expect((await ask({ as: site, body: { from: '2027-12-24', until: '2029-12-23' } })).status).toBe(400)
  expect((await ask({ token: await testServer.visitorToken(site), body: day })).status).toBe(403)
})

test('special hours of an evening hold what ends at midnight, and not what goes on after it', async () => {
  const { service: night } = await testServer.ok('POST', '/v2/services', {
    as: site,
    body: {
      service: {
        type: 'APPOINTMENT',
        name: 'Night',
        staffMemberIds: [ana.resourceId, ben.resourceId],
        schedule: { availabilityConstraints: { sessionDurations: [60, 120] } },
        onlineBooking: { enabled: true },
        payment: { rateType: 'NO_FEE' },
      },
    },
  })
  const book = async (from: string, until: string, person: { resourceId: string }, firstName: string) => {
    const resource = { id: person.resourceId }
    const slot = { serviceId: night.id, startDate: from, endDate: until, timezone: 'Europe/Berlin', resource, location: { locationType: 'OWNER_BUSINESS' } }
    const contactDetails = { firstName, email: `${firstName.toLowerCase()}@people.example` }
    const flowControlSettings = { skipAvailabilityValidation: true, skipBusinessConfirmation: true }
    const booking = { bookedEntity: { slot }, contactDetails, totalParticipants: 1 }
    const { booking: made } = await testServer.ok('POST', '/v2/bookings', { as: site, body: { booking, flowControlSettings } })
    await testServer.ok('POST', `/v2/bookings/${made.id}/confirm`, { as: site, body: { revision: made.revision, flowControlSettings } })
  }
  await book('2027-12-24T23:00:00+01:00', '2027-12-25T00:00:00+01:00', ana, 'Eve')
  await book('2027-12-24T23:00:00+01:00', '2027-12-25T01:00:00+01:00', ben, 'Late')
  const names = async (body: object) => {
    const { items } = await testServer.ok('POST', '/api/bookings/booked-on-days', { as: site, body: { from: '2027-12-24', until: '2027-12-25', ...body } })
    return items.flatMap((item: { bookings: { name: string }[] }) => item.bookings.map(({ name }) => name)).toSorted()
  }
  const periods = (start: string, end: string) => names({ periods: [{ start, end }] })
  expect(await names({})).toEqual(['Eve', 'Late'])
  expect(await periods('22:00', '24:00')).toEqual(['Late'])
  expect(await periods('22:00', '23:30')).toEqual(['Eve', 'Late'])
  expect(await periods('00:00', '24:00')).toEqual(['Late'])
  // What ends at midnight is not on the next day.
  expect([await names({ days: ['2027-12-25'] }), await names({ days: ['2027-12-24'] })]).toEqual([['Late'], ['Eve', 'Late']])
})

test('days that the calendar closed stay closed when the weekly hours are saved', async () => {
  const { schedules } = await testServer.ok('POST', '/calendar/v3/schedules/query', { as: site, body: {} })
  const { events } = await testServer.ok('POST', '/calendar/v3/events/query', {
    as: site,
    body: { fromLocalDate: '2027-12-24T00:00:00', toLocalDate: '2027-12-25T00:00:00', query: { filter: { scheduleId: schedules[0].id } } },
  })
  await testServer.ok('POST', `/calendar/v3/events/${events[0].id}/cancel`, { as: site, body: {} })
  expect(await starts('2027-12-24')).toEqual([])
  // As it is, longer, in two stretches, and back again.
  const { periods } = await testServer.ok('GET', '/api/business-hours', { as: site })
  await testServer.ok('PUT', '/api/business-hours', { as: site, body: { periods } })
  expect(await starts('2027-12-24')).toEqual([])
  await setHours('08:00', '20:00')
  expect(await starts('2027-12-24')).toEqual([])
  const halves = weekdays.flatMap((day) => [
    { day, start: '08:00', end: '10:00' },
    { day, start: '14:00', end: '16:00' },
  ])
  await testServer.ok('PUT', '/api/business-hours', { as: site, body: { periods: halves } })
  expect(await starts('2027-12-24')).toEqual([])
  expect(await starts('2027-12-17')).toEqual(['08:00', '08:30', '09:00', '14:00', '14:30', '15:00'])
})

test('invalid days are refused, and only the owner sets them', async () => {
  const send = (specialDay: object) => testServer.call('POST', '/api/special-days', { as: site, body: { specialDay } })
  for (const [specialDay, field] of [
    [{ from: '2027-12-24', until: '2027-12-23' }, 'specialDay.until'],
    [{ from: '2027-12-24', until: '2029-12-23' }, 'specialDay.until'],
    [{ from: '2027-12-24', periods: [{ start: '12:00', end: '10:00' }] }, 'specialDay.periods'],
    [
      {
        from: '2027-12-24',
        periods: [
          { start: '10:00', end: '12:00' },
          { start: '11:00', end: '13:00' },
        ],
      },
      'specialDay.periods',
    ],
  ] as const) {
    const refused = await send(specialDay)
    expect([refused.status, refused.body.details.validationError.fieldViolations[0].field]).toEqual([400, field])
  }
  await close({ from: '2027-12-24', until: '2027-12-26' })
  expect((await send({ from: '2027-12-26' })).status).toBe(400)
  expect((await send({ resourceId: ana.resourceId, from: '2027-12-26' })).status).toBe(200)
  const token = await testServer.visitorToken(site)
  expect((await testServer.call('POST', '/api/special-days', { token, body: { specialDay: { from: '2027-12-30' } } })).status).toBe(403)
  expect((await testServer.call('GET', '/api/special-days', { token })).status).toBe(403)
})
