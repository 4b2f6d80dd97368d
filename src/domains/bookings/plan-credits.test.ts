/** Sessions of plans: spent in every way to book, given back by policy, refused with the reason. Source: guide bookings §8, §12.1, §12.7; pricing-plans §13.3, §13.4. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, errorData, guest, createBookingStudio, mia, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { restoreTestPayments } from '../../../test/payment-provider.ts'
import { type CallOptions, startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'

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

interface Holder {
  yoga: CreatedService
  planId: string
  orderId: string
  token: string
  memberId: string
  email: string
}
const yogaClass = (more: Record<string, unknown> = {}) =>
  studio.service({
    type: 'CLASS',
    name: 'Yoga',
    capacity: 20,
    options: { online: true, inPerson: true, pricingPlan: true },
    rules: {
      participantsPolicy: { maxParticipantsPerBooking: 9 },
      cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 60 },
    },
    ...more,
  })
/** A member with a plan of so many sessions (null: unlimited) for three months that covers the class. */
async function holder(credits: number | null, { yoga, order = {} }: { yoga?: CreatedService; order?: Record<string, unknown> } = {}): Promise<Holder> {
  const service = yoga ?? (await yogaClass())
  const { plan } = (
    await studio.owner('/v2/plans', {
      plan: { name: 'Pack', pricing: { price: { value: '30' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } }, public: true },
    })
  ).body
  await server.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: studio.site, body: { benefit: { credits }, serviceIds: [service.id] } })
  const who = await server.registerMember(studio.site)
  const bought = await studio.owner('/v2/checkout/orders/offline', { planId: plan.id, memberId: who.memberId, paid: true, ...order })
  return { yoga: service, planId: plan.id, orderId: bought.body.order.id, ...who }
}
const day = (of: CreatedService, date = '2027-05-10') => studio.session(of, `${date}T16:00:00Z`, `${date}T17:00:00Z`)
const bookingFor = (m: Pick<Holder, 'yoga' | 'email'>, eventId: string, more: Record<string, unknown> = {}) => ({
  bookedEntity: { slot: { serviceId: m.yoga.id, eventId } },
  contactDetails: { firstName: 'Mia', email: m.email },
  selectedPaymentOption: 'MEMBERSHIP',
  ...more,
})
const history = async (m: Holder): Promise<{ balance?: number; entries: { kind: string; amount: number; reason?: string }[] }> =>
  server.ok('GET', `/api/plan-orders/${m.orderId}/credits`, { as: studio.site })
const balance = async (m: Holder) => (await history(m)).balance
const moves = async (m: Holder) =>
  (await history(m)).entries.filter((entry) => entry.kind !== 'GRANT').map(({ kind, amount, reason }) => `${kind} ${amount} ${reason}`)
const decide = (id: string, body: Record<string, unknown> = {}) => studio.owner(`/v2/confirmation/${id}:confirmOrDecline`, body)
const whyNot = (answer: TestReply) => [answer.status, errorCode(answer), errorData(answer)?.reason]

describe('the business books', () => {
  test('a booking with a plan that the business confirms at once spends its sessions, or is refused with the reason', async () => {
    const m = await holder(3)
    const make = async (people: number, more: Record<string, unknown> = {}) =>
      studio.owner('/v2/bookings', {
        booking: bookingFor(m, await day(m.yoga), { status: 'CONFIRMED', totalParticipants: people }),
        participantNotification: { notifyParticipants: true },
        ...more,
      })
    const made = await make(2)
    expect(made.body.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID', selectedPaymentOption: 'MEMBERSHIP' })
    expect([await balance(m), await moves(m)]).toEqual([1, ['SPEND -2 BOOKED']])
    expect((await server.emailVariables(studio.site, m.email, 'booking-confirmed')).paymentText).toBe('Paid with your plan.')
    const refused = await make(2)
    expect(whyNot(refused)).toEqual([428, 'NOT_ENOUGH_BALANCE', 'NOT_ENOUGH_BALANCE'])
    expect(refused.body.message).toBe('The plan “Pack” has 1 session left; this booking needs 2.')
    const unknownCustomer = await studio.owner('/v2/bookings', {
      booking: bookingFor({ ...m, email: 'unknown@example.org' }, await day(m.yoga), { status: 'CONFIRMED' }),
    })
    expect(whyNot(unknownCustomer)).toEqual([428, 'NOT_ENOUGH_BALANCE', 'NOT_OWNER'])
    const other = await holder(5, { yoga: m.yoga })
    expect(whyNot(await make(1, { planOrderId: other.orderId }))).toEqual([428, 'NOT_ENOUGH_BALANCE', 'NOT_OWNER'])
    expect(await balance(m)).toBe(1)
  })

  test('the business picks the plan, and sees which could pay and why the others could not', async () => {
    const yoga = await yogaClass()
    const m = await holder(2, { yoga })
    const { order } = (await studio.owner('/v2/checkout/orders/offline', { planId: m.planId, memberId: m.memberId, paid: true })).body
    const { plans } = await server.ok('POST', '/api/bookings/paying-plans', {
      as: studio.site,
      body: { memberId: m.memberId, serviceId: yoga.id, start: '2027-05-10T16:00:00Z', people: 1 },
    })
    expect(plans).toHaveLength(2)
    expect(plans[0]).toMatchObject({ planName: 'Pack', balance: 2, eligible: true })
    const picked = await studio.owner('/v2/bookings', { booking: bookingFor(m, await day(yoga), { status: 'CONFIRMED' }), planOrderId: order.id })
    expect(picked.status).toBe(200)
    expect([await balance(m), await balance({ ...m, orderId: order.id })]).toEqual([2, 1])
  })

  test('in bulk and in a visit, each booking spends by itself', async () => {
    const m = await holder(2)
    const item = async (date: string) => ({ booking: bookingFor(m, await day(m.yoga, date), { status: 'CONFIRMED' }) })
    const bulk = await studio.owner('/v2/bulk/bookings/create', {
      createBookingsInfo: [await item('2027-05-10'), await item('2027-05-11'), await item('2027-05-12')],
    })
    expect(bulk.body.results.map((one: { itemMetadata: { error?: { code: string } } }) => one.itemMetadata.error?.code ?? 'ok')).toEqual([
      'ok',
      'ok',
      'NOT_ENOUGH_BALANCE',
    ])
    expect(await balance(m)).toBe(0)
    const massage = await studio.service({ options: { online: true, pricingPlan: true }, durations: [30] })
    const v = await holder(2, { yoga: massage })
    const part = (from: string, to: string) => ({
      ...bookingFor(v, ''),
      bookedEntity: { slot: studio.slotFor(massage, `2027-05-10T${from}:00Z`, `2027-05-10T${to}:00Z`) },
      status: 'CONFIRMED',
    })
    expect((await studio.owner('/v2/multi_service_bookings', { bookings: [part('10:00', '10:30'), part('10:30', '11:00')] })).status).toBe(200)
    expect(await balance(v)).toBe(0)
    const none = await studio.owner('/v2/multi_service_bookings', { bookings: [part('12:00', '12:30'), part('12:30', '13:00')] })
    expect(whyNot(none)).toEqual([428, 'NOT_ENOUGH_BALANCE', 'NOT_ENOUGH_BALANCE'])
  })
})

describe('a checkout elsewhere ends', () => {
  const holdBooking = async (m: Holder, more: Record<string, unknown> = {}) =>
    (await server.ok('POST', '/v2/bookings', { token: m.token, body: { booking: bookingFor(m, await day(m.yoga), more) } })).booking

  test('confirmOrDecline spends the sessions of the plan that was chosen; without one it is refused and the booking stays as it was', async () => {
    const m = await holder(1)
    const first = await holdBooking(m)
    expect((await decide(first.id)).body.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect([await balance(m), await moves(m)]).toEqual([0, ['SPEND -1 BOOKED']])
    const second = await holdBooking(m)
    expect(whyNot(await decide(second.id, { paymentStatus: 'PAID' }))).toEqual([428, 'NOT_ENOUGH_BALANCE', 'NOT_ENOUGH_BALANCE'])
    expect((await server.ok('GET', `/api/bookings/${second.id}/summary`, { token: m.token })).booking).toMatchObject({
      status: 'CREATED',
      paymentStatus: 'UNDEFINED',
      revision: '1',
    })
    const planless = { ...m, ...(await server.registerMember(studio.site)) }
    expect(whyNot(await decide((await holdBooking(planless)).id))).toEqual([428, 'NOT_ENOUGH_BALANCE', 'BENEFIT_NOT_FOUND'])
    const bulk = await studio.owner('/v2/bulk/bookings/confirmOrDecline', { details: [{ bookingId: second.id }] })
    expect(bulk.body.results[0].itemMetadata.error.code).toBe('NOT_ENOUGH_BALANCE')
  })

  test('a request spends once, however often it is asked about; a conflict gives it back', async () => {
    const yoga = await yogaClass({ approval: true })
    const m = await holder(3, { yoga })
    const request = await holdBooking(m)
    expect((await decide(request.id)).body.booking).toMatchObject({ status: 'PENDING', paymentStatus: 'PAID' })
    expect((await decide(request.id)).status).toBe(200)
    expect(await balance(m)).toBe(2)
    expect((await studio.act(request.id, 'confirm', { revision: '3' })).body.booking.status).toBe('CONFIRMED')
    expect(await balance(m)).toBe(2)
    const declined = await holdBooking(m)
    await decide(declined.id)
    expect((await studio.act(declined.id, 'decline', { revision: '2', flowControlSettings: { withRefund: true } })).body.booking.paymentStatus).toBe('REFUNDED')
    expect([await balance(m), await moves(m)]).toEqual([2, expect.arrayContaining(['RETURN 1 DECLINED'])])
  })

  test('the business confirms a held booking: the plan pays, unless the business says how it is paid', async () => {
    const m = await holder(1)
    const [first, second] = [await holdBooking(m), await holdBooking(m, { totalParticipants: 2 })]
    expect((await studio.act(first.id, 'confirm', { revision: '1' })).body.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await balance(m)).toBe(0)
    expect(whyNot(await studio.act(second.id, 'confirm', { revision: '1' }))).toEqual([428, 'NOT_ENOUGH_BALANCE', 'NOT_ENOUGH_BALANCE'])
    expect((await studio.act(second.id, 'confirm', { revision: '1', paymentStatus: 'NOT_PAID' })).body.booking).toMatchObject({ paymentStatus: 'NOT_PAID' })
    expect(await balance(m)).toBe(0)
  })
})

test('the ledger says why sessions went and came back', async () => {
  const m = await holder(6)
  const book = async (date: string, more: Record<string, unknown> = {}) =>
    (await studio.owner('/v2/bookings', { booking: bookingFor(m, await day(m.yoga, date), { status: 'CONFIRMED', ...more }) })).body.booking
  const [byBusiness, called, more] = [await book('2027-05-11'), await book('2027-05-12'), await book('2027-05-13')]
  await studio.act(byBusiness.id, 'cancel', { revision: '1', flowControlSettings: { withRefund: true } })
  await studio.owner(`/calendar/v3/events/${called.bookedEntity.slot.eventId}/cancel`)
  await studio.act(more.id, 'update_number_of_participants', { revision: '1', totalParticipants: 3 })
  await studio.act(more.id, 'update_number_of_participants', { revision: '2', totalParticipants: 2 })
  expect([await balance(m), (await moves(m)).filter((one) => !one.startsWith('SPEND -1'))]).toEqual([
    4,
    ['RETURN 1 CANCELED_BY_BUSINESS', 'RETURN 1 NOT_TAKEN_PLACE', 'SPEND -2 PARTICIPANTS_CHANGED', 'RETURN 1 PARTICIPANTS_CHANGED'],
  ])
  const mine = (
    await server.ok('POST', '/api/checkout/bookings', {
      token: m.token,
      body: {
        slot: { serviceId: m.yoga.id, eventId: await day(m.yoga, '2027-05-20') },
        contactDetails: { firstName: 'Mia', email: m.email },
        paymentOption: 'MEMBERSHIP',
      },
    })
  ).booking
  expect((await server.ok('POST', `/v2/bookings/${mine.id}/cancel`, { token: m.token, body: { revision: mine.revision } })).booking.paymentStatus).toBe(
    'REFUNDED',
  )
  expect([await balance(m), await moves(m)]).toEqual([4, expect.arrayContaining(['RETURN 1 CANCELED_BY_CUSTOMER'])])
})

test('a booking that an unlimited plan pays can be cancelled with its session given back', async () => {
  const m = await holder(null)
  const { booking } = (await studio.owner('/v2/bookings', { booking: bookingFor(m, await day(m.yoga), { status: 'CONFIRMED' }) })).body
  expect(booking.paymentStatus).toBe('PAID')
  const cancelled = await studio.act(booking.id, 'cancel', { revision: '1', flowControlSettings: { withRefund: true } })
  expect([cancelled.status, cancelled.body.booking?.paymentStatus]).toEqual([200, 'REFUNDED'])
  expect(await moves(m)).toEqual(['SPEND -1 BOOKED', 'RETURN 1 CANCELED_BY_BUSINESS'])
})

test('who holds a link does not move a booking out of the time of the plan that paid', async () => {
  const massage = await studio.service({ options: { online: true, pricingPlan: true } })
  const m = await holder(3, { yoga: massage })
  const { booking } = (
    await studio.owner('/v2/bookings', { booking: { ...bookingFor(m, ''), bookedEntity: { slot: studio.slotFor(massage) }, status: 'CONFIRMED' } })
  ).body
  const { token } = await server.ok('GET', `/v1/anonymous-bookings/${booking.id}/token`, { as: studio.site })
  const moved = await server.call('POST', `/v1/anonymous-bookings/${token}/reschedule`, {
    token: await server.visitorToken(studio.site),
    body: { revision: '1', slot: studio.slotFor(massage, '2027-09-10T10:00:00Z', '2027-09-10T11:00:00Z') },
  })
  expect(whyNot(moved)).toEqual([428, 'VALIDATION_FAILURE', 'OUT_OF_PLAN_PERIOD'])
})

describe('a way of paying that cannot be', () => {
  const create = async (token: string, booking: unknown) => server.call('POST', '/v2/bookings', { token, body: { booking } })
  const field = (option: string) => ['VALIDATION_FAILURE', { field: 'booking.selectedPaymentOption', option }]

  test('visitors cannot pay with a plan, and staff cannot redeem one where the business does not allow it', async () => {
    const yoga = await yogaClass()
    const ask = async (token: string, option: string) => {
      const answer = await create(token, bookingFor({ yoga, email: guest().email }, await day(yoga), { selectedPaymentOption: option }))
      return [errorCode(answer), errorData(answer)]
    }
    const [visitor, { token }] = [await server.visitorToken(studio.site), await server.registerMember(studio.site)]
    expect(await ask(visitor, 'MEMBERSHIP')).toEqual(field('MEMBERSHIP'))
    expect(await ask(token, 'MEMBERSHIP_OFFLINE')).toEqual(field('MEMBERSHIP_OFFLINE'))
    expect((await ask(token, 'MEMBERSHIP'))[0]).toBeUndefined()
    await server.ok('PATCH', '/api/money/terms', { as: studio.site, body: { redeemAtDesk: true } })
    expect((await ask(token, 'MEMBERSHIP_OFFLINE'))[0]).toBeUndefined()
  })

  test('without a payment provider nothing is booked to be paid online; what is free or paid on site is', async () => {
    await configurePayments({ provider: 'none' })
    try {
      const [paid, free] = [await yogaClass(), await yogaClass({ price: '0' })]
      const visitor = await server.visitorToken(studio.site)
      const ask = async (yoga: CreatedService, option: string) =>
        create(visitor, bookingFor({ yoga, email: guest().email }, await day(yoga), { selectedPaymentOption: option }))
      const refused = await ask(paid, 'ONLINE')
      expect([errorCode(refused), errorData(refused)]).toEqual(field('ONLINE'))
      expect((await ask(free, 'ONLINE')).status).toBe(200)
      const booked = await server.ok('POST', '/api/checkout/bookings', {
        token: visitor,
        body: { slot: { serviceId: paid.id, eventId: await day(paid, '2027-05-21') }, contactDetails: mia },
      })
      expect(booked.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'NOT_PAID', selectedPaymentOption: 'OFFLINE' })
    } finally {
      await restoreTestPayments()
    }
  })

  test('the page takes no way of paying at the end that it would not take at the beginning', async () => {
    const yoga = await yogaClass({ options: { online: true } })
    const visitor = await server.visitorToken(studio.site)
    const { booking } = (await create(visitor, bookingFor({ yoga, email: guest().email }, await day(yoga), { selectedPaymentOption: 'ONLINE' }))).body
    const pay = (paymentOption: string, more: Record<string, unknown> = {}) =>
      server.call('POST', '/api/checkout/bookings', { token: visitor, body: { bookingId: booking.id, paymentOption, ...more } })
    for (const option of ['OFFLINE', 'MEMBERSHIP', 'MEMBERSHIP_OFFLINE']) expect(errorCode(await pay(option))).toBe('VALIDATION_FAILURE')
    expect((await pay('ONLINE', { card })).body.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  })
})

describe('a booking refused by a plan says the real reason', () => {
  const pay = async (
    m: Holder,
    date: string,
    { people = 1, chosen = '', of = m.yoga }: { people?: number; chosen?: string; of?: CreatedService } = {},
    language = 'en',
  ) =>
    server.call('POST', '/api/checkout/bookings', {
      token: m.token,
      headers: { 'accept-language': language },
      body: {
        slot: { serviceId: of.id, eventId: await day(of, date) },
        contactDetails: { firstName: 'Mia', email: m.email },
        totalParticipants: people,
        paymentOption: 'MEMBERSHIP',
        ...(chosen && { planOrderId: chosen }),
      },
    })
  const readOutcome = async (answer: Promise<TestReply>) => {
    const { body } = await answer
    const { code, data } = body.details.applicationError
    return [code, data.reason, body.message]
  }

  test('not started, paused, over, out of its time, another service, nothing left, unknown plan', async () => {
    const later = await holder(4, { order: { startDate: '2027-05-08T00:00:00Z' } })
    expect(await readOutcome(pay(later, '2027-05-10'))).toEqual([
      'NOT_ENOUGH_BALANCE',
      'POOL_NOT_ACTIVE',
      'Your plan “Pack” has not started yet: it starts on 8 May 2027.',
    ])
    expect((await readOutcome(pay(later, '2027-05-10', {}, 'de')))[2]).toBe('Dein Tarif „Pack“ hat noch nicht begonnen: Er beginnt am 8. Mai 2027.')

    const m = await holder(1)
    expect(await readOutcome(pay(m, '2027-09-10'))).toEqual([
      'NOT_ENOUGH_BALANCE',
      'OUT_OF_PLAN_PERIOD',
      'This is after your plan “Pack” ends on 1 August 2027.',
    ])
    expect(await readOutcome(pay(m, '2027-05-10', { people: 2 }))).toEqual([
      'NOT_ENOUGH_BALANCE',
      'NOT_ENOUGH_BALANCE',
      'Your plan “Pack” has 1 session left; this booking needs 2.',
    ])
    const other = await yogaClass()
    expect(await readOutcome(pay(m, '2027-05-10', { of: other }))).toEqual(['NOT_ENOUGH_BALANCE', 'BENEFIT_NOT_FOUND', 'You have no plan for this service.'])
    expect(await readOutcome(pay(m, '2027-05-10', { of: other, chosen: m.orderId }))).toEqual([
      'NOT_ENOUGH_BALANCE',
      'BENEFIT_NOT_FOUND',
      'Your plan “Pack” is not for this service.',
    ])
    expect((await readOutcome(pay(m, '2027-05-10', { chosen: later.orderId })))[1]).toBe('NOT_OWNER')
    expect((await pay(m, '2027-05-10')).status).toBe(200)
    expect((await readOutcome(pay(m, '2027-05-11')))[2]).toBe('Your plan “Pack” has no sessions left.')
    expect((await readOutcome(pay(m, '2027-05-11', {}, 'de')))[2]).toBe('In deinem Tarif „Pack“ sind keine Besuche mehr übrig.')

    const paused = await holder(4)
    await server.ok('POST', `/v2/orders/${paused.orderId}/pause`, { as: studio.site, body: {} })
    expect(await readOutcome(pay(paused, '2027-05-10'))).toEqual(['NOT_ENOUGH_BALANCE', 'POOL_NOT_ACTIVE', 'Your plan “Pack” is paused.'])
    const over = await holder(4)
    await server.ok('POST', `/v2/orders/${over.orderId}/cancel`, { as: studio.site, body: { effectiveAt: 'IMMEDIATELY' } })
    expect((await readOutcome(pay(over, '2027-05-10', {}, 'de'))).slice(1)).toEqual(['POOL_NOT_ACTIVE', 'Dein Tarif „Pack“ ist zu Ende.'])
  })
})

test('the preview lists the sessions that a cancellation would return, without those of an ended plan', async () => {
  const m = await holder(3)
  const { booking } = (
    await studio.owner('/v2/bookings', {
      booking: bookingFor(m, await day(m.yoga), { status: 'CONFIRMED', totalParticipants: 2 }),
    })
  ).body
  const preview = async () => (await studio.owner('/api/bookings/cancellation-effects', { bookingIds: [booking.id], because: 'BUSINESS' })).body.bookings[0]
  expect(await preview()).toMatchObject({ sessionsReturned: 2, people: 2, paidByCard: '0.00' })
  await server.ok('POST', `/v2/orders/${m.orderId}/cancel`, { as: studio.site, body: { effectiveAt: 'IMMEDIATELY' } })
  expect(await preview()).toMatchObject({ sessionsReturned: 0 })
})

test('after a cancellation the customer is told whether the sessions came back', async () => {
  const m = await holder(5)
  const getOutcome = async (id: string) =>
    (await server.ok('POST', '/api/bookings/cancellation-outcomes', { as: studio.site, body: { bookingIds: [id] } })).outcomes[0]
  const book = async (date: string) =>
    (await studio.owner('/v2/bookings', { booking: bookingFor(m, await day(m.yoga, date), { status: 'CONFIRMED', totalParticipants: 2 }) })).body.booking
  const [returned, kept] = [await book('2027-05-10'), await book('2027-05-11')]
  await studio.act(returned.id, 'cancel', { revision: returned.revision, flowControlSettings: { withRefund: true } })
  expect(await getOutcome(returned.id)).toMatchObject({ sessionsReturned: 2, sessionsKept: 0, paid: '0.00' })
  await studio.act(kept.id, 'cancel', { revision: kept.revision })
  expect(await getOutcome(kept.id)).toMatchObject({ sessionsReturned: 0, sessionsKept: 2, paid: '0.00' })
})

describe('the business gives and takes sessions by hand', () => {
  const change = (m: Holder, amount: number, as: CallOptions = { as: studio.site }) =>
    server.call('POST', `/api/plan-orders/${m.orderId}/credits`, { ...as, body: { amount, note: ' Studio was closed ' } })

  test('with the reason and the name in the ledger, which the member does not read', async () => {
    const m = await holder(3)
    const owner = await server.signInAsOwner(studio.site)
    expect((await change(m, 2, owner)).body).toEqual({ balance: 5 })
    expect((await change(m, -4)).body).toEqual({ balance: 1 })
    const { balance: left, entries } = await history(m)
    expect(left).toBe(1)
    expect(entries.slice(1)).toMatchObject([
      { kind: 'ADJUST', amount: 2, reason: 'GIVEN_BY_BUSINESS', note: 'Studio was closed', by: expect.any(String) },
      { kind: 'ADJUST', amount: -4, reason: 'TAKEN_BY_BUSINESS', note: 'Studio was closed' },
    ])
    expect(entries[2]).not.toHaveProperty('by')
    const own = await server.ok('GET', `/api/plan-orders/${m.orderId}/credits`, { token: m.token })
    expect(own.entries[1]).toMatchObject({ kind: 'ADJUST', amount: 2, reason: 'GIVEN_BY_BUSINESS' })
    expect(JSON.stringify(own)).not.toContain('closed')
  })

  test('never below zero, and of two at once one wins', async () => {
    const m = await holder(3)
    expect(errorCode(await change(m, -4))).toBe('NOT_ENOUGH_CREDITS')
    const both = await Promise.all([change(m, -2), change(m, -2)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 428])
    expect(await balance(m)).toBe(1)
  })

  test('not where no sessions are counted, and not when the plan is over', async () => {
    expect(errorCode(await change(await holder(null), 1))).toBe('CREDITS_NOT_COUNTED')
    const m = await holder(3)
    await server.ok('POST', `/v2/orders/${m.orderId}/cancel`, { as: studio.site, body: { effectiveAt: 'IMMEDIATELY' } })
    expect(errorCode(await change(m, 1))).toBe('PLAN_NOT_RUNNING')
  })

  test('only by people who may manage subscriptions, and never nothing', async () => {
    const m = await holder(3)
    const receptionist = await server.inviteCollaborator(studio.site, [], 'RECEPTIONIST')
    expect((await change(m, 1, receptionist)).status).toBe(403)
    expect((await change(m, 1, { token: m.token })).status).toBe(403)
    expect((await change(m, 0)).status).toBe(400)
  })
})
