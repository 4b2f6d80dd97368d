/** Rows of the guide's tables on calls, queries and availability, each driven through HTTP. Source: guide services-and-availability §2, §7, §15.3, §15.8, §16.4. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode, firstViolation } from '../../../test/auth-helpers.ts'
import { startCalendarServer, toCalendarFile } from '../../../test/calendar-server.ts'
import { createTimeSlotStudio, monday, staffType, starts, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { describeRows, stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import type { TestReply } from '../../../test/test-server.ts'

const guide = 'services-and-availability'
let studio: TimeSlotStudio
let member: string
beforeAll(async () => {
  studio = await createTimeSlotStudio()
  member = (await studio.testServer.registerMember(studio.site)).token
})
afterAll(() => studio.testServer.close())

const owner = (method: string, path: string, body?: unknown) => studio.testServer.ok(method, path, { as: studio.site, ...(body === undefined ? {} : { body }) })
/** Served by an operation, whatever it says to this body: an unknown address has a reply of its own. */
async function isServed(answer: TestReply): Promise<boolean> {
  const unknown = await studio.testServer.call('POST', '/_api/bookings/v2/services/of/no/operation', { as: studio.site, body: {} })
  expect(unknown.status).toBe(404)
  return !(answer.status === 404 && answer.body.message === unknown.body.message)
}
const isDenied = (answer: TestReply) => answer.status === 403 && errorCode(answer) === 'PERMISSION_DENIED'

describe('calls (§2.1)', () => {
  const base = '/_api/bookings/v2/services'
  /** `POST …/slugs/validate, GET /x` → each call with its method. */
  const readCalls = (cell: string): { method: string; path: string }[] =>
    stripMarkdown(cell)
      .split(/,\s+(?=[A-Z]+ )/)
      .flatMap((call) => {
        const [method = '', path = ''] = call.split(' ')
        const groups = /\{(\w[\w-]*(?:, [\w-]+)+)\}/.exec(call)
        if (groups) return (groups[1] ?? '').split(', ').map((part) => ({ method, path: `${call.slice(method.length + 1, groups.index)}${part}` }))
        return [{ method, path: path.replace('…/{serviceId}', `${base}/{serviceId}`).replace(/^…/, base) }]
      })
  const rows = tableAt(guide, '### 2.1')
  test('there are rows', () => expect(rows.length).toBe(22))
  test.each(rows)('%s: %s, who: %s', async (_name, cell = '', who = '') => {
    for (const { method, path } of readCalls(cell)) {
      const { id } = await studio.appointment(`Of ${randomUUID().slice(0, 8)}`, [60])
      const url = path.replace(/\{[^}]+\}/, id)
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      const query = method === 'DELETE' ? { query: { serviceId: id } } : {}
      const asOwner = await studio.testServer.call(method, url, { as: studio.site, ...body, ...query })
      const asVisitor = await studio.testServer.call(method, url, { token: studio.token, ...body, ...query })
      expect([url, await isServed(asOwner)]).toEqual([url, true])
      expect([url, isDenied(asOwner), isDenied(asVisitor)]).toEqual([
        url,
        false,
        !who.startsWith('all') && !(who.includes('list: all') && url.includes('list-')),
      ])
    }
  })
})

describe('calls of availability (§2.2): everyone may make them', () => {
  const rows = tableAt(guide, '### 2.2')
  const base = '/_api/service-availability/v2/'
  const readCalls = (cell: string) => {
    const calls: { method: string; path: string }[] = []
    for (const part of cell.split(/,\s*(?:also )?/)) {
      const [, named, rest = ''] = /^(POST |GET )?(.+)$/.exec(part.trim()) ?? []
      const method = named?.trim() ?? calls.at(-1)?.method ?? 'POST'
      const before = calls[0]?.path ?? base
      calls.push({ method, path: rest.startsWith('…') ? `${before}${rest.slice(1)}` : rest })
    }
    return calls
  }
  test('there are rows', () => expect(rows.length).toBe(6))
  test.each(rows)('%s: %s', async (_name, cell = '') => {
    for (const { method, path } of readCalls(stripMarkdown(cell))) {
      const url = path.replace(/\{\w+\}/, randomUUID()).replace('/event/event/', '/event/')
      for (const token of [studio.token, member]) {
        const answer = await studio.testServer.call(method, url, { token, ...(method === 'POST' && { body: {} }) })
        expect([url, isDenied(answer), answer.status < 500]).toEqual([url, false, true])
      }
    }
  })
})

describe('the other calls (§2.3)', () => {
  interface Listed {
    method: string
    path: string
    /** Who is not the owner may call it, too. */
    isOpen: boolean
    /** The longest page. */
    most?: number
  }
  /** `GET (all), PATCH …/{id}; POST …/query (all) [50 / 100]` → each call; `…` is the first path of the row. */
  const readCalls = (cell: string): Listed[] => {
    const text = stripMarkdown(cell).replaceAll(/\((?!all\))[^)]*\)/g, '')
    const calls: Listed[] = []
    let methods: { method: string; isOpen: boolean }[] = []
    let [base, latest]: [string, Listed[]] = ['', []]
    for (const [token] of text.matchAll(/\b(?:GET|POST|PATCH|PUT|DELETE)\b|\(all\)|\[\d+ \/ \d+\]|[/…][^\s;,()?{}]*(?:\{[^}]*\}[^\s;,()?{}]*)*/g)) {
      if (/^[A-Z]/.test(token)) {
        if (latest.length > 0) methods = []
        latest = []
        methods.push({ method: token, isOpen: false })
      } else if (token === '(all)') for (const one of latest.length > 0 ? latest : methods.slice(-1)) one.isOpen = true
      else if (token.startsWith('[')) for (const one of latest) one.most = Number(/(\d+)\]/.exec(token)?.[1])
      else {
        base ||= token.replace(/\/\{[^}]*\}?.*$/, '')
        const path = token.replace('…', base)
        const [group = '', list = ''] = /\{([\w-]+(?:, [\w-]+)+)\}/.exec(path) ?? []
        const paths = group ? list.split(', ').map((part) => path.replace(group, part)) : [path]
        latest = paths.flatMap((one) => methods.map(({ method, isOpen }) => ({ method, path: one, isOpen })))
        calls.push(...latest)
      }
    }
    return calls
  }
  const rows = tableAt(guide, '### 2.3')
  // By the tests of §14 and §13.
  const elsewhere = ['External calendars', 'Calendar V3']
  test('there are rows', () => expect(rows.length - elsewhere.length).toBe(15))
  test.each(rows.filter(([area = '']) => !elsewhere.includes(area)))('%s: %s', async (_area, cell = '') => {
    const calls = readCalls(cell)
    expect(calls.length).toBeGreaterThan(0)
    for (const { method, path, isOpen, most } of calls) {
      const url = path.replaceAll(/\{\w+\}/g, () => randomUUID())
      const send = (as: object, body: object = {}) =>
        studio.testServer.call(method, url, { ...as, ...(method === 'GET' || method === 'DELETE' ? {} : { body }) })
      const [asOwner, asVisitor] = [await send({ as: studio.site }), await send({ token: studio.token })]
      expect([method, url, isDenied(asOwner), isDenied(asVisitor)]).toEqual([method, url, false, !isOpen])
      // An entity that is not there is answered like an address that is not: an operation refuses what is no id.
      if (isOpen && asOwner.status === 404)
        expect([method, path, (await studio.testServer.call(method, path.replaceAll(/\{\w+\}/g, 'x'), { token: studio.token })).status]).toEqual([
          method,
          path,
          400,
        ])
      if (most === undefined || !/\/(query|search)$/.test(path)) continue
      const page = (limit: number) => ({ [path.endsWith('search') ? 'search' : 'query']: { cursorPaging: { limit } } })
      const statuses = [(await send({ as: studio.site }, page(most))).status, (await send({ as: studio.site }, page(most + 1))).status]
      expect([url, statuses]).toEqual([url, [200, 400]])
    }
  })
})

describe('filters of services (§7)', () => {
  const rows = tableAt(guide, 'Filter fields (accept the')
  const readFields = (cell: string) =>
    stripMarkdown(cell)
      .replace(/ decision$/, '')
      .replace(/^search only: /, '')
      .split(/,\s*/)
  const isList = (field: string) => /staffMemberIds|resourceIds\.values|locations\.|supportedSlugs|addOnDetails/.test(field)
  const findSample = (field: string): unknown =>
    /hidden|options\.|enabled/.test(field)
      ? true
      : field === 'category.sortOrder'
        ? 1
        : /Start$|End$/.test(field)
          ? '2027-05-03T10:00:00Z'
          : field === 'type'
            ? 'CLASS'
            : /[iI]d$|Ids$|values$/.test(field)
              ? randomUUID()
              : 'x'
  const cases = rows.flatMap(([cell = '', operators = '']) =>
    readFields(cell)
      .filter((field) => field !== 'addOnDetails.*')
      .map((field) => ({ field, isSearch: cell.startsWith('search only'), operators: operators.match(/\$\w+/g) ?? [] })),
  )
  test('are many', () => expect(cases.length).toBeGreaterThan(25))
  test.each(cases)('$field', async ({ field, isSearch, operators }) => {
    const sample = findSample(field)
    const asked = isList(field)
      ? ['$hasSome', '$hasAll']
      : isSearch
        ? ['$eq', '$in']
        : operators.filter((one) => one === '$eq' || one === '$ne' || one === '$in')
    for (const operator of asked) {
      const filter = { [field]: { [operator]: operator === '$eq' || operator === '$ne' ? sample : [sample] } }
      const search = await studio.testServer.call('POST', '/_api/bookings/v2/services/search', { as: studio.site, body: { search: { filter } } })
      expect([field, operator, search.status]).toEqual([field, operator, 200])
      if (isSearch) continue
      const query = await studio.testServer.call('POST', '/_api/bookings/v2/services/query', { as: studio.site, body: { query: { filter } } })
      expect([field, operator, query.status]).toEqual([field, operator, 200])
    }
  })
  test('anything else is refused by its name', async () => {
    for (const filter of [{ colour: 'red' }, { name: { $sounds: 'x' } }]) {
      const answer = await studio.testServer.call('POST', '/_api/bookings/v2/services/query', { as: studio.site, body: { query: { filter } } })
      expect([answer.status, firstViolation(answer)?.field]).toEqual([400, expect.stringContaining('query.filter')])
    }
  })
})

/** A service of one person who works on one Monday from 9 to 13, asked hour by hour. */
async function getDay(more: object = {}, buffer = 0) {
  const name = `P ${randomUUID().slice(0, 8)}`
  const one = await studio.person(name)
  await studio.hours(one.own, '2027-05-03', '09:00', '13:00', 'MONDAY')
  const constraints = { sessionDurations: [60], timeBetweenSessions: buffer }
  const service = await studio.appointment(name, [60], { staffMemberIds: [one.resourceId], schedule: { availabilityConstraints: constraints }, ...more })
  const free = async () => starts(await studio.list({ serviceId: service.id, ...monday })).filter((start: string) => start.endsWith(':00'))
  const slot = (hour: number) => ({
    serviceId: service.id,
    scheduleId: service.schedule.id,
    startDate: `2027-05-03T${String(hour).padStart(2, '0')}:00:00`,
    endDate: `2027-05-03T${hour + 1}:00:00`,
    timezone: 'Europe/Berlin',
    resource: { id: one.resourceId },
    location: { locationType: 'OWNER_BUSINESS' },
  })
  const contactDetails = () => ({ firstName: 'Mia', email: `${randomUUID()}@example.org` })
  const book = async (hour: number, more: object = {}) =>
    (
      await studio.testServer.ok('POST', '/v2/bookings', {
        as: studio.site,
        body: { booking: { bookedEntity: { slot: slot(hour) }, contactDetails: contactDetails(), ...more } },
      })
    ).booking
  return { one, service, free, book }
}
const addEvent = (event: object) => owner('POST', '/calendar/v3/events', { event })
const at = (hour: string) => ({ localDate: `2027-05-03T${hour}:00` })
const all = ['09:00', '10:00', '11:00', '12:00']
const approval = (more: object = {}) => ({ onlineBooking: { enabled: true, requireManualApproval: true, ...more } })

describeRows('what takes time of a person (§15.3)', tableAt(guide, '### 15.3'), {
  'external busy': async () => {
    const { one, free } = await getDay({}, 30)
    const elsewhere = await startCalendarServer()
    elsewhere.links.set('/busy.ics', toCalendarFile('DTSTART:20270503T081500Z\nDTEND:20270503T084500Z'))
    await owner('POST', '/api/calendar-links', { staffId: one.id, url: `${elsewhere.origin}/busy.ics`, label: 'Private' })
    // Read in the background. At nine the time after it would reach into it; nothing is kept free behind it.
    await studio.testServer.advanceClock('PT1M')
    const found = await free()
    await elsewhere.close()
    studio.testServer.freezeClock('2027-05-01T08:00:00Z')
    expect(found).toEqual(['11:00', '12:00'])
  },
  'CONFIRMED appointment': async () => {
    const { free, book } = await getDay({}, 30)
    expect(await free()).toEqual(all)
    await book(10, { status: 'CONFIRMED' })
    // The half hour after it is kept, as it was when the booking was made.
    expect(await free()).toEqual(['12:00'])
  },
  'PENDING appointment, unless the service has allowMultipleRequests': async () => {
    for (const [allowMultipleRequests, left] of [
      [false, ['09:00', '11:00', '12:00']],
      [true, all],
    ] as const) {
      const { free, book } = await getDay(approval({ allowMultipleRequests }))
      const { id, revision } = await book(10)
      await owner('POST', `/v2/bookings/${id}/mark_booking_as_pending`, { revision })
      expect(await free()).toEqual(left)
    }
  },
  'CREATED appointment with a live hold (bookings.md §7)': async () => {
    const { free, book } = await getDay()
    await book(10)
    expect(await free()).toEqual(['09:00', '11:00', '12:00'])
    studio.testServer.freezeClock('2027-05-01T08:10:00Z')
    expect(await free()).toEqual(all)
    studio.testServer.freezeClock('2027-05-01T08:00:00Z')
  },
  'class or course session that uses r, not cancelled': async () => {
    const { one, free } = await getDay()
    const yoga = await studio.make({ type: 'CLASS', name: 'Yoga', defaultCapacity: 3 })
    const { event } = await addEvent({
      scheduleId: yoga.schedule.id,
      type: 'CLASS',
      start: at('10:00'),
      end: at('11:00'),
      resources: [{ id: one.resourceId }],
    })
    expect(await free()).toEqual(['09:00', '11:00', '12:00'])
    await owner('POST', '/calendar/v3/bulk/events/cancel', { eventIds: [event.id] })
    expect(await free()).toEqual(all)
  },
  'blocked time, time off': async () => {
    const { one, free } = await getDay()
    const block = { scheduleId: one.own, type: 'EVENT', start: at('10:30'), end: at('11:00') }
    await addEvent({ ...block, transparency: 'FREE' })
    expect(await free()).toEqual(all)
    await addEvent(block)
    expect(await free()).toEqual(['09:00', '11:00', '12:00'])
  },
})

describe('seats of a session (§15.8)', () => {
  const rows = tableAt(guide, '### 15.8')
  test('the values of the table are those of a slot, counted from its bookings', async () => {
    expect(rows.map(([name]) => stripMarkdown(name))).toEqual([
      'totalCapacity',
      'taken',
      'remainingCapacity',
      'offered',
      'bookableCapacity',
      'waitingList',
      'bookable',
    ])
    const policy = { bookingPolicy: { name: 'Waits', waitlistPolicy: { enabled: true, capacity: 5, reservationTimeInMinutes: 10 } } }
    const { bookingPolicy } = await owner('POST', '/bookings/v1/booking-policies', policy)
    const yoga = await studio.make({ type: 'CLASS', name: 'Flow', defaultCapacity: 3, bookingPolicy: { id: bookingPolicy.id } })
    const { event } = await addEvent({
      scheduleId: yoga.schedule.id,
      type: 'CLASS',
      start: at('18:00'),
      end: at('19:00'),
      resources: [{ id: studio.ana.resourceId }],
    })
    const slot = async () => (await studio.testServer.ok('GET', `/_api/service-availability/v2/time-slots/event/${event.id}`, { token: studio.token })).timeSlot
    const booked = async (more: object = {}) =>
      (
        await owner('POST', '/v2/bookings', {
          booking: {
            bookedEntity: { slot: { serviceId: yoga.id, eventId: event.id } },
            contactDetails: { firstName: 'Mia', email: `${randomUUID()}@example.org` },
            ...more,
          },
        })
      ).booking
    const shape = async () => {
      const { totalCapacity, remainingCapacity, bookableCapacity, bookable, eventInfo } = await slot()
      return [totalCapacity, remainingCapacity, bookableCapacity, bookable, eventInfo.waitingList]
    }
    const wait = (remainingCapacity: number) => ({ totalCapacity: 5, remainingCapacity })
    expect(await shape()).toEqual([3, 3, 3, true, wait(5)])
    await booked({ status: 'CONFIRMED', totalParticipants: 2 })
    const held = await booked()
    expect(await shape()).toEqual([3, 0, 0, false, wait(5)])
    const { token } = await studio.testServer.registerMember(studio.site)
    await studio.testServer.ok('POST', '/bookings/v1/waitlist/register', {
      token,
      body: {
        sessionId: event.id,
        booking: {
          bookedEntity: { slot: { serviceId: yoga.id, eventId: event.id } },
          contactDetails: { firstName: 'Wim', email: `${randomUUID()}@example.org` },
        },
      },
    })
    expect(await shape()).toEqual([3, 0, 0, false, wait(4)])
    // The seat that comes free is offered: it is there, and not for others.
    await owner('POST', `/v2/bookings/${held.id}/cancel`, { revision: held.revision })
    expect(await shape()).toEqual([3, 1, 0, false, wait(4)])
  })
})

describeRows('what a list of times takes (§16.4)', tableAt(guide, '### 16.4'), {
  serviceId: async () => {
    const ask = (body: object) => studio.testServer.call('POST', '/v2/time-slots', { token: studio.token, body: { ...monday, ...body } })
    const yoga = await studio.make({ type: 'CLASS', name: 'Not one', defaultCapacity: 3 })
    const [none, unknown, other] = [await ask({}), await ask({ serviceId: randomUUID() }), await ask({ serviceId: yoga.id })]
    expect([none.status, errorCode(none), unknown.status, errorCode(unknown), other.status]).toEqual([400, 'MISSING_ARGUMENTS', 404, 'SERVICE_NOT_FOUND', 400])
  },
  'fromLocalDate, toLocalDate': async () => {
    const { service } = await getDay()
    const ask = (fromLocalDate?: string) =>
      studio.testServer.call('POST', '/v2/time-slots', { token: studio.token, body: { serviceId: service.id, ...monday, fromLocalDate } })
    expect(errorCode(await ask())).toBe('MISSING_ARGUMENTS')
    for (const wrong of ['2027-05-03', '2027-05-03T00:00:00Z', '2027-05-03T00:00:00+02:00']) expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 400])
    expect(starts((await ask('2027-05-03T12:00:00')).body)).toEqual(['12:00'])
  },
  timeZone: async () => {
    const { service } = await getDay()
    expect((await studio.list({ serviceId: service.id, ...monday })).timeZone).toBe('Europe/Berlin')
    expect(starts(await studio.list({ serviceId: service.id, ...monday, timeZone: 'UTC' }))[0]).toBe('07:00')
    expect(
      (await studio.testServer.call('POST', '/v2/time-slots', { token: studio.token, body: { serviceId: service.id, ...monday, timeZone: 'Mars/North' } }))
        .status,
    ).toBe(400)
  },
  locations: async () => {
    const { service } = await getDay()
    const ask = async (location: object) => (await studio.list({ serviceId: service.id, ...monday, locations: [location] })).timeSlots.length
    expect(await ask({ locationType: 'BUSINESS' })).toBeGreaterThan(0)
    expect(await ask({ locationType: 'CUSTOMER' })).toBe(0)
    const six = Array.from({ length: 6 }, () => ({ locationType: 'BUSINESS' }))
    expect(
      (await studio.testServer.call('POST', '/v2/time-slots', { token: studio.token, body: { serviceId: service.id, ...monday, locations: six } })).status,
    ).toBe(400)
  },
  includeResourceTypeIds: async () => {
    const people = await Promise.all(Array.from({ length: 11 }, async () => studio.person(`Q ${randomUUID().slice(0, 8)}`)))
    for (const { own } of people) await studio.hours(own, '2027-05-03', '09:00', '10:00', 'MONDAY')
    const service = await studio.appointment('Crowd', [60], { staffMemberIds: people.map(({ resourceId }) => resourceId) })
    const [slot] = (await studio.list({ serviceId: service.id, ...monday, includeResourceTypeIds: [staffType] })).timeSlots
    expect(slot.availableResources).toMatchObject([{ resourceTypeId: staffType, hasMoreAvailableResources: true }])
    expect(slot.availableResources[0].resources).toHaveLength(10)
    expect((await studio.list({ serviceId: service.id, ...monday })).timeSlots[0].availableResources).toEqual([])
  },
  resourceTypes: async () => {
    const service = await studio.appointment('Either', [60])
    const asked = [{ resourceTypeId: staffType, resourceIds: [studio.ben.resourceId] }]
    expect(starts(await studio.list({ serviceId: service.id, ...monday, resourceTypes: asked }))).toEqual(['10:00', '10:30', '11:00'])
  },
  'bookable, bookingPolicyViolations': async () => {
    const { bookingPolicy } = await owner('POST', '/bookings/v1/booking-policies', {
      bookingPolicy: { name: 'Early', limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 2 * 1440 } },
    })
    const { service } = await getDay({ bookingPolicy: { id: bookingPolicy.id } })
    // On Saturday at 10 of the studio two days before are Monday at 10.
    const ask = async (body: object) =>
      starts(await studio.list({ serviceId: service.id, ...monday, ...body })).filter((start: string) => start.endsWith(':00'))
    expect([await ask({ bookable: true }), await ask({ bookable: false }), await ask({ bookingPolicyViolations: { tooLateToBook: true } })]).toEqual([
      ['10:00', '11:00', '12:00'],
      ['09:00'],
      ['09:00'],
    ])
  },
  timeSlotsPerDay: async () => {
    const { service } = await getDay()
    expect(starts(await studio.list({ serviceId: service.id, ...monday, timeSlotsPerDay: 1 }))).toEqual(['09:00'])
    expect(
      (await studio.testServer.call('POST', '/v2/time-slots', { token: studio.token, body: { serviceId: service.id, ...monday, timeSlotsPerDay: 0 } })).status,
    ).toBe(400)
  },
  customerChoices: async () => {
    const { service } = await getDay({ schedule: { availabilityConstraints: { sessionDurations: [60, 120] } } })
    const ask = (customerChoices: object) =>
      studio.testServer.call('POST', '/v2/time-slots', { token: studio.token, body: { serviceId: service.id, ...monday, customerChoices } })
    expect(starts((await ask({ durationInMinutes: 120 })).body).at(-1)).toBe('11:00')
    for (const wrong of [{ durationInMinutes: 45 }, { addOnIds: [randomUUID()] }, { durationChoiceId: randomUUID() }])
      expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 400])
    expect(errorCode(await ask({ requestedGender: 'FEMALE' }))).toBe('REQUESTED_GENDER_NOT_ALLOWED')
  },
  cursorPaging: async () => {
    const { service } = await getDay()
    const first = await studio.list({ serviceId: service.id, ...monday, cursorPaging: { limit: 1 } })
    const second = await studio.list({ serviceId: randomUUID(), timeZone: 'UTC', cursorPaging: { cursor: first.cursorPagingMetadata.cursors.next, limit: 1 } })
    expect([starts(first), starts(second), second.timeZone]).toEqual([['09:00'], ['09:30'], 'Europe/Berlin'])
    expect(
      (
        await studio.testServer.call('POST', '/v2/time-slots', {
          token: studio.token,
          body: { serviceId: service.id, ...monday, cursorPaging: { limit: 1001 } },
        })
      ).status,
    ).toBe(400)
  },
})
