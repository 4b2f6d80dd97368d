import { expect, test } from 'vitest'
import { addCancellationOutcomes, type EndedBooking, getCancellationOutcome } from './cancellation-outcome.ts'

const unpaid: EndedBooking = { payments: [], sending: 0, fee: 0, isByPlan: false, participants: 2, credits: 0 }
const none = { paid: 0, refunded: 0, refunding: 0, fee: 0, kept: 0, isToCard: true, sessionsReturned: 0, sessionsKept: 0 }
const byCard = (amount: number, refunded: number) => ({ amount, refunded, isByCard: true })

test.for<[string, Partial<EndedBooking>, object]>([
  ['nothing was paid', {}, {}],
  ['all of it went back to the card', { payments: [byCard(4000, 4000)] }, { paid: 4000, refunded: 4000 }],
  ['a refund on its way', { payments: [byCard(4000, 4000)], sending: 4000 }, { paid: 4000, refunding: 4000 }],
  ['a part went back, another is on its way', { payments: [byCard(4000, 3000)], sending: 1000 }, { paid: 4000, refunded: 2000, refunding: 1000, kept: 1000 }],
  ['the fee stays of what was paid', { payments: [byCard(4000, 3000)], fee: 1000 }, { paid: 4000, refunded: 3000, fee: 1000 }],
  ['a fee although nothing was paid', { fee: 1000 }, { fee: 1000 }],
  ['the business keeps it', { payments: [byCard(4000, 0)] }, { paid: 4000, kept: 4000 }],
  ['cash that was given back', { payments: [{ amount: 4000, refunded: 4000, isByCard: false }] }, { paid: 4000, refunded: 4000, isToCard: false }],
  ['plan sessions that came back', { isByPlan: true }, { sessionsReturned: 2 }],
  ['plan sessions that are gone', { isByPlan: true, credits: 2 }, { sessionsKept: 2 }],
])('the outcome of a cancellation: %s', ([, change, outcome]) => {
  expect(getCancellationOutcome({ ...unpaid, ...change })).toEqual({ ...none, ...outcome })
})

test('the parts of a visit are told as one sum', () => {
  const parts = [{ payments: [byCard(4000, 4000)] }, { payments: [{ amount: 1000, refunded: 500, isByCard: false }], isByPlan: true }]
  expect(addCancellationOutcomes(parts.map((part) => getCancellationOutcome({ ...unpaid, ...part })))).toEqual({
    ...none,
    paid: 5000,
    refunded: 4500,
    kept: 500,
    isToCard: false,
    sessionsReturned: 2,
  })
})
