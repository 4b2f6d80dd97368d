/** Figures for the owner: recurring revenue and how it moves, who stays, trials, plans, revenue by month. Money stays per currency. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const Text = Type.String()
const Count = Type.Integer()
const read = { access: { owner: 'any' }, permission: 'PRICING_PLANS.READ_ORDERS', internal: true, work: 'read', replica: true } as const
/** How many months to look back, the running one included. */
const back = { query: Type.Object({ months: Type.Optional(Type.Integer({ minimum: 1, maximum: 36 })) }) }
const month = { month: Text, isOpen: Type.Boolean() }

export const insightsApi = operations({
  getRecurringRevenue: {
    ...read,
    ...back,
    method: 'GET',
    path: '/api/insights/recurring',
    summary: 'Monthly recurring revenue, its movement and churn, cohorts, trials and running subscriptions by plan',
    reply: Type.Object({
      currencies: Type.Array(
        Type.Object({
          currency: Text,
          months: Type.Array(
            Type.Object({
              ...month,
              start: Text,
              new: Text,
              returned: Text,
              expansion: Text,
              contraction: Text,
              churned: Text,
              end: Text,
              membersStart: Count,
              membersGained: Count,
              membersLost: Count,
              membersEnd: Count,
            }),
          ),
        }),
      ),
      cohorts: Type.Array(Type.Object({ month: Text, size: Count, kept: Type.Array(Count) })),
      trials: Type.Array(Type.Object({ month: Text, started: Count, running: Count, converted: Count, left: Count, undecided: Count })),
      plans: Type.Array(
        Type.Object({
          planId: Text,
          planName: Text,
          active: Count,
          inTrial: Count,
          paused: Count,
          notStarted: Count,
          /** Running, but not renewed. */
          ending: Count,
          perMonth: Type.Array(Type.Object({ amount: Text, currency: Text })),
        }),
      ),
    }),
    refuses: [],
  },
  getRevenue: {
    ...read,
    ...back,
    method: 'GET',
    path: '/api/insights/revenue',
    summary: 'What came in and went back by month, from the ledger',
    reply: Type.Object({
      currencies: Type.Array(
        Type.Object({
          currency: Text,
          months: Type.Array(Type.Object({ ...month, received: Text, givenBack: Text, tax: Text, net: Text, payments: Count })),
        }),
      ),
    }),
    refuses: [],
  },
})
