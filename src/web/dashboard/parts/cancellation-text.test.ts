import { expect, test } from 'vitest'
import { type CancellationEffect, describeChosenFee, describeEffect, describeFees, describeSingle, isNothingMoved, sumEffects } from './cancellation-text.ts'

const inMoney = (value: string, currency: string) => `${currency} ${Number(value).toFixed(2)}`
const one = (more: Partial<CancellationEffect> = {}): CancellationEffect => ({
  people: 1,
  paidByCard: '0',
  refunded: '0',
  currency: 'EUR',
  sessionsReturned: 0,
  hasEmail: true,
  ...more,
})

test.each([
  [one(), 'nothing refunded'],
  [one({ paidByCard: '40.00', refunded: '40.00' }), 'EUR 40.00 refunded'],
  [one({ paidByCard: '40.00', refunded: '0' }), 'EUR 40.00 paid by card, not refunded automatically'],
  [one({ people: 2, sessionsReturned: 2, hasEmail: false }), '2 people · 2 plan sessions returned · no email address'],
])('%o: %s', (effect, text) => expect(describeEffect(effect, inMoney)).toBe(text))

test('one booking in a sentence', () => {
  expect(describeSingle(one({ people: 2, sessionsReturned: 2 }), inMoney)).toBe('2 plan sessions returned.')
  expect(describeSingle(one({ hasEmail: false }), inMoney)).toBe('Nothing refunded · no email address.')
})

test.each([
  [{ amount: '20.00', open: '0.00', settlement: 'KEPT' }, 'It is kept from what was paid. Refund the rest from the booking.'],
  [{ amount: '20.00', open: '20.00', settlement: 'CARD' }, 'The saved card is charged now.'],
  [{ amount: '20.00', open: '5.00', settlement: 'CARD' }, 'EUR 15.00 is kept from what was paid, the saved card is charged EUR 5.00.'],
  [{ amount: '20.00', open: '20.00', settlement: 'OWED' }, 'No card is saved: it is noted on the booking as owed.'],
] as const)('%o: %s', (fee, text) => expect(describeChosenFee(fee, (value) => inMoney(value, 'EUR'))).toBe(text))

test('all together', () => {
  const effects = [one({ paidByCard: '40', refunded: '40' }), one({ paidByCard: '2.50', refunded: '2.50' }), one({ sessionsReturned: 1, hasEmail: false })]
  expect(sumEffects(effects, inMoney)).toBe('3 bookings: EUR 42.50 refunded, 1 plan session returned, 2 of 3 can be emailed.')
  expect(sumEffects([one()], inMoney)).toBe('1 booking: nothing refunded, 1 of 1 can be emailed.')
})

test('the fees of several bookings are summed by currency and counted by how they are settled', () => {
  const fee = { amount: '10.00', open: '10.00', currency: 'EUR' }
  expect(
    describeFees(
      [
        { ...fee, settlement: 'KEPT' },
        { ...fee, settlement: 'OWED' },
        { ...fee, settlement: 'OWED' },
      ],
      inMoney,
    ),
  ).toBe('EUR 30.00 in all: 1 kept from what was paid, 2 noted as owed.')
  expect(
    describeFees(
      [
        { ...fee, settlement: 'CARD' },
        { ...fee, currency: 'CHF', settlement: 'CARD' },
      ],
      inMoney,
    ),
  ).toBe('EUR 10.00 and CHF 10.00 in all: 2 charged to a saved card.')
})

test('what holds for all is not said of each', () => {
  expect(isNothingMoved([one(), one({ people: 2 })])).toBe(true)
  expect(isNothingMoved([one(), one({ sessionsReturned: 1 })])).toBe(false)
  expect(isNothingMoved([one({ paidByCard: '40.00' })])).toBe(false)
  expect(describeEffect(one({ people: 2 }), inMoney, false)).toBe('2 people')
})
