/** The fields of a service as the guide lists them, and what deleting and moving one does, through HTTP. Source: guide services-and-availability §3, §6.4, §6.5, §7, §12.5. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createTimeSlotStudio, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { describeRows, stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import type { TestReply } from '../../../test/test-server.ts'
import { Service } from './contract.ts'

const guide = 'services-and-availability'
let studio: TimeSlotStudio
let base: { type: string; name: string; schedule: object; staffMemberIds: string[] }
beforeAll(async () => {
  studio = await createTimeSlotStudio()
  base = {
    type: 'APPOINTMENT',
    name: 'Massage',
    schedule: { availabilityConstraints: { sessionDurations: [60] } },
    staffMemberIds: [studio.ana.resourceId],
  }
})
afterAll(() => studio.testServer.close())

const call = (method: string, path: string, body?: object) => studio.testServer.call(method, path, { as: studio.site, ...(body && { body }) })
const free = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
const create = (more: object = {}) => call('POST', '/v2/services', { service: { ...base, ...free, ...more } })
const made = async (more: object = {}) => {
  const answer = await create(more)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.service
}
const update = (service: { id: string; revision: string }, more: object) =>
  call('PATCH', `/v2/services/${service.id}`, { service: { revision: service.revision, ...more } })
/** The rule names and fields that a reply refuses, and its status. */
const refusals = ({ status, body }: TestReply): string[] =>
  [String(status)].concat(
    (body.details?.validationError?.fieldViolations ?? []).map(({ ruleName, field }: { ruleName?: string; field: string }) => `${ruleName ?? ''} ${field}`),
  )
const refusesShape = async (more: object) => expect([more, (await create(more)).status]).toEqual([more, 400])
const refusesRule = async (rule: string, more: object) => {
  const found = refusals(await create(more))
  expect([found[0], found.some((one) => one.startsWith(rule))]).toEqual(['400', true])
}
const text = (length: number) => 'x'.repeat(length)
const group = { type: 'CLASS', schedule: undefined, staffMemberIds: undefined, defaultCapacity: 5 }

const rows = tableAt(guide, '## 3.')
test('the table names every field of the wire, and no other', () => {
  const named = rows.flatMap(([cell = '']) => stripMarkdown(cell).split(', '))
  expect(named.toSorted()).toEqual(Object.keys(Service.properties).toSorted())
})

describeRows('fields (§3)', rows, {
  id: async () => {
    const id = randomUUID()
    expect((await made({ id })).id).not.toBe(id)
  },
  appId: async () => {
    const appId = randomUUID()
    const service = await made({ appId })
    expect([service.appId, (await update(service, { appId: randomUUID() })).body.service.appId]).toEqual([appId, appId])
    await refusesShape({ appId: 'bookings' })
  },
  createdByAppId: async () => {
    const createdByAppId = randomUUID()
    expect((await made({ createdByAppId })).createdByAppId).not.toBe(createdByAppId)
  },
  type: async () => {
    await refusesRule('INVALID_SERVICE_TYPE', { type: 'RENTAL' })
    expect(refusals(await update(await made(), { type: 'CLASS' }))[0]).toBe('400')
  },
  sortOrder: async () => {
    const { category } = (await call('POST', '/v2/categories', { category: { name: `C ${randomUUID().slice(0, 8)}` } })).body
    const inCategory = { category: { id: category.id } }
    const [first, second] = [await made({ ...inCategory, sortOrder: 7 }), await made(inCategory)]
    expect([first.sortOrder, second.sortOrder]).toEqual([7, 8])
  },
  name: async () => {
    for (const name of [undefined, ' ', text(401)]) await refusesRule('INVALID_SERVICE_NAME', { name })
    expect((await create({ name: text(400) })).status).toBe(200)
  },
  description: async () => expectBound('description', 7000),
  tagLine: async () => expectBound('tagLine', 6000),
  level: async ([, type = '']) => {
    for (const level of type.split(', ')) expect((await made({ level })).level).toBe(level)
    await refusesShape({ level: 'EXPERT' })
    expect(await made()).not.toHaveProperty('level')
  },
  defaultCapacity: async () => {
    for (const defaultCapacity of [undefined, 0, 1001]) await refusesRule('INVALID_DEFAULT_CAPACITY', { ...group, defaultCapacity })
    expect((await create({ ...group, defaultCapacity: 1000 })).status).toBe(200)
    await refusesRule('INVALID_APPOINTMENT_CAPACITY', { defaultCapacity: 2 })
    expect((await made({ defaultCapacity: undefined })).defaultCapacity).toBe(1)
  },
  media: async () => {
    const item = { image: { url: 'https://example.org/a.jpg' } }
    await refusesShape({ media: { items: [{ url: 'https://example.org/a.jpg' }] } })
    await refusesShape({ media: { items: Array.from({ length: 101 }, () => item) } })
    expect((await made({ media: { items: [item], mainMedia: item } })).media).toMatchObject({ items: [item], mainMedia: item })
  },
  hidden: async () => expect([(await made()).hidden, (await made({ hidden: true })).hidden]).toEqual([false, true]),
  category: async () => refusesRule('INVALID_CATEGORY', { category: { id: randomUUID() } }),
  form: async () => {
    expect((await made()).form).toEqual({ id: '00000000-0000-0000-0000-000000000000' })
    await refusesRule('INVALID_FORM', { form: { id: randomUUID() } })
  },
  payment: async () => refusesRule('PAYMENT_REQUIRED', { payment: undefined }),
  onlineBooking: async () => {
    await refusesRule('INVALID_ONLINE_BOOKING', { onlineBooking: undefined })
    expect((await made()).onlineBooking).toEqual({ enabled: true, requireManualApproval: false, allowMultipleRequests: false })
  },
  conferencing: async () => expect((await made({ conferencing: { enabled: true } })).conferencing).toEqual({ enabled: true }),
  locations: async () => {
    const service = await made()
    const { location } = (await call('POST', '/api/locations', { location: { name: 'North' } })).body
    const changed = await update(service, { name: 'Other', locations: [{ type: 'BUSINESS', business: { id: location.id } }] })
    expect(changed.body.service.locations).toEqual(service.locations)
    await refusesShape({ locations: Array.from({ length: 501 }, () => ({ type: 'CUSTOMER' })) })
  },
  bookingPolicy: async () => {
    const { bookingPolicy } = await made({ bookingPolicy: { name: 'Mine' } })
    expect([bookingPolicy.default, bookingPolicy.name === 'Mine']).toEqual([true, false])
    await refusesRule('INVALID_BOOKING_POLICY', { bookingPolicy: { id: randomUUID() } })
  },
  schedule: async () => {
    const [one, two] = [await made(), await made()]
    expect([one.schedule.id === two.schedule.id, (await update(one, { schedule: { id: two.schedule.id } })).body.service.schedule.id]).toEqual([
      false,
      one.schedule.id,
    ])
  },
  staffMemberIds: async () => {
    for (const staffMemberIds of [[], [randomUUID()]]) await refusesRule('INVALID_STAFF_MEMBER_IDS', { staffMemberIds })
    await refusesRule('INVALID_STAFF_MEMBER_IDS', { ...group, staffMemberIds: [studio.ana.resourceId] })
    await refusesShape({ staffMemberIds: Array.from({ length: 221 }, () => randomUUID()) })
  },
  staffMemberDetails: async () => {
    const { id } = await made()
    const get = async (conditionalFields?: string) =>
      (await studio.testServer.ok('GET', `/v2/services/${id}`, { as: studio.site, query: conditionalFields ? { conditionalFields } : {} })).service
    expect(await get()).not.toHaveProperty('staffMemberDetails')
    const { staffMembers } = (await get('STAFF_MEMBER_DETAILS')).staffMemberDetails
    expect(staffMembers).toMatchObject([{ staffMemberId: studio.ana.resourceId, name: 'Ana' }])
  },
  serviceResources: async () => {
    const { resourceType } = (await call('POST', '/v2/resources/resource-types', { resourceType: { name: `T ${randomUUID().slice(0, 8)}` } })).body
    const { resource } = (
      await call('POST', '/v2/resources', { resource: { name: 'Room', typeId: resourceType.id, locationOptions: { availableInAllLocations: true } } })
    ).body
    const needs = (values: string[]) => ({ serviceResources: [{ resourceType: { id: resourceType.id }, resourceIds: { values } }] })
    const { serviceResources } = await made(needs([resource.id]))
    expect(serviceResources).toEqual([{ resourceType: { id: resourceType.id }, resourceIds: { values: [resource.id] } }])
    await refusesShape(needs(Array.from({ length: 101 }, () => randomUUID())))
    await refusesShape({ serviceResources: Array.from({ length: 9 }, () => ({ resourceType: { id: resourceType.id } })) })
  },
  primaryResourceType: async () => refusesShape({ primaryResourceType: 'rooms' }),
  supportedSlugs: async () => {
    const service = await made({ name: `Old ${randomUUID()}` })
    const renamed = (await update(service, { name: `New ${randomUUID()}`, supportedSlugs: [] })).body.service
    expect(renamed.supportedSlugs.map(({ name }: { name: string }) => name).toSorted()).toEqual([service.mainSlug.name, renamed.mainSlug.name].toSorted())
  },
  mainSlug: async () => {
    const { mainSlug } = await made({ mainSlug: { name: 'mine' } })
    expect(mainSlug).toEqual({ name: expect.stringMatching(/^massage/), custom: false, createdDate: expect.any(String) })
  },
  urls: async () => {
    const { urls, mainSlug } = await made()
    expect([urls.servicePage.relativePath, urls.bookingPage.relativePath, urls.calendarPage.relativePath]).toEqual([
      `/service-page/${mainSlug.name}`,
      `/booking-form?service=${mainSlug.name}`,
      `/booking-calendar/${mainSlug.name}`,
    ])
    expect((await made({ ...group, type: 'COURSE' })).urls).not.toHaveProperty('calendarPage')
  },
  extendedFields: async () => {
    const namespaces = (length: number) => ({ extendedFields: { namespaces: { '@studio/app': { a: text(length) } } } })
    expect((await made(namespaces(10_000))).extendedFields).toEqual(namespaces(10_000).extendedFields)
    expect((await create(namespaces(10_300))).status).toBe(400)
  },
  seoData: async () => {
    const seo = (count: number) => ({ seoData: { tags: [], settings: { keywords: Array.from({ length: count }, (_, n) => ({ term: `w${n}` })) } } })
    expect((await create(seo(5))).status).toBe(200)
    expect((await create(seo(6))).status).toBe(400)
  },
  'createdDate, updatedDate': async () => {
    const old = '2020-01-01T00:00:00Z'
    expect(await made({ createdDate: old, updatedDate: old })).toMatchObject({
      createdDate: '2027-05-01T08:00:00.000Z',
      updatedDate: '2027-05-01T08:00:00.000Z',
    })
  },
  revision: async () => {
    const service = await made({ revision: '9' })
    expect(service.revision).toBe('1')
    expect(refusals(await call('PATCH', `/v2/services/${service.id}`, { service: { name: 'x' } }))[0]).toBe('400')
    expect(errorCode(await update({ ...service, revision: '9' }, { name: 'x' }))).toBe('REVISION_MISMATCH')
  },
  addOnGroups: async () => {
    const { id } = await made()
    const add = (addOnGroup: object) => call('POST', '/v2/services/add-on-groups/create', { serviceId: id, addOnGroup })
    for (const wrong of [{ name: text(101) }, { name: 'x', addOnIds: Array.from({ length: 8 }, () => randomUUID()) }, { name: 'x', prompt: text(201) }])
      expect([wrong, (await add(wrong)).status]).toEqual([wrong, 400])
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await add({ name: `Group ${n}`, addOnIds: [] })).status)
    expect([statuses.slice(0, 3), statuses[3] === 200]).toEqual([[200, 200, 200], false])
  },
  addOnDetails: async () => {
    const { id } = await made()
    const { addOn } = (await call('POST', '/v1/add-ons', { addOn: { name: 'Oil', price: { value: '2.00' }, durationInMinutes: 15 } })).body
    await call('POST', '/v2/services/add-on-groups/create', { serviceId: id, addOnGroup: { name: 'Extras', addOnIds: [addOn.id] } })
    expect((await call('GET', `/v2/services/${id}`)).body.service.addOnDetails).toEqual([{ addOnId: addOn.id, durationInMinutes: 15 }])
  },
  taxableAddress: async () => {
    expect((await made()).taxableAddress).toEqual({ taxableAddressType: 'BUSINESS' })
    expect((await made({ taxableAddress: { taxableAddressType: 'BILLING' } })).taxableAddress).toEqual({ taxableAddressType: 'BILLING' })
    await refusesShape({ taxableAddress: { taxableAddressType: 'HOME' } })
  },
})
async function expectBound(field: string, bound: number): Promise<void> {
  await refusesShape({ [field]: text(bound + 1) })
  expect((await create({ [field]: text(bound) })).status).toBe(200)
}

const constrain = (availabilityConstraints: object) => ({ schedule: { availabilityConstraints } })
describeRows('schedule (§3.1)', tableAt(guide, '### 3.1'), {
  id: async () => {
    const { schedule } = await made()
    const { schedules } = (await call('POST', '/calendar/v3/schedules/query', { query: { filter: { id: schedule.id } } })).body
    expect(schedules.map(({ id }: { id: string }) => id)).toEqual([schedule.id])
  },
  'firstSessionStart, lastSessionEnd': async () => {
    const course = await made({ ...group, type: 'COURSE' })
    expect(course.schedule).not.toHaveProperty('firstSessionStart')
    const add = async (day: string) =>
      (
        await call('POST', '/calendar/v3/events', {
          event: {
            scheduleId: course.schedule.id,
            type: 'COURSE',
            start: { localDate: `2027-06-${day}T10:00:00` },
            end: { localDate: `2027-06-${day}T11:00:00` },
            resources: [{ id: studio.ana.resourceId }],
          },
        })
      ).body.event.id
    await add('01')
    const last = await add('08')
    const readEnds = async () => (await call('GET', `/v2/services/${course.id}`)).body.service.schedule
    expect(await readEnds()).toMatchObject({ firstSessionStart: '2027-06-01T08:00:00.000Z', lastSessionEnd: '2027-06-08T09:00:00.000Z' })
    await call('POST', '/calendar/v3/bulk/events/cancel', { eventIds: [last] })
    expect((await readEnds()).lastSessionEnd).toBe('2027-06-01T09:00:00.000Z')
  },
  'availabilityConstraints.sessionDurations': async () => {
    for (const sessionDurations of [[], [0], [44_640], [60, 60], Array.from({ length: 51 }, (_, n) => n + 1)])
      await refusesRule('INVALID_SESSION_DURATION', constrain({ sessionDurations }))
    expect((await create(constrain({ sessionDurations: [1, 44_639] }))).status).toBe(200)
    await refusesRule('INVALID_SESSION_DURATION', { ...group, ...constrain({ sessionDurations: [60] }) })
  },
  'availabilityConstraints.durations': async () => {
    const { schedule } = await made(constrain({ sessionDurations: [30, 60], durations: [{ minutes: 5 }] }))
    expect(schedule.availabilityConstraints.durations).toEqual([{ minutes: 30 }, { minutes: 60 }])
  },
  'availabilityConstraints.timeBetweenSessions': async () => {
    for (const timeBetweenSessions of [-1, 721]) await refusesShape(constrain({ sessionDurations: [60], timeBetweenSessions }))
    expect((await made()).schedule.availabilityConstraints.timeBetweenSessions).toBe(0)
  },
  'availabilityConstraints.durationRange': async () => {
    const range = (more: object) =>
      constrain({ durationRange: { unitType: 'HOUR', hourOptions: { minDurationInMinutes: 30, maxDurationInMinutes: 1440 }, ...more } })
    expect((await create(range({}))).status).toBe(200)
    for (const wrong of [
      range({ hourOptions: { minDurationInMinutes: 29, maxDurationInMinutes: 60 } }),
      range({ hourOptions: { minDurationInMinutes: 30, maxDurationInMinutes: 1441 } }),
      range({ unitType: 'DAY', hourOptions: undefined, dayOptions: { minDurationInDays: 1, maxDurationInDays: 2 } }),
      { schedule: { availabilityConstraints: { ...range({}).schedule.availabilityConstraints, sessionDurations: [60] } } },
    ])
      await refusesRule('INVALID_SESSION_DURATION', wrong)
  },
})

describeRows('what a service needs (§3.2)', tableAt(guide, '### 3.2'), {
  APPOINTMENT: async () => {
    const { id } = await made({ name: `Alone ${randomUUID()}`, staffMemberIds: [(await studio.person(`N ${randomUUID().slice(0, 8)}`)).resourceId] })
    expect(await listReasons(id)).toContain('NO_HOURS')
  },
  CLASS: async () => expect(await listReasons((await made(group)).id)).toContain('NO_SESSIONS'),
  COURSE: async () => expect(await listReasons((await made({ ...group, type: 'COURSE' })).id)).toContain('NO_SESSIONS'),
})
async function listReasons(id: string): Promise<string[]> {
  const { services } = (await call('GET', '/api/bookability')).body
  return services.find((one: { serviceId: string }) => one.serviceId === id)?.reasons ?? []
}

/** A class with a booked and an empty session to come. */
async function getSessions(more: object = {}) {
  const service = await made({ ...group, name: `Yoga ${randomUUID()}`, ...more })
  const add = async (day: string, event: object = {}) =>
    (
      await call('POST', '/calendar/v3/events', {
        event: {
          scheduleId: service.schedule.id,
          type: 'CLASS',
          start: { localDate: `2027-06-${day}T10:00:00` },
          end: { localDate: `2027-06-${day}T11:00:00` },
          resources: [{ id: studio.ana.resourceId }],
          ...event,
        },
      })
    ).body.event.id as string
  const book = async (eventId: string, email = `${randomUUID()}@example.org`) =>
    (
      await call('POST', '/v2/bookings', {
        booking: { bookedEntity: { slot: { serviceId: service.id, eventId } }, contactDetails: { firstName: 'Mia', email }, status: 'CONFIRMED' },
      })
    ).body.booking
  const read = async (id: string) => (await call('POST', '/v2/extended-bookings/query', { query: { filter: { id } } })).body.extendedBookings[0].booking
  const readStatus = async (eventId: string) => (await call('GET', `/calendar/v3/events/${eventId}`)).body.event.status
  return { service, add, book, read, readStatus }
}
const remove = (id: string, query: Record<string, string>) => studio.testServer.call('DELETE', `/v2/services/${id}`, { as: studio.site, query })
describeRows('deleting (§6.4)', tableAt(guide, '### 6.4'), {
  'preserveFutureSessionsWithParticipants false (default)': async () => {
    const { service, add, book, read } = await getSessions()
    const booking = await book(await add('02'))
    expect((await remove(service.id, {})).status).toBe(200)
    expect((await read(booking.id)).status).toBe('CANCELED')
    expect((await remove(service.id, {})).status).toBe(404)
  },
  true: async () => {
    const { service, add, book, read, readStatus } = await getSessions()
    const [kept, empty] = [await add('03'), await add('04')]
    const booking = await book(kept)
    await remove(service.id, { preserveFutureSessionsWithParticipants: 'true' })
    expect([(await read(booking.id)).status, await readStatus(kept), await readStatus(empty)]).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
  },
  'participantNotification {notifyParticipants false, message ≤ 2000}': async () => {
    for (const [query, sent] of [
      [{}, []],
      [{ 'participantNotification.notifyParticipants': 'true' }, ['booking-canceled']],
    ] as const) {
      const { service, add, book } = await getSessions()
      const email = `${randomUUID()}@example.org`
      await book(await add('05'), email)
      await remove(service.id, query)
      expect((await studio.testServer.sentEmails(studio.site, email)).map(({ template }) => template)).toEqual(sent)
    }
  },
})

describeRows('another list of locations (§6.5)', tableAt(guide, '### 6.5'), {
  'KEEP_AT_CURRENT_LOCATION (default)': async () => {
    const { old, next, change, placeOf } = await getPlaces()
    await change([next])
    expect(await placeOf()).toBe(old.id)
  },
  MOVE_TO_LOCATION: async () => {
    const { old, next, change, placeOf } = await getPlaces()
    const move = (location: { id: string }) => ({
      action: 'MOVE_TO_LOCATION',
      moveToLocationOptions: { newLocation: { type: 'BUSINESS', business: { id: location.id } } },
    })
    const outside = await change([next], move(old))
    expect(refusals(outside)[1]).toContain('INVALID_LOCATIONS')
    expect((await change([next], move(next))).status).toBe(200)
    expect(await placeOf()).toBe(next.id)
  },
  DELETE: async () => {
    const { next, change, session, readStatus } = await getPlaces()
    await change([next], { action: 'DELETE' })
    expect(await readStatus(session)).toBe('CANCELLED')
  },
})
async function getPlaces() {
  const addPlace = async () => (await call('POST', '/api/locations', { location: { name: `L ${randomUUID().slice(0, 8)}` } })).body.location as { id: string }
  const [old, next] = [await addPlace(), await addPlace()]
  const toLocation = ({ id }: { id: string }) => ({ type: 'BUSINESS', business: { id } })
  const { service, add, book, read, readStatus } = await getSessions({ locations: [toLocation(old)] })
  const session = await add('06')
  const booking = await book(session)
  const change = (locations: { id: string }[], removedLocationSessionsAction?: object) =>
    call('POST', `/v2/services/${service.id}/locations`, {
      locations: locations.map(toLocation),
      ...(removedLocationSessionsAction && { removedLocationSessionsAction }),
    })
  return { old, next, change, session, readStatus, placeOf: async () => (await read(booking.id)).bookedEntity.slot.location?.id as string }
}

describe('query and search (§7)', () => {
  const rows = tableAt(guide, '## 7.')
  const ask = async (path: 'query' | 'search', body: object) => call('POST', `/v2/services/${path}`, { [path]: body })
  test('has these topics', () => expect(rows.map(([topic]) => topic)).toEqual(['Paging', 'Default sort', 'Metadata', 'Extra']))
  test('pages, sorts and describes them as it says', async () => {
    await made()
    for (const [path, over] of [
      ['query', { paging: { limit: 101 } }],
      ['search', { cursorPaging: { limit: 101 } }],
      ['search', { search: { expression: text(201) } }],
      ['search', { aggregations: Array.from({ length: 11 }, (_, n) => ({ name: `a${n}`, fieldPath: 'type', type: 'VALUE' })) }],
    ] as const)
      expect([path, over, (await ask(path, over)).status]).toEqual([path, over, 400])
    const found = (await ask('query', { paging: { limit: 2 } })).body
    expect(found.pagingMetadata).toEqual({ count: 2, offset: 0, total: expect.any(Number), tooManyToCount: false })
    const dates = ((await ask('query', {})).body.services as { createdDate: string }[]).map(({ createdDate }) => createdDate)
    expect(dates).toEqual(dates.toSorted())
    const searched = (await ask('search', { cursorPaging: { limit: 2 } })).body
    expect(searched.pagingMetadata).toEqual({ count: 2, cursors: { next: expect.any(String) }, hasNext: true })
  })
})

describe('what widgets show (§12.5)', () => {
  const path = (what = '', type = 'SIDE_PANEL_VIEW') => `/v1/bookings-display-settings/${what}app/${widgetApp}/widget-type/${type}`
  const widgetApp = randomUUID()
  const readSettings = async () => (await call('GET', path())).body.bookingsDisplaySettings
  const upsert = (bookingsDisplaySettings: object, type?: string) => call('POST', path('upsert/', type), { bookingsDisplaySettings })
  describeRows('calls', tableAt(guide, '### 12.5'), {
    'get by widget': async () => {
      const settings = await readSettings()
      expect([settings.id, settings.revision]).toEqual([undefined, undefined])
      expect(settings.sidePanelView).toMatchObject({ notes: { visible: true, displayMode: 'TOOLTIP' }, price: { visible: true }, addOns: { visible: true } })
      expect([(await upsert({ sidePanelView: {} }, 'CUSTOM')).status, (await upsert({ sidePanelView: {}, customWidgetKey: 'x' })).status]).toEqual([400, 400])
    },
    upsert: async () => {
      expect((await upsert({})).status).toBe(400)
      await upsert({ sidePanelView: { price: { visible: false } } })
      const second = (await upsert({ sidePanelView: { notes: { visible: false, displayMode: 'INLINE' } } })).body.bookingsDisplaySettings
      expect(second).toMatchObject({ revision: '2', sidePanelView: { price: { visible: false }, notes: { visible: false, displayMode: 'INLINE' } } })
    },
    delete: async () => {
      const { id } = (await upsert({ sidePanelView: {} })).body.bookingsDisplaySettings
      const drop = () => studio.testServer.call('DELETE', `/v1/bookings-display-settings/${id}`, { as: studio.site })
      expect([(await drop()).status, (await drop()).status]).toEqual([200, 404])
    },
  })
})
