/** The part of the eCommerce API that storefronts need to check bookings out. Source: guide bookings §12.5. */
import { Type } from 'typebox'
import { CancellationOutcome, Coupon, customers, Taxes } from '#domains/bookings/contract.ts'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { checkoutRefusals, CouponCode, couponRefusals } from './book-now.ts'

/** `convertedAmount`: carts name a second currency, which equals the first here. */
const Price = Type.Object({ amount: Type.String(), formattedAmount: Type.String(), convertedAmount: Type.Optional(Type.String()) })
export const ItemInput = Type.Object({
  quantity: Maybe(Type.Integer({ minimum: 1 })),
  catalogReference: Type.Object({ appId: Maybe(Type.String()), catalogItemId: Type.String(), options: Maybe(Type.Unknown()) }),
})
const Item = Type.Object({
  id: Type.String(),
  quantity: Type.Integer(),
  catalogReference: Type.Object({ appId: Type.String(), catalogItemId: Type.String() }),
  productName: Type.Object({ original: Type.String(), translated: Type.String() }),
  price: Price,
  priceBeforeDiscounts: Price,
  totalPriceBeforeTax: Price,
  totalPriceAfterTax: Price,
  /** What a coupon takes off this line; only where one is. */
  discount: Type.Optional(Price),
  /** Only where the site has a tax. */
  taxDetails: Type.Optional(Type.Object({ taxName: Type.String(), taxRate: Type.String(), taxIncludedInPrice: Type.Boolean(), totalTax: Price })),
  paymentOption: Type.String(),
  paymentConfig: Type.Object({ paymentOption: Type.String() }),
})
const PriceSummary = Type.Object({ subtotal: Price, discount: Price, tax: Price, shipping: Price, total: Price })
const Share = Type.Object({ subtotal: Price, total: Price, tax: Type.Optional(Price) })
const Sums = { priceSummary: PriceSummary, payNow: Share, payLater: Share }
const AppliedDiscount = Type.Object({
  coupon: Type.Object({ id: Guid, code: Type.String(), amount: Price }),
  discountType: Type.Literal('GLOBAL'),
  lineItemIds: Type.Array(Type.String()),
})
const Checkout = Type.Object({
  id: Guid,
  lineItems: Type.Array(Item),
  ...Sums,
  appliedDiscounts: Type.Array(AppliedDiscount),
  currency: Type.String(),
  completed: Type.Boolean(),
  channelType: Type.String(),
  buyerInfo: Type.Object({
    visitorId: Type.Optional(Type.String()),
    memberId: Type.Optional(Type.String()),
    contactId: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
  }),
  createdDate: Type.String(),
})
/** Carts carry the current field names beside the older ones. */
const CartItem = Type.Object({
  ...Item.properties,
  name: Type.Object({ original: Type.String(), translated: Type.String() }),
  quantityInfo: Type.Object({ requestedQuantity: Type.Integer(), confirmedQuantity: Type.Integer() }),
  source: Type.Object({ catalogReference: Item.properties.catalogReference }),
  pricing: Type.Object({ unitPrice: Price, totalPrice: Price }),
})
export const Cart = Type.Object({
  id: Guid,
  createdDate: Type.String(),
  lineItems: Type.Array(CartItem),
  /** One at most. */
  coupons: Type.Array(Type.Object({ id: Guid, code: Type.String() })),
  appliedDiscounts: Type.Array(AppliedDiscount),
  subtotal: Price,
  currency: Type.String(),
  orderPlaced: Type.Boolean(),
  orderId: Type.Optional(Guid),
})
const Summary = Type.Object({
  cartId: Guid,
  lineItems: Type.Array(Type.Object({ lineItemId: Type.String(), quantity: Type.Integer(), unitPrice: Price, totalPrice: Price })),
  ...Sums,
  paymentSummary: Type.Object({ payNow: Price, payLater: Price }),
})
const ById = Type.Object({ id: Guid })
/** A cart, or `current`: the caller's newest that is not ordered. */
export const CartById = Type.Object({ id: Type.String({ pattern: '^(current|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$' }) })
const cartRefusal = ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND'] as const
const Order = Type.Object({ orderId: Guid })
const checkoutRefusal = ['CHECKOUT_NOT_FOUND'] as const
/** The id of the caller's own basket, or the token of a pay page link. */
const ByIdOrToken = Type.Object({ id: Type.String({ minLength: 32, maxLength: 2048 }) })
const openRefusals = [...checkoutRefusal, 'INVALID_TOKEN', 'BOOKING_NOT_FOUND'] as const
const Payment = Type.Object({ outcome: Type.String(), declineCode: Type.Optional(Type.String()), url: Type.Optional(Type.String()) })
const PayPage = Type.Object({
  /** OPEN: to be paid or confirmed. DONE: booked or requested. GONE: the slots are no longer held. */
  state: Type.Enum(['OPEN', 'DONE', 'GONE']),
  /** Set when all of it is cancelled or declined. */
  outcome: Type.Optional(CancellationOutcome),
  /** A payment attempt is pending. */
  isBeingPaid: Type.Boolean(),
  items: Type.Array(
    Type.Object({
      bookingId: Guid,
      status: Type.String(),
      title: Type.String(),
      startDate: Type.String(),
      endDate: Type.String(),
      timeZone: Type.String(),
      place: Type.Optional(Type.String()),
      staff: Type.Optional(Type.String()),
      serviceId: Guid,
      participants: Type.Integer(),
      paymentOption: Type.String(),
      amount: Type.String(),
    }),
  ),
  amounts: Type.Object({
    total: Type.String(),
    coupon: Type.Optional(Coupon),
    dueNow: Type.String(),
    later: Type.String(),
    byPlan: Type.String(),
    paid: Type.String(),
    currency: Type.String(),
    taxes: Taxes,
  }),
  /** Ways to pay that the customer may choose from; empty when there is no choice. */
  ways: Type.Array(Type.Object({ option: Type.Enum(['ONLINE', 'OFFLINE']), dueNow: Type.String(), later: Type.String() })),
  /** What is left of confirmed bookings can be paid online: `amounts.dueNow`. */
  canPayBalance: Type.Boolean(),
  /** A card is kept for a fee that may fall due, even when nothing is paid now. */
  keepsCard: Type.Boolean(),
  /** What the customer agrees to before a card is kept; empty where no fee can follow. */
  feeConsents: Type.Array(Type.String()),
  needsApproval: Type.Boolean(),
  policyText: Type.Optional(Type.String()),
  /** End of the holds; absent when one has expired. */
  holdExpiresAt: Type.Optional(Type.String()),
  /** Parameters for the thank-you page of a storefront. */
  made: Type.Object({ orderId: Type.Optional(Guid), bookingId: Type.Optional(Guid), multiServiceBookingId: Type.Optional(Guid) }),
})
const placeOrderRefusals = [...checkoutRefusals, ...checkoutRefusal, 'EMPTY_CART'] as const

export const ecomApi = operations({
  createCheckout: {
    method: 'POST',
    path: '/ecom/v1/checkouts',
    summary: 'A basket of held bookings',
    access: customers,
    needsNoPermission: true,
    body: Type.Object({
      lineItems: Type.Array(ItemInput, { minItems: 1, maxItems: 300 }),
      channelType: Maybe(Type.String()),
      checkoutInfo: Maybe(Type.Unknown()),
    }),
    reply: Type.Object({ checkout: Checkout }),
    refuses: ['BOOKING_NOT_FOUND', 'INSUFFICIENT_INVENTORY'],
  },
  getCheckout: {
    method: 'GET',
    path: '/ecom/v1/checkouts/{id}',
    summary: 'A basket of held bookings',
    access: customers,
    needsNoPermission: true,
    work: 'read',
    params: ById,
    reply: Type.Object({ checkout: Checkout }),
    refuses: checkoutRefusal,
  },
  getCheckoutUrl: {
    method: 'GET',
    path: '/ecom/v1/checkouts/{id}/checkout-url',
    summary: 'Where the basket is paid',
    access: customers,
    needsNoPermission: true,
    work: 'own',
    params: ById,
    reply: Type.Object({ checkoutUrl: Type.String() }),
    refuses: checkoutRefusal,
  },
  createOrder: {
    method: 'POST',
    path: '/ecom/v1/checkouts/{id}/create-order',
    summary: 'Place the order when nothing is due now',
    access: customers,
    needsNoPermission: true,
    work: 'own',
    params: ById,
    body: Type.Object({}),
    reply: Order,
    refuses: placeOrderRefusals,
  },
  createCart: {
    method: 'POST',
    path: '/_api/cart-v2/v2/carts',
    summary: 'A cart of held bookings',
    access: customers,
    needsNoPermission: true,
    body: Type.Object({
      cart: Maybe(Type.Unknown()),
      catalogItems: Type.Array(ItemInput, { minItems: 1, maxItems: 300 }),
    }),
    reply: Type.Object({ cart: Cart }),
    refuses: ['BOOKING_NOT_FOUND', 'INSUFFICIENT_INVENTORY'],
  },
  getCart: {
    method: 'GET',
    path: '/_api/cart-v2/v2/carts/{id}',
    summary: 'A cart of held bookings',
    access: customers,
    needsNoPermission: true,
    work: 'read',
    params: CartById,
    reply: Type.Object({ cart: Cart }),
    refuses: cartRefusal,
  },
  refreshCart: {
    method: 'POST',
    path: '/_api/cart-v2/v2/carts/{id}/refresh',
    summary: 'The cart as its bookings are now',
    access: customers,
    needsNoPermission: true,
    work: 'read',
    params: CartById,
    body: Type.Object({}),
    reply: Type.Object({ cart: Cart }),
    refuses: cartRefusal,
  },
  calculateCart: {
    method: 'POST',
    path: '/_api/cart-v2/v2/carts/{id}/calculate',
    summary: 'What the cart costs',
    access: customers,
    needsNoPermission: true,
    work: 'read',
    params: CartById,
    body: Type.Object({}),
    reply: Type.Object({ cart: Cart, summary: Summary }),
    refuses: cartRefusal,
  },
  estimateCart: {
    method: 'POST',
    path: '/_api/cart-v2/v2/carts/{id}/estimate',
    summary: 'What the cart costs; bookings have no delivery that could change it',
    access: customers,
    needsNoPermission: true,
    work: 'read',
    params: CartById,
    body: Type.Object({}),
    reply: Type.Object({ cart: Cart, summary: Summary }),
    refuses: cartRefusal,
  },
  getCartCheckoutUrl: {
    method: 'POST',
    path: '/_api/cart-v2/v2/carts/{id}/get-checkout-url',
    summary: 'Where the cart is paid',
    access: customers,
    needsNoPermission: true,
    work: 'own',
    params: CartById,
    body: Type.Object({}),
    reply: Type.Object({ checkoutUrl: Type.String() }),
    refuses: cartRefusal,
  },
  placeOrder: {
    method: 'POST',
    path: '/_api/cart-v2/v2/carts/{id}/place-order',
    summary: 'Place the order of a cart when nothing is due now',
    access: customers,
    needsNoPermission: true,
    work: 'own',
    params: CartById,
    body: Type.Object({}),
    reply: Type.Object({ orderId: Guid, completed: Type.Boolean() }),
    refuses: [...placeOrderRefusals, 'CURRENT_CART_NOT_FOUND'],
  },
  getPayPage: {
    method: 'GET',
    path: '/api/checkout/baskets/{id}',
    summary: 'What a pay page of bookings shows',
    internal: true,
    access: 'anyone',
    work: 'own',
    params: ByIdOrToken,
    reply: PayPage,
    refuses: openRefusals,
  },
  payCheckout: {
    method: 'POST',
    path: '/api/checkout/baskets/{id}/pay',
    summary: 'Pay bookings on the hosted page',
    internal: true,
    access: 'anyone',
    work: 'own',
    idempotencyKey: true,
    params: ByIdOrToken,
    body: Type.Object({
      paymentOption: Maybe(Type.Enum(['ONLINE', 'OFFLINE'])),
      card: Maybe(Type.Object({ number: Type.String(), expMonth: Type.Integer(), expYear: Type.Integer(), cvc: Type.String(), name: Maybe(Type.String()) })),
      challenge: Maybe(Type.Enum(['approve', 'reject'])),
      planOrderId: Maybe(Guid),
      /** One of the member's own saved cards, in place of `card`. */
      savedCardId: Maybe(Guid),
      /** Agrees to `feeConsents`. */
      acceptsFees: Maybe(Type.Boolean()),
      /** Our page to which the provider returns the customer; default: this pay page. */
      returnUrl: Maybe(Type.String({ maxLength: 2000 })),
      rs: Maybe(Type.String({ maxLength: 100 })),
    }),
    reply: Type.Object({ orderId: Type.Optional(Guid), payment: Type.Optional(Payment) }),
    refuses: [...placeOrderRefusals, 'INVALID_TOKEN'],
  },
  setPayPageCoupon: {
    method: 'PUT',
    path: '/api/checkout/baskets/{id}/coupon',
    summary: 'Put a coupon on the bookings of the hosted page, or take it off',
    internal: true,
    access: 'anyone',
    work: 'own',
    params: ByIdOrToken,
    body: Type.Object({ couponCode: Maybe(CouponCode) }),
    reply: Type.Object({}),
    refuses: [...openRefusals, ...couponRefusals, 'INVALID_BOOKING_STATUS'],
  },
  checkPaid: {
    method: 'POST',
    path: '/api/checkout/baskets/{id}/check',
    summary: "What became of a payment of bookings, after the provider's page",
    internal: true,
    access: 'anyone',
    work: 'own',
    params: ByIdOrToken,
    reply: Type.Object({ payment: Type.Optional(Payment), page: PayPage }),
    refuses: [...placeOrderRefusals, 'INVALID_TOKEN'],
  },
})
