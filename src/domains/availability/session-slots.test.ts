/** Sessions of classes as slots, and what becomes of them when their series or service changes, through HTTP. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createTimeSlotStudio, staffType, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'

let testServer: TimeSlotStudio['testServer']
let site: TimeSlotStudio['site']
let token: TimeSlotStudio['token']
let ana: TimeSlotStudio['ana']
let ben: TimeSlotStudio['ben']
let make: TimeSlotStudio['make']
beforeAll(async () => {
  ;({ testServer, site, token, ana, ben, make } = await createTimeSlotStudio())
})
afterAll(() => testServer.close())

test('sessions of classes as slots; a series is changed, split and ended', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Yoga', defaultCapacity: 3 })
  const { event: master } = await testServer.ok('POST', '/calendar/v3/events', {
    as: site,
    body: {
      event: {
        scheduleId: yoga.schedule.id,
        type: 'CLASS',
        start: { localDate: '2027-05-05T18:00:00' },
        end: { localDate: '2027-05-05T19:00:00' },
        resources: [{ id: ana.resourceId }],
        recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['WEDNESDAY'] },
      },
    },
  })
  const may = { fromLocalDate: '2027-05-01T00:00:00', toLocalDate: '2027-06-01T00:00:00' }
  const sessions = async (more: object = {}) =>
    (await testServer.ok('POST', '/v2/time-slots/event', { token, body: { ...may, serviceIds: [yoga.id], ...more } })).timeSlots
  const times = async (more: object = {}) => (await sessions(more)).map((slot: { localStartDate: string }) => slot.localStartDate.slice(8, 16))
  expect(await times()).toEqual(['05T18:00', '12T18:00', '19T18:00', '26T18:00'])
  const [first, second] = await sessions()
  expect(first).toMatchObject({
    totalCapacity: 3,
    bookableCapacity: 3,
    bookable: true,
    eventInfo: { eventTitle: 'Yoga' },
    availableResources: [{ resourceTypeId: staffType, resources: [{ name: 'Ana' }] }],
  })
  expect(await times({ minBookableCapacity: 4 })).toEqual([])
  expect(await times({ eventFilter: { 'resources.id': { $hasSome: [ben.resourceId] } } })).toEqual([])
  await testServer.ok('POST', `/calendar/v3/events/${second.eventInfo.eventId}/cancel`, { as: site })
  expect(await times()).toEqual(['05T18:00', '19T18:00', '26T18:00'])
  const gone = await testServer.ok('GET', `/v2/time-slots/event/${second.eventInfo.eventId}`, { token })
  expect(gone.timeSlot).toMatchObject({ bookable: false, nonBookableReasons: { eventCancelled: true } })
  expect((await testServer.call('GET', `/v2/time-slots/event/${randomUUID()}`, { token })).status).toBe(404)

  // A customer holds a seat of the first session: it keeps its id when the series moves, and it is in the way of an end.
  const booked = await testServer.ok('POST', '/v2/bookings', {
    as: site,
    body: {
      booking: {
        bookedEntity: { slot: { eventId: first.eventInfo.eventId, serviceId: yoga.id } },
        contactDetails: { firstName: 'Mia', email: 'mia@example.org' },
        totalParticipants: 1,
        selectedPaymentOption: 'OFFLINE',
        status: 'CONFIRMED',
      },
    },
  })
  await testServer.ok('PATCH', `/calendar/v3/events/${master.id}`, {
    as: site,
    body: { event: { start: { localDate: '2027-05-05T19:00:00' }, end: { localDate: '2027-05-05T20:00:00' } } },
  })
  expect(await times()).toEqual(['05T19:00', '19T19:00', '26T19:00'])
  expect((await sessions())[0].eventInfo.eventId).toBe(first.eventInfo.eventId)
  expect(
    (await testServer.ok('POST', '/_api/bookings-reader/v2/extended-bookings/query', { as: site, body: { query: { filter: { id: booked.booking.id } } } }))
      .extendedBookings[0].booking.startDate,
  ).toBe('2027-05-05T17:00:00.000Z')
  const until = (localDate: string, more: object = {}) =>
    testServer.call('PATCH', `/calendar/v3/events/${master.id}`, { as: site, body: { event: { recurrenceRule: { until: { localDate } } }, ...more } })
  expect(errorCode(await until('2027-05-04T00:00:00'))).toBe('SESSIONS_HAVE_BOOKINGS')
  const { splitEvent } = await testServer.ok('POST', `/calendar/v3/events/${master.id}/split`, { as: site, body: { splitLocalDate: '2027-05-26T19:00:00' } })
  expect(splitEvent).toMatchObject({ recurrenceType: 'MASTER', start: { localDate: '2027-05-26T19:00:00' } })
  await testServer.ok('PATCH', `/calendar/v3/events/${splitEvent.id}`, {
    as: site,
    body: { event: { start: { localDate: '2027-05-26T07:00:00' }, end: { localDate: '2027-05-26T08:00:00' } } },
  })
  expect(await times()).toEqual(['05T19:00', '19T19:00', '26T07:00'])
  expect((await until('2027-05-04T00:00:00', { cancelBookings: true })).status).toBe(200)
  expect(await times()).toEqual(['26T07:00'])
})

test('a deleted service ends its sessions; those with bookings may stay', async () => {
  const make2 = async (name: string) => {
    const service = await make({ type: 'CLASS', name, defaultCapacity: 2 })
    const event = (day: string) => ({
      scheduleId: service.schedule.id,
      type: 'CLASS',
      start: { localDate: `2027-05-${day}T08:00:00` },
      end: { localDate: `2027-05-${day}T09:00:00` },
      resources: [{ id: ben.resourceId }],
    })
    const [a, b] = [
      await testServer.ok('POST', '/calendar/v3/events', { as: site, body: { event: event('06') } }),
      await testServer.ok('POST', '/calendar/v3/events', { as: site, body: { event: event('07') } }),
    ]
    await testServer.ok('POST', '/v2/bookings', {
      as: site,
      body: {
        booking: {
          bookedEntity: { slot: { eventId: a.event.id, serviceId: service.id } },
          contactDetails: { firstName: 'Mia', email: 'mia@example.org' },
          totalParticipants: 1,
          selectedPaymentOption: 'OFFLINE',
          status: 'CONFIRMED',
        },
      },
    })
    return { service, ids: [a.event.id, b.event.id] as string[] }
  }
  const statuses = async (ids: string[]) =>
    Promise.all(ids.map(async (id) => (await testServer.ok('GET', `/calendar/v3/events/${id}`, { as: site })).event.status))
  const kept = await make2('Kept')
  await testServer.ok('DELETE', `/v2/services/${kept.service.id}`, { as: site, query: { preserveFutureSessionsWithParticipants: true } })
  expect(await statuses(kept.ids)).toEqual(['CONFIRMED', 'CANCELLED'])
  const gone = await make2('Gone')
  await testServer.ok('DELETE', `/v2/services/${gone.service.id}`, { as: site, query: { 'participantNotification.notifyParticipants': true } })
  expect(await statuses(gone.ids)).toEqual(['CANCELLED', 'CANCELLED'])
  expect((await testServer.call('DELETE', `/v2/services/${gone.service.id}`, { as: site })).status).toBe(404)
})

/** Source: guide services-and-availability §13.4. */
describe('a weekly class of a site of its own', () => {
  let own: TimeSlotStudio['site']
  const staff: Record<'ana' | 'ben', string> = { ana: '', ben: '' }
  const ask = (method: string, path: string, body?: object) => testServer.ok(method, path, { as: own, ...(body && { body }) })
  beforeEach(async () => {
    testServer.freezeClock('2027-05-02T05:00:00Z')
    own = await testServer.createSite({ timeZone: 'Europe/Berlin' })
    for (const name of ['ana', 'ben'] as const) staff[name] = (await ask('POST', '/v1/staff-members', { staffMember: { name } })).staffMember.resourceId
  })
  const at = (day: string, hour = '09') => ({ start: { localDate: `${day}T${hour}:00:00` }, end: { localDate: `${day}T${hour}:30:00` } })
  /** Mondays, led by Ana. */
  async function makeSeries(from = '2027-05-03') {
    const payment = { rateType: 'NO_FEE' }
    const { service } = await ask('POST', '/v2/services', {
      service: { type: 'CLASS', name: 'Flow', defaultCapacity: 8, onlineBooking: { enabled: true }, payment },
    })
    const { event } = await ask('POST', '/calendar/v3/events', {
      event: {
        type: 'CLASS',
        scheduleId: service.schedule.id,
        ...at(from),
        resources: [{ id: staff.ana }],
        recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'] },
      },
    })
    const toId = (day: string) => `${event.id}_${day.replaceAll('-', '')}T0900`
    return { service, event, toId }
  }
  async function book(eventId: string, serviceId: string): Promise<string> {
    const body = { slot: { eventId, serviceId }, totalParticipants: 1, contactDetails: { firstName: 'Mia', email: 'mia@example.org' } }
    return (await testServer.ok('POST', '/api/checkout/bookings', { token: await testServer.visitorToken(own), body })).booking.id
  }
  const readBooking = async (id: string) =>
    (await ask('POST', '/v2/extended-bookings/query', { query: { filter: { id } } })).extendedBookings[0].booking as { status: string; startDate: string }
  const change = (id: string, event: object, more: object = {}) => ask('PATCH', `/calendar/v3/events/${id}`, { event, ...more })
  test('bookings of a series that begins in more than 400 days follow it', async () => {
    const { service, event, toId } = await makeSeries('2028-07-03')
    const id = await book(toId('2028-07-03'), service.id)
    await change(event.id, at('2028-07-03', '11'))
    expect((await ask('GET', `/calendar/v3/events/${toId('2028-07-03')}`)).event.start.localDate).toBe('2028-07-03T11:00:00')
    expect((await readBooking(id)).startDate).toBe('2028-07-03T09:00:00.000Z')
  })
  const readStaff = async (id: string) => (await ask('GET', `/calendar/v3/events/${id}`)).event.resources.map((one: { id: string }) => one.id)
  test('a session that was brought forward and has taken place keeps who led it', async () => {
    const { event, toId } = await makeSeries()
    await change(toId('2027-05-10'), at('2027-05-08'))
    testServer.freezeClock('2027-05-09T05:00:00Z')
    await change(event.id, { ...at('2027-05-03', '11'), resources: [{ id: staff.ben }] })
    expect(await readStaff(toId('2027-05-10'))).toEqual([staff.ana])
    const body = { fromLocalDate: '2027-05-03T00:00:00', toLocalDate: '2027-05-18T00:00:00', query: { filter: {} } }
    const { events } = await ask('POST', '/calendar/v3/events/query', body)
    expect(events.map((one: { start: { localDate: string } }) => one.start.localDate.slice(5, 16))).toEqual(['05-03T09:00', '05-08T09:00', '05-17T11:00'])
  })
  test('a session that was put off and is still to come takes the new leader, and its bookings with it', async () => {
    const { service, event, toId } = await makeSeries()
    const id = await book(toId('2027-05-03'), service.id)
    await change(toId('2027-05-03'), at('2027-05-20'))
    testServer.freezeClock('2027-05-05T05:00:00Z')
    await change(event.id, { resources: [{ id: staff.ben }] })
    expect(await readStaff(toId('2027-05-03'))).toEqual([staff.ben])
    expect(await readBooking(id)).toMatchObject({ startDate: '2027-05-20T07:00:00.000Z', bookedEntity: { slot: { resource: { id: staff.ben } } } })
  })
  test('the last session of a series, put off, takes a change made after the series has ended', async () => {
    const { event, toId } = await makeSeries()
    await change(event.id, { recurrenceRule: { until: { localDate: '2027-05-03T09:00:00' } } })
    await change(toId('2027-05-03'), at('2027-05-20'))
    testServer.freezeClock('2027-05-05T05:00:00Z')
    await change(event.id, { resources: [{ id: staff.ben }] })
    expect(await readStaff(toId('2027-05-03'))).toEqual([staff.ben])
  })
  test('a change of this session and those that follow leaves what was brought forward and is over', async () => {
    const { event, toId } = await makeSeries()
    await change(toId('2027-05-17'), at('2027-05-08'))
    testServer.freezeClock('2027-05-09T05:00:00Z')
    await change(event.id, { resources: [{ id: staff.ben }] }, { fromEventId: toId('2027-05-10') })
    expect([await readStaff(toId('2027-05-17')), await readStaff(toId('2027-05-24'))]).toEqual([[staff.ana], [staff.ben]])
  })
  const listStarts = async (scheduleId: string): Promise<string[]> => {
    const body = { fromLocalDate: '2027-05-01T00:00:00', toLocalDate: '2027-07-01T00:00:00', query: { filter: { scheduleId } } }
    return (await ask('POST', '/calendar/v3/events/query', body)).events.map((one: { start: { localDate: string } }) => one.start.localDate.slice(5, 10))
  }
  test('a series that is cancelled within the minute before a session cancels that session and its bookings', async () => {
    const { service, event, toId } = await makeSeries()
    const id = await book(toId('2027-05-10'), service.id)
    testServer.freezeClock('2027-05-10T06:59:30Z')
    await ask('POST', '/calendar/v3/bulk/events/cancel', { eventIds: [event.id] })
    expect((await readBooking(id)).status).toBe('CANCELED')
    expect(await listStarts(service.schedule.id)).toEqual(['05-03'])
  })
  test('an end in the past leaves what took place, with its bookings', async () => {
    const { service, event, toId } = await makeSeries()
    const id = await book(toId('2027-05-10'), service.id)
    testServer.freezeClock('2027-05-20T06:00:00Z')
    await change(event.id, { recurrenceRule: { until: { localDate: '2027-05-05T00:00:00' } } })
    expect(await listStarts(service.schedule.id)).toEqual(['05-03', '05-10', '05-17'])
    testServer.freezeClock('2027-06-10T06:00:00Z')
    await ask('POST', `/calendar/v3/events/${event.id}/cancel`, {})
    expect(await listStarts(service.schedule.id)).toEqual(['05-03', '05-10', '05-17'])
    expect((await readBooking(id)).status).not.toBe('CANCELED')
  })
})
