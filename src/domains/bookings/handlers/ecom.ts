/** Baskets of bookings as storefronts see them. */
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { basketOf, makeBasket, placeBasket, sumsOf, type Basket } from '../actions/baskets.ts'
import { priceWire } from '../actions/fees.ts'
import { payPageAddress } from '../actions/pay-links.ts'
import { checkPaid, findPayPage, payOnPage, showPayPage } from '../actions/checkout-page.ts'
import type { ecomApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { BOOKINGS_APP } from '../events.ts'
import { iso } from '../wire.ts'

const optionWords = { MEMBERSHIP: 'MEMBERSHIP', MEMBERSHIP_OFFLINE: 'MEMBERSHIP_OFFLINE', OFFLINE: 'FULL_PAYMENT_OFFLINE' } as const

function lineItems({ bookings }: Basket) {
  return sumsOf(bookings).items.map(({ booking, option, price }) => {
    const { currency } = booking.price
    const words = option === 'ONLINE' ? (price.now < price.total ? 'DEPOSIT_ONLINE' : 'FULL_PAYMENT_ONLINE') : optionWords[option]
    const money = priceWire(price.total, currency)
    return {
      id: booking.id,
      quantity: 1,
      catalogReference: { appId: BOOKINGS_APP, catalogItemId: booking.id },
      productName: { original: booking.title, translated: booking.title },
      price: money,
      priceBeforeDiscounts: money,
      totalPriceBeforeTax: money,
      totalPriceAfterTax: money,
      paymentOption: words,
      paymentConfig: { paymentOption: words },
    }
  })
}
function sums({ bookings }: Basket) {
  const { total, now, later, currency } = sumsOf(bookings)
  const [all, zero] = [priceWire(total, currency), priceWire(0, currency)]
  return {
    priceSummary: { subtotal: all, discount: zero, tax: zero, shipping: zero, total: all },
    payNow: { subtotal: priceWire(now, currency), total: priceWire(now, currency) },
    payLater: { subtotal: priceWire(later, currency), total: priceWire(later, currency) },
  }
}
const currencyOf = ({ bookings }: Basket) => bookings[0]?.price.currency ?? ''

const checkoutToWire = (basket: Basket) => {
  const { checkout, bookings } = basket
  const [first] = bookings
  return {
    id: checkout.id,
    lineItems: lineItems(basket),
    ...sums(basket),
    currency: currencyOf(basket),
    completed: checkout.orderId !== null,
    channelType: 'WEB',
    buyerInfo: {
      ...(checkout.visitorId && !checkout.memberId && { visitorId: checkout.visitorId }),
      ...(checkout.memberId && { memberId: checkout.memberId }),
      ...(first?.contactId && { contactId: first.contactId }),
      ...(first?.contactDetails.email && { email: first.contactDetails.email }),
    },
    createdDate: iso(checkout.createdAt),
  }
}
/** Amounts as carts name them: in two currencies, which are one here. */
const twice = <P extends { amount: string }>(price: P) => ({ ...price, convertedAmount: price.amount })
const cartLines = (basket: Basket) =>
  lineItems(basket).map((item) => ({
    ...item,
    name: item.productName,
    quantityInfo: { requestedQuantity: item.quantity, confirmedQuantity: item.quantity },
    source: { catalogReference: item.catalogReference },
    pricing: { unitPrice: twice(item.price), totalPrice: twice(item.price) },
  }))
const cartToWire = (basket: Basket) => ({
  id: basket.checkout.id,
  createdDate: iso(basket.checkout.createdAt),
  lineItems: cartLines(basket),
  subtotal: twice(sums(basket).priceSummary.subtotal),
  currency: currencyOf(basket),
  orderPlaced: basket.checkout.orderId !== null,
  ...(basket.checkout.orderId && { orderId: basket.checkout.orderId }),
})
function cartSummary(basket: Basket) {
  const { priceSummary, payNow, payLater } = sums(basket)
  return {
    cartId: basket.checkout.id,
    lineItems: cartLines(basket).map(({ id, quantity, pricing }) => ({ lineItemId: id, quantity, ...pricing })),
    priceSummary: {
      subtotal: twice(priceSummary.subtotal),
      discount: twice(priceSummary.discount),
      tax: twice(priceSummary.tax),
      shipping: twice(priceSummary.shipping),
      total: twice(priceSummary.total),
    },
    payNow,
    payLater,
    paymentSummary: { payNow: twice(payNow.total), payLater: twice(payLater.total) },
  }
}
/** A cart with what it costs. */
async function reckoned(ctx: Ctx, id: string) {
  const basket = await basketOf(ctx, id)
  return { cart: cartToWire(basket), summary: cartSummary(basket) }
}
const checkoutUrlOf = async (ctx: Ctx, id: string) => {
  const { checkout } = await ctx.write((inner) => basketOf(inner, id))
  return { checkoutUrl: await payPageAddress(ctx, { checkout: checkout.id }) }
}

const ordered = async (ctx: Ctx, id: string, kind: 'CHECKOUT' | 'CART') => {
  const { orderId } = await placeBasket(ctx, id, kind)
  return { orderId: orderId ?? refuse('INSUFFICIENT_INVENTORY') }
}

export const ecomHandlers: Handlers<typeof ecomApi> = {
  createCheckout: async (ctx, { body }) => ({ checkout: checkoutToWire(await makeBasket(ctx, 'CHECKOUT', body.lineItems)) }),
  getCheckout: async (ctx, { params }) => ({ checkout: checkoutToWire(await basketOf(ctx, params.id)) }),
  getCheckoutUrl: (ctx, { params }) => checkoutUrlOf(ctx, params.id),
  createOrder: (ctx, { params }) => ordered(ctx, params.id, 'CHECKOUT'),
  createCart: async (ctx, { body }) => ({ cart: cartToWire(await makeBasket(ctx, 'CART', body.catalogItems)) }),
  getCart: async (ctx, { params }) => ({ cart: cartToWire(await basketOf(ctx, params.id)) }),
  refreshCart: async (ctx, { params }) => ({ cart: cartToWire(await basketOf(ctx, params.id)) }),
  calculateCart: (ctx, { params }) => reckoned(ctx, params.id),
  estimateCart: (ctx, { params }) => reckoned(ctx, params.id),
  getCartCheckoutUrl: (ctx, { params }) => checkoutUrlOf(ctx, params.id),
  placeOrder: async (ctx, { params }) => ({ ...(await ordered(ctx, params.id, 'CART')), completed: true }),
  getPayPage: async (ctx, { params }) => showPayPage(ctx, await findPayPage(ctx, params.id)),
  payCheckout: (ctx, { params, body }) => payOnPage(ctx, params.id, body),
  checkPaid: (ctx, { params }) => checkPaid(ctx, params.id),
}
