/** Bookings through HTTP: the timelines of the guide. Source: guide bookings §24. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, mia, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

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

const appointment = (service: CreatedService, more: Record<string, unknown> = {}) => ({
  booking: { bookedEntity: { slot: studio.slotFor(service) }, contactDetails: mia, selectedPaymentOption: 'ONLINE', ...more },
})
const classBooking = (service: CreatedService, eventId: string, more: Record<string, unknown> = {}) => ({
  booking: { bookedEntity: { slot: { serviceId: service.id, eventId } }, contactDetails: { ...mia, email: `${randomUUID()}@example.org` }, ...more },
})

describe('a visitor books online', () => {
  test('D: money that arrives after the place was lost keeps the appointment, double booked', async () => {
    const massage = await studio.service()
    const first = (await studio.create(appointment(massage))).body.booking
    server.freezeClock('2027-05-01T10:11:00Z')
    const second = (await studio.create(appointment(massage))).body.booking
    const report = async (id: string, paymentStatus?: string) =>
      (await studio.owner('/v2/bulk/bookings/confirmOrDecline', { details: [{ bookingId: id, paymentStatus }], returnEntity: true })).body.results[0]
    expect((await report(first.id, 'PAID')).item).toMatchObject({ status: 'CONFIRMED', doubleBooked: true, revision: '2' })
    expect((await report(second.id)).item.status).toBe('DECLINED')
    expect((await report(first.id, 'PAID')).itemMetadata.error.code).toBe('INVALID_BOOKING_STATUS')
  })

  test('a second click takes over the own hold instead of a second place', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    expect([(await studio.create(appointment(massage), token)).status, (await studio.create(appointment(massage), token)).status]).toEqual([200, 200])
  })

  test('the page after booking leads on to the manage page: a guest within the hour, a member always', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    const booking = await studio.book({ slot: studio.slotFor(massage), paymentOption: 'ONLINE', card }, token)
    const summary = (as: string) => server.ok('GET', `/api/bookings/${booking.id}/summary`, { token: as })
    const { manageToken } = await summary(token)
    expect((await server.ok('GET', `/api/bookings/by-link/${manageToken}`, { as: studio.site })).state).toBe('CONFIRMED')
    server.freezeClock('2027-05-01T11:00:00Z')
    expect((await summary(token)).manageToken).toBeUndefined()
    const member = await server.registerMember(studio.site)
    const slot = studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
    const own = await studio.book({ slot, paymentOption: 'OFFLINE', contactDetails: { firstName: 'Mia', email: member.email } }, member.token)
    server.freezeClock('2027-05-02T10:00:00Z')
    expect((await server.ok('GET', `/api/bookings/${own.id}/summary`, { token: member.token })).manageToken).toMatch(/^[\w-]{60,}$/)
  })

  test('what is missing, unknown or not offered is refused in the words of the wire', async () => {
    const massage = await studio.service({ options: { online: true } })
    expect(errorCode(await studio.create(appointment({ ...massage, id: randomUUID() })))).toBe('SCHEDULE_NOT_FOUND')
    expect(errorCode(await studio.create(appointment(massage, { contactDetails: {} })))).toBe('VALIDATION_FAILURE')
    expect(errorCode(await studio.create(appointment(massage, { selectedPaymentOption: 'OFFLINE' })))).toBe('VALIDATION_FAILURE')
    expect(errorCode(await studio.create(appointment(massage, { bookedEntity: { slot: { ...studio.slotFor(massage), startDate: 'soon' } } })))).toBe(
      'INVALID_DATE_FORMAT',
    )
    expect(errorCode(await studio.create(appointment(massage, { bookedEntity: { slot: { ...studio.slotFor(massage), timezone: 'Mars/Base' } } })))).toBe(
      'INVALID_TIME_ZONE',
    )
    expect(
      errorCode(await studio.create(appointment(massage, { bookedEntity: { slot: studio.slotFor(massage, '2027-05-10T10:00:00Z', '2027-05-10T10:45:00Z') } }))),
    ).toBe('SLOT_NOT_AVAILABLE')
    expect(
      errorCode(await studio.create(appointment(massage, { bookedEntity: { slot: { ...studio.slotFor(massage), resource: { id: randomUUID() } } } }))),
    ).toBe('INVALID_FLOW_SELECTED_RESOURCES')
    const past = await studio.create(appointment(massage, { bookedEntity: { slot: studio.slotFor(massage, '2027-04-10T10:00:00Z', '2027-04-10T11:00:00Z') } }))
    expect(past.body.details.applicationError).toMatchObject({ code: 'BOOKING_POLICY_VIOLATION', data: { tooLateToBook: true } })
  })
})

describe('classes', () => {
  test('E: five people ask at once for the last place and one gets it', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 10, rules: { participantsPolicy: { maxParticipantsPerBooking: 9 } }, price: '0' })
    const eventId = await studio.session(yoga)
    expect((await studio.create(classBooking(yoga, eventId, { totalParticipants: 9 }))).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 5 }, () => studio.create(classBooking(yoga, eventId))))
    expect(answers.map((answer) => errorCode(answer) ?? answer.body.booking.status).sort()).toEqual(['CREATED', ...Array(4).fill('SESSION_CAPACITY_EXCEEDED')])
  })

  test('the business changes how many come, and finds them in the calendar and checks them in', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 3, price: '0' })
    const eventId = await studio.session(yoga)
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(studio.site),
      body: { slot: { serviceId: yoga.id, eventId }, contactDetails: mia },
    })
    expect(booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'EXEMPT' })
    const change = (totalParticipants: number, revision: string) =>
      studio.owner(`/v2/bookings/${booking.id}/update_number_of_participants`, { totalParticipants, revision })
    expect(errorCode(await change(4, '2'))).toBe('SESSION_CAPACITY_EXCEEDED')
    expect((await change(3, '2')).body.booking).toMatchObject({ totalParticipants: 3, revision: '3' })
    expect(errorCode(await studio.create(classBooking(yoga, eventId)))).toBe('SESSION_CAPACITY_EXCEEDED')
    const said = await studio.owner('/v2/attendance/set', { attendance: { bookingId: booking.id, status: 'ATTENDED', numberOfAttendees: 2 } })
    expect(said.body.attendance).toMatchObject({ eventId, status: 'ATTENDED', numberOfAttendees: 2 })
    const { items } = (await studio.owner('/api/bookings/calendar', { from: '2027-05-10T00:00:00Z', to: '2027-05-11T00:00:00Z' })).body
    expect(items).toMatchObject([{ kind: 'SESSION', id: eventId, participants: 3, bookings: [{ id: booking.id, name: 'Mia', attendance: 'ATTENDED' }] }])
    // A grid needs the number alone.
    const brief = (await studio.owner('/api/bookings/calendar', { from: '2027-05-10T00:00:00Z', to: '2027-05-11T00:00:00Z', brief: true })).body
    expect(brief.items).toEqual([{ ...items[0], bookings: [] }])
    const found = (await studio.owner('/v2/attendance/query', { query: { filter: { bookingId: booking.id } } })).body
    expect(found.attendances).toHaveLength(1)
  })

  test('a dry run says what more people cost, and changes nothing', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '12', name: 'Yoga' })
    const { booking } = (await studio.create(classBooking(yoga, await studio.session(yoga)))).body
    const path = `/v2/bookings/${booking.id}/update_number_of_participants`
    const options = { as: studio.site, headers: { 'dry-run': 'true' }, body: { totalParticipants: 3, revision: booking.revision } }
    expect((await server.call('POST', path, options)).body.effects).toMatchObject([{ kind: 'BOOKING_RESIZED', what: 'Yoga', count: 3, amount: '36.00' }])
    expect((await studio.owner(path, { totalParticipants: 3, revision: booking.revision })).body.booking).toMatchObject({ totalParticipants: 3 })
  })

  test('a grid shows the people of a course in each of its sessions, and counts sessions that are too many', async () => {
    const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0' })
    for (const day of ['01', '08']) await studio.session(course, `2027-09-${day}T10:00:00Z`, `2027-09-${day}T11:00:00Z`, 'COURSE')
    await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(studio.site),
      body: { schedule: { scheduleId: course.scheduleId }, contactDetails: mia },
    })
    const calendar = async (more: object) =>
      (await studio.owner('/api/bookings/calendar', { from: '2027-09-01T00:00:00Z', to: '2027-09-10T00:00:00Z', ...more })).body
    expect((await calendar({ brief: true })).items).toMatchObject([
      { participants: 1, bookings: [] },
      { participants: 1, bookings: [] },
    ])
    expect(await calendar({ brief: true, atMost: 1 })).toMatchObject({
      items: [],
      counts: [
        { day: '2027-09-01', entries: 1 },
        { day: '2027-09-08', entries: 1 },
      ],
    })
  })

  test('P: a course open after its start is bookable, from its first session, and not cancellable', async () => {
    server.freezeClock('2027-06-09T10:00:00Z')
    const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0', rules: { bookAfterStartPolicy: { enabled: true } } })
    for (const day of ['01', '08', '15']) await studio.session(course, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`, 'COURSE')
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(studio.site),
      body: { schedule: { scheduleId: course.scheduleId }, contactDetails: mia },
    })
    expect(booking).toMatchObject({ status: 'CONFIRMED', startDate: '2027-06-01T10:00:00.000Z', endDate: '2027-06-15T11:00:00.000Z' })
    const allowed = (await studio.owner('/v2/bulk/bookings/calculate_allowed_actions', { bookingIds: [booking.id] })).body
    expect(allowed.results[0].item).toEqual({ cancel: false, reschedule: false })
  })
})

describe('approval', () => {
  const request = async () => {
    const massage = await studio.service({ approval: true })
    const member = await server.registerMember(studio.site)
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: member.token,
      body: { slot: studio.slotFor(massage), contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'OFFLINE' },
    })
    return { massage, member, booking }
  }
  test('F, G and H: asked, confirmed once, moved by the customer and waiting again', async () => {
    const { massage, member, booking } = await request()
    expect(booking).toMatchObject({ status: 'PENDING', revision: '2', paymentStatus: 'NOT_PAID' })
    const answers = await Promise.all([1, 2].map(() => studio.owner(`/v2/bookings/${booking.id}/confirm`, { revision: '2' })))
    expect(answers.map((answer) => errorCode(answer) ?? answer.body.booking.status).sort()).toEqual(['CONFIRMED', 'REVISION_MISMATCH'])
    expect(await studio.emittedSlugs(booking.id)).toEqual(['created', 'markedAsPending', 'confirmed'])
    const moved = await server.call('POST', `/v2/bookings/${booking.id}/reschedule`, {
      token: member.token,
      body: { revision: '3', slot: studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z') },
    })
    expect(moved.body.booking).toMatchObject({ status: 'PENDING', revision: '4', startDate: '2027-05-11T10:00:00.000Z' })
    expect((await studio.emittedSlugs(booking.id)).slice(-2)).toEqual(['rescheduled', 'markedAsPending'])
    expect((await studio.create(appointment(massage))).status).toBe(200)
  })
  test('a request is turned down and cannot be confirmed any more', async () => {
    const { booking } = await request()
    expect((await studio.owner(`/v2/bookings/${booking.id}/decline`, { revision: '2' })).body.booking.status).toBe('DECLINED')
    expect(errorCode(await studio.owner(`/v2/bookings/${booking.id}/confirm`, { revision: '3' }))).toBe('FAILED_CONFIRMING_NON_PENDING_BOOKING')
    expect((await studio.owner(`/v2/bookings/${booking.id}/confirm`, {})).status).toBe(400)
  })
  test('a request that the business leaves unanswered is declined at its start', async () => {
    const { booking, member } = await request()
    server.freezeClock('2027-05-10T10:00:30Z')
    const { bookingsSchedules } = await import('./schedules.ts')
    expect(bookingsSchedules.map(({ name }) => name)).toContain('bookings.unanswered')
    await server.advanceClock('PT1M')
    const { extendedBookings } = await server.ok('POST', '/v2/extended-bookings/query', { token: member.token, body: {} })
    expect(extendedBookings[0].booking).toMatchObject({ id: booking.id, status: 'DECLINED' })
  })
  test('a request for a course that has begun is declined at the next session, not at once', async () => {
    const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0', approval: true, rules: { bookAfterStartPolicy: { enabled: true } } })
    for (const day of ['01', '08', '15']) await studio.session(course, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`, 'COURSE')
    const ask = async () => (await studio.book({ schedule: { serviceId: course.id, scheduleId: course.scheduleId } })).id
    const readStatus = async (id: string) => (await server.ok('GET', `/api/bookings/${id}/summary`, { as: studio.site })).booking.status
    const runAt = async (time: string) => {
      server.freezeClock(`2027-06-${time}:00Z`)
      await server.ok('POST', '/_test/run')
    }
    const early = await ask()
    server.freezeClock('2027-06-02T10:00:00Z')
    const late = await ask()
    await runAt('02T10:02')
    expect([await readStatus(early), await readStatus(late)]).toEqual(['DECLINED', 'PENDING'])
    await runAt('08T09:59')
    expect(await readStatus(late)).toBe('PENDING')
    const last = await ask()
    await runAt('08T10:00')
    expect([await readStatus(late), await readStatus(last)]).toEqual(['DECLINED', 'DECLINED'])
    const afterwards = await ask()
    await runAt('15T09:59')
    expect(await readStatus(afterwards)).toBe('PENDING')
    await runAt('15T10:00')
    expect(await readStatus(afterwards)).toBe('DECLINED')
  })
})

describe('the customer gives it up', () => {
  test('within the window the place is free at once; later the policy says no and the business may still', async () => {
    const massage = await studio.service({ rules: { cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 } } })
    const member = await server.registerMember(studio.site)
    const book = () =>
      server.ok('POST', '/api/checkout/bookings', {
        token: member.token,
        body: { slot: studio.slotFor(massage), contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'OFFLINE' },
      })
    const first = (await book()).booking
    const otherMember = await server.registerMember(studio.site)
    expect(errorCode(await server.call('POST', `/v2/bookings/${first.id}/cancel`, { token: otherMember.token, body: { revision: '2' } }))).toBe(
      'BOOKING_NOT_FOUND',
    )
    const gone = await server.ok('POST', `/v2/bookings/${first.id}/cancel`, { token: member.token, body: { revision: '2' } })
    expect(gone.booking).toMatchObject({ status: 'CANCELED', canceledDate: '2027-05-01T10:00:00.000Z' })
    const second = (await book()).booking
    server.freezeClock('2027-05-09T10:01:00Z')
    expect(errorCode(await server.call('POST', `/v2/bookings/${second.id}/cancel`, { token: member.token, body: { revision: '2' } }))).toBe(
      'BOOKING_POLICY_VIOLATION',
    )
    expect(errorCode(await studio.owner(`/v2/bookings/${second.id}/cancel`, { revision: '2' }))).toBe('BOOKING_POLICY_VIOLATION')
    expect(
      (await studio.owner(`/v2/bookings/${second.id}/cancel`, { revision: '2', flowControlSettings: { ignoreCancellationPolicy: true } })).body.booking.status,
    ).toBe('CANCELED')
    expect(errorCode(await studio.owner(`/v2/bookings/${second.id}/cancel`, { revision: '3' }))).toBe('INVALID_BOOKING_STATUS')
  })
  test('a link opens and cancels one booking without sign-in', async () => {
    const massage = await studio.service()
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(studio.site),
      body: { slot: studio.slotFor(massage), contactDetails: mia, paymentOption: 'OFFLINE' },
    })
    const { token } = await server.ok('GET', `/v1/anonymous-bookings/${booking.id}/token`, { as: studio.site })
    const visitor = await server.visitorToken(studio.site)
    const seen = await server.ok('GET', `/v1/anonymous-bookings/${token}`, { token: visitor })
    expect(seen).toMatchObject({ booking: { id: booking.id }, allowedAnonymousActions: { cancel: true, reschedule: true } })
    expect(seen.booking.createdBy).toBeUndefined()
    expect((await server.ok('POST', `/v1/anonymous-bookings/${token}/cancel`, { token: visitor, body: { revision: '2' } })).booking.status).toBe('CANCELED')
    expect(errorCode(await server.call('POST', `/v1/anonymous-bookings/${token}/cancel`, { token: visitor, body: { revision: '3' } }))).toBe(
      'BOOKING_CANNOT_BE_CANCELLED',
    )
    expect(errorCode(await server.call('GET', `/v1/anonymous-bookings/${'x'.repeat(80)}`, { token: visitor }))).toBe('INVALID_TOKEN')
  })
})

describe('the business books', () => {
  test('M: over an existing appointment, on purpose', async () => {
    const massage = await studio.service()
    const expectConfirmed = () =>
      studio.owner('/v2/bookings', { ...appointment(massage, { status: 'CONFIRMED' }), flowControlSettings: { skipAvailabilityValidation: true } })
    expect((await expectConfirmed()).body.booking).toMatchObject({ status: 'CONFIRMED', revision: '1' })
    const second = (await expectConfirmed()).body.booking
    expect(second).toMatchObject({ status: 'CONFIRMED', doubleBooked: true })
    expect(await studio.emittedSlugs(second.id)).toEqual(['created', 'confirmed'])
    expect(errorCode(await studio.create(appointment(massage)))).toBe('SLOT_NOT_AVAILABLE')
  })
  test('two items of a bulk call for the same time: the second fails alone', async () => {
    const massage = await studio.service()
    const answer = (await studio.owner('/v2/bulk/bookings/create', { createBookingsInfo: [appointment(massage), appointment(massage)] })).body
    expect(answer).toMatchObject({
      results: [{ itemMetadata: { success: true } }, { itemMetadata: { success: false, error: { code: 'SLOT_NOT_AVAILABLE' } } }],
      bulkActionMetadata: { totalSuccesses: 1, totalFailures: 1 },
    })
  })
  test('notes a payment, extends and counts bookings; members find only their own', async () => {
    const massage = await studio.service()
    const member = await server.registerMember(studio.site)
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: member.token,
      body: { slot: studio.slotFor(massage), contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'OFFLINE' },
    })
    expect((await studio.owner(`/api/bookings/${booking.id}/mark-paid`)).body.booking).toMatchObject({ paymentStatus: 'PAID', revision: '3' })
    expect(
      (await studio.owner(`/v2/bookings/${booking.id}/update_extended_fields`, { namespace: '_user_fields', namespaceData: { note: 'window' } })).body
        .namespaceData,
    ).toEqual({ note: 'window' })
    const summary = await server.ok('GET', `/api/bookings/${booking.id}/summary`, { token: member.token })
    expect(summary).toMatchObject({ amounts: { total: '40.00', paid: '40.00' }, allowedActions: { cancel: true, reschedule: true } })
    const other = await server.registerMember(studio.site)
    const mine = await server.ok('POST', '/v2/extended-bookings/query', {
      token: member.token,
      body: { query: { filter: { 'bookedEntity.item.slot.serviceId': massage.id } }, withBookingAllowedActions: true },
    })
    expect(mine.extendedBookings).toMatchObject([{ booking: { id: booking.id }, allowedActions: { cancel: true } }])
    expect((await server.ok('POST', '/v2/extended-bookings/query', { token: other.token, body: {} })).extendedBookings).toEqual([])
    expect((await studio.owner('/v2/extended-bookings/count', { filter: { status: 'CONFIRMED' } })).body).toEqual({ count: 1 })
  })
})
