/** Receipts, the ledger as a table, the payment set-up; webhooks of providers. Source: guide pricing-plans §9.2, §10.4, §11. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const Text = Type.String()
const owner = { owner: 'any' } as const
const DocumentId = Type.Object({ id: Guid })

export const Refund = Type.Object({
  id: Text,
  invoiceId: Text,
  amount: Text,
  currency: Text,
  reason: Text,
  state: Text,
  number: Type.Optional(Type.Integer()),
  problem: Type.Optional(Text),
  createdDate: Text,
})
export const Dispute = Type.Object({ id: Text, invoiceId: Text, amount: Text, currency: Text, state: Text, openedDate: Text, closedDate: Type.Optional(Text) })
const Line = Type.Object({ label: Text, amount: Text })
/** Everything a receipt shows, in words. */
export const InvoiceDocument = Type.Object({
  id: Text,
  /** Two letters: the language of the words in it. */
  language: Text,
  /** Of invoices of plans only. */
  orderId: Type.Optional(Text),
  number: Type.Optional(Type.Integer()),
  title: Text,
  state: Text,
  business: Type.Object({ name: Text, lines: Type.Array(Text) }),
  buyer: Type.Object({ name: Text, email: Text }),
  date: Text,
  period: Type.Optional(Text),
  lines: Type.Array(Line),
  total: Text,
  refunds: Type.Array(Type.Object({ number: Type.Optional(Type.Integer()), date: Text, amount: Text })),
  paidWith: Type.Optional(Text),
})

export const moneyApi = operations({
  getPaymentSetUp: {
    method: 'GET',
    path: '/api/payments/status',
    summary: 'Who takes online payments, and what is wrong with it',
    access: owner,
    permission: 'PRICING_PLANS.READ_ORDERS',
    internal: true,
    work: 'read',
    reply: Type.Object({
      provider: Text,
      testPayments: Type.Boolean(),
      problem: Type.Optional(Text),
      since: Type.Optional(Text),
    }),
    refuses: [],
  },
  exportLedger: {
    method: 'GET',
    path: '/api/money/books.csv',
    summary: 'Every move of money as a table for accountants',
    recentPassword: true,
    access: owner,
    permission: 'PRICING_PLANS.READ_ORDERS',
    internal: true,
    work: 'read',
    raw: true,
    reply: Type.Unknown(),
    refuses: [],
  },
  getInvoiceDocument: {
    method: 'GET',
    path: '/api/invoices/{id}',
    summary: 'A receipt, ready to be read',
    access: { member: 'own', owner: 'any' },
    permission: 'PRICING_PLANS.READ_ORDERS',
    internal: true,
    work: 'read',
    params: DocumentId,
    reply: InvoiceDocument,
    refuses: ['invoice_not_found'],
  },
  getInvoicePage: {
    method: 'GET',
    path: '/api/invoices/{id}/page',
    summary: 'A receipt as a page to print',
    access: { member: 'own', owner: 'any' },
    permission: 'PRICING_PLANS.READ_ORDERS',
    internal: true,
    work: 'read',
    raw: true,
    params: DocumentId,
    reply: Type.Unknown(),
    refuses: ['invoice_not_found'],
  },
  getInvoicePdf: {
    method: 'GET',
    path: '/api/invoices/{id}/pdf',
    summary: 'A receipt as PDF',
    access: { member: 'own', owner: 'any' },
    permission: 'PRICING_PLANS.READ_ORDERS',
    internal: true,
    work: 'read',
    raw: true,
    params: DocumentId,
    reply: Type.Unknown(),
    refuses: ['invoice_not_found'],
  },
  receiveWebhook: {
    method: 'POST',
    path: '/api/payments/{provider}/webhook',
    summary: 'What a payment provider reports, signed',
    access: 'anyone',
    internal: true,
    work: 'own',
    rawBody: 'text',
    params: Type.Object({ provider: Text }),
    reply: Type.Object({ received: Type.Boolean() }),
    refuses: ['BAD_SIGNATURE'],
  },
})
