/** Renewals that were declined, and the terms on which plans are sold, as the owner's Money screens show them. */
import { Type } from 'typebox'
import { buyer, Card, Count, exported, paged, payableReference, sum, total } from '#domains/payments/contract.ts'
import { operations } from '#kit/api/contract.ts'
import { Maybe } from '#kit/api/wire.ts'
import { Text } from './shapes.ts'

const read = { access: { owner: 'any' }, permission: 'PRICING_PLANS.READ_ORDERS', internal: true, work: 'read', replica: true } as const

export const renewalsApi = operations({
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
  exportRetries: {
    ...exported,
    path: '/api/money/retries.csv',
    summary: 'Export declined renewals as a CSV file, those due last first',
    query: Type.Object(buyer),
  },
})

export const sellingTermsApi = operations({
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
      /** What of the money for a booking is refunded automatically when it is cancelled in time. */
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
  },
})
