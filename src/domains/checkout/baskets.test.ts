/** Checkouts and carts through HTTP. Source: guide bookings §12.4, §12.5. */
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

const asPerson = (token: string, path: string, body: Record<string, unknown>) => server.call('POST', path, { token, body })

describe('baskets', () => {
  const holdBooking = async (token: string, s: CreatedService, start: string, option = 'OFFLINE') =>
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
    lineItems: ids.map((catalogItemId) => ({ quantity: 1, catalogReference: { appId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97', catalogItemId } })),
    channelType: 'WEB',
  })

  test('what is paid on the spot is placed once; both bookings are confirmed with one order', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    const [one, two] = [await holdBooking(token, massage, '10:00'), await holdBooking(token, massage, '12:00')]
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
    const otherVisitor = await server.visitorToken(studio.site)
    expect((await server.call('GET', `/ecom/v1/checkouts/${checkout.id}`, { token: otherVisitor })).status).toBe(404)
    expect(errorCode(await asPerson(otherVisitor, '/ecom/v1/checkouts', items(one.id)))).toBe('BOOKING_NOT_FOUND')
  })

  test('what is due now is paid on the page, in one charge; the owner may place it unpaid', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    const [one, two] = [await holdBooking(token, massage, '10:00', 'ONLINE'), await holdBooking(token, massage, '12:00', 'OFFLINE')]
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
    const third = await holdBooking(token, massage, '14:00', 'ONLINE')
    const { checkout } = (await asPerson(token, '/ecom/v1/checkouts', items(third.id))).body
    const byOwner = await studio.owner(`/ecom/v1/checkouts/${checkout.id}/create-order`)
    expect(byOwner.body.orderId).toEqual(expect.any(String))
    const states = (await studio.owner('/v2/extended-bookings/query', { query: { sort: [{ fieldName: 'startDate', order: 'ASC' }] } })).body.extendedBookings
    expect(states.map((x: { booking: { paymentStatus: string } }) => x.booking.paymentStatus)).toEqual(['PAID', 'NOT_PAID', 'NOT_PAID'])
  })

  test('a cart of bookings has no coupon and no gift card to take off', async () => {
    const token = await server.visitorToken(studio.site)
    const one = await holdBooking(token, await studio.service(), '10:00')
    const { cart } = (await asPerson(token, '/ecom/v2/carts', { catalogItems: items(one.id).lineItems })).body
    for (const [path, code] of [
      ['remove-coupon', 'COUPON_NOT_FOUND_IN_CART'],
      ['remove-gift-card', 'GIFT_CARD_NOT_FOUND_IN_CART'],
    ] as const)
      expect(errorCode(await asPerson(token, `/ecom/v2/carts/${cart.id}/${path}`, {}))).toBe(code)
    const otherVisitor = await server.visitorToken(studio.site)
    expect(errorCode(await asPerson(otherVisitor, `/ecom/v2/carts/${cart.id}/remove-coupon`, {}))).toBe('CHECKOUT_NOT_FOUND')
  })

  test('a hold that is over is no longer for sale; the wrong quantity and unknown things are refused', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    const one = await holdBooking(token, massage, '10:00')
    expect((await asPerson(token, '/ecom/v1/checkouts', { lineItems: [{ quantity: 2, catalogReference: { catalogItemId: one.id } }] })).status).toBe(400)
    const ofAnotherApp = [{ quantity: 1, catalogReference: { appId: randomUUID(), catalogItemId: one.id } }]
    const foreign = await asPerson(token, '/ecom/v1/checkouts', { lineItems: ofAnotherApp })
    expect([foreign.status, foreign.body.details.validationError.fieldViolations[0].field]).toEqual([400, 'lineItems[0].catalogReference.appId'])
    expect((await asPerson(token, '/ecom/v1/checkouts', { lineItems: [{ quantity: 1, catalogReference: {} }] })).status).toBe(400)
    expect((await asPerson(token, '/ecom/v1/checkouts', items('not a booking'))).status).toBe(404)
    const { checkout } = (await asPerson(token, '/ecom/v1/checkouts', items(one.id))).body
    server.freezeClock('2027-05-01T10:11:00Z')
    expect(errorCode(await asPerson(token, '/ecom/v1/checkouts', items(one.id)))).toBe('INSUFFICIENT_INVENTORY')
    const other = await server.visitorToken(studio.site)
    await holdBooking(other, massage, '10:00')
    expect(errorCode(await asPerson(token, `/ecom/v1/checkouts/${checkout.id}/create-order`, {}))).toBe('INSUFFICIENT_INVENTORY')
    expect((await studio.owner(`/api/bookings/${one.id}/summary`, {}, 'GET')).body.booking.status).toBe('DECLINED')
  })
})
