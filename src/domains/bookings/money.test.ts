/** Plans, baskets, cancellations and fees through HTTP. Source: guide bookings §11, §12, §14, §24 (K, N); pricing-plans §13. */
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

const act = (id: string, what: string, body: Record<string, unknown>) => studio.owner(`/v2/bookings/${id}/${what}`, body)
const asPerson = (token: string, path: string, body: Record<string, unknown>) => server.call('POST', path, { token, body })

describe('a plan pays', () => {
  /** A class, a plan with so many sessions that covers it, and a member who has it. */
  async function member(credits: number | null) {
    const yoga = await studio.service({
      type: 'CLASS',
      capacity: 20,
      options: { online: true, inPerson: true, pricingPlan: true },
      rules: {
        participantsPolicy: { maxParticipantsPerBooking: 9 },
        cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 60 },
      },
    })
    const { plan } = (
      await studio.owner('/v2/plans', {
        plan: { name: 'Pack', pricing: { price: { value: '30' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } }, public: true },
      })
    ).body
    await server.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: studio.site, body: { benefit: { credits }, serviceIds: [yoga.id] } })
    const who = await server.registerMember(studio.site)
    const { order } = (await studio.owner('/v2/checkout/orders/offline', { planId: plan.id, memberId: who.memberId, paid: true })).body
    const eventId = await studio.session(yoga)
    return { yoga, eventId, ...who, orderId: order.id as string }
  }
  const create = async (m: { yoga: CreatedService; token: string; email: string }, eventId: string, people: number, option = 'MEMBERSHIP') =>
    (
      await asPerson(m.token, '/v2/bookings', {
        booking: {
          bookedEntity: { slot: { serviceId: m.yoga.id, eventId } },
          contactDetails: { firstName: 'Mia', email: m.email },
          totalParticipants: people,
          selectedPaymentOption: option,
        },
      })
    ).body.booking
  const checkout = async (token: string, bookingId: string) => {
    const { checkout: made } = (
      await asPerson(token, '/ecom/v1/checkouts', { lineItems: [{ quantity: 1, catalogReference: { catalogItemId: bookingId, appId: randomUUID() } }] })
    ).body
    return asPerson(token, `/ecom/v1/checkouts/${made.id}/create-order`, {})
  }
  const balance = async (m: { orderId: string }) =>
    (await server.open.db.selectFrom('planOrder').select('creditBalance').where('id', '=', m.orderId).executeTakeFirstOrThrow()).creditBalance
  const bookingOf = async (token: string, id: string) => (await server.ok('GET', `/api/bookings/${id}/summary`, { token })).booking

  test('K: three at once with credits for two: two are paid, one stays a held booking', async () => {
    const m = await member(4)
    const ids = []
    for (const day of ['10', '11', '12'])
      ids.push((await create(m, await studio.session(m.yoga, `2027-05-${day}T16:00:00Z`, `2027-05-${day}T17:00:00Z`), 2)).id)
    const answers = await Promise.all(ids.map((id) => checkout(m.token, id)))
    expect(answers.map((answer) => errorCode(answer) ?? 'ok').sort()).toEqual(['NOT_ENOUGH_BALANCE', 'ok', 'ok'])
    const states = []
    for (const id of ids) states.push(await bookingOf(m.token, id))
    expect(states.map((booking) => `${booking.status} ${booking.paymentStatus}`).sort()).toEqual(['CONFIRMED PAID', 'CONFIRMED PAID', 'CREATED UNDEFINED'])
    expect(await balance(m)).toBe(0)
  })

  test('a plan at the desk: the booking stays unpaid until the owner redeems it, once, and with the same checks', async () => {
    const m = await member(3)
    const refusedYet = await asPerson(m.token, '/v2/bookings', {
      booking: {
        bookedEntity: { slot: { serviceId: m.yoga.id, eventId: m.eventId } },
        contactDetails: { firstName: 'Mia', email: m.email },
        selectedPaymentOption: 'MEMBERSHIP_OFFLINE',
      },
    })
    expect([errorCode(refusedYet), errorData(refusedYet)]).toEqual([
      'VALIDATION_FAILURE',
      { field: 'booking.selectedPaymentOption', option: 'MEMBERSHIP_OFFLINE' },
    ])
    await server.ok('PATCH', '/api/money/terms', { as: studio.site, body: { redeemAtDesk: true } })
    const day = async (date: string) => studio.session(m.yoga, `2027-05-${date}T16:00:00Z`, `2027-05-${date}T17:00:00Z`)
    const held = []
    for (const date of ['10', '11']) {
      const { id } = await create(m, await day(date), 2, 'MEMBERSHIP_OFFLINE')
      expect((await checkout(m.token, id)).status).toBe(200)
      held.push(id)
    }
    const [first, second] = held
    expect(await bookingOf(m.token, first)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'NOT_PAID', selectedPaymentOption: 'MEMBERSHIP_OFFLINE' })
    expect(await balance(m)).toBe(3)
    const redeem = (id: string) => server.call('POST', `/api/bookings/${id}/pay-by-plan`, { as: studio.site, body: {} })
    for (const _ of ['once', 'again']) expect((await redeem(first)).body.booking).toMatchObject({ paymentStatus: 'PAID' })
    expect(await balance(m)).toBe(1)
    const refused = await redeem(second)
    expect([errorCode(refused), refused.body.details.applicationError.data]).toEqual([
      'NOT_ENOUGH_BALANCE',
      expect.objectContaining({ reason: 'NOT_ENOUGH_BALANCE', availableBalance: '1', requestedBalance: '2' }),
    ])
    expect((await act(first, 'cancel', { revision: '3', flowControlSettings: { withRefund: true } })).body.booking.paymentStatus).toBe('REFUNDED')
    expect(await balance(m)).toBe(3)
    expect(errorCode(await redeem(first))).toBe('INVALID_BOOKING_STATUS')
  })

  test('sessions follow the number of people, and go back when it is cancelled in time', async () => {
    const m = await member(4)
    const booking = await create(m, m.eventId, 2)
    expect((await checkout(m.token, booking.id)).status).toBe(200)
    expect(await balance(m)).toBe(2)
    expect((await act(booking.id, 'update_number_of_participants', { revision: '2', totalParticipants: 4 })).body.booking).toMatchObject({
      totalParticipants: 4,
      paymentStatus: 'PAID',
    })
    expect(await balance(m)).toBe(0)
    expect(errorCode(await act(booking.id, 'update_number_of_participants', { revision: '3', totalParticipants: 5 }))).toBe('NOT_ENOUGH_BALANCE')
    await act(booking.id, 'update_number_of_participants', { revision: '3', totalParticipants: 3 })
    expect(await balance(m)).toBe(1)
    const cancelled = await asPerson(m.token, `/v2/bookings/${booking.id}/cancel`, { revision: '4' })
    expect(cancelled.body.booking).toMatchObject({ status: 'CANCELED', paymentStatus: 'REFUNDED' })
    expect(await balance(m)).toBe(4)
  })

  test('the business gives sessions back when it says so; late, lost and declined follow their rows', async () => {
    const m = await member(5)
    const book = async (day: string) => {
      const booking = await create(m, await studio.session(m.yoga, `2027-05-${day}T16:00:00Z`, `2027-05-${day}T17:00:00Z`), 1)
      await checkout(m.token, booking.id)
      return booking.id as string
    }
    const [kept, returned, late, gone] = [await book('10'), await book('11'), await book('12'), await book('13')]
    expect(await balance(m)).toBe(1)
    expect((await act(kept, 'cancel', { revision: '2' })).body.booking.paymentStatus).toBe('PAID')
    expect(await balance(m)).toBe(1)
    expect((await act(returned, 'cancel', { revision: '2', flowControlSettings: { withRefund: true } })).body.booking.paymentStatus).toBe('REFUNDED')
    expect(await balance(m)).toBe(2)
    server.freezeClock('2027-05-12T15:30:00Z')
    expect(errorCode(await asPerson(m.token, `/v2/bookings/${late}/cancel`, { revision: '2', flowControlSettings: { ignoreCancellationPolicy: true } }))).toBe(
      'BOOKING_POLICY_VIOLATION',
    )
    const event = (await bookingOf(m.token, gone)).bookedEntity.slot.eventId
    expect((await studio.owner(`/calendar/v3/events/${event}/cancel`)).status).toBe(200)
    expect(await bookingOf(m.token, gone)).toMatchObject({ status: 'CANCELED', paymentStatus: 'REFUNDED' })
    expect(await balance(m)).toBe(3)
    const over = await book('14')
    await studio.owner(`/v2/orders/${m.orderId}/cancel`, { effectiveAt: 'IMMEDIATELY' })
    const back = await act(over, 'cancel', { revision: '2', flowControlSettings: { withRefund: true } })
    expect([back.status, errorCode(back)]).toEqual([428, 'REFUND_NOT_ALLOWED'])
    expect((await act(over, 'cancel', { revision: '2' })).body.booking).toMatchObject({ status: 'CANCELED', paymentStatus: 'PAID' })
  })

  test.each(['keep', 'cancel'] as const)(
    'what is booked after the end of the plan stays and is listed, unless the business wants it cancelled: %s',
    async (onPlanEnd) => {
      await server.ok('PATCH', '/api/money/terms', { as: studio.site, body: { onPlanEnd } })
      const m = await member(5)
      const booking = await create(m, m.eventId, 1)
      await checkout(m.token, booking.id)
      const listed = async () =>
        (await server.ok('GET', `/api/plan-orders/${m.orderId}/bookings`, { as: studio.site })).bookings.map((one: { id: string }) => one.id)
      expect(await listed()).toEqual([booking.id])
      await studio.owner(`/v2/orders/${m.orderId}/cancel`, { effectiveAt: 'IMMEDIATELY' })
      await server.runner.drain()
      expect([(await bookingOf(m.token, booking.id)).status, await listed(), (await studio.sentTemplates(m.email)).includes('booking-canceled')]).toEqual(
        onPlanEnd === 'keep' ? ['CONFIRMED', [booking.id], false] : ['CANCELED', [], true],
      )
    },
  )

  test('an unlimited plan spends nothing; without a plan, or outside its time, the reason is said', async () => {
    const m = await member(null)
    const booking = await create(m, m.eventId, 1)
    expect((await checkout(m.token, booking.id)).status).toBe(200)
    const stranger = await server.registerMember(studio.site)
    const theirs = await create({ ...m, ...stranger }, m.eventId, 1)
    const refused = await checkout(stranger.token, theirs.id)
    expect([errorCode(refused), errorData(refused).reason]).toEqual(['NOT_ENOUGH_BALANCE', 'BENEFIT_NOT_FOUND'])
    const far = await studio.session(m.yoga, '2027-11-10T16:00:00Z', '2027-11-10T17:00:00Z')
    const moved = await asPerson(m.token, `/v2/bookings/${booking.id}/reschedule`, { revision: '2', slot: { eventId: far } })
    expect([errorCode(moved), errorData(moved).reason]).toEqual(['VALIDATION_FAILURE', 'OUT_OF_PLAN_PERIOD'])
    const visitor = await server.visitorToken(studio.site)
    expect(await create({ ...m, token: visitor, email: guest().email }, m.eventId, 1)).toBeUndefined()
  })
})

describe('baskets', () => {
  const held = async (token: string, s: CreatedService, start: string, option = 'OFFLINE') =>
    (
      await asPerson(token, '/v2/bookings', {
        booking: {
          bookedEntity: { slot: studio.slotFor(s, `2027-05-10T${start}:00Z`, `2027-05-10T${Number(start.slice(0, 2)) + 1}:00:00Z`) },
          contactDetails: mia,
          selectedPaymentOption: option,
        },
      })
    ).body.booking
  const items = (...ids: string[]) => ({
    lineItems: ids.map((catalogItemId) => ({ quantity: 1, catalogReference: { appId: randomUUID(), catalogItemId } })),
    channelType: 'WEB',
  })

  test('what is paid on the spot is placed once; both bookings are confirmed with one order', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    const [one, two] = [await held(token, massage, '10:00'), await held(token, massage, '12:00')]
    const { checkout } = (await asPerson(token, '/ecom/v1/checkouts', items(one.id, two.id))).body
    expect(checkout).toMatchObject({
      lineItems: [{ id: one.id, paymentOption: 'FULL_PAYMENT_OFFLINE', price: { amount: '40.00' } }, { id: two.id }],
      priceSummary: { total: { amount: '80.00' } },
      payNow: { total: { amount: '0.00' } },
      payLater: { total: { amount: '80.00' } },
    })
    expect(errorCode(await asPerson(await server.visitorToken(studio.site), `/ecom/v1/checkouts/${checkout.id}/create-order`, {}))).toBe('CHECKOUT_NOT_FOUND')
    const place = () => asPerson(token, `/ecom/v1/checkouts/${checkout.id}/create-order`, {})
    const first = await place()
    expect((await place()).body.orderId).toBe(first.body.orderId)
    const { extendedBookings } = (await studio.owner('/v2/extended-bookings/query', { withEcomOrder: true })).body
    expect(extendedBookings.map((x: { booking: { status: string }; order: { id: string } }) => [x.booking.status, x.order.id])).toEqual([
      ['CONFIRMED', first.body.orderId],
      ['CONFIRMED', first.body.orderId],
    ])
    expect((await asPerson(token, '/ecom/v1/checkouts', items(one.id))).status).toBe(428)
    const stranger = await server.visitorToken(studio.site)
    expect((await server.call('GET', `/ecom/v1/checkouts/${checkout.id}`, { token: stranger })).status).toBe(404)
    expect(errorCode(await asPerson(stranger, '/ecom/v1/checkouts', items(one.id)))).toBe('BOOKING_NOT_FOUND')
  })

  test('what is due now is paid on the page, in one charge; the owner may place it unpaid', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    const [one, two] = [await held(token, massage, '10:00', 'ONLINE'), await held(token, massage, '12:00', 'OFFLINE')]
    const { cart } = (await asPerson(token, '/_api/cart-v2/v2/carts', { cart: {}, catalogItems: items(one.id, two.id).lineItems })).body
    expect(cart.lineItems.map((item: { paymentConfig: { paymentOption: string } }) => item.paymentConfig.paymentOption)).toEqual([
      'FULL_PAYMENT_ONLINE',
      'FULL_PAYMENT_OFFLINE',
    ])
    const sums = (await asPerson(token, `/_api/cart-v2/v2/carts/${cart.id}/calculate`, {})).body.summary
    expect(sums).toMatchObject({ priceSummary: { subtotal: { amount: '80.00' }, tax: { amount: '0.00' } }, payNow: { total: { amount: '40.00' } } })
    expect(errorCode(await asPerson(token, `/_api/cart-v2/v2/carts/${cart.id}/place-order`, {}))).toBe('PAYMENT_REQUIRED')
    const declined = await asPerson(token, `/api/checkout/baskets/${cart.id}/pay`, { card: { ...card, number: '4000000000009995' } })
    expect(declined.body).toEqual({ payment: { outcome: 'declined', declineCode: 'insufficient_funds' } })
    const paid = await asPerson(token, `/api/checkout/baskets/${cart.id}/pay`, { card })
    expect(paid.body).toMatchObject({ orderId: expect.any(String), payment: { outcome: 'succeeded' } })
    const third = await held(token, massage, '14:00', 'ONLINE')
    const { checkout } = (await asPerson(token, '/ecom/v1/checkouts', items(third.id))).body
    const byOwner = await studio.owner(`/ecom/v1/checkouts/${checkout.id}/create-order`)
    expect(byOwner.body.orderId).toEqual(expect.any(String))
    const states = (await studio.owner('/v2/extended-bookings/query', { query: { sort: [{ fieldName: 'startDate', order: 'ASC' }] } })).body.extendedBookings
    expect(states.map((x: { booking: { paymentStatus: string } }) => x.booking.paymentStatus)).toEqual(['PAID', 'NOT_PAID', 'NOT_PAID'])
  })

  test('a cart of bookings has no coupon and no gift card to take off', async () => {
    const token = await server.visitorToken(studio.site)
    const one = await held(token, await studio.service(), '10:00')
    const { cart } = (await asPerson(token, '/ecom/v2/carts', { catalogItems: items(one.id).lineItems })).body
    for (const [path, code] of [
      ['remove-coupon', 'COUPON_NOT_FOUND_IN_CART'],
      ['remove-gift-card', 'GIFT_CARD_NOT_FOUND_IN_CART'],
    ] as const)
      expect(errorCode(await asPerson(token, `/ecom/v2/carts/${cart.id}/${path}`, {}))).toBe(code)
    const stranger = await server.visitorToken(studio.site)
    expect(errorCode(await asPerson(stranger, `/ecom/v2/carts/${cart.id}/remove-coupon`, {}))).toBe('CHECKOUT_NOT_FOUND')
  })

  test('a hold that is over is no longer for sale; the wrong quantity and unknown things are refused', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    const one = await held(token, massage, '10:00')
    expect((await asPerson(token, '/ecom/v1/checkouts', { lineItems: [{ quantity: 2, catalogReference: { catalogItemId: one.id } }] })).status).toBe(400)
    expect((await asPerson(token, '/ecom/v1/checkouts', items('not a booking'))).status).toBe(404)
    const { checkout } = (await asPerson(token, '/ecom/v1/checkouts', items(one.id))).body
    server.freezeClock('2027-05-01T10:11:00Z')
    expect(errorCode(await asPerson(token, '/ecom/v1/checkouts', items(one.id)))).toBe('INSUFFICIENT_INVENTORY')
    const other = await server.visitorToken(studio.site)
    await held(other, massage, '10:00')
    expect(errorCode(await asPerson(token, `/ecom/v1/checkouts/${checkout.id}/create-order`, {}))).toBe('INSUFFICIENT_INVENTORY')
    expect((await studio.owner(`/api/bookings/${one.id}/summary`, {}, 'GET')).body.booking.status).toBe('DECLINED')
  })
})

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
  async function booked(more: Record<string, unknown> = {}, option = 'ONLINE', number = card.number) {
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
    const { booking, member } = await booked()
    const prices = []
    for (const minutes of [3000, 2880, 1441, 1440]) {
      before(minutes)
      const [fee] = await list(member.token, booking.id)
      prices.push(fee ? `${fee.cancellationFee.status} ${fee.cancellationFee.price.value}` : 'none')
    }
    expect(prices).toEqual(['none', 'PREVIEW 20.00', 'PREVIEW 20.00', 'PREVIEW 40.00'])
    expect((await server.call('GET', '/v1/booking-fees', { token: member.token })).body.details.applicationError.code).toBe('MISSING_BOOKING_IDS')
    const stranger = await server.registerMember(studio.site)
    expect(await list(stranger.token, booking.id)).toEqual([])
  })

  test('N: a late cancellation of a paid booking puts the fee on the order; nothing more is charged', async () => {
    const { booking, member } = await booked()
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
    const { booking, member } = await booked({}, 'OFFLINE')
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
    })
    // A provider with a page of its own asks for the card there.
    if (server.provider === 'stripe') expect(withoutCard.body.payment).toEqual({ outcome: 'redirect', url: expect.any(String) })
    else expect(errorCode(withoutCard)).toBe('PAYMENT_REQUIRED')
  })

  test('a fee that the card refused is collected later as another attempt, under another key, and then no more', async () => {
    // It is saved without a word and declined once the customer is away.
    const { booking, member } = await booked({}, 'OFFLINE', '4000000000000341')
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
    const { booking, member } = await booked({}, 'OFFLINE')
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

  test('the business cancels without a fee; the rules of a booking stay as they were', async () => {
    const { booking, member } = await booked()
    before(1440)
    await act(booking.id, 'cancel', { revision: booking.revision })
    expect(await list(member.token, booking.id)).toEqual([])
    const snapshots = await server.ok('GET', '/_api/booking-policy-snapshots/v1/policy-snapshots', { token: member.token, query: { bookingIds: booking.id } })
    expect(snapshots.bookingPolicySnapshots).toMatchObject([
      { bookingId: booking.id, policy: { cancellationFeePolicy: { enabled: true }, customPolicyDescription: { description: 'Late cancellations cost.' } } },
    ])
    const stranger = await server.registerMember(studio.site)
    const refused = await server.call('GET', '/v1/policy-snapshots', { token: stranger.token, query: { bookingIds: booking.id } })
    expect([refused.status, errorCode(refused)]).toEqual([404, 'BOOKING_POLICY_SNAPSHOT_NOT_FOUND'])
  })
})
