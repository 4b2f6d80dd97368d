/** Operation → action: the lists of money as CSV. */
import type { Handlers } from '#kit/api/mount.ts'
import * as money from '../actions/export-money.ts'
import { exportPayments } from '../actions/export-payments.ts'
import type { moneyExportsApi } from '../contract.ts'
import { assertStates, disputeStates, parsePeriod, paymentStates, refundStates } from './list-input.ts'

export const moneyExportsHandlers: Handlers<typeof moneyExportsApi> = {
  exportPayments: async (ctx, { query }) =>
    exportPayments(ctx, {
      ...parsePeriod(query),
      memberId: query.buyerId,
      states: assertStates(query.states, paymentStates),
      providers: query.providers ?? [],
    }),
  exportRefunds: async (ctx, { query }) =>
    money.exportRefunds(ctx, { ...parsePeriod(query), memberId: query.buyerId, states: assertStates(query.states, refundStates) }),
  exportDisputes: async (ctx, { query }) => money.exportDisputes(ctx, assertStates(query.states, disputeStates)),
  exportLedgerEntries: async (ctx, { query }) => money.exportLedgerEntries(ctx, { ...parsePeriod(query), account: query.account, orderId: query.orderId }),
  exportDocuments: async (ctx, { query }) => money.exportDocuments(ctx, query.kind ?? 'RECEIPT', { ...parsePeriod(query), memberId: query.buyerId }),
  exportBalances: async (ctx, { query }) => money.exportBalances(ctx, parsePeriod(query)),
  exportTaxTotals: async (ctx, { query }) => money.exportTaxTotals(ctx, parsePeriod(query)),
}
