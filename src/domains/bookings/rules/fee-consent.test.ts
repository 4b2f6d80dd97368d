import { describe, expect, test } from 'vitest'
import { describeFeeConsent } from './fee-consent.ts'
import type { FeePolicy } from './policy.ts'

const euros = (amount: number) => `€${(amount / 100).toFixed(2)}`
const describeIn = (language: 'en' | 'de', windows: FeePolicy['windows'], price = 6000, enabled = true) =>
  describeFeeConsent({ policy: { enabled, windows, autoCollect: true }, price, minorPerMajor: 100 }, language, euros)

describe('what a customer agrees to', () => {
  test('names every fee with its time, the earliest first, and what a missed booking costs', () => {
    const windows = [
      { amount: '30', startInMinutes: 120 },
      { percentage: '25', startInMinutes: 1440 },
    ]
    expect(describeIn('en', windows)).toBe(
      'I agree that my card is kept and may be charged: €15.00 for cancelling less than 1 day before, €30.00 for cancelling less than 2 hours before, €30.00 for a missed booking.',
    )
    expect(describeIn('de', windows)).toBe(
      'Ich bin einverstanden, dass meine Karte gespeichert und belastet werden darf: €15.00 bei einer Absage weniger als einen Tag vorher, €30.00 bei einer Absage weniger als 2 Stunden vorher, €30.00 bei einer verpassten Buchung.',
    )
  })

  test('a fee stops at the price; a fixed one is due where the booking itself costs nothing', () => {
    expect(describeIn('en', [{ amount: '80' }])).toBe('I agree that my card is kept and may be charged: €60.00 for a missed booking.')
    expect(describeIn('en', [{ amount: '80' }], 0)).toContain('€80.00')
  })

  test('nothing is agreed to where no fee can follow', () => {
    expect(describeIn('en', [{ percentage: '50', startInMinutes: 60 }], 0)).toBeUndefined()
    expect(describeIn('en', [{ amount: '80' }], 6000, false)).toBeUndefined()
    expect(describeIn('en', [])).toBeUndefined()
  })
})
