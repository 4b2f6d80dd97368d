/** Checkout on the wire: the booking page that pays, baskets and the pay page, edits of carts. */
import { bookNowApi } from './contract/book-now.ts'
import { cartsApi } from './contract/carts.ts'
import { ecomApi } from './contract/ecom.ts'
export { type bookNowApi, type cartsApi, type ecomApi }

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const checkoutContract = { bookingPages: bookNowApi, ecom: ecomApi, carts: cartsApi }
