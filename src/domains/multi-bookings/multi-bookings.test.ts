/** Visits of several services through HTTP. Source: guide bookings §16, §17, §24 (L). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, errorData, guest, createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { staffTypeId } from '#domains/staff/public.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let bo: string
let cut: CreatedService
let colour: CreatedService
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
  bo = (await studio.resource('Bo')).id
  cut = await studio.service({ name: 'Cut', durations: [30], buffer: 15 })
  colour = await studio.service({ name: 'Colour', durations: [30], staff: [studio.staff, bo] })
})

const partInput = (service: CreatedService, start: string, end: string, more: Record<string, unknown> = {}) => ({
  bookedEntity: { slot: { ...studio.slotFor(service, `2027-05-10T${start}:00Z`, `2027-05-10T${end}:00Z`), ...more } },
  contactDetails: { firstName: 'Mia', email: 'mia@example.org' },
  selectedPaymentOption: 'OFFLINE',
})
const visit = () => [partInput(cut, '10:00', '10:30'), partInput(colour, '10:30', '11:00')]
const make = async (bookings: unknown[], more: Record<string, unknown> = {}, token?: string) =>
  server.call('POST', '/v2/multi_service_bookings', { token: token ?? (await server.visitorToken(studio.site)), body: { bookings, ...more } })
const byOwner = (path: string, body: Record<string, unknown> = {}) => studio.owner(`/v2/multi_service_bookings/${path}`, body)
type Part = { bookingId: string; booking: { id: string; revision: string; status: string; startDate: string } }
const getParts = (answer: { body: { multiServiceBooking: { bookings: Part[] } } }) => answer.body.multiServiceBooking.bookings
const toNames = (parts: Part[]) => parts.map((part) => ({ bookingId: part.bookingId, revision: part.booking.revision }))
const confirmedVisit = async () => {
  const made = (await studio.owner('/v2/multi_service_bookings', { bookings: visit().map((one) => ({ ...one, status: 'CONFIRMED' })) })) as never as {
    body: { multiServiceBooking: { id: string; bookings: Part[] } }
  }
  return { id: made.body.multiServiceBooking.id, parts: getParts(made) }
}

describe('one after the other', () => {
  test('all parts are held with one customer; the break between parts of one person is left out', async () => {
    const made = await make(visit(), { formSubmission: { first_name: 'Ida', email: 'mia@example.org' } })
    const parts = getParts(made)
    expect(parts.map((part) => part.booking)).toMatchObject([
      {
        status: 'CREATED',
        contactDetails: { firstName: 'Ida' },
        multiServiceBookingInfo: { id: made.body.multiServiceBooking.id, type: 'SEQUENTIAL_BOOKINGS' },
      },
      { status: 'CREATED', contactDetails: { firstName: 'Ida' } },
    ])
    const single = await studio.create({ booking: { ...partInput(colour, '11:00', '11:30'), contactDetails: guest() } })
    expect(single.status).toBe(200)
    for (const what of ['cancel', 'reschedule'])
      expect(errorCode(await studio.owner(`/v2/bookings/${parts[0]?.bookingId}/${what}`, { revision: '1', slot: studio.slotFor(cut) }))).toBe(
        'NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING',
      )
  })

  test('a staff member with own bookings only does not change a visit that others give too; the business does, and is told where there is no room', async () => {
    const ben = await studio.resource('Ben', staffTypeId, 'ben@example.org')
    const [mine, other] = [await studio.service({ durations: [30], staff: [ben.id] }), await studio.service({ durations: [30] })]
    const byBen = (start: string, end: string) => partInput(mine, start, end, { resource: { id: ben.id } })
    const made = await make([byBen('10:00', '10:30'), partInput(other, '10:30', '11:00')], {}, await server.visitorToken(studio.site))
    const { id } = made.body.multiServiceBooking
    const permissions = ['CANCEL', 'CONFIRM', 'READ'].map((what) => `MULTI_SERVICE_BOOKINGS.MULTI_SERVICE_BOOKING_${what}`)
    const staff = await server.inviteCollaborator(studio.site, permissions)
    const { user } = await server.ok('GET', '/api/owner/me', staff)
    await server.open.db.updateTable('staffMember').set({ userId: user.id, connectionStatus: 'CONNECTED' }).where('resourceId', '=', ben.id).execute()
    const confirmBookingsInfo = toNames(getParts(made))
    for (const [what, body] of [
      ['confirm', { confirmBookingsInfo }],
      ['cancel', {}],
    ] as const) {
      const refused = await server.call('POST', `/v2/multi_service_bookings/${id}/${what}`, { ...staff, body })
      expect([refused.status, errorCode(refused)]).toEqual([403, 'MULTI_SERVICE_BOOKING_INCLUDES_MULTIPLE_STAFF_MEMBERS'])
    }
    const alone = await make([byBen('12:00', '12:30'), byBen('12:30', '13:00')], {}, await server.visitorToken(studio.site))
    const own = await server.call('POST', `/v2/multi_service_bookings/${alone.body.multiServiceBooking.id}/confirm`, {
      ...staff,
      body: { confirmBookingsInfo: toNames(getParts(alone)) },
    })
    expect(getParts(own).map((part) => part.booking.status)).toEqual(['CONFIRMED', 'CONFIRMED'])
    // Ben is taken from 12 to 13: the first part finds no room there.
    const rescheduleBookingsInfo = getParts(made).map(({ bookingId, booking }, index) => ({
      bookingId,
      revision: booking.revision,
      slot: (index === 0 ? byBen('12:00', '12:30') : partInput(other, '12:30', '13:00')).bookedEntity.slot,
    }))
    const full = await byOwner(`${id}/reschedule`, { rescheduleBookingsInfo })
    expect([full.status, errorCode(full)]).toEqual([428, 'NO_OPEN_SPOTS'])
  })

  test('the break after a part whose next part another person gives stays when the visit is booked and when it moves', async () => {
    const token = await server.visitorToken(studio.site)
    const byBo = (start: string, end: string) => partInput(colour, start, end, { resource: { id: bo } })
    const tryCut = async (start: string, end: string) => (await studio.create({ booking: { ...partInput(cut, start, end), contactDetails: guest() } })).status
    const made = await make([partInput(cut, '10:00', '10:30'), byBo('10:30', '11:00')], {}, token)
    const [first] = getParts(made)
    expect(await tryCut('10:30', '11:00')).toBe(428)
    const { booking } = await server.ok('POST', '/api/checkout/bookings', { token, body: { bookingId: first?.bookingId, paymentOption: 'OFFLINE' } })
    expect([booking.status, await tryCut('10:30', '11:00')]).toEqual(['CONFIRMED', 428])
    const { id } = made.body.multiServiceBooking
    const reschedule = async (slots: object[]) => {
      const now = getParts({ body: await server.ok('GET', `/v2/multi_service_bookings/${id}`, { as: studio.site }) })
      return byOwner(`${id}/reschedule`, { rescheduleBookingsInfo: toNames(now).map((one, n) => ({ ...one, slot: slots[n] })) })
    }
    // Only the second part moves, to the person who gives the first one: no break is left between the two.
    const toAna = [partInput(cut, '10:00', '10:30'), partInput(colour, '10:30', '11:00', { resource: { id: studio.staff } })]
    expect((await reschedule(toAna.map((one) => one.bookedEntity.slot))).status).toBe(200)
    const toBo = [partInput(cut, '10:00', '10:30'), byBo('10:30', '11:00')]
    expect([(await reschedule(toBo.map((one) => one.bookedEntity.slot))).status, await tryCut('10:30', '11:00')]).toEqual([200, 428])
    const later = [partInput(cut, '14:00', '14:30'), byBo('14:30', '15:00')]
    expect((await reschedule(later.map((one) => one.bookedEntity.slot))).status).toBe(200)
    expect([await tryCut('14:30', '15:00'), await tryCut('10:30', '11:00')]).toEqual([428, 200])
  })

  test('when a part leaves, the one before it and the one that left have the break of their service', async () => {
    const parts = [partInput(cut, '10:00', '10:30'), partInput(cut, '10:30', '11:00'), partInput(cut, '11:00', '11:30')]
    const made = await studio.owner('/v2/multi_service_bookings', { bookings: parts.map((one) => ({ ...one, status: 'CONFIRMED' })) })
    const [, second, third] = getParts(made)
    const tryCut = async (start: string, end: string) => (await studio.create({ booking: { ...partInput(cut, start, end), contactDetails: guest() } })).status
    const remove = (leaving: Part | undefined) =>
      byOwner('remove_bookings_from_multi_service_booking', {
        multiServiceBookingId: made.body.multiServiceBooking.id,
        bookings: [{ bookingId: leaving?.bookingId, revision: leaving?.booking.revision }],
      })
    const cancel = (booking: { id: string; revision: string }) =>
      studio.owner(`/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
    const [left] = (await remove(third)).body.bookings
    expect((await cancel(left.booking)).status).toBe(200)
    expect(await tryCut('11:00', '11:30')).toBe(428)
    // The set dissolves: its first booking goes, the second one keeps its break; the second goes, too, and the break of the first one counts.
    const dissolved = (await remove(second)).body.bookings as Part[]
    const [first, last] = dissolved.map(({ booking }) => booking)
    expect((await cancel(last as Part['booking'])).status).toBe(200)
    expect([first?.status, await tryCut('10:30', '11:00'), await tryCut('10:45', '11:15')]).toEqual(['CONFIRMED', 428, 200])
  })

  test('a booking that joins leaves no break before it, and has its own after the visit', async () => {
    const { id, parts } = await confirmedVisit()
    const joining = (await studio.owner('/v2/bookings', { booking: { ...partInput(cut, '11:00', '11:30'), status: 'CONFIRMED' } })).body.booking
    const before = (await studio.owner('/v2/bookings', { booking: { ...partInput(colour, '09:30', '10:00'), status: 'CONFIRMED' } })).body.booking
    const bookings = [joining, before].map(({ id: bookingId, revision }) => ({ bookingId, revision }))
    expect((await byOwner('add_bookings_to_multi_service_booking', { multiServiceBookingId: id, bookings })).status).toBe(200)
    const rows = await server.open.db
      .selectFrom('booking')
      .select('bufferMinutes')
      .where('siteId', '=', studio.site.metaSiteId)
      .where('id', 'in', [joining.id, ...parts.map(({ bookingId }) => bookingId)])
      .orderBy('startAt')
      .execute()
    expect(rows.map(({ bufferMinutes }) => bufferMinutes)).toEqual([0, 0, 15])
  })

  test('L: a part that is gone stops the whole visit and is named', async () => {
    await studio.create({ booking: { ...partInput(colour, '10:30', '11:00'), contactDetails: guest() } })
    const plain = await studio.service({ name: 'Wash', durations: [30] })
    const lost = await make([partInput(plain, '10:00', '10:30'), partInput(colour, '10:30', '11:00')])
    expect([errorCode(lost), errorData(lost).index]).toEqual(['SLOT_NOT_AVAILABLE', 1])
    expect((await studio.owner('/v2/extended-bookings/count', {})).body.count).toBe(1)
    const gap = await make([partInput(cut, '12:00', '12:30'), partInput(colour, '12:45', '13:15')])
    expect([errorCode(gap), errorData(gap)]).toEqual(['VALIDATION_FAILURE', { index: 1, reason: 'NOT_BACK_TO_BACK' }])
    expect((await make([partInput(cut, '12:00', '12:30')])).status).toBe(400)
    expect((await make(visit(), { multiServiceBookingType: 'OTHER' })).status).toBe(400)
    const yoga = await studio.service({ type: 'CLASS', capacity: 5 })
    const eventId = await studio.session(yoga, '2027-05-10T12:30:00Z', '2027-05-10T13:00:00Z')
    const mixed = await make([
      partInput(cut, '12:00', '12:30'),
      { ...partInput(yoga, '12:30', '13:00'), bookedEntity: { slot: { serviceId: yoga.id, eventId } } },
    ])
    expect(errorData(mixed)).toMatchObject({ index: 1 })
  })

  test('paid in one charge, with one email, one order and one event for each part', async () => {
    const token = await server.visitorToken(studio.site)
    const made = await make(
      visit().map((one) => ({ ...one, selectedPaymentOption: 'ONLINE' })),
      {},
      token,
    )
    const [first, second] = getParts(made)
    const paid = await server.ok('POST', '/api/checkout/bookings', { token, body: { bookingId: first?.bookingId, paymentOption: 'ONLINE', card } })
    expect(paid.payment.outcome).toBe('succeeded')
    for (const part of [first, second]) expect(await studio.emittedSlugs(part?.bookingId ?? '')).toEqual(['created', 'confirmed'])
    expect(await studio.sentTemplates('mia@example.org')).toEqual(['booking-confirmed', 'payment-receipt-booking'])
    const [sentEmail] = (await server.sentEmails(studio.site, 'mia@example.org')).filter((one) => one.template === 'booking-confirmed')
    expect(sentEmail?.variables.parts).toHaveLength(2)
    const rows = await server.open.db.selectFrom('bookingPayment').select(['amount', 'chargeId']).where('siteId', '=', studio.site.metaSiteId).execute()
    expect([rows.map((row) => row.amount), new Set(rows.map((row) => row.chargeId)).size]).toEqual([['40.00', '40.00'], 1])
    const seen = await server.ok('GET', `/v2/multi_service_bookings/${made.body.multiServiceBooking.id}`, { as: studio.site })
    expect(seen.metadata.totalNumberOfScheduledBookings).toBe(2)
  })

  test('a part that needs approval makes the whole visit wait; it is confirmed or declined as one', async () => {
    const perm = await studio.service({ name: 'Perm', durations: [30], approval: true })
    const token = await server.visitorToken(studio.site)
    const made = await make([partInput(cut, '10:00', '10:30'), partInput(perm, '10:30', '11:00')], {}, token)
    const id = made.body.multiServiceBooking.id
    const first = getParts(made)[0]
    await server.ok('POST', '/api/checkout/bookings', { token, body: { bookingId: first?.bookingId } })
    const waiting = getParts({ body: await server.ok('GET', `/v2/multi_service_bookings/${id}`, { as: studio.site }) })
    expect(waiting.map((part) => part.booking.status)).toEqual(['PENDING', 'PENDING'])
    expect(errorCode(await byOwner(`${id}/confirm`, { confirmBookingsInfo: toNames(waiting).slice(0, 1) }))).toBe('NOT_ALL_BOOKINGS_WERE_SENT')
    expect(errorCode(await byOwner(`${id}/confirm`, { confirmBookingsInfo: [...toNames(waiting), ...toNames(waiting)] }))).toBe('DUPLICATE_BOOKING_INFO')
    expect(errorCode(await byOwner(`${id}/confirm`, { confirmBookingsInfo: waiting.map((part) => ({ bookingId: part.bookingId })) }))).toBe('REVISION_MISSING')
    expect(errorCode(await byOwner(`${id}/confirm`, { confirmBookingsInfo: waiting.map((part) => ({ bookingId: part.bookingId, revision: '9' })) }))).toBe(
      'BOOKING_REVISION_MISMATCH',
    )
    expect(errorCode(await byOwner(`${id}/confirm`, { confirmBookingsInfo: [{ bookingId: randomUUID(), revision: '1' }] }))).toBe('BOOKING_NOT_FOUND')
    expect(errorCode(await byOwner(`${randomUUID()}/confirm`, {}))).toBe('MULTI_SERVICE_BOOKING_NOT_FOUND')
    expect(errorCode(await byOwner(`${id}/mark_as_pending`, { markAsPendingBookingsInfo: toNames(waiting) }))).toBe('INVALID_BOOKING_STATUS')
    const confirmed = await byOwner(`${id}/confirm`, { confirmBookingsInfo: toNames(waiting), participantNotification: { notifyParticipants: true } })
    expect(getParts(confirmed).map((part) => part.booking.status)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(errorCode(await byOwner(`${id}/confirm`, { confirmBookingsInfo: toNames(getParts(confirmed)) }))).toBe('ALL_BOOKINGS_ARE_ALREADY_CONFIRMED')
    expect(errorCode(await byOwner(`${id}/decline`, { declineBookingsInfo: toNames(getParts(confirmed)) }))).toBe('INVALID_BOOKING_STATUS')
    const refused = await make([partInput(cut, '13:00', '13:30'), partInput(perm, '13:30', '14:00')], {}, token)
    const decline = (of: { body: TestReply['body'] }) =>
      byOwner(`${refused.body.multiServiceBooking.id}/decline`, { declineBookingsInfo: toNames(getParts(of)) })
    expect(errorCode(await decline(await decline(refused)))).toBe('ALL_BOOKINGS_ARE_ALREADY_DECLINED')
  })

  test("moved by half an hour although the parts take each other's old times; refused as a whole", async () => {
    const { id, parts } = await confirmedVisit()
    const list = (times: [string, string][]) =>
      toNames(parts).map((one, n) => ({
        ...one,
        slot: { ...studio.slotFor(n === 0 ? cut : colour, `2027-05-10T${times[n]?.[0]}:00Z`, `2027-05-10T${times[n]?.[1]}:00Z`) },
      }))
    expect(
      errorCode(
        await byOwner(`${id}/reschedule`, {
          rescheduleBookingsInfo: list([
            ['10:30', '11:00'],
            ['12:00', '12:30'],
          ]),
        }),
      ),
    ).toBe('VALIDATION_FAILURE')
    const moved = await byOwner(`${id}/reschedule`, {
      rescheduleBookingsInfo: list([
        ['10:30', '11:00'],
        ['11:00', '11:30'],
      ]),
    })
    expect(getParts(moved).map((part) => [part.booking.startDate, part.booking.revision, part.booking.status])).toEqual([
      ['2027-05-10T10:30:00.000Z', '2', 'CONFIRMED'],
      ['2027-05-10T11:00:00.000Z', '2', 'CONFIRMED'],
    ])
    expect(
      errorCode(
        await byOwner(`${id}/reschedule`, {
          rescheduleBookingsInfo: list([
            ['10:00', '10:30'],
            ['10:30', '11:00'],
          ]),
        }),
      ),
    ).toBe('BOOKING_REVISION_MISMATCH')
    const availability = await byOwner(`${id}/get_availability`)
    expect(availability.body).toMatchObject({ bookable: true, multiServiceBookingInfo: [{ bookingId: parts[0]?.bookingId }, {}] })
  })

  test('given up as a whole: by the customer in time, through a link, by the business', async () => {
    const member = await server.registerMember(studio.site)
    const made = await make(
      visit().map((one) => ({ ...one, contactDetails: { firstName: 'Mia', email: member.email } })),
      {},
      member.token,
    )
    const id = made.body.multiServiceBooking.id
    await server.ok('POST', '/api/checkout/bookings', { token: member.token, body: { bookingId: getParts(made)[0]?.bookingId } })
    const otherMember = await server.registerMember(studio.site)
    expect(errorCode(await server.call('POST', `/v2/multi_service_bookings/${id}/cancel`, { token: otherMember.token, body: {} }))).toBe(
      'MULTI_SERVICE_BOOKING_NOT_FOUND',
    )
    const actions = await server.ok('POST', '/v2/bulk/multi_service_bookings/get_allowed_actions', {
      token: member.token,
      body: { multiServiceBookingIds: [id, randomUUID()] },
    })
    expect(actions.results).toMatchObject([
      { item: { cancel: true, reschedule: true } },
      { itemMetadata: { success: false, error: { code: 'MULTI_SERVICE_BOOKING_NOT_FOUND' } } },
    ])
    server.freezeClock('2027-05-10T10:10:00Z')
    expect(errorCode(await server.call('POST', `/v2/multi_service_bookings/${id}/cancel`, { token: member.token, body: {} }))).toBe('BOOKING_POLICY_VIOLATION')
    server.freezeClock('2027-05-01T10:00:00Z')
    const { token } = await server.ok('GET', `/v1/anonymous-multi-service-bookings/${id}/token`, { as: studio.site })
    const otherVisitor = { token: await server.visitorToken(studio.site) }
    const seen = await server.ok('GET', `/v1/anonymous-multi-service-bookings/${token}`, otherVisitor)
    expect(seen).toMatchObject({ allowedAnonymousActions: { cancel: true }, multiServiceBooking: { id } })
    expect(errorCode(await server.call('GET', `/v1/anonymous-bookings/${token}`, otherVisitor))).toBe('INVALID_TOKEN')
    const gone = await server.ok('POST', `/v1/anonymous-multi-service-bookings/${token}/cancel`, { ...otherVisitor, body: {} })
    expect(getParts({ body: gone }).map((part) => part.booking.status)).toEqual(['CANCELED', 'CANCELED'])
    expect(errorCode(await server.call('POST', `/v1/anonymous-multi-service-bookings/${token}/cancel`, { ...otherVisitor, body: {} }))).toBe(
      'BOOKING_CANNOT_BE_CANCELLED',
    )
    expect(errorCode(await byOwner(`${id}/cancel`))).toBe('ALL_BOOKINGS_ARE_ALREADY_CANCELED')
    expect((await studio.sentTemplates(member.email)).filter((name) => name === 'booking-canceled')).toHaveLength(1)
  })

  test('bookings join before or after, and leave from the ends', async () => {
    const { id, parts } = await confirmedVisit()
    const single = async (start: string, end: string) =>
      (await studio.owner('/v2/bookings', { booking: { ...partInput(colour, start, end), status: 'CONFIRMED' } })).body.booking as {
        id: string
        revision: string
      }
    const [later, far] = [await single('11:00', '11:30'), await single('14:00', '14:30')]
    const add = (one: { id: string; revision: string }) =>
      byOwner('add_bookings_to_multi_service_booking', { multiServiceBookingId: id, bookings: [{ bookingId: one.id, revision: one.revision }] })
    expect(errorCode(await add(far))).toBe('VALIDATION_FAILURE')
    expect((await add(later)).body.bookings).toMatchObject([{ bookingId: later.id, booking: { revision: '2', multiServiceBookingInfo: { id } } }])
    expect(errorCode(await add({ ...later, revision: '2' }))).toBe('MULTI_SERVICE_BOOKING_ALREADY_INCLUDES_BOOKING')
    const elsewhere = getParts(await make([partInput(cut, '16:00', '16:30'), partInput(colour, '16:30', '17:00')]))[0]?.booking
    expect(errorCode(await add(elsewhere as never))).toBe('BOOKING_ALREADY_PART_OF_ANOTHER_MULTI_SERVICE_BOOKING')
    await studio.owner(`/v2/bookings/${far.id}/cancel`, { revision: far.revision })
    expect(errorCode(await add({ ...far, revision: '2' }))).toBe('BOOKING_TO_ADD_STATUS_NOT_VALID')
    const remove = (list: { bookingId: string; revision: string }[]) =>
      byOwner('remove_bookings_from_multi_service_booking', { multiServiceBookingId: id, bookings: list })
    expect(errorCode(await remove(toNames(parts).slice(1)))).toBe('VALIDATION_FAILURE')
    expect((await remove(toNames(parts).slice(0, 1))).body.bookings).toHaveLength(1)
    expect((await remove([])).body.bookings).toHaveLength(2)
    expect((await byOwner(`${id}/get_availability`)).status).toBe(404)
    const [free] = toNames(parts)
    expect((await studio.owner(`/v2/bookings/${free?.bookingId}/cancel`, { revision: '2' })).body.booking.status).toBe('CANCELED')
  })
})

describe('the other two kinds', () => {
  const any = { resource: undefined, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }
  test('at the same time: people are matched so that everyone is served', async () => {
    const only = await studio.service({ name: 'Only Ana', durations: [60] })
    const made = await make([partInput(colour, '10:00', '10:30', any), partInput(only, '10:00', '11:00')], { multiServiceBookingType: 'PARALLEL_BOOKINGS' })
    const people = made.body.multiServiceBooking.bookings.map(
      (part: { booking: { bookedEntity: { slot: { resource: { name: string } } } } }) => part.booking.bookedEntity.slot.resource.name,
    )
    expect(people).toEqual(['Bo', 'Ana'])
    const full = await make([partInput(only, '14:00', '15:00'), partInput(only, '14:00', '15:00', any)], { multiServiceBookingType: 'PARALLEL_BOOKINGS' })
    expect([errorCode(full), errorData(full).index]).toEqual(['SLOT_NOT_AVAILABLE', 1])
  })

  test('a basket of an appointment, a class and a course; its parts move alone', async () => {
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
    const eventId = await studio.session(yoga, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z')
    const course = await studio.service({ type: 'COURSE', capacity: 5, price: '0' })
    for (const day of ['01', '08']) await studio.session(course, `2027-06-${day}T10:00:00Z`, `2027-06-${day}T11:00:00Z`, 'COURSE')
    const bookings = [
      partInput(cut, '10:00', '10:30'),
      { bookedEntity: { slot: { serviceId: yoga.id, eventId } } },
      { bookedEntity: { schedule: { scheduleId: course.scheduleId } } },
    ]
    const clash = await make([partInput(cut, '10:00', '10:30'), partInput(colour, '10:15', '10:45', any)], { multiServiceBookingType: 'SEPARATE_BOOKINGS' })
    expect(errorData(clash)).toMatchObject({ index: 1, reason: 'OVERLAPS_ANOTHER_PART' })
    const token = await server.visitorToken(studio.site)
    const made = await make(bookings, { multiServiceBookingType: 'SEPARATE_BOOKINGS' }, token)
    const parts = getParts(made)
    expect(parts).toHaveLength(3)
    const { checkout } = await server.ok('POST', '/ecom/v1/checkouts', {
      token,
      body: { lineItems: [{ quantity: 1, catalogReference: { catalogItemId: made.body.multiServiceBooking.id } }] },
    })
    expect(checkout.lineItems).toHaveLength(3)
    expect((await server.ok('POST', `/ecom/v1/checkouts/${checkout.id}/create-order`, { token, body: {} })).orderId).toEqual(expect.any(String))
    const later = await studio.session(yoga, '2027-05-13T10:00:00Z', '2027-05-13T11:00:00Z')
    const moved = await byOwner(`${made.body.multiServiceBooking.id}/reschedule`, {
      rescheduleBookingsInfo: [{ bookingId: parts[1]?.bookingId, revision: '2', slot: { eventId: later } }],
    })
    expect(getParts(moved)[1]?.booking).toMatchObject({ startDate: '2027-05-13T10:00:00.000Z', status: 'CONFIRMED' })
  })
})
