/** What the owner's Money screens read: payments, refunds, disputes, accounts, documents and tax; and money that belongs to nothing. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

export const Text = Type.String()
export const Count = Type.Integer()
const Instant = Type.String({ format: 'date-time' })
const read = { access: { owner: 'any' }, permission: 'PRICING_PLANS.READ_ORDERS', internal: true, work: 'read', replica: true } as const
export const paged = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
}
/** Half open: from the first instant up to, but not with, the second. */
export const period = { from: Type.Optional(Instant), to: Type.Optional(Instant) }
export const buyer = { buyerId: Type.Optional(Guid) }
/** Only the row with this id: the panel of a link opens it on whatever page of the list it stands. */
const one = { id: Type.Optional(Guid) }
/** Whose money it is, and for what: ORDER of a plan, BOOKING, or UNKNOWN. Guests have a name and no member. */
export const payableReference = {
  kind: Text,
  title: Text,
  orderId: Type.Optional(Text),
  bookingId: Type.Optional(Text),
  memberId: Type.Optional(Text),
  buyerName: Type.Optional(Text),
}
export const sum = { amount: Text, currency: Text }
/** Exact up to ten thousand, beyond that only "there is more". */
export const total = { total: Count }
export const Card = Type.Object({ brand: Text, last4: Text })

/** The tax in what was received. Where it is several, name and rate are of the first, the amount is the sum. */
const receivedTax = { tax: Type.Optional(Type.Object({ name: Text, rate: Text, amount: Text })) }

export const moneyListsApi = operations({
  listPayments: {
    ...read,
    method: 'GET',
    path: '/api/money/payments',
    summary: 'Payments of plans, asked for and received, and money that came in for bookings, the newest first',
    query: Type.Object({
      ...paged,
      ...period,
      ...buyer,
      ...one,
      states: Type.Optional(Type.Array(Text)),
      /** Who moved the money: sandbox, stripe or manual. */
      providers: Type.Optional(Type.Array(Text)),
    }),
    reply: Type.Object({
      payments: Type.Array(
        Type.Object({
          id: Text,
          ...payableReference,
          ...sum,
          number: Type.Optional(Count),
          cycleIndex: Count,
          state: Text,
          dueDate: Text,
          paidDate: Type.Optional(Text),
          refunded: Text,
          /** Part of a refund that is on its way. */
          refunding: Text,
          provider: Type.Optional(Text),
          tries: Count,
          /** Why the last attempt failed, in plain words. */
          reason: Type.Optional(Text),
          card: Type.Optional(Card),
          dispute: Type.Optional(Text),
          ...receivedTax,
        }),
      ),
      ...total,
    }),
    refuses: [],
  },
  listMyPayments: {
    access: { member: 'own' },
    internal: true,
    work: 'read',
    method: 'GET',
    path: '/api/my/payments',
    summary: 'What I paid and owe for plans and bookings, the newest first',
    query: Type.Object(paged),
    reply: Type.Object({
      payments: Type.Array(
        Type.Object({
          id: Text,
          kind: Text,
          title: Text,
          orderId: Type.Optional(Text),
          bookingId: Type.Optional(Text),
          ...sum,
          number: Type.Optional(Count),
          state: Text,
          dueDate: Text,
          paidDate: Type.Optional(Text),
          refunded: Text,
          refunding: Text,
          reason: Type.Optional(Text),
          card: Type.Optional(Card),
          ...receivedTax,
        }),
      ),
      ...total,
    }),
    refuses: [],
  },
  listMyCards: {
    access: { member: 'own' },
    internal: true,
    work: 'read',
    method: 'GET',
    path: '/api/my/cards',
    summary: 'My saved cards that I can pay with, the newest first',
    reply: Type.Object({ cards: Type.Array(Type.Object({ id: Guid, brand: Text, last4: Text, expMonth: Count, expYear: Count })) }),
    refuses: [],
  },
  listRefunds: {
    ...read,
    method: 'GET',
    path: '/api/money/refunds',
    summary: 'Money given back, the newest first',
    query: Type.Object({ ...paged, ...period, ...buyer, ...one, states: Type.Optional(Type.Array(Text)) }),
    reply: Type.Object({
      refunds: Type.Array(
        Type.Object({
          id: Text,
          invoiceId: Text,
          ...payableReference,
          ...sum,
          number: Type.Optional(Count),
          receiptNumber: Type.Optional(Count),
          provider: Text,
          reason: Text,
          state: Text,
          problem: Type.Optional(Text),
          createdDate: Text,
        }),
      ),
      ...total,
    }),
    refuses: [],
  },
  listDisputes: {
    ...read,
    method: 'GET',
    path: '/api/money/disputes',
    summary: 'Payments that a buyer disputes at the bank, the newest first',
    query: Type.Object({ ...paged, states: Type.Optional(Type.Array(Text)) }),
    reply: Type.Object({
      disputes: Type.Array(
        Type.Object({
          id: Text,
          invoiceId: Text,
          ...payableReference,
          ...sum,
          state: Text,
          openedDate: Text,
          closedDate: Type.Optional(Text),
          /** The order waits for the owner's decision; nothing is renewed meanwhile. */
          onHold: Type.Boolean(),
        }),
      ),
      ...total,
    }),
    refuses: [],
  },
  getMoneyTotals: {
    ...read,
    method: 'GET',
    path: '/api/money/totals',
    summary: 'What came in and what went back in a period of at most 400 days, each currency for itself',
    query: Type.Object({ from: Instant, to: Instant }),
    reply: Type.Object({ totals: Type.Array(Type.Object({ currency: Text, received: Text, payments: Count, refunded: Text, refunds: Count })) }),
    refuses: [],
  },
  getOutstanding: {
    ...read,
    method: 'GET',
    path: '/api/money/outstanding',
    summary: 'What clients owe now for bookings, fees and plans, each currency for itself',
    reply: Type.Object({ outstanding: Type.Array(Type.Object({ currency: Text, amount: Text, bookings: Text, fees: Text, plans: Text })) }),
    refuses: [],
  },
  getBalances: {
    ...read,
    method: 'GET',
    path: '/api/money/balances',
    summary: 'What every account held before a period, what came in and went out, and what it holds after; each column sums to zero',
    query: Type.Object(period),
    reply: Type.Object({
      accounts: Type.Array(Type.Object({ account: Text, currency: Text, opening: Text, in: Text, out: Text, closing: Text })),
    }),
    refuses: [],
  },
  listLedgerEntries: {
    ...read,
    method: 'GET',
    path: '/api/money/moves',
    summary: 'Ledger entries behind a balance, the newest first',
    query: Type.Object({ ...paged, ...period, account: Type.Optional(Type.String({ maxLength: 60 })), orderId: Type.Optional(Guid) }),
    reply: Type.Object({
      moves: Type.Array(
        Type.Object({
          id: Text,
          at: Text,
          from: Text,
          to: Text,
          ...sum,
          ...payableReference,
          invoiceId: Text,
          refundId: Type.Optional(Text),
          receiptNumber: Type.Optional(Count),
        }),
      ),
      ...total,
    }),
    refuses: [],
  },
  listReceiptDocuments: {
    ...read,
    method: 'GET',
    path: '/api/money/documents',
    summary: 'Receipts or credit notes by their number, the last one first',
    query: Type.Object({
      ...paged,
      ...period,
      ...buyer,
      kind: Type.Optional(Type.Union([Type.Literal('RECEIPT'), Type.Literal('CREDIT_NOTE')])),
    }),
    reply: Type.Object({
      documents: Type.Array(Type.Object({ number: Count, date: Text, invoiceId: Text, ...payableReference, ...sum, state: Text, ...receivedTax })),
      ...total,
      /** The highest number given out, and how many numbers below it no document carries: always none. */
      last: Count,
      missing: Count,
    }),
    refuses: [],
  },
  getTaxTotals: {
    ...read,
    method: 'GET',
    path: '/api/money/tax',
    summary: 'Sales and the tax on them by month, with what was given back taken off',
    query: Type.Object(period),
    reply: Type.Object({
      months: Type.Array(
        Type.Object({
          /** YYYY-MM in the zone of the site. */
          month: Text,
          currency: Text,
          /** Absent for sales without tax. */
          tax: Type.Optional(Type.Object({ name: Text, rate: Text, includedInPrice: Type.Boolean() })),
          net: Text,
          taxAmount: Text,
          gross: Text,
        }),
      ),
    }),
    refuses: [],
  },
  resolveUnclaimed: {
    ...read,
    work: 'write',
    method: 'POST',
    path: '/api/money/unclaimed/{id}/resolve',
    permission: 'PRICING_PLANS.MANAGE_ORDERS',
    summary: 'Mark unmatched money as handled by the owner; the ledger is unchanged',
    params: Type.Object({ id: Guid }),
    reply: Type.Object({}),
    refuses: ['invoice_not_found'],
  },
  refundUnclaimed: {
    ...read,
    work: 'own',
    method: 'POST',
    path: '/api/money/unclaimed/{id}/refund',
    permission: 'PRICING_PLANS.MANAGE_ORDERS',
    dryRun: true,
    summary: 'Give money back that belongs to nothing',
    params: Type.Object({ id: Guid }),
    reply: Type.Object({}),
    refuses: ['invoice_not_found', 'INVOICE_NOT_REFUNDABLE'],
  },
})
