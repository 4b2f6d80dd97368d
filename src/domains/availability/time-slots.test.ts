/** Free slots of appointments through HTTP. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createTimeSlotStudio, monday, staffType, starts, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'

let testServer: TimeSlotStudio['testServer']
let site: TimeSlotStudio['site']
let token: TimeSlotStudio['token']
let ana: TimeSlotStudio['ana']
let ben: TimeSlotStudio['ben']
let person: TimeSlotStudio['person']
let hours: TimeSlotStudio['hours']
let make: TimeSlotStudio['make']
let appointment: TimeSlotStudio['appointment']
let list: TimeSlotStudio['list']
beforeAll(async () => {
  ;({ testServer, site, token, ana, ben, person, hours, make, appointment, list } = await createTimeSlotStudio())
})
afterAll(() => testServer.close())

test('E6 over HTTP: any of two staff members, each at their location', async () => {
  const talk = await appointment('Talk', [60])
  const reply = await list({ serviceId: talk.id, ...monday, includeResourceTypeIds: [staffType] })
  expect(reply.timeZone).toBe('Europe/Berlin')
  expect(
    reply.timeSlots.map((slot: { localStartDate: string; availableResources: { resources: { name: string }[] }[] }) => [
      slot.localStartDate.slice(11, 16),
      slot.availableResources[0]?.resources.map((r) => r.name).join('+'),
    ]),
  ).toEqual([
    ['09:00', 'Ana'],
    ['09:30', 'Ana'],
    ['10:00', 'Ana+Ben'],
    ['10:30', 'Ben'],
    ['11:00', 'Ben'],
  ])
  expect(reply.timeSlots[0]).toMatchObject({
    serviceId: talk.id,
    localStartDate: '2027-05-03T09:00:00',
    localEndDate: '2027-05-03T10:00:00',
    bookable: true,
    totalCapacity: 1,
    remainingCapacity: 1,
    bookableCapacity: 1,
    nestedTimeSlots: [],
    scheduleId: talk.schedule.id,
    location: { locationType: 'BUSINESS' },
    nonBookableReasons: { noRemainingCapacity: false, violatesBookingPolicy: false, reservedForWaitingList: false, eventCancelled: false },
  })
  expect((await list({ serviceId: talk.id, ...monday })).timeSlots[0].availableResources).toEqual([])
  expect(starts(await list({ serviceId: talk.id, ...monday, resourceTypes: [{ resourceTypeId: staffType, resourceIds: [ben.resourceId] }] }))).toEqual([
    '10:00',
    '10:30',
    '11:00',
  ])
  expect(starts(await list({ serviceId: talk.id, ...monday, timeSlotsPerDay: 2 }))).toEqual(['09:00', '09:30'])
  expect((await list({ serviceId: talk.id, ...monday, timeZone: 'UTC' })).timeSlots[0].localStartDate).toBe('2027-05-03T07:00:00')
})

test('a page goes on where the last one ended, by its cursor alone', async () => {
  const service = await appointment('Paged', [60])
  const first = await list({ serviceId: service.id, ...monday, cursorPaging: { limit: 2 } })
  expect([starts(first), first.cursorPagingMetadata.hasNext]).toEqual([['09:00', '09:30'], true])
  const second = await list({ cursorPaging: { cursor: first.cursorPagingMetadata.cursors.next, limit: 2 } })
  const third = await list({ cursorPaging: { cursor: second.cursorPagingMetadata.cursors.next, limit: 2 } })
  expect([starts(second), starts(third), third.cursorPagingMetadata.cursors]).toEqual([['10:00', '10:30'], ['11:00'], {}])
  expect((await testServer.call('POST', '/v2/time-slots', { token, body: { cursorPaging: { cursor: 'abc' } } })).status).toBe(400)
})

test('add-ons lengthen a slot; unknown ones and those of other services are refused', async () => {
  const createAddOn = async (name: string) => {
    const addOn = { name, price: { value: '5' }, durationInMinutes: 30 }
    return (await testServer.ok('POST', '/addons/v1/add-ons', { as: site, body: { addOn } })).addOn.id as string
  }
  const [oil, mud] = [await createAddOn('Oil'), await createAddOn('Mud')]
  const [massage, wrap] = [await appointment('Massage', [60]), await appointment('Wrap', [60])]
  const offer = (serviceId: string, addOnIds: string[]) =>
    testServer.ok('POST', '/_api/bookings/v2/services/add-on-groups/create', { as: site, body: { serviceId, addOnGroup: { name: 'Extras', addOnIds } } })
  await offer(massage.id, [oil])
  await offer(wrap.id, [mud])
  const withOil = await list({ serviceId: massage.id, ...monday, customerChoices: { addOnIds: [oil] } })
  expect(withOil.timeSlots[0].localEndDate).toBe('2027-05-03T10:30:00')
  const readField = (reply: { status: number; body: { details: { validationError?: { fieldViolations: { field: string }[] } } } }) => [
    reply.status,
    reply.body.details.validationError?.fieldViolations[0]?.field,
  ]
  for (const wrong of [mud, randomUUID()]) {
    const customerChoices = { addOnIds: [wrong] }
    const ask = (path: string, body: object) => testServer.call('POST', path, { token, body })
    expect(readField(await ask('/v2/time-slots', { serviceId: massage.id, ...monday, customerChoices }))).toEqual([400, 'customerChoices.addOnIds'])
    const time = { localStartDate: '2027-05-03T09:00:00', localEndDate: '2027-05-03T10:00:00' }
    expect(readField(await ask('/v2/time-slots/get', { serviceId: massage.id, ...time, customerChoices }))).toEqual([400, 'customerChoices.addOnIds'])
    const range = { from: '2027-05-03T00:00:00', to: '2027-05-04T00:00:00', timeZone: 'Europe/Berlin', location: { locationType: 'OWNER_CUSTOM' } }
    expect(readField(await ask('/v1/availability/multislot', { ...range, slots: [{ serviceId: massage.id, customerChoices }] }))).toEqual([
      400,
      'services[0].customerChoices.addOnIds',
    ])
  }
  // Durations have no ids here, so that none is known.
  const customerChoices = { durationChoiceId: randomUUID() }
  const day = { from: '2027-05-03T00:00:00', to: '2027-05-04T00:00:00', timeZone: 'Europe/Berlin', location: { locationType: 'OWNER_CUSTOM' } }
  const one = { serviceId: massage.id, customerChoices }
  for (const [path, body, field] of [
    ['/v2/time-slots', { ...one, ...monday }, 'customerChoices.durationChoiceId'],
    ['/v2/time-slots/get', { ...one, localStartDate: '2027-05-03T09:00:00', localEndDate: '2027-05-03T10:00:00' }, 'customerChoices.durationChoiceId'],
    ['/v1/availability/multislot', { ...day, slots: [{ serviceId: massage.id }, one] }, 'services[1].customerChoices.durationChoiceId'],
    [
      '/v2/multi-service-time-slots',
      { ...monday, timeZone: 'Europe/Berlin', location: { locationType: 'BUSINESS' }, services: [one, { serviceId: massage.id }] },
      'services[0].customerChoices.durationChoiceId',
    ],
  ] as const)
    expect(readField(await testServer.call('POST', path, { token, body }))).toEqual([400, field])
})

test('invalid requests are refused with the codes of the public API', async () => {
  const service = await appointment('Strict', [60])
  const klass = await make({ type: 'CLASS', name: 'Class', defaultCapacity: 3 })
  const ask = (body: object) => testServer.call('POST', '/v2/time-slots', { token, body })
  expect(errorCode(await ask({}))).toBe('MISSING_ARGUMENTS')
  const unknown = await ask({ serviceId: randomUUID(), ...monday })
  expect([unknown.status, errorCode(unknown)]).toEqual([404, 'SERVICE_NOT_FOUND'])
  expect((await ask({ serviceId: klass.id, ...monday })).status).toBe(400)
  for (const fromLocalDate of ['2027-05-03', '2027-05-03T00:00:00Z', '2027-05-03T00:00:00+02:00'])
    expect((await ask({ serviceId: service.id, ...monday, fromLocalDate })).status).toBe(400)
  expect((await ask({ serviceId: service.id, fromLocalDate: '2027-05-03T00:00:00', toLocalDate: '2028-06-03T00:00:00' })).status).toBe(400)
  expect((await ask({ serviceId: service.id, ...monday, timeZone: 'Mars/Base' })).status).toBe(400)
  expect((await ask({ serviceId: service.id, ...monday, customerChoices: { durationInMinutes: 45 } })).status).toBe(400)
  const gender = await ask({ serviceId: service.id, ...monday, customerChoices: { requestedGender: 'FEMALE' } })
  expect([gender.status, errorCode(gender)]).toEqual([428, 'REQUESTED_GENDER_NOT_ALLOWED'])
  expect((await testServer.call('POST', '/v2/time-slots', { body: { serviceId: service.id, ...monday } })).status).toBe(401)
})

test('a slot is found at any whole minute, or refused as not found', async () => {
  const service = await appointment('One', [60])
  const get = (from: string, to: string) =>
    testServer.call('POST', '/v2/time-slots/get', {
      token,
      body: {
        serviceId: service.id,
        localStartDate: `2027-05-03T${from}:00`,
        localEndDate: `2027-05-03T${to}:00`,
        timeZone: 'Europe/Berlin',
        location: { locationType: 'BUSINESS' },
      },
    })
  const odd = await get('09:47', '10:47')
  expect(odd.body.timeSlot).toMatchObject({
    localStartDate: '2027-05-03T09:47:00',
    availableResources: [{ resourceTypeId: staffType, resources: [{ name: 'Ana' }] }],
  })
  const late = await get('11:01', '12:01')
  expect([late.status, errorCode(late)]).toEqual([404, 'SLOT_NOT_FOUND'])
  expect((await get('09:00', '09:45')).status).toBe(400)
})

test('the split interval is a setting; the grid restarts after busy time when it follows the duration', async () => {
  const { timeSlotsConfiguration } = await testServer.ok(
    'GET',
    '/_api/time-slots-config/v1/time-slots-configurations/app/13d21c63-b5ec-5912-8397-c3a5ddb27a97',
    {
      as: site,
    },
  )
  expect(timeSlotsConfiguration).toMatchObject({
    splitInterval: { sameAsDuration: false, valueInMinutes: 30 },
    staffSelection: { strategy: 'CUSTOMER_MAY_CHOOSE' },
    displayTimeZone: { basedOn: 'BUSINESS_TIME_ZONE', customerCanChange: true },
  })
  const patch = (splitInterval: object, revision: string) =>
    testServer.call('PATCH', `/v1/time-slots-configurations/${timeSlotsConfiguration.id}`, {
      as: site,
      body: { timeSlotsConfiguration: { splitInterval, revision } },
    })
  expect((await patch({ valueInMinutes: 4 }, '1')).status).toBe(400)
  expect((await patch({ valueInMinutes: 60 }, '1')).body.timeSlotsConfiguration).toMatchObject({ revision: '2', splitInterval: { valueInMinutes: 60 } })
  expect((await patch({ valueInMinutes: 30 }, '1')).status).toBe(409)
  const service = await appointment('Split', [30], {
    staffMemberIds: [ana.resourceId],
    schedule: { availabilityConstraints: { sessionDurations: [30], timeBetweenSessions: 10 } },
  })
  expect(starts(await list({ serviceId: service.id, ...monday }))).toEqual(['09:00', '10:00'])
  await patch({ sameAsDuration: true }, '2')
  expect(starts(await list({ serviceId: service.id, ...monday }))).toEqual(['09:00', '09:40', '10:20']) // E2
  const block = await testServer.ok('POST', '/calendar/v3/events', {
    as: site,
    body: { event: { scheduleId: ana.own, type: 'EVENT', start: { localDate: '2027-05-03T09:15:00' }, end: { localDate: '2027-05-03T09:25:00' } } },
  })
  expect(starts(await list({ serviceId: service.id, ...monday }))).toEqual(['09:25', '10:05'])
  await testServer.ok('POST', '/calendar/v3/bulk/events/cancel', { as: site, body: { eventIds: [block.event.id] } })
  await patch({ sameAsDuration: false, valueInMinutes: 30 }, '3')
  expect(starts(await list({ serviceId: service.id, ...monday }))).toEqual(['09:00', '09:30', '10:00', '10:30'])
})

test('working hours are events: one day off, one day longer, and an end', async () => {
  const cleo = await person('Cleo')
  const { event } = await hours(cleo.own, '2027-05-04', '09:00', '10:00', 'TUESDAY')
  expect(event).toMatchObject({ type: 'WORKING_HOURS', recurrenceType: 'MASTER', recurrenceRule: { days: ['TUESDAY'], interval: 1 } })
  const service = await appointment('With Cleo', [60], { staffMemberIds: [cleo.resourceId] })
  const may = { fromLocalDate: '2027-05-01T00:00:00', toLocalDate: '2027-06-01T00:00:00' }
  const days = async () => (await list({ serviceId: service.id, ...may })).timeSlots.map((slot: { localStartDate: string }) => slot.localStartDate.slice(8, 16))
  expect(await days()).toEqual(['04T09:00', '11T09:00', '18T09:00', '25T09:00'])
  const { events } = await testServer.ok('POST', '/calendar/v3/events/query', { as: site, body: { ...may, query: { filter: { scheduleId: cleo.own } } } })
  expect(events.map((one: { id: string }) => one.id)).toEqual(['04', '11', '18', '25'].map((d) => `${event.id}_202705${d}T0900`))
  await testServer.ok('POST', `/calendar/v3/events/${events[1].id}/cancel`, { as: site })
  await testServer.ok('PATCH', `/calendar/v3/events/${events[2].id}`, { as: site, body: { event: { end: { localDate: '2027-05-18T10:30:00' } } } })
  await testServer.ok('PATCH', `/calendar/v3/events/${event.id}`, {
    as: site,
    body: { event: { recurrenceRule: { until: { localDate: '2027-05-20T00:00:00' } } } },
  })
  expect(await days()).toEqual(['04T09:00', '18T09:00', '18T09:30'])
  expect(
    (
      await testServer.call('POST', '/calendar/v3/events', {
        as: site,
        body: {
          event: { scheduleId: randomUUID(), type: 'WORKING_HOURS', start: { localDate: '2027-05-04T09:00:00' }, end: { localDate: '2027-05-04T10:00:00' } },
        },
      })
    ).status,
  ).toBe(400)
  const { schedules } = await testServer.ok('POST', '/calendar/v3/schedules/query', {
    as: site,
    body: { query: { filter: { externalId: '4e0579a5-491e-4e70-a872-d097eed6e520' } } },
  })
  expect(schedules).toHaveLength(1)
})

test('several services follow each other; the buffer of a part applies to other bookings, not to the next part', async () => {
  const [wash, cut] = [
    await appointment('Wash', [30], { schedule: { availabilityConstraints: { sessionDurations: [30], timeBetweenSessions: 15 } } }),
    await appointment('Cut', [60]),
  ]
  const ask = { services: [{ serviceId: wash.id }, { serviceId: cut.id }], ...monday, timeZone: 'Europe/Berlin', location: { locationType: 'BUSINESS' } }
  const reply = await testServer.ok('POST', '/v2/multi-service-time-slots', { token, body: ask })
  expect(
    reply.timeSlots.map((slot: { localStartDate: string; localEndDate: string }) => [slot.localStartDate.slice(11, 16), slot.localEndDate.slice(11, 16)]),
  ).toEqual([
    ['09:00', '10:30'],
    ['09:30', '11:00'],
    ['10:00', '11:30'],
    ['10:30', '12:00'],
  ])
  expect(
    reply.timeSlots[0].nestedTimeSlots.map((part: { serviceId: string; localStartDate: string }) => [part.serviceId, part.localStartDate.slice(11, 16)]),
  ).toEqual([
    [wash.id, '09:00'],
    [cut.id, '09:30'],
  ])
  expect(reply.timeSlots[0].serviceId).toBeUndefined()
  const one = {
    services: ask.services,
    localStartDate: '2027-05-03T09:10:00',
    localEndDate: '2027-05-03T10:40:00',
    timeZone: 'Europe/Berlin',
    location: ask.location,
  }
  expect((await testServer.ok('POST', '/v2/multi-service-time-slots/get', { token, body: one })).timeSlot.nestedTimeSlots).toHaveLength(2)
  expect(errorCode(await testServer.call('POST', '/v2/multi-service-time-slots/get', { token, body: { ...one, localEndDate: '2027-05-03T10:41:00' } }))).toBe(
    'SLOT_NOT_FOUND',
  )
  expect(errorCode(await testServer.call('POST', '/v2/multi-service-time-slots', { token, body: { ...ask, services: [{ serviceId: wash.id }] } }))).toBe(
    'INVALID_SERVICES_SIZE',
  )
  const older = await testServer.ok('POST', '/v1/availability/multislot', {
    token,
    body: {
      from: '2027-05-03T00:00:00',
      to: '2027-05-04T00:00:00',
      timeZone: 'Europe/Berlin',
      location: { locationType: 'OWNER_BUSINESS', id: wash.locations[0].id },
      slots: ask.services,
    },
  })
  expect(older.slots[0]).toMatchObject({
    bookable: true,
    slot: { startDate: '2027-05-03T09:00:00.000+02:00', endDate: '2027-05-03T10:30:00.000+02:00' },
    nestedSlots: [{ serviceId: wash.id }, { serviceId: cut.id }],
  })
  const { addOn } = await testServer.ok('POST', '/v1/add-ons', {
    as: site,
    body: { addOn: { name: 'Care', price: { value: '5.00' }, durationInMinutes: 15 } },
  })
  const group = { name: 'Extras', addOnIds: [addOn.id] }
  await testServer.ok('POST', '/_api/bookings/v2/services/add-on-groups/create', { as: site, body: { serviceId: wash.id, addOnGroup: group } })
  const longer = await testServer.ok('POST', '/v1/availability/multislot', {
    token,
    body: {
      from: '2027-05-03T00:00:00',
      to: '2027-05-04T00:00:00',
      timeZone: 'Europe/Berlin',
      location: { locationType: 'OWNER_BUSINESS', id: wash.locations[0].id },
      slots: [{ serviceId: wash.id, customerChoices: { addOnIds: [addOn.id] } }, { serviceId: cut.id }],
    },
  })
  expect(longer.slots[0].slot).toMatchObject({ startDate: '2027-05-03T09:00:00.000+02:00', endDate: '2027-05-03T10:45:00.000+02:00' })
  expect(
    (
      await testServer.call('POST', '/v1/availability/multislot', {
        token,
        body: { from: '2027-05-03T00:00:00', to: '2027-05-04T00:00:00', slots: ask.services },
      })
    ).status,
  ).toBe(400)
})

test('an appointment with a duration range offers end times', async () => {
  const room = await appointment('Room', [], {
    schedule: { availabilityConstraints: { durationRange: { unitType: 'HOUR', hourOptions: { minDurationInMinutes: 30, maxDurationInMinutes: 240 } } } },
  })
  const ask = { serviceId: room.id, localStartDate: '2027-05-03T09:00:00', timeZone: 'Europe/Berlin', location: { locationType: 'BUSINESS' } }
  const ends = async (more: object = {}) =>
    (await testServer.ok('POST', '/v2/time-slots/end-options', { token, body: { ...ask, ...more } })).endOptions.map((slot: { localEndDate: string }) =>
      slot.localEndDate.slice(11, 16),
    )
  expect(await ends()).toEqual(['09:30', '10:00', '10:30', '11:00'])
  expect(await ends({ maxLocalEndDate: '2027-05-03T10:00:00' })).toEqual(['09:30', '10:00'])
  expect(errorCode(await testServer.call('POST', '/v2/time-slots/end-options', { token, body: { ...ask, maxLocalEndDate: '2027-05-04T09:01:00' } }))).toBe(
    'MAX_END_DATE_EXCEEDS_MAXIMUM',
  )
  const fixed = await appointment('Fixed', [60])
  expect(errorCode(await testServer.call('POST', '/v2/time-slots/end-options', { token, body: { ...ask, serviceId: fixed.id } }))).toBe(
    'END_OPTIONS_NOT_SUPPORTED',
  )
})
