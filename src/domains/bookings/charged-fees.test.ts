/** Fees that are charged through HTTP: with what was paid, by the card on file, by the business. Source: guide bookings §11, §14, §24 (N). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, mia, type BookingStudio } from '../../../test/factories/booking-studio.ts'
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

const asPerson = (token: string, path: string, body: Record<string, unknown>) => server.call('POST', path, { token, body })

describe('fees', () => {
  const feeRules = {
    cancellationFeePolicy: {
      enabled: true,
      cancellationWindows: [
        { percentage: '50', startInMinutes: 2880 },
        { percentage: '100', startInMinutes: 1440 },
      ],
      autoCollectFeeEnabled: true,
    },
    saveCreditCardPolicy: { enabled: true },
    customPolicyDescription: { enabled: true, description: 'Late cancellations cost.' },
  }
  const START = '2027-05-10T10:00:00Z'
  async function bookAndPay(more: Record<string, unknown> = {}, option = 'ONLINE', number = card.number) {
    const massage = await studio.service({ rules: { ...feeRules, ...more } })
    const member = await server.registerMember(studio.site)
    const booking = await studio.book(
      {
        slot: studio.slotFor(massage),
        contactDetails: { firstName: 'Mia', email: member.email },
        paymentOption: option,
        card: { ...card, number },
      },
      member.token,
    )
    return { booking, member }
  }
  const list = async (token: string, id: string) =>
    (await server.ok('GET', '/_api/booking-fees/v1/booking-fees', { token, query: { bookingIds: id } })).bookingFees
  const before = (minutes: number) => server.freezeClock(new Date(Date.parse(START) - minutes * 60_000).toISOString())

  test('the preview follows the windows: 3000 min none, 2880 half, 1441 half, 1440 all', async () => {
    const { booking, member } = await bookAndPay()
    const prices = []
    for (const minutes of [3000, 2880, 1441, 1440]) {
      before(minutes)
      const [fee] = await list(member.token, booking.id)
      prices.push(fee ? `${fee.cancellationFee.status} ${fee.cancellationFee.price.value}` : 'none')
    }
    expect(prices).toEqual(['none', 'PREVIEW 20.00', 'PREVIEW 20.00', 'PREVIEW 40.00'])
    expect((await server.call('GET', '/v1/booking-fees', { token: member.token })).body.details.applicationError.code).toBe('MISSING_BOOKING_IDS')
    const otherMember = await server.registerMember(studio.site)
    expect(await list(otherMember.token, booking.id)).toEqual([])
  })

  test('N: a late cancellation of a paid booking puts the fee on the order; nothing more is charged', async () => {
    const { booking, member } = await bookAndPay()
    before(1441)
    const gone = await asPerson(member.token, `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision })
    expect(gone.body.booking.status).toBe('CANCELED')
    await server.runner.drain()
    expect(await list(member.token, booking.id)).toMatchObject([
      { cancellationFee: { status: 'APPLIED_TO_ORDER', trigger: 'BOOKING_CANCELED', price: { value: '20.00' } } },
    ])
    const [found] = (
      await studio.owner('/v2/extended-bookings/query', { query: { filter: { id: booking.id } }, withBookingFeeDetails: true, withEcomOrder: true })
    ).body.extendedBookings
    expect(found).toMatchObject({ bookingFeeDetails: { cancellationFeeStatus: 'APPLIED_TO_ORDER' }, order: { balance: { amount: '0.00' } } })
    expect(await studio.sentTemplates(member.email)).not.toContain('fee-charged')
  })

  test('unpaid: the card on file is charged; a card that says no leaves the fee open and the owner knows', async () => {
    const { booking, member } = await bookAndPay({}, 'OFFLINE')
    expect(booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'NOT_PAID' })
    before(1440)
    await asPerson(member.token, `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision })
    await server.runner.drain()
    expect(await studio.sentTemplates(member.email)).toContain('fee-charged')
    const bare = await studio.service({ rules: feeRules })
    const withoutCard = await asPerson(member.token, '/api/checkout/bookings', {
      slot: studio.slotFor(bare, '2027-05-20T10:00:00Z', '2027-05-20T11:00:00Z'),
      contactDetails: mia,
      paymentOption: 'OFFLINE',
      acceptsFees: true,
    })
    // A provider with a page of its own asks for the card there.
    if (server.provider === 'stripe') expect(withoutCard.body.payment).toEqual({ outcome: 'redirect', url: expect.any(String) })
    else expect(errorCode(withoutCard)).toBe('PAYMENT_REQUIRED')
  })

  test('a fee that the card refused is collected later as another attempt, under another key, and then no more', async () => {
    // It is saved without a word and declined once the customer is away.
    const { booking, member } = await bookAndPay({}, 'OFFLINE', '4000000000000341')
    const nextDay = studio.slotFor(await studio.service({ rules: feeRules }), '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
    const other = await studio.book({ slot: nextDay, paymentOption: 'OFFLINE', card })
    const { db } = server.open
    before(1440)
    await asPerson(member.token, `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision })
    await server.runner.drain()
    expect(await studio.sentTemplates(member.email)).toContain('fee-failed')
    const { orderId } = await db.selectFrom('booking').select('orderId').where('id', '=', booking.id).executeTakeFirstOrThrow()
    const attempts = () =>
      db
        .selectFrom('paymentAttempt')
        .innerJoin('bookingPayment', 'bookingPayment.chargeId', 'paymentAttempt.id')
        .select(['paymentAttempt.payableId', 'paymentAttempt.state', 'paymentAttempt.key'])
        .where('bookingPayment.bookingId', '=', booking.id)
        .where('paymentAttempt.kind', '=', 'BOOKING_FEE')
        .orderBy('n')
        .execute()
    const [refused] = await attempts()
    const collect = () => studio.owner('/v1/booking-fees/collect', { orderId, additionalFeeId: refused?.payableId })
    const good = await db.selectFrom('bookingCard').select(['token', 'customer']).where('bookingId', '=', other.id).executeTakeFirstOrThrow()
    await db.updateTable('bookingCard').set(good).where('bookingId', '=', booking.id).execute()
    const collected = await collect()
    expect(collected.body).toMatchObject({ collectedPrice: { amount: '40.00' } })
    const made = await attempts()
    expect(made.map(({ state }) => state)).toEqual(['DECLINED', 'SUCCEEDED'])
    expect(new Set(made.map(({ key }) => key)).size).toBe(2)
    expect(errorCode(await collect())).toBe('ORDER_BALANCE_NON_POSITIVE')
  })

  test('a no-show: noted, put on the order with a lower price, collected once', async () => {
    const { booking, member } = await bookAndPay({}, 'OFFLINE')
    const other = await studio.book({
      slot: studio.slotFor(await studio.service(), '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z'),
      paymentOption: 'ONLINE',
      card,
    })
    server.freezeClock('2027-05-10T12:00:00Z')
    const said = await studio.owner('/v2/attendance/set', {
      attendance: { bookingId: booking.id, status: 'NOT_ATTENDED' },
      participantNotification: { notifyParticipants: true },
    })
    expect(said.body.attendance).toMatchObject({ status: 'NOT_ATTENDED', numberOfAttendees: 0 })
    expect(await studio.sentTemplates(member.email)).toContain('no-show')
    const events = await server.emittedEvents(studio.site, said.body.attendance.id)
    expect(events.map((event) => event.eventType)).toEqual(['wix.bookings.v2.attendance_marked_as_not_attended'])
    expect(await list(member.token, booking.id)).toMatchObject([
      { cancellationFee: { status: 'NOT_YET_APPLIED_TO_ORDER', trigger: 'NOT_ATTENDED', price: { value: '40.00' } } },
    ])
    const apply = (body: Record<string, unknown>) => studio.owner('/v1/booking-fees/apply', { bookingIds: [booking.id], ...body })
    expect(errorCode(await apply({ bookingIds: [booking.id, other.id] }))).toBe('BOOKING_IDS_BELONG_TO_DIFFERENT_ORDERS')
    const clerk = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_CANCEL', 'BOOKINGS.BOOKING_FEE_APPLY_TO_ORDER'])
    const byClerk = async (path: string, body: object) => errorCode(await server.call('POST', path, { ...clerk, body }))
    expect([
      await byClerk('/v1/booking-fees/apply', { bookingIds: [booking.id], priceOverride: { value: '30', currency: 'USD' } }),
      await byClerk(`/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { withRefund: true } }),
    ]).toEqual(['PRICE_OVERRIDE_INSUFFICIENT_PERMISSIONS', 'UNAUTHORIZED_OPERATION'])
    expect(errorCode(await apply({ priceOverride: { value: '41', currency: 'USD' } }))).toBe('PRICE_OVERRIDE_EXCEEDS_MAX')
    const { ecomOrderInfo, bookingFees } = (await apply({ priceOverride: { value: '30', currency: 'USD' } })).body
    expect([ecomOrderInfo.additionalFeePrice.amount, bookingFees[0].cancellationFee.status]).toEqual(['30.00', 'APPLIED_TO_ORDER'])
    expect(errorCode(await apply({}))).toBe('BOOKING_FEE_ALREADY_APPLIED')
    const collect = (body: Record<string, unknown>) => studio.owner('/v1/booking-fees/collect', { ...ecomOrderInfo, ...body })
    expect(errorCode(await collect({ orderId: randomUUID() }))).toBe('ORDER_NOT_FOUND')
    expect(errorCode(await collect({ additionalFeeId: randomUUID() }))).toBe('ADDITIONAL_FEE_NOT_FOUND')
    expect((await collect({})).body.collectedPrice.amount).toBe('30.00')
    await studio.owner(`/api/bookings/${booking.id}/mark-paid`)
    expect(errorCode(await collect({}))).toBe('ORDER_BALANCE_NON_POSITIVE')
    expect(errorCode(await studio.owner('/v1/booking-fees/apply', { bookingIds: [randomUUID()] }))).toBe('BOOKING_FEE_NOT_FOUND')
  })

  test('the business charges the fee if it says so: the effect and the email are shown first, then the card is charged', async () => {
    const { booking, member } = await bookAndPay({}, 'OFFLINE')
    before(2000)
    const effect = async () => (await studio.owner('/api/bookings/cancellation-effects', { bookingIds: [booking.id], because: 'BUSINESS' })).body.bookings[0]
    expect(await effect()).toMatchObject({ refunded: '0.00', fee: { amount: '20.00', open: '20.00', settlement: 'CARD' } })
    const email = async (chargesFee: boolean) => (await studio.owner(`/api/bookings/${booking.id}/email-preview`, { change: 'CANCEL', chargesFee })).body.text
    expect(await email(true)).toMatch(/cancellation fee of .*20/)
    expect(await email(false)).not.toContain('cancellation fee')
    expect(await list(member.token, booking.id)).toMatchObject([{ cancellationFee: { status: 'PREVIEW' } }])
    await studio.act(booking.id, 'cancel', { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true, waiveCancellationFee: false } })
    await server.runner.drain()
    expect(await list(member.token, booking.id)).toMatchObject([{ cancellationFee: { status: 'APPLIED_TO_ORDER', price: { value: '20.00' } } }])
    expect(await studio.sentTemplates(member.email)).toContain('fee-charged')
    expect(await effect()).toBeUndefined()
  })

  test('the fee of a paid booking is kept from what was paid; outside the windows, waived or in a session that is cancelled there is none', async () => {
    const { booking, member } = await bookAndPay()
    const effect = async (because: string) =>
      (await studio.owner('/api/bookings/cancellation-effects', { bookingIds: [booking.id], because })).body.bookings[0].fee
    before(3000)
    expect(await effect('BUSINESS')).toBeUndefined()
    before(2000)
    expect(await effect('SESSION')).toBeUndefined()
    expect(await effect('BUSINESS')).toEqual({ amount: '20.00', open: '0.00', settlement: 'KEPT' })
    const cancel = (waiveCancellationFee: unknown) =>
      studio.owner(`/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { waiveCancellationFee } })
    expect((await cancel('no')).status).toBe(400)
    expect((await cancel(false)).body.booking).toMatchObject({ status: 'CANCELED', paymentStatus: 'PAID' })
    await server.runner.drain()
    expect(await list(member.token, booking.id)).toMatchObject([{ cancellationFee: { status: 'APPLIED_TO_ORDER' } }])
    expect(await studio.sentTemplates(member.email)).not.toContain('fee-charged')
    const other = await bookAndPay()
    before(2000)
    await studio.act(other.booking.id, 'cancel', { revision: other.booking.revision, flowControlSettings: { waiveCancellationFee: true } })
    expect(await list(other.member.token, other.booking.id)).toEqual([])
  })

  test('of several that are cancelled at once each pays the fee as the business says, and each fails alone', async () => {
    const { booking, member } = await bookAndPay({}, 'OFFLINE')
    before(2000)
    const flowControlSettings = { ignoreCancellationPolicy: true, waiveCancellationFee: false }
    const bookingsInfo = [
      { bookingId: booking.id, revision: booking.revision, flowControlSettings },
      { bookingId: randomUUID(), revision: '1', flowControlSettings },
    ]
    const { body } = await studio.owner('/v2/bulk/bookings/cancel', { bookings: { bookingsInfo } })
    expect(body.results.map((one: { itemMetadata: { success: boolean } }) => one.itemMetadata.success)).toEqual([true, false])
    await server.runner.drain()
    expect(await list(member.token, booking.id)).toMatchObject([{ cancellationFee: { status: 'APPLIED_TO_ORDER', price: { value: '20.00' } } }])
  })

  test('who may not manage payments cannot charge the fee; a customer who says it is the business is not heard', async () => {
    const { booking, member } = await bookAndPay()
    before(2000)
    const clerk = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_CANCEL'])
    const settings = { revision: booking.revision, flowControlSettings: { waiveCancellationFee: false } }
    const refused = await server.call('POST', `/v2/bookings/${booking.id}/cancel`, { ...clerk, body: settings })
    expect([refused.status, errorCode(refused)]).toEqual([403, 'UNAUTHORIZED_OPERATION'])
    expect(await list(member.token, booking.id)).toMatchObject([{ cancellationFee: { status: 'PREVIEW' } }])
    await asPerson(member.token, `/v2/bookings/${booking.id}/cancel`, { ...settings, flowControlSettings: { waiveCancellationFee: true } })
    expect(await list(member.token, booking.id)).toMatchObject([{ cancellationFee: { price: { value: '20.00' } } }])
  })

  test('the business cancels without a fee; the rules of a booking stay as they were', async () => {
    const { booking, member } = await bookAndPay()
    before(1440)
    await studio.act(booking.id, 'cancel', { revision: booking.revision })
    expect(await list(member.token, booking.id)).toEqual([])
    const snapshots = await server.ok('GET', '/_api/booking-policy-snapshots/v1/policy-snapshots', { token: member.token, query: { bookingIds: booking.id } })
    expect(snapshots.bookingPolicySnapshots).toMatchObject([
      { bookingId: booking.id, policy: { cancellationFeePolicy: { enabled: true }, customPolicyDescription: { description: 'Late cancellations cost.' } } },
    ])
    const otherMember = await server.registerMember(studio.site)
    const refused = await server.call('GET', '/v1/policy-snapshots', { token: otherMember.token, query: { bookingIds: booking.id } })
    expect([refused.status, errorCode(refused)]).toEqual([404, 'BOOKING_POLICY_SNAPSHOT_NOT_FOUND'])
  })
})
