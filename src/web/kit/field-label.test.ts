import { expect, test } from 'vitest'
import { toFieldLabel } from './field-label.ts'

test.each([
  ['service.locations[0].custom.addressLine', 'Address line'],
  ['plan.pricing.price.value', 'Price'],
  ['service.category.id', 'Category'],
  ['bookingPolicy.cancellationFeePolicy.cancellationWindows[1]', 'Cancellation windows'],
  ['email', 'Email'],
  ['', ''],
])('%s is shown as %s', (path, name) => {
  expect(toFieldLabel(path)).toBe(name)
})
