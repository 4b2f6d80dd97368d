/** The lists of the owner's Money screens as CSV files, with the filters of the lists. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'
import { buyer, period, Text } from './lists.ts'

/** How an export of a list is declared; only path, summary and filters differ. */
export const exported = {
  method: 'GET',
  access: { owner: 'any' },
  permission: 'PRICING_PLANS.READ_ORDERS',
  recentPassword: true,
  internal: true,
  work: 'read',
  raw: true,
  reply: Type.Object({}),
  refuses: [],
} as const
const states = { states: Type.Optional(Type.Array(Text)) }

export const moneyExportsApi = operations({
  exportPayments: {
    ...exported,
    path: '/api/money/payments.csv',
    summary: 'Export payments as a CSV file, the newest first',
    query: Type.Object({ ...period, ...buyer, ...states, providers: Type.Optional(Type.Array(Text)) }),
  },
  exportRefunds: {
    ...exported,
    path: '/api/money/refunds.csv',
    summary: 'Export refunds as a CSV file, the newest first',
    query: Type.Object({ ...period, ...buyer, ...states }),
  },
  exportDisputes: {
    ...exported,
    path: '/api/money/disputes.csv',
    summary: 'Export disputes as a CSV file, the newest first',
    query: Type.Object(states),
  },
  exportLedgerEntries: {
    ...exported,
    path: '/api/money/moves.csv',
    summary: 'Export ledger entries as a CSV file, the newest first',
    query: Type.Object({ ...period, account: Type.Optional(Type.String({ maxLength: 60 })), orderId: Type.Optional(Guid) }),
  },
  exportDocuments: {
    ...exported,
    path: '/api/money/documents.csv',
    summary: 'Export receipts or credit notes as a CSV file, the last one first',
    query: Type.Object({ ...period, ...buyer, kind: Type.Optional(Type.Union([Type.Literal('RECEIPT'), Type.Literal('CREDIT_NOTE')])) }),
  },
  exportBalances: {
    ...exported,
    path: '/api/money/balances.csv',
    summary: 'Export the balances of the accounts as a CSV file',
    query: Type.Object(period),
  },
  exportTaxTotals: {
    ...exported,
    path: '/api/money/tax.csv',
    summary: 'Export sales and the tax on them by month as a CSV file',
    query: Type.Object(period),
  },
})
