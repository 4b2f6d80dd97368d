import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMinor } from '#kit/pure/money.ts'
import { sumOwed, toOutstandingSums, type OwedPart } from './owed.ts'

test.each([
  [[], []],
  [
    [
      { amount: '0.10', currency: 'EUR' },
      { amount: '0.20', currency: 'EUR' },
    ],
    [{ amount: '0.30', currency: 'EUR' }],
  ],
  [
    [
      { amount: '12', currency: 'JPY' },
      { amount: '1.5', currency: 'EUR' },
    ],
    [
      { amount: '12', currency: 'JPY' },
      { amount: '1.50', currency: 'EUR' },
    ],
  ],
  [[{ amount: '0.00', currency: 'EUR' }], []],
])('%j comes to %j', (parts, sums) => {
  expect(sumOwed(parts)).toEqual(sums)
})

test('the parts of a sum come to the sum, in every currency', () => {
  const part = fc.record({
    kind: fc.constantFrom('BOOKING', 'BOOKING_FEE', 'ORDER'),
    amount: fc.nat({ max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2)),
    currency: fc.constantFrom('EUR', 'USD'),
  }) as fc.Arbitrary<OwedPart>
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      for (const { currency, amount, bookings, fees, plans } of toOutstandingSums(parts))
        expect([bookings, fees, plans].reduce((sum, one) => sum + toMinor(one, currency), 0n)).toBe(toMinor(amount, currency))
    }),
  )
})
