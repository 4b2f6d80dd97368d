/** What is due now, and the payment after it, each row of the guide driven through HTTP. Source: guide bookings §12.2. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, guest, type BookingStudio, type ServiceOptions } from '../../../test/factories/booking-studio.ts'
import { describeRows, tableAt } from '../../../test/guide-tables.ts'
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

/** A session of a new class. */
const addClass = async (options: ServiceOptions) => {
  const yoga = await studio.service({ type: 'CLASS', capacity: 3, ...options })
  return { serviceId: yoga.id, eventId: await studio.session(yoga) }
}

describeRows('what is due now, and after it (§12.2)', tableAt('bookings', '### 12.2'), {
  'NO_FEE, or total 0': async ([, , after]) => expectDue({ price: '0' }, { paymentOption: 'OFFLINE' }, '0.00', after),
  CUSTOM: async ([, , after]) => expectDue({ rate: 'CUSTOM' }, {}, '0.00', after),
  OFFLINE: async ([, , after]) => expectDue({}, { paymentOption: 'OFFLINE' }, '0.00', after),
  'ONLINE full': async ([, , after]) => expectDue({}, { paymentOption: 'ONLINE', card }, '40.00', after),
  'ONLINE deposit': async ([, , after]) => expectDue({ deposit: '10.00', options: { online: true } }, { paymentOption: 'ONLINE', card }, '10.00', after),
  MEMBERSHIP: async () => {
    const slot = await addClass({ options: { pricingPlan: true } })
    const member = await server.registerMember(studio.site)
    const answer = await server.call('POST', '/api/checkout/bookings', {
      token: member.token,
      body: { slot, contactDetails: guest(), paymentOption: 'MEMBERSHIP' },
    })
    // Nothing is due in money: without a plan that pays there is no other way.
    expect([answer.status, errorCode(answer)]).toEqual([428, 'NOT_ENOUGH_BALANCE'])
  },
  MEMBERSHIP_OFFLINE: async ([, , after]) => {
    await studio.owner('/api/site-settings', { settings: { plans: { redeemAtDesk: true } } }, 'PATCH')
    const slot = await addClass({ options: { pricingPlan: true } })
    const { booking } = (
      await studio.owner('/v2/bookings', {
        booking: { bookedEntity: { slot }, contactDetails: guest(), selectedPaymentOption: 'MEMBERSHIP_OFFLINE' },
        flowControlSettings: { skipSelectedPaymentOptionValidation: true },
      })
    ).body
    const { orderId } = (
      await studio
        .owner('/ecom/v1/checkouts', {
          lineItems: [{ quantity: 1, catalogReference: { appId: BOOKINGS_APP, catalogItemId: booking.id } }],
        })
        .then(({ body }) => studio.owner(`/ecom/v1/checkouts/${body.checkout.id}/create-order`))
    ).body
    const { paymentStatus } = (await studio.owner(`/api/bookings/${booking.id}/summary`, {}, 'GET')).body.booking
    expect([typeof orderId, paymentStatus]).toEqual(['string', after])
  },
  'add-ons with MEMBERSHIP': async ([, rule = '', after = '']) => {
    expect(rule).toContain('ONLINE → add-on total due now; IN_PERSON → 0')
    const [online, inPerson] = after.split(' / ')
    expect(await bookTowelByPlan('ONLINE')).toEqual([428, 'PAYMENT_REQUIRED', online, '5.00'])
    expect(await bookTowelByPlan('IN_PERSON')).toEqual([200, undefined, inPerson, '0.00'])
  },
  'cancellation fee policy on': async () => {
    const feePolicy = {
      cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 2880 }], autoCollectFeeEnabled: true },
      saveCreditCardPolicy: { enabled: true },
    }
    const massage = await studio.service({ rules: feePolicy })
    const body = { slot: studio.slotFor(massage), contactDetails: guest(), paymentOption: 'OFFLINE', acceptsFees: true }
    const token = await server.visitorToken(studio.site)
    const refused = await server.call('POST', '/api/checkout/bookings', { token, body })
    expect([refused.status, errorCode(refused)]).toEqual([428, 'PAYMENT_REQUIRED'])
    expect((await server.ok('POST', '/api/checkout/bookings', { token, body: { ...body, card } })).booking.status).toBe('CONFIRMED')
  },
})
/** A member books with a plan and an add-on: the answer without a card, and with one what became of it. Without a plan no card is charged. */
async function bookTowelByPlan(addOnOption: string): Promise<unknown[]> {
  const yoga = await studio.service({ type: 'CLASS', capacity: 5, options: { online: true, pricingPlan: true }, addOnOption })
  const { addOn } = (await studio.owner('/v1/add-ons', { addOn: { name: 'Towel', price: { value: '5.00', currency: 'USD' }, maxQuantity: 3 } })).body
  await studio.owner('/v2/services/add-on-groups/create', { serviceId: yoga.id, addOnGroup: { name: 'Extras', addOnIds: [addOn.id] } })
  const slot = { serviceId: yoga.id, eventId: await studio.session(yoga) }
  const { token, email, memberId } = await server.registerMember(studio.site)
  const body = { slot, contactDetails: { firstName: 'Mia', email }, paymentOption: 'MEMBERSHIP', bookedAddOns: [{ addOnId: addOn.id, quantity: 1 }] }
  const bookNow = (more: object = {}) => server.call('POST', '/api/checkout/bookings', { token, body: { ...body, ...more } })
  expect(errorCode(await bookNow({ card }))).toBe('NOT_ENOUGH_BALANCE')
  const { plan } = (
    await studio.owner('/v2/plans', { plan: { name: 'Pack', pricing: { price: { value: '30' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } } } })
  ).body
  await server.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: studio.site, body: { benefit: { credits: 5 }, serviceIds: [yoga.id] } })
  await studio.owner('/v2/checkout/orders/offline', { planId: plan.id, memberId, paid: true })
  const plain = await bookNow()
  const { booking } = plain.status === 200 ? plain.body : (await bookNow({ card })).body
  const { amounts } = (await studio.owner(`/api/bookings/${booking.id}/summary`, {}, 'GET')).body
  return [plain.status, errorCode(plain), booking.paymentStatus, amounts.paid]
}
/** Books on the hosted page and looks at what was paid on the way. */
async function expectDue(options: ServiceOptions, body: Record<string, unknown>, paid: string, after: string | undefined): Promise<void> {
  const massage = await studio.service(options)
  const { id, paymentStatus } = await studio.book({ slot: studio.slotFor(massage), contactDetails: guest(), ...body })
  const { amounts } = (await studio.owner(`/api/bookings/${id}/summary`, {}, 'GET')).body
  expect([paymentStatus, amounts.paid]).toEqual([after?.split(' ').at(-1), paid])
}
