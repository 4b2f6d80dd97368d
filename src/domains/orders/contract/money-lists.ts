/** What the owner's Money screens read: payments, refunds, disputes, what waits for a retry, the books, papers and tax. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const Text = Type.String()
const Count = Type.Integer()
const Instant = Type.String({ format: 'date-time' })
const read = { access: { owner: 'any' }, permission: 'PRICING_PLANS.READ_ORDERS', house: true, work: 'read' } as const
const paged = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
}
/** Half open: from the first instant up to, but not with, the second. */
const period = { from: Type.Optional(Instant), to: Type.Optional(Instant) }
const buyer = { buyerId: Type.Optional(Guid) }
/** Whose money it is, and for what: ORDER of a plan, BOOKING, or UNKNOWN. Guests have a name and no member. */
const payableReference = {
  kind: Text,
  title: Text,
  orderId: Type.Optional(Text),
  bookingId: Type.Optional(Text),
  memberId: Type.Optional(Text),
  buyerName: Type.Optional(Text),
}
const sum = { amount: Text, currency: Text }
/** Exact up to ten thousand, beyond that only "there is more". */
const total = { total: Count }
const Card = Type.Object({ brand: Text, last4: Text })

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
          provider: Type.Optional(Text),
          tries: Count,
          /** Why the last try failed, in plain words. */
          reason: Type.Optional(Text),
          card: Type.Optional(Card),
          dispute: Type.Optional(Text),
        }),
      ),
      ...total,
    }),
    refuses: [],
  },
  listRefunds: {
    ...read,
    method: 'GET',
    path: '/api/money/refunds',
    summary: 'Money given back, the newest first',
    query: Type.Object({ ...paged, ...period, ...buyer, states: Type.Optional(Type.Array(Text)) }),
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
  listRetries: {
    ...read,
    method: 'GET',
    path: '/api/money/retries',
    summary: 'Declined renewals: what is tried when, why it failed, and until when the buyer has time',
    query: Type.Object({ ...paged, ...buyer }),
    reply: Type.Object({
      retries: Type.Array(
        Type.Object({
          invoiceId: Text,
          ...payableReference,
          ...sum,
          dueDate: Text,
          tries: Count,
          lastTryDate: Type.Optional(Text),
          reason: Type.Optional(Text),
          card: Type.Optional(Card),
          /** CHECKING, ON_HOLD, PAUSED, RETRY or BUYER (only another card helps). */
          waitsFor: Text,
          nextDate: Type.Optional(Text),
          graceEndDate: Type.Optional(Text),
        }),
      ),
      ...total,
    }),
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
  listMoves: {
    ...read,
    method: 'GET',
    path: '/api/money/moves',
    summary: 'Entries of the books behind a balance, the newest first',
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
  listPapers: {
    ...read,
    method: 'GET',
    path: '/api/money/papers',
    summary: 'Receipts or credit notes by their number, the last one first',
    query: Type.Object({
      ...paged,
      ...period,
      ...buyer,
      kind: Type.Optional(Type.Union([Type.Literal('RECEIPT'), Type.Literal('CREDIT_NOTE')])),
    }),
    reply: Type.Object({
      papers: Type.Array(Type.Object({ number: Count, date: Text, invoiceId: Text, ...payableReference, ...sum, state: Text })),
      ...total,
      /** The highest number given out, and how many numbers below it no paper carries: always none. */
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
    summary: 'Note that the owner has seen to money that belongs to nothing; it stays in the books as it is',
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
    summary: 'Give money back that belongs to nothing',
    params: Type.Object({ id: Guid }),
    reply: Type.Object({}),
    refuses: ['invoice_not_found', 'INVOICE_NOT_REFUNDABLE'],
  },
  getSellingTerms: {
    ...read,
    method: 'GET',
    path: '/api/money/terms',
    summary: 'Tax, pay at the desk, and what happens with cycles that were missed',
    reply: Type.Object({
      tax: Type.Optional(Type.Object({ name: Text, rate: Text, includedInPrice: Type.Boolean(), byBusinessAddress: Type.Boolean() })),
      /** Whether plans are sold at all. */
      enabled: Type.Boolean(),
      payAtDesk: Type.Boolean(),
      /** Whether bookings may be made with a plan that is redeemed when the customer comes. */
      redeemAtDesk: Type.Boolean(),
      catchUp: Type.Union([Type.Literal('current-only'), Type.Literal('all')]),
      /** Whether sessions after the end of the plan that pays for them stay booked. */
      onPlanEnd: Type.Union([Type.Literal('keep'), Type.Literal('cancel')]),
      /** What of the money for a booking goes back by itself when it is cancelled in time. */
      refundOnCancel: Type.Union([Type.Literal('none'), Type.Literal('full-minus-fee')]),
      minRecurringCycleDays: Type.Integer(),
      minSinglePaymentDays: Type.Integer(),
      /** Whether the address that "by business address" needs is complete. */
      hasBusinessAddress: Type.Boolean(),
    }),
    refuses: [],
  },
  setSellingTerms: {
    ...read,
    work: 'write',
    method: 'PATCH',
    path: '/api/money/terms',
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    summary: 'Change tax and selling terms, for new orders only; what is absent stays, a tax of null is none',
    body: Type.Object({
      tax: Maybe(
        Type.Object({
          name: Type.String({ maxLength: 40 }),
          rate: Type.String({ maxLength: 10 }),
          includedInPrice: Type.Boolean(),
          byBusinessAddress: Maybe(Type.Boolean()),
        }),
      ),
      enabled: Type.Optional(Type.Boolean()),
      payAtDesk: Type.Optional(Type.Boolean()),
      redeemAtDesk: Type.Optional(Type.Boolean()),
      /** Shortest cycle of a recurring plan and shortest plan of one payment, in days. */
      minRecurringCycleDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
      minSinglePaymentDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
      catchUp: Type.Optional(Type.Union([Type.Literal('current-only'), Type.Literal('all')])),
      onPlanEnd: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('cancel')])),
      refundOnCancel: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('full-minus-fee')])),
    }),
    reply: Type.Object({}),
    refuses: [],
    about: 'site',
  },
})
