/** Bookings that a plan pays for, through HTTP. Source: guide bookings §12, §24 (K, N); pricing-plans §13. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { errorData, guest, createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { BOOKINGS_APP } from '../bookings/events.ts'

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
      await asPerson(token, '/ecom/v1/checkouts', { lineItems: [{ quantity: 1, catalogReference: { catalogItemId: bookingId, appId: BOOKINGS_APP } }] })
    ).body
    return asPerson(token, `/ecom/v1/checkouts/${made.id}/create-order`, {})
  }
  const balance = async (m: { orderId: string }) =>
    (await server.open.db.selectFrom('planOrder').select('creditBalance').where('id', '=', m.orderId).executeTakeFirstOrThrow()).creditBalance
  const getBooking = async (token: string, id: string) => (await server.ok('GET', `/api/bookings/${id}/summary`, { token })).booking

  test('who has no plan holds the time, buys one that pays for it, and books with it', async () => {
    const m = await member(10)
    const buyer = await server.registerMember(studio.site)
    const planIds = async (of: { start?: string; people?: number; token?: string }) =>
      (
        await server.ok('GET', `/api/checkout/services/${m.yoga.id}/plans`, {
          token: of.token ?? buyer.token,
          query: { start: of.start ?? '2027-05-03T16:00:00Z', people: String(of.people ?? 1) },
        })
      ).plans.map(({ plan, credits }: { plan: { name: string }; credits: number | null }) => [plan.name, credits])
    expect(await planIds({})).toEqual([['Pack', 10]])
    expect(await planIds({ token: await server.visitorToken(studio.site) })).toEqual([['Pack', 10]])
    // Bought now it would not pay for so many, nor for a session after its end.
    expect([await planIds({ people: 11 }), await planIds({ start: '2027-08-02T10:00:00Z' })]).toEqual([[], []])

    const slot = { serviceId: m.yoga.id, eventId: m.eventId }
    const body = { slot, contactDetails: { firstName: 'Bo', email: buyer.email }, totalParticipants: 1, paymentOption: 'MEMBERSHIP' }
    const bookNow = (more: object = {}) => asPerson(buyer.token, '/api/checkout/bookings', { ...body, ...more })
    // Without a plan nothing is booked and nothing stays.
    expect(errorCode(await bookNow())).toBe('NOT_ENOUGH_BALANCE')
    const held = (await bookNow({ holdsOnly: true })).body
    expect([held.booking.status, held.holdExpiresAt, held.payment]).toEqual(['CREATED', '2027-05-01T10:10:00.000Z', undefined])
    server.freezeClock('2027-05-01T10:08:00Z')
    const again = (await bookNow({ bookingId: held.booking.id, holdsOnly: true })).body
    expect([again.booking.id, again.holdExpiresAt]).toEqual([held.booking.id, '2027-05-01T10:18:00.000Z'])
    const { plans } = await server.ok('GET', `/api/checkout/services/${m.yoga.id}/plans`, {
      token: buyer.token,
      query: { start: '2027-05-03T16:00:00Z', people: '1' },
    })
    const buy = (number: string) =>
      asPerson(buyer.token, '/api/checkout/plans', { planId: plans[0].plan.id, key: randomUUID(), card: { number, expMonth: 12, expYear: 2032, cvc: '123' } })
    expect((await buy('4000000000000002')).body.outcome).toBe('declined')
    const paid = (await buy('4242424242424242')).body
    expect([paid.outcome, paid.order.status]).toEqual(['succeeded', 'ACTIVE'])
    const booked = (await bookNow({ bookingId: held.booking.id, planOrderId: paid.order.id })).body
    expect(booked.booking).toMatchObject({ id: held.booking.id, status: 'CONFIRMED', selectedPaymentOption: 'MEMBERSHIP' })
    expect(await balance({ orderId: paid.order.id })).toBe(9)
  })

  test('K: three at once with credits for two: two are paid, one stays a held booking', async () => {
    const m = await member(4)
    const ids = []
    for (const day of ['10', '11', '12'])
      ids.push((await create(m, await studio.session(m.yoga, `2027-05-${day}T16:00:00Z`, `2027-05-${day}T17:00:00Z`), 2)).id)
    const answers = await Promise.all(ids.map((id) => checkout(m.token, id)))
    expect(answers.map((answer) => errorCode(answer) ?? 'ok').sort()).toEqual(['NOT_ENOUGH_BALANCE', 'ok', 'ok'])
    const states = []
    for (const id of ids) states.push(await getBooking(m.token, id))
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
    expect(await getBooking(m.token, first)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'NOT_PAID', selectedPaymentOption: 'MEMBERSHIP_OFFLINE' })
    expect(await balance(m)).toBe(3)
    const redeem = (id: string) => server.call('POST', `/api/bookings/${id}/pay-by-plan`, { as: studio.site, body: {} })
    for (const _ of ['once', 'again']) expect((await redeem(first)).body.booking).toMatchObject({ paymentStatus: 'PAID' })
    expect(await balance(m)).toBe(1)
    const refused = await redeem(second)
    expect([errorCode(refused), refused.body.details.applicationError.data]).toEqual([
      'NOT_ENOUGH_BALANCE',
      expect.objectContaining({ reason: 'NOT_ENOUGH_BALANCE', availableBalance: '1', requestedBalance: '2' }),
    ])
    expect((await studio.act(first, 'cancel', { revision: '3', flowControlSettings: { withRefund: true } })).body.booking.paymentStatus).toBe('REFUNDED')
    expect(await balance(m)).toBe(3)
    expect(errorCode(await redeem(first))).toBe('INVALID_BOOKING_STATUS')
  })

  test('sessions follow the number of people, and go back when it is cancelled in time', async () => {
    const m = await member(4)
    const booking = await create(m, m.eventId, 2)
    expect((await checkout(m.token, booking.id)).status).toBe(200)
    expect(await balance(m)).toBe(2)
    expect((await studio.act(booking.id, 'update_number_of_participants', { revision: '2', totalParticipants: 4 })).body.booking).toMatchObject({
      totalParticipants: 4,
      paymentStatus: 'PAID',
    })
    expect(await balance(m)).toBe(0)
    expect(errorCode(await studio.act(booking.id, 'update_number_of_participants', { revision: '3', totalParticipants: 5 }))).toBe('NOT_ENOUGH_BALANCE')
    await studio.act(booking.id, 'update_number_of_participants', { revision: '3', totalParticipants: 3 })
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
    expect((await studio.act(kept, 'cancel', { revision: '2' })).body.booking.paymentStatus).toBe('PAID')
    expect(await balance(m)).toBe(1)
    expect((await studio.act(returned, 'cancel', { revision: '2', flowControlSettings: { withRefund: true } })).body.booking.paymentStatus).toBe('REFUNDED')
    expect(await balance(m)).toBe(2)
    server.freezeClock('2027-05-12T15:30:00Z')
    expect(errorCode(await asPerson(m.token, `/v2/bookings/${late}/cancel`, { revision: '2', flowControlSettings: { ignoreCancellationPolicy: true } }))).toBe(
      'BOOKING_POLICY_VIOLATION',
    )
    const event = (await getBooking(m.token, gone)).bookedEntity.slot.eventId
    expect((await studio.owner(`/calendar/v3/events/${event}/cancel`)).status).toBe(200)
    expect(await getBooking(m.token, gone)).toMatchObject({ status: 'CANCELED', paymentStatus: 'REFUNDED' })
    expect(await balance(m)).toBe(3)
    const over = await book('14')
    await studio.owner(`/v2/orders/${m.orderId}/cancel`, { effectiveAt: 'IMMEDIATELY' })
    const back = await studio.act(over, 'cancel', { revision: '2', flowControlSettings: { withRefund: true } })
    expect([back.status, errorCode(back)]).toEqual([428, 'REFUND_NOT_ALLOWED'])
    expect((await studio.act(over, 'cancel', { revision: '2' })).body.booking).toMatchObject({ status: 'CANCELED', paymentStatus: 'PAID' })
  })

  test.each(['keep', 'cancel'] as const)(
    'what is booked after the end of the plan stays and is listed, unless the business wants it cancelled: %s',
    async (onPlanEnd) => {
      await server.ok('PATCH', '/api/money/terms', { as: studio.site, body: { onPlanEnd } })
      const m = await member(5)
      const booking = await create(m, m.eventId, 1)
      await checkout(m.token, booking.id)
      const listForPlan = async () =>
        (await server.ok('GET', `/api/plan-orders/${m.orderId}/bookings`, { as: studio.site })).bookings.map((one: { id: string }) => one.id)
      expect(await listForPlan()).toEqual([booking.id])
      await studio.owner(`/v2/orders/${m.orderId}/cancel`, { effectiveAt: 'IMMEDIATELY' })
      await server.runner.drain()
      expect([(await getBooking(m.token, booking.id)).status, await listForPlan(), (await studio.sentTemplates(m.email)).includes('booking-canceled')]).toEqual(
        onPlanEnd === 'keep' ? ['CONFIRMED', [booking.id], false] : ['CANCELED', [], true],
      )
    },
  )

  test('an unlimited plan spends nothing; without a plan, or outside its time, the reason is said', async () => {
    const m = await member(null)
    const booking = await create(m, m.eventId, 1)
    expect((await checkout(m.token, booking.id)).status).toBe(200)
    const otherMember = await server.registerMember(studio.site)
    const theirs = await create({ ...m, ...otherMember }, m.eventId, 1)
    const refused = await checkout(otherMember.token, theirs.id)
    expect([errorCode(refused), errorData(refused).reason]).toEqual(['NOT_ENOUGH_BALANCE', 'BENEFIT_NOT_FOUND'])
    const far = await studio.session(m.yoga, '2027-11-10T16:00:00Z', '2027-11-10T17:00:00Z')
    const moved = await asPerson(m.token, `/v2/bookings/${booking.id}/reschedule`, { revision: '2', slot: { eventId: far } })
    expect([errorCode(moved), errorData(moved).reason]).toEqual(['VALIDATION_FAILURE', 'OUT_OF_PLAN_PERIOD'])
    const visitor = await server.visitorToken(studio.site)
    expect(await create({ ...m, token: visitor, email: guest().email }, m.eventId, 1)).toBeUndefined()
  })
})
