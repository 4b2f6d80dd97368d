/** The worked examples of the guide, each asked through HTTP; what must come out is read from its row. Source: guide services-and-availability §17. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CalendarServer, startCalendarServer, toCalendarFile } from '../../../test/calendar-server.ts'
import { staffType } from '../../../test/factories/time-slot-studio.ts'
import { describeRows, stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

const guide = 'services-and-availability'
/** Before every example, which are of spring to autumn 2027. */
const LONG_BEFORE = '2027-01-01T08:00:00Z'
const BERLIN = 'Europe/Berlin'
const days = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']

let server: TestServer
let elsewhere: CalendarServer
const sites = new Map<string, Site>()
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock(LONG_BEFORE)
  elsewhere = await startCalendarServer()
})
afterAll(async () => {
  await elsewhere.close()
  await server.close()
})

interface Site {
  site: TestSite
  token: string
  zone: string
}
async function openSite(zone: string): Promise<Site> {
  const known = sites.get(zone)
  if (known) return known
  const site = await server.createSite({ timeZone: zone })
  const one = { site, token: await server.visitorToken(site), zone }
  sites.set(zone, one)
  return one
}
const ask = ({ site }: Site, method: string, path: string, body?: unknown) => server.ok(method, path, { as: site, ...(body === undefined ? {} : { body }) })

/** `2027-05-03 09:00-12:00` (an end before the start lies on the next day), a day and a place if it repeats or is bound to one. */
interface Hours {
  span: string
  locationId?: string | undefined
  interval?: number
}
function toEvent({ span, locationId, interval = 1 }: Hours): object {
  const [day = '', times = ''] = span.split(' ')
  const [from = '', to = ''] = times.split('-')
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  const isNight = to <= from || to === '24:00'
  return {
    type: 'WORKING_HOURS',
    start: { localDate: `${day}T${from}:00` },
    end: { localDate: `${isNight ? next : day}T${to === '24:00' ? '00:00' : to}:00` },
    recurrenceRule: { frequency: 'WEEKLY', interval, days: [days[new Date(day).getUTCDay()]] },
    ...(locationId && { location: { id: locationId, type: 'BUSINESS' } }),
  }
}

interface Person {
  id: string
  resourceId: string
  schedule: string
}
async function addPerson(of: Site, name: string, hours: readonly (string | Hours)[]): Promise<Person> {
  const { staffMember } = await ask(of, 'POST', '/v1/staff-members', { staffMember: { name }, fields: ['RESOURCE_DETAILS'] })
  const schedule = staffMember.resource.eventsSchedule.id as string
  await ask(of, 'POST', `/v1/staff-members/${staffMember.id}/assign-working-hours-schedule`, { scheduleId: schedule })
  for (const one of hours)
    await ask(of, 'POST', '/calendar/v3/events', { event: { scheduleId: schedule, ...toEvent(typeof one === 'string' ? { span: one } : one) } })
  return { id: staffMember.id, resourceId: staffMember.resourceId, schedule }
}
const setGrid = async (of: Site, splitInterval: object) => {
  const { timeSlotsConfigurations } = await ask(of, 'GET', '/v1/time-slots-configurations/query')
  const [{ id, revision }] = timeSlotsConfigurations
  await ask(of, 'PATCH', `/v1/time-slots-configurations/${id}`, { timeSlotsConfiguration: { id, revision, splitInterval } })
}

interface Example {
  zone?: string
  /** Minutes between starts; `same`: as long as the appointment. */
  grid?: number | 'same'
  people: Record<string, readonly (string | Hours)[]>
  duration: number
  buffer?: number
  service?: object
  /** What takes time before the question. */
  prepare?: (made: Made) => Promise<void>
}
interface Made extends Site {
  people: Record<string, Person>
  service: { id: string; schedule: { id: string } }
}
async function setUp({ zone = BERLIN, grid = 30, people, duration, buffer = 0, service, prepare }: Example): Promise<Made> {
  const of = await openSite(zone)
  await setGrid(of, grid === 'same' ? { sameAsDuration: true, valueInMinutes: 30 } : { sameAsDuration: false, valueInMinutes: grid })
  const made: Record<string, Person> = {}
  for (const [name, hours] of Object.entries(people)) made[name] = await addPerson(of, name, hours)
  const body = {
    type: 'APPOINTMENT',
    name: `Example ${randomUUID()}`,
    onlineBooking: { enabled: true },
    payment: { rateType: 'NO_FEE' },
    schedule: { availabilityConstraints: { sessionDurations: [duration], timeBetweenSessions: buffer } },
    staffMemberIds: Object.values(made).map(({ resourceId }) => resourceId),
    ...service,
  }
  const result = { ...of, people: made, service: (await ask(of, 'POST', '/v2/services', { service: body })).service }
  await prepare?.(result)
  return result
}
const block = (of: Site, scheduleId: string, span: string) => {
  const { start, end } = toEvent({ span }) as { start: object; end: object }
  return ask(of, 'POST', '/calendar/v3/events', { event: { scheduleId, type: 'EVENT', start, end } })
}

interface Slot {
  localStartDate: string
  bookable: boolean
  bookingPolicyViolations: { tooEarlyToBook: boolean; tooLateToBook: boolean }
  availableResources: { resources: { name: string }[] }[]
}
const list = async (made: Made, range: readonly [string, string], more: object = {}): Promise<Slot[]> => {
  const body = { serviceId: made.service.id, fromLocalDate: `${range[0]}T00:00:00`, toLocalDate: `${range[1]}T00:00:00`, ...more }
  return (await server.ok('POST', '/_api/service-availability/v2/time-slots', { token: made.token, body })).timeSlots
}
const monday = ['2027-05-03', '2027-05-04'] as const

/** The part of a cell that lists: without what stands in brackets or after the list. */
const readList = (cell = '') =>
  stripMarkdown(cell)
    .replaceAll(/\([^)]*\)/g, '')
    .split(/; |\. /)[0] as string
/** `Fri 22:00 23:00, Sat 00:00` → each time with its day, where the cell names days. */
function readTimes(cell: string): string[] {
  let day = ''
  return (readList(cell).match(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|\d\d-\d\d|\d\d:\d\d)\b/g) ?? []).flatMap((word) => {
    if (word.includes(':')) return `${day} ${word}`.trim()
    day = word
    return []
  })
}
const showDay = (local: string, cell: string) => {
  if (/\b\d\d-\d\d \d\d:/.test(readList(cell))) return local.slice(5, 10)
  return /\b(?:Mon|Fri)\b/.test(readList(cell)) ? (new Date(local.slice(0, 10)).toUTCString().slice(0, 3) as string) : ''
}
/** The starts must be those of the row, each at the instant of the offset that the row names. */
async function expectStarts(made: Made, range: readonly [string, string], cell: string, more: object = {}): Promise<void> {
  const found = await list(made, range, more)
  expect(found.map(({ localStartDate: at }) => `${showDay(at, cell)} ${at.slice(11, 16)}`.trim())).toEqual(readTimes(cell))
  const named = [...readList(cell.replaceAll(/\(([−+]\d\d:\d\d)\)/g, '@$1')).matchAll(/(\d\d:\d\d)@([−+]\d\d:\d\d)/g)]
  if (named.length === 0) return
  const before = new Date(Date.parse(range[0]) - 86_400_000).toISOString().slice(0, 10)
  const instants = (await list(made, [before, range[1]], { ...more, timeZone: 'UTC' })).map(({ localStartDate }) => `${localStartDate}Z`)
  for (const [, time, offset] of named) {
    const instant = new Date(`${range[0]}T${time}:00${offset?.replace('−', '-')}`).toISOString().replace('.000', '')
    expect(instants).toContain(instant)
  }
}
/** A row whose answer is a list of starts alone. */
const startsOf =
  (example: Example, range: readonly [string, string] = monday, more: object = {}) =>
  async ([, , cell = '']: string[]) =>
    expectStarts(await setUp(example), range, cell, more)
const morning = (span: string, more: Partial<Example> = {}): Example => ({ people: { A: [`2027-05-03 ${span}`] }, duration: 60, ...more })

/** `09:00 A, 10:00 A+B`: the people of each start. */
const expectPeople = (found: Slot[], cell: string) =>
  expect(
    found.map(({ localStartDate, availableResources }) => [
      localStartDate.slice(11, 16),
      availableResources.flatMap(({ resources }) => resources.map(({ name }) => name)),
    ]),
  ).toEqual(
    readList(cell)
      .split(/, (?=\d)| · /)
      .map((one) => [one.slice(0, 5), one.slice(6).trim().split(/[+,]/)]),
  )
const anyOfTwo = { A: ['2027-05-03 09:00-11:00'], B: ['2027-05-03 10:00-12:00'] }

/** Monday to Wednesday, hour by hour, asked on Monday at eight with limits in both directions. */
async function askWithLimits(more: object = {}): Promise<Slot[]> {
  const rules = {
    limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 120 },
    limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 2880 },
  }
  const { bookingPolicy } = await ask(await openSite(BERLIN), 'POST', '/bookings/v1/booking-policies', { bookingPolicy: { name: randomUUID(), ...rules } })
  const hours = ['03', '04', '05'].map((day) => `2027-05-${day} 09:00-11:00`)
  const made = await setUp({ people: { A: hours }, duration: 60, grid: 60, service: { bookingPolicy: { id: bookingPolicy.id } } })
  server.freezeClock('2027-05-03T06:00:00Z')
  const found = await list(made, ['2027-05-03', '2027-05-06'], more)
  server.freezeClock(LONG_BEFORE)
  return found
}
const showFlag = ({ bookingPolicyViolations: flags }: Slot) => (flags.tooEarlyToBook ? 'early' : flags.tooLateToBook ? 'late' : 'ok')
const showWeekday = ({ localStartDate: at }: Slot) => `${new Date(at.slice(0, 10)).toUTCString().slice(0, 3)} ${at.slice(11, 16)}`

async function createRoom(of: Site, typeId: string, name: string): Promise<{ id: string; schedule: string }> {
  const { resource } = await ask(of, 'POST', '/v2/resources', { resource: { name, typeId, locationOptions: { availableInAllLocations: true } } })
  return { id: resource.id, schedule: resource.eventsSchedule.id }
}
const newYork = 'America/New_York'
const lordHowe = 'Australia/Lord_Howe'
const autumn: Example = { people: { A: ['2027-10-31 00:00-06:00'] }, duration: 60, grid: 60 }

describeRows('starts of appointments (§17)', tableAt(guide, '## 17'), {
  E1: startsOf(morning('09:00-12:00')),
  E2: startsOf(morning('09:00-11:00', { duration: 30, buffer: 10, grid: 'same' })),
  E3: startsOf(
    morning('10:00-18:00', {
      duration: 120,
      buffer: 30,
      prepare: async (made) => {
        const slot = {
          serviceId: made.service.id,
          scheduleId: made.service.schedule.id,
          startDate: '2027-05-03T13:00:00',
          endDate: '2027-05-03T15:00:00',
          timezone: BERLIN,
          resource: { id: made.people.A?.resourceId },
          location: { locationType: 'OWNER_BUSINESS' },
        }
        const booking = { bookedEntity: { slot }, contactDetails: { firstName: 'Mia', email: 'mia@example.org' }, status: 'CONFIRMED' }
        await ask(made, 'POST', '/v2/bookings', { booking })
      },
    }),
  ),
  E4: startsOf({ people: { A: ['2027-05-03 09:00-12:00', '2027-05-03 13:00-17:00'] }, duration: 90 }),
  E5: startsOf(
    morning('09:00-13:00', {
      duration: 45,
      buffer: 15,
      grid: 'same',
      prepare: async (made) => void (await block(made, made.people.A?.schedule as string, '2027-05-03 09:30-10:20')),
    }),
  ),
  E6: async ([, , cell = '']) =>
    expectPeople(await list(await setUp({ people: anyOfTwo, duration: 60 }), monday, { includeResourceTypeIds: [staffType] }), cell),
  E7: async ([, , cell = '']) => {
    const made = await setUp({ people: anyOfTwo, duration: 60 })
    await block(made, made.people.A?.schedule as string, '2027-05-03 09:30-10:00')
    expectPeople(await list(made, monday, { includeResourceTypeIds: [staffType] }), cell)
  },
  E8: startsOf({ people: { A: ['2027-05-07 22:00-02:00'] }, duration: 60, grid: 60 }, ['2027-05-07', '2027-05-09']),
  E9: startsOf({ people: { A: ['2027-05-07 22:00-24:00', '2027-05-08 00:00-01:00'] }, duration: 60 }, ['2027-05-07', '2027-05-09']),
  E10: startsOf({ people: { A: ['2027-03-28 00:00-06:00'] }, duration: 60, grid: 60 }, ['2027-03-28', '2027-03-29']),
  E11: startsOf(autumn, ['2027-10-31', '2027-11-01']),
  E12: startsOf(autumn, ['2027-10-30', '2027-11-01'], { timeZone: 'UTC' }),
  E13: startsOf({ zone: newYork, people: { A: ['2027-03-14 01:00-05:00'] }, duration: 30 }, ['2027-03-14', '2027-03-15']),
  E14: startsOf({ zone: newYork, people: { A: ['2027-11-07 00:00-04:00'] }, duration: 90, grid: 60 }, ['2027-11-07', '2027-11-08']),
  E15: startsOf({ zone: lordHowe, people: { A: ['2027-10-03 00:00-06:00'] }, duration: 60, grid: 60 }, ['2027-10-03', '2027-10-04']),
  E16: startsOf({ zone: lordHowe, people: { A: ['2027-04-04 00:00-04:00'] }, duration: 30 }, ['2027-04-04', '2027-04-05']),
  E17: async ([, , cell = '']) => {
    const shown = readList(cell)
      .split(', ')
      .flatMap((part) => {
        const [day = '', ...words] = part.trim().split(' ')
        return words.slice(0, -1).map((time) => `${day} ${time} ${words.at(-1)}`)
      })
    expect((await askWithLimits()).map((slot) => `${showWeekday(slot)} ${showFlag(slot)}`)).toEqual(shown)
  },
  E18: async ([, , cell = '']) => {
    const found = await askWithLimits({ timeSlotsPerDay: 1 })
    expect(found.map(showWeekday)).toEqual(readTimes(cell))
    expect(found.map(({ bookable }) => bookable)).toEqual([true, true, false])
  },
  E19: async ([, , cell = '']) => {
    const made = await setUp(morning('09:00-14:00'))
    await block(made, made.people.A?.schedule as string, '2027-05-03 12:00-14:00')
    elsewhere.links.set('/busy.ics', toCalendarFile('DTSTART:20270503T081500Z\nDTEND:20270503T084500Z'))
    // Other calendars are read 400 days ahead, in the background.
    await ask(made, 'POST', '/api/calendar-links', { staffId: made.people.A?.id, url: `${elsewhere.origin}/busy.ics`, label: 'Private' })
    await server.advanceClock('PT1M')
    await expectStarts(made, monday, cell)
  },
  E20: async ([, , cell = '']) => {
    const of = await openSite(BERLIN)
    const typeId = (await ask(of, 'POST', '/v2/resources/resource-types', { resourceType: { name: 'Room' } })).resourceType.id
    const rooms = [await createRoom(of, typeId, 'R1'), await createRoom(of, typeId, 'R2')]
    const service = { serviceResources: [{ resourceType: { id: typeId }, resourceIds: { values: rooms.map(({ id }) => id) } }] }
    const made = await setUp(morning('09:00-13:00', { grid: 60, service }))
    // The hours of the business bind a service that needs a room: they are those of every day.
    const { schedules } = await ask(of, 'POST', '/calendar/v3/schedules/query', { query: { filter: { externalId: '4e0579a5-491e-4e70-a872-d097eed6e520' } } })
    await ask(of, 'POST', '/calendar/v3/events', { event: { scheduleId: schedules[0].id, ...toEvent({ span: '2027-05-03 00:00-24:00' }) } })
    await block(of, rooms[0]?.schedule as string, '2027-05-03 09:00-12:00')
    await block(of, rooms[1]?.schedule as string, '2027-05-03 10:00-11:00')
    expectPeople(await list(made, monday, { includeResourceTypeIds: [staffType, typeId] }), cell)
  },
  E21: async ([, , cell = '']) => {
    const of = await openSite(BERLIN)
    const [L1, L2] = [
      (await ask(of, 'GET', '/api/locations')).locations[0].id as string,
      (await ask(of, 'POST', '/api/locations', { location: { name: 'L2', address: 'Side street 2' } })).location.id as string,
    ]
    const hours = [{ span: '2027-05-03 09:00-11:00', locationId: L1 }, { span: '2027-05-03 13:00-15:00', locationId: L2 }, { span: '2027-05-03 16:00-17:00' }]
    const locations = [L1, L2].map((id) => ({ type: 'BUSINESS', business: { id } }))
    const made = await setUp({ people: { A: hours }, duration: 60, grid: 60, service: { locations } })
    await expectStarts(made, monday, cell, { locations: [{ id: L2, locationType: 'BUSINESS' }] })
  },
  E22: startsOf({ people: { A: ['2027-05-03 12:00-16:00', '2027-05-04 12:00-16:00'] }, duration: 60, grid: 60 }, ['2027-05-04', '2027-05-05'], {
    timeZone: 'Pacific/Auckland',
  }),
})

describe('more cases (§17)', () => {
  test.each<[string, Example, readonly [string, string], string]>([
    ['hours that begin in a gap', { people: { A: ['2027-03-28 02:30-05:00'] }, duration: 30 }, ['2027-03-28', '2027-03-29'], '03:30 04:00 04:30'],
    [
      'hours that begin in a repeated hour',
      { people: { A: ['2027-10-31 02:00-04:00'] }, duration: 60, grid: 60 },
      ['2027-10-31', '2027-11-01'],
      '02:00(+02:00) 03:00',
    ],
    [
      'a day of 23 hours',
      { zone: newYork, people: { A: ['2027-03-14 00:00-24:00'] }, duration: 360, grid: 360 },
      ['2027-03-14', '2027-03-15'],
      '00:00 07:00 13:00',
    ],
    [
      'every second week',
      { people: { A: [{ span: '2027-05-03 09:00-10:00', interval: 2 }] }, duration: 60 },
      ['2027-05-01', '2027-06-01'],
      '05-03 09:00, 05-17 09:00, 05-31 09:00',
    ],
  ])('%s', async (_, example, range, cell) => expectStarts(await setUp(example), range, cell))
})

/** A class of one teacher, with sessions `2027-05-03 18:00-19:00`. */
async function createClass(of: Site, capacity: number, sessions: readonly string[], { rules, ...more }: { rules?: object; onlineBooking?: object } = {}) {
  const policy = rules && (await ask(of, 'POST', '/bookings/v1/booking-policies', { bookingPolicy: { name: randomUUID(), ...rules } })).bookingPolicy
  const base = { type: 'CLASS', name: `Class ${randomUUID()}`, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' }, defaultCapacity: capacity }
  const { service } = await ask(of, 'POST', '/v2/services', { service: { ...base, ...(policy && { bookingPolicy: { id: policy.id } }), ...more } })
  const teacher = await addPerson(of, 'Tess', [])
  const events: string[] = []
  for (const span of sessions) {
    const { start, end } = toEvent({ span }) as { start: object; end: object }
    const event = { scheduleId: service.schedule.id, type: 'CLASS', start, end, resources: [{ id: teacher.resourceId }] }
    events.push((await ask(of, 'POST', '/calendar/v3/events', { event })).event.id)
  }
  const book = async (eventId: string | undefined, body: object = {}) => {
    const contactDetails = { firstName: 'Mia', email: `${randomUUID()}@example.org` }
    const booking = { bookedEntity: { slot: { serviceId: service.id, eventId } }, contactDetails, ...body }
    return (await ask(of, 'POST', '/v2/bookings', { booking })).booking as { id: string; revision: string }
  }
  const act = (booking: { id: string; revision: string }, action: string) =>
    ask(of, 'POST', `/v2/bookings/${booking.id}/${action}`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  return { service, scheduleId: service.schedule.id as string, teacher, events, book, act }
}
interface EventSlot {
  localStartDate: string
  bookable: boolean
  totalCapacity: number
  remainingCapacity: number
  bookableCapacity: number
  nonBookableReasons: { reservedForWaitingList: boolean }
  eventInfo: { waitingList?: { totalCapacity: number; remainingCapacity: number } }
}
const listSessions = async (of: Site, serviceId: string, range: readonly [string, string], more: object = {}): Promise<EventSlot[]> => {
  const body = { serviceIds: [serviceId], fromLocalDate: `${range[0]}T00:00:00`, toLocalDate: `${range[1]}T00:00:00`, ...more }
  return (await server.ok('POST', '/_api/service-availability/v2/time-slots/event', { token: of.token, body })).timeSlots
}
const isBookable = ({ bookable }: EventSlot) => (bookable ? 'bookable' : 'not bookable')

describeRows('sessions of classes (§17)', tableAt(guide, '## 17', 2), {
  C1: async ([, , cell = '']) => {
    const of = await openSite(BERLIN)
    const sessions = ['2027-05-03 16:00-17:00', '2027-05-03 18:00-19:00', '2027-05-03 20:00-21:00']
    const rules = { participantsPolicy: { maxParticipantsPerBooking: 5 } }
    const yoga = await createClass(of, 3, sessions, { rules, onlineBooking: { enabled: true, requireManualApproval: true } })
    await yoga.book(yoga.events[2], { totalParticipants: 3 })
    server.freezeClock('2027-01-01T09:00:00Z')
    await yoga.book(yoga.events[0], { status: 'CONFIRMED', totalParticipants: 2 })
    await yoga.book(yoga.events[0])
    const cancelled = await yoga.book(yoga.events[1], { status: 'CONFIRMED', totalParticipants: 2 })
    await yoga.act(cancelled, 'cancel')
    await yoga.act(await yoga.book(yoga.events[1]), 'mark_booking_as_pending')
    const found = await listSessions(of, yoga.service.id, monday)
    expect(found.map((one) => `${one.remainingCapacity}/${one.totalCapacity} ${isBookable(one)}`)).toEqual(cell.split('; '))
    server.freezeClock(LONG_BEFORE)
  },
  C2: async ([, , cell = '']) => {
    const of = await openSite(BERLIN)
    const rules = { waitlistPolicy: { enabled: true, capacity: 10, reservationTimeInMinutes: 10 } }
    const yoga = await createClass(of, 2, ['2027-05-03 18:00-19:00'], { rules })
    const [first] = [await yoga.book(yoga.events[0], { status: 'CONFIRMED' }), await yoga.book(yoga.events[0], { status: 'CONFIRMED' })]
    for (const firstName of ['Wim', 'Ida']) {
      const contactDetails = { firstName, email: `${randomUUID()}@example.org` }
      const booking = { bookedEntity: { slot: { serviceId: yoga.service.id, eventId: yoga.events[0] } }, contactDetails }
      const token = await server.visitorToken(of.site)
      await server.ok('POST', '/bookings/v1/waitlist/register', { token, body: { sessionId: yoga.events[0], booking } })
    }
    await yoga.act(first as { id: string; revision: string }, 'cancel')
    const [one] = (await listSessions(of, yoga.service.id, monday)) as [EventSlot]
    const { remainingCapacity, totalCapacity } = one.eventInfo.waitingList ?? {}
    const reserved = one.nonBookableReasons.reservedForWaitingList ? 'reservedForWaitingList' : ''
    const seats = `remaining ${one.remainingCapacity}, bookableCapacity ${one.bookableCapacity}`
    expect(`${seats}, ${isBookable(one)}, ${reserved}, waitlist ${remainingCapacity}/${totalCapacity}`).toBe(cell)
  },
  C3: async ([, , cell = '']) => {
    const of = await openSite(newYork)
    const { service, scheduleId, teacher } = await createClass(of, 3, [])
    const at = (hour: string) => ({ localDate: `2027-03-07T${hour}:00` })
    const recurrenceRule = { frequency: 'WEEKLY', interval: 1, days: ['SUNDAY'] }
    const series = { scheduleId, type: 'CLASS', start: at('09:00'), end: at('10:00'), resources: [{ id: teacher.resourceId }], recurrenceRule }
    const { id } = (await ask(of, 'POST', '/calendar/v3/events', { event: series })).event
    await ask(of, 'POST', '/calendar/v3/bulk/events/cancel', { eventIds: [`${id}_20270321T0900`] })
    const later = { start: { localDate: '2027-03-28T11:00:00' }, end: { localDate: '2027-03-28T12:00:00' } }
    await ask(of, 'PATCH', `/calendar/v3/events/${id}_20270328T0900`, { event: later })
    const range = ['2027-03-01', '2027-04-05'] as const
    const found = await listSessions(of, service.id, range)
    expect(found.map(({ localStartDate }) => `${localStartDate.slice(5, 10)} ${localStartDate.slice(11, 16)}`)).toEqual(readTimes(cell))
    const instants = (await listSessions(of, service.id, range, { timeZone: 'UTC' })).map(({ localStartDate }) => `${localStartDate}.000Z`)
    const named = [...cell.matchAll(/(\d\d-\d\d) (\d\d:\d\d)\(([−+]\d\d:\d\d)\)/g)]
    expect(named.length).toBe(2)
    for (const [, day, time, offset] of named) expect(instants).toContain(new Date(`2027-${day}T${time}:00${offset?.replace('−', '-')}`).toISOString())
  },
  C4: async ([, , cell = '']) => {
    const of = await openSite(BERLIN)
    const rules = { bookAfterStartPolicy: { enabled: true } }
    const { service } = await createClass(of, 3, ['2027-05-03 08:00-09:00', '2027-05-03 18:00-19:00'], { rules })
    server.freezeClock('2027-05-03T16:20:00Z')
    const found = await listSessions(of, service.id, monday)
    server.freezeClock(LONG_BEFORE)
    expect(found.map((one) => `${one.localStartDate.slice(11, 16)} ${isBookable(one)}`)).toEqual(cell.replaceAll(/ \([^)]*\)/g, '').split('; '))
  },
})
