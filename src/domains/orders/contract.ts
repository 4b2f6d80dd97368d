/** Orders on the wire, in the order of the guide. */
import { planCatalogApi } from './contract/catalog.ts'
import { checkoutApi } from './contract/checkout.ts'
import { couponsApi } from './contract/coupons.ts'
import { insightsApi } from './contract/insights.ts'
import { renewalsApi, sellingTermsApi } from './contract/renewals.ts'
import { ordersApi } from './contract/orders.ts'
import { simulationsApi } from './contract/simulations.ts'
export { Order } from './contract/shapes.ts'
export { ordersApi } from './contract/orders.ts'
export { planCatalogApi } from './contract/catalog.ts'
export { checkoutApi } from './contract/checkout.ts'
export { Coupon, couponsApi } from './contract/coupons.ts'
export { renewalsApi, sellingTermsApi } from './contract/renewals.ts'
export { simulationsApi } from './contract/simulations.ts'

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const ordersContract = {
  orders: ordersApi,
  planCatalog: planCatalogApi,
  checkout: checkoutApi,
  coupons: couponsApi,
  simulations: simulationsApi,
  renewals: renewalsApi,
  sellingTerms: sellingTermsApi,
  insights: insightsApi,
}
