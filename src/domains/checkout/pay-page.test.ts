/** The pay page of bookings through HTTP, with test payments and with Stripe's stand-in. Source: guide bookings §12.4, §12.5; identity §8. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, mia, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { findMissingPayment, restoreTestPayments } from '../../../test/payment-provider.ts'
import { startFakeStripe, type FakeStripe } from '../../../test/stripe.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { BOOKINGS_APP } from '../bookings/events.ts'

let server: TestServer
let studio: BookingStudio
let visitor: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
  visitor = await server.visitorToken(studio.site)
})

const bookAtHour = (service: CreatedService, hour: number, option: string) => ({
  bookedEntity: { slot: studio.slotFor(service, `2027-05-10T${hour}:00:00Z`, `2027-05-10T${hour + 1}:00:00Z`) },
  contactDetails: mia,
  selectedPaymentOption: option,
})
const hold = async (service: CreatedService, hour = 10, option = 'ONLINE', token = visitor): Promise<string> =>
  (await server.ok('POST', '/v2/bookings', { token, body: { booking: bookAtHour(service, hour, option) } })).booking.id
const getCheckout = async (ids: string[], token = visitor): Promise<string> =>
  (
    await server.ok('POST', '/ecom/v1/checkouts', {
      token,
      body: { lineItems: ids.map((catalogItemId) => ({ quantity: 1, catalogReference: { appId: BOOKINGS_APP, catalogItemId } })), channelType: 'WEB' },
    })
  ).checkout.id
const getLink = async (checkoutId: string): Promise<string> => {
  const { checkoutUrl } = await server.ok('GET', `/ecom/v1/checkouts/${checkoutId}/checkout-url`, { token: visitor })
  return new URL(checkoutUrl).pathname.replace('/checkout/basket/', '')
}
// A caller with the link needs no token; the site is that of the address, here that of a new visitor.
const anyone = () => server.visitorToken(studio.site)
const page = async (token: string) => server.ok('GET', `/api/checkout/baskets/${token}`, { token: await anyone() })
const pay = async (token: string, body: object) => server.call('POST', `/api/checkout/baskets/${token}/pay`, { token: await anyone(), body })
const check = async (token: string) => server.ok('POST', `/api/checkout/baskets/${token}/check`, { token: await anyone(), body: {} })

describe('the address of a checkout', () => {
  test('opens its lines, sums and hold for every caller with the link, and is paid there once', async () => {
    const id = await hold(await studio.service({ name: 'Massage' }))
    const checkout = await getCheckout([id])
    const token = await getLink(checkout)
    expect(await page(token)).toMatchObject({
      state: 'OPEN',
      items: [{ bookingId: id, title: 'Massage', startDate: '2027-05-10T10:00:00.000Z', participants: 1, amount: '40.00', staff: 'Ana' }],
      amounts: { total: '40.00', dueNow: '40.00', later: '0.00', paid: '0.00', currency: 'USD' },
      ways: [
        { option: 'ONLINE', dueNow: '40.00', later: '0.00' },
        { option: 'OFFLINE', dueNow: '0.00', later: '40.00' },
      ],
      holdExpiresAt: '2027-05-01T10:10:00.000Z',
      keepsCard: false,
      made: { bookingId: id },
    })
    expect(findMissingPayment(await pay(token, {}))).toBe('PAYMENT_REQUIRED')
    expect((await pay(token, { card: { ...card, number: '4000000000009995' } })).body.payment).toEqual({
      outcome: 'declined',
      declineCode: 'insufficient_funds',
    })
    const paid = await pay(token, { card })
    expect(paid.body).toMatchObject({ orderId: expect.any(String), payment: { outcome: 'succeeded' } })
    expect((await pay(token, { card })).body).toEqual({ orderId: paid.body.orderId })
    expect(await page(token)).toMatchObject({
      state: 'DONE',
      items: [{ status: 'CONFIRMED' }],
      amounts: { dueNow: '0.00', paid: '40.00', later: '0.00' },
      made: { orderId: paid.body.orderId, bookingId: id },
    })
  })

  test('is for callers with its link only: another visitor with the bare id or a damaged link finds nothing', async () => {
    const checkout = await getCheckout([await hold(await studio.service())])
    const otherVisitor = await anyone()
    expect(errorCode(await server.call('GET', `/api/checkout/baskets/${checkout}`, { token: otherVisitor }))).toBe('CHECKOUT_NOT_FOUND')
    expect(errorCode(await server.call('POST', `/api/checkout/baskets/${checkout}/pay`, { token: otherVisitor, body: { card } }))).toBe('CHECKOUT_NOT_FOUND')
    expect((await server.call('GET', `/api/checkout/baskets/${checkout}`, { token: visitor })).status).toBe(200)
    const token = await getLink(checkout)
    expect(errorCode(await server.call('GET', `/api/checkout/baskets/${token.slice(0, -4)}AAAA`, { token: otherVisitor }))).toBe('INVALID_TOKEN')
  })

  test('a total of nothing is confirmed without a card, and a request for approval stays a request', async () => {
    const free = await getLink(await getCheckout([await hold(await studio.service({ price: '0' }), 10, 'OFFLINE')]))
    expect(await page(free)).toMatchObject({ state: 'OPEN', amounts: { total: '0.00', dueNow: '0.00' }, ways: [] })
    expect((await pay(free, {})).body).toEqual({ orderId: expect.any(String) })
    expect(await page(free)).toMatchObject({ state: 'DONE', items: [{ status: 'CONFIRMED' }] })
    const asks = await getLink(await getCheckout([await hold(await studio.service({ price: '0', approval: true }), 12, 'OFFLINE')]))
    expect(await page(asks)).toMatchObject({ needsApproval: true })
    await pay(asks, {})
    expect(await page(asks)).toMatchObject({ state: 'DONE', items: [{ status: 'PENDING' }] })
  })

  test('several bookings are one sum: what is due now, and what is paid when the person comes', async () => {
    const massage = await studio.service()
    const deposit = await studio.service({ price: '60.00', deposit: '15.00' })
    const ids = [await hold(massage, 10), await hold(massage, 12, 'OFFLINE'), await hold(deposit, 14)]
    const token = await getLink(await getCheckout(ids))
    expect(await page(token)).toMatchObject({ amounts: { total: '140.00', dueNow: '55.00', later: '85.00' }, ways: [] })
    expect((await pay(token, { card })).status).toBe(200)
    const done = await page(token)
    expect(done).toMatchObject({ state: 'DONE', amounts: { paid: '55.00', later: '85.00' }, made: { orderId: expect.any(String) } })
    expect(done.made.bookingId).toBeUndefined()
  })

  test('a visit of several services is paid together and reported by its own id', async () => {
    const [cut, colour] = [await studio.service({ name: 'Cut' }), await studio.service({ name: 'Colour' })]
    const { multiServiceBooking } = await server.ok('POST', '/v2/multi_service_bookings', {
      token: visitor,
      body: { bookings: [bookAtHour(cut, 10, 'ONLINE'), bookAtHour(colour, 11, 'ONLINE')] },
    })
    const token = await getLink(await getCheckout([multiServiceBooking.bookings[0].bookingId]))
    expect(await page(token)).toMatchObject({
      items: [{ title: 'Cut' }, { title: 'Colour' }],
      amounts: { dueNow: '80.00' },
      made: { multiServiceBookingId: multiServiceBooking.id },
    })
    await pay(token, { card })
    expect((await page(token)).items.map(({ status }: { status: string }) => status)).toEqual(['CONFIRMED', 'CONFIRMED'])
  })

  test('the customer pays on the spot where the service allows it, and nowhere else', async () => {
    const both = await getLink(await getCheckout([await hold(await studio.service(), 10)]))
    expect((await pay(both, { paymentOption: 'OFFLINE' })).body).toEqual({ orderId: expect.any(String) })
    expect(await page(both)).toMatchObject({ state: 'DONE', amounts: { paid: '0.00', later: '40.00' } })
    const service = await studio.service({ options: { online: true, inPerson: false } })
    const online = await getLink(await getCheckout([await hold(service, 12)]))
    expect((await page(online)).ways).toEqual([])
    expect(errorCode(await pay(online, { paymentOption: 'OFFLINE' }))).toBe('VALIDATION_FAILURE')
    // Neither does a booking of our own page that is held already become free by another choice.
    const held = await hold(service, 14)
    const turned = await server.call('POST', '/api/checkout/bookings', { token: visitor, body: { bookingId: held, paymentOption: 'OFFLINE' } })
    expect(errorCode(turned)).toBe('VALIDATION_FAILURE')
  })

  test('a hold that ran out is taken again while the time is free; a time that is taken is said, and nothing is charged', async () => {
    const massage = await studio.service()
    const [again, gone] = [await getLink(await getCheckout([await hold(massage, 10)])), await getLink(await getCheckout([await hold(massage, 12)]))]
    server.freezeClock('2027-05-01T10:11:00Z')
    expect((await page(again)).holdExpiresAt).toBeUndefined()
    expect((await pay(again, { card })).body.payment).toEqual({ outcome: 'succeeded' })
    await hold(massage, 12, 'ONLINE', await anyone())
    expect((await pay(gone, { card })).body).toEqual({ payment: { outcome: 'place_gone' } })
    expect(await page(gone)).toMatchObject({ state: 'GONE', items: [{ status: 'DECLINED' }], amounts: { paid: '0.00' } })
  })

  test('a fee policy keeps a card although nothing is due now', async () => {
    const rules = {
      cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 1440 }], autoCollectFeeEnabled: true },
      saveCreditCardPolicy: { enabled: true },
    }
    const token = await getLink(await getCheckout([await hold(await studio.service({ rules }), 10, 'OFFLINE')]))
    expect(await page(token)).toMatchObject({ keepsCard: true, amounts: { dueNow: '0.00', later: '40.00' } })
    expect(findMissingPayment(await pay(token, {}))).toBe('PAYMENT_REQUIRED')
    expect(errorCode(await pay(token, { card }))).toBe('FEE_CONSENT_REQUIRED')
    const { items, feeConsents } = await page(token)
    const text = 'I agree that my card is kept and may be charged: $20.00 for cancelling less than 1 day before, $20.00 for a missed booking.'
    expect(feeConsents).toEqual([text])
    expect((await pay(token, { card, acceptsFees: true })).body).toMatchObject({ orderId: expect.any(String) })
    const { money } = await server.ok('GET', `/api/bookings/${items[0].bookingId}/money`, { as: studio.site })
    expect(money.feeConsent).toEqual({ text, date: '2027-05-01T10:00:00.000Z' })
  })
})

describe('a redirect session for a checkout', () => {
  const cookieIn = (headers: Record<string, unknown>) => String(headers['set-cookie'] ?? '').split(';')[0] as string
  async function getFlow(checkoutId: string, by: { token?: string; owner?: boolean }) {
    const { redirectSession } = await server.ok('POST', '/v1/redirect-session', {
      ...(by.owner ? { as: studio.site } : { token: by.token }),
      body: { ecomCheckout: { checkoutId }, callbacks: { thankYouPageUrl: 'http://localhost:5173/thanks' } },
    })
    const entered = await server.call('GET', redirectSession.fullUrl.replace(/^https?:\/\/[^/]+/, ''), { headers: { accept: 'text/html' } })
    const headers = { cookie: cookieIn(entered.headers) }
    const flow = await server.ok('GET', '/api/hosted/flow', { query: { rs: redirectSession.id }, headers })
    return { rs: redirectSession.id as string, headers, flow, location: String(entered.headers.location) }
  }

  test('gives its browser the key to the pay page, and leads back with the order and what was booked', async () => {
    const id = await hold(await studio.service())
    const checkout = await getCheckout([id])
    const { flow, rs, headers, location } = await getFlow(checkout, { token: visitor })
    expect(location).toContain(`/hosted/checkout?checkoutId=${checkout}`)
    expect(await page(flow.payToken)).toMatchObject({ state: 'OPEN', items: [{ bookingId: id }] })
    const { body } = await pay(flow.payToken, { card, rs })
    const { made } = await page(flow.payToken)
    const back = await server.ok('GET', '/api/hosted/return', { query: { rs, outcome: 'success', ...made }, headers })
    expect(back.url).toBe(`http://localhost:5173/thanks?bookingId=${id}&orderId=${body.orderId}&wixMemberLoggedIn=false`)
    const set = await server.ok('GET', '/api/hosted/return', { query: { rs, outcome: 'success', multiServiceBookingId: 'm1' }, headers })
    expect(set.url).toBe('http://localhost:5173/thanks?multiServiceBookingId=m1&wixMemberLoggedIn=false')
    // Another browser learns nothing from the id of the flow.
    expect((await server.ok('GET', '/api/hosted/flow', { query: { rs } })).payToken).toBeUndefined()
  })

  test('opens the checkout for the business that began the flow, and not for another visitor', async () => {
    const checkout = await getCheckout([await hold(await studio.service())])
    expect((await getFlow(checkout, { owner: true })).flow.payToken).toEqual(expect.any(String))
    expect((await getFlow(checkout, { token: await anyone() })).flow.payToken).toBeUndefined()
    expect((await getFlow(randomUUID(), { token: visitor })).flow.payToken).toBeUndefined()
  })
})

describe('with Stripe', () => {
  let stripe: FakeStripe
  beforeAll(async () => {
    stripe = await startFakeStripe('sk_test_pay_page', 'whsec_pay_page')
    await configurePayments({ provider: 'stripe', stripe: { secretKey: 'sk_test_pay_page', webhookSecret: 'whsec_pay_page', apiUrl: stripe.url } })
  })
  afterAll(async () => {
    await restoreTestPayments()
    await stripe.close()
  })
  const tokenIn = (url: string) => new URL(url).pathname.replace('/checkout/basket/', '')

  test('the site says that cards are typed on the page of the provider', async () => {
    expect(await server.ok('GET', '/api/site', { token: visitor })).toMatchObject({ paymentPage: 'hosted', testPayments: true })
  })

  test("a booking leads to Stripe's page and back to a page with the right state before and after the payment", async () => {
    const massage = await studio.service()
    const { booking, payment } = await server.ok('POST', '/api/checkout/bookings', {
      token: visitor,
      body: { slot: studio.slotFor(massage), contactDetails: mia, paymentOption: 'ONLINE', rs: 'r1' },
    })
    expect([booking.status, payment.outcome]).toEqual(['CREATED', 'redirect'])
    const back = new URL(stripe.returnUrl(payment.url))
    expect([back.searchParams.get('returned'), back.searchParams.get('rs')]).toEqual(['yes', 'r1'])
    const token = tokenIn(back.href)
    expect(await check(token)).toMatchObject({ payment: { outcome: 'requires_action' }, page: { state: 'OPEN', isBeingPaid: true, amounts: { paid: '0.00' } } })
    stripe.complete(payment.url)
    expect(await check(token)).toMatchObject({
      payment: { outcome: 'succeeded' },
      page: { state: 'DONE', amounts: { paid: '40.00' }, made: { bookingId: booking.id } },
    })
    expect(await check(token)).toMatchObject({ payment: { outcome: 'succeeded' }, page: { state: 'DONE' } })
  })

  test('a checkout is paid there as well, and its order is placed by the way back', async () => {
    const massage = await studio.service()
    const checkout = await getCheckout([await hold(massage, 10), await hold(massage, 12)])
    const token = await getLink(checkout)
    const { payment } = (await pay(token, { rs: 'r2' })).body
    expect(tokenIn(stripe.returnUrl(payment.url))).toBe(token)
    stripe.complete(payment.url)
    expect(await check(token)).toMatchObject({ page: { state: 'DONE', amounts: { paid: '80.00' } } })
    const { body } = await pay(token, {})
    expect(body.orderId).toBe((await page(token)).made.orderId)
    expect((await server.ok('GET', `/ecom/v1/checkouts/${checkout}`, { token: visitor })).checkout.completed).toBe(true)
  })

  test('a card that is declined there is said, and the checkout stays open', async () => {
    const token = await getLink(await getCheckout([await hold(await studio.service())]))
    stripe.complete((await pay(token, {})).body.payment.url, 'declined')
    expect(await check(token)).toMatchObject({ payment: { outcome: 'declined', declineCode: 'insufficient_funds' }, page: { state: 'OPEN' } })
  })

  test('the way back leads to our own pages only', async () => {
    for (const [n, returnUrl] of ['https://evil.example/', '//evil.example/', '/\\evil.example'].entries()) {
      const token = await getLink(await getCheckout([await hold(await studio.service(), 10 + n)]))
      const { payment } = (await pay(token, { returnUrl })).body
      expect(new URL(stripe.returnUrl(payment.url)).pathname).toMatch(/^\/checkout\/basket\//)
    }
  })
})

describe.each(['the provider of the run', "Stripe's page"] as const)('what is left after the deposit, with %s', (kind) => {
  let stripe: FakeStripe
  beforeAll(async () => {
    stripe = await startFakeStripe('sk_test_balance', 'whsec_balance')
    if (kind === "Stripe's page")
      await configurePayments({ provider: 'stripe', stripe: { secretKey: 'sk_test_balance', webhookSecret: 'whsec_balance', apiUrl: stripe.url } })
  })
  afterAll(async () => {
    await restoreTestPayments()
    await stripe.close()
  })
  /** Presses "Pay" and pays: with a card on our page, or on the page of the provider. */
  const payNow = async (token: string) => {
    const answer = await pay(token, kind === "Stripe's page" ? {} : { card })
    expect(answer.status).toBe(200)
    if (kind === "Stripe's page") {
      stripe.complete(answer.body.payment.url)
      await check(token)
    }
  }

  test('is paid on the same page, once, with a receipt of its own', async () => {
    const id = await hold(await studio.service({ price: '60.00', deposit: '15.00' }))
    const token = await getLink(await getCheckout([id]))
    await payNow(token)
    expect(await page(token)).toMatchObject({ state: 'DONE', canPayBalance: true, amounts: { paid: '15.00', dueNow: '45.00', later: '45.00' } })
    const { balanceToken } = await server.ok('GET', `/api/bookings/${id}/summary`, { as: studio.site })
    expect(await page(balanceToken)).toMatchObject({ canPayBalance: true, amounts: { dueNow: '45.00' } })
    await payNow(token)
    expect(await server.ok('GET', `/api/bookings/${id}/summary`, { as: studio.site })).not.toHaveProperty('balanceToken')
    expect(await page(token)).toMatchObject({ state: 'DONE', canPayBalance: false, amounts: { paid: '60.00', dueNow: '0.00', later: '0.00' } })
    expect(await studio.money(id)).toMatchObject({
      paid: '60.00',
      open: '0.00',
      payments: [
        { number: 1, amount: '15.00' },
        { number: 2, amount: '45.00' },
      ],
    })
    expect((await server.ok('GET', `/api/bookings/${id}/summary`, { as: studio.site })).booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    // Pressing again finds nothing to pay.
    expect((await pay(token, kind === "Stripe's page" ? {} : { card })).body.payment).toBeUndefined()
    expect((await studio.money(id)).payments).toHaveLength(2)
  })

  test('is not asked for on site only, nor after the booking was cancelled', async () => {
    const onSite = await hold(await studio.service({ options: { online: false, inPerson: true } }), 10, 'OFFLINE')
    const token = await getLink(await getCheckout([onSite]))
    await pay(token, {})
    expect(await page(token)).toMatchObject({ state: 'DONE', canPayBalance: false })
  })
})

describe('a payment link by email (§12.3)', () => {
  const sendLink = (id: string, more: object = {}) => studio.owner(`/api/bookings/${id}/payment-link`, { messageId: randomUUID(), ...more })
  const readLink = async (to = mia.email) => {
    const sent = (await server.sentEmails(studio.site, to)).filter(({ template }) => template === 'payment-link')
    return { count: sent.length, variables: sent.at(-1)?.variables ?? {} }
  }
  const readPayToken = (variables: Record<string, unknown>) => new URL(String(variables.payLink)).pathname.replace('/checkout/basket/', '')

  test('asks for the balance in the words of the business, opens the pay page, and is sent once', async () => {
    const { id } = await studio.book({ slot: studio.slotFor(await studio.service({ price: '60.00', deposit: '15.00' })), paymentOption: 'ONLINE', card })
    const preview = (await studio.owner(`/api/bookings/${id}/email-preview`, { change: 'PAYMENT_LINK', message: 'Thank you!' })).body
    expect(preview).toMatchObject({ to: mia.email, subject: 'Payment: Massage', text: expect.stringContaining('$45.00 is open') })
    expect([preview.text.includes('Thank you!'), preview.html.includes('/checkout/basket/')]).toEqual([true, false])
    const messageId = randomUUID()
    for (const _ of [1, 2]) expect((await sendLink(id, { messageId, message: 'Thank you!' })).status).toBe(200)
    const { count, variables } = await readLink()
    expect([count, variables.amountDue, variables.ownerMessage]).toEqual([1, '$45.00', 'Thank you!'])
    const token = readPayToken(variables)
    expect(await page(token)).toMatchObject({ canPayBalance: true, amounts: { dueNow: '45.00' } })
    expect((await pay(token, { card })).body.payment).toMatchObject({ outcome: 'succeeded' })
    const refused = await sendLink(id)
    expect([refused.status, errorCode(refused)]).toEqual([428, 'INVALID_BOOKING_STATUS'])
  })

  test('of a visit asks for all parts; without an address or for others it is refused', async () => {
    const [cut, colour] = [await studio.service({ name: 'Cut' }), await studio.service({ name: 'Colour' })]
    const parts = [bookAtHour(cut, 10, 'OFFLINE'), bookAtHour(colour, 11, 'OFFLINE')]
    const { multiServiceBooking } = (await studio.owner('/v2/multi_service_bookings', { bookings: parts })).body
    const [first, second] = multiServiceBooking.bookings.map((part: { booking: { id: string; revision: string } }) => part.booking)
    const confirmBookingsInfo = [first, second].map(({ id: bookingId, revision }) => ({ bookingId, revision, paymentStatus: 'NOT_PAID' }))
    await studio.owner(`/v2/multi_service_bookings/${multiServiceBooking.id}/confirm`, { confirmBookingsInfo })
    expect((await sendLink(second.id)).status).toBe(200)
    const { variables } = await readLink()
    expect([variables.amountDue, (variables.parts as string[]).length]).toEqual(['$80.00', 2])
    expect(await page(readPayToken(variables))).toMatchObject({ amounts: { dueNow: '80.00' } })

    const booking = { ...bookAtHour(cut, 14, 'OFFLINE'), contactDetails: { firstName: 'Nameless' }, status: 'CONFIRMED' }
    const { id } = (await studio.owner('/v2/bookings', { booking })).body.booking
    expect(errorCode(await sendLink(id))).toBe('NO_EMAIL_ADDRESS')
    expect(errorCode(await sendLink(randomUUID()))).toBe('BOOKING_NOT_FOUND')
    const asVisitor = await server.call('POST', `/api/bookings/${id}/payment-link`, { token: visitor, body: { messageId: randomUUID() } })
    expect(asVisitor.status).toBe(403)
  })
})
