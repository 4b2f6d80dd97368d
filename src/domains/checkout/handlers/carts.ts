/** Edits of carts as storefronts call them. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { type Basket, getOwnBasket } from '../actions/baskets.ts'
import { addCartCoupon, addCartItems, deleteCart, removeCartCoupon, removeCartItems, updateCartItems } from '../actions/carts.ts'
import type { cartsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { cartToWire } from './ecom.ts'

const toReply = (basket: Basket) => ({ cart: cartToWire(basket) })
const getCart = async (ctx: ReadContext, id: string) => toReply(await getOwnBasket(ctx, id))
/** Carts of bookings have none of these: a caller with a cart hears that the thing is not there. */
const refuseFor =
  (code: Parameters<typeof refuse>[0]) =>
  async (ctx: ReadContext, { params }: { params: { id: string } }) => {
    await getOwnBasket(ctx, params.id)
    return refuse(code)
  }

export const cartsHandlers: Handlers<typeof cartsApi> = {
  updateCart: (ctx, { params }) => getCart(ctx, params.id),
  async deleteCart(ctx, { params }) {
    await deleteCart(ctx, params.id)
    return {}
  },
  addCartLineItems: async (ctx, { params, body }) => toReply(await addCartItems(ctx, params.id, body.catalogItems ?? [])),
  removeCartLineItems: async (ctx, { params, body }) => toReply(await removeCartItems(ctx, params.id, body.lineItemIds)),
  updateCartLineItems: async (ctx, { params, body }) => {
    const updates = (body.lineItems ?? []).map(({ lineItemId, quantity }) => ({ lineItemId, newQuantity: quantity?.newQuantity }))
    return toReply(await updateCartItems(ctx, params.id, updates))
  },
  addCartCoupon: async (ctx, { params, body }) => toReply(await addCartCoupon(ctx, params.id, body.coupon?.code ?? '')),
  removeCartCoupon: async (ctx, { params, body }) => toReply(await removeCartCoupon(ctx, params.id, body.couponId ?? '')),
  addCartGiftCard: refuseFor('INVALID_GIFT_CARD_CODE'),
  removeCartGiftCard: refuseFor('GIFT_CARD_NOT_FOUND_IN_CART'),
  setCartDeliveryMethod: refuseFor('DELIVERY_METHOD_NOT_FOUND'),
  removeCartDeliveryMethod: (ctx, { params }) => getCart(ctx, params.id),
}
