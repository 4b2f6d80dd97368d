import { expect, test } from 'vitest'
import { nameField } from './field-names.ts'

test.each([
  ['service.locations[0].custom.addressLine', 'Address line'],
  ['plan.pricing.price.value', 'Price'],
  ['service.category.id', 'Category'],
  ['bookingPolicy.cancellationFeePolicy.cancellationWindows[1]', 'Cancellation windows'],
  ['email', 'Email'],
  ['', ''],
  ['value', ''],
])('%s is called %s', (path, name) => {
  expect(nameField(path)).toBe(name)
})

test('other languages have names of their own, and never show that of the wire', () => {
  const german = { names: { price: 'Preis' }, other: 'Angabe' }
  expect(nameField('plan.pricing.price.value', german)).toBe('Preis')
  expect(nameField('bookingPolicy.cancellationWindows[1]', german)).toBe('Angabe')
  expect(nameField('constructor', german)).toBe('Angabe')
})
