/** Edits of carts. A cart holds bookings only: it has no gift cards or deliveries, and says so. Source: guide bookings §12.5. */
import { Type } from 'typebox'
import { customers } from '#domains/bookings/contract.ts'
import { operations } from '#kit/api/contract.ts'
import { Maybe } from '#kit/api/wire.ts'
import { Cart, CartById, ItemInput } from './ecom.ts'

const base = '/_api/cart-v2/v2/carts'
const notFound = ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND'] as const
const cartRefusals = [...notFound, 'CART_ALREADY_ORDERED', 'PAYMENT_ALREADY_IN_PROGRESS'] as const
/** What all of them have in common; most answer the cart. */
const edit = { method: 'POST', access: customers, needsNoPermission: true, params: CartById, reply: Type.Object({ cart: Cart }) } as const
/** A call about something that carts of bookings never hold; nothing is written. */
const absent = { ...edit, work: 'read' } as const
const Anything = Maybe(Type.Unknown())
const LineUpdate = Type.Object({
  lineItemId: Type.String(),
  /** A booking is one item: 1 keeps it, 0 takes it out. */
  quantity: Maybe(Type.Object({ newQuantity: Maybe(Type.Integer({ minimum: 0 })) })),
})

export const cartsApi = operations({
  updateCart: {
    ...absent,
    method: 'PATCH',
    path: `${base}/{id}`,
    summary: 'The cart as it is: what it holds and who buys is changed on its bookings',
    body: Type.Object({ cart: Anything }),
    refuses: notFound,
  },
  deleteCart: {
    ...edit,
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Delete a cart; its bookings are held until their time is up',
    reply: Type.Object({}),
    refuses: cartRefusals,
  },
  addCartLineItems: {
    ...edit,
    path: `${base}/{id}/add-line-items`,
    summary: 'Add held bookings to a cart; the current cart is created when there is none',
    body: Type.Object({ catalogItems: Maybe(Type.Array(ItemInput, { maxItems: 300 })) }),
    refuses: [...cartRefusals, 'NO_LINE_ITEMS_TO_ADD', 'BOOKING_NOT_FOUND', 'INSUFFICIENT_INVENTORY'],
  },
  removeCartLineItems: {
    ...edit,
    path: `${base}/{id}/remove-line-items`,
    summary: 'Take bookings out of a cart; the bookings of one visit leave together',
    body: Type.Object({ lineItemIds: Type.Array(Type.String(), { minItems: 1, maxItems: 300 }) }),
    refuses: [...cartRefusals, 'LINE_ITEM_NOT_FOUND_IN_CART'],
  },
  updateCartLineItems: {
    ...edit,
    path: `${base}/{id}/update-line-items`,
    summary: 'Change quantities in a cart: 1 keeps a booking, 0 takes it out',
    body: Type.Object({ lineItems: Maybe(Type.Array(LineUpdate, { maxItems: 300 })) }),
    refuses: [...cartRefusals, 'EMPTY_LINE_ITEM_UPDATES', 'DUPLICATE_LINE_ITEM_UPDATES', 'LINE_ITEM_NOT_FOUND_IN_CART'],
  },
  addCartCoupon: {
    ...edit,
    path: `${base}/{id}/add-coupon`,
    summary: 'Put a coupon on the bookings of a cart, in place of another one',
    body: Type.Object({ coupon: Maybe(Type.Object({ code: Maybe(Type.String({ maxLength: 50 })) })) }),
    refuses: [...cartRefusals, 'INVALID_COUPON_CODE'],
  },
  removeCartCoupon: {
    ...edit,
    path: `${base}/{id}/remove-coupon`,
    summary: 'Take the coupon off a cart',
    body: Type.Object({ couponId: Maybe(Type.String({ maxLength: 250 })) }),
    refuses: [...cartRefusals, 'COUPON_NOT_FOUND_IN_CART'],
  },
  addCartGiftCard: {
    ...absent,
    path: `${base}/{id}/add-gift-card`,
    summary: 'Refused: bookings take no gift cards',
    body: Type.Object({ giftCard: Anything }),
    refuses: [...notFound, 'INVALID_GIFT_CARD_CODE'],
  },
  removeCartGiftCard: {
    ...absent,
    path: `${base}/{id}/remove-gift-card`,
    summary: 'Refused: no gift card is on the cart',
    body: Type.Object({ giftCardId: Anything }),
    refuses: [...notFound, 'GIFT_CARD_NOT_FOUND_IN_CART'],
  },
  setCartDeliveryMethod: {
    ...absent,
    path: `${base}/{id}/set-delivery-method`,
    summary: 'Refused: bookings are not delivered',
    body: Type.Object({ deliveryMethod: Anything }),
    refuses: [...notFound, 'DELIVERY_METHOD_NOT_FOUND'],
  },
  removeCartDeliveryMethod: {
    ...absent,
    path: `${base}/{id}/remove-delivery-method`,
    summary: 'The cart as it is: it has no delivery',
    body: Type.Object({}),
    refuses: notFound,
  },
})
