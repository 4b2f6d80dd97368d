/** Coupons on bookings: price, tax, deposit, receipt, refund, books, carts, limits. Source: guide bookings §12.9. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { codesIn, describeRows, tableAt } from '../../../test/guide-tables.ts'
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
/** The ledger knows all the money, and every receipt stands in it with its tax. */
afterEach(async () => {
  expect(await server.runMoneyCheck(studio.site)).toMatchObject({ isRunning: false, findings: [] })
})

const everyBooking = { namespace: 'bookings' }
async function createCoupon(more: Record<string, unknown>): Promise<string> {
  const specification = { name: 'Welcome', code: 'WELCOME', startTime: '0', scope: everyBooking, ...more }
  return (await server.ok('POST', '/stores/v2/coupons', { as: studio.site, body: { specification } })).id
}
const countUses = async (id: string): Promise<number> => (await server.ok('GET', `/stores/v2/coupons/${id}`, { as: studio.site })).coupon.numberOfUsages
const slot = (service: CreatedService, hour = 10) => studio.slotFor(service, `2027-05-10T${hour}:00:00Z`, `2027-05-10T${hour + 1}:00:00Z`)

interface Booked {
  service: CreatedService
  token?: string
  who?: ReturnType<typeof guest>
  hour?: number
  more?: Record<string, unknown>
}
/** Books on the hosted page; pays by card and with the coupon WELCOME. */
async function book({ service, token, who = guest(), hour, more }: Booked) {
  return server.call('POST', '/api/checkout/bookings', {
    token: token ?? (await server.visitorToken(studio.site)),
    body: { slot: slot(service, hour), contactDetails: who, paymentOption: 'ONLINE', card, couponCode: 'welcome', ...more },
  })
}

const asPerson = (token: string, path: string, body: object = {}) => server.call('POST', path, { token, body })
const items = (...ids: string[]) => ids.map((catalogItemId) => ({ quantity: 1, catalogReference: { appId: BOOKINGS_APP, catalogItemId } }))
async function fillCart() {
  const token = await server.visitorToken(studio.site)
  const who = guest()
  const hold = async (service: CreatedService, hour: number): Promise<string> =>
    (
      await asPerson(token, '/v2/bookings', {
        booking: { bookedEntity: { slot: slot(service, hour) }, contactDetails: who, selectedPaymentOption: 'ONLINE' },
      })
    ).body.booking.id
  const ids = [await hold(await studio.service({ price: '30.00' }), 10), await hold(await studio.service({ price: '10.00' }), 12)]
  const { cart } = (await asPerson(token, '/ecom/v2/carts', { catalogItems: items(...ids) })).body
  return { token, ids, cartId: cart.id as string }
}

describeRows('coupons (§12.9)', tableAt('bookings', '### 12.9'), {
  where: async () => {
    await createCoupon({ percentOffRate: 25 })
    const { token, cartId } = await fillCart()
    const set = (couponCode: string | null) => server.call('PUT', `/api/checkout/baskets/${cartId}/coupon`, { token, body: { couponCode } })
    const amounts = async () => (await server.call('GET', `/api/checkout/baskets/${cartId}`, { token })).body.amounts
    expect(errorCode(await set('OTHER'))).toBe('ERROR_COUPON_DOES_NOT_EXIST')
    expect((await set('WELCOME')).status).toBe(200)
    expect(await amounts()).toMatchObject({ total: '30.00', dueNow: '30.00', coupon: { code: 'WELCOME', amount: '10.00' } })
    expect((await set(null)).status).toBe(200)
    expect(await amounts()).toEqual(expect.not.objectContaining({ coupon: expect.anything() }))
    const otherVisitor = await server.visitorToken(studio.site)
    expect(errorCode(await server.call('PUT', `/api/checkout/baskets/${cartId}/coupon`, { token: otherVisitor, body: { couponCode: 'WELCOME' } }))).toBe(
      'CHECKOUT_NOT_FOUND',
    )
    await asPerson(token, `/api/checkout/baskets/${cartId}/pay`, { card })
    expect(errorCode(await set('WELCOME'))).toBe('INVALID_BOOKING_STATUS')
    const elsewhere = await createBookingStudio(server)
    const visitor = await server.visitorToken(elsewhere.site)
    const service = await elsewhere.service()
    const foreign = await server.call('POST', '/api/checkout/bookings/coupon', {
      token: visitor,
      body: { couponCode: 'WELCOME', serviceId: service.id, price: '40' },
    })
    expect(errorCode(foreign)).toBe('ERROR_COUPON_DOES_NOT_EXIST')
  },
  'what it takes off': async () => {
    await createCoupon({ percentOffRate: 50 })
    const service = await studio.service()
    const { addOn } = (await studio.owner('/v1/add-ons', { addOn: { name: 'Towel', price: { value: '5.00', currency: 'USD' }, maxQuantity: 3 } })).body
    await studio.owner('/v2/services/add-on-groups/create', { serviceId: service.id, addOnGroup: { name: 'Extras', addOnIds: [addOn.id] } })
    await studio.setTax({ name: 'Sales tax', rate: '10', includedInPrice: false })
    // Half of 40.00 and its tax, and the whole add-on with its tax.
    const { body } = await book({ service, more: { bookedAddOns: [{ addOnId: addOn.id, quantity: 1 }] } })
    expect(body.amounts).toMatchObject({ total: '27.50', coupon: { amount: '22.00' }, taxes: [{ amount: '2.50' }] })
    // What is free takes none.
    const free = await studio.service({ price: '0' })
    expect(errorCode(await book({ service: free, hour: 12, more: { paymentOption: 'OFFLINE', card: null } }))).toBe('ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING')
  },
  minimum: async () => {
    await createCoupon({ percentOffRate: 10, scope: null, minimumSubtotal: 60, appliesTo: 'BOTH' })
    const service = await studio.service({ type: 'CLASS', price: '20.00', capacity: 10, rules: { participantsPolicy: { maxParticipantsPerBooking: 5 } } })
    const eventId = await studio.session(service)
    const more = { slot: { ...studio.slotFor(service), eventId }, paymentOption: 'OFFLINE', card: null }
    expect(errorCode(await book({ service, more: { ...more, totalParticipants: 2 } }))).toBe('ERROR_INVALID_SUBTOTAL')
    expect((await book({ service, more: { ...more, totalParticipants: 3 } })).body.amounts).toMatchObject({ total: '54.00' })
  },
  frozen: async () => {
    await createCoupon({ percentOffRate: 50 })
    const service = await studio.service({ type: 'CLASS', price: '20.00', capacity: 10 })
    const eventId = await studio.session(service)
    const more = { slot: { ...studio.slotFor(service), eventId }, paymentOption: 'OFFLINE', card: null }
    const { booking } = (await book({ service, more })).body
    const changed = await studio.owner(`/v2/bookings/${booking.id}/update_number_of_participants`, { revision: booking.revision, totalParticipants: 3 })
    expect(changed).toMatchObject({ status: 200 })
    const { amounts } = await server.ok('GET', `/api/bookings/${booking.id}/summary`, { as: studio.site })
    expect(amounts).toMatchObject({ total: '30.00', coupon: { amount: '30.00' } })
  },
  total: async () => {
    await takeOffWholePrice()
    studio = await createBookingStudio(server)
    await takeOffDeposit()
  },
  refusals: async ([, rule]) => {
    const service = await studio.service()
    const said = new Set<string | undefined>()
    const refused = async (specification: Record<string, unknown>) => {
      const id = await createCoupon({ percentOffRate: 10, ...specification })
      const reply = await book({ service })
      await server.ok('DELETE', `/stores/v2/coupons/${id}`, { as: studio.site })
      said.add(errorCode(reply))
      return errorCode(reply)
    }
    expect(errorCode(await book({ service }))).toBe('ERROR_COUPON_DOES_NOT_EXIST')
    expect(await refused({ active: false })).toBe('ERROR_COUPON_IS_DISABLED')
    expect(await refused({ startTime: String(Date.parse('2027-05-02')) })).toBe('ERROR_COUPON_IS_NOT_ACTIVE_YET')
    expect(await refused({ expirationTime: String(Date.parse('2027-05-01')) })).toBe('ERROR_COUPON_HAS_EXPIRED')
    expect(await refused({ scope: { namespace: 'pricingPlans' } })).toBe('ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING')
    expect(await refused({ scope: { ...everyBooking, group: { name: 'service', entityId: randomUUID() } } })).toBe('ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING')
    expect(await refused({ scope: null, minimumSubtotal: 40.01, appliesTo: 'BOTH' })).toBe('ERROR_INVALID_SUBTOTAL')
    expect((await book({ service, more: { couponCode: 7 } })).status).toBe(400)
    const { extendedBookings } = (await studio.owner('/v2/extended-bookings/query', { query: {} })).body
    expect(extendedBookings).toEqual([])
    for (const code of codesIn(rule)) expect([...said]).toContain(code)
  },
  use: async () => {
    await useLast()
    studio = await createBookingStudio(server)
    await giveBackUse()
  },
  'limit per customer': async () => {
    await createCoupon({ percentOffRate: 10, limitPerCustomer: 1 })
    const service = await studio.service()
    const who = guest()
    expect((await book({ service, who })).body.booking.status).toBe('CONFIRMED')
    expect(errorCode(await book({ service, who, hour: 12 }))).toBe('ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED')
    expect((await book({ service, hour: 12 })).body.booking.status).toBe('CONFIRMED')
    const { token } = await server.registerMember(studio.site)
    expect((await book({ service, token, hour: 14 })).body.booking.status).toBe('CONFIRMED')
    expect(errorCode(await book({ service, token, hour: 16 }))).toBe('ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED')
  },
  cart: async () => {
    const id = await createCoupon({ moneyOffAmount: 10 })
    const { token, ids, cartId } = await fillCart()
    const edit = (what: string, body: object) => asPerson(token, `/ecom/v2/carts/${cartId}/${what}`, body)
    expect(errorCode(await edit('add-coupon', { coupon: { code: 'NONE' } }))).toBe('INVALID_COUPON_CODE')
    expect(errorCode(await edit('add-coupon', {}))).toBe('INVALID_COUPON_CODE')
    const { cart } = (await edit('add-coupon', { coupon: { code: 'welcome' } })).body
    expect(cart).toMatchObject({
      coupons: [{ id, code: 'WELCOME' }],
      lineItems: [
        { price: { amount: '22.50' }, priceBeforeDiscounts: { amount: '30.00' } },
        { price: { amount: '7.50' }, discount: { amount: '2.50' } },
      ],
    })
    const { summary } = (await edit('calculate', {})).body
    expect(summary.priceSummary).toMatchObject({ subtotal: { amount: '40.00' }, discount: { amount: '10.00' }, total: { amount: '30.00' } })
    expect((await edit('remove-line-items', { lineItemIds: [ids[1]] })).body.cart.lineItems).toMatchObject([{ price: { amount: '20.00' } }])
    expect((await server.call('GET', `/api/bookings/${ids[1]}/summary`, { token })).body.amounts.total).toBe('10.00')
    expect((await edit('add-line-items', { catalogItems: items(ids[1] as string) })).body.cart.lineItems).toMatchObject([
      { price: { amount: '22.50' } },
      { price: { amount: '7.50' } },
    ])
    expect(errorCode(await edit('remove-coupon', { couponId: randomUUID() }))).toBe('COUPON_NOT_FOUND_IN_CART')
    expect((await edit('remove-coupon', { couponId: id })).body.cart).toMatchObject({
      coupons: [],
      appliedDiscounts: [],
      lineItems: [{ price: { amount: '30.00' } }, {}],
    })
    await edit('add-coupon', { coupon: { code: 'WELCOME' } })
    expect((await asPerson(token, `/api/checkout/baskets/${cartId}/pay`, { card })).body).toMatchObject({ payment: { outcome: 'succeeded' } })
    expect(await countUses(id)).toBe(1)
    expect((await studio.money(ids[0] as string)).payments).toMatchObject([{ amount: '22.50' }])
    expect(errorCode(await edit('add-coupon', { coupon: { code: 'WELCOME' } }))).toBe('CART_ALREADY_ORDERED')
  },
  'way to pay': async () => {
    const id = await createCoupon({ percentOffRate: 10 })
    const yoga = await studio.service({ type: 'CLASS', capacity: 5, options: { online: true, pricingPlan: true } })
    const { plan } = (
      await studio.owner('/v2/plans', { plan: { name: 'Pack', pricing: { price: { value: '30' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } } } })
    ).body
    await server.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: studio.site, body: { benefit: { credits: 5 }, serviceIds: [yoga.id] } })
    const { token, email, memberId } = await server.registerMember(studio.site)
    await studio.owner('/v2/checkout/orders/offline', { planId: plan.id, memberId, paid: true })
    const slotOfClass = { serviceId: yoga.id, eventId: await studio.session(yoga) }
    const who = { firstName: 'Mia', email }
    // Held with the coupon because the card was declined, then paid by the plan.
    const held = await book({ service: yoga, token, who, more: { slot: slotOfClass, card: { ...card, number: '4000000000009995' } } })
    expect(held.body).toMatchObject({ payment: { outcome: 'declined' }, amounts: { coupon: { code: 'WELCOME' } } })
    const body = { bookingId: held.body.booking.id, paymentOption: 'MEMBERSHIP' }
    const paid = await server.ok('POST', '/api/checkout/bookings', { token, body })
    expect(paid.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID', selectedPaymentOption: 'MEMBERSHIP' })
    expect([paid.amounts.coupon, await countUses(id)]).toEqual([undefined, 0])
  },
  shown: async () => {
    await studio.setTax({ name: 'VAT', rate: '19', includedInPrice: true })
    const id = await createCoupon({ percentOffRate: 20 })
    const who = guest()
    const { body } = await book({ service: await studio.service({ price: '50.00' }), who })
    expect(body).toMatchObject({ booking: { status: 'CONFIRMED', paymentStatus: 'PAID' }, payment: { outcome: 'succeeded' } })
    expect(body.amounts).toMatchObject({ total: '40.00', paid: '40.00', coupon: { code: 'WELCOME', amount: '10.00' }, taxes: [{ amount: '6.39' }] })
    expect(await countUses(id)).toBe(1)
    const { payments, total } = await studio.money(body.booking.id)
    expect([total, payments[0].amount]).toEqual(['40.00', '40.00'])
    const receipt = await server.ok('GET', `/api/invoices/${payments[0].id}`, { as: studio.site })
    expect(receipt).toMatchObject({
      total: '$40.00',
      lines: [{ label: expect.stringContaining('(coupon WELCOME: −10.00 USD)'), amount: '$40.00' }, { amount: '$6.39' }],
    })
    await server.ok('POST', `/api/bookings/${body.booking.id}/refunds`, {
      as: studio.site,
      body: { receiptId: payments[0].id },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect((await studio.money(body.booking.id)).payments[0]).toMatchObject({ refunded: '40.00' })
    const emails = await server.sentEmails(studio.site, who.email)
    expect(emails.find(({ template }) => template === 'booking-confirmed')?.variables.priceText).toBe('$40.00 (incl. $6.39 VAT (19%)), coupon WELCOME: −$10.00')
  },
  preview: async () => {
    const id = await createCoupon({ moneyOffAmount: 5 })
    const service = await studio.service()
    const token = await server.visitorToken(studio.site)
    const preview = (body: object) => server.call('POST', '/api/checkout/bookings/coupon', { token, body: { serviceId: service.id, price: '40.00', ...body } })
    expect((await preview({ couponCode: 'Welcome' })).body).toEqual({ code: 'WELCOME', amountOff: '5.00' })
    expect(errorCode(await preview({ couponCode: 'OTHER' }))).toBe('ERROR_COUPON_DOES_NOT_EXIST')
    expect((await preview({ couponCode: 'WELCOME', price: 'much' })).status).toBe(400)
    expect(await countUses(id)).toBe(0)
  },
})
async function takeOffWholePrice(): Promise<void> {
  const id = await createCoupon({ percentOffRate: 100 })
  const who = guest()
  const { body } = await book({ service: await studio.service(), who, more: { card: null } })
  expect(body).toMatchObject({ booking: { status: 'CONFIRMED', paymentStatus: 'EXEMPT' }, amounts: { total: '0.00', paid: '0.00' } })
  expect(await countUses(id)).toBe(1)
  const emails = await server.sentEmails(studio.site, who.email)
  expect(emails.find(({ template }) => template === 'booking-confirmed')?.variables.priceText).toBe('$0.00, coupon WELCOME: −$40.00')
}
async function takeOffDeposit(): Promise<void> {
  await createCoupon({ moneyOffAmount: 15 })
  const service = await studio.service({ price: '50.00', deposit: '20.00' })
  const { body } = await book({ service })
  expect(body).toMatchObject({ amounts: { total: '35.00', paid: '20.00' }, booking: { paymentStatus: 'PARTIALLY_PAID' } })
  const { amounts } = await server.ok('GET', `/api/bookings/${body.booking.id}/summary`, { as: studio.site })
  expect(amounts).toMatchObject({ total: '35.00', coupon: { amount: '15.00' } })
}
async function useLast(): Promise<void> {
  const id = await createCoupon({ percentOffRate: 10, usageLimit: 1 })
  const service = await studio.service()
  const token = await server.visitorToken(studio.site)
  const who = guest()
  const declined = await book({ service, token, who, more: { card: { ...card, number: '4000000000009995' } } })
  expect(declined.body).toMatchObject({ payment: { outcome: 'declined' }, amounts: { total: '36.00' } })
  expect(errorCode(await book({ service, hour: 12 }))).toBe('ERROR_COUPON_USAGE_EXCEEDED')
  server.freezeClock('2027-05-01T11:00:00Z')
  await server.runner.runSchedules()
  expect(await countUses(id)).toBe(0)
  expect((await book({ service, hour: 12 })).body).toMatchObject({ booking: { status: 'CONFIRMED' } })
  expect(await countUses(id)).toBe(1)
  const again = await book({ service, token, who, more: { bookingId: declined.body.booking.id } })
  expect(errorCode(again)).toBe('ERROR_COUPON_USAGE_EXCEEDED')
}
async function giveBackUse(): Promise<void> {
  const id = await createCoupon({ percentOffRate: 10 })
  const asked = await studio.service({ approval: true })
  const request = (await book({ service: asked })).body.booking
  expect([request.status, await countUses(id)]).toEqual(['PENDING', 1])
  await studio.owner(`/v2/bookings/${request.id}/decline`, { revision: request.revision })
  expect(await countUses(id)).toBe(0)
  const { booking } = (await book({ service: await studio.service(), hour: 14 })).body
  await studio.owner(`/v2/bookings/${booking.id}/cancel`, { revision: booking.revision })
  expect(await countUses(id)).toBe(1)
}
