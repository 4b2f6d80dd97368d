/**
 * What the guide decides where sources are silent or disagree, its examples of JSON, and rows of its tables that a site of their own or several calls at once
 * show; each through HTTP. Source: guide services-and-availability §12.4, §13.3, §13.4, §15.1, §16.1, §16.4, §16.9, §21.
 */
import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { bookedSessions, weekly } from '../../../test/factories/booked-sessions.ts'
import { createTimeSlotStudio, monday, staffType, starts, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { describeRows, examplesAt, tableAt, toMatchExample } from '../../../test/guide-tables.ts'
import type { TestReply, TestSite } from '../../../test/test-server.ts'

const guide = 'services-and-availability'
const bookingsApp = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'
const NOW = '2027-05-01T08:00:00Z'
let studio: TimeSlotStudio
let member: string
beforeAll(async () => {
  studio = await createTimeSlotStudio()
  member = (await studio.testServer.registerMember(studio.site)).token
})
afterAll(() => studio.testServer.close())
beforeEach(() => studio.testServer.freezeClock(NOW))

const call = (method: string, path: string, body?: object, more: object = {}): Promise<TestReply> =>
  studio.testServer.call(method, path, { as: studio.site, ...(body && { body }), ...more })
const ok = async (method: string, path: string, body?: object, more: object = {}) => {
  const answer = await call(method, path, body, more)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}
const askAsVisitor = (path: string, body: object) => studio.testServer.call('POST', path, { token: studio.token, body })
const name = () => `O ${randomUUID().slice(0, 8)}`
/** The rows of a table that are shown here; the others are shown elsewhere. */
function findRows(start: string, named: readonly string[]): string[][] {
  const rows = tableAt(guide, start).filter(([first = '']) => named.includes(first))
  expect(rows.length, `rows of ${start}`).toBe(named.length)
  return rows
}

/** A service of one person with hours of their own on Mondays. */
async function getMonday({ from = '09:00', to = '13:00', buffer = 0, minutes = [60], person = name(), ...more }: Record<string, unknown> = {}) {
  const one = await studio.person(person as string)
  await studio.hours(one.own, '2027-05-03', from as string, to as string, 'MONDAY')
  const schedule = { availabilityConstraints: { sessionDurations: minutes, timeBetweenSessions: buffer } }
  const service = await studio.appointment(name(), minutes as number[], { staffMemberIds: [one.resourceId], schedule, ...more })
  const list = async (body: object = {}) => starts(await studio.list({ serviceId: service.id, ...monday, ...body }))
  const slot = (hour: number) => ({
    serviceId: service.id,
    scheduleId: service.schedule.id,
    startDate: `2027-05-03T${String(hour).padStart(2, '0')}:00:00`,
    endDate: `2027-05-03T${hour + 1}:00:00`,
    timezone: 'Europe/Berlin',
    resource: { id: one.resourceId },
    location: { locationType: 'OWNER_BUSINESS' },
  })
  const contactDetails = { firstName: 'Mia', email: `${randomUUID()}@example.org` }
  const book = async (hour: number, status: object = {}) =>
    (await ok('POST', '/v2/bookings', { booking: { bookedEntity: { slot: slot(hour) }, contactDetails, ...status } })).booking
  return { one, service, list, slot, book }
}
const isWhole = (start: string) => start.endsWith(':00')
const day = { startDate: '2027-05-03T00:00:00Z', endDate: '2027-05-04T00:00:00Z' }
interface Entry {
  slot: { serviceId: string; startDate: string; resource: { name: string }; location: { name: string } }
}
const listEntries = async (filter: object, query: object = {}, more: object = {}): Promise<Entry[]> => {
  const { status, text, body } = await askAsVisitor('/v1/availability/query', { query: { filter: { ...day, ...filter }, ...query }, ...more })
  expect([status, text]).toEqual([200, text])
  return body.availabilityEntries
}
const local = (localDate: string) => ({ localDate })
const addEvent = async (event: object) => (await ok('POST', '/calendar/v3/events', { event })).event

describeRows('open points (§21)', tableAt(guide, '## 21'), {
  'default opening hours': async ([, , rule = '']) => {
    const site = await studio.testServer.createSite({ timeZone: 'Europe/Berlin' })
    const { periods } = await studio.testServer.ok('GET', '/api/business-hours', { as: site })
    const hours = periods.map(({ start, end }: { start: string; end: string }) => `${Number(start.slice(0, 2))}–${Number(end.slice(0, 2))}`)
    expect(hours).toEqual(Array(5).fill(rule))
  },
  'staff default hours': async () => {
    const { staffMember } = await ok('POST', '/v1/staff-members', { staffMember: { name: name() }, fields: ['RESOURCE_DETAILS'] })
    expect(staffMember.resource).toMatchObject({ usesDefaultWorkingHours: true, workingHoursSchedules: [{ shared: true }] })
    const service = await studio.appointment(name(), [60], { staffMemberIds: [staffMember.resourceId] })
    const { periods } = await ok('GET', '/api/business-hours')
    await ok('PUT', '/api/business-hours', { periods: [{ day: 'MONDAY', start: '20:00', end: '21:00' }] })
    expect(starts(await studio.list({ serviceId: service.id, ...monday }))).toEqual(['20:00'])
    await ok('PUT', '/api/business-hours', { periods })
  },
  'buffer at closing time': async () => expect((await (await getMonday({ buffer: 30 })).list()).at(-1)).toBe('12:00'),
  'PENDING and CREATED block time': async () => {
    const { list, book } = await getMonday({ onlineBooking: { enabled: true, requireManualApproval: true } })
    await book(10)
    const { id, revision } = await book(12)
    await ok('POST', `/v2/bookings/${id}/mark_booking_as_pending`, { revision })
    expect((await list()).filter(isWhole)).toEqual(['09:00', '11:00'])
    // The hold ends, the request stays.
    studio.testServer.freezeClock('2027-05-01T08:10:00Z')
    expect((await list()).filter(isWhole)).toEqual(['09:00', '10:00', '11:00'])
  },
  'zone of V1 filters': async () => {
    const { service } = await getMonday()
    const filter = { serviceId: service.id, startDate: '2027-05-03T07:00:00Z', endDate: '2027-05-03T08:00:00Z' }
    const [entry, ...more] = await listEntries(filter, {}, { timezone: 'America/New_York' })
    expect([entry?.slot.startDate, more]).toEqual(['2027-05-03T03:00:00.000-04:00', []])
    const [written] = await listEntries(
      { ...filter, startDate: '2027-05-03T09:00:00+09:00', endDate: '2027-05-03T10:00:00+09:00' },
      {},
      { timezone: 'Europe/Berlin' },
    )
    expect(written?.slot.startDate).toBe('2027-05-03T09:00:00.000+02:00')
  },
  'V1 sort field': async () => {
    const { service } = await getMonday()
    const up = await listEntries({ serviceId: service.id })
    for (const fieldName of ['startDate', 'startTime', 'start'])
      expect(await listEntries({ serviceId: service.id }, { sort: [{ fieldName, order: 'DESC' }] })).toEqual(up.toReversed())
  },
  'V1 serviceId': async () => {
    const { service } = await getMonday()
    expect(new Set((await listEntries({})).map(({ slot }) => slot.serviceId))).toContain(service.id)
  },
  'isFromV2, isFromV3': async () => {
    const { service } = await getMonday()
    expect((await listEntries({ serviceId: service.id }))[0]).toMatchObject({ isFromV2: false, isFromV3: true })
  },
  'page size of listEventTimeSlots': async ([, , rule]) => {
    const ask = async (limit: number) => (await askAsVisitor('/v2/time-slots/event', { ...monday, cursorPaging: { limit } })).status
    expect([await ask(Number(rule)), await ask(Number(rule) + 1)]).toEqual([200, 400])
  },
  'multi-service size': async ([, , rule]) => {
    const { service } = await getMonday({ to: '18:00' })
    const { locations } = await ok('GET', '/api/locations')
    const ask = (size: number) =>
      askAsVisitor('/v2/multi-service-time-slots', {
        ...monday,
        timeZone: 'Europe/Berlin',
        location: { id: locations[0].id, locationType: 'BUSINESS' },
        services: Array.from({ length: size }, () => ({ serviceId: service.id })),
      })
    const [fits, more] = [await ask(Number(rule)), await ask(Number(rule) + 1)]
    expect([fits.status, fits.body.timeSlots?.[0]?.nestedTimeSlots.length, more.status, errorCode(more)]).toEqual([
      200,
      Number(rule),
      400,
      'INVALID_SERVICES_SIZE',
    ])
  },
  'fromLocalDate default': async () => {
    const { service } = await getMonday()
    const answer = await askAsVisitor('/v2/time-slots', { serviceId: service.id, toLocalDate: monday.toLocalDate })
    expect([answer.status, errorCode(answer)]).toEqual([400, 'MISSING_ARGUMENTS'])
  },
  'category-less services': async () => {
    const { service } = await getMonday()
    const { services } = (await askAsVisitor('/v2/services/query', { query: { filter: { name: service.name } } })).body
    expect([services.length, services[0].category]).toEqual([1, undefined])
  },
  'shape of multislot answer': async () => {
    const { one, service } = await getMonday()
    const { slots, cursorPagingMetadata } = (
      await askAsVisitor('/v1/availability/multislot', {
        from: '2027-05-03T00:00:00Z',
        to: '2027-05-04T00:00:00Z',
        timeZone: 'Europe/Berlin',
        location: { locationType: 'OWNER_BUSINESS', id: (await ok('GET', '/api/locations')).locations[0].id },
        slots: [{ serviceId: service.id }, { serviceId: service.id }],
        cursorPaging: { limit: 1 },
      })
    ).body
    const part = (start: string, end: string) => ({ serviceId: service.id, start, end, resource: { id: one.resourceId }, scheduleId: service.schedule.id })
    const [nine, ten, eleven] = ['09', '10', '11'].map((hour) => `2027-05-03T${hour}:00:00.000+02:00`) as [string, string, string]
    expect(slots).toMatchObject([{ bookable: true, slot: { startDate: nine, endDate: eleven }, nestedSlots: [part(nine, ten), part(ten, eleven)] }])
    expect(cursorPagingMetadata).toMatchObject({ count: 1, hasNext: true })
  },
  'exact order of entries for equal starts in V1': async () => {
    const places = [await ok('POST', '/api/locations', { location: { name: 'Zed' } }), await ok('POST', '/api/locations', { location: { name: 'Abe' } })]
    const locations = places.map(({ location }) => ({ type: 'BUSINESS', business: { id: location.id } }))
    const people = [await studio.person('Zoe'), await studio.person('Amy')]
    for (const { own } of people) await studio.hours(own, '2027-05-03', '09:00', '11:00', 'MONDAY')
    const staffMemberIds = people.map(({ resourceId }) => resourceId)
    const services = [await studio.appointment('ZZ', [60], { staffMemberIds, locations }), await studio.appointment('AA', [60], { staffMemberIds, locations })]
    const entries = await listEntries({ serviceId: services.map(({ id }) => id) })
    const found = entries.slice(0, 9).map(({ slot }) => {
      const service = services.find(({ id }) => id === slot.serviceId)
      return `${slot.startDate.slice(11, 16)} ${service.name} ${slot.resource.name} ${slot.location.name}`
    })
    // Locations in the order in which the service has them.
    const first = ['AA', 'ZZ'].flatMap((service) => ['Amy', 'Zoe'].flatMap((person) => ['Zed', 'Abe'].map((place) => `09:00 ${service} ${person} ${place}`)))
    expect(found).toEqual([...first, '09:30 AA Amy Zed'])
  },
  'validation of VARIED without variants': async () => {
    const payment = { rateType: 'VARIED', varied: { defaultPrice: { value: '20' } }, options: { inPerson: true } }
    const { service } = await getMonday({ payment })
    expect(service.payment).toMatchObject({ rateType: 'VARIED', varied: { defaultPrice: { value: '20' } } })
  },
  'calendar V3 paths and shapes': async () => {
    const yoga = await studio.make({ type: 'CLASS', name: name(), defaultCapacity: 2 })
    const times = { start: local('2027-05-10T09:00:00'), end: local('2027-05-10T10:00:00') }
    const event = await addEvent({ scheduleId: yoga.schedule.id, type: 'CLASS', ...times, resources: [{ id: studio.ana.resourceId }] })
    // The columns of the table of fields.
    const fields = tableAt(guide, '### 13.2').flatMap(([cell = '']) => cell.match(/\b[a-z][A-Za-z]+\b/g) ?? [])
    const unknown = Object.keys(event).filter((key) => !fields.includes(key) && !['serviceId', 'inheritedFields', 'createdDate', 'updatedDate'].includes(key))
    expect(unknown).toEqual([])
  },
})

describe('examples of JSON (§16.1, §16.4)', () => {
  /** Ana works on the morning of the example, at a place with name and address. */
  async function getExample(today: string, date: string) {
    studio.testServer.freezeClock(today)
    const { location } = await ok('POST', '/api/locations', { location: { name: 'Main', address: 'Main Street 1' } })
    const ana = await studio.person('Ana')
    await studio.hours(ana.own, date, '09:00', '10:00', 'MONDAY')
    const locations = [{ type: 'BUSINESS', business: { id: location.id } }]
    return studio.appointment(name(), [60], { staffMemberIds: [ana.resourceId], locations })
  }
  test('an entry of the first version', async () => {
    const service = await getExample('2027-03-01T08:00:00Z', '2027-03-29')
    const range = { startDate: '2027-03-29T00:00:00Z', endDate: '2027-03-30T00:00:00Z' }
    expect(await listEntries({ serviceId: service.id, ...range })).toEqual(examplesAt(guide, '### 16.1').map((one) => toMatchExample(one)))
  })
  test('a time slot of the second', async () => {
    const service = await getExample(NOW, '2027-05-03')
    const { timeSlots } = await studio.list({ serviceId: service.id, ...monday, includeResourceTypeIds: [staffType] })
    expect(timeSlots).toEqual(examplesAt(guide, '### 16.4').map((one) => toMatchExample(one)))
  })
})

describeRows('symbols of a question (§15.1)', tableAt(guide, '### 15.1'), {
  D: async () => {
    const { service, list } = await getMonday({ minutes: [60, 120] })
    const { addOn } = await ok('POST', '/addons/v1/add-ons', { addOn: { name: name(), price: { value: '5' }, durationInMinutes: 60 } })
    const group = { name: 'More', addOnIds: [addOn.id] }
    await ok('POST', '/_api/bookings/v2/services/add-on-groups/create', { serviceId: service.id, addOnGroup: group })
    const asked = [{}, { durationInMinutes: 120 }, { addOnIds: [addOn.id] }, { durationInMinutes: 120, addOnIds: [addOn.id] }]
    const last = []
    for (const customerChoices of asked) last.push((await list({ customerChoices })).at(-1))
    expect(last).toEqual(['12:00', '11:00', '11:00', '10:00'])
  },
  B: async () => {
    const { list, book } = await getMonday({ buffer: 30 })
    await book(9, { status: 'CONFIRMED' })
    expect(await list()).toEqual(['10:30', '11:00', '11:30', '12:00'])
  },
  n: async () => {
    const path = '/v1/time-slots-configurations'
    const set = async (valueInMinutes: number) => {
      const { id, revision } = (await ok('GET', `${path}/app/${bookingsApp}`)).timeSlotsConfiguration
      await ok('PATCH', `${path}/${id}`, { timeSlotsConfiguration: { id, revision, splitInterval: { sameAsDuration: false, valueInMinutes } } })
    }
    const { list } = await getMonday()
    await set(90)
    const found = await list()
    await set(30)
    expect(found).toEqual(['09:00', '10:30', '12:00'])
  },
  'Z, Zd': async () => {
    const { list } = await getMonday()
    expect([(await list())[0], (await list({ timeZone: 'America/New_York' }))[0]]).toEqual(['09:00', '03:00'])
  },
  P: async () => {
    const service = await studio.appointment(name(), [60])
    const ask = async (more: object = {}) => starts(await studio.list({ serviceId: service.id, ...monday, ...more }))
    expect([await ask(), await ask({ resourceTypes: [{ resourceTypeId: staffType, resourceIds: [studio.ana.resourceId] }] })]).toEqual([
      ['09:00', '09:30', '10:00', '10:30', '11:00'],
      ['09:00', '09:30', '10:00'],
    ])
  },
  G: async () => {
    const { resourceType } = await ok('POST', '/v2/resources/resource-types', { resourceType: { name: name() } })
    const room = (
      await ok('POST', '/v2/resources', { resource: { name: name(), typeId: resourceType.id, locationOptions: { availableInAllLocations: true } } })
    ).resource
    const { list } = await getMonday({ serviceResources: [{ resourceType: { id: resourceType.id }, resourceIds: { values: [room.id] } }] })
    const before = await list()
    await addEvent({ scheduleId: room.eventsSchedule.id, type: 'EVENT', start: local('2027-05-03T11:00:00'), end: local('2027-05-03T13:00:00') })
    // Within the hours of the business, from ten on.
    expect([before, await list()]).toEqual([['10:00', '10:30', '11:00', '11:30', '12:00'], ['10:00']])
  },
  L: async () => {
    const { location } = await ok('POST', '/api/locations', { location: { name: name() } })
    const { list } = await getMonday({ locations: [{ type: 'BUSINESS', business: { id: location.id } }] })
    const ask = async (id: string) => (await list({ locations: [{ id, locationType: 'BUSINESS' }] })).length
    expect([await ask(location.id), await ask(randomUUID())]).toEqual([7, 0])
  },
  now: async () => {
    const { service } = await getMonday()
    studio.testServer.freezeClock('2027-05-03T08:30:00Z')
    const { timeSlots } = await studio.list({ serviceId: service.id, ...monday, bookable: true })
    expect(starts({ timeSlots })).toEqual(['11:00', '11:30', '12:00'])
  },
})

describeRows('local times that the clock skips or repeats (§13.3)', findRows('### 13.3', ['both']), {
  both: async () => {
    const yoga = await studio.make({ type: 'CLASS', name: name(), defaultCapacity: 2 })
    for (const start of ['2028-03-26T01:59:00', '2028-03-26T02:00:00', '2028-03-26T02:59:00', '2027-10-31T02:00:00', '2027-10-31T02:59:00']) {
      const at = Temporal.PlainDateTime.from(start)
      const end = local(at.add({ hours: 5 }).toString({ smallestUnit: 'second' }))
      const event = await addEvent({ scheduleId: yoga.schedule.id, type: 'CLASS', start: local(start), end, resources: [{ id: studio.ben.resourceId }] })
      const instant = at.toZonedDateTime('Europe/Berlin', { disambiguation: 'compatible' }).toInstant()
      expect([start, event.start.utcDate]).toEqual([start, instant.toString({ smallestUnit: 'millisecond' })])
    }
  },
})

/** A class on Mondays at nine from 7 June on, taught by Ben. */
async function getSeries() {
  const yoga = await studio.make({ type: 'CLASS', name: name(), defaultCapacity: 8 })
  const times = { start: local('2027-06-07T09:00:00'), end: local('2027-06-07T10:00:00') }
  const series = await addEvent({ scheduleId: yoga.schedule.id, type: 'CLASS', ...times, resources: [{ id: studio.ben.resourceId }], ...weekly('MONDAY') })
  const book = async (eventId: string) => {
    const contactDetails = { firstName: 'Mia', email: `${randomUUID()}@example.org` }
    return call('POST', '/v2/bookings', { booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails, status: 'CONFIRMED' } })
  }
  return { yoga, series, book, at: (date: string) => `${series.id}_202706${date}T0900` }
}
const readBooking = async (id: string) => (await ok('POST', '/v2/extended-bookings/query', { query: { filter: { id } } })).extendedBookings[0].booking

describeRows('edits (§13.4)', findRows('### 13.4', ['dry run of a series', 'at the same moment']), {
  'dry run of a series': async ([, rule = '']) => {
    const owner = await studio.testServer.signInAsOwner(studio.site)
    const { series, book, at } = await getSeries()
    await book(at('14'))
    await addEvent({ scheduleId: studio.ben.own, type: 'EVENT', start: local('2027-06-21T11:00:00'), end: local('2027-06-21T12:00:00') })
    const event = { start: local('2027-06-07T11:00:00'), end: local('2027-06-07T12:00:00') }
    const headers = { ...owner.headers, 'dry-run': 'true' }
    const { effects } = await ok('PATCH', `/calendar/v3/events/${series.id}`, { event }, { as: undefined, headers })
    const kinds = effects.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['SERIES_RESCHEDULED', 'DOUBLE_BOOKED']))
    for (const kind of kinds.filter((one: string) => /^(SERIES|DOUBLE)_/.test(one))) expect(rule).toContain(kind)
    expect((await ok('GET', `/calendar/v3/events/${series.id}`)).event.start.localDate).toBe('2027-06-07T09:00:00')
  },
  'at the same moment': async () => {
    const { book, at } = await getSeries()
    const event = { start: local('2027-06-15T18:00:00'), end: local('2027-06-15T19:00:00') }
    const [edit, ...booked] = await Promise.all([
      call('PATCH', `/calendar/v3/events/${at('14')}`, { event }),
      ...Array.from({ length: 4 }, () => book(at('14'))),
    ])
    expect([edit?.status, ...booked.map(({ status }) => status)]).toEqual([200, 200, 200, 200, 200])
    for (const { body } of booked) expect((await readBooking(body.booking.id)).startDate).toBe('2027-06-15T16:00:00.000Z')
    const { revision } = (await ok('GET', `/calendar/v3/events/${at('21')}`)).event
    const rename = (title: string) => call('PATCH', `/calendar/v3/events/${at('21')}`, { event: { title, revision } })
    expect((await Promise.all([rename('One'), rename('Two')])).map(({ status }) => status).toSorted()).toEqual([200, 409])
  },
})

describeRows('why a time is not offered (§16.9)', findRows('### 16.9', ['ways']), {
  ways: async () => {
    const late = { limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 5 * 1440 } }
    const policy = (await ok('POST', '/bookings/v1/booking-policies', { bookingPolicy: { name: name(), ...late } })).bookingPolicy
    const { one, service, list } = await getMonday({ bookingPolicy: { id: policy.id } })
    const explain = () => ok('GET', `/api/bookability/${service.id}`, undefined, { query: { localStartDate: '2027-05-03T15:00:00' } })
    const { reasons, ways } = await explain()
    expect([reasons.map(({ code }: { code: string }) => code), ways]).toEqual([['POLICY_TOO_LATE', 'OUTSIDE_HOURS'], [[0, 1]]])
    // The change of one is not enough, those of both are.
    await studio.hours(one.own, '2027-05-03', '15:00', '16:00', 'MONDAY')
    expect([(await explain()).isOffered, await list({ bookable: true })]).toEqual([false, []])
    const limit = { enabled: true, latestBookingInMinutes: reasons[0].change.minutes }
    await ok('PATCH', `/bookings/v1/booking-policies/${policy.id}`, { bookingPolicy: { revision: policy.revision, limitLateBookingPolicy: limit } })
    expect([(await explain()).isOffered, await list({ bookable: true })]).toEqual([true, ['15:00']])
  },
})

describe('settings (§12.4)', () => {
  const path = '/v1/time-slots-configurations'
  const set = async (change: object) => {
    const { id, revision } = (await ok('GET', `${path}/app/${bookingsApp}`)).timeSlotsConfiguration
    await ok('PATCH', `${path}/${id}`, { timeSlotsConfiguration: { id, revision, ...change } })
  }
  let site: TestSite
  let resourceId: string
  const move = (timeZone: string) => studio.testServer.ok('PATCH', '/api/site-settings', { as: site, body: { timeZone } })
  const {
    createService,
    createSession,
    book,
    readBooking: read,
    readEmails,
  } = bookedSessions(() => ({ server: studio.testServer, site, resourceId, service: {} }))
  const openSite = async () => {
    site = await studio.testServer.createSite({ timeZone: 'Europe/Berlin' })
    resourceId = (await studio.testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Tess' } } })).staffMember.resourceId
    const yoga = await createService({ type: 'CLASS', name: 'Yoga', defaultCapacity: 5 })
    return { yoga, series: await createSession(yoga, '2027-05-04T18:00', weekly('TUESDAY')) }
  }
  describeRows('settings', findRows('### 12.4', ['staffSelection', 'displayTimeZone', 'Site time zone change', '… what has begun', '… preview']), {
    staffSelection: async () => {
      const [ana, ben] = [await studio.person(name()), await studio.person(name())]
      for (const { own } of [ana, ben]) await studio.hours(own, '2027-05-03', '09:00', '13:00', 'MONDAY')
      const service = await studio.appointment(name(), [60], { staffMemberIds: [ana.resourceId, ben.resourceId] })
      const send = (resource: object, hour: string, as: object) => {
        const times = { startDate: `2027-05-03T${hour}:00:00`, endDate: `2027-05-03T${Number(hour) + 1}:00:00`, timezone: 'Europe/Berlin' }
        const slot = { serviceId: service.id, scheduleId: service.schedule.id, ...times, location: { locationType: 'OWNER_BUSINESS' }, ...resource }
        const booking = { bookedEntity: { slot }, contactDetails: { firstName: 'Mia', email: `${randomUUID()}@example.org` } }
        return studio.testServer.call('POST', '/v2/bookings', { ...as, body: { booking } })
      }
      const anyone = { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }
      await set({ staffSelection: { strategy: 'CUSTOMER_MUST_CHOOSE' } })
      const refused = await send(anyone, '09', { token: member })
      expect([errorCode(refused), (await send(anyone, '09', { as: studio.site })).status]).toEqual(['VALIDATION_FAILURE', 200])
      await set({ staffSelection: { strategy: 'CUSTOMER_CANNOT_CHOOSE' } })
      const named = { resource: { id: ana.resourceId } }
      const both = [await send(named, '11', { token: member }), await send(named, '11', { token: studio.token })]
      expect(both.map(({ body }) => body.booking?.bookedEntity.slot.resource.id).toSorted()).toEqual([ana.resourceId, ben.resourceId].toSorted())
      await set({ staffSelection: { strategy: 'CUSTOMER_MAY_CHOOSE' } })
    },
    displayTimeZone: async () => {
      // What our pages read; which clock they show then is shown in browsers.
      const readChoices = async () => (await studio.testServer.ok('GET', '/api/site', { token: studio.token })).timeZoneDisplay
      expect(await readChoices()).toBeUndefined()
      await set({ displayTimeZone: { basedOn: 'CUSTOMER_TIME_ZONE', customerCanChange: false } })
      expect(await readChoices()).toMatchObject({ basedOn: 'CUSTOMER_TIME_ZONE', canChange: false })
      await set({ displayTimeZone: { basedOn: 'BUSINESS_TIME_ZONE', customerCanChange: true } })
    },
    'Site time zone change': async () => {
      const { yoga, series } = await openSite()
      const { id, email } = await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270511T1800`, timezone: 'Europe/Berlin' } })
      await move('America/New_York')
      expect(await read(id)).toMatchObject({ startDate: '2027-05-11T22:00:00.000Z', bookedEntity: { slot: { timezone: 'America/New_York' } } })
      expect((await studio.testServer.emittedEvents(site, id)).map(({ slug }) => slug)).toContain('rescheduled')
      const [sent, ...more] = await readEmails(email)
      expect([sent?.template, sent?.text, more]).toEqual(['booking-rescheduled', expect.stringContaining('6:00\u00a0PM (America/New_York)'), []])
    },
    '… what has begun': async () => {
      const { yoga, series } = await openSite()
      const { id, email } = await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270504T1800`, timezone: 'Europe/Berlin' } })
      studio.testServer.freezeClock('2027-05-04T16:30:00Z')
      await move('Asia/Tokyo')
      const read11 = async (eventId: string) => (await studio.testServer.ok('GET', `/calendar/v3/events/${eventId}`, { as: site })).event.start
      expect(await read11(`${series.id}_20270504T1800`)).toMatchObject({ localDate: '2027-05-05T01:00:00', utcDate: '2027-05-04T16:00:00.000Z' })
      expect(await read11(`${series.id}_20270511T1800`)).toMatchObject({ localDate: '2027-05-11T18:00:00', utcDate: '2027-05-11T09:00:00.000Z' })
      expect([(await read(id)).startDate, await readEmails(email)]).toEqual(['2027-05-04T16:00:00.000Z', []])
    },
    '… preview': async () => {
      const { yoga, series } = await openSite()
      await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270511T1800` } })
      const preview = await studio.testServer.ok('GET', '/api/time-zone-preview', { as: site, query: { timeZone: 'Asia/Tokyo' } })
      expect(preview).toMatchObject({ sessionCount: 1, people: 1, emails: 1, appointments: 0 })
      expect(preview.sessions).toMatchObject([{ title: 'Yoga', start: '2027-05-11T16:00:00Z', newStart: '2027-05-11T09:00:00Z' }])
    },
  })
})
