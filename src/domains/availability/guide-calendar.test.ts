/** Rows of the guide's tables on the calendar, slot settings and older availability, each driven through HTTP. Source: guide services-and-availability §12.4, §13, §15.4, §16.1, §16.9, §16.10. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { errorCode, firstViolation } from '../../../test/auth-helpers.ts'
import { createTimeSlotStudio, monday, starts, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { describeRows, tableAt } from '../../../test/guide-tables.ts'
import type { TestReply } from '../../../test/test-server.ts'
import { slotReasonCodes } from './rules/reason-codes.ts'

const guide = 'services-and-availability'
const bookingsApp = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'
let studio: TimeSlotStudio
beforeAll(async () => {
  studio = await createTimeSlotStudio()
})
afterAll(() => studio.testServer.close())
beforeEach(() => studio.testServer.freezeClock('2027-05-01T08:00:00Z'))

const call = (method: string, path: string, body?: object, query?: Record<string, string>): Promise<TestReply> =>
  studio.testServer.call(method, path, { as: studio.site, ...(body && { body }), ...(query && { query }) })
const ok = async (method: string, path: string, body?: object, query?: Record<string, string>) => {
  const answer = await call(method, path, body, query)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}
const name = () => `P ${randomUUID().slice(0, 8)}`

describe('slot settings (§12.4)', () => {
  const config = `/v1/time-slots-configurations/app/${bookingsApp}`
  const read = async () => (await ok('GET', config)).timeSlotsConfiguration
  const change = async (more: object) => {
    const { id, revision } = await read()
    return call('PATCH', `/v1/time-slots-configurations/${id}`, { timeSlotsConfiguration: { id, revision, ...more } })
  }
  describeRows(
    'settings',
    tableAt(guide, '### 12.4'),
    {
      TimeSlotsConfiguration: async () =>
        expect(await read()).toMatchObject({
          appId: bookingsApp,
          displayTimeZone: { basedOn: 'BUSINESS_TIME_ZONE', customerCanChange: true },
          staffSelection: { strategy: 'CUSTOMER_MAY_CHOOSE' },
          splitInterval: { sameAsDuration: false, valueInMinutes: 30 },
        }),
      'splitInterval.valueInMinutes': async ([, rule = '']) => {
        const [, low, high] = /(\d+)–(\d+)/.exec(rule) ?? []
        for (const valueInMinutes of [Number(low) - 1, Number(high) + 1, 7.5]) expect((await change({ splitInterval: { valueInMinutes } })).status).toBe(400)
        for (const valueInMinutes of [Number(low), Number(high), 30]) expect((await change({ splitInterval: { valueInMinutes } })).status).toBe(200)
      },
      BookingsSettings: async () => {
        const { bookingsSettings } = await ok('GET', '/_api/bookings-settings/v2/settings')
        expect(bookingsSettings).toMatchObject({ cartCheckout: { enabled: false }, multiServiceAppointments: { enabled: true } })
      },
      'Business hours at site creation': async () => {
        const [schedule] = (await ok('POST', '/calendar/v3/schedules/query', { query: { filter: { externalId: '4e0579a5-491e-4e70-a872-d097eed6e520' } } }))
          .schedules
        const query = { filter: { scheduleId: schedule.id }, cursorPaging: { limit: 100 } }
        const { events } = await ok('POST', '/calendar/v3/events/query', { query, fromLocalDate: '2027-05-03T00:00:00', toLocalDate: '2027-05-10T00:00:00' })
        const times = events.map(({ start, end }: { start: { localDate: string }; end: { localDate: string } }) => [start.localDate, end.localDate.slice(11)])
        expect(times).toEqual(['03', '04', '05', '06', '07'].map((day) => [`2027-05-${day}T10:00:00`, '18:00:00']))
      },
    },
    [
      // `guide-open-points.test.ts`.
      'staffSelection',
      'displayTimeZone',
      'Site time zone change',
      '… what has begun',
      '… preview',
    ],
  )
})

describeRows('schedules (§13.1)', tableAt(guide, '### 13.1'), {
  'business schedule': async () => {
    const { schedules } = await ok('POST', '/calendar/v3/schedules/query', { query: { filter: { externalId: '4e0579a5-491e-4e70-a872-d097eed6e520' } } })
    expect(schedules.length).toBe(1)
    // Blocked time belongs to a person or a room: here it would close nothing. What takes no time may stand here.
    const meeting = { scheduleId: schedules[0].id, type: 'EVENT', start: local('2027-05-10T09:00:00'), end: local('2027-05-10T10:00:00') }
    const refused = await createEvent(meeting)
    expect([refused.status, firstViolation(refused)?.field]).toEqual([400, 'event.resources'])
    expect((await createEvent({ ...meeting, transparency: 'FREE' })).status).toBe(200)
    expect((await createEvent({ ...meeting, resources: [{ id: studio.ana.resourceId }] })).status).toBe(200)
  },
  'service schedule': async () => {
    const { service, book } = await getAppointment()
    const { id } = await book('2027-05-03T09:00:00', 'CONFIRMED')
    const query = { filter: { scheduleId: service.schedule.id } }
    const { events } = await ok('POST', '/calendar/v3/events/query', { query, fromLocalDate: '2027-05-03T00:00:00', toLocalDate: '2027-05-04T00:00:00' })
    expect(events).toMatchObject([{ id, type: 'APPOINTMENT', approval: 'APPROVED', status: 'CONFIRMED' }])
    expect(JSON.stringify(events)).not.toContain('Mia')
  },
  'events schedule': async () => {
    const one = await studio.person(name())
    await addEvent({ scheduleId: one.own, type: 'EVENT', resources: undefined })
    const { schedules } = await ok('POST', '/calendar/v3/schedules/query', { query: { filter: { id: one.own } } })
    expect(schedules.length).toBe(1)
  },
})

const createEvent = (event: object) => call('POST', '/calendar/v3/events', { event })
const local = (localDate: string) => ({ localDate })
const addEvent = async (more: object = {}): Promise<TestReply['body']> => {
  const body = { start: local('2027-05-10T09:00:00'), end: local('2027-05-10T10:00:00'), resources: [{ id: studio.ana.resourceId }], ...more }
  const answer = await createEvent(body)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.event
}
const getClass = () => studio.make({ type: 'CLASS', name: name(), defaultCapacity: 8 })
const readEvent = async (id: string) => (await ok('GET', `/calendar/v3/events/${id}`)).event
const changeEvent = (id: string, event: object, more: object = {}) => call('PATCH', `/calendar/v3/events/${id}`, { event, ...more })
const weekly = { recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'] } }
/** An appointment of one person with hours on Mondays from 9 to 13, booked by the business. */
async function getAppointment() {
  const one = await studio.person(name())
  await studio.hours(one.own, '2027-05-03', '09:00', '13:00', 'MONDAY')
  const service = await studio.appointment(name(), [60], { staffMemberIds: [one.resourceId] })
  const book = async (startDate: string, status = 'CREATED') => {
    const slot = {
      serviceId: service.id,
      scheduleId: service.schedule.id,
      startDate,
      endDate: `${startDate.slice(0, 11)}${String(Number(startDate.slice(11, 13)) + 1).padStart(2, '0')}:00:00`,
      timezone: 'Europe/Berlin',
      resource: { id: one.resourceId },
      location: { locationType: 'OWNER_BUSINESS' },
    }
    return (await ok('POST', '/v2/bookings', { booking: { bookedEntity: { slot }, contactDetails: { firstName: 'Mia', email: 'mia@example.org' }, status } }))
      .booking
  }
  return { one, service, book }
}
const bookSeat = async (serviceId: string, eventId: string, totalParticipants = 1) =>
  (
    await ok('POST', '/v2/bookings', {
      booking: {
        bookedEntity: { slot: { serviceId, eventId } },
        contactDetails: { firstName: 'Mia', email: `${randomUUID()}@example.org` },
        status: 'CONFIRMED',
        totalParticipants,
      },
    })
  ).booking
const readBooking = async (id: string) => (await ok('POST', '/v2/extended-bookings/query', { query: { filter: { id } } })).extendedBookings[0].booking

describe('events (§13.2)', () => {
  const refuses = async (more: object) => {
    const yoga = await getClass()
    const answer = await createEvent({
      scheduleId: yoga.schedule.id,
      type: 'CLASS',
      start: local('2027-05-10T09:00:00'),
      end: local('2027-05-10T10:00:00'),
      resources: [{ id: studio.ana.resourceId }],
      ...more,
    })
    expect([more, answer.status]).toEqual([more, 400])
  }
  const add = async (more: object = {}) => addEvent({ scheduleId: (await getClass()).schedule.id, type: 'CLASS', ...more })
  describeRows('fields', tableAt(guide, '### 13.2'), {
    id: async () => {
      const { id } = await add(weekly)
      expect(id.length).toBeGreaterThanOrEqual(36)
      expect((await readEvent(`${id}_20270517T0900`)).start.localDate).toBe('2027-05-17T09:00:00')
    },
    'scheduleId, type': async () => {
      await refuses({ type: 'APPOINTMENT' })
      await refuses({ type: 'PARTY' })
    },
    'title, notes ≤ 10000': async () => {
      await refuses({ notes: 'x'.repeat(10_001) })
      expect(await add({ title: 'Flow', notes: 'Mats' })).toMatchObject({ title: 'Flow', notes: 'Mats' })
    },
    'start, end': async () => {
      expect((await add()).start).toEqual({ localDate: '2027-05-10T09:00:00', utcDate: '2027-05-10T07:00:00.000Z', timeZone: 'Europe/Berlin' })
      await refuses({ end: local('2027-05-10T09:00:00') })
      await refuses({ end: local('2027-06-11T09:00:00') })
      await refuses({ start: { ...local('2027-05-10T09:00:00'), timeZone: 'Asia/Tokyo' } })
    },
    allDay: async () => refuses({ allDay: true }),
    resources: async () => {
      await refuses({ resources: [] })
      await refuses({ resources: [{ id: randomUUID() }] })
      expect((await add()).resources).toMatchObject([{ id: studio.ana.resourceId, transparency: 'OPAQUE' }])
    },
    location: async () => refuses({ location: { type: 'BUSINESS', id: randomUUID() } }),
    'totalCapacity, remainingCapacity RO': async () => {
      const event = await add({ remainingCapacity: 1 })
      expect(event).toMatchObject({ totalCapacity: 8, remainingCapacity: 8, inheritedFields: ['totalCapacity', 'location'] })
      expect((await add({ totalCapacity: 3 })).inheritedFields).toEqual(['location'])
    },
    transparency: async () => {
      const blocked = {
        scheduleId: studio.ana.own,
        type: 'EVENT',
        resources: undefined,
        start: local('2027-05-11T09:00:00'),
        end: local('2027-05-11T10:00:00'),
      }
      expect([(await addEvent(blocked)).transparency, (await addEvent({ ...blocked, transparency: 'FREE' })).transparency]).toEqual(['BUSY', 'FREE'])
    },
    approval: async () => {
      const { book } = await getAppointment()
      const { id } = await book('2027-05-03T10:00:00', 'CONFIRMED')
      expect((await readEvent(id)).approval).toBe('APPROVED')
    },
    status: async () => {
      const { id, status } = await add()
      await ok('POST', '/calendar/v3/bulk/events/cancel', { eventIds: [id] })
      expect([status, (await readEvent(id)).status]).toEqual(['CONFIRMED', 'CANCELLED'])
    },
    'recurrenceType RO': async () => {
      const [single, series] = [await add({ recurrenceType: 'MASTER' }), await add(weekly)]
      const instance = `${series.id}_20270517T0900`
      const before = (await readEvent(instance)).recurrenceType
      await changeEvent(instance, { title: 'Own' })
      expect([single.recurrenceType, series.recurrenceType, before, (await readEvent(instance)).recurrenceType]).toEqual([
        'NONE',
        'MASTER',
        'INSTANCE',
        'EXCEPTION',
      ])
    },
    recurrenceRule: async () => {
      const rule = (more: object) => ({ recurrenceRule: { ...weekly.recurrenceRule, ...more } })
      for (const wrong of [{ interval: 0 }, { interval: 53 }, { days: ['MONDAY', 'TUESDAY'] }, { days: ['TUESDAY'] }, { frequency: 'DAILY' }])
        await refuses(rule(wrong))
      await refuses({ ...weekly, start: local('2027-04-26T09:00:00'), end: local('2027-04-26T10:00:00') })
    },
    'recurringEventId RO': async () => {
      const { id } = await add(weekly)
      expect((await readEvent(`${id}_20270517T0900`)).recurringEventId).toBe(id)
    },
    revision: async () => {
      const event = await add()
      expect([event.revision, (await changeEvent(event.id, { title: 'New' })).body.event.revision]).toEqual(['1', '2'])
      expect(errorCode(await changeEvent(event.id, { title: 'Old', revision: '1' }))).toBe('REVISION_MISMATCH')
    },
  })
})

describe('repetition (§13.3)', () => {
  /** Local starts and lengths in minutes of the sessions of a weekly class. */
  async function listSessions(start: string, end: string, from: string, to: string, more: object = {}) {
    const yoga = await getClass()
    const days = [['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'][new Date(`${start}Z`).getUTCDay()]]
    const recurrenceRule = { ...weekly.recurrenceRule, days, ...more }
    const { id } = await addEvent({ scheduleId: yoga.schedule.id, type: 'CLASS', start: local(start), end: local(end), recurrenceRule })
    const body = { query: { filter: { scheduleId: yoga.schedule.id } }, fromLocalDate: from, toLocalDate: to }
    const { events } = await ok('POST', '/calendar/v3/events/query', body)
    type Listed = { start: { localDate: string; utcDate: string }; end: { localDate: string; utcDate: string } }
    const sessions = (events as Listed[]).map((event) => [
      event.start.localDate,
      event.start.utcDate.slice(11, 16),
      (Date.parse(event.end.utcDate) - Date.parse(event.start.utcDate)) / 60_000,
    ])
    return { id, yoga, sessions }
  }
  describeRows(
    'rules',
    tableAt(guide, '### 13.3'),
    {
      'occurrence k': async () => {
        const { sessions } = await listSessions('2027-10-17T09:00:00', '2027-10-17T10:00:00', '2027-10-01T00:00:00', '2027-11-20T00:00:00', { interval: 2 })
        expect(sessions).toEqual([
          ['2027-10-17T09:00:00', '07:00', 60],
          ['2027-10-31T09:00:00', '08:00', 60],
          ['2027-11-14T09:00:00', '08:00', 60],
        ])
      },
      end: async () => {
        const { sessions } = await listSessions('2027-10-30T22:00:00', '2027-10-31T06:00:00', '2027-10-30T00:00:00', '2027-11-08T00:00:00')
        expect(sessions.map(([, , minutes]) => minutes)).toEqual([540, 480])
      },
      until: async () => {
        const { sessions } = await listSessions('2027-06-07T09:00:00', '2027-06-07T10:00:00', '2027-06-01T00:00:00', '2027-07-01T00:00:00', {
          until: local('2027-06-14T09:00:00'),
        })
        expect(sessions.map(([start]) => start)).toEqual(['2027-06-07T09:00:00', '2027-06-14T09:00:00'])
      },
      gap: async () => {
        const { sessions } = await listSessions('2028-03-26T02:30:00', '2028-03-26T05:00:00', '2028-03-25T00:00:00', '2028-03-27T00:00:00')
        expect(sessions[0]?.[1]).toBe('01:30')
      },
      overlap: async () => {
        const { sessions } = await listSessions('2027-10-31T02:30:00', '2027-10-31T05:00:00', '2027-10-31T00:00:00', '2027-11-01T00:00:00')
        expect(sessions[0]?.[1]).toBe('00:30')
      },
      short: async () => {
        const { sessions } = await listSessions('2028-03-26T02:00:00', '2028-03-26T02:30:00', '2028-03-25T00:00:00', '2028-03-27T00:00:00')
        expect(sessions[0]?.slice(1)).toEqual(['01:00', 30])
      },
      horizon: async () => {
        const body = { query: { filter: {} }, fromLocalDate: '2027-01-01T00:00:00', toLocalDate: '2028-01-03T00:00:00' }
        expect((await call('POST', '/calendar/v3/events/query', body)).status).toBe(400)
      },
      expansion: async () => {
        const { id, yoga } = await listSessions('2027-06-07T09:00:00', '2027-06-07T10:00:00', '2027-06-01T00:00:00', '2027-07-01T00:00:00')
        const { rows } = await listRows(yoga.schedule.id)
        expect(rows).toEqual([id])
      },
    },
    // `guide-open-points.test.ts`.
    ['both'],
  )
  const listRows = async (scheduleId: string) => ({
    rows: (await studio.testServer.open.db.selectFrom('calendarEvent').select('id').where('scheduleId', '=', scheduleId).execute()).map(({ id }) => id),
  })
})

async function getSeries() {
  const yoga = await getClass()
  const series = await addEvent({
    scheduleId: yoga.schedule.id,
    type: 'CLASS',
    start: local('2027-06-07T09:00:00'),
    end: local('2027-06-07T10:00:00'),
    ...weekly,
  })
  const at = (day: string) => `${series.id}_202706${day}T0900`
  return { yoga, series, at }
}
describeRows(
  'edits (§13.4)',
  tableAt(guide, '### 13.4'),
  {
    'one occurrence': async () => {
      const { at } = await getSeries()
      await changeEvent(at('14'), { title: 'Guest teacher' })
      await changeEvent(at('14'), { title: null })
      expect(await readEvent(at('14'))).toMatchObject({ id: at('14'), recurrenceType: 'EXCEPTION' })
    },
    'cancel one': async () => {
      const { yoga, at } = await getSeries()
      const { id } = await bookSeat(yoga.id, at('14'))
      await ok('POST', `/calendar/v3/events/${at('14')}/cancel`, {})
      expect([await readEvent(at('14')), (await readBooking(id)).status]).toMatchObject([{ status: 'CANCELLED', recurrenceType: 'EXCEPTION' }, 'CANCELED'])
    },
    master: async () => {
      const { series, at } = await getSeries()
      await changeEvent(at('14'), { title: 'Own' })
      await ok('PATCH', `/calendar/v3/events/${series.id}`, { event: { title: 'All', totalCapacity: 4 } })
      expect([await readEvent(at('14')), await readEvent(at('21'))]).toMatchObject([
        { title: 'Own', totalCapacity: 4 },
        { title: 'All', totalCapacity: 4 },
      ])
    },
    'this and following': async () => {
      const { yoga, series, at } = await getSeries()
      const { id } = await bookSeat(yoga.id, at('21'))
      await ok('POST', `/calendar/v3/events/${series.id}/split`, { splitLocalDate: '2027-06-21T09:00:00' })
      expect((await readEvent(series.id)).recurrenceRule.until.localDate < '2027-06-21T09:00:00').toBe(true)
      expect([(await readBooking(id)).bookedEntity.slot.eventId, (await readEvent(at('21'))).recurringEventId === series.id]).toEqual([at('21'), false])
    },
    'end a series': async () => {
      const { yoga, series, at } = await getSeries()
      const { id } = await bookSeat(yoga.id, at('21'))
      const end = { recurrenceRule: { ...weekly.recurrenceRule, until: local('2027-06-14T09:00:00') } }
      expect(errorCode(await changeEvent(series.id, end))).toBe('SESSIONS_HAVE_BOOKINGS')
      expect((await changeEvent(series.id, end, { cancelBookings: true })).status).toBe(200)
      expect((await readBooking(id)).status).toBe('CANCELED')
    },
    'move with bookings': async () => {
      const { yoga, at } = await getSeries()
      const { id, revision } = await bookSeat(yoga.id, at('14'))
      await changeEvent(at('14'), { start: local('2027-06-15T11:00:00'), end: local('2027-06-15T12:00:00') })
      expect(await readBooking(id)).toMatchObject({ startDate: '2027-06-15T09:00:00.000Z', revision: String(Number(revision) + 1) })
      expect((await studio.testServer.emittedEvents(studio.site, id)).map(({ slug }) => slug)).toContain('rescheduled')
    },
    'capacity below booked': async () => {
      const { yoga, at } = await getSeries()
      const { id } = await bookSeat(yoga.id, at('14'), 3)
      expect((await changeEvent(at('14'), { totalCapacity: 2 })).body.event.remainingCapacity).toBe(0)
      expect((await readBooking(id)).status).toBe('CONFIRMED')
    },
    'other place or staff of a session, class or course': async () => {
      const { yoga, at } = await getSeries()
      const { id, revision } = await bookSeat(yoga.id, at('14'))
      await changeEvent(at('14'), { resources: [{ id: studio.ben.resourceId }] })
      const after = await readBooking(id)
      expect([after.bookedEntity.slot.resource.id, after.revision]).toEqual([studio.ben.resourceId, String(Number(revision) + 1)])
      expect((await studio.testServer.emittedEvents(studio.site, id)).at(-1)?.slug).toBe('updated')
    },
    'staff change of a session': async () => {
      const { at } = await getSeries()
      const other = await getSeries()
      expect((await changeEvent(at('14'), { resources: [{ id: studio.ana.resourceId }] })).status).toBe(200)
      expect((await readEvent(other.at('14'))).resources).toMatchObject([{ id: studio.ana.resourceId }])
    },
  },
  [
    // `guide-open-points.test.ts`.
    'dry run of a series',
    'at the same moment',
  ],
)

describe('starts of appointments (§15.4)', () => {
  const setInterval = async (splitInterval: object) => {
    const { id, revision } = (await ok('GET', `/v1/time-slots-configurations/app/${bookingsApp}`)).timeSlotsConfiguration
    await ok('PATCH', `/v1/time-slots-configurations/${id}`, { timeSlotsConfiguration: { id, revision, splitInterval } })
  }
  const getDay = async (timeBetweenSessions: number) => {
    const one = await studio.person(name())
    await studio.hours(one.own, '2027-05-03', '09:00', '12:00', 'MONDAY')
    const schedule = { availabilityConstraints: { sessionDurations: [60], timeBetweenSessions } }
    const service = await studio.appointment(name(), [60], { staffMemberIds: [one.resourceId], schedule })
    return { one, list: async () => starts(await studio.list({ serviceId: service.id, ...monday })) }
  }
  describeRows('grid', tableAt(guide, '### 15.4'), {
    'sameAsDuration: false': async () => {
      const { list } = await getDay(0)
      await setInterval({ sameAsDuration: false, valueInMinutes: 45 })
      const found = await list()
      await setInterval({ sameAsDuration: false, valueInMinutes: 30 })
      expect([found, await list()]).toEqual([
        ['09:00', '09:45', '10:30'],
        ['09:00', '09:30', '10:00', '10:30', '11:00'],
      ])
    },
    'sameAsDuration: true': async () => {
      const { one, list } = await getDay(10)
      await setInterval({ sameAsDuration: true })
      const free = await list()
      await addEvent({ scheduleId: one.own, type: 'EVENT', resources: undefined, start: local('2027-05-03T09:00:00'), end: local('2027-05-03T09:20:00') })
      const after = await list()
      await setInterval({ sameAsDuration: false, valueInMinutes: 30 })
      expect([free, after]).toEqual([
        ['09:00', '10:10'],
        ['09:20', '10:30'],
      ])
    },
  })
})

describe('older availability (§16.1)', () => {
  const range = { startDate: '2027-05-03T00:00:00Z', endDate: '2027-05-04T00:00:00Z' }
  const ask = (filter: object, more: object = {}, query: object = {}) =>
    studio.testServer.call('POST', '/v1/availability/query', { token: studio.token, body: { query: { filter: { ...range, ...filter }, ...query }, ...more } })
  type Entry = { bookable: boolean; openSpots: number; slot: { serviceId: string; startDate: string; resource: { id: string } } }
  const entries = async (...input: Parameters<typeof ask>): Promise<Entry[]> => {
    const answer = await ask(...input)
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    return answer.body.availabilityEntries
  }
  const listStarts = (list: Entry[]) => list.map(({ slot }) => slot.startDate.slice(11, 16))
  describeRows('input', tableAt(guide, '### 16.1'), {
    'filter.startDate, endDate': async () => {
      const { service } = await getAppointment()
      for (const missing of [{ startDate: undefined }, { endDate: undefined }]) expect((await ask({ serviceId: service.id, ...missing })).status).toBe(400)
      const within = { startDate: '2027-05-03T08:00:00Z', endDate: '2027-05-03T09:30:00Z' }
      expect(listStarts(await entries({ serviceId: service.id, ...within }, { timezone: 'Europe/Berlin' }))).toEqual(['10:00', '10:30'])
    },
    'zone handling': async () => {
      const { service } = await getAppointment()
      const zoned = { startDate: '2027-05-03T10:00:00+09:00', endDate: '2027-05-03T11:00:00+09:00' }
      expect(listStarts(await entries({ serviceId: service.id, ...zoned }, { timezone: 'Europe/Berlin' }))).toEqual(['10:00'])
      const instants = { startDate: '2027-05-03T08:00:00Z', endDate: '2027-05-03T09:00:00Z' }
      expect(listStarts(await entries({ serviceId: service.id, ...instants }, { timezone: 'Europe/Berlin' }))).toEqual(['10:00'])
      const plain = { startDate: '2027-05-03T10:00:00', endDate: '2027-05-03T11:00:00' }
      expect((await entries({ serviceId: service.id, ...plain })).length).toBe(1)
    },
    'filter.serviceId': async () => {
      const [one, two] = [await getAppointment(), await getAppointment()]
      const ids = [one.service.id, two.service.id]
      expect(new Set((await entries({ serviceId: ids })).map(({ slot }) => slot.serviceId))).toEqual(new Set(ids))
      expect((await ask({ serviceId: { $in: ids } })).status).toBe(400)
      expect((await entries({})).length).toBeGreaterThan(0)
    },
    'filter.resourceId': async () => {
      const { service, one } = await getAppointment()
      for (const resourceId of [one.resourceId, [one.resourceId]]) expect((await entries({ serviceId: service.id, resourceId })).length).toBeGreaterThan(0)
      expect(await entries({ serviceId: service.id, resourceId: studio.ben.resourceId })).toEqual([])
    },
    'filter.bookable, filter.openSpots (minimum), filter.location.businessLocation.id, filter["bookingPolicyViolations.tooEarlyToBook"] and the other two':
      async () => {
        const { service, book } = await getAppointment()
        await book('2027-05-03T09:00:00', 'CONFIRMED')
        const ofService = { serviceId: service.id }
        expect((await entries({ ...ofService, bookable: true })).every(({ bookable }) => bookable)).toBe(true)
        expect((await entries({ ...ofService, bookable: false })).map(({ openSpots }) => openSpots)).not.toContain(1)
        expect((await entries({ ...ofService, openSpots: 2 })).length).toBe(0)
        for (const flag of ['tooEarlyToBook', 'tooLateToBook', 'bookOnlineDisabled'])
          expect([flag, (await entries({ ...ofService, [`bookingPolicyViolations.${flag}`]: true })).length]).toEqual([flag, 0])
        expect((await entries({ ...ofService, location: { businessLocation: { id: randomUUID() } } })).length).toBe(0)
      },
    sort: async () => {
      const { service } = await getAppointment()
      const down = await entries({ serviceId: service.id }, {}, { sort: [{ fieldName: 'startTime', order: 'DESC' }] })
      expect(listStarts(down)).toEqual(listStarts(await entries({ serviceId: service.id })).toReversed())
    },
    slotsPerDay: async () => {
      const { service, book } = await getAppointment()
      await book('2027-05-03T09:00:00', 'CONFIRMED')
      const [first, ...others] = await entries({ serviceId: service.id }, { slotsPerDay: 1 })
      expect([first?.bookable, others]).toEqual([true, []])
      expect((await ask({ serviceId: service.id }, { slotsPerDay: 0 })).status).toBe(400)
    },
    cursorPaging: async () => {
      const { service } = await getAppointment()
      const first = (await ask({ serviceId: service.id }, {}, { cursorPaging: { limit: 2 } })).body
      expect(first.pagingMetadata).toMatchObject({ count: 2, hasNext: true })
      const next = await entries({ serviceId: service.id }, {}, { cursorPaging: { limit: 2, cursor: first.pagingMetadata.cursors.next } })
      expect(listStarts(next)).toEqual(listStarts(await entries({ serviceId: service.id })).slice(2, 4))
      expect((await ask({ serviceId: service.id }, {}, { cursorPaging: { limit: 1001 } })).status).toBe(400)
    },
    courses: async () => {
      const course = await studio.make({ type: 'COURSE', name: name(), defaultCapacity: 5 })
      await addEvent({ scheduleId: course.schedule.id, type: 'COURSE', start: local('2027-05-03T09:00:00'), end: local('2027-05-03T10:00:00') })
      expect(await entries({ serviceId: course.id })).toEqual([])
    },
  })
})

describe('why a time is not offered (§16.9)', () => {
  const explain = (serviceId: string, query: Record<string, string>) => call('GET', `/api/bookability/${serviceId}`, undefined, query)
  describeRows(
    'parts',
    tableAt(guide, '### 16.9'),
    {
      question: async () => {
        const { service } = await getAppointment()
        const at = { localStartDate: '2027-05-03T10:00:00' }
        for (const wrong of [
          { localStartDate: '2027-05-03T10:00:30' },
          { ...at, startDate: '2027-05-03T08:00:00Z' },
          { ...at, timeZone: 'Mars/Base' },
          { ...at, durationInMinutes: '0' },
        ])
          expect([wrong, (await explain(service.id, wrong)).status]).toEqual([wrong, 400])
        const other = (await explain(service.id, { ...at, resourceId: studio.ben.resourceId })).body
        expect(other.reasons.map(({ code }: { code: string }) => code)).toEqual(['NOT_ASSIGNED'])
        expect((await explain(service.id, at)).body).toMatchObject({
          localEndDate: '2027-05-03T11:00:00',
          timeZone: 'Europe/Berlin',
          isOffered: true,
          reasons: [],
          ways: [],
        })
      },
      reason: async () => {
        const { service, book } = await getAppointment()
        const { id } = await book('2027-05-03T10:00:00', 'CONFIRMED')
        const { body, text } = await explain(service.id, { localStartDate: '2027-05-03T10:00:00' })
        const languages = { en: expect.any(String), de: expect.any(String), fr: expect.any(String), es: expect.any(String) }
        expect(body.reasons).toMatchObject([
          { code: 'BOOKED', text: languages, action: languages, change: { kind: 'FREE_TIME' }, taken: { kind: 'BOOKING', id } },
        ])
        expect(text).not.toContain('Mia')
      },
      change: async ([, rule = '']) => {
        const kinds = rule.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []
        const { service } = await getAppointment()
        const { reasons } = (await explain(service.id, { localStartDate: '2027-05-03T07:00:00' })).body
        expect(kinds).toEqual(expect.arrayContaining(reasons.map(({ change }: { change: { kind: string } }) => change.kind)))
        const past = (await explain(service.id, { localStartDate: '2027-04-26T10:00:00' })).body.reasons
        expect(past).toContainEqual(expect.not.objectContaining({ change: expect.anything() }))
      },
      codes: ([, rule = '']) => {
        const named = rule.match(/\b(?:[A-Z]+(?:_[A-Z]+)*)\b/g)?.filter((word) => word.length > 3) ?? []
        expect(named.toSorted()).toEqual([...slotReasonCodes].toSorted())
      },
    },
    // `guide-open-points.test.ts`, `explain-time.test.ts`.
    ['ways', 'clock'],
  )
})

describe('services that can be booked in a window (§16.10)', () => {
  const search = (serviceFilters: object, id: string) =>
    studio.testServer.call('POST', '/v1/catalog/search/services/query', { token: studio.token, body: { query: { filter: { id } }, serviceFilters } })
  const isFound = async (serviceFilters: object, id: string): Promise<boolean> => {
    const answer = await search(serviceFilters, id)
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    return answer.body.results.length === 1
  }
  const window = (localStartDate: string, localEndDate: string, more: object = {}) => ({ localStartDate, localEndDate, timeZone: 'Europe/Berlin', ...more })
  describeRows('filters', tableAt(guide, '### 16.10'), {
    'localStartDate, localEndDate, timeZone': async () => {
      const { service } = await getAppointment()
      for (const wrong of [
        { localStartDate: '2027-05-03T00:00:00' },
        { localEndDate: '2027-05-03T00:00:00' },
        window('2027-05-03T00:00:00', '2028-06-03T00:00:00'),
      ])
        expect([wrong, (await search(wrong, service.id)).status]).toEqual([wrong, 400])
      expect(await isFound({}, service.id)).toBe(true)
    },
    'whole days': async () => {
      const { service } = await getAppointment()
      expect(await isFound(window('2027-05-03T00:00:00', '2027-05-04T00:00:00'), service.id)).toBe(true)
      expect(await isFound(window('2027-05-04T00:00:00', '2027-05-04T23:59:00'), service.id)).toBe(false)
      expect(await isFound(window('2027-05-03T00:00:00', '2027-05-05T00:00:00'), service.id)).toBe(true)
      expect(await isFound(window('2027-05-03T00:00:00', '2027-05-05T00:00:00', { exactMatch: true }), service.id)).toBe(false)
    },
    hours: async () => {
      const { service } = await getAppointment()
      expect(await isFound(window('2027-05-03T10:00:00', '2027-05-03T12:00:00'), service.id)).toBe(true)
      expect(await isFound(window('2027-05-03T10:00:00', '2027-05-03T12:00:00', { exactMatch: true }), service.id)).toBe(false)
      expect(await isFound(window('2027-05-03T10:00:00', '2027-05-03T11:00:00', { exactMatch: true }), service.id)).toBe(true)
    },
    times: async () => {
      const yoga = await getClass()
      await addEvent({ scheduleId: yoga.schedule.id, type: 'CLASS', start: local('2027-05-04T09:00:00'), end: local('2027-05-04T10:00:00') })
      expect(await isFound(window('2027-05-04T00:00:00', '2027-05-05T00:00:00'), yoga.id)).toBe(true)
      expect(await isFound(window('2027-05-03T00:00:00', '2027-05-04T00:00:00'), yoga.id)).toBe(false)
    },
    locationIds: async () => {
      const { service } = await getAppointment()
      const [place] = (await ok('GET', '/api/locations')).locations
      expect([await isFound({ locationIds: [place.id] }, service.id), await isFound({ locationIds: [randomUUID()] }, service.id)]).toEqual([true, false])
    },
    resourceTypes: async () => {
      const { service } = await getAppointment()
      expect([await isFound({ resourceTypes: ['STAFF'] }, service.id), await isFound({ resourceTypes: ['Sauna'] }, service.id)]).toEqual([true, false])
    },
    attributes: async () => expect(await isFound({ attributes: [{ name: 'colour' }] }, (await getAppointment()).service.id)).toBe(false),
    includeUnavailable: async () => {
      const { service } = await getAppointment()
      const { results } = (await search(window('2027-05-04T00:00:00', '2027-05-05T00:00:00', { includeUnavailable: true }), service.id)).body
      expect(results).toMatchObject([{ available: false, service: { id: service.id } }])
    },
  })
})
