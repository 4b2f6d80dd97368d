/** A change of a series from the calendar: what it would do, who is affected and double booked, and half a minute to undo it. Through HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode, firstViolation } from '../../../test/auth-helpers.ts'
import { bookedSessions, weekly } from '../../../test/factories/booked-sessions.ts'
import { changedTables, tableChecksums } from '../../../test/fingerprint.ts'
import { type CallOptions, startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let owner: CallOptions
let ana: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.freezeClock('2027-05-01T08:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin' })
  owner = await server.signInAsOwner(site)
  ana = (await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana' } } })).staffMember.resourceId
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const { createService, createSession, book, readBooking, readEmails } = bookedSessions(() => ({ server, site, resourceId: ana, service: {} }))
const notice = { participantNotification: { notifyParticipants: true } }
const toTimes = (day: string, hour: number) => ({ start: { localDate: `${day}T${hour}:00:00` }, end: { localDate: `${day}T${hour + 1}:00:00` } })

/** Yoga on Wednesdays at 18:00 from 5 May on, with bookings on 5, 12 and 26 May. */
async function createSeries() {
  const yoga = await createService({ type: 'CLASS', name: 'Yoga', defaultCapacity: 5 })
  const series = await createSession(yoga, '2027-05-05T18:00', weekly('WEDNESDAY'))
  const toId = (day: string) => `${series.id}_202705${day}T1800`
  const bookings = []
  for (const day of ['05', '12', '26']) bookings.push(await book({ slot: { serviceId: yoga.id, eventId: toId(day) } }))
  await server.runner.drain()
  return { yoga, series, toId, bookings }
}
type Series = Awaited<ReturnType<typeof createSeries>>
const update = (id: string, body: object, headers: Record<string, string> = {}) =>
  server.call('PATCH', `/calendar/v3/events/${id}`, { ...owner, headers: { ...owner.headers, ...headers }, body })
const readTimes = async ({ yoga }: Series) => {
  const body = { fromLocalDate: '2027-05-01T00:00:00', toLocalDate: '2027-06-10T00:00:00', query: { filter: { scheduleId: yoga.schedule.id } } }
  const { events } = await server.ok('POST', '/calendar/v3/events/query', { ...owner, body })
  return events.map(({ start }: { start: { localDate: string } }) => start.localDate.slice(5, 16))
}
const readStarts = async ({ bookings }: Series) => Promise.all(bookings.map(async ({ id }) => (await readBooking(id)).startDate.slice(5, 16)))

/** Sessions by id, each read by itself: every id is that of one session, at the time that the list says. */
async function readSessions({ yoga }: Series): Promise<Record<string, string>> {
  const body = { fromLocalDate: '2027-05-01T00:00:00', toLocalDate: '2027-06-04T00:00:00', query: { filter: { scheduleId: yoga.schedule.id } } }
  const { events } = await server.ok('POST', '/calendar/v3/events/query', { ...owner, body })
  const listed = events.map(({ id, start }: { id: string; start: { localDate: string } }) => [id, start.localDate.slice(5, 16)])
  for (const [id, start] of listed) expect((await server.ok('GET', `/calendar/v3/events/${id}`, owner)).event.start.localDate.slice(5, 16)).toBe(start)
  expect(new Set(listed.map(([id]: string[]) => id)).size).toBe(listed.length)
  return Object.fromEntries(listed)
}
const findSessionAt = async (made: Series, at: string): Promise<string> => Object.entries(await readSessions(made)).find(([, start]) => start === at)?.[0] ?? ''
const bookAt = async (made: Series, at: string) => {
  const eventId = await findSessionAt(made, at)
  const { id } = await book({ slot: { serviceId: made.yoga.id, eventId } })
  return (await readBooking(id)).startDate.slice(5, 16)
}

test.each([
  ['before', false],
  ['after', true],
])(
  'a booking whose hold ran out follows its session when the series moves or is split, and is confirmed there, %s its seat was released',
  async (_, isReleased) => {
    const made = await createSeries()
    const [moved, split] = await Promise.all(
      ['19', '26'].map(async (day) => {
        const booking = {
          bookedEntity: { slot: { serviceId: made.yoga.id, eventId: made.toId(day) } },
          contactDetails: { firstName: 'Ida', email: `ida-${day}@example.org` },
        }
        return (await server.ok('POST', '/v2/bookings', { as: site, body: { booking } })).booking as { id: string }
      }),
    )
    server.freezeClock('2027-05-01T08:30:00Z')
    if (isReleased) await server.runner.runSchedules()
    expect((await update(made.series.id, { event: toTimes('2027-05-05', 16) })).status).toBe(200)
    expect((await update(made.series.id, { fromEventId: await findSessionAt(made, '05-26T16:00'), event: toTimes('2027-05-05', 12) })).status).toBe(200)
    for (const [booking, at] of [
      [moved, '05-19T14:00'],
      [split, '05-26T10:00'],
    ] as const) {
      const { id, revision, startDate } = await readBooking(booking?.id ?? '')
      expect(startDate.slice(5, 16)).toBe(at)
      expect((await server.ok('POST', `/v2/bookings/${id}/confirm`, { as: site, body: { revision } })).booking.status).toBe('CONFIRMED')
    }
    // No email: who holds nothing is no participant.
    expect(await readEmails('ida-19@example.org')).toEqual([])
  },
)

test.each([
  ['before', false, {}],
  ['after', true, {}],
  ['before', false, { skipAvailabilityValidation: true }],
])('a booking whose hold ran out is not confirmed into a series that was cancelled, %s its seat was released (%s, %o)', async (_, isReleased, flags) => {
  const made = await createSeries()
  const booking = {
    bookedEntity: { slot: { serviceId: made.yoga.id, eventId: made.toId('19') } },
    contactDetails: { firstName: 'Ida', email: 'ida@example.org' },
  }
  const held = (await server.ok('POST', '/v2/bookings', { as: site, body: { booking, flowControlSettings: flags } })).booking
  server.freezeClock('2027-05-01T08:30:00Z')
  if (isReleased) await server.runner.runSchedules()
  await server.ok('POST', `/calendar/v3/events/${made.series.id}/cancel`, { as: site, body: {} })
  const { revision } = await readBooking(held.id)
  for (const step of ['confirm', 'mark_booking_as_pending']) {
    const body = { revision, flowControlSettings: step === 'confirm' ? {} : { skipPendingApprovalServiceValidation: true } }
    const refused = await server.call('POST', `/v2/bookings/${held.id}/${step}`, { as: site, body })
    expect([refused.status, errorCode(refused)]).toEqual([428, 'NO_OPEN_SPOTS'])
  }
  expect((await readBooking(held.id)).status).toBe('CREATED')
  // Who is to decide by what was paid declines it.
  await server.ok('POST', `/v2/confirmation/${held.id}:confirmOrDecline`, { as: site, body: { paymentStatus: 'PAID' } })
  expect((await readBooking(held.id)).status).toBe('DECLINED')
})

test('a series that moves by a week keeps its bookings, and no two sessions share an id', async () => {
  const made = await createSeries()
  expect((await update(made.series.id, { event: toTimes('2027-05-12', 18) })).status).toBe(200)
  expect(Object.values(await readSessions(made)).sort()).toEqual(['05-12T18:00', '05-19T18:00', '05-26T18:00', '06-02T18:00'])
  expect(await readStarts(made)).toEqual(['05-12T16:00', '05-19T16:00', '06-02T16:00'])
  for (const at of ['05-12', '05-26', '06-02']) expect(await bookAt(made, `${at}T18:00`)).toBe(`${at}T16:00`)
  expect((await update(made.series.id, { event: toTimes('2027-05-05', 18) })).status).toBe(200)
  expect(Object.values(await readSessions(made)).sort()).toEqual(['05-05T18:00', '05-12T18:00', '05-19T18:00', '05-26T18:00', '06-02T18:00'])
  expect(await readStarts(made)).toEqual(['05-05T16:00', '05-12T16:00', '05-26T16:00'])
})

test('a series whose end goes past its split has sessions of its own beside those that were split off', async () => {
  const made = await createSeries()
  await server.ok('POST', `/calendar/v3/events/${made.series.id}/split`, { ...owner, body: { splitLocalDate: '2027-05-19T18:00:00' } })
  const until = { localDate: '2027-05-26T18:00:00' }
  expect((await update(made.series.id, { event: { recurrenceRule: { frequency: 'WEEKLY', interval: 1, until } } })).status).toBe(200)
  const sessions = Object.values(await readSessions(made)).sort()
  expect(sessions).toEqual(['05-05T18:00', '05-12T18:00', '05-19T18:00', '05-19T18:00', '05-26T18:00', '05-26T18:00', '06-02T18:00'])
  expect(await bookAt(made, '05-19T18:00')).toBe('05-19T16:00')
})

test('from one session on, a series changes in one call: earlier sessions and their bookings stay', async () => {
  const made = await createSeries()
  const { series, toId } = made
  const { event } = (await update(series.id, { event: toTimes('2027-05-05', 20), fromEventId: toId('19'), ...notice })).body
  expect(event).toMatchObject({ recurrenceType: 'MASTER', start: { localDate: '2027-05-19T20:00:00' } })
  expect(event.id).not.toBe(series.id)
  expect(await readTimes(made)).toEqual(['05-05T18:00', '05-12T18:00', '05-19T20:00', '05-26T20:00', '06-02T20:00', '06-09T20:00'])
  expect(await readStarts(made)).toEqual(['05-05T16:00', '05-12T16:00', '05-26T18:00'])
  const templates = await Promise.all(made.bookings.map(async ({ email }) => (await readEmails(email)).map(({ template }) => template)))
  expect(templates).toEqual([[], [], ['booking-rescheduled']])
  // A session that has moved with its series is still the one from which on it changes.
  expect((await update(event.id, { event: { totalCapacity: 9 }, fromEventId: toId('26') })).status).toBe(200)
  expect((await server.ok('GET', `/calendar/v3/events/${toId('26')}`, owner)).event).toMatchObject({
    totalCapacity: 9,
    start: { localDate: '2027-05-26T20:00:00' },
  })
})

test('from one session on, a series is cancelled in half a minute with its bookings: earlier sessions stay', async () => {
  const made = await createSeries()
  const { series, toId } = made
  const cancel = (body: object, headers: Record<string, string> = {}) =>
    server.call('POST', `/calendar/v3/events/${series.id}/cancel`, { ...owner, headers: { ...owner.headers, ...headers }, body })
  const body = { fromEventId: toId('12'), ...notice }
  const { effects, emailCount } = (await cancel(body, { 'dry-run': 'true' })).body
  expect(effects.filter(({ kind }: { kind: string }) => kind === 'BOOKING_CANCELED')).toHaveLength(2)
  expect(emailCount).toBe(2)
  expect((await cancel(body, { 'hold-for-undo': 'true' })).status).toBe(200)
  expect((await server.ok('GET', '/api/held-changes', owner)).heldChanges).toMatchObject([
    { operation: 'availability.cancelEvent', entityId: series.id, firstSessionDate: '2027-05-12T16:00:00.000Z' },
  ])
  expect(await readTimes(made)).toContain('05-12T18:00')
  server.freezeClock('2027-05-01T08:00:30Z')
  await server.runner.drain()
  expect(await readTimes(made)).toEqual(['05-05T18:00'])
  const statuses = await Promise.all(made.bookings.map(async ({ id }) => (await readBooking(id)).status))
  expect(statuses).toEqual(['CONFIRMED', 'CANCELED', 'CANCELED'])
  expect(firstViolation(await cancel({ fromEventId: toId('12') }))?.field).toBe('fromEventId')
})

test('from its first session on, a series is cancelled as a whole', async () => {
  const made = await createSeries()
  expect((await server.call('POST', `/calendar/v3/events/${made.series.id}/cancel`, { ...owner, body: { fromEventId: made.toId('05') } })).status).toBe(200)
  expect(await readTimes(made)).toEqual([])
})

test('from its first session on, the series changes as a whole', async () => {
  const made = await createSeries()
  const { event } = (await update(made.series.id, { event: toTimes('2027-05-05', 20), fromEventId: made.toId('05'), ...notice })).body
  expect(event.id).toBe(made.series.id)
  expect((await readTimes(made)).slice(0, 2)).toEqual(['05-05T20:00', '05-12T20:00'])
})

test('a session that has begun, that belongs to another series or to none, is refused', async () => {
  const made = await createSeries()
  const other = await createSession(made.yoga, '2027-05-06T18:00', weekly('THURSDAY'))
  const single = await createSession(made.yoga, '2027-05-07T18:00')
  const refused = async (id: string, fromEventId: string) => firstViolation(await update(id, { event: { totalCapacity: 9 }, fromEventId }))?.field
  for (const id of [`${other.id}_20270513T1800`, single.id, 'unknown', `${made.series.id}_20270518T1800`])
    expect(await refused(made.series.id, id)).toBe('fromEventId')
  expect(await refused(single.id, made.toId('12'))).toBe('fromEventId')
  server.freezeClock('2027-05-12T16:30:00Z')
  expect(await refused(made.series.id, made.toId('12'))).toBe('fromEventId')
})

test('a dry run says whose bookings move, who waits, what is double booked and which emails are sent, and changes nothing', async () => {
  const made = await createSeries()
  const { series, yoga, toId } = made
  const flow = await createService({ type: 'CLASS', name: 'Flow', defaultCapacity: 5 })
  await createSession(flow, '2027-05-26T20:30')
  await server.open.db.updateTable('sessionSeat').set({ queued: 2 }).where('siteId', '=', site.metaSiteId).where('sessionId', '=', toId('12')).execute()
  const before = await tableChecksums(server.open.db, site.metaSiteId)
  const { effects, emailCount } = (await update(series.id, { event: toTimes('2027-05-05', 20), fromEventId: toId('12'), ...notice }, { 'dry-run': 'true' }))
    .body
  const of = (kind: string) => effects.filter((effect: { kind: string }) => effect.kind === kind)
  expect(of('SERIES_RESCHEDULED')).toMatchObject([{ what: 'Yoga', count: 2 }])
  expect(of('WAITLISTS_CHANGED')).toMatchObject([{ what: 'Yoga', count: 2 }])
  expect(of('DOUBLE_BOOKED')).toMatchObject([{ what: 'Flow', at: '2027-05-26T18:00:00.000Z' }])
  expect(
    of('BOOKING_MOVED')
      .map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual(
    made.bookings
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  )
  expect(emailCount).toBe(2)
  expect(changedTables(before, await tableChecksums(server.open.db, site.metaSiteId))).toEqual([])
  // What was double booked before is not named by a change that takes no other time.
  await createSession(yoga, '2027-05-12T18:30')
  const seats = (await update(series.id, { event: { totalCapacity: 9 }, ...notice }, { 'dry-run': 'true' })).body
  expect(seats.effects.map(({ kind }: { kind: string }) => kind)).toEqual(['SERIES_CHANGED', 'WAITLISTS_CHANGED'])
  expect(seats.emailCount).toBe(0)
})

test('a change of a series can be undone for half a minute, and is then made once', async () => {
  const made = await createSeries()
  const { series, toId } = made
  const hold = (body: object) => update(series.id, body, { 'hold-for-undo': 'true' })
  const body = { event: { ...toTimes('2027-05-05', 20), revision: series.revision }, fromEventId: toId('12'), ...notice }
  const times = await readTimes(made)
  const { heldChange } = (await hold(body)).body
  expect((await server.ok('GET', '/api/held-changes', owner)).heldChanges).toMatchObject([
    { operation: 'availability.updateEvent', entityId: series.id, firstSessionDate: '2027-05-12T16:00:00.000Z' },
  ])
  expect(errorCode(await hold({ event: { totalCapacity: 9 } }))).toBe('CHANGE_WAITING')
  await server.ok('DELETE', `/api/held-changes/${heldChange.id}`, owner)
  server.freezeClock('2027-05-01T08:01:00Z')
  await server.runner.drain()
  expect(await readTimes(made)).toEqual(times)
  expect((await hold(body)).status).toBe(200)
  server.freezeClock('2027-05-01T08:01:29Z')
  await server.runner.drain()
  expect(await readTimes(made)).toEqual(times)
  server.freezeClock('2027-05-01T08:01:30Z')
  await server.runner.drain()
  expect(await readTimes(made)).toEqual(['05-05T18:00', '05-12T20:00', '05-19T20:00', '05-26T20:00', '06-02T20:00', '06-09T20:00'])
  expect(await readStarts(made)).toEqual(['05-05T16:00', '05-12T18:00', '05-26T18:00'])
})

test('a series that another user changed meanwhile is not changed, and the person is told', async () => {
  const made = await createSeries()
  const { series } = made
  await update(series.id, { event: { ...toTimes('2027-05-05', 20), revision: series.revision }, ...notice }, { 'hold-for-undo': 'true' })
  expect((await update(series.id, { event: { totalCapacity: 9 } })).status).toBe(200)
  server.freezeClock('2027-05-01T08:00:30Z')
  await server.runner.drain()
  expect((await readTimes(made))[0]).toBe('05-05T18:00')
  const { items } = await server.ok('GET', '/api/dashboard/notifications', owner)
  expect(items).toContainEqual(expect.objectContaining({ kind: 'SESSION_CHANGE_FAILED', entityId: series.id }))
})
