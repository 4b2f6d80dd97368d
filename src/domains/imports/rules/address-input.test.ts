import { expect, test } from 'vitest'
import { findCountry } from '#kit/pure/iso-3166.ts'
import { findAddressErrors } from '#kit/pure/postal-address.ts'
import { toAddress } from './address-input.ts'

test.each([
  ['de', 'DE'],
  ['Germany', 'DE'],
  ['Österreich', 'AT'],
  ['U.S.A.', 'US'],
  ['United Kingdom', 'GB'],
  ['Atlantis', undefined],
  ['', undefined],
])('the country %s is %s', (text, expected) => expect(findCountry(text)).toBe(expected))

test.each([
  [
    { street: 'Hauptstr. 1', city: 'Berlin' },
    { addressLine: 'Hauptstr. 1', city: 'Berlin' },
  ],
  [
    { street: 'Elm St 5', region: 'ca', country: 'US', postalCode: '90001' },
    { addressLine: 'Elm St 5', subdivision: 'US-CA', country: 'US', postalCode: '90001' },
  ],
  [{ region: 'DE-BY' }, { subdivision: 'DE-BY' }],
  // A name, a code of another country, a code without its country: nothing is lost, nothing is guessed.
  [
    { street2: 'Rear building', region: 'Bavaria', country: 'DE' },
    { addressLine2: 'Rear building, Bavaria', country: 'DE' },
  ],
  [
    { region: 'US-CA', country: 'DE' },
    { addressLine2: 'US-CA', country: 'DE' },
  ],
  [{ region: 'CA' }, { addressLine2: 'CA' }],
])('the parts %o make the address %o', (values, expected) => {
  expect(toAddress(values)).toEqual(expected)
  expect(findAddressErrors(expected)).toEqual([])
})

test('a row without any part has no address', () => expect(toAddress({ email: 'a@b.example' })).toBeUndefined())
