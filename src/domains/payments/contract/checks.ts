/** The nightly check of orders and the ledger, for the owner. Source: guide pricing-plans §17. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const Text = Type.String()
const owner = { owner: 'any' } as const

export const checksApi = operations({
  listChecks: {
    method: 'GET',
    path: '/api/money/checks',
    summary: 'What the nightly checks of orders and ledger found, the newest first',
    access: owner,
    permission: 'PRICING_PLANS.READ_ORDERS',
    internal: true,
    work: 'read',
    reply: Type.Object({
      checks: Type.Array(
        Type.Object({
          id: Text,
          date: Text,
          isRunning: Type.Boolean(),
          /** Orders that were looked at. */
          orders: Type.Integer(),
          findings: Type.Array(Type.Object({ what: Text, orderId: Type.Optional(Text), invoiceId: Type.Optional(Text) })),
        }),
      ),
    }),
    refuses: [],
  },
  beginCheck: {
    method: 'POST',
    path: '/api/money/checks',
    summary: 'Check orders and ledger now',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_ORDERS',
    internal: true,
    reply: Type.Object({ id: Text }),
    refuses: [],
  },
})
