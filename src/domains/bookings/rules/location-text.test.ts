import { expect, test } from 'vitest'
import { translate } from '#kit/pure/languages.ts'
import { formatAddress, formatLocationText } from './location-text.ts'

const en = (sentence: Parameters<typeof translate>[0]) => translate(sentence, 'en')
const place = { name: 'Studio', formattedAddress: 'High Street 1, Berlin', locationType: 'OWNER_BUSINESS' }

test.each([
  [place, false, 'Studio, High Street 1, Berlin'],
  [{ ...place, name: '' }, false, 'High Street 1, Berlin'],
  [{ ...place, formattedAddress: undefined }, false, 'Studio'],
  [{ ...place, name: 'High Street 1' }, false, 'High Street 1, Berlin'],
  [place, true, 'Online'],
  [null, true, 'Online'],
  [null, false, ''],
  [{ locationType: 'OWNER_BUSINESS' }, false, ''],
  [{ locationType: 'CUSTOM' }, false, "At the customer's place"],
  [{ locationType: 'CUSTOM', formattedAddress: 'Lake Road 2' }, false, 'Lake Road 2'],
] as const)('%j, online %j: %s', (location, isOnline, words) => {
  expect(formatLocationText(location, isOnline, en)).toBe(words)
})

test.each([
  [undefined, ''],
  [{}, ''],
  ['Lake Road 2', 'Lake Road 2'],
  [{ formattedAddress: ' Lake Road 2, Bern ' }, 'Lake Road 2, Bern'],
  [{ addressLine: 'Lake Road 2', city: 'Bern', postalCode: '3000', country: 'CH' }, 'Lake Road 2, 3000 Bern, CH'],
  [{ streetAddress: { name: 'Lake Road', number: '2', apt: '' }, city: 'Bern', subdivision: 'BE' }, 'Lake Road 2, Bern, BE'],
])('the address %j is written %s', (address, line) => {
  expect(formatAddress(address)).toBe(line)
})
