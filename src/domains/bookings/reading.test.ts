/** Reading, links, attendance and what follows services through HTTP. Source: guide bookings §15, §17, §18, §20; services-and-availability §6.4, §13. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { guest, createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type CallOptions, type TestServer } from '../../../test/test-server.ts'
import { staffTypeId } from '#domains/staff/public.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

const query = async (body: Record<string, unknown>, token?: string) =>
  token
    ? (await server.ok('POST', '/_api/bookings-reader/v2/extended-bookings/query', { token, body })).extendedBookings
    : (await studio.owner('/v2/extended-bookings/query', body)).body.extendedBookings
const names = (found: { booking: { contactDetails: { firstName: string } } }[]) => found.map((one) => one.booking.contactDetails.firstName)
const bookConfirmed = async (s: CreatedService, contactDetails: Record<string, unknown>, start = '10', more: Record<string, unknown> = {}) =>
  (
    await studio.owner('/v2/bookings', {
      booking: {
        bookedEntity: { slot: studio.slotFor(s, `2027-05-10T${start}:00:00Z`, `2027-05-10T${Number(start) + 1}:00:00Z`) },
        contactDetails,
        status: 'CONFIRMED',
        ...more,
      },
    })
  ).body.booking

describe('finding bookings', () => {
  test('by the person: name, accents, address and phone; every word has to fit', async () => {
    const massage = await studio.service()
    await bookConfirmed(massage, { firstName: 'Zoë', lastName: 'Müller', email: 'zoe@studio.example', phone: '+49 (30) 12-34' }, '10')
    await bookConfirmed(massage, { firstName: 'Zora', lastName: 'Klein', email: 'zora@example.org' }, '12')
    const search = async (expression: string) => names(await query({ search: { expression }, query: { sort: [{ fieldName: 'startDate', order: 'ASC' }] } }))
    expect(await search('zo')).toEqual(['Zoë', 'Zora'])
    expect(await search('muller zoe')).toEqual(['Zoë'])
    expect(await search('studio.example')).toEqual(['Zoë'])
    expect(await search('49301234')).toEqual(['Zoë'])
    expect(await search('100%')).toEqual([])
    expect((await studio.owner('/v2/extended-bookings/count', { search: { expression: 'klein' } })).body.count).toBe(1)
  })

  test('every documented filter is read, with and without the names of the one-ofs; others are refused', async () => {
    const massage = await studio.service()
    const booking = await bookConfirmed(massage, { firstName: 'Mia', email: 'Mia@Example.org' }, '10', { externalUserId: 'crm-7' })
    const contactId = booking.contactDetails.contactId
    const hits: Record<string, unknown>[] = [
      { id: booking.id },
      { status: { $in: ['CONFIRMED', 'PENDING'] } },
      { paymentStatus: 'UNDEFINED' },
      { selectedPaymentOption: { $ne: 'ONLINE' } },
      { externalUserId: 'crm-7' },
      { 'contactDetails.contactId': contactId },
      { 'contactDetails.email': 'mia@example.ORG' },
      { 'bookedEntity.item.slot.serviceId': massage.id },
      { 'bookedEntity.slot.serviceId': massage.id },
      { 'bookedEntity.item.slot.eventId': booking.bookedEntity.slot.eventId },
      { 'bookedEntity.item.slot.resource.id': studio.staff },
      { 'bookedEntity.item.slot.location.locationType': 'OWNER_BUSINESS' },
      { 'bookedEntity.tags': { $hasSome: ['INDIVIDUAL'] } },
      { startDate: { $gte: '2027-05-10T12:00:00+02:00', $lt: '2027-05-10T10:00:01Z' } },
      { 'participantsInfo.type.totalParticipants.value': { $gte: 1 } },
      { doubleBooked: { $ne: true } },
    ]
    for (const filter of hits) expect([filter, (await query({ query: { filter } })).length]).toEqual([filter, 1])
    const misses: Record<string, unknown>[] = [
      { 'bookedEntity.item.schedule.serviceId': massage.id },
      { 'multiServiceBookingInfo.id': randomUUID() },
      { formSubmissionId: randomUUID() },
    ]
    for (const filter of misses) expect([filter, (await query({ query: { filter } })).length]).toEqual([filter, 0])
    expect((await studio.owner('/v2/extended-bookings/query', { query: { filter: { title: 'x' } } })).status).toBe(400)
  })

  test('pages by cursor carry filter, sort and options; the older path takes offsets', async () => {
    const massage = await studio.service()
    for (const hour of ['10', '12', '14']) await bookConfirmed(massage, { firstName: hour, email: `${hour}@example.org` }, hour)
    const first = (
      await studio.owner('/v2/extended-bookings/query', {
        query: { sort: [{ fieldName: 'startDate', order: 'DESC' }], cursorPaging: { limit: 2 } },
        withBookingAllowedActions: true,
      })
    ).body
    expect([names(first.extendedBookings), first.pagingMetadata]).toMatchObject([['14', '12'], { count: 2, hasNext: true }])
    const next = (await studio.owner('/v2/extended-bookings/query', { query: { cursorPaging: { cursor: first.pagingMetadata.cursors.next } } })).body
    expect(next.extendedBookings).toMatchObject([{ booking: { contactDetails: { firstName: '10' } }, allowedActions: { cancel: true } }])
    const old = (
      await studio.owner('/_api/bookings-reader/v2/extended-booking/query', {
        query: { sort: [{ fieldName: 'startDate', order: 'ASC' }], paging: { limit: 2, offset: 1 } },
      })
    ).body
    expect([names(old.extendedBookings), old.pagingMetadata]).toMatchObject([['12', '14'], { count: 2, total: 3, hasNext: false }])
  })

  test('members see their own and no abandoned ones; visitors nothing', async () => {
    const massage = await studio.service()
    const member = await server.registerMember(studio.site)
    const held = await server.ok('POST', '/v2/bookings', {
      token: member.token,
      body: {
        booking: {
          bookedEntity: { slot: studio.slotFor(massage) },
          contactDetails: { firstName: 'Me', email: member.email },
          selectedPaymentOption: 'OFFLINE',
        },
      },
    })
    await bookConfirmed(massage, guest(), '14')
    expect(names(await query({}, member.token))).toEqual(['Me'])
    server.freezeClock('2027-05-01T10:11:00Z')
    expect(await query({}, member.token)).toEqual([])
    expect(await query({ query: { filter: { status: 'CREATED' } } }, member.token)).toHaveLength(1)
    expect(await query({ query: { filter: { id: held.booking.id } } }, member.token)).toHaveLength(1)
    const visitor = await server.visitorToken(studio.site)
    expect((await server.call('POST', '/v2/extended-bookings/query', { token: visitor, body: {} })).status).toBe(403)
  })
})

describe('links', () => {
  const createLinkedSet = async (rules: Record<string, unknown> = {}) => {
    const massage = await studio.service({ rules })
    const booking = await studio.book({
      slot: studio.slotFor(massage),
      contactDetails: { firstName: 'Lia', email: 'lia@example.org' },
      paymentOption: 'OFFLINE',
    })
    const { token } = await server.ok('GET', `/v1/anonymous-bookings/${booking.id}/token`, { as: studio.site })
    const visitor = await server.visitorToken(studio.site)
    const call = (method: string, what = '', body?: unknown) =>
      server.call(method, `/v1/anonymous-bookings/${token}${what}`, { token: visitor, ...(body ? { body } : {}) })
    return { massage, booking, token, visitor, call }
  }

  test('a booking is moved through its link; always with an email and the calendar file', async () => {
    const { massage, booking, call, token, visitor } = await createLinkedSet()
    const slot = studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
    expect((await call('POST', '/reschedule', { slot })).status).toBe(400)
    expect(errorCode(await call('POST', '/reschedule', { slot, revision: '1' }))).toBe('REVISION_MISMATCH')
    const moved = await call('POST', '/reschedule', { slot, revision: '2' })
    expect(moved.body.booking).toMatchObject({ id: booking.id, startDate: '2027-05-11T10:00:00.000Z', revision: '3' })
    expect(moved.body.booking.createdBy).toBeUndefined()
    expect(await studio.sentTemplates('lia@example.org')).toEqual(['booking-confirmed', 'booking-rescheduled'])
    const file = await server.call('GET', `/api/bookings/by-link/${token}/calendar.ics`, { token: visitor })
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(file.text).toContain(`UID:${booking.id}@`)
    expect(file.text.replaceAll(/\r?\n /g, '')).toMatch(/ORGANIZER;CN="?Test studio"?[^\n]*:mailto:[^\s]+@[\s\S]*ATTENDEE[^\n]*mailto:lia@example\.org/i)
    expect(file.text).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:3[\s\S]*DTSTART:20270511T100000Z/)
    expect((await call('GET', '/service')).body.service).toMatchObject({ id: massage.id, name: 'Massage' })
    await call('POST', '/cancel', { revision: '3' })
    expect((await server.call('GET', `/api/bookings/by-link/${token}/calendar.ics`, { token: visitor })).text).toMatch(/METHOD:CANCEL[\s\S]*STATUS:CANCELLED/)
  })

  test('what the policy keeps from links, is over, foreign or tried too often is refused', async () => {
    const { massage, call } = await createLinkedSet({
      reschedulePolicy: { enabled: true, allowAnonymous: false },
      cancellationPolicy: { enabled: true, allowAnonymous: false },
    })
    expect((await call('GET')).body.allowedAnonymousActions).toEqual({ cancel: false, reschedule: false })
    expect(errorCode(await call('POST', '/reschedule', { slot: studio.slotFor(massage), revision: '2' }))).toBe('RESCHEDULING_NOT_ALLOWED')
    expect(errorCode(await call('POST', '/cancel', { revision: '2' }))).toBe('BOOKING_CANNOT_BE_CANCELLED')
    server.freezeClock('2027-08-10T10:00:00Z')
    expect(errorCode(await call('GET'))).toBe('INVALID_TOKEN')
    let last = 200
    for (let n = 0; n < 32; n++) last = (await call('GET')).status
    expect(last).toBe(429)
  })
})

describe('attendance', () => {
  test('set, read, count, several at once, forgotten; only of confirmed bookings and their sessions', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
    const eventId = await studio.session(yoga)
    const booking = await studio.book({ slot: { serviceId: yoga.id, eventId } })
    const set = (attendance: Record<string, unknown>) => studio.owner('/v2/attendance/set', { attendance: { bookingId: booking.id, ...attendance } })
    expect((await set({ status: 'ATTENDED', numberOfAttendees: 0 })).status).toBe(400)
    expect((await set({ status: 'ATTENDED', eventId: randomUUID() })).status).toBe(400)
    const said = (await set({ status: 'ATTENDED', numberOfAttendees: 3 })).body.attendance
    expect((await set({ status: 'NOT_ATTENDED' })).body.attendance).toMatchObject({ id: said.id, numberOfAttendees: 0 })
    expect((await studio.owner(`/bookings/bookings-attendance/${said.id}`, {}, 'GET')).body.attendance.status).toBe('NOT_ATTENDED')
    expect((await studio.owner('/v2/attendance/count', { filter: { status: 'NOT_ATTENDED' } })).body.count).toBe(1)
    const [extended] = await query({ withBookingAttendanceInfo: true })
    expect(extended.attendance).toEqual({ id: said.id, status: 'NOT_ATTENDED', numberOfAttendees: 0 })
    expect(errorCode(await studio.owner('/v2/bulk/attendance/set', { attendanceDetails: [] }))).toBe('ATTENDANCES_MISSING_IN_REQUEST')
    const bulk = await studio.owner('/v2/bulk/attendance/set', {
      attendanceDetails: [{ attendance: { bookingId: booking.id, status: 'ATTENDED' } }, { attendance: { bookingId: randomUUID(), status: 'ATTENDED' } }],
      returnFullEntity: true,
    })
    expect(bulk.body).toMatchObject({ results: [{ item: { status: 'ATTENDED' } }, { itemMetadata: { error: { code: 'BOOKING_NOT_FOUND' } } }] })
    expect((await studio.owner(`/v2/attendance/${said.id}`, {}, 'DELETE')).status).toBe(200)
    expect(errorCode(await studio.owner(`/v2/attendance/${said.id}`, {}, 'DELETE'))).toBe('ATTENDANCE_NOT_FOUND')
    expect(errorCode(await studio.owner(`/v2/attendance/${said.id}`, {}, 'GET'))).toBe('ATTENDANCE_NOT_FOUND')
    expect((await server.emittedEvents(studio.site, said.id)).map((event) => event.eventType)).toEqual([
      'wix.bookings.v2.attendance_marked_as_not_attended',
      'wix.bookings.v2.attendance_deleted',
    ])
    await studio.owner(`/v2/bookings/${booking.id}/cancel`, { revision: '2' })
    expect(errorCode(await set({ status: 'ATTENDED' }))).toBe('INVALID_BOOKING_STATUS')
  })

  test('of a course the session has to be named', async () => {
    const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0' })
    const ids = []
    for (const day of ['01', '08']) ids.push(await studio.session(course, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`, 'COURSE'))
    const booking = await studio.book({ schedule: { scheduleId: course.scheduleId } })
    const set = (attendance: Record<string, unknown>) =>
      studio.owner('/v2/attendance/set', { attendance: { bookingId: booking.id, status: 'ATTENDED', ...attendance } })
    expect(errorCode(await set({}))).toBe('SESSION_ID_NOT_PROVIDED')
    expect((await set({ eventId: ids[1] })).body.attendance.eventId).toBe(ids[1])
    const [without] = await query({ withBookingAttendanceInfo: true })
    expect(without.attendance).toBeUndefined()
  })
})

describe('emails', () => {
  test('a reminder a day before by the business clock, once; a course before every session', async () => {
    const massage = await studio.service()
    const booking = await bookConfirmed(massage, { firstName: 'Rita', email: 'rita@example.org' })
    const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0' })
    for (const day of ['01', '08']) await studio.session(course, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`, 'COURSE')
    await studio.book({ schedule: { scheduleId: course.scheduleId }, contactDetails: { firstName: 'Cora', email: 'cora@example.org' } })
    const at = async (time: string) => {
      server.freezeClock(time)
      await server.runner.runSchedules()
      await server.runner.runSchedules()
      await server.runner.drain()
    }
    const reminders = async (to: string) => (await studio.sentTemplates(to)).filter((name) => name === 'booking-reminder').length
    await at('2027-05-09T09:59:00Z')
    expect(await reminders('rita@example.org')).toBe(0)
    await at('2027-05-09T10:00:00Z')
    expect(await reminders('rita@example.org')).toBe(1)
    for (const [day, count] of [
      ['2027-05-31', 1],
      ['2027-06-07', 2],
      ['2027-06-09', 2],
    ] as const) {
      await at(`${day}T10:00:00Z`)
      expect(await reminders('cora@example.org')).toBe(count)
    }
    server.freezeClock('2027-05-09T12:00:00Z')
    await bookConfirmed(massage, { firstName: 'Late', email: 'late@example.org' }, '11')
    await at('2027-05-10T08:00:00Z')
    expect([booking.status, await reminders('late@example.org')]).toEqual(['CONFIRMED', 0])
  })
})

describe('what the business ends', () => {
  test('a session that is moved moves its bookings and notifies the customers; a cancelled one ends them', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
    const eventId = await studio.session(yoga)
    const booking = await studio.book({ slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Mo', email: 'mo@example.org' } })
    const moved = await server.call('PATCH', `/calendar/v3/events/${eventId}`, {
      as: studio.site,
      body: { event: { id: eventId, revision: '1', start: { localDate: '2027-05-11T12:00:00' }, end: { localDate: '2027-05-11T13:00:00' } } },
    })
    expect(moved.status).toBe(200)
    const [found] = await query({ query: { filter: { id: booking.id } } })
    expect(found.booking).toMatchObject({ status: 'CONFIRMED', revision: '3' })
    expect(found.booking.startDate.slice(0, 10)).toBe('2027-05-11')
    expect((await studio.owner(`/calendar/v3/events/${eventId}/cancel`)).status).toBe(200)
    expect((await query({ query: { filter: { id: booking.id } } }))[0].booking.status).toBe('CANCELED')
    await server.runner.drain()
    expect(await studio.sentTemplates('mo@example.org')).toEqual(['booking-canceled', 'booking-confirmed', 'booking-rescheduled'])
    expect(await studio.emittedSlugs(booking.id)).toEqual(['created', 'confirmed', 'rescheduled', 'canceled'])
  })

  test('O: a deleted service keeps booked sessions when asked to, else its bookings end without a fee', async () => {
    const kept = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
    const stays = await studio.book({ slot: { serviceId: kept.id, eventId: await studio.session(kept) }, contactDetails: guest() })
    expect((await server.call('DELETE', `/v2/services/${kept.id}`, { as: studio.site, query: { preserveFutureSessionsWithParticipants: true } })).status).toBe(
      200,
    )
    const ended = await studio.service({ price: '0' })
    const goes = await studio.book({ slot: studio.slotFor(ended), contactDetails: guest() })
    await server.call('DELETE', `/v2/services/${ended.id}`, { as: studio.site })
    const states = Object.fromEntries((await query({})).map((one: { booking: { id: string; status: string } }) => [one.booking.id, one.booking.status]))
    expect(states).toEqual({ [stays.id]: 'CONFIRMED', [goes.id]: 'CANCELED' })
    expect(await studio.sentTemplates(goes.contactDetails.email)).toEqual(['booking-confirmed'])
  })

  test('a course runs from the first to the last of what is left', async () => {
    const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0' })
    const ids = []
    for (const day of ['01', '08', '15']) ids.push(await studio.session(course, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`, 'COURSE'))
    const booking = await studio.book({ schedule: { scheduleId: course.scheduleId }, contactDetails: guest() })
    await studio.owner(`/calendar/v3/events/${ids[0]}/cancel`)
    const [found] = await query({ query: { filter: { id: booking.id } } })
    expect(found.booking).toMatchObject({ startDate: '2027-06-08T10:00:00.000Z', endDate: '2027-06-15T11:00:00.000Z', status: 'CONFIRMED' })
    for (const id of [ids[1], ids[2]]) await studio.owner(`/calendar/v3/events/${id}/cancel`)
    expect((await query({ query: { filter: { id: booking.id } } }))[0].booking.status).toBe('CANCELED')
  })
})

describe('the team', () => {
  test('a teacher who only looks sees what they give; who books for others, or is no staff member, sees all', async () => {
    const ben = await studio.resource('Ben', staffTypeId, 'ben@example.org')
    const own = await studio.service({ name: 'By Ben', staff: [ben.id] })
    const other = await studio.service({ name: 'By Ana' })
    const mine = (
      await studio.create({
        booking: { bookedEntity: { slot: { ...studio.slotFor(own), resource: { id: ben.id } } }, contactDetails: guest(), status: 'CONFIRMED' },
      })
    ).body.booking
    const foreign = (await studio.create({ booking: { bookedEntity: { slot: studio.slotFor(other) }, contactDetails: guest(), status: 'CONFIRMED' } })).body
      .booking
    const list = async (as: CallOptions) =>
      (await server.ok('POST', '/v2/extended-bookings/query', { ...as, body: {} })).extendedBookings
        .map((one: { booking: { id: string } }) => one.booking.id)
        .toSorted()
    const { staffId } = await server.open.db.selectFrom('staffMember').select('id as staffId').where('resourceId', '=', ben.id).executeTakeFirstOrThrow()
    const connect = async (as: CallOptions) => {
      const { user } = await server.ok('GET', '/api/owner/me', as)
      await server.open.db.updateTable('staffMember').set({ userId: user.id, connectionStatus: 'CONNECTED' }).where('id', '=', staffId).execute()
    }
    const both = [mine.id, foreign.id].toSorted()
    const teacher = await server.inviteCollaborator(studio.site, [], 'TEACHER')
    expect(await list(teacher)).toEqual(both)
    await connect(teacher)
    expect(await list(teacher)).toEqual([mine.id])
    expect((await server.ok('POST', '/v2/extended-bookings/count', { ...teacher, body: {} })).count).toBe(1)
    const desk = await server.inviteCollaborator(studio.site, [], 'RECEPTIONIST')
    await connect(desk)
    expect(await list(desk)).toEqual(both)
  })
})
