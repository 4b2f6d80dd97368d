/** Baskets of bookings as storefronts see them. */
import { BOOKINGS_APP, calculateTaxShare, priceToWire, toMinorUnits } from '#domains/bookings/public.ts'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { getOwnBasket, createBasket, placeBasketOrder, calculateTotals, type Basket } from '../actions/baskets.ts'
import { createPayPageUrl } from '../actions/pay-links.ts'
import { checkPaid, findPayPage, payOnPage, setPayPageCoupon, showPayPage } from '../actions/checkout-page.ts'
import { summarizeCoupon } from '../actions/coupons.ts'
import type { ecomApi } from '../contract.ts'
import { refuse } from '../errors.ts'

const wirePaymentOptions = { MEMBERSHIP: 'MEMBERSHIP', MEMBERSHIP_OFFLINE: 'MEMBERSHIP_OFFLINE', OFFLINE: 'FULL_PAYMENT_OFFLINE' } as const

function lineItems({ bookings }: Basket) {
  return calculateTotals(bookings).items.map(({ booking, option, price }) => {
    const { currency } = booking.price
    const words = option === 'ONLINE' ? (price.now < price.total ? 'DEPOSIT_ONLINE' : 'FULL_PAYMENT_ONLINE') : wirePaymentOptions[option]
    const { tax } = booking.price.terms
    const [net, gross] = [priceToWire(price.total - (price.tax ?? 0), currency), priceToWire(price.total, currency)]
    // What the customer is shown before: with the tax where prices include it.
    const listed = tax && !tax.includedInPrice ? net : gross
    return {
      id: booking.id,
      quantity: 1,
      catalogReference: { appId: BOOKINGS_APP, catalogItemId: booking.id },
      productName: { original: booking.title, translated: booking.title },
      price: listed,
      priceBeforeDiscounts: priceToWire(toMinorUnits(listed.amount, currency) + (price.discount ?? 0), currency),
      ...(price.discount !== undefined && { discount: priceToWire(price.discount, currency) }),
      totalPriceBeforeTax: net,
      totalPriceAfterTax: gross,
      ...(tax && {
        taxDetails: { taxName: tax.name, taxRate: tax.rate, taxIncludedInPrice: tax.includedInPrice, totalTax: priceToWire(price.tax ?? 0, currency) },
      }),
      paymentOption: words,
      paymentConfig: { paymentOption: words },
    }
  })
}
function toWireTotals(basket: Basket) {
  const { total, tax, now, later } = calculateTotals(basket.bookings)
  // Subtotal and discount are without tax: subtotal − discount + tax is the total. Source: guide pricing-plans §4.4.
  const listed = calculateTotals(basket.bookings.map((booking) => ({ ...booking, price: { ...booking.price, coupon: undefined } })))
  const currency = getCurrency(basket)
  const zero = priceToWire(0, currency)
  // Deposit and rest hold their share of the tax.
  const share = (amount: number, taxWithin: number) => ({
    subtotal: priceToWire(amount - taxWithin, currency),
    total: priceToWire(amount, currency),
    ...(tax > 0 && { tax: priceToWire(taxWithin, currency) }),
  })
  const taxNow = calculateTaxShare({ total, tax, before: 0, amount: now })
  return {
    priceSummary: {
      subtotal: priceToWire(listed.total - listed.tax, currency),
      discount: priceToWire(listed.total - listed.tax - (total - tax), currency),
      tax: priceToWire(tax, currency),
      shipping: zero,
      total: priceToWire(total, currency),
    },
    payNow: share(now, taxNow),
    payLater: share(later, calculateTaxShare({ total, tax, before: now, amount: later })),
  }
}
const getCurrency = ({ bookings, siteCurrency }: Basket) => bookings[0]?.price.currency ?? siteCurrency

/** The coupon, with the lines that it takes something off. */
function toAppliedDiscounts(basket: Basket) {
  const coupon = summarizeCoupon(calculateTotals(basket.bookings).items)
  if (!coupon) return []
  const { id, code, discount, bookingIds } = coupon
  return [{ coupon: { id, code, amount: priceToWire(discount, getCurrency(basket)) }, discountType: 'GLOBAL' as const, lineItemIds: bookingIds }]
}

const checkoutToWire = (basket: Basket) => {
  const { checkout, bookings } = basket
  const [first] = bookings
  return {
    id: checkout.id,
    lineItems: lineItems(basket),
    ...toWireTotals(basket),
    appliedDiscounts: toAppliedDiscounts(basket),
    currency: getCurrency(basket),
    completed: checkout.orderId !== null,
    channelType: 'WEB',
    buyerInfo: {
      ...(checkout.visitorId && !checkout.memberId && { visitorId: checkout.visitorId }),
      ...(checkout.memberId && { memberId: checkout.memberId }),
      ...(first?.contactId && { contactId: first.contactId }),
      ...(first?.contactDetails.email && { email: first.contactDetails.email }),
    },
    createdDate: toWireTime(checkout.createdAt),
  }
}
/** Carts name amounts in two currencies, which are one here. */
const withConvertedAmount = <P extends { amount: string }>(price: P) => ({ ...price, convertedAmount: price.amount })
const toCartLines = (basket: Basket) =>
  lineItems(basket).map((item) => ({
    ...item,
    name: item.productName,
    quantityInfo: { requestedQuantity: item.quantity, confirmedQuantity: item.quantity },
    source: { catalogReference: item.catalogReference },
    pricing: { unitPrice: withConvertedAmount(item.price), totalPrice: withConvertedAmount(item.price) },
  }))
export const cartToWire = (basket: Basket) => ({
  id: basket.checkout.id,
  createdDate: toWireTime(basket.checkout.createdAt),
  lineItems: toCartLines(basket),
  coupons: toAppliedDiscounts(basket).map(({ coupon: { id, code } }) => ({ id, code })),
  appliedDiscounts: toAppliedDiscounts(basket),
  subtotal: withConvertedAmount(toWireTotals(basket).priceSummary.subtotal),
  currency: getCurrency(basket),
  orderPlaced: basket.checkout.orderId !== null,
  ...(basket.checkout.orderId && { orderId: basket.checkout.orderId }),
})
function toCartSummary(basket: Basket) {
  const { priceSummary, payNow, payLater } = toWireTotals(basket)
  return {
    cartId: basket.checkout.id,
    lineItems: toCartLines(basket).map(({ id, quantity, pricing }) => ({ lineItemId: id, quantity, ...pricing })),
    priceSummary: {
      subtotal: withConvertedAmount(priceSummary.subtotal),
      discount: withConvertedAmount(priceSummary.discount),
      tax: withConvertedAmount(priceSummary.tax),
      shipping: withConvertedAmount(priceSummary.shipping),
      total: withConvertedAmount(priceSummary.total),
    },
    payNow,
    payLater,
    paymentSummary: { payNow: withConvertedAmount(payNow.total), payLater: withConvertedAmount(payLater.total) },
  }
}
/** A cart with its totals. */
async function loadCartWithTotals(ctx: ReadContext, id: string) {
  const basket = await getOwnBasket(ctx, id)
  return { cart: cartToWire(basket), summary: toCartSummary(basket) }
}
const createCheckoutUrl = async (ctx: OwnTransactionContext, id: string) => {
  const { checkout } = await ctx.transaction((inner) => getOwnBasket(inner, id))
  return { checkoutUrl: await createPayPageUrl(ctx, { checkout: checkout.id }) }
}

const placeEcomOrder = async (ctx: OwnTransactionContext, id: string, kind: 'CHECKOUT' | 'CART') => {
  const { orderId } = await placeBasketOrder(ctx, id, kind)
  return { orderId: orderId ?? refuse('INSUFFICIENT_INVENTORY') }
}

export const ecomHandlers: Handlers<typeof ecomApi> = {
  createCheckout: async (ctx, { body }) => ({ checkout: checkoutToWire(await createBasket(ctx, 'CHECKOUT', body.lineItems)) }),
  getCheckout: async (ctx, { params }) => ({ checkout: checkoutToWire(await getOwnBasket(ctx, params.id)) }),
  getCheckoutUrl: (ctx, { params }) => createCheckoutUrl(ctx, params.id),
  createOrder: (ctx, { params }) => placeEcomOrder(ctx, params.id, 'CHECKOUT'),
  createCart: async (ctx, { body }) => ({ cart: cartToWire(await createBasket(ctx, 'CART', body.catalogItems)) }),
  getCart: async (ctx, { params }) => ({ cart: cartToWire(await getOwnBasket(ctx, params.id)) }),
  refreshCart: async (ctx, { params }) => ({ cart: cartToWire(await getOwnBasket(ctx, params.id)) }),
  calculateCart: (ctx, { params }) => loadCartWithTotals(ctx, params.id),
  estimateCart: (ctx, { params }) => loadCartWithTotals(ctx, params.id),
  getCartCheckoutUrl: (ctx, { params }) => createCheckoutUrl(ctx, params.id),
  placeOrder: async (ctx, { params }) => ({ ...(await placeEcomOrder(ctx, params.id, 'CART')), completed: true }),
  getPayPage: async (ctx, { params }) => showPayPage(ctx, await findPayPage(ctx, params.id)),
  payCheckout: (ctx, { params, body }) => payOnPage(ctx, params.id, body),
  setPayPageCoupon: async (ctx, { params, body }) => {
    await setPayPageCoupon(ctx, params.id, body.couponCode ?? undefined)
    return {}
  },
  checkPaid: (ctx, { params }) => checkPaid(ctx, params.id),
}
