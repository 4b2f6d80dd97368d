/** Edits of carts. A cart holds bookings only: it has no coupons, gift cards or deliveries, and says so. Source: guide bookings §12.5. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Maybe } from '#kit/api/wire.ts'
import { customers } from './bookings.ts'
import { Cart, CartById, ItemInput } from './ecom.ts'

const CartReply = Type.Object({ cart: Cart })
const cartRefusals = ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND', 'CART_ALREADY_ORDERED', 'PAYMENT_ALREADY_IN_PROGRESS'] as const
const base = '/_api/cart-v2/v2/carts'
const LineUpdate = Type.Object({
  lineItemId: Type.String(),
  /** A booking is one item: 1 keeps it, 0 takes it out. */
  quantity: Maybe(Type.Object({ newQuantity: Maybe(Type.Integer({ minimum: 0 })) })),
})

export const cartsApi = operations({
  updateCart: {
    method: 'PATCH',
    path: `${base}/{id}`,
    summary: 'The cart as it is: what it holds and who buys is changed on its bookings',
    access: customers,
    work: 'read',
    params: CartById,
    body: Type.Object({ cart: Maybe(Type.Unknown()) }),
    reply: CartReply,
    refuses: ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND'],
  },
  deleteCart: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Delete a cart; its bookings are held until their time is up',
    access: customers,
    params: CartById,
    reply: Type.Object({}),
    refuses: cartRefusals,
  },
  addCartLineItems: {
    method: 'POST',
    path: `${base}/{id}/add-line-items`,
    summary: 'Add held bookings to a cart; the current cart is created when there is none',
    access: customers,
    params: CartById,
    body: Type.Object({ catalogItems: Maybe(Type.Array(ItemInput, { maxItems: 300 })) }),
    reply: CartReply,
    refuses: [...cartRefusals, 'NO_LINE_ITEMS_TO_ADD', 'BOOKING_NOT_FOUND', 'INSUFFICIENT_INVENTORY'],
  },
  removeCartLineItems: {
    method: 'POST',
    path: `${base}/{id}/remove-line-items`,
    summary: 'Take bookings out of a cart; the bookings of one visit leave together',
    access: customers,
    params: CartById,
    body: Type.Object({ lineItemIds: Type.Array(Type.String(), { minItems: 1, maxItems: 300 }) }),
    reply: CartReply,
    refuses: [...cartRefusals, 'LINE_ITEM_NOT_FOUND_IN_CART'],
  },
  updateCartLineItems: {
    method: 'POST',
    path: `${base}/{id}/update-line-items`,
    summary: 'Change quantities in a cart: 1 keeps a booking, 0 takes it out',
    access: customers,
    params: CartById,
    body: Type.Object({ lineItems: Maybe(Type.Array(LineUpdate, { maxItems: 300 })) }),
    reply: CartReply,
    refuses: [...cartRefusals, 'EMPTY_LINE_ITEM_UPDATES', 'DUPLICATE_LINE_ITEM_UPDATES', 'LINE_ITEM_NOT_FOUND_IN_CART'],
  },
  addCartCoupon: {
    method: 'POST',
    path: `${base}/{id}/add-coupon`,
    summary: 'Refused: bookings take no coupons',
    access: customers,
    work: 'read',
    params: CartById,
    body: Type.Object({ coupon: Maybe(Type.Unknown()) }),
    reply: CartReply,
    refuses: ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND', 'INVALID_COUPON_CODE'],
  },
  removeCartCoupon: {
    method: 'POST',
    path: `${base}/{id}/remove-coupon`,
    summary: 'Refused: no coupon is on the cart',
    access: customers,
    work: 'read',
    params: CartById,
    body: Type.Object({ couponId: Maybe(Type.Unknown()) }),
    reply: CartReply,
    refuses: ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND', 'COUPON_NOT_FOUND_IN_CART'],
  },
  addCartGiftCard: {
    method: 'POST',
    path: `${base}/{id}/add-gift-card`,
    summary: 'Refused: bookings take no gift cards',
    access: customers,
    work: 'read',
    params: CartById,
    body: Type.Object({ giftCard: Maybe(Type.Unknown()) }),
    reply: CartReply,
    refuses: ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND', 'INVALID_GIFT_CARD_CODE'],
  },
  removeCartGiftCard: {
    method: 'POST',
    path: `${base}/{id}/remove-gift-card`,
    summary: 'Refused: no gift card is on the cart',
    access: customers,
    work: 'read',
    params: CartById,
    body: Type.Object({ giftCardId: Maybe(Type.Unknown()) }),
    reply: CartReply,
    refuses: ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND', 'GIFT_CARD_NOT_FOUND_IN_CART'],
  },
  setCartDeliveryMethod: {
    method: 'POST',
    path: `${base}/{id}/set-delivery-method`,
    summary: 'Refused: bookings are not delivered',
    access: customers,
    work: 'read',
    params: CartById,
    body: Type.Object({ deliveryMethod: Maybe(Type.Unknown()) }),
    reply: CartReply,
    refuses: ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND', 'DELIVERY_METHOD_NOT_FOUND'],
  },
  removeCartDeliveryMethod: {
    method: 'POST',
    path: `${base}/{id}/remove-delivery-method`,
    summary: 'The cart as it is: it has no delivery',
    access: customers,
    work: 'read',
    params: CartById,
    body: Type.Object({}),
    reply: CartReply,
    refuses: ['CHECKOUT_NOT_FOUND', 'CURRENT_CART_NOT_FOUND'],
  },
})
