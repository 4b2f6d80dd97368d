/** The small part of the store API with which storefronts check bookings out. Source: guide: bookings 12.5. */
import { Type } from 'typebox'
import { operations } from '#kit/contract.ts'
import { Guid, Maybe } from '#kit/wire.ts'
import { customers } from './bookings.ts'
import { checkoutRefusals } from './pages.ts'

const Price = Type.Object({ amount: Type.String(), formattedAmount: Type.String() })
const ItemIn = Type.Object({
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
  paymentOption: Type.String(),
  paymentConfig: Type.Object({ paymentOption: Type.String() }),
})
const PriceSummary = Type.Object({ subtotal: Price, discount: Price, tax: Price, shipping: Price, total: Price })
const Sums = { priceSummary: PriceSummary, payNow: Type.Object({ subtotal: Price, total: Price }), payLater: Type.Object({ subtotal: Price, total: Price }) }
const Checkout = Type.Object({
  id: Guid,
  lineItems: Type.Array(Item),
  ...Sums,
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
const Cart = Type.Object({ id: Guid, lineItems: Type.Array(Item), currency: Type.String() })
const Summary = Type.Object({ ...Sums })
const ById = Type.Object({ id: Guid })
const Order = Type.Object({ orderId: Guid })
const unknown = ['CHECKOUT_NOT_FOUND'] as const
const placing = [...checkoutRefusals, ...unknown] as const

export const ecomApi = operations({
  createCheckout: {
    method: 'POST',
    path: '/ecom/v1/checkouts',
    summary: 'A basket of held bookings',
    may: customers,
    body: Type.Object({
      lineItems: Type.Array(ItemIn, { minItems: 1, maxItems: 300 }),
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
    may: customers,
    work: 'read',
    params: ById,
    reply: Type.Object({ checkout: Checkout }),
    refuses: unknown,
  },
  getCheckoutUrl: {
    method: 'GET',
    path: '/ecom/v1/checkouts/{id}/checkout-url',
    summary: 'Where the basket is paid',
    may: customers,
    work: 'read',
    params: ById,
    reply: Type.Object({ checkoutUrl: Type.String() }),
    refuses: unknown,
  },
  createOrder: {
    method: 'POST',
    path: '/ecom/v1/checkouts/{id}/create-order',
    summary: 'Place the order when nothing is due now',
    may: customers,
    work: 'own',
    params: ById,
    body: Type.Object({}),
    reply: Order,
    refuses: placing,
    about: 'booking',
  },
  createCart: {
    method: 'POST',
    path: '/_api/cart-v2/v2/carts',
    summary: 'A cart of held bookings',
    may: customers,
    body: Type.Object({
      cart: Maybe(Type.Unknown()),
      catalogItems: Type.Array(ItemIn, { minItems: 1, maxItems: 300 }),
    }),
    reply: Type.Object({ cart: Cart }),
    refuses: ['BOOKING_NOT_FOUND', 'INSUFFICIENT_INVENTORY'],
  },
  calculateCart: {
    method: 'POST',
    path: '/_api/cart-v2/v2/carts/{id}/calculate',
    summary: 'What the cart costs',
    may: customers,
    work: 'read',
    params: ById,
    body: Type.Object({}),
    reply: Type.Object({ cart: Cart, summary: Summary }),
    refuses: unknown,
  },
  placeOrder: {
    method: 'POST',
    path: '/_api/cart-v2/v2/carts/{id}/place-order',
    summary: 'Place the order of a cart when nothing is due now',
    may: customers,
    work: 'own',
    params: ById,
    body: Type.Object({}),
    reply: Order,
    refuses: placing,
    about: 'booking',
  },
  payCheckout: {
    method: 'POST',
    path: '/api/checkout/baskets/{id}/pay',
    summary: 'Pay a basket or cart on the hosted page',
    house: true,
    may: customers,
    work: 'own',
    once: true,
    params: ById,
    body: Type.Object({
      card: Maybe(Type.Object({ number: Type.String(), expMonth: Type.Integer(), expYear: Type.Integer(), cvc: Type.String(), name: Maybe(Type.String()) })),
      challenge: Maybe(Type.Enum(['approve', 'reject'])),
      planOrderId: Maybe(Guid),
      returnUrl: Maybe(Type.String({ maxLength: 2000 })),
    }),
    reply: Type.Object({
      orderId: Type.Optional(Guid),
      payment: Type.Optional(Type.Object({ outcome: Type.String(), declineCode: Type.Optional(Type.String()), url: Type.Optional(Type.String()) })),
    }),
    refuses: placing,
    about: 'booking',
  },
})
