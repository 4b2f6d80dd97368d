/** Bookings through HTTP: the timelines of guide: bookings 24. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultPolicyRules } from '#domains/services/rules/policy.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let staff: string
beforeAll(async () => {
  server = await startTestServer()
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  site = await server.createSite({})
  staff = await resource()
})

const insert = (table: string, row: Record<string, unknown>) =>
  server.open.db
    .insertInto(table as 'service')
    .values({ siteId: site.metaSiteId, ...row } as never)
    .execute()
const stamp = { createdAt: '2027-01-01T00:00:00Z', updatedAt: '2027-01-01T00:00:00Z' }

async function resource(): Promise<string> {
  const [type, hours, id] = [randomUUID(), randomUUID(), randomUUID()]
  await insert('resourceType', { id: type, name: `Type ${type.slice(0, 8)}`, ...stamp })
  await insert('hoursSchedule', { id: hours, owner: 'RESOURCE' })
  await insert('resource', { id, typeId: type, name: 'Ana', eventsScheduleId: hours, locationOptions: '{}', ...stamp })
  return id
}

interface ServiceWish {
  type?: string
  price?: string
  approval?: boolean
  options?: Record<string, boolean>
  rules?: Record<string, unknown>
  capacity?: number
  buffer?: number
}
async function service({
  type = 'APPOINTMENT',
  price = '40.00',
  approval = false,
  options = { online: true, inPerson: true },
  rules = {},
  capacity = 1,
  buffer = 0,
}: ServiceWish = {}): Promise<{ id: string; scheduleId: string }> {
  const [id, scheduleId, policyId] = [randomUUID(), randomUUID(), randomUUID()]
  await insert('bookingPolicy', {
    id: policyId,
    name: 'Ours',
    rules: JSON.stringify({ ...defaultPolicyRules, cancellationPolicy: { enabled: true }, reschedulePolicy: { enabled: true }, ...rules }),
    ...stamp,
  })
  await insert('service', {
    id,
    type,
    name: 'Massage',
    appId: randomUUID(),
    defaultCapacity: capacity,
    formId: randomUUID(),
    policyId,
    scheduleId,
    mainSlug: id,
    sessionDurations: `{60}`,
    timeBetweenSessions: buffer,
    staffIds: `{${staff}}`,
    payment: JSON.stringify(
      price === '0' ? { rateType: 'NO_FEE', options: { inPerson: true } } : { rateType: 'FIXED', fixed: { price: { value: price, currency: 'USD' } }, options },
    ),
    onlineBooking: JSON.stringify({ enabled: true, requireManualApproval: approval }),
    conferencing: '{}',
    locations: '[]',
    ...stamp,
  })
  return { id, scheduleId }
}
async function session(of: { id: string; scheduleId: string }, start = '2027-05-10T10:00:00Z', end = '2027-05-10T11:00:00Z', type = 'CLASS'): Promise<string> {
  const id = randomUUID()
  await insert('calendarEvent', {
    id,
    scheduleId: of.scheduleId,
    serviceId: of.id,
    type,
    localStart: start.slice(0, 16),
    localEnd: end.slice(0, 16),
    startAt: start,
    endAt: end,
    recurrenceType: 'NONE',
    ...stamp,
  })
  return id
}

const mia = { firstName: 'Mia', email: 'mia@example.org' }
const slotOf = (s: { id: string; scheduleId: string }, start = '2027-05-10T10:00:00Z', end = '2027-05-10T11:00:00Z') => ({
  serviceId: s.id,
  scheduleId: s.scheduleId,
  startDate: start,
  endDate: end,
  timezone: 'Europe/Berlin',
  resource: { id: staff },
  location: { locationType: 'OWNER_BUSINESS' },
})
const appointment = (s: { id: string; scheduleId: string }, more: Record<string, unknown> = {}) => ({
  booking: { bookedEntity: { slot: slotOf(s) }, contactDetails: mia, selectedPaymentOption: 'ONLINE', ...more },
})
const classBooking = (s: { id: string; scheduleId: string }, eventId: string, more: Record<string, unknown> = {}) => ({
  booking: { bookedEntity: { slot: { serviceId: s.id, eventId } }, contactDetails: { ...mia, email: `${randomUUID()}@example.org` }, ...more },
})
const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' }
const create = async (body: unknown, token?: string) => server.call('POST', '/v2/bookings', { body, token: token ?? (await server.visitorToken(site)) })
const asOwner = (path: string, body: unknown = {}) => server.call('POST', path, { as: site, body })
const slugs = async (id: string) => (await server.emittedEvents(site, id)).map((event) => event.slug)
const codeOf = (answer: { body: { details?: { applicationError?: { code: string } } } }) => answer.body.details?.applicationError?.code

describe('a visitor books online', () => {
  test('A: created with a hold, paid, confirmed, told and listed', async () => {
    const massage = await service()
    const token = await server.visitorToken(site)
    const { booking, payment, amounts } = await server.ok('POST', '/api/checkout/bookings', {
      token,
      body: { slot: slotOf(massage), contactDetails: mia, paymentOption: 'ONLINE', card },
    })
    expect(booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID', revision: '2', startDate: '2027-05-10T10:00:00.000Z' })
    expect(booking.bookedEntity.slot).toMatchObject({ startDate: '2027-05-10T12:00:00.000+02:00', eventId: expect.any(String), resource: { name: 'Ana' } })
    expect([payment, amounts]).toMatchObject([{ outcome: 'succeeded' }, { total: '40.00', paid: '40.00', dueNow: '0.00' }])
    expect(await slugs(booking.id)).toEqual(['created', 'confirmed'])
    expect((await server.sentEmails(site, mia.email)).map((letter) => letter.template).sort()).toEqual(['booking-confirmed', 'payment-receipt-booking'])
  })

  test('B and C: after ten minutes the place is free; who pays too late is not charged', async () => {
    const massage = await service()
    const [early, late] = [await server.visitorToken(site), await server.visitorToken(site)]
    const first = (await create(appointment(massage), early)).body.booking
    expect(first).toMatchObject({ status: 'CREATED', revision: '1', paymentStatus: 'UNDEFINED' })
    server.freezeClock('2027-05-01T10:09:59Z')
    expect(codeOf(await create(appointment(massage), late))).toBe('SLOT_NOT_AVAILABLE')
    server.freezeClock('2027-05-01T10:10:00Z')
    expect((await create(appointment(massage), late)).status).toBe(200)
    server.freezeClock('2027-05-01T10:12:00Z')
    const { booking, payment } = await server.ok('POST', '/api/checkout/bookings', {
      token: early,
      body: { bookingId: first.id, paymentOption: 'ONLINE', card },
    })
    expect([booking.status, booking.revision, booking.paymentStatus, payment.outcome]).toEqual(['DECLINED', '2', 'UNDEFINED', 'place_gone'])
  })

  test('D: money that arrives after the place was lost keeps the appointment, double booked', async () => {
    const massage = await service()
    const first = (await create(appointment(massage))).body.booking
    server.freezeClock('2027-05-01T10:11:00Z')
    const second = (await create(appointment(massage))).body.booking
    const report = async (id: string, paymentStatus?: string) =>
      (await asOwner('/v2/bulk/bookings/confirmOrDecline', { details: [{ bookingId: id, paymentStatus }], returnEntity: true })).body.results[0]
    expect((await report(first.id, 'PAID')).item).toMatchObject({ status: 'CONFIRMED', doubleBooked: true, revision: '2' })
    expect((await report(second.id)).item.status).toBe('DECLINED')
    expect((await report(first.id, 'PAID')).itemMetadata.error.code).toBe('INVALID_BOOKING_STATUS')
  })

  test('a declined card leaves the place held; another card pays it', async () => {
    const massage = await service()
    const token = await server.visitorToken(site)
    const first = await server.ok('POST', '/api/checkout/bookings', {
      token,
      body: { slot: slotOf(massage), contactDetails: mia, card: { ...card, number: '4000000000009995' } },
    })
    expect([first.booking.status, first.payment]).toEqual(['CREATED', { outcome: 'declined', declineCode: 'insufficient_funds' }])
    expect(first.holdExpiresAt).toBe('2027-05-01T10:10:00.000Z')
    const again = await server.ok('POST', '/api/checkout/bookings', { token, body: { bookingId: first.booking.id, card } })
    expect(again.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  })

  test('a second click takes over the own hold instead of a second place', async () => {
    const massage = await service()
    const token = await server.visitorToken(site)
    expect([(await create(appointment(massage), token)).status, (await create(appointment(massage), token)).status]).toEqual([200, 200])
  })

  test('what is missing, unknown or not offered is refused in the words of the wire', async () => {
    const massage = await service({ options: { online: true } })
    expect(codeOf(await create(appointment({ ...massage, id: randomUUID() })))).toBe('SCHEDULE_NOT_FOUND')
    expect(codeOf(await create(appointment(massage, { contactDetails: {} })))).toBe('VALIDATION_FAILURE')
    expect(codeOf(await create(appointment(massage, { selectedPaymentOption: 'OFFLINE' })))).toBe('VALIDATION_FAILURE')
    expect(codeOf(await create(appointment(massage, { bookedEntity: { slot: { ...slotOf(massage), startDate: 'soon' } } })))).toBe('INVALID_DATE_FORMAT')
    expect(codeOf(await create(appointment(massage, { bookedEntity: { slot: { ...slotOf(massage), timezone: 'Mars/Base' } } })))).toBe('INVALID_TIME_ZONE')
    expect(codeOf(await create(appointment(massage, { bookedEntity: { slot: slotOf(massage, '2027-05-10T10:00:00Z', '2027-05-10T10:45:00Z') } })))).toBe(
      'SLOT_NOT_AVAILABLE',
    )
    expect(codeOf(await create(appointment(massage, { bookedEntity: { slot: { ...slotOf(massage), resource: { id: randomUUID() } } } })))).toBe(
      'INVALID_FLOW_SELECTED_RESOURCES',
    )
    const past = await create(appointment(massage, { bookedEntity: { slot: slotOf(massage, '2027-04-10T10:00:00Z', '2027-04-10T11:00:00Z') } }))
    expect(past.body.details.applicationError).toMatchObject({ code: 'BOOKING_POLICY_VIOLATION', data: { tooLateToBook: true } })
  })
})

describe('classes', () => {
  test('E: five people ask at once for the last place and one gets it', async () => {
    const yoga = await service({ type: 'CLASS', capacity: 10, rules: { participantsPolicy: { maxParticipantsPerBooking: 9 } }, price: '0' })
    const eventId = await session(yoga)
    expect((await create(classBooking(yoga, eventId, { totalParticipants: 9 }))).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(classBooking(yoga, eventId))))
    expect(answers.map((answer) => codeOf(answer) ?? answer.body.booking.status).sort()).toEqual(['CREATED', ...Array(4).fill('SESSION_CAPACITY_EXCEEDED')])
  })

  test('the business changes how many come, and finds them in the calendar and checks them in', async () => {
    const yoga = await service({ type: 'CLASS', capacity: 3, price: '0' })
    const eventId = await session(yoga)
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(site),
      body: { slot: { serviceId: yoga.id, eventId }, contactDetails: mia },
    })
    expect(booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'EXEMPT' })
    const change = (totalParticipants: number, revision: string) =>
      asOwner(`/v2/bookings/${booking.id}/update_number_of_participants`, { totalParticipants, revision })
    expect(codeOf(await change(4, '2'))).toBe('SESSION_CAPACITY_EXCEEDED')
    expect((await change(3, '2')).body.booking).toMatchObject({ totalParticipants: 3, revision: '3' })
    expect(codeOf(await create(classBooking(yoga, eventId)))).toBe('SESSION_CAPACITY_EXCEEDED')
    const said = await asOwner('/v2/attendance/set', { attendance: { bookingId: booking.id, status: 'ATTENDED', numberOfAttendees: 2 } })
    expect(said.body.attendance).toMatchObject({ eventId, status: 'ATTENDED', numberOfAttendees: 2 })
    const { items } = (await asOwner('/api/bookings/calendar', { from: '2027-05-10T00:00:00Z', to: '2027-05-11T00:00:00Z' })).body
    expect(items).toMatchObject([{ kind: 'SESSION', id: eventId, participants: 3, bookings: [{ id: booking.id, name: 'Mia', attendance: 'ATTENDED' }] }])
    const found = (await asOwner('/v2/attendance/query', { query: { filter: { bookingId: booking.id } } })).body
    expect(found.attendances).toHaveLength(1)
  })

  test('P: a course open after its start is bookable, from its first session, and not cancellable', async () => {
    server.freezeClock('2027-06-09T10:00:00Z')
    const course = await service({ type: 'COURSE', capacity: 5, price: '0', rules: { bookAfterStartPolicy: { enabled: true } } })
    for (const day of ['01', '08', '15']) await session(course, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`, 'COURSE')
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(site),
      body: { schedule: { scheduleId: course.scheduleId }, contactDetails: mia },
    })
    expect(booking).toMatchObject({ status: 'CONFIRMED', startDate: '2027-06-01T10:00:00.000Z', endDate: '2027-06-15T11:00:00.000Z' })
    const allowed = (await asOwner('/v2/bulk/bookings/calculate_allowed_actions', { bookingIds: [booking.id] })).body
    expect(allowed.results[0].item).toEqual({ cancel: false, reschedule: false })
  })
})

describe('approval', () => {
  const request = async () => {
    const massage = await service({ approval: true })
    const member = await server.registerMember(site)
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: member.token,
      body: { slot: slotOf(massage), contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'OFFLINE' },
    })
    return { massage, member, booking }
  }
  test('F, G and H: asked, confirmed once, moved by the customer and waiting again', async () => {
    const { massage, member, booking } = await request()
    expect(booking).toMatchObject({ status: 'PENDING', revision: '2', paymentStatus: 'NOT_PAID' })
    const answers = await Promise.all([1, 2].map(() => asOwner(`/v2/bookings/${booking.id}/confirm`, { revision: '2' })))
    expect(answers.map((answer) => codeOf(answer) ?? answer.body.booking.status).sort()).toEqual(['CONFIRMED', 'REVISION_MISMATCH'])
    expect(await slugs(booking.id)).toEqual(['created', 'markedAsPending', 'confirmed'])
    const moved = await server.call('POST', `/v2/bookings/${booking.id}/reschedule`, {
      token: member.token,
      body: { revision: '3', slot: slotOf(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z') },
    })
    expect(moved.body.booking).toMatchObject({ status: 'PENDING', revision: '4', startDate: '2027-05-11T10:00:00.000Z' })
    expect((await slugs(booking.id)).slice(-2)).toEqual(['rescheduled', 'markedAsPending'])
    expect((await create(appointment(massage))).status).toBe(200)
  })
  test('a request is turned down and cannot be confirmed any more', async () => {
    const { booking } = await request()
    expect((await asOwner(`/v2/bookings/${booking.id}/decline`, { revision: '2' })).body.booking.status).toBe('DECLINED')
    expect(codeOf(await asOwner(`/v2/bookings/${booking.id}/confirm`, { revision: '3' }))).toBe('FAILED_CONFIRMING_NON_PENDING_BOOKING')
    expect((await asOwner(`/v2/bookings/${booking.id}/confirm`, {})).status).toBe(400)
  })
  test('a request that nobody answers is declined at its start', async () => {
    const { booking, member } = await request()
    server.freezeClock('2027-05-10T10:00:30Z')
    const { bookingsSchedules: bookingsSweeps } = await import('./schedules.ts')
    expect(bookingsSweeps.map((sweep) => sweep.name)).toContain('bookings.unanswered')
    await server.advanceClock('PT1M')
    const { extendedBookings } = await server.ok('POST', '/v2/extended-bookings/query', { token: member.token, body: {} })
    expect(extendedBookings[0].booking).toMatchObject({ id: booking.id, status: 'DECLINED' })
  })
})

describe('the customer gives it up', () => {
  test('within the window the place is free at once; later the policy says no and the business may still', async () => {
    const massage = await service({ rules: { cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 } } })
    const member = await server.registerMember(site)
    const book = () =>
      server.ok('POST', '/api/checkout/bookings', {
        token: member.token,
        body: { slot: slotOf(massage), contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'OFFLINE' },
      })
    const first = (await book()).booking
    const stranger = await server.registerMember(site)
    expect(codeOf(await server.call('POST', `/v2/bookings/${first.id}/cancel`, { token: stranger.token, body: { revision: '2' } }))).toBe('BOOKING_NOT_FOUND')
    const gone = await server.ok('POST', `/v2/bookings/${first.id}/cancel`, { token: member.token, body: { revision: '2' } })
    expect(gone.booking).toMatchObject({ status: 'CANCELED', canceledDate: '2027-05-01T10:00:00.000Z' })
    const second = (await book()).booking
    server.freezeClock('2027-05-09T10:01:00Z')
    expect(codeOf(await server.call('POST', `/v2/bookings/${second.id}/cancel`, { token: member.token, body: { revision: '2' } }))).toBe(
      'BOOKING_POLICY_VIOLATION',
    )
    expect(codeOf(await asOwner(`/v2/bookings/${second.id}/cancel`, { revision: '2' }))).toBe('BOOKING_POLICY_VIOLATION')
    expect(
      (await asOwner(`/v2/bookings/${second.id}/cancel`, { revision: '2', flowControlSettings: { ignoreCancellationPolicy: true } })).body.booking.status,
    ).toBe('CANCELED')
    expect(codeOf(await asOwner(`/v2/bookings/${second.id}/cancel`, { revision: '3' }))).toBe('INVALID_BOOKING_STATUS')
  })
  test('a link opens and cancels one booking without sign-in', async () => {
    const massage = await service()
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(site),
      body: { slot: slotOf(massage), contactDetails: mia, paymentOption: 'OFFLINE' },
    })
    const { token } = await server.ok('GET', `/v1/anonymous-bookings/${booking.id}/token`, { as: site })
    const visitor = await server.visitorToken(site)
    const seen = await server.ok('GET', `/v1/anonymous-bookings/${token}`, { token: visitor })
    expect(seen).toMatchObject({ booking: { id: booking.id }, allowedAnonymousActions: { cancel: true, reschedule: true } })
    expect(seen.booking.createdBy).toBeUndefined()
    expect((await server.ok('POST', `/v1/anonymous-bookings/${token}/cancel`, { token: visitor, body: { revision: '2' } })).booking.status).toBe('CANCELED')
    expect(codeOf(await server.call('POST', `/v1/anonymous-bookings/${token}/cancel`, { token: visitor, body: { revision: '3' } }))).toBe(
      'BOOKING_CANNOT_BE_CANCELLED',
    )
    expect(codeOf(await server.call('GET', `/v1/anonymous-bookings/${'x'.repeat(80)}`, { token: visitor }))).toBe('INVALID_TOKEN')
  })
})

describe('the business books', () => {
  test('M: over an existing appointment, on purpose', async () => {
    const massage = await service()
    const confirmed = () =>
      asOwner('/v2/bookings', { ...appointment(massage, { status: 'CONFIRMED' }), flowControlSettings: { skipAvailabilityValidation: true } })
    expect((await confirmed()).body.booking).toMatchObject({ status: 'CONFIRMED', revision: '1' })
    const second = (await confirmed()).body.booking
    expect(second).toMatchObject({ status: 'CONFIRMED', doubleBooked: true })
    expect(await slugs(second.id)).toEqual(['created', 'confirmed'])
    expect(codeOf(await create(appointment(massage)))).toBe('SLOT_NOT_AVAILABLE')
  })
  test('two items of a bulk call for the same time: the second fails alone', async () => {
    const massage = await service()
    const answer = (await asOwner('/v2/bulk/bookings/create', { createBookingsInfo: [appointment(massage), appointment(massage)] })).body
    expect(answer).toMatchObject({
      results: [{ itemMetadata: { success: true } }, { itemMetadata: { success: false, error: { code: 'SLOT_NOT_AVAILABLE' } } }],
      bulkActionMetadata: { totalSuccesses: 1, totalFailures: 1 },
    })
  })
  test('notes a payment, extends and counts bookings; members find only their own', async () => {
    const massage = await service()
    const member = await server.registerMember(site)
    const { booking } = await server.ok('POST', '/api/checkout/bookings', {
      token: member.token,
      body: { slot: slotOf(massage), contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'OFFLINE' },
    })
    expect((await asOwner(`/api/bookings/${booking.id}/mark-paid`)).body.booking).toMatchObject({ paymentStatus: 'PAID', revision: '3' })
    expect(
      (await asOwner(`/v2/bookings/${booking.id}/update_extended_fields`, { namespace: '_user_fields', namespaceData: { note: 'window' } })).body.namespaceData,
    ).toEqual({ note: 'window' })
    const summary = await server.ok('GET', `/api/bookings/${booking.id}/summary`, { token: member.token })
    expect(summary).toMatchObject({ amounts: { total: '40.00', paid: '40.00' }, allowedActions: { cancel: true, reschedule: true } })
    const other = await server.registerMember(site)
    const mine = await server.ok('POST', '/v2/extended-bookings/query', {
      token: member.token,
      body: { query: { filter: { 'bookedEntity.item.slot.serviceId': massage.id } }, withBookingAllowedActions: true },
    })
    expect(mine.extendedBookings).toMatchObject([{ booking: { id: booking.id }, allowedActions: { cancel: true } }])
    expect((await server.ok('POST', '/v2/extended-bookings/query', { token: other.token, body: {} })).extendedBookings).toEqual([])
    expect((await asOwner('/v2/extended-bookings/count', { filter: { status: 'CONFIRMED' } })).body).toEqual({ count: 1 })
  })
})
