/** Orders on the wire, in the order of the guide. */
export { Order } from './contract/shapes.ts'
export { ordersApi } from './contract/orders.ts'
export { checkoutApi } from './contract/checkout.ts'
export { InvoiceDocument, moneyApi } from './contract/money.ts'
export { Coupon, couponsApi } from './contract/coupons.ts'
export { moneyListsApi } from './contract/money-lists.ts'
export { rehearsalsApi } from './contract/rehearsals.ts'
export { insightsApi } from './contract/insights.ts'
