import { expect, test } from 'vitest'
import { findSampleRegion, toSamplePhone } from './sample-region.ts'

test.each([
  ['Europe/Berlin', 'en', 'DE', 'EUR'],
  ['Europe/Zurich', 'de', 'CH', 'CHF'],
  ['Europe/London', 'de', 'GB', 'GBP'],
  ['America/Chicago', 'en', 'US', 'USD'],
  ['Australia/Sydney', 'en', 'AU', 'AUD'],
  ['UTC', 'en', 'US', 'USD'],
  ['UTC', 'de', 'DE', 'EUR'],
  ['Asia/Tokyo', 'en', 'US', 'USD'],
] as const)('a sample in %s that speaks %s is in %s and takes %s', (timeZone, language, country, currency) =>
  expect(findSampleRegion(timeZone, language)).toMatchObject({ country, currency }),
)

test('telephone numbers have the code of the country', () => {
  expect(toSamplePhone(findSampleRegion('Europe/Berlin', 'en'), 7)).toBe('+49 212 555 0107')
})
