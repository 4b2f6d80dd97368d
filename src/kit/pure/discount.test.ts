import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { calculateDiscount, splitDiscount } from './discount.ts'

describe('a discount', () => {
  test.each([
    [{ percent: '20' }, 5000n, 1000n],
    [{ percent: '33.33' }, 1001n, 334n],
    [{ percent: '100' }, 1999n, 1999n],
    [{ amount: 500n }, 2000n, 500n],
    [{ amount: 2500n }, 2000n, 2000n],
  ])('%o takes of %s minor units %s', (off, price, expected) => {
    expect(calculateDiscount(off, price)).toBe(expected)
  })

  test('an amount is split in proportion', () => {
    expect(splitDiscount(1000n, [3000n, 1000n])).toEqual([750n, 250n])
    expect(splitDiscount(100n, [1n, 1n, 1n])).toEqual([1n, 1n, 1n])
    expect(splitDiscount(100n, [0n, 0n])).toEqual([0n, 0n])
  })

  test('shares add up to the amount and none is above its price', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), fc.array(fc.bigInt(0n, 10n ** 7n), { minLength: 1, maxLength: 8 }), (amount, prices) => {
        const total = prices.reduce((sum, price) => sum + price, 0n)
        const shares = splitDiscount(amount, prices)
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(amount < total ? amount : total)
        shares.forEach((share, at) => expect(share >= 0n && share <= (prices[at] ?? 0n)).toBe(true))
      }),
    )
  })
})
