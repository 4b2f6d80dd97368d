/** What the provider pays into the bank account of the business, read from it as it is now. Own operations of this product. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const Text = Type.String()
/** `after`: the `next` of the page before. */
const Page = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})
const read = { access: { owner: 'any' }, permission: 'PRICING_PLANS.READ_PAYOUTS', internal: true, work: 'own', method: 'GET' } as const
const refuses = ['PAYMENT_PROVIDER_UNREACHABLE', 'PAYMENT_PROVIDER_REFUSED'] as const

export const payoutsApi = operations({
  listPayouts: {
    ...read,
    path: '/api/money/payouts',
    summary: 'Payouts of the payment provider, the newest first',
    query: Page,
    reply: Type.Object({
      /** NONE: no cards are taken. TEST: test payments move no money. */
      source: Type.Enum(['PROVIDER', 'NONE', 'TEST']),
      payouts: Type.Array(
        Type.Object({
          id: Text,
          amount: Text,
          currency: Text,
          /** YYYY-MM-DD, as the bank has it. */
          arrivalDay: Text,
          state: Type.Enum(['PENDING', 'IN_TRANSIT', 'PAID', 'FAILED', 'CANCELED']),
          problem: Type.Optional(Text),
          isManual: Type.Boolean(),
        }),
      ),
      next: Type.Optional(Text),
    }),
    refuses: [...refuses],
  },
  listPayoutItems: {
    ...read,
    path: '/api/money/payouts/{id}/items',
    summary: 'Payments, refunds, disputes and fees that are in a payout',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_]+$' }) }),
    query: Page,
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Text,
          kind: Type.Enum(['PAYMENT', 'REFUND', 'DISPUTE', 'FEE', 'OTHER']),
          /** Below zero when it left the account; `net` is the amount without the fee of the provider. */
          amount: Text,
          fee: Text,
          net: Text,
          currency: Text,
          date: Text,
          /** Of the payment, when it is one of this site. */
          receiptId: Type.Optional(Guid),
          buyerName: Type.Optional(Text),
          title: Type.Optional(Text),
        }),
      ),
      next: Type.Optional(Text),
    }),
    refuses: ['PAYOUT_NOT_FOUND', ...refuses],
  },
})
