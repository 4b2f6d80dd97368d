/** The oldest booking package that storefronts still run, and the calls of today's store package, unmodified. Source: guide bookings §12.5, contract wire §2. */
import * as cartV2 from '@wix/auto_sdk_ecom_cart-v-2'
import { availabilityTimeSlots, bookings, services } from '@wix/bookings'
import { redirects } from '@wix/redirects'
import { createClient, OAuthStrategy } from '@wix/sdk'
import * as old from 'wix-bookings-old'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSdkServer, type SdkServer } from './clients.ts'

const day = 86_400_000
const APP = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'
let sdk: SdkServer
beforeAll(async () => {
  sdk = await startSdkServer()
})
afterAll(() => sdk.close())

async function asVisitor<M extends object>(modules: M) {
  const client = createClient({ modules, auth: OAuthStrategy({ clientId: sdk.site.clientId }) })
  client.auth.setTokens(await client.auth.generateVisitorTokens())
  return client
}
/** What the client sends while `work` runs, by path and content type. Clients of the time of the old package named no type: `untyped`. */
async function sentBy(work: () => Promise<unknown>, untyped = false): Promise<string[]> {
  const known = globalThis.fetch
  const sent: string[] = []
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    if (untyped) headers.delete('content-type')
    const request = new Request(input as string, { ...init, headers })
    sent.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('content-type') ?? 'none'}`)
    return known(input, { ...init, headers })
  }
  try {
    await work()
  } finally {
    globalThis.fetch = known
  }
  return sent
}
const range = { startDate: new Date(Date.now() + 2 * day).toISOString(), endDate: new Date(Date.now() + 14 * day).toISOString() }

describe('the oldest package', () => {
  test('sends JSON without saying so, and is understood', async () => {
    const client = await asVisitor({ services: old.services, availabilityCalendar: old.availabilityCalendar })
    let found: { _id?: string | null; name?: string | null }[] = []
    const sent = await sentBy(async () => {
      found = (await client.services.queryServices().limit(3).find()).items
    }, true)
    expect(sent).toEqual([expect.stringMatching(/^POST .*services\/query text\/plain/)])
    expect(found).toHaveLength(3)
    const { availabilityEntries } = await client.availabilityCalendar.queryAvailability(
      { filter: { serviceId: [found[0]?._id as string], ...range } } as never,
      {
        timezone: 'Europe/Berlin',
      },
    )
    expect(Array.isArray(availabilityEntries)).toBe(true)
  })

  test('a body without a content type is read, one of another kind is not, and neither acts by cookie', async () => {
    const token = await sdk.server.visitorToken(sdk.site)
    const ask = (headers: Record<string, string>) =>
      sdk.server.app.inject({
        method: 'POST',
        url: '/v2/services/query',
        headers: { authorization: token, ...headers },
        payload: '{"query":{"paging":{"limit":1}}}',
      })
    const types: Record<string, string>[] = [{}, { 'content-type': 'text/plain' }, { 'content-type': 'text/plain;charset=UTF-8' }]
    for (const headers of types) expect((await ask(headers)).json().services).toHaveLength(1)
    expect((await ask({ 'content-type': 'text/xml' })).statusCode).toBe(415)
    // The dashboard acts by cookie: a foreign page that posts plain text has no caller here.
    const dashboard = await sdk.server.signInAsOwner(sdk.site)
    const byCookie = (type: string) =>
      sdk.server.app.inject({ method: 'POST', url: '/v1/members/query', headers: { ...dashboard.headers, 'content-type': type }, payload: '{}' })
    expect([(await byCookie('application/json')).statusCode, (await byCookie('text/plain')).statusCode]).toEqual([200, 401])
  })
})

describe('the cart calls of today', () => {
  test('a held booking becomes a cart, is reckoned, leads to its pay page, and is placed when nothing is due', async () => {
    const client = await asVisitor({ cartV2, services, bookings, redirects })
    const flow = (await client.services.queryServices().eq('mainSlug.name', 'morning-flow').find()).items[0]
    const { availabilityEntries } = await sdk.server.ok('POST', '/v1/availability/query', {
      token: await sdk.server.visitorToken(sdk.site),
      body: { query: { filter: { serviceId: [flow?._id], bookable: true, ...range } } },
    })
    const { booking } = await client.bookings.createBooking({
      bookedEntity: { slot: availabilityEntries[0].slot },
      contactDetails: { firstName: 'Cora', email: 'cora@example.org' },
      totalParticipants: 1,
      selectedPaymentOption: 'OFFLINE' as never,
    })
    let cart: Awaited<ReturnType<typeof client.cartV2.createCart>> | undefined
    const sent = await sentBy(async () => {
      cart = await client.cartV2.createCart({ catalogItems: [{ quantity: 1, catalogReference: { appId: APP, catalogItemId: booking?._id as string } }] })
    })
    expect(sent[0]).toContain('POST /ecom/v2/carts')
    const cartId = cart?._id as string
    expect(cart).toMatchObject({
      _createdDate: expect.any(Date),
      lineItems: [
        { name: { original: 'Morning Flow' }, source: { catalogReference: { catalogItemId: booking?._id } }, quantityInfo: { confirmedQuantity: 1 } },
      ],
      subtotal: { amount: '16.00' },
      orderPlaced: false,
    })
    expect((await client.cartV2.getCart(cartId))._id).toBe(cartId)
    for (const reckon of [client.cartV2.calculateCart, client.cartV2.estimateCart])
      expect(await reckon(cartId)).toMatchObject({
        cart: { _id: cartId },
        summary: { priceSummary: { total: { amount: '16.00' } }, paymentSummary: { payNow: { amount: '0.00' }, payLater: { amount: '16.00' } } },
      })
    const { checkoutUrl } = await client.cartV2.getCheckoutUrl(cartId)
    expect(checkoutUrl).toContain('/checkout/basket/')
    const { redirectSession } = await client.redirects.createRedirectSession({
      ecomCheckout: { checkoutId: cartId },
      callbacks: { postFlowUrl: 'http://localhost:5173/' },
    })
    expect(redirectSession?.fullUrl).toContain('/enter?')
    const placed = await client.cartV2.placeOrder(cartId)
    expect(placed).toMatchObject({ orderId: expect.any(String), completed: true })
    expect((await client.cartV2.placeOrder(cartId)).orderId).toBe(placed.orderId)
    const otherVisitor = await asVisitor({ cartV2 })
    await expect(otherVisitor.cartV2.getCart(cartId)).rejects.toMatchObject({ details: { applicationError: { code: 'CHECKOUT_NOT_FOUND' } } })
  })
})

describe('the lines of a cart', () => {
  /** Held places in the next sessions of a class, as a cart names them. */
  async function holdPlaces(client: Awaited<ReturnType<typeof asVisitor<{ services: typeof services; bookings: typeof bookings }>>>, count: number) {
    const flow = (await client.services.queryServices().eq('mainSlug.name', 'morning-flow').find()).items[0]
    const { availabilityEntries } = await sdk.server.ok('POST', '/v1/availability/query', {
      token: await sdk.server.visitorToken(sdk.site),
      body: { query: { filter: { serviceId: [flow?._id], bookable: true, ...range } } },
    })
    const items: { quantity: number; catalogReference: { appId: string; catalogItemId: string } }[] = []
    for (const { slot } of availabilityEntries.slice(-count)) {
      const { booking } = await client.bookings.createBooking({
        bookedEntity: { slot },
        contactDetails: { firstName: 'Lina', email: 'lina@example.org' },
        totalParticipants: 1,
        selectedPaymentOption: 'OFFLINE' as never,
      })
      items.push({ quantity: 1, catalogReference: { appId: APP, catalogItemId: booking?._id as string } })
    }
    return items
  }
  const getIds = (cart: { lineItems?: { source?: { catalogReference?: { catalogItemId?: string } } }[] } | undefined) =>
    cart?.lineItems?.map((line) => line.source?.catalogReference?.catalogItemId)
  const refusedWith = (code: string) => ({ details: { applicationError: { code } } })

  test('are added, removed and updated by the package; an emptied cart costs nothing and cannot be ordered, an ordered one stays', async () => {
    const client = await asVisitor({ cartV2, services, bookings })
    const items = await holdPlaces(client, 2)
    const [first, second] = items.map((item) => item.catalogReference.catalogItemId) as [string, string]
    const cart = await client.cartV2.createCart({ catalogItems: items.slice(0, 1) })
    const id = cart._id as string
    expect(getIds((await client.cartV2.addLineItems(id, { catalogItems: items })).cart)).toEqual([first, second])
    expect((await client.cartV2.calculateCart(id)).summary?.priceSummary?.total?.amount).toBe('32.00')
    expect(getIds((await client.cartV2.removeLineItems(id, [first])).cart)).toEqual([second])
    await expect(client.cartV2.removeLineItems(id, [first])).rejects.toMatchObject(refusedWith('LINE_ITEM_NOT_FOUND_IN_CART'))
    const update = (newQuantity: number) => client.cartV2.updateLineItems(id, { lineItems: [{ lineItemId: second, quantity: { newQuantity } }] })
    expect(getIds((await update(1)).cart)).toEqual([second])
    await expect(update(2)).rejects.toMatchObject({
      details: { validationError: { fieldViolations: [{ field: 'options.lineItems[0].quantity.newQuantity' }] } },
    })
    expect((await update(0)).cart).toMatchObject({ lineItems: [], subtotal: { amount: '0.00' } })
    await expect(client.cartV2.placeOrder(id)).rejects.toMatchObject(refusedWith('EMPTY_CART'))
    await client.cartV2.addLineItems(id, { catalogItems: items.slice(1) })
    for (const [call, code] of [
      [() => client.cartV2.addCoupon(id, { code: 'SPRING' }), 'INVALID_COUPON_CODE'],
      [() => client.cartV2.addGiftCard(id, { code: 'A gift card' } as never), 'INVALID_GIFT_CARD_CODE'],
      [() => client.cartV2.setDeliveryMethod(id, { code: 'post' } as never), 'DELIVERY_METHOD_NOT_FOUND'],
    ] as const)
      await expect(call()).rejects.toMatchObject(refusedWith(code))
    const otherVisitor = await asVisitor({ cartV2 })
    await expect(otherVisitor.cartV2.removeLineItems(id, [second])).rejects.toMatchObject(refusedWith('CHECKOUT_NOT_FOUND'))
    await client.cartV2.placeOrder(id)
    for (const call of [
      () => client.cartV2.removeLineItems(id, [second]),
      () => client.cartV2.addLineItems(id, { catalogItems: items }),
      () => client.cartV2.deleteCart(id),
    ])
      await expect(call()).rejects.toMatchObject(refusedWith('CART_ALREADY_ORDERED'))
    const other = await client.cartV2.createCart({ catalogItems: items.slice(0, 1) })
    await client.cartV2.deleteCart(other._id as string)
    await expect(client.cartV2.getCart(other._id as string)).rejects.toMatchObject(refusedWith('CHECKOUT_NOT_FOUND'))
  })

  test('the current cart is the newest that is not ordered; adding begins one, and it is ordered by that name', async () => {
    const client = await asVisitor({ services, bookings })
    const { token } = { token: (client.auth.getTokens() as { accessToken: { value: string } }).accessToken.value }
    const current = (method: string, path = '', body?: object) => sdk.server.call(method, `/ecom/v2/carts/current${path}`, { token, ...(body && { body }) })
    expect(await current('GET')).toMatchObject({ status: 404, body: refusedWith('CURRENT_CART_NOT_FOUND') })
    expect(await current('POST', '/add-line-items', { catalogItems: [] })).toMatchObject({ status: 400, body: refusedWith('NO_LINE_ITEMS_TO_ADD') })
    const items = await holdPlaces(client, 2)
    const { cart } = (await current('POST', '/add-line-items', { catalogItems: items.slice(0, 1) })).body
    expect((await current('POST', '/add-line-items', { catalogItems: items.slice(1) })).body.cart).toMatchObject({ id: cart.id, lineItems: [{}, {}] })
    expect((await current('GET')).body.cart.id).toBe(cart.id)
    expect((await current('POST', '/calculate', {})).body.summary.priceSummary.total.amount).toBe('32.00')
    expect((await current('POST', '/place-order', {})).body).toMatchObject({ completed: true })
    expect((await current('GET')).status).toBe(404)
  })
})

describe('a visitor with a booking of their own', () => {
  test('asks for its token and gives it up while it waits for its checkout; afterwards the link of the email does that', async () => {
    const client = await asVisitor({ services, bookings })
    const token = (client.auth.getTokens() as { accessToken: { value: string } }).accessToken.value
    const flow = (await client.services.queryServices().eq('mainSlug.name', 'morning-flow').find()).items[0]
    const { availabilityEntries } = await sdk.server.ok('POST', '/v1/availability/query', {
      token,
      body: { query: { filter: { serviceId: [flow?._id], bookable: true, ...range } } },
    })
    const make = async (entry: number) =>
      (
        await client.bookings.createBooking({
          bookedEntity: { slot: availabilityEntries[entry].slot },
          contactDetails: { firstName: 'Vito', email: 'vito@example.org' },
          totalParticipants: 1,
          selectedPaymentOption: 'OFFLINE' as never,
        })
      ).booking
    const [first, second] = [await make(1), await make(2)]
    const path = (id: string | null | undefined) => `/v1/anonymous-bookings/${id}/token`
    const link = await sdk.server.ok('GET', path(first?._id), { token })
    expect((await sdk.server.ok('GET', `/v1/anonymous-bookings/${link.token}`)).booking.id).toBe(first?._id)
    const otherVisitor = await sdk.server.visitorToken(sdk.site)
    expect((await sdk.server.call('GET', path(first?._id), { token: otherVisitor })).status).toBe(404)
    expect((await sdk.server.call('POST', `/v2/bookings/${first?._id}/cancel`, { token: otherVisitor, body: { revision: '1' } })).status).toBe(404)
    const gone = await client.bookings.cancelBooking(first?._id as string, { revision: first?.revision as string })
    expect(gone.booking?.status).toBe('CANCELED')
    const lineItems = [{ quantity: 1, catalogReference: { appId: APP, catalogItemId: second?._id } }]
    const { checkout } = await sdk.server.ok('POST', '/ecom/v1/checkouts', { token, body: { lineItems } })
    await sdk.server.ok('POST', `/ecom/v1/checkouts/${checkout.id}/create-order`, { token, body: {} })
    const late = await sdk.server.call('POST', `/v2/bookings/${second?._id}/cancel`, { token, body: { revision: '2' } })
    expect([late.status, late.body.details.applicationError.code]).toEqual([403, 'UNAUTHORIZED_OPERATION'])
    expect((await sdk.server.call('GET', path(second?._id), { token })).status).toBe(403)
  })
})

test('one time of a class is asked for like one of an appointment, and answers without a slot', async () => {
  const client = await asVisitor({ services, availabilityTimeSlots })
  const flow = (await client.services.queryServices().eq('mainSlug.name', 'morning-flow').find()).items[0]
  const answer = await client.availabilityTimeSlots.getAvailabilityTimeSlot(
    flow?._id as string,
    '2099-05-03T09:00:00',
    '2099-05-03T10:00:00',
    'Europe/Berlin',
    { locationType: 'BUSINESS' } as never,
  )
  expect(answer.timeSlot).toBeUndefined()
  expect(answer.timeZone).toBe('Europe/Berlin')
})
