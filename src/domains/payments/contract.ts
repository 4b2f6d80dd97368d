/** Payments on the wire. */
import { checksApi } from './contract/checks.ts'
import { moneyExportsApi } from './contract/exports.ts'
import { moneyListsApi } from './contract/lists.ts'
import { moneyApi } from './contract/money.ts'
import { payoutsApi } from './contract/payouts.ts'

export { checksApi } from './contract/checks.ts'
export { exported, moneyExportsApi } from './contract/exports.ts'
export { buyer, Card, Count, moneyListsApi, paged, payableReference, sum, total } from './contract/lists.ts'
export { payoutsApi } from './contract/payouts.ts'
export { Dispute, InvoiceDocument, moneyApi, Refund } from './contract/money.ts'

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const paymentsContract = { money: moneyApi, checks: checksApi, moneyLists: moneyListsApi, moneyExports: moneyExportsApi, payouts: payoutsApi }
