/** Postal addresses in the form of the public API: the length of each part, and validation. Source: guide members §2. */
import { isCountry, isSubdivision } from './iso-3166.ts'

export interface PostalAddress {
  streetAddress?: { number?: string | undefined; name?: string | undefined } | undefined
  addressLine?: string | undefined
  addressLine2?: string | undefined
  city?: string | undefined
  /** ISO 3166-2. */
  subdivision?: string | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined
  postalCode?: string | undefined
}

/** Letters that each part has at most. */
export const maxPartLengths = { addressLine: 200, addressLine2: 200, city: 100, subdivision: 6, country: 2, postalCode: 20 } as const
export const maxStreetPartLengths = { number: 100, name: 200 } as const

/**
 * Why the parts do not make an address; empty when they do.
 * decision: countries and subdivisions have to stand in the lists of ISO 3166 of the package `iso-3166`, a
 * subdivision also without a country beside it. The lists change a little every year and come newer with the package.
 */
export function findAddressErrors({ streetAddress, addressLine, country, subdivision }: PostalAddress): { part: keyof PostalAddress; why: string }[] {
  const errors: { part: keyof PostalAddress; why: string }[] = []
  if (streetAddress && addressLine) errors.push({ part: 'addressLine', why: 'is either this or streetAddress, not both' })
  if (country && !isCountry(country)) errors.push({ part: 'country', why: 'must be a country of two capital letters' })
  if (subdivision && !isSubdivision(subdivision)) errors.push({ part: 'subdivision', why: 'must be a subdivision such as GB-BAS' })
  else if (subdivision && country && !subdivision.startsWith(`${country}-`)) errors.push({ part: 'subdivision', why: 'must belong to the country' })
  return errors
}
