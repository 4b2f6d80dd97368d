import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { bookedSessions, weekly } from '../../../test/factories/booked-sessions.ts'

let server: TestServer
let site: TestSite
let ana: string
let ben: string
let east: string
let west: string
const yes = { participantNotification: { notifyParticipants: true, message: 'Sorry for the change.' } }
const no = { participantNotification: { notifyParticipants: false } }

beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T08:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
  const staff = async (name: string) => (await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name } } })).staffMember.resourceId
  const place = async (name: string, address: string) =>
    (await server.ok('POST', '/api/locations', { as: site, body: { location: { name, address } } })).location.id
  ana = await staff('Ana')
  ben = await staff('Ben')
  east = await place('East', 'East Street 1')
  west = await place('West', 'West Street 2')
})
afterAll(() => server.close())

const business = (id: string) => ({ type: 'BUSINESS', business: { id } })
const at = (id: string) => (id === east ? { id, name: 'East', formattedAddress: 'East Street 1' } : { id, name: 'West', formattedAddress: 'West Street 2' })
const {
  createService: make,
  createSession: session,
  book,
  readBooking: read,
  readEmails: emails,
} = bookedSessions(() => ({ server, site, resourceId: ana, service: { locations: [business(east)] } }))
const change = (id: string, event: object, notice: object = {}) => server.ok('PATCH', `/calendar/v3/events/${id}`, { as: site, body: { event, ...notice } })
const slugs = async (id: string) => (await server.emittedEvents(site, id)).map((event) => event.slug)

test('another teacher or place of a class session reaches those who booked it, and they are emailed when the owner wants it', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Yoga', defaultCapacity: 5 })
  const event = await session(yoga, '2027-05-05T18:00')
  const { id, email } = await book({ slot: { serviceId: yoga.id, eventId: event.id } })
  await change(event.id, { resources: [{ id: ben }] }, no)
  expect(await read(id)).toMatchObject({ revision: '3', bookedEntity: { slot: { resource: { id: ben, name: 'Ben' } } } })
  expect(await emails(email)).toEqual([])
  expect((await slugs(id)).at(-1)).toBe('updated')
  await change(event.id, { location: { type: 'BUSINESS', id: west }, resources: [{ id: ana }] }, yes)
  expect((await read(id)).bookedEntity.slot).toMatchObject({ location: at(west), resource: { name: 'Ana' } })
  const [email1] = await emails(email)
  expect(email1?.template).toBe('booking-changed')
  for (const words of [
    'Where: West, West Street 2 · With: Ana',
    'Previous location: East, East Street 1',
    'Previously with: Ben',
    'Sorry for the change.',
    'calendar',
  ])
    expect(email1?.text).toContain(words)
  // Time and place at once are one email.
  await change(
    event.id,
    { start: { localDate: '2027-05-05T19:00:00' }, end: { localDate: '2027-05-05T20:00:00' }, location: { type: 'BUSINESS', id: east } },
    yes,
  )
  expect((await emails(email)).map((one) => one.template).sort()).toEqual(['booking-changed', 'booking-rescheduled'])
  const moved = (await emails(email)).find((one) => one.template === 'booking-rescheduled')
  for (const words of ['19:00', 'Previously: Wednesday', '5 May 2027 at 18:00', 'Where: East, East Street 1', 'Previous location: West, West Street 2'])
    expect(moved?.text).toContain(words)
  expect((await slugs(id)).at(-1)).toBe('rescheduled')
  // A change that does not concern customers sends no email.
  const before = (await read(id)).revision
  await change(event.id, { title: 'Yoga for all', notes: 'Bring mats' }, yes)
  expect((await read(id)).revision).toBe(before)
})

test('a course follows its series and each of its sessions', async () => {
  const course = await make({ type: 'COURSE', name: 'Pottery', defaultCapacity: 5 })
  const series = await session(course, '2027-06-07T09:00', weekly('MONDAY', '2027-06-28'))
  const { id, email } = await book({ schedule: { serviceId: course.id, scheduleId: course.schedule.id, timezone: 'Europe/Berlin' } })
  await change(series.id, { start: { localDate: '2027-06-07T10:00:00' }, end: { localDate: '2027-06-07T11:00:00' } }, yes)
  expect(await read(id)).toMatchObject({ startDate: '2027-06-07T08:00:00.000Z', endDate: '2027-06-28T09:00:00.000Z' })
  expect((await emails(email)).map((one) => one.template)).toEqual(['booking-rescheduled'])
  // One session in the middle: the dates of the course stay, the calendar of the customer does not.
  const before = Number((await read(id)).revision)
  await change(`${series.id}_20270614T1000`, { start: { localDate: '2027-06-15T12:00:00' }, end: { localDate: '2027-06-15T13:00:00' } }, yes)
  expect(Number((await read(id)).revision)).toBe(before + 1)
  const changed = (await emails(email)).find((one) => one.template === 'booking-changed')
  expect(changed?.text).toMatch(/Tuesday,? 15 June 2027 at 12:00/)
  expect(changed?.text).not.toContain('June 14')
  // Another session after the last one, then another teacher for all.
  await session(course, '2027-07-05T10:00')
  expect(await read(id)).toMatchObject({ endDate: '2027-07-05T09:00:00.000Z' })
  await change(series.id, { resources: [{ id: ben }] }, no)
  expect((await server.ok('GET', `/v2/services/${course.id}`, { as: site })).service.schedule.lastSessionEnd).toBe('2027-07-05T09:00:00.000Z')
  // The whole series is called off, only the added session is left.
  await server.ok('POST', `/calendar/v3/events/${series.id}/cancel`, { as: site, body: no })
  expect(await read(id)).toMatchObject({ status: 'CONFIRMED', startDate: '2027-07-05T08:00:00.000Z' })
})

test('the calendar of one person has the sessions that they lead, and no date of their series that another leads', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Autumn yoga', defaultCapacity: 5 })
  const series = await session(yoga, '2027-09-06T18:00', weekly('MONDAY'))
  await change(`${series.id}_20270913T1800`, { resources: [{ id: ben }] })
  const single = await session(yoga, '2027-09-15T18:00', { resources: [{ id: ben }] })
  const list = async (resourceId?: string) => {
    const body = { from: '2027-09-06T00:00:00Z', to: '2027-09-21T00:00:00Z', atMost: 50, ...(resourceId && { resourceId }) }
    const { items } = await server.ok('POST', '/api/bookings/calendar', { as: site, body })
    return items.map(({ startDate }: { startDate: string }) => startDate.slice(5, 10))
  }
  expect(single.resources).toMatchObject([{ id: ben }])
  expect([await list(), await list(ana), await list(ben)]).toEqual([
    ['09-06', '09-13', '09-15', '09-20'],
    ['09-06', '09-20'],
    ['09-13', '09-15'],
  ])
})

const setPlaces = (service: { id: string }, body: object) => server.ok('POST', `/v2/services/${service.id}/locations`, { as: site, body })
const move = { removedLocationSessionsAction: { action: 'MOVE_TO_LOCATION', moveToLocationOptions: { newLocation: business('') } } }
const moveTo = (id: string) => ({
  removedLocationSessionsAction: { ...move.removedLocationSessionsAction, moveToLocationOptions: { newLocation: business(id) } },
})

test('a moved place takes along sessions that inherit it, appointments, and everyone who booked', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Evening yoga', defaultCapacity: 5 })
  const series = await session(yoga, '2027-05-04T18:00', weekly('TUESDAY'))
  const single = await session(yoga, '2027-05-06T18:00')
  const own = await session(yoga, '2027-05-07T18:00', { location: { type: 'CUSTOM', name: 'Park', formattedAddress: 'By the lake' } })
  const ofSeries = await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270511T1800` } })
  const ofSingle = await book({ slot: { serviceId: yoga.id, eventId: single.id } })
  const inPark = await book({ slot: { serviceId: yoga.id, eventId: own.id } })
  await setPlaces(yoga, { locations: [business(west)], ...moveTo(west), ...yes })
  for (const { id, email } of [ofSeries, ofSingle]) {
    expect((await read(id)).bookedEntity.slot.location).toMatchObject(at(west))
    const [changed, ...more] = await emails(email)
    expect(changed?.text).toContain('Where: West, West Street 2')
    expect(changed?.text).toContain('Previous location: East, East Street 1')
    expect(more).toEqual([])
  }
  expect((await read(inPark.id)).bookedEntity.slot.location).toMatchObject({ name: 'Park' })
  expect(await emails(inPark.email)).toEqual([])
  const later = await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270518T1800` } })
  expect((await read(later.id)).bookedEntity.slot.location).toMatchObject(at(west))

  const talk = await make({ type: 'APPOINTMENT', name: 'Talk', staffMemberIds: [ana], schedule: { availabilityConstraints: { sessionDurations: [60] } } })
  const appointment = await book({
    slot: {
      serviceId: talk.id,
      startDate: '2027-05-03T10:00:00',
      endDate: '2027-05-03T11:00:00',
      timezone: 'Europe/Berlin',
      resource: { id: ana },
      location: { locationType: 'OWNER_BUSINESS', id: east },
    },
  })
  await setPlaces(talk, { locations: [business(west)], ...moveTo(west) })
  expect((await read(appointment.id)).bookedEntity.slot.location).toMatchObject(at(west))
  expect((await slugs(appointment.id)).at(-1)).toBe('updated')
  // Unless the owner asks for it, customers get no email.
  expect(await emails(appointment.email)).toEqual([])
  await setPlaces(talk, { locations: [business(east)], removedLocationSessionsAction: { action: 'DELETE' } })
  expect((await read(appointment.id)).status).toBe('CANCELED')
})

test('sessions that inherit their place stay there when the place is only taken from the service', async () => {
  const yoga = await make({ type: 'CLASS', name: 'Morning yoga', defaultCapacity: 5 })
  const series = await session(yoga, '2027-05-04T08:00', weekly('TUESDAY'))
  const { id, email } = await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270511T0800` } })
  await setPlaces(yoga, { locations: [business(west)], ...yes })
  expect((await read(id)).bookedEntity.slot.location).toMatchObject(at(east))
  const later = await book({ slot: { serviceId: yoga.id, eventId: `${series.id}_20270518T0800` } })
  expect((await read(later.id)).bookedEntity.slot.location).toMatchObject(at(east))
  expect(await emails(email)).toEqual([])
  expect((await server.ok('GET', `/calendar/v3/events/${series.id}`, { as: site })).event.location).toMatchObject({ id: east })
})
