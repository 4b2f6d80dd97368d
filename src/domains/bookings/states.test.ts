/** Every row of the state table that is not a timeline of its own. Source: guide bookings §5.2, §6.1, §8. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, errorData, guest, createBookingStudio, mia, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
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

const appointment = (s: CreatedService, more: Record<string, unknown> = {}, start?: string, end?: string) => ({
  booking: { bookedEntity: { slot: studio.slotFor(s, start, end) }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE', ...more },
})
const holdBooking = async (s: CreatedService, more: Record<string, unknown> = {}) => (await studio.create(appointment(s, more))).body.booking
const report = (id: string, paymentStatus?: string) => studio.owner(`/v2/confirmation/${id}:confirmOrDecline`, paymentStatus ? { paymentStatus } : {})
const getClass = async (capacity: number, options = {}) => {
  const yoga = await studio.service({ type: 'CLASS', capacity, rules: { participantsPolicy: { maxParticipantsPerBooking: 9 } }, ...options })
  return { yoga, eventId: await studio.session(yoga) }
}
const inClass = (yoga: CreatedService, eventId: string, more: Record<string, unknown> = {}) => ({
  booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE', ...more },
})

describe('confirm, decline, pending', () => {
  test('a revision is required and must be the current one; it is checked before the status', async () => {
    const massage = await studio.service({ approval: true })
    const booking = await holdBooking(massage)
    const missing = await studio.act(booking.id, 'confirm', {})
    expect([missing.status, missing.body.details.validationError.fieldViolations[0]]).toMatchObject([
      400,
      { field: 'revision', violatedRule: 'REQUIRED_FIELD' },
    ])
    await studio.act(booking.id, 'decline', { revision: '1' })
    const late = await studio.act(booking.id, 'confirm', { revision: '1' })
    expect([late.status, errorCode(late), errorData(late)]).toEqual([409, 'REVISION_MISMATCH', { currentRevision: '2' }])
    for (const [what, code] of [
      ['confirm', 'FAILED_CONFIRMING_NON_PENDING_BOOKING'],
      ['decline', 'FAILED_DECLINE_NON_PENDING_BOOKING'],
      ['mark_booking_as_pending', 'BOOKING_MARK_BOOKING_AS_PENDING'],
      ['cancel', 'INVALID_BOOKING_STATUS'],
    ] as const)
      expect(errorCode(await studio.act(booking.id, what, { revision: '2' }))).toBe(code)
    expect(
      errorCode(await studio.act(booking.id, 'reschedule', { revision: '2', slot: studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z') })),
    ).toBe('VALIDATION_FAILURE')
    expect(errorCode(await studio.act(randomUUID(), 'confirm', { revision: '1' }))).toBe('BOOKING_NOT_FOUND')
  })

  test('pending needs a service with approval, or the flag; the payment status is stored as given', async () => {
    const plain = await holdBooking(await studio.service())
    expect(errorCode(await studio.act(plain.id, 'mark_booking_as_pending', { revision: '1' }))).toBe('NOT_PENDING_APPROVAL_SERVICE')
    const asked = await studio.act(plain.id, 'mark_booking_as_pending', {
      revision: '1',
      paymentStatus: 'NOT_PAID',
      flowControlSettings: { skipPendingApprovalServiceValidation: true },
      participantNotification: { notifyParticipants: true, message: 'We look into it' },
    })
    expect(asked.body.booking).toMatchObject({ status: 'PENDING', paymentStatus: 'NOT_PAID', revision: '2' })
    expect(errorCode(await studio.act(plain.id, 'mark_booking_as_pending', { revision: '2' }))).toBe('BOOKING_MARK_BOOKING_AS_PENDING')
    const [sentEmail] = await server.sentEmails(studio.site, plain.contactDetails.email)
    expect([sentEmail?.template, sentEmail?.variables.ownerMessage]).toEqual(['booking-requested', 'We look into it'])
  })

  test('an appointment is confirmed in spite of a conflict and marked; a class never holds more than it has', async () => {
    const massage = await studio.service({ approval: true, multipleRequests: true })
    const ask = async () =>
      (
        await server.ok('POST', '/api/checkout/bookings', {
          token: await server.visitorToken(studio.site),
          body: { slot: studio.slotFor(massage), contactDetails: guest(), paymentOption: 'OFFLINE' },
        })
      ).booking
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status]).toEqual(['PENDING', 'PENDING'])
    expect((await studio.act(first.id, 'confirm', { revision: '2' })).body.booking).toMatchObject({ status: 'CONFIRMED' })
    expect((await studio.act(second.id, 'confirm', { revision: '2' })).body.booking).toMatchObject({ status: 'CONFIRMED', doubleBooked: true })
    const { yoga, eventId } = await getClass(1)
    const one = (await studio.create(inClass(yoga, eventId))).body.booking
    server.freezeClock('2027-05-01T10:11:00Z')
    const two = (await studio.create(inClass(yoga, eventId))).body.booking
    expect(errorCode(await studio.act(one.id, 'confirm', { revision: '1' }))).toBe('NO_OPEN_SPOTS')
    expect((await studio.act(two.id, 'confirm', { revision: '1' })).body.booking.status).toBe('CONFIRMED')
  })

  test('the caller\'s "doubleBooked" counts only together with the check', async () => {
    const massage = await studio.service()
    const first = await holdBooking(massage)
    const plain = await studio.act(first.id, 'confirm', { revision: '1', doubleBooked: true })
    expect(plain.body.booking.doubleBooked).toBeUndefined()
    const other = (await studio.create(appointment(massage, {}, '2027-05-10T12:00:00Z', '2027-05-10T13:00:00Z'))).body.booking
    const checked = await studio.act(other.id, 'confirm', { revision: '1', doubleBooked: true, flowControlSettings: { checkAvailabilityValidation: true } })
    expect(checked.body.booking.doubleBooked).toBe(true)
  })

  test('confirmOrDecline: no conflict, approval, pending again, paid and lost', async () => {
    const massage = await studio.service({ approval: true })
    const booking = await holdBooking(massage)
    expect((await report(booking.id, 'PAID')).body.booking).toMatchObject({ status: 'PENDING', paymentStatus: 'PAID' })
    expect((await report(booking.id, 'PARTIALLY_PAID')).body.booking).toMatchObject({ status: 'PENDING', paymentStatus: 'PARTIALLY_PAID', revision: '3' })
    expect(await studio.emittedSlugs(booking.id)).toEqual(['created', 'markedAsPending', 'updated'])
    await studio.act(booking.id, 'confirm', { revision: '3' })
    expect(errorCode(await report(booking.id, 'PAID'))).toBe('INVALID_BOOKING_STATUS')
    const { yoga, eventId } = await getClass(1)
    const lost = (await studio.create(inClass(yoga, eventId))).body.booking
    server.freezeClock('2027-05-01T10:11:00Z')
    await studio.create(inClass(yoga, eventId))
    const answer = await report(lost.id, 'PAID')
    expect(answer.body.booking).toMatchObject({ status: 'DECLINED', paymentStatus: 'PAID' })
    expect((await server.sentEmails(studio.site, studio.site.ownerEmail)).map((sentEmail) => sentEmail.template)).toContain('money-without-place')
    expect(errorCode(await studio.owner('/v2/bulk/bookings/confirmOrDecline', { details: [{ bookingId: lost.id }, { bookingId: lost.id }] }))).toBe(
      'DUPLICATED_BOOKINGS',
    )
  })

  test('a paid request that is declined gets its money back by itself', async () => {
    const massage = await studio.service({ approval: true })
    const booking = await studio.book({ slot: studio.slotFor(massage), paymentOption: 'ONLINE', card })
    expect(booking).toMatchObject({ status: 'PENDING', paymentStatus: 'PAID' })
    const declined = (await studio.act(booking.id, 'decline', { revision: '2' })).body.booking
    expect(declined).toMatchObject({ status: 'DECLINED', paymentStatus: 'REFUNDED' })
    await server.runner.drain()
    const rows = await server.open.db.selectFrom('bookingPayment').selectAll().where('bookingId', '=', booking.id).execute()
    expect(rows).toMatchObject([{ amount: '40.00', refunded: '40.00' }])
    const { money } = await server.ok('GET', `/api/bookings/${booking.id}/money`, { as: studio.site })
    expect(money.payments).toMatchObject([{ refunded: '40.00', refunds: [{ reason: 'DECLINED', state: 'SUCCEEDED' }] }])
  })
})

describe('creating', () => {
  test('missing fields are named by their wire path, by type', async () => {
    const massage = await studio.service()
    const lacking = await studio.create({ booking: { bookedEntity: { slot: { serviceId: massage.id } }, contactDetails: mia } })
    expect([lacking.status, errorCode(lacking)]).toEqual([428, 'VALIDATION_FAILURE'])
    expect((errorData(lacking).violations as { field: string }[]).map((one) => one.field)).toEqual(
      ['startDate', 'endDate', 'location.locationType', 'resource.id'].map((field) => `booking.bookedEntity.slot.${field}`),
    )
    const { yoga } = await getClass(3)
    expect(errorCode(await studio.create({ booking: { bookedEntity: { slot: { serviceId: yoga.id } }, contactDetails: mia } }))).toBe('VALIDATION_FAILURE')
    expect(errorCode(await studio.create({ booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId: randomUUID() } }, contactDetails: mia } }))).toBe(
      'SESSION_NOT_FOUND',
    )
    const slot = studio.slotFor(massage)
    const specific = { ...slot, resource: undefined, resourceSelections: [{ selectionMethod: 'SPECIFIC_RESOURCE' }] }
    expect(errorCode(await studio.create(appointment(massage, { bookedEntity: { slot: specific } })))).toBe('INVALID_FLOW_SELECTED_RESOURCES')
    const both = appointment(massage, { totalParticipants: 1, participantsChoices: { serviceChoices: [{ numberOfParticipants: 1 }] } })
    expect(errorCode(await studio.create(both))).toBe('VALIDATION_FAILURE')
    expect(errorCode(await studio.create(appointment(massage, { participantsChoices: { serviceChoices: [{ numberOfParticipants: 1 }] } })))).toBe(
      'INVALID_SERVICE_CHOICES',
    )
    expect(errorCode(await studio.create(appointment(massage, { totalParticipants: 2 })))).toBe('VALIDATION_FAILURE')
    expect(errorCode(await studio.create(appointment(massage, { multiServiceBookingInfo: { id: randomUUID() } })))).toBe(
      'CAN_NOT_CREATE_BOOKING_WITH_MULTI_SERVICE_BOOKING_INFO',
    )
    const conflict = { ...appointment(massage, { contactDetails: mia }), formSubmission: { email: 'other@example.org' } }
    expect([(await studio.create(conflict)).status, errorCode(await studio.create(conflict))]).toEqual([409, 'CONTACT_DETAILS_CONFLICT'])
  })

  test('any free person takes it; named flags of a customer are ignored, and so is a status', async () => {
    const { id: bo } = await studio.resource('Bo')
    const massage = await studio.service({ staff: [studio.staff, bo] })
    const any = { ...studio.slotFor(massage), resource: undefined, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }
    const ask = async () =>
      (
        await studio.create({
          ...appointment(massage, { bookedEntity: { slot: any }, status: 'CONFIRMED' }),
          flowControlSettings: { skipAvailabilityValidation: true },
        })
      ).body
    const [first, second, third] = [await ask(), await ask(), await ask()]
    expect([first.booking.status, second.booking.status]).toEqual(['CREATED', 'CREATED'])
    expect(new Set([first, second].map((one) => one.booking.bookedEntity.slot.resource.id))).toEqual(new Set([studio.staff, bo]))
    expect(third.details.applicationError.code).toBe('SLOT_NOT_AVAILABLE')
  })

  test.each(['LOWEST_TO_HIGHEST', 'HIGHEST_TO_LOWEST'] as const)('without a chosen staff member, staff are taken by rank: %s', async (order) => {
    const add = async (name: string, rank: number): Promise<string> => {
      const { staffMember } = await server.ok('POST', '/v1/staff-members', { as: studio.site, body: { staffMember: { name } } })
      await server.ok('PUT', `/api/staff/${staffMember.id}/rank`, { as: studio.site, body: { rank } })
      return staffMember.resourceId
    }
    const ranked = [await add('Di', 30), await add('Ed', 10), await add('Fa', 20)] as const
    const rules = { staffSortingPolicy: { sortingMethodType: 'RANKING', rankingOptions: { order } } }
    const massage = await studio.service({ staff: [...ranked], rules })
    const any = {
      ...studio.slotFor(massage, '2027-05-10T10:00:00Z', '2027-05-10T11:00:00Z'),
      resource: undefined,
      resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }],
    }
    const taken = []
    for (let n = 0; n < 3; n++)
      taken.push((await studio.create(appointment(massage, { bookedEntity: { slot: any } }))).body.booking.bookedEntity.slot.resource.id)
    const [di, ed, fa] = ranked
    expect(taken).toEqual(order === 'LOWEST_TO_HIGHEST' ? [ed, fa, di] : [di, fa, ed])
  })

  test('a room is reserved along; two rooms serve two people at once, not three', async () => {
    const { id: bo } = await studio.resource('Bo')
    const { id: cy } = await studio.resource('Cy')
    const room = await studio.resource('Room 1')
    const second = await studio.resource('Room 2', room.typeId)
    const massage = await studio.service({ staff: [studio.staff, bo, cy], rooms: { type: room.typeId, ids: [room.id, second.id] } })
    const monday = ['2027-05-10T10:00:00Z', '2027-05-10T11:00:00Z'] as const
    const any = { ...studio.slotFor(massage, ...monday), resource: undefined, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }
    const codes = []
    for (let n = 0; n < 3; n++) {
      const answer = await studio.create(appointment(massage, { bookedEntity: { slot: any } }))
      codes.push(errorCode(answer) ?? answer.body.booking.status)
    }
    expect(codes).toEqual(['CREATED', 'CREATED', 'SLOT_NOT_AVAILABLE'])
  })

  test('the business books in spite of a conflict only for a named customer', async () => {
    const massage = await studio.service()
    const any = { ...studio.slotFor(massage), resource: undefined, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }
    const flags = { flowControlSettings: { skipAvailabilityValidation: true } }
    expect(errorCode(await studio.owner('/v2/bookings', { ...appointment(massage, { bookedEntity: { slot: any } }), ...flags }))).toBe(
      'CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED',
    )
    const contact = appointment(massage, { contactDetails: { contactId: randomUUID() } })
    expect(errorCode(await studio.owner('/v2/bookings', contact))).toBe('VALIDATION_FAILURE')
    const made = await studio.owner('/v2/bookings', { ...appointment(massage, { status: 'CONFIRMED' }), participantNotification: { notifyParticipants: true } })
    expect(made.body.booking).toMatchObject({ status: 'CONFIRMED', bookingSource: { actor: 'BUSINESS' }, paymentStatus: 'UNDEFINED' })
    expect(await studio.sentTemplates(made.body.booking.contactDetails.email)).toEqual(['booking-confirmed'])
  })

  test('a form fills the contact; the rest becomes additional fields', async () => {
    const massage = await studio.service()
    const { booking } = (
      await studio.create({
        ...appointment(massage, { contactDetails: { phone: '+49 30 1234' } }),
        formSubmission: { first_name: 'Ida', email: 'Ida@Example.org', note: 'by the window', newsletter: true },
      })
    ).body
    expect(booking.contactDetails).toMatchObject({ firstName: 'Ida', email: 'Ida@Example.org', phone: '+49 30 1234' })
    expect(booking.additionalFields).toMatchObject([
      { label: 'note', value: 'by the window' },
      { label: 'newsletter', value: 'true', valueType: 'CHECK_BOX' },
    ])
    expect(booking.formSubmissionId).toMatch(/^[0-9a-f-]{36}$/)
    const [found] = (await studio.owner('/v2/extended-bookings/query', { query: { filter: { id: booking.id } }, withFormSubmissions: true })).body
      .extendedBookings
    expect(found.formSubmissions).toMatchObject([{ submissions: { note: 'by the window' } }])
  })

  test('at most five live holds per person, and thirty bookings an hour', async () => {
    const { yoga, eventId } = await getClass(90)
    const token = await server.visitorToken(studio.site)
    const sessions = [eventId]
    for (let n = 1; n < 7; n++) sessions.push(await studio.session(yoga, `2027-05-1${n}T10:00:00Z`, `2027-05-1${n}T11:00:00Z`))
    const codes = []
    for (const id of sessions) codes.push((await studio.create(inClass(yoga, id), token)).status)
    expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429])
    // What the business holds from the same address keeps no customer out.
    const createBookingsInfo = Array.from({ length: 20 }, () => inClass(yoga, eventId, { contactDetails: guest() }))
    await studio.owner('/v2/bulk/bookings/create', { createBookingsInfo })
    expect((await studio.create(inClass(yoga, eventId), await server.visitorToken(studio.site))).status).toBe(200)
    server.freezeClock('2027-05-01T10:11:00Z')
    expect((await studio.create(inClass(yoga, eventId), token)).status).toBe(200)
  })

  test('bulk: a missing field fails the whole call, a taken time only its item', async () => {
    const massage = await studio.service()
    const whole = await studio.owner('/v2/bulk/bookings/create', {
      createBookingsInfo: [appointment(massage), { booking: { bookedEntity: { slot: { serviceId: massage.id } }, contactDetails: mia } }],
    })
    expect(errorCode(whole)).toBe('VALIDATION_FAILURE')
    const empty = await studio.owner('/v2/bulk/bookings/create', { createBookingsInfo: [appointment(massage, { contactDetails: {} })] })
    expect(errorCode(empty)).toBe('EMPTY_FORM_INFO')
    expect((await studio.owner('/v2/extended-bookings/count', {})).body.count).toBe(0)
    const unknownResource = { ...studio.slotFor(massage), resource: { id: randomUUID() } }
    const some = await studio.owner('/v2/bulk/bookings/create', {
      createBookingsInfo: [appointment(massage, { bookedEntity: { slot: unknownResource } }), appointment(massage)],
      returnFullEntity: true,
    })
    expect(some.body.results).toMatchObject([{ itemMetadata: { success: false, error: { code: 'RESOURCE_NOT_FOUND' } } }, { itemMetadata: { success: true } }])
    const cancel = async (body: object) => errorCode(await studio.owner('/v2/bulk/bookings/cancel', body))
    const bookingId = some.body.results[1].item.id
    expect([
      await cancel({}),
      await cancel({ recurringCancellation: {} }),
      await cancel({
        bookings: {
          bookingsInfo: [
            { bookingId, revision: '1' },
            { bookingId, revision: '1' },
          ],
        },
      }),
    ]).toEqual(['MISSING_CANCELLATION_INFO', 'RECURRING_GROUP_NOT_FOUND', 'DUPLICATE_BOOKING_IDS'])
    expect(errorCode(await studio.act(bookingId, 'cancel', { revision: '1', waiveCharges: true, newPrice: '10' }))).toBe('NEW_PRICE_WITH_WAIVE_CHARGES')
  })

  test('which payment option a service takes', async () => {
    const onlineOnly = await studio.service({ options: { online: true } })
    const codes = async (s: CreatedService, option: string) => errorCode(await studio.create(appointment(s, { selectedPaymentOption: option }))) ?? 'ok'
    expect([
      await codes(onlineOnly, 'OFFLINE'),
      await codes(onlineOnly, 'MEMBERSHIP'),
      await codes(onlineOnly, 'MEMBERSHIP_OFFLINE'),
      await codes(onlineOnly, 'UNDEFINED'),
    ]).toEqual(['VALIDATION_FAILURE', 'VALIDATION_FAILURE', 'VALIDATION_FAILURE', 'ok'])
    const free = await studio.service({ price: '0' })
    const booked = await studio.book({ slot: studio.slotFor(free, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z'), paymentOption: 'ONLINE' })
    expect(booked).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'EXEMPT', selectedPaymentOption: 'OFFLINE' })
    const ask = await studio.service({ rate: 'CUSTOM' })
    expect(await studio.book({ slot: studio.slotFor(ask, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z') })).toMatchObject({
      status: 'CONFIRMED',
      paymentStatus: 'NOT_PAID',
    })
    const skipped = await studio.owner('/v2/bookings', {
      ...appointment(onlineOnly, { selectedPaymentOption: 'OFFLINE' }, '2027-05-13T10:00:00Z', '2027-05-13T11:00:00Z'),
      flowControlSettings: { skipSelectedPaymentOptionValidation: true },
    })
    expect(skipped.body.booking.selectedPaymentOption).toBe('OFFLINE')
  })

  test('a deposit is what is due now; the rest is noted at the desk', async () => {
    const massage = await studio.service({ deposit: '10.00', options: { online: true } })
    expect(errorCode(await studio.create(appointment(massage, { selectedPaymentOption: 'ONLINE', depositSelected: false })))).toBe('VALIDATION_FAILURE')
    const booking = await studio.book({ slot: studio.slotFor(massage), paymentOption: 'ONLINE', card })
    expect(booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PARTIALLY_PAID', depositSelected: true })
    const paid = await studio.owner(`/api/bookings/${booking.id}/mark-paid`)
    expect(paid.body.booking.paymentStatus).toBe('PAID')
    const { amounts } = (await studio.owner(`/api/bookings/${booking.id}/summary`, {}, 'GET')).body
    expect(amounts).toMatchObject({ total: '40.00', paid: '40.00' })
    const [found] = (
      await studio.owner('/v2/extended-bookings/query', { query: { filter: { id: booking.id } }, withEcomOrder: true, withEcomTransactions: true })
    ).body.extendedBookings
    expect(found.order).toMatchObject({ number: '1', status: 'APPROVED', paymentStatus: 'PAID', balance: { amount: '0.00' }, totalPrice: { amount: '40.00' } })
    expect(found.transactions.payments).toHaveLength(2)
  })
})
