import { expect, test } from 'vitest'
import { calculateRest, findDisputable } from './refund.ts'

const back = (amount: string, state = 'SUCCEEDED') => ({ amount, state })
test.each([
  ['nothing went back otherwise: it failed on its own', { left: 4000n, later: [] }, 0n],
  ['another try that failed counts for nothing', { left: 4000n, later: [back('38.00', 'FAILED')] }, 0n],
  ["part of it went back on the provider's page", { left: 3800n, later: [back('2.00')] }, 3800n],
  ['the rest is on its way already', { left: 0n, later: [back('2.00'), back('38.00', 'SENDING')] }, 0n],
  ['the rest failed too, and more went back since', { left: 3500n, later: [back('2.00'), back('38.00', 'FAILED'), back('3.00')] }, 3500n],
  ['more went back than it was for', { left: 1000n, later: [back('50.00')] }, 0n],
  ['less is left than is missing', { left: 500n, later: [back('2.00')] }, 500n],
])('after a failed refund of 40: %s', (_title, { left, later }, rest) => {
  expect(calculateRest({ amount: '40.00', left, later, currency: 'USD' })).toBe(rest)
})

test.each([
  ['all of it, when nothing went back', '0', '40.00'],
  ['what is left of one that went back in part', '10.00', '30.00'],
  ['all of one that went back whole', '40.00', '40.00'],
])('a dispute about a payment of 40 that names no sum is about %s', (_title, refunded, expected) => {
  expect(findDisputable({ amount: '40.00', refunded, currency: 'USD' })).toBe(expected)
})
