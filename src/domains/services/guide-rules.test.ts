/** What the guide says of every call, of services that are refused, of those that are seen, and of policies; each row through HTTP. Source: guide services-and-availability §1, §4, §5, §9. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { appointment, broken, combinations, optionMatrix, rates, refersTo } from '../../../test/factories/guide-services.ts'
import { createTimeSlotStudio, monday, starts, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { allMatched, describeRows, stripMarkdown, tableAt, unmatchedRows } from '../../../test/guide-tables.ts'
import type { CallOptions, TestReply } from '../../../test/test-server.ts'

const guide = 'services-and-availability'
const NOW = '2027-05-01T08:00:00Z'
let studio: TimeSlotStudio
let places: string[]
beforeAll(async () => {
  studio = await createTimeSlotStudio()
  const add = async (name: string) => (await ok('POST', '/api/locations', { location: { name } })).location.id as string
  places = [await add('East'), await add('West')]
})
afterAll(() => studio.testServer.close())
beforeEach(() => studio.testServer.freezeClock(NOW))

const call = (method: string, path: string, body?: object, as: CallOptions = { as: studio.site }): Promise<TestReply> =>
  studio.testServer.call(method, path, { ...as, ...(body && { body }) })
const ok = async (method: string, path: string, body?: object, as?: CallOptions) => {
  const answer = await call(method, path, body, as)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}
const asVisitor = () => ({ token: studio.token })
/** The violations of a reply, none where it was not refused. */
const violations = ({ body }: TestReply): { ruleName?: string; field: string }[] => body.details?.validationError?.fieldViolations ?? []
const name = () => `S ${randomUUID().slice(0, 8)}`

/** A draft of the cases with ids in place of its names, and without what it says is absent. */
function toWire(draft: unknown): Record<string, unknown> {
  const ids = new Map<string, string>([[refersTo.staff, studio.ana.resourceId], ...refersTo.places.map((place, n) => [place, places[n] ?? ''] as const)])
  for (const unknown of refersTo.unknown) ids.set(unknown, randomUUID())
  return JSON.parse(JSON.stringify(draft), (_, value) => {
    if (value === null) return undefined
    return typeof value === 'string' ? (ids.get(value) ?? value) : value
  })
}
const create = (draft: unknown) => call('POST', '/v2/services', { service: toWire(draft) })
/** `RULE field` of each violation. */
const listProblems = (answer: TestReply): string[] => violations(answer).map(({ ruleName = '', field }) => `${ruleName} ${field}`)

describe('rules of services (§5.1)', () => {
  test('there is a case for each row', () => expect(unmatchedRows(tableAt(guide, '### 5.1'), broken)).toEqual(allMatched))
  test.each(Object.entries(broken))('%s', async (names, cases) => {
    for (const [draft, field] of cases) {
      const answer = await create(draft)
      const expected = names.split(', ').map((one) => `${one} ${field}`)
      expect([answer.status, listProblems(answer).filter((one) => expected.includes(one)).length, listProblems(answer)]).toEqual([400, 1, listProblems(answer)])
    }
  })
})

describe('locations of a service (§5.4)', () => {
  test('there is a case for each row', () => expect(unmatchedRows(tableAt(guide, '### 5.4'), combinations)).toEqual(allMatched))
  test.each(Object.entries(combinations))('%s', async (_, cases) => {
    for (const [draft, refusal] of cases) {
      const answer = await create(draft)
      expect([draft.type, listProblems(answer).map((one) => one.split(' ')[0])]).toEqual([draft.type, refusal ? [refusal] : []])
      if (!refusal && !draft.locations) expect(answer.body.service.locations).toMatchObject([{ type: 'BUSINESS' }])
    }
  })
})

describe('payment of a service (§4)', () => {
  const cases = { ...rates, ...Object.fromEntries(Object.entries(optionMatrix).map(([row, one]) => [`option: ${row}`, one])) }
  test('there is a case for each row', () =>
    expect([unmatchedRows(tableAt(guide, '## 4.'), rates), unmatchedRows(tableAt(guide, '## 4.', 2), optionMatrix)]).toEqual([allMatched, allMatched]))
  test.each(Object.entries(cases))('%s', async (row, payments) => {
    for (const [payment, refusal] of payments) {
      const onlineBooking = { enabled: !row.includes('onlineBooking.enabled false') }
      const answer = await create({ ...appointment, payment, onlineBooking })
      if (payment.rateType === 'SUBSCRIPTION') expect([answer.status, errorCode(answer)]).toEqual([400, 'SUBSCRIPTION_SERVICE_NOT_SUPPORTED'])
      else expect([payment, [...new Set(violations(answer).map(({ ruleName }) => ruleName))]]).toEqual([payment, refusal ? [refusal] : []])
      // What is missing is filled; what is there stays, also when online booking is off.
      if (payment.rateType === 'NO_FEE' && !payment.options) expect(answer.body.service.payment.options).toMatchObject({ online: false, inPerson: true })
      if (payment.rateType === 'CUSTOM' && !payment.options && !refusal) expect(answer.body.service.payment.options).toMatchObject({ inPerson: true })
      if (!onlineBooking.enabled) expect(answer.body.service.payment.options).toMatchObject(payment.options as object)
    }
  })
})

const free = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
const makeClass = (more: object = {}) => studio.make({ ...free, type: 'CLASS', name: name(), defaultCapacity: 5, ...more })

describe('conventions (§1)', () => {
  const rows = tableAt(guide, '## 1.')
  const guids = (cell = '') => cell.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  describeRows(
    'topics',
    rows,
    {
      Time: async () => {
        studio.testServer.freezeClock('2027-05-02T09:00:00Z')
        expect((await makeClass()).createdDate).toBe('2027-05-02T09:00:00.000Z')
      },
      'Half open': async () => {
        const yoga = await makeClass()
        const at = (hour: string) => ({ localDate: `2027-05-03T${hour}:00` })
        const event = { scheduleId: yoga.schedule.id, type: 'CLASS', start: at('09:00'), end: at('10:00'), resources: [{ id: studio.ana.resourceId }] }
        const { id } = (await ok('POST', '/calendar/v3/events', { event })).event
        const talk = await studio.appointment(name(), [60], { staffMemberIds: [studio.ana.resourceId] })
        expect(starts(await studio.list({ serviceId: talk.id, ...monday }))).toEqual(['10:00'])
        await ok('POST', '/calendar/v3/bulk/events/cancel', { eventIds: [id] })
      },
      'Time zones': async ([, rule]) => {
        const talk = await studio.appointment(name(), [60])
        const ask = (timeZone: string) => call('POST', '/v2/time-slots', { serviceId: talk.id, ...monday, timeZone }, asVisitor())
        const [, alias = ''] = /\(`([^`]+)`\)/.exec(rule ?? '') ?? []
        expect([(await ask('Mars/Base')).status, (await ask(alias)).body.timeZone]).toEqual([400, alias])
      },
      Ids: async ([, rule]) => {
        const yoga = await makeClass()
        expect(yoga.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
        const [, low, high] = /(\d+)–(\d+) characters/.exec(rule ?? '') ?? []
        const at = (hour: string) => ({ localDate: `2027-05-07T${hour}:00` })
        const weekly = { recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['FRIDAY'] } }
        const event = { scheduleId: yoga.schedule.id, type: 'CLASS', start: at('09:00'), end: at('10:00'), resources: [{ id: studio.ana.resourceId }] }
        for (const more of [{}, weekly]) {
          const { id } = (await ok('POST', '/calendar/v3/events', { event: { ...event, ...more } })).event
          expect([id.length >= Number(low), id.length <= Number(high)]).toEqual([true, true])
        }
      },
      'Wire names': async () => {
        const yoga = await makeClass()
        expect(yoga).toMatchObject({ id: expect.any(String), createdDate: expect.any(String), updatedDate: expect.any(String) })
        expect(JSON.stringify(yoga)).not.toContain('"_')
        for (const [id, sort] of [
          ['id', 'createdDate'],
          ['_id', '_createdDate'],
        ] as const) {
          const query = { filter: { [id]: yoga.id }, sort: [{ fieldName: sort, order: 'ASC' }] }
          expect((await ok('POST', '/v2/services/query', { query })).services.map((one: { id: string }) => one.id)).toEqual([yoga.id])
        }
      },
      Revision: async () => {
        const yoga = await makeClass()
        const patch = (revision: string) => call('PATCH', `/v2/services/${yoga.id}`, { service: { revision, tagLine: `at ${revision}` } })
        expect([yoga.revision, (await patch('1')).body.service.revision, (await patch('2')).body.service.revision]).toEqual(['1', '2', '3'])
      },
      'Unknown fields': async () => {
        const yoga = await makeClass({ colour: 'red', createdDate: '2020-01-01T00:00:00Z' })
        expect([yoga.colour, yoga.createdDate]).toEqual([undefined, '2027-05-01T08:00:00.000Z'])
      },
      Success: async () => {
        const yoga = await makeClass()
        const { status, body } = await call('DELETE', `/v2/services/${yoga.id}`)
        expect([status, typeof body]).toEqual([200, 'object'])
      },
      Roles: async () => {
        const yoga = await makeClass()
        const member = await studio.testServer.registerMember(studio.site)
        for (const as of [asVisitor(), { token: member.token }]) {
          expect((await call('GET', `/v2/services/${yoga.id}`, undefined, as)).status).toBe(200)
          expect((await call('PATCH', `/v2/services/${yoga.id}`, { service: { revision: '1', name: 'Mine' } }, as)).status).toBe(403)
        }
      },
      Money: async () => {
        const price = { value: '16.00', currency: 'XTS' }
        const { payment } = await makeClass({ payment: { rateType: 'FIXED', fixed: { price }, options: { online: true } } })
        const { currency } = await ok('GET', '/api/site-settings')
        expect(payment.fixed.price).toEqual({ value: '16.00', currency, formattedValue: expect.stringContaining('16') })
      },
      'App id': async ([, rule]) => {
        const { bookingPolicy } = await ok('POST', '/bookings/v1/booking-policies', { bookingPolicy: { name: name() } })
        expect([[(await makeClass()).appId], [bookingPolicy.appId]]).toEqual([guids(rule), guids(rule)])
      },
      'Fixed ids': async ([, rule]) => {
        const [type, schedule, form] = guids(rule)
        expect((await ok('GET', `/v2/resources/resource-types/${type}`)).resourceType.id).toBe(type)
        expect((await ok('POST', '/calendar/v3/schedules/query', { query: { filter: { externalId: schedule } } })).schedules.length).toBe(1)
        expect((await makeClass()).form.id).toBe(form)
      },
    },
    // A definition.
    ['Words'],
  )
})

describeRows('who sees a service (§5.5)', tableAt(guide, '### 5.5'), {
  'hidden false, category ok or none': async () => {
    const { category } = await ok('POST', '/v2/categories', { category: { name: name() } })
    for (const more of [{}, { category: { id: category.id } }])
      expect(await findAsVisitor(await makeClass(more))).toEqual({ read: 200, byName: 1, byId: 1, bySlug: 1 })
  },
  'hidden true': async () => expect(await findAsVisitor(await makeClass({ hidden: true }))).toEqual({ read: 200, byName: 0, byId: 1, bySlug: 1 }),
  'category deleted': async () => {
    const { category } = await ok('POST', '/v2/categories', { category: { name: name() } })
    const yoga = await makeClass({ category: { id: category.id } })
    await ok('DELETE', `/v2/categories/${category.id}`)
    expect(await findAsVisitor(yoga)).toEqual({ read: 200, byName: 1, byId: 1, bySlug: 1 })
    const patch = (more: object) => call('PATCH', `/v2/services/${yoga.id}`, { service: { revision: '1', tagLine: 'New', ...more } })
    expect(listProblems(await patch({}))).toEqual(['INVALID_CATEGORY service.category.id'])
    const { category: next } = await ok('POST', '/v2/categories', { category: { name: name() } })
    expect((await patch({ category: { id: next.id } })).status).toBe(200)
  },
  'onlineBooking.enabled false': async () => {
    const yoga = await makeClass({ onlineBooking: { enabled: false } })
    expect(await findAsVisitor(yoga)).toEqual({ read: 200, byName: 1, byId: 1, bySlug: 1 })
    const [eventId] = await addSessions(yoga, '2027-05-10T10:00')
    const contactDetails = { firstName: 'Mia', email: 'mia@example.org' }
    const answer = await call('POST', '/v2/bookings', { booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails } }, asVisitor())
    expect(errorCode(answer)).toBe('BOOKING_POLICY_VIOLATION')
  },
})
async function findAsVisitor(service: { id: string; name: string; mainSlug: { name: string } }) {
  const count = async (filter: object) => (await ok('POST', '/v2/services/query', { query: { filter } }, asVisitor())).services.length as number
  const read = (await call('GET', `/v2/services/${service.id}`, undefined, asVisitor())).status
  return {
    read,
    byName: await count({ name: service.name }),
    byId: await count({ id: service.id }),
    bySlug: await count({ 'mainSlug.name': service.mainSlug.name }),
  }
}
/** Sessions of an hour that begin at these local times; answers their ids. */
async function addSessions({ type, schedule }: { type: string; schedule: { id: string } }, ...localStarts: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const at of localStarts) {
    const end = new Date(Date.parse(`${at}:00Z`) + 3_600_000).toISOString().slice(0, 19)
    const event = { scheduleId: schedule.id, type, start: { localDate: `${at}:00` }, end: { localDate: end }, resources: [{ id: studio.ben.resourceId }] }
    ids.push((await ok('POST', '/calendar/v3/events', { event })).event.id)
  }
  return ids
}

const addPolicy = async (rules: object = {}) => (await ok('POST', '/bookings/v1/booking-policies', { bookingPolicy: { name: name(), ...rules } })).bookingPolicy

describe('rules of a policy (§9.1)', () => {
  test.each(tableAt(guide, '### 9.1'))('%s: %s', async (cell, fields = '') => {
    const rule = stripMarkdown(cell)
    const stored = (await addPolicy())[rule]
    // "`field` value": a default in words of JSON.
    for (const [, field = '', value = ''] of fields.matchAll(/`(\w+)` (true|false|null|\d+|RANDOM)/g))
      expect([field, String(stored[field] ?? null)]).toEqual([field, value])
    for (const [, field = ''] of fields.matchAll(/`(\w+)` \d+, ≥ 1/g)) {
      const answer = await call('POST', '/bookings/v1/booking-policies', { bookingPolicy: { name: name(), [rule]: { enabled: true, [field]: 0 } } })
      expect([field, answer.status]).toEqual([field, 400])
    }
  })
})

const START = '2027-05-10T10:00'
/** Stops the clock so many minutes before the start (in Berlin). */
const setLead = (minutes: number) => studio.testServer.freezeClock(new Date(Date.parse('2027-05-10T08:00:00Z') - minutes * 60_000).toISOString())
const early = { limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 120 } }
const late = { limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 120 } }
const afterStart = { bookAfterStartPolicy: { enabled: true } }
const none = { limitLateBookingPolicy: { enabled: false } }
type Flag = 'tooEarlyToBook' | 'tooLateToBook' | 'bookOnlineDisabled'
/** The flag of a class whose session begins in so many minutes. */
async function readClassFlags(flag: Flag, rules: object, leads: readonly number[], more: object = {}): Promise<boolean[]> {
  const yoga = await makeClass({ bookingPolicy: { id: (await addPolicy(rules)).id }, ...more })
  const [eventId] = await addSessions(yoga, START)
  const found: boolean[] = []
  for (const lead of leads) {
    setLead(lead)
    found.push((await ok('GET', `/_api/service-availability/v2/time-slots/event/${eventId}`, undefined, asVisitor())).timeSlot.bookingPolicyViolations[flag])
  }
  return found
}
/** The flag of a course whose first session begins in so many minutes, a second one later. */
async function readCourseFlags(flag: Flag, rules: object, leads: readonly number[], between: number): Promise<boolean[]> {
  const course = await makeClass({ type: 'COURSE', bookingPolicy: { id: (await addPolicy(rules)).id } })
  const second = new Date(Date.parse(`${START}:00Z`) + between * 60_000).toISOString().slice(0, 16)
  await addSessions(course, START, second)
  const found: boolean[] = []
  for (const lead of leads) {
    setLead(lead)
    found.push((await ok('GET', `/v2/availability/schedule/${course.schedule.id}`, undefined, asVisitor())).availability.bookingPolicyViolations[flag])
  }
  return found
}
describeRows('flags of a time (§9.2)', tableAt(guide, '### 9.2'), {
  // A lead that equals the limit is allowed; a course counts from its first session.
  tooEarlyToBook: async () => {
    expect(await readClassFlags('tooEarlyToBook', early, [121, 120])).toEqual([true, false])
    expect(await readClassFlags('tooEarlyToBook', none, [10_000])).toEqual([false])
    expect(await readCourseFlags('tooEarlyToBook', early, [121, 120], 400)).toEqual([true, false])
  },
  // A course counts to the next session that has not started.
  'tooLateToBook, limitLate on': async () => {
    expect(await readClassFlags('tooLateToBook', late, [120, 119])).toEqual([false, true])
    expect(await readCourseFlags('tooLateToBook', late, [-60, -61], 180)).toEqual([false, true])
  },
  'tooLateToBook, limitLate off, bookAfterStart off': async () => {
    expect(await readClassFlags('tooLateToBook', none, [1, 0])).toEqual([false, true])
    expect(await readCourseFlags('tooLateToBook', none, [1, 0], 60)).toEqual([false, true])
  },
  'tooLateToBook, bookAfterStart on, CLASS': async () => expect(await readClassFlags('tooLateToBook', afterStart, [-59, -60])).toEqual([false, true]),
  'tooLateToBook, bookAfterStart on, COURSE': async () => expect(await readCourseFlags('tooLateToBook', afterStart, [-60, -61], 61)).toEqual([false, true]),
  'tooLateToBook, bookAfterStart on, APPOINTMENT': async () => {
    const talk = await studio.appointment(name(), [60], { staffMemberIds: [studio.ana.resourceId], bookingPolicy: { id: (await addPolicy(afterStart)).id } })
    const filter = { serviceId: talk.id, startDate: '2027-05-10T08:00:00Z', endDate: '2027-05-10T09:00:00Z' }
    const found: boolean[] = []
    for (const lead of [1, 0]) {
      setLead(lead)
      const [entry] = (await ok('POST', '/v1/availability/query', { query: { filter } }, asVisitor())).availabilityEntries
      found.push(entry.bookingPolicyViolations.tooLateToBook)
    }
    expect(found).toEqual([false, true])
  },
  bookOnlineDisabled: async () => {
    expect(await readClassFlags('bookOnlineDisabled', none, [60], { onlineBooking: { enabled: false } })).toEqual([true])
    expect(await readClassFlags('bookOnlineDisabled', none, [60])).toEqual([false])
  },
})

describeRows('calls of policies (§9.4)', tableAt(guide, '### 9.4'), {
  create: async () => {
    expect((await call('POST', '/bookings/v1/booking-policies', { bookingPolicy: {} })).status).toBe(400)
    expect(await addPolicy({ default: true })).toMatchObject({ default: false, revision: '1', limitEarlyBookingPolicy: { enabled: false } })
  },
  update: async ([, rule]) => {
    const policy = await addPolicy({ participantsPolicy: { maxParticipantsPerBooking: 4 }, ...early })
    const patch = (more: object) => call('PATCH', `/bookings/v1/booking-policies/${policy.id}`, { bookingPolicy: more })
    expect((await patch({ name: 'New' })).status).toBe(400)
    const stale = await patch({ name: 'New', revision: '7' })
    expect([stale.status, rule]).toEqual([409, expect.stringContaining(errorCode(stale) ?? '')])
    // What the rule does not name returns to its default; another rule stays.
    const { bookingPolicy } = (await patch({ revision: '1', limitEarlyBookingPolicy: { enabled: true } })).body
    expect(bookingPolicy).toMatchObject({
      limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 10_080 },
      participantsPolicy: { maxParticipantsPerBooking: 4 },
      revision: '2',
    })
  },
  delete: async ([, rule]) => {
    const policy = await addPolicy()
    const yoga = await makeClass({ bookingPolicy: { id: policy.id } })
    await ok('DELETE', `/bookings/v1/booking-policies/${policy.id}`)
    const next = (await ok('GET', `/v2/services/${yoga.id}`)).service.bookingPolicy
    expect(next.default).toBe(true)
    const refused = await call('DELETE', `/bookings/v1/booking-policies/${next.id}`)
    expect([refused.status, rule]).toEqual([428, expect.stringContaining(errorCode(refused) ?? '')])
  },
  setDefault: async () => {
    const policy = await addPolicy()
    const yoga = await makeClass()
    const set = () => ok('POST', `/bookings/v1/booking-policies/${policy.id}:setDefault`, {})
    const { currentDefaultBookingPolicy, previousDefaultBookingPolicy } = await set()
    expect([currentDefaultBookingPolicy.id, previousDefaultBookingPolicy.id]).toEqual([policy.id, yoga.bookingPolicy.id])
    expect((await set()).currentDefaultBookingPolicy.revision).toBe(currentDefaultBookingPolicy.revision)
    expect((await studio.testServer.emittedEvents(studio.site, policy.id)).filter(({ slug }) => slug === 'default_booking_policy_set').length).toBe(1)
    expect((await ok('GET', `/v2/services/${yoga.id}`)).service.bookingPolicy.id).toBe(yoga.bookingPolicy.id)
    await ok('POST', `/bookings/v1/booking-policies/${yoga.bookingPolicy.id}:setDefault`, {})
  },
  strictest: async () => {
    const cancel = (latestCancellationInMinutes: number) => ({
      cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes },
    })
    const waits = (capacity: number) => ({ waitlistPolicy: { enabled: true, capacity } })
    const several = (maxParticipantsPerBooking: number) => ({ participantsPolicy: { maxParticipantsPerBooking } })
    const one = await addPolicy({ ...cancel(60), ...early, ...waits(5), ...several(3), ...afterStart })
    const two = await addPolicy({ ...cancel(120), ...late, ...waits(3), ...several(2) })
    const ask = (bookingPolicyIds: string[]) => call('POST', '/bookings/v1/booking-policies/strictest', { bookingPolicyIds }, asVisitor())
    expect((await ask([one.id, two.id])).body.bookingPolicy).toMatchObject({
      id: null,
      limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 120 },
      limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 120 },
      bookAfterStartPolicy: { enabled: false },
      cancellationPolicy: { enabled: true, latestCancellationInMinutes: 120 },
      participantsPolicy: { maxParticipantsPerBooking: 2 },
      waitlistPolicy: { enabled: true, capacity: 3 },
    })
    const plain = await addPolicy()
    expect((await ask([one.id, plain.id])).body.bookingPolicy).toMatchObject({ cancellationPolicy: { enabled: false }, waitlistPolicy: { enabled: false } })
    expect([(await ask([])).status, (await ask(Array.from({ length: 101 }, () => randomUUID()))).status]).toEqual([400, 400])
  },
  query: async ([, rule]) => {
    const [, standard = '', most = ''] = /\[(\d+) \/ (\d+)\]/.exec(rule ?? '') ?? []
    const ask = (query: object) => call('POST', '/bookings/v1/booking-policies/query', { query }, asVisitor())
    const { bookingPolicies } = (await ask({})).body
    const dates = bookingPolicies.map(({ createdDate }: { createdDate: string }) => createdDate)
    expect([dates.length <= Number(standard), dates]).toEqual([true, dates.toSorted()])
    expect([(await ask({ cursorPaging: { limit: Number(most) } })).status, (await ask({ cursorPaging: { limit: Number(most) + 1 } })).status]).toEqual([
      200, 400,
    ])
    const first = (await ask({ cursorPaging: { limit: 1 } })).body
    const next = (await ask({ cursorPaging: { limit: 1, cursor: first.pagingMetadata.cursors.next } })).body
    expect([...first.bookingPolicies, ...next.bookingPolicies].map(({ id }) => id)).toEqual(bookingPolicies.slice(0, 2).map(({ id }: { id: string }) => id))
  },
})
