import { expect, test } from 'vitest'
import { findAddressProblems, formatAddress } from './location-address.ts'

test.each([
  [{ addressLine: 'Torstraße 12', postalCode: '10119', city: 'Berlin', country: 'DE' }, 'Torstraße 12, 10119 Berlin, DE'],
  [
    { streetAddress: { name: 'Main Street', number: '5' }, addressLine2: '2nd floor', city: 'Springfield', subdivision: 'US-IL' },
    'Main Street 5, 2nd floor, Springfield, IL',
  ],
  [{ city: 'Berlin' }, 'Berlin'],
  [{}, ''],
])('%j is written as %s', (address, text) => {
  expect(formatAddress(address)).toBe(text)
})

test('a country and a subdivision have to exist and belong together', () => {
  expect(findAddressProblems({ country: 'DE', subdivision: 'DE-BE' })).toEqual([])
  expect(findAddressProblems({ country: 'Germany' }).map(({ field }) => field)).toEqual(['location.address.country'])
  expect(findAddressProblems({ country: 'FR', subdivision: 'DE-BE' }).map(({ field }) => field)).toEqual(['location.address.subdivision'])
})
