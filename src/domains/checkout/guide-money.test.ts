/** Checkout, carts, refunds, tax and coupons as the guide's tables say, each row driven through HTTP. Source: guide bookings §12.4–§12.9. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, guest, type BookingStudio, type CreatedService, type ServiceOptions } from '../../../test/factories/booking-studio.ts'
import { createGuideBookings, NOW, type GuideBookings } from '../../../test/factories/guide-bookings.ts'
import { allMatched, codesIn, describeRows, readGuideLine, tableAt, type RowCase, unmatchedRows } from '../../../test/guide-tables.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'
import { BOOKINGS_APP } from '../bookings/events.ts'

let server: TestServer
let studio: BookingStudio
let steps: GuideBookings
let visitor: string
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock(NOW)
  studio = await createBookingStudio(server)
  steps = createGuideBookings(studio)
})
afterAll(() => server.close())
/** Each test a quarter of an hour later: the holds of those before are over, which count against the limit of the address. */
let minute = 0
const freezeAt = (minutes: number) => server.freezeClock(new Date(Date.parse(NOW) + minutes * 60_000).toISOString())
beforeEach(async () => {
  minute += 15
  freezeAt(minute)
  visitor = await server.visitorToken(studio.site)
})

const refusesWith = (answer: TestReply, cell: string | undefined) => expect(codesIn(cell)).toContain(errorCode(answer))
const post = (path: string, body: object = {}) => server.call('POST', path, { token: visitor, body })
const get = (path: string, token = visitor) => server.call('GET', path, { token })
const toItems = (...ids: string[]) => ids.map((catalogItemId) => ({ quantity: 1, catalogReference: { appId: BOOKINGS_APP, catalogItemId } }))
const hold = async (selectedPaymentOption = 'OFFLINE', options: ServiceOptions = {}): Promise<string> =>
  (await steps.hold(steps.toBody({ slot: steps.nextSlot(await studio.service(options)) }, { selectedPaymentOption }), visitor)).id
const checkout = (ids: string[]) => post('/ecom/v1/checkouts', { lineItems: toItems(...ids), channelType: 'WEB' })
const carts = '/ecom/v2/carts'
async function fillCart(selectedPaymentOption = 'OFFLINE') {
  const id = await hold(selectedPaymentOption)
  const { cart } = (await post(carts, { cart: {}, catalogItems: toItems(id) })).body
  const call = (what: string, body: object = {}) => post(`${carts}/${cart.id}/${what}`, body)
  return { id, cart, call }
}

describeRows(
  'the hosted booking page (§12.4)',
  tableAt('bookings', '### 12.4'),
  {
    open: async () => {
      const massage = await studio.service()
      const slot = steps.nextSlot(massage)
      const check = async (token: string) => (await server.call('POST', '/api/checkout/slots/check', { token, body: { slot } })).body
      const free = await check(visitor)
      await steps.hold(steps.toBody({ slot }), visitor)
      // What the customer holds counts as free, for others it is gone.
      expect(await check(visitor)).toEqual(free)
      expect(await check(await server.visitorToken(studio.site))).not.toEqual(free)
    },
    submit: async () => {
      const slot = steps.nextSlot(await studio.service())
      const { id } = await studio.book({ slot, paymentOption: 'OFFLINE', contactDetails: guest() }, visitor)
      expect((await get(`/api/bookings/${id}/summary`)).body.booking.status).toBe('CONFIRMED')
    },
    pay: async () => {
      const slot = steps.nextSlot(await studio.service())
      expect(await studio.book({ slot, paymentOption: 'ONLINE', card, contactDetails: guest() })).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    },
  },
  // `redirects/guide-tables.test.ts`, `money-plans.test.ts`, `test/browser/{booking,provider}-checkout.test.ts`.
  ['accept', 'zone', 'form', 'plan needed', 'success', 'abandon'],
)

/** The calls of §12.5 by the first words of their row: some rows name several calls. */
const checkoutCases: Record<string, RowCase> = {
  'POST /ecom/v1/checkouts {lineItems, channelType, checkoutInfo}': async ([, rule]) => {
    const id = await hold()
    const made = await checkout([id])
    expect(Object.keys(made.body.checkout)).toEqual(expect.arrayContaining(['id', 'lineItems', 'priceSummary', 'payNow', 'payLater']))
    expect((await checkout([randomUUID()])).status).toBe(404)
    for (const lineItems of [
      [{ ...toItems(id)[0], quantity: 2 }],
      [{ quantity: 1, catalogReference: { appId: randomUUID(), catalogItemId: id } }],
      [{ quantity: 1, catalogReference: { appId: BOOKINGS_APP } }],
    ])
      expect((await post('/ecom/v1/checkouts', { lineItems, channelType: 'WEB' })).status).toBe(400)
    freezeAt(minute + 11)
    refusesWith(await checkout([id]), rule)
  },
  'GET /ecom/v1/checkouts/{id}, GET …/checkout-url': async () => {
    const { id } = (await checkout([await hold()])).body.checkout
    expect((await get(`/ecom/v1/checkouts/${id}`)).body.checkout.id).toBe(id)
    expect((await get(`/ecom/v1/checkouts/${id}/checkout-url`)).body.checkoutUrl).toContain('/checkout/basket/')
    const other = await server.visitorToken(studio.site)
    expect([(await get(`/ecom/v1/checkouts/${id}`, other)).status, (await get(`/ecom/v1/checkouts/${id}/checkout-url`, other)).status]).toEqual([404, 404])
  },
  'POST /ecom/v1/checkouts/{id}/create-order': async ([, rule]) => {
    const place = async (option: string) => (await checkout([await hold(option)])).body.checkout.id as string
    const free = await place('OFFLINE')
    const first = await post(`/ecom/v1/checkouts/${free}/create-order`)
    expect([first.status, (await post(`/ecom/v1/checkouts/${free}/create-order`)).body]).toEqual([200, first.body])
    const due = await place('ONLINE')
    refusesWith(await post(`/ecom/v1/checkouts/${due}/create-order`), rule)
    expect((await studio.owner(`/ecom/v1/checkouts/${due}/create-order`)).status).toBe(200)
  },
  'POST /ecom/v2/carts {cart, catalogItems}': async () => {
    const { cart } = await fillCart()
    expect(cart).toMatchObject({ id: expect.any(String), createdDate: expect.any(String), orderPlaced: false, subtotal: expect.anything() })
    expect(cart.lineItems).toMatchObject([
      { paymentConfig: { paymentOption: 'FULL_PAYMENT_OFFLINE' }, quantityInfo: expect.anything(), pricing: expect.anything() },
    ])
    for (const prefix of ['/_api/cart-v2/v2/carts', '/cart-v2/v2/carts', '/v2/carts']) expect((await get(`${prefix}/${cart.id}`)).body.cart.id).toBe(cart.id)
  },
  'GET …/carts/{id}, POST …/carts/{id}/refresh': async () => {
    const { cart, call } = await fillCart()
    expect([(await get(`${carts}/${cart.id}`)).body.cart.id, (await call('refresh')).body.cart.id]).toEqual([cart.id, cart.id])
    expect((await get(`${carts}/${cart.id}`, await server.visitorToken(studio.site))).status).toBe(404)
    expect((await get(`${carts}/current`)).body.cart.id).toBe(cart.id)
  },
  'POST …/carts/{id}/calculate, …/estimate': async () => {
    const { call } = await fillCart()
    for (const what of ['calculate', 'estimate']) {
      const { summary } = (await call(what)).body
      expect(summary.priceSummary).toMatchObject({
        subtotal: { amount: '40.00' },
        total: { amount: '40.00', formattedAmount: expect.any(String) },
        tax: { amount: '0.00' },
      })
      expect([summary.payNow.total.amount, summary.payLater.total.amount]).toEqual(['0.00', '40.00'])
    }
  },
  'POST …/carts/{id}/get-checkout-url': async () => {
    const { call } = await fillCart()
    expect((await call('get-checkout-url')).body.checkoutUrl).toContain('/checkout/basket/')
  },
  'POST …/carts/{id}/place-order': async ([, rule]) => {
    const { id, call } = await fillCart()
    await call('remove-line-items', { lineItemIds: [id] })
    refusesWith(await call('place-order'), rule)
    const full = await fillCart()
    expect((await full.call('place-order')).body).toMatchObject({ orderId: expect.any(String) })
    expect(errorCode(await full.call('add-line-items', { catalogItems: toItems(await hold()) }))).toBe('CART_ALREADY_ORDERED')
  },
  'POST …/carts/{id}/add-line-items {catalogItems}': async ([, rule]) => {
    const { id, call } = await fillCart()
    const both = await call('add-line-items', { catalogItems: toItems(id, await hold()) })
    expect(both.body.cart.lineItems.length).toBe(2)
    refusesWith(await call('add-line-items', { catalogItems: [] }), rule)
  },
  'POST …/carts/{id}/remove-line-items {lineItemIds}': async ([, rule]) => {
    const { id, call } = await fillCart()
    refusesWith(await call('remove-line-items', { lineItemIds: [randomUUID()] }), rule)
    expect((await call('remove-line-items', { lineItemIds: [id] })).body.cart.lineItems).toEqual([])
    expect((await steps.readBooking(id)).status).toBe('CREATED')
  },
  'POST …/carts/{id}/update-line-items {lineItems: [{lineItemId, quantity: {newQuantity}}]}': async ([, rule]) => {
    const { id, call } = await fillCart()
    const update = (...quantities: number[]) =>
      call('update-line-items', { lineItems: quantities.map((newQuantity) => ({ lineItemId: id, quantity: { newQuantity } })) })
    refusesWith(await update(), rule)
    refusesWith(await update(1, 1), rule)
    expect([(await update(2)).status, (await update(1)).body.cart.lineItems.length, (await update(0)).body.cart.lineItems.length]).toEqual([400, 1, 0])
  },
  'DELETE …/carts/{id}': async () => {
    const { cart } = await fillCart()
    expect((await server.call('DELETE', `${carts}/${cart.id}`, { token: visitor })).body).toEqual({})
    expect((await get(`${carts}/${cart.id}`)).status).toBe(404)
    expect(errorCode(await get(`${carts}/current`))).toBe('CURRENT_CART_NOT_FOUND')
  },
  'PATCH …/carts/{id}; …/remove-delivery-method': async () => {
    const { cart, call } = await fillCart()
    const patched = await server.call('PATCH', `${carts}/${cart.id}`, { token: visitor, body: { cart: { buyerInfo: {} } } })
    expect([patched.body.cart.id, (await call('remove-delivery-method')).body.cart.id]).toEqual([cart.id, cart.id])
  },
  '…/add-coupon {coupon: {code}}': async ([, rule]) => {
    const { call } = await fillCart()
    refusesWith(await call('add-coupon', { coupon: { code: 'NONE' } }), rule)
  },
  '…/remove-coupon {couponId}': async ([, rule]) => {
    const { call } = await fillCart()
    refusesWith(await call('remove-coupon', { couponId: randomUUID() }), rule)
  },
  '…/add-gift-card, remove-gift-card, set-delivery-method': async ([, rule]) => {
    const { call } = await fillCart()
    const found = [await call('add-gift-card', { code: 'X' }), await call('remove-gift-card', {}), await call('set-delivery-method', {})].map(errorCode)
    expect(found).toEqual(codesIn(rule))
  },
}
const leftOut = (rows: string[][]) => rows.filter(([call = '']) => !call.includes('upsell-options'))
const checkoutRows = leftOut(tableAt('bookings', '### 12.5')).map(([call = '', rule = '']) => [call.replaceAll('`', '').replace(/ \(also .*\)$/, ''), rule])
// The target of a redirect session: `redirects/guide-tables.test.ts`, `pay-page.test.ts`.
describeRows('checkout by API (§12.5)', checkoutRows, checkoutCases, ['redirect session ecomCheckout {checkoutId}'])
test('calls that are left out are not offered, in words', async () => {
  const { call } = await fillCart()
  for (const what of ['upsell-options', 'mark-cart-as-completed', 'update-forms-submission']) {
    const answer = await call(what)
    expect([what, answer.status, errorCode(answer)]).toEqual([what, 501, 'NOT_OFFERED'])
  }
})

test('the pay page (§12.5) has the states of its table', async () => {
  const rows = tableAt('bookings', '**Pay page**')
  const readToken = async (id: string) => new URL((await get(`/ecom/v1/checkouts/${id}/checkout-url`)).body.checkoutUrl).pathname.split('/').at(-1)
  const readState = async (ids: string[], meanwhile: () => Promise<unknown> = async () => undefined) => {
    const token = await readToken((await checkout(ids)).body.checkout.id)
    await meanwhile()
    return (await get(`/api/checkout/baskets/${token}`)).body.state
  }
  const [open, done, gone] = [await hold(), await hold(), await hold()]
  const states = {
    OPEN: await readState([open]),
    DONE: await readState([done], () => steps.actNow(done, 'confirm')),
    GONE: await readState([gone], () => steps.actNow(gone, 'cancel')),
  }
  expect(unmatchedRows(rows, states)).toEqual(allMatched)
  expect(states).toEqual({ OPEN: 'OPEN', DONE: 'DONE', GONE: 'GONE' })
})

const paid = async (options: ServiceOptions = {}, more: object = {}) =>
  studio.book({ slot: steps.nextSlot(await studio.service(options)), paymentOption: 'ONLINE', card, contactDetails: guest(), ...more })
const readMoney = async (id: string) => (await studio.owner(`/api/bookings/${id}/money`, {}, 'GET')).body.money
const refund = async (id: string, amount?: string) => {
  const [payment] = (await readMoney(id)).payments
  const answer = await studio.owner(`/api/bookings/${id}/refunds`, { receiptId: payment.id, ...(amount && { amount }) })
  await server.runner.drain()
  return answer
}
const readStatus = async (id: string) => (await steps.readBooking(id)).paymentStatus
const setRefunds = (refundOnCancel: string) => studio.owner('/api/money/terms', { refundOnCancel }, 'PATCH')
const cancel = async (id: string) => {
  steps.made(await steps.actNow(id, 'cancel', { flowControlSettings: { ignoreCancellationPolicy: true } }))
  await server.runner.drain()
}

describeRows(
  'refunds and the payment status (§12.6)',
  tableAt('bookings', '### 12.6'),
  {
    'order paid later (owner marks paid)': async ([, status = '']) => {
      const { id } = await studio.book({ slot: steps.nextSlot(await studio.service()), paymentOption: 'OFFLINE', contactDetails: guest() })
      expect(steps.made(await studio.owner(`/api/bookings/${id}/mark-paid`)).paymentStatus).toBe(status.split(' ')[0])
      expect((await readMoney(id)).payments).toMatchObject([{ provider: 'manual', amount: '40.00' }])
    },
    'owner refunds in part': async () => {
      const [stands, gone] = [await paid(), await paid()]
      await refund(stands.id, '10.00')
      await cancel(gone.id)
      await refund(gone.id, '10.00')
      expect([await readStatus(stands.id), await readStatus(gone.id)]).toEqual(['PAID', 'PARTIALLY_PAID'])
    },
    'owner refunds all': async ([, status = '']) => {
      const { id } = await paid()
      await refund(id)
      expect(await readStatus(id)).toBe(status.split(' ')[0])
      expect(errorCode(await refund(id))).toBe('PAYMENT_NOT_REFUNDABLE')
    },
    'customer cancels in time, or the session does not take place': async () => {
      const cancelOwn = async () => {
        const { id, revision } = await paid()
        const { token } = await server.ok('GET', `/v1/anonymous-bookings/${id}/token`, { as: studio.site })
        await server.ok('POST', `/v1/anonymous-bookings/${token}/cancel`, { as: studio.site, body: { revision } })
        await server.runner.drain()
        return readStatus(id)
      }
      const none = await cancelOwn()
      await setRefunds('full-minus-fee')
      const full = await cancelOwn()
      await setRefunds('none')
      expect([none, full]).toEqual(['PAID', 'REFUNDED'])
    },
    'owner cancels': async () => {
      const { id } = await paid()
      await cancel(id)
      expect(await readStatus(id)).toBe('PAID')
      expect((await refund(id)).status).toBe(200)
    },
    'PENDING paid and declined': async ([, status]) => {
      const { id } = await paid({ approval: true })
      steps.made(await steps.actNow(id, 'decline'))
      await server.runner.drain()
      expect([await readStatus(id), (await readMoney(id)).payments[0].refunded]).toEqual([status, '40.00'])
    },
    'PENDING paid, never accepted, and cancelled by anyone': async ([, status]) => {
      const { id } = await paid({ approval: true })
      await cancel(id)
      expect([await readStatus(id), (await readMoney(id)).payments[0].refunded]).toEqual([status, '40.00'])
    },
    'owner sets "free of charge" (PUT /api/bookings/{id}/free-of-charge {isFree}, ours; BOOKINGS.MANAGE_PAYMENTS)': async ([, , rule]) => {
      const { id } = await studio.book({ slot: steps.nextSlot(await studio.service()), paymentOption: 'OFFLINE', contactDetails: guest() })
      const free = (isFree: boolean, of = id) => studio.owner(`/api/bookings/${of}/free-of-charge`, { isFree }, 'PUT')
      expect([steps.made(await free(true)).paymentStatus, steps.made(await free(false)).paymentStatus]).toEqual(['EXEMPT', 'NOT_PAID'])
      refusesWith(await free(true, (await paid()).id), rule)
    },
  },
  [
    // `money-stripe.test.ts`: what a provider says and does by itself.
    "refund on the provider's own page",
    'row 8 of our own checkout, class or course of any',
    'money for a booking that is CANCELED, DECLINED or paid already',
    'money for a booking that the owner decided and that still owes it',
    'dispute (charge-back) opened',
    'a refund did not work',
    "an automatic refund did not work because part of the money went back on the provider's page",
    // `plan-credits.test.ts`.
    'plan credit returned',
  ],
)

describe('a deposit (§12.3)', () => {
  const rule = readGuideLine('bookings', '`depositSelected`: service with deposit')
  const options = { online: true, inPerson: true }
  const book = async (service: CreatedService, depositSelected?: boolean) =>
    studio.owner('/v2/bookings', steps.toBody({ slot: steps.nextSlot(service) }, { selectedPaymentOption: 'ONLINE', depositSelected }))
  const read = async (answer: Promise<TestReply>) => {
    const { status, body } = await answer
    return status === 200 ? body.booking.depositSelected : errorCode({ status, body } as TestReply)
  }
  test.each([
    ['must be true where nothing else is allowed', { deposit: '10.00' }, [true, true, 'VALIDATION_FAILURE']],
    ['is chosen where all may be paid at once', { deposit: '10.00', fullUpfront: true }, [true, true, false]],
    ['is ignored where the service has none', {}, [undefined, undefined, undefined]],
  ] as const)('%s', async (_title, more, expected) => {
    expect(rule).toContain('(absent = true; false → VALIDATION_FAILURE)')
    const service = await studio.service({ ...more, options })
    expect([await read(book(service)), await read(book(service, true)), await read(book(service, false))]).toEqual(expected)
  })
  test('the rest is collected by the business', async () => {
    expect(rule).toContain('→ PAID')
    const service = await studio.service({ deposit: '10.00', fullUpfront: true, options })
    const pay = (payDeposit: boolean, slot: object) => studio.book({ slot, contactDetails: guest(), paymentOption: 'ONLINE', card, payDeposit })
    expect((await pay(false, steps.nextSlot(service))).paymentStatus).toBe('PAID')
    const { id, paymentStatus } = await pay(true, steps.nextSlot(service))
    const paid = await studio.owner(`/api/bookings/${id}/mark-paid`)
    expect([paymentStatus, paid.body.booking.paymentStatus]).toEqual(['PARTIALLY_PAID', 'PAID'])
  })
})
